"""What a player does at the table, with names and cards as people write them."""

from haggis_cli.matches.notation import card_list, parse_event, render_event
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.rounds.events import Event as RulesEvent
from haggis_cli.rules.table import Table

_ACTIONS: dict[type[RulesEvent], str] = {
    Play: "play",
    Pass: "pass",
    Bet: "bet",
    Bid: "bid",
    Exchange: "exchange",
    Give: "give",
    Award: "award",
    Lead: "lead",
}


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
        return _ACTIONS[type(self._event)]

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
