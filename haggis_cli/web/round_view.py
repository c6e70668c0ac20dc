"""What pages show of a round in progress: the table, what can be done now, the cards that can be chosen."""

from collections.abc import Iterable
from typing import NamedTuple

from haggis_cli.book.hints import Verdict, captured_so_far, possible_hand
from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import describe_sides, due
from haggis_cli.rules.cards import suit_cards
from haggis_cli.rules.events import Award, Bet, Bid, Event, Lead, Pass, Phase
from haggis_cli.rules.judge import find_blind_bets, find_lead_offer, judge
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.board import BoardTrick, trick_on_table
from haggis_cli.support.errors import UsageError
from haggis_cli.support.text import pluralize
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
        tuple(map(table.deck.card_text, state.drawn())) if state.phase is Phase.EXCHANGE else (),
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
#
# A button's value names what is done by numbers alone, such as `bet.0.30`: names are never sent by a browser.

_KINDS: dict[str, type[Bet] | type[Bid] | type[Award] | type[Lead]] = {
    "bet": Bet,
    "bid": Bid,
    "award": Award,
    "lead": Lead,
}


class Action(NamedTuple):
    """Something that a player can do now."""

    value: str
    """What the form says, such as `bet.0.30`: the kind, the seat, and the amount or the other seat."""
    words: str
    """What stands on the button."""


class Actions(NamedTuple):
    """Everything that can be done now without cards."""

    passing: Action | None
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
    table, turn, betting = state.table, state.turn, state.table.variant.betting
    offer = find_lead_offer(state)
    awarding = state if state.bombed_trick or last is None else last
    trick = awarding.bombed_trick
    takers = [seat for seat in table.seats if trick and judge(awarding, Award(trick.winner, seat)) is None]
    return Actions(
        Action(f"pass.{turn}", "Pass") if judge(state, Pass(turn)) is None else None,
        _amount_actions(state, (Bid(turn, amount) for amount in betting.amounts)),
        _bets_by_name(state, betting.blind),
        _bets_by_name(state, tuple(amount for amount in betting.amounts if amount not in betting.blind)),
        tuple(Action(f"award.{trick.winner}.{seat}", table.names[seat]) for seat in takers) if trick else (),
        state.phase is Phase.AWARD,
        (Action(f"lead.{offer.giver}.{offer.to}", table.names[offer.to]),) if offer else (),
    )


def _bets_by_name(state: Round, amounts: tuple[int, ...]) -> dict[str, tuple[Action, ...]]:
    """The bets of these amounts that may be made, the player whose turn it is first."""
    return {
        state.table.names[seat]: actions
        for seat in state.table.clockwise_from(state.turn)
        if (actions := _amount_actions(state, (Bet(seat, amount) for amount in amounts)))
    }


def _amount_actions(state: Round, events: Iterable[Bet | Bid]) -> tuple[Action, ...]:
    """The bets or bids that may be made, with the rulebook's names."""
    betting = state.table.variant.betting
    return tuple(
        Action(f"{betting.verb}.{event.seat}.{event.amount}", betting.amount_text(event.amount))
        for event in events
        if judge(state, event) is None
    )


def read_action(value: str, table: Table) -> Event:
    """What a button stands for; UsageError for a value that none of ours has."""
    kind, *numbers = value.split(".")
    if not all(number.isascii() and number.isdecimal() and len(number) < 7 for number in numbers):
        raise UsageError("there is no such button")
    seat, *rest = map(int, numbers) if numbers else (-1,)
    if seat not in table.seats:
        raise UsageError("there is no such button")
    if kind == "pass" and not rest:
        return Pass(seat)
    if kind not in _KINDS or len(rest) != 1 or (kind in ("award", "lead") and rest[0] not in table.seats):
        raise UsageError("there is no such button")
    return _KINDS[kind](seat, rest[0])


# All of it: what the page of a round that is recorded shows as long as the round can go on.

_VERBS = {Phase.EXCHANGE: "Discard", Phase.PASSING: "Give"}


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
    before = report.rounds[-1].last if report.rounds and report.current is None else None
    picker = None
    if state.phase in (Phase.PLAY, Phase.EXCHANGE, Phase.PASSING):
        free = possible_hand(state.turn, state)
        if state.phase is not Phase.PLAY:  # court cards are never discarded, nor given
            free = suit_cards(free)
        picker = make_picker(state.table.deck, free, given.cards)
    readings = verdict.readings if verdict and given.cards and not given.line else ()
    several = readings if len(readings) > 1 else ()
    return RecordView(
        view_table(report, state),
        find_actions(state, before),
        picker,
        _VERBS.get(state.phase, "Play"),
        _hint(state),
        reading_buttons(state.table, state.turn, given.cards, several, state.reading_to_beat),
        state.table.variant.betting.seen_text(),
    )


def _hint(state: Round) -> str:
    """What can be chosen now, in a sentence."""
    name = state.table.names[state.turn]
    match state.phase:
        case Phase.AUCTION:
            return f"{name} bids or passes."
        case Phase.EXCHANGE:
            return f"Choose {pluralize(len(state.drawn()), 'card')} for {name} to discard."
        case Phase.PASSING:
            return f"Choose a card for {name} to give."
        case Phase.AWARD:
            return f"{name} says who captures the trick."
        case _:
            if find_blind_bets(state):
                return f"Blind bets come first; then choose what {name} leads."
            return f"Choose what {name} {'plays' if state.trick else 'leads'}."
