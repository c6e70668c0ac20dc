"""When a match ends, and who has won it."""

from typing import NamedTuple


class Goal(NamedTuple):
    """When a match ends: at a number of points, or after a number of rounds, never both.

    points: the total that a side must reach; None if the match is over a number of rounds.
    rounds: how many rounds are played; None if the match is over a number of points.
    """

    points: int | None = None
    rounds: int | None = None

    def __str__(self) -> str:
        number, unit = (self.points, "point") if self.points else (self.rounds or 0, "round")
        return f"1 {unit}" if number == 1 else f"{number} {unit}s"

    def reached(self, totals: tuple[int, ...], rounds: int) -> bool:
        """Whether the match may end after so many rounds with these totals."""
        return max(totals) >= self.points if self.points else rounds >= (self.rounds or 0) > 0


def winner(goal: Goal, totals: tuple[int, ...], rounds: int) -> int | None:
    """The side that has won after so many rounds; None while the match goes on.

    The goal is reached by points or by rounds, never both; a tie for the highest total is played on (Rulebook 2.1,
    Winning the Game).
    """
    return leading_side(totals) if goal.reached(totals, rounds) else None


def leading_side(totals: tuple[int, ...]) -> int | None:
    """The side with the highest total; None on a tie."""
    high = max(totals)
    return totals.index(high) if totals.count(high) == 1 else None
