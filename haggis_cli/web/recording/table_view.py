"""What everybody at the table sees of a round: how many cards each holds, the trick, bets, captures, the score."""

from typing import NamedTuple

from haggis_cli.book.table_facts import captured_so_far, seats_passed
from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import describe_sides, due
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.round import Round


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


class PlayView(NamedTuple):
    """A play in the trick."""

    name: str
    """Who played it."""
    cards: tuple[str, ...]
    """Its cards."""
    words: str
    """What they count as."""


class TableView(NamedTuple):
    """A round at one moment, as a page shows it."""

    number: int
    """The number of the round, from 1."""
    due: str
    """What is expected next, in a sentence."""
    goal: str
    """When the match is over, such as `250 points`."""
    seats: tuple[SeatView, ...]
    """The players, clockwise."""
    trick: tuple[PlayView, ...]
    """The plays of the trick in progress, the one to beat last."""
    passed: tuple[str, ...]
    """Who has passed since the last of them."""
    drawn: tuple[str, ...]
    """The cards that the player who exchanges cards has drawn."""
    next_name: str
    """The player for whom the round waits."""
    sides: str
    """Who plays with whom in this round, a sentence; empty where that does not change from round to round."""


def view_table(report: Report, state: Round) -> TableView:
    """What the table sees of the round in progress, or of the next one before it begins."""
    table, bombs = state.table, state.table.variant.combinations.bombs
    names = table.names
    plays = [
        PlayView(names[play.seat], tuple(card_list(play.cards, table.deck)), describe(play.reading, bombs))
        for play in state.trick
    ]
    return TableView(
        report.current.number if report.current else len(report.rounds) + 1,
        due(report),
        str(report.goal),
        tuple(_view_seat(report, state, seat) for seat in table.seats),
        tuple(plays),
        tuple(names[seat] for seat in seats_passed(state)) if state.trick else (),
        tuple(map(table.deck.card_text, state.drawn())) if state.phase is Phase.EXCHANGE else (),
        names[state.turn],
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
