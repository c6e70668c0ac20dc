"""Who does what next, seat by seat: `leads`, `deals`, `bids first`, `to play`; and who plays `alone` in the round."""

from haggis_cli.referee.report import Pending, Report
from haggis_cli.referee.sentences import find_first_bidder
from haggis_cli.rules.scoring.standing import Standing
from haggis_cli.rules.table import Table

_IN_ROUND = {
    "play": "to play",
    "bid": "to bid",
    "award": "to award",
    "exchange": "to exchange",
    "give": "to pass cards",
}


def next_roles(report: Report) -> dict[int, tuple[str, ...]]:
    """What each seat that has something to do does, in a word or two; nothing after the end or a violation.

    Where sides change from round to round, whoever plays alone against others together is called so.
    """
    pending, standing = report.pending, report.standing
    if pending is None or standing is None:
        return {}
    if pending.kind == "round":
        found = _roles_before_round(report, pending, standing)
    else:
        found = {pending.seat: (_verb(report, pending),)}
    for seat in find_lone_seats(report.round_table()):
        found[seat] = (*found.get(seat, ()), "alone")
    return found


def _roles_before_round(report: Report, pending: Pending, standing: Standing) -> dict[int, tuple[str, ...]]:
    bidder = find_first_bidder(report.table, standing.leader)
    dealer = pending.seat if standing.dealer is None else standing.dealer
    if bidder is not None:
        pairs = [(dealer, "deals"), (bidder, "bids first")]
    else:
        pairs = [(pending.seat, "leads"), (dealer, "deals")]
    found: dict[int, tuple[str, ...]] = {}
    for seat, word in pairs:
        found[seat] = (*found.get(seat, ()), word)
    return found


def find_lone_seats(table: Table) -> tuple[int, ...]:
    """Who plays alone in a round where others play together; empty where sides do not change from round to round."""
    if table.variant.round_sides is None or all(len(side) == 1 for side in table.sides):
        return ()
    return tuple(side[0] for side in table.sides if len(side) == 1)


def _verb(report: Report, pending: Pending) -> str:
    current = report.current
    if pending.kind == "play" and current and current.last and not current.last.trick:
        return "leads"
    return _IN_ROUND.get(pending.kind, "is next")
