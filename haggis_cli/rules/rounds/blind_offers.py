"""The bets that may be made blind now: before everything for which all cards are seen."""

from haggis_cli.rules.rounds.events import Bet
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.round import Round


def find_blind_bets(state: Round, seat: int | None = None) -> list[Bet]:
    """The blind bets that may be made now, by this player or by anybody, clockwise; none once all cards are seen."""
    table = state.table
    seats = table.clockwise_from(state.turn) if seat is None else (seat,)
    bets = [Bet(each, amount) for each in seats for amount in table.variant.betting.blind]
    return [bet for bet in bets if judge(state, bet) is None]
