"""What a player does at the table, as `Event`, and everything that may happen next in a round, as `LegalEvents`."""

from collections.abc import Iterator, Sequence
from typing import overload

from haggis_cli.matches.notation import card_list, parse_event, render_event
from haggis_cli.rules.cards import FIRST_COPIES, SECOND_COPY, Cards, card_bits
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bet, Bid, Exchange, Give, Lead, Play
from haggis_cli.rules.events import Event as RulesEvent
from haggis_cli.rules.judge import judge
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round, unambiguous_play
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError


class Event:
    """One thing that a player does: a play, a pass, a bet, and so on (docs/reference.md, Events).

    `str(event)` is the event as a match file has it, such as `Isla: 7r 8r 9r`. Events are equal if their texts are.
    They come from `State.legal_events`, `State.events` and computer players; `State.play` takes the text as well.
    """

    __slots__ = ("_event", "_reading", "_table")

    def __init__(self, table: Table, event: RulesEvent, reading: Reading | None = None) -> None:
        self._table = table
        self._event = event
        self._reading = reading

    @property
    def player(self) -> str:
        """The name of the player who does it."""
        return self._table.names[self._event.seat]

    @property
    def action(self) -> str:
        """What is done: `play`, `pass`, `bet`, `bid`, `exchange`, `give`, `award` or `lead`."""
        return type(self._event).__name__.casefold()

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that are played, discarded or given, in canonical order; empty for other actions."""
        match self._event:
            case Play(cards=cards) | Exchange(cards=cards) | Give(cards=cards):
                return tuple(card_list(cards, self._table.deck))
            case _:
                return ()

    @property
    def reading(self) -> Reading | None:
        """What the cards of a play count as; None for other actions."""
        return self._reading

    @property
    def amount(self) -> int | None:
        """The points of a bet or a bid; None for other actions."""
        return self._event.amount if isinstance(self._event, Bet | Bid) else None

    @property
    def to(self) -> str | None:
        """The name of the player who captures the trick or gets the lead; None for actions that name nobody."""
        return self._table.names[self._event.to] if isinstance(self._event, Award | Lead) else None

    def __str__(self) -> str:
        return render_event(self._event, self._table)

    def __repr__(self) -> str:
        return f"Event({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Event) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


def rules_event(event: Event, table: Table) -> RulesEvent:
    """The event as the rules have it, for the seats and cards of this table; NotationError if it has no such name."""
    return event._event if event._table is table else parse_event(str(event), table)


_SHOWN = 5  # events in the repr


class LegalEvents(Sequence[Event]):
    """The legal events of a round, each once: first those of the player who acts next, then what others may do.

    It has a length, is indexed and sliced, and works with `random.choice`. A play stands once for each reading that the
    cards can have; the reading is named where the cards alone would mean another. An event or a text is `in` it if it
    may happen now, in whatever spelling. The Shepherd's exchanges can be many: each is made when it is asked for.
    """

    __slots__ = ("_exchanges", "_others", "_plays", "_round")

    def __init__(self, state: Round) -> None:
        now = choices(state)
        self._round = state
        self._plays = now.plays()
        self._exchanges = _CardChoices(now.cards(state.turn), now.number) if now.event is Exchange else ()
        self._others = list(now.others())

    def __len__(self) -> int:
        return len(self._plays) + len(self._exchanges) + len(self._others)

    def __iter__(self) -> Iterator[Event]:
        return map(self._event, range(len(self)))

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        places = range(len(self))[index]
        return self._event(places) if isinstance(places, int) else list(map(self._event, places))

    def __contains__(self, event: object) -> bool:
        table = self._round.table
        try:
            if isinstance(event, Event):
                return judge(self._round, rules_event(event, table)) is None
            return isinstance(event, str) and judge(self._round, parse_event(event, table)) is None
        except NotationError:
            return False

    def __repr__(self) -> str:
        shown = ", ".join(repr(str(event)) for event in self[:_SHOWN])
        more = ", ..." if len(self) > _SHOWN else ""
        return f"<{len(self)} legal events: {shown}{more}>"

    def _event(self, place: int) -> Event:
        """The event of that place, which must be from 0 to below the length."""
        state = self._round
        if place < len(self._plays):
            cards, reading = self._plays[place]
            play = unambiguous_play(state.table, state.turn, cards, reading, state.reading_to_beat)
            return Event(state.table, play, reading)
        place -= len(self._plays)
        if place < len(self._exchanges):
            return Event(state.table, Exchange(state.turn, self._exchanges[place]))
        return Event(state.table, self._others[place - len(self._exchanges)])


class _CardChoices:
    """Every choice of `size` cards from a hand, in a fixed order, each made from its place alone.

    `_ways[place][size]` counts the choices of so many cards from the cards at and after that place.
    """

    def __init__(self, cards: Cards, size: int) -> None:
        self._cards = card_bits(cards & FIRST_COPIES)
        self._copies = [2 if cards & card << SECOND_COPY else 1 for card in self._cards]
        self._size = size
        ways = [[1] + [0] * size]
        for copies in reversed(self._copies):
            after = ways[-1]
            ways.append([sum(after[max(left - copies, 0) : left + 1]) for left in range(len(after))])
        self._ways = ways[::-1]

    def __len__(self) -> int:
        return self._ways[0][self._size]

    def __getitem__(self, place: int) -> Cards:
        chosen, left = 0, self._size
        for number, (card, copies) in enumerate(zip(self._cards, self._copies, strict=True), 1):
            for taken in range(min(copies, left), -1, -1):
                ways = self._ways[number][left - taken]
                if place < ways:
                    break
                place -= ways
            left -= taken
            chosen |= (0, card, card | card << SECOND_COPY)[taken]
        return chosen
