"""What pages show of a round in progress: the table, what can be done now, the cards that can be chosen."""

from typing import NamedTuple

from haggis_cli.book.hints import Verdict, line_hint
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import describe_sides, due
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bet, Bid, Event, Give, Lead
from haggis_cli.rules.round import Round
from haggis_cli.sheets.board import BoardPlayer, BoardTrick, players_at, trick_on_table
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.web.card_input import CardPicker, EventInput, ReadingButton, make_picker, reading_buttons


class TableView(NamedTuple):
    """What everybody at the table sees of a round at one moment."""

    number: int
    """The number of the round, from 1."""
    due: str
    """What is expected next, in a sentence."""
    players: list[BoardPlayer]
    """The players, clockwise."""
    games: list[int] | None
    """The game score of each player's side before this round; None where it is not known."""
    turn: int
    """The seat of the player for whom the round waits."""
    trick: BoardTrick
    """The trick in progress, which may have no play yet."""
    drawn: tuple[str, ...]
    """The cards that the player who exchanges cards has drawn."""
    sides: str
    """Who plays with whom in this round, a sentence; empty where that does not change from round to round."""


def view_table(report: Report, state: Round) -> TableView:
    """What the table sees of the round in progress, or of the next one before it begins."""
    table, totals = state.table, report.totals
    return TableView(
        report.current.number if report.current else len(report.rounds) + 1,
        due(report),
        players_at(report, state),
        [totals[report.table.side(seat)] for seat in table.seats] if totals else None,
        state.turn,
        trick_on_table(state),
        tuple(map(table.deck.card_text, choices(state).drawn)),
        describe_sides(table),
    )


_KINDS = ("pass", "bid", "award", "lead", "bet", "blind")


class Action(NamedTuple):
    """Something that a player can do now without cards; a button each."""

    kind: str
    """What it is, one of the words above; `blind` for a bet that is made blind."""
    name: str
    """Who can do it."""
    words: str
    """What stands on the button: an amount, or whom it names."""
    value: str
    """What the form says, such as `bet.0.30`: names are never sent by a browser."""
    range_text: str = ""
    """From which range the amount is typed beside the button, in words; empty where nothing is typed."""


def find_actions(report: Report, state: Round) -> dict[Action, Event]:
    """What can be done now; who captures the last trick of a round that has just ended may still be said, too.

    Of the amounts of a range there is one button, whose event is that of the lowest amount.
    """
    now, names, betting = choices(state), state.table.names, state.table.variant.betting
    last = report.rounds[-1].last if report.rounds and report.current is None else None
    found: dict[Action, Event] = {}
    events = [*now.others(), *(choices(last).others() if last else ())]
    for event in events:
        if isinstance(event, Give) or (isinstance(event, Lead) and event != now.lead_offer()):
            continue
        verb, words, range_text = type(event).__name__.casefold(), "", ""
        if isinstance(event, Bet | Bid):
            own = [each.amount for each in events if isinstance(each, Bet | Bid) and each.seat == event.seat]
            offer = next(each for each in betting.offers(own) if event.amount in each.amounts)
            if event.amount != offer.amounts[0]:
                continue
            words, range_text = (offer.name, offer.range_text) if offer.is_range else (offer.text, "")
            words = "no bet" if words == "0" else words
        elif isinstance(event, Award | Lead):
            words = names[event.to]
        kind = "blind" if isinstance(event, Bet) and event.amount in betting.blind else verb
        found[Action(kind, names[event.seat], words, ".".join([verb, *map(str, event)]), range_text)] = event
    return found


def read_action(value: str, report: Report, state: Round) -> Event:
    """What a button stands for; UsageError for one that is not there."""
    for action, event in find_actions(report, state).items():
        if action.value == value:
            return event
    raise UsageError("there is no such button")


class RecordView(NamedTuple):
    """What the page of a round that is recorded shows as long as the round can go on."""

    table: TableView
    """What the table sees."""
    actions: dict[str, list[Action]]
    """What can be done without cards, by its kind."""
    must_award: bool
    """Whether the round waits for who captures a trick."""
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
    free, actions = now.cards(state.turn), find_actions(report, state)
    readings = verdict.readings if verdict and given.cards and not given.line else ()
    several = readings if len(readings) > 1 else ()
    return RecordView(
        view_table(report, state),
        {kind: [action for action in actions if action.kind == kind] for kind in _KINDS},
        now.event is Award,
        make_picker(table.deck, free, given.cards, is_hand=state.hands is not None) if free else None,
        now.button,
        f"{escape_text(table.names[state.turn])}: {line_hint('', state)}",
        reading_buttons(table, state.turn, given.cards, several, state.reading_to_beat),
        table.variant.betting.seen_text(),
    )
