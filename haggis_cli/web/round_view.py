"""What pages show of a round in progress: the table, what can be done now, the cards that can be chosen."""

from collections.abc import Sequence
from typing import NamedTuple

from haggis_cli.book.hints import Verdict, captured_so_far, line_hint
from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import describe_sides, due
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bet, Bid, Event, Lead
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.board import BoardTrick, trick_on_table
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.web.card_input import CardPicker, EventInput, ReadingButton, make_picker, reading_buttons

# What everybody at the table sees of a round: how many cards each holds, the trick, bets, captures, the score.


class SeatView(NamedTuple):
    """A player at this moment of the round."""

    name: str
    """The player's name."""
    cards: int
    """How many cards are in the hand; 0 for a player who is out."""
    courts: tuple[str, ...]
    """The court cards not played yet."""
    captured: int
    """What the tricks captured so far are worth."""
    bet: str
    """The bet that counts, with its name; empty if there is none."""
    is_next: bool
    """Whether the round waits for this player."""
    place: int
    """The place in the order of going out, from 1; 0 for a player who is in."""
    game: int | None
    """The game score of the player's side before this round; None where it is not known."""


class TableView(NamedTuple):
    """A round at one moment, as a page shows it."""

    number: int
    """The number of the round, from 1."""
    due: str
    """What is expected next, in a sentence."""
    seats: tuple[SeatView, ...]
    """The players, clockwise."""
    trick: BoardTrick
    """The trick in progress, which may have no play yet."""
    drawn: tuple[str, ...]
    """The cards that the player who exchanges cards has drawn."""
    next_name: str
    """The player for whom the round waits."""
    sides: str
    """Who plays with whom in this round, a sentence; empty where that does not change from round to round."""


def view_table(report: Report, state: Round) -> TableView:
    """What the table sees of the round in progress, or of the next one before it begins."""
    table = state.table
    return TableView(
        report.current.number if report.current else len(report.rounds) + 1,
        due(report),
        tuple(_view_seat(report, state, seat) for seat in table.seats),
        trick_on_table(state),
        tuple(map(table.deck.card_text, choices(state).drawn)),
        table.names[state.turn],
        describe_sides(table),
    )


def _view_seat(report: Report, state: Round, seat: int) -> SeatView:
    table, betting = state.table, state.table.variant.betting
    stake = betting.stakes(table, state.betting)[seat]
    return SeatView(
        table.names[seat],
        state.sizes[seat],
        tuple(card_list(state.courts[seat], table.deck)),
        captured_so_far(state)[seat],
        "" if stake is None else betting.bet_text(stake),
        state.turn == seat,
        state.out.index(seat) + 1 if seat in state.out else 0,
        report.totals[report.table.side(seat)] if report.totals else None,
    )


# What can be done now beside playing cards: passes, bets, bids, awards, the lead; a button each.


class Action(NamedTuple):
    """Something that a player can do now."""

    value: str
    """What the form says, such as `bet.0.30`: names are never sent by a browser."""
    words: str
    """What stands on the button."""


class Actions(NamedTuple):
    """Everything that can be done now without cards."""

    passes: tuple[Action, ...]
    """The pass of the player whose turn it is."""
    bids: tuple[Action, ...]
    """The bids of that player in an auction."""
    blind_bets: dict[str, tuple[Action, ...]]
    """The bets that may be made before all cards have been seen, by the names of the players."""
    bets: dict[str, tuple[Action, ...]]
    """The other bets that may still be made, by the names of the players."""
    awards: tuple[Action, ...]
    """Who may capture the trick that was won by a bomb."""
    must_award: bool
    """Whether the round waits for that to be said."""
    leads: tuple[Action, ...]
    """The partner to whom the lead may be given."""


def find_actions(state: Round, last: Round | None = None) -> Actions:
    """What can be done now.

    last: the round before, if it has just ended: who captures its last trick may still be said.
    """
    table, now, offer = state.table, choices(state), choices(state).lead_offer()

    def buttons(events: Sequence[Event]) -> tuple[Action, ...]:
        return tuple(Action(_value_of(event), _words_of(event, table)) for event in events)

    def bets_by_name(*, blind: bool) -> dict[str, tuple[Action, ...]]:
        bets = {seat: buttons(now.bets(seat, blind=blind)) for seat in table.clockwise_from(state.turn)}
        return {table.names[seat]: found for seat, found in bets.items() if found}

    return Actions(
        buttons(now.passes()),
        buttons(now.bids()),
        bets_by_name(blind=True),
        bets_by_name(blind=False),
        buttons(sorted(now.awards() or (choices(last).awards() if last else []))),
        now.event is Award,
        buttons([offer] if offer else []),
    )


def _value_of(event: Event) -> str:
    return ".".join([type(event).__name__.casefold(), *map(str, event)])


def _words_of(event: Event, table: Table) -> str:
    if isinstance(event, Bet | Bid):
        return table.variant.betting.amount_text(event.amount)
    return table.names[event.to if isinstance(event, Award | Lead) else event.seat]


def read_action(value: str, report: Report, state: Round) -> Event:
    """What a button stands for; UsageError for one that is not there."""
    last = _round_just_ended(report)
    events: list[Event] = [*choices(state).others(), *(choices(last).awards() if last else ())]
    for event in events:
        if _value_of(event) == value:
            return event
    raise UsageError("there is no such button")


def _round_just_ended(report: Report) -> Round | None:
    return report.rounds[-1].last if report.rounds and report.current is None else None


# All of it: what the page of a round that is recorded shows as long as the round can go on.


class RecordView(NamedTuple):
    """What the page shows of a round that can go on."""

    table: TableView
    """What the table sees."""
    actions: Actions
    """What can be done without cards."""
    picker: CardPicker | None
    """The cards; None where none can be played now."""
    verb: str
    """What is done with the cards that are chosen, in a word."""
    hint: str
    """What can be done, as long as nothing is chosen."""
    readings: tuple[ReadingButton, ...]
    """The ways to read the chosen cards, if there are several."""
    seen: str
    """How many cards everybody has seen when blind bets are made, in words."""


def view_round(report: Report, state: Round, given: EventInput, verdict: Verdict | None) -> RecordView:
    """What the page shows while the round goes on, with what is chosen and the verdict on it."""
    table, now = state.table, choices(state)
    free = now.cards(state.turn)
    readings = verdict.readings if verdict and given.cards and not given.line else ()
    several = readings if len(readings) > 1 else ()
    return RecordView(
        view_table(report, state),
        find_actions(state, _round_just_ended(report)),
        make_picker(table.deck, free, given.cards) if free else None,
        now.button,
        f"{escape_text(table.names[state.turn])}: {line_hint('', state)}",
        reading_buttons(table, state.turn, given.cards, several, state.reading_to_beat),
        table.variant.betting.seen_text(),
    )
