"""Who does what next, seat by seat: `leads`, `deals`, `bids first`, `to play`."""

from haggis_cli.referee.report import Pending, Report
from haggis_cli.referee.sentences import find_first_bidder

_IN_ROUND = {
    "play": "to play",
    "bid": "to bid",
    "award": "to award",
    "exchange": "to exchange",
    "give": "to pass cards",
}


def next_roles(report: Report) -> dict[int, tuple[str, ...]]:
    """What each seat that has something to do does, in a word or two; nothing after the end or a violation."""
    pending, standing = report.pending, report.standing
    if pending is None or standing is None:
        return {}
    if pending.kind != "round":
        return {pending.seat: (_verb(report, pending),)}
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


def _verb(report: Report, pending: Pending) -> str:
    current = report.current
    if pending.kind == "play" and current and current.last and not current.last.trick:
        return "leads"
    return _IN_ROUND.get(pending.kind, "is next")
