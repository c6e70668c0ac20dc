"""What a player does at the table, as `Event`, and everything that may happen next in a round, as `LegalEvents`."""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from random import Random
from typing import TypeAlias, overload

from haggis_cli.library.judging import check_argument
from haggis_cli.matches.notation import card_list, parse_event, render_event
from haggis_cli.rules.cards import FIRST_COPIES, SECOND_COPY, Cards, card_bits
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bet, Bid, Breach, Exchange, Give, Lead, Play, TrickPlay
from haggis_cli.rules.events import Event as RulesEvent
from haggis_cli.rules.judge import apply_event, judge
from haggis_cli.rules.parts import Move
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round, unambiguous_play
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError

Moment: TypeAlias = tuple[Table, int, tuple[TrickPlay, ...]]
"""The table, whose turn it is, and the trick in progress: what the words of a play depend on.

Each state has one of its own. By its identity `State.play` knows the events that were listed as legal there.
"""
moment_of: Callable[[Round], Moment] = attrgetter("table", "turn", "trick")
"""The moment of a round, unlike every other."""


class Event:
    """One thing that a player does: a play, a pass, a bet, and so on (docs/reference.md, Events).

    `str(event)` is the event as in a match file, such as `Isla: 7r 8r 9r`. Events are equal if their texts are.
    They come from `State.legal_events`, `State.events` and computer players; `State.play` also accepts the text.
    """

    __slots__ = ("_made", "_moment", "_move")

    def __init__(self, moment: Moment, event: RulesEvent | None, move: Move | None = None) -> None:
        """Only this package makes events.

        moment: when it happens; that of a state only if it was listed as legal there.
        event: what is done; None for a legal play, which is put into words when they are asked for.
        move: the cards and the reading of a play.
        """
        self._moment = moment
        self._made = event
        self._move = move

    @property
    def _table(self) -> Table:
        return self._moment[0]

    @property
    def _event(self) -> RulesEvent:
        if self._made is None:
            assert self._move
            (table, seat, trick), (cards, reading) = self._moment, self._move
            self._made = unambiguous_play(table, seat, cards, reading, trick[-1].reading if trick else None)
        return self._made

    @property
    def player(self) -> str:
        """The name of the player who acts."""
        return self._table.names[self._event.seat]

    @property
    def action(self) -> str:
        """The kind of action: `play`, `pass`, `bet`, `bid`, `exchange`, `give`, `award` or `lead`."""
        return type(self._event).__name__.casefold()

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards played, discarded or given, in canonical order; empty for other actions."""
        match self._event:
            case Play(cards=cards) | Exchange(cards=cards) | Give(cards=cards):
                return tuple(card_list(cards, self._table.deck))
            case _:
                return ()

    @property
    def reading(self) -> Reading | None:
        """How the cards of a play are read; None for other actions."""
        return self._move[1] if self._move else None

    @property
    def amount(self) -> int | None:
        """The points of a bet or a bid; None for other actions."""
        return self._event.amount if isinstance(self._event, Bet | Bid) else None

    @property
    def to(self) -> str | None:
        """The name of the player who captures the trick or gets the lead; None for other actions."""
        return self._table.names[self._event.to] if isinstance(self._event, Award | Lead) else None

    def __str__(self) -> str:
        return render_event(self._event, self._table)

    def __repr__(self) -> str:
        return f"Event({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Event) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


def make_event(table: Table, event: RulesEvent, reading: Reading | None = None) -> Event:
    """The event for programs; `reading` is what the cards of a play count as."""
    move = (event.cards, reading) if isinstance(event, Play) and reading else None
    return Event((table, event.seat, ()), event, move)


def rules_event(event: Event, table: Table) -> RulesEvent:
    """The event as the rules have it, for the seats and cards of this table; NotationError if it has no such name."""
    return event._event if event._table is table else parse_event(str(event), table)


def after_listed(state: Round, event: Event) -> Round:
    """The round after an event that was listed as legal there, which is not judged again."""
    if event._move is None:
        return state.after(event._event)
    cards, reading = event._move
    return state.after_play(cards, reading)


def after_foreign(state: Round, event: Event) -> tuple[Round, Event] | Breach:
    """The round after any event, and the event as it is kept; a Breach for one that the rules do not allow now."""
    meant = rules_event(event, state.table)
    after = apply_event(state, meant)
    return after if isinstance(after, Breach) else (after, kept_event(meant, after))


def kept_event(event: RulesEvent, after: Round) -> Event:
    """An event as it is kept; `after` is the round after it, which says what the cards of a play count as."""
    reading = None
    if isinstance(event, Play):
        plays = after.trick or after.tricks[-1].plays
        reading = plays[-1].reading
    return make_event(after.table, event, reading)


def play_out(state: Round, chance: Random) -> tuple[Round, list[Event]]:
    """The round at its end and what happened, each event chosen among the legal ones by chance.

    It does what `LegalEvents` and `after_listed` do, and lists the Shepherd's exchanges alone as events.
    """
    events = list[Event]()
    while not state.over:
        now, moment = choices(state), moment_of(state)
        if now.event is Exchange:
            events.append(chance.choice(LegalEvents(state, moment)))
            state = after_listed(state, events[-1])
            continue
        plays, others = now.plays(), now.others()
        place = int(chance.random() * (len(plays) + len(others)))
        if place < len(plays):
            cards, reading = play = plays[place]
            events.append(Event(moment, None, play))
            state = state.after_play(cards, reading)
        else:
            events.append(Event(moment, others[place - len(plays)]))
            state = state.after(others[place - len(plays)])
    return state, events


_SHOWN = 5  # events in the repr


class LegalEvents(Sequence[Event]):
    """The legal events of a round, each once: first those of the player who acts next, then those of the others.

    It has a length, can be indexed and sliced, and works with `random.choice`. It lists a play once for each reading of
    its cards; an event names its reading if the cards alone would mean another one. `event in legal_events` is true if
    the event, or a text in any spelling, is legal now. There can be many exchanges of the Shepherd: each is created on
    access.
    """

    __slots__ = ("_exchanges", "_length", "_moment", "_others", "_plays", "_round")

    def __init__(self, state: Round, moment: Moment) -> None:
        now = choices(state)
        self._round = state
        self._moment = moment
        self._plays = plays = now.plays()
        self._others = others = now.others()
        self._exchanges: _CardChoices | tuple[()] = ()
        self._length = len(plays) + len(others)
        if now.event is Exchange:
            self._exchanges = _CardChoices(now.cards(state.turn), now.number)
            self._length += len(self._exchanges)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Event]:
        return (self[place] for place in range(self._length))

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        plays = self._plays
        if isinstance(index, int) and 0 <= index < self._length:
            return Event(self._moment, None, plays[index]) if index < len(plays) else self._other(index - len(plays))
        check_argument("index", index, int | slice)
        if isinstance(index, slice):
            return [self[place] for place in range(self._length)[index]]
        if not -self._length <= index < 0:
            raise IndexError(f"there is no legal event {index}: there are {self._length}, counted from 0")
        return self[index + self._length]

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

    def _other(self, place: int) -> Event:
        """The event of that place after the plays."""
        if place < len(self._exchanges):
            return Event(self._moment, Exchange(self._round.turn, self._exchanges[place]))
        return Event(self._moment, self._others[place - len(self._exchanges)])


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
