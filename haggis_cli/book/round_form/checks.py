"""What one figure of a round that is being typed in is refused for, or doubted, before the round is complete."""

from collections.abc import Mapping

from haggis_cli.book.typed_round import TypedRound
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.scoring.typed_rounds import table_breaches
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import UsageError


def check_still_in(table: Table, out: list[int], seat: int) -> None:
    """UsageError for a player who is out already."""
    if seat in out:
        raise UsageError(f"{table.names[seat]} is already out")


def check_count(table: Table, out: list[int], counts: Mapping[int, int], seat: int, number: int) -> None:
    """UsageError for a number of cards that no hand can have held when a player went out.

    out: who went out, in order, up to this player.
    counts: what was recorded before.
    """
    most = table.setup.hand
    if not 1 <= number <= most:
        raise UsageError(f"it is 1 to {most} cards: a hand has no more")
    if table.ended_by(tuple(out)):
        _check_together(table, tuple(out), {**counts, seat: number})


def _check_together(table: Table, out: tuple[int, ...], counts: Mapping[int, int]) -> None:
    """UsageError for counts that do not go together, once everybody is out who goes out."""
    counted = tuple(counts.get(seat, 0) for seat in table.seats)
    nothing, no_bets = tuple(0 for _ in table.seats), tuple(None for _ in table.seats)
    for breach in table_breaches(table, Outcome(out, counted, nothing, no_bets)):
        raise UsageError(breach.message)


def check_captured(table: Table, typed: TypedRound, seat: int, points: int) -> None:
    """UsageError for more points than a player can have captured, for what is known of the others."""
    breach = typed.captured_breach(table, seat, points)
    if breach:
        raise UsageError(breach.message)


def check_bet(table: Table, amount: int | None) -> None:
    """UsageError for an amount that is not offered; None is no bet."""
    betting = table.variant.betting
    if amount is not None and amount not in betting.amounts:
        raise UsageError(f"a bet is {betting.amounts_text()}, or none")


def check_bid(table: Table, amount: int | None) -> int:
    """The bid; UsageError for one that is not offered, or missing."""
    betting = table.variant.betting
    if amount is None or amount not in betting.amounts:
        raise UsageError(f"a bid is {betting.amounts_text()}")
    return amount


def doubt_total(points: int, rest: int, typed: TypedRound) -> str | None:
    """That the last pile leaves points that nobody has; None if none are left.

    rest: the points that are left for it.
    typed: the round with the piles of all others.
    """
    others, missing = sum(typed.captured.values()), rest - points
    if missing <= 0:
        return None
    are = "is" if missing == 1 else "are"
    return f"That makes {others + points} of {others + rest}: {missing} {are} missing."
