"""When a match ends, and who has won it."""

from typing import NamedTuple


class Goal(NamedTuple):
    """When a match ends: at a number of points, after a number of rounds, or when a side has won a number of rounds.

    One of them, never two.

    points: the total that a side must reach; None if the match is over something else.
    rounds: how many rounds are played; None if the match is over something else.
    round_wins: how many rounds a side must win, each by the most points of the round; None if the match is over
        something else.
    """

    points: int | None = None
    rounds: int | None = None
    round_wins: int | None = None

    def __str__(self) -> str:
        number, unit = (self.points, "point") if self.points else (self.rounds or self.round_wins or 0, "round")
        text = f"1 {unit}" if number == 1 else f"{number} {unit}s"
        return f"{text} won" if self.round_wins else text

    def reached(self, totals: tuple[int, ...], rounds: int, wins: tuple[int, ...] = ()) -> bool:
        """Whether the match may end after so many rounds with these totals, each side having won so many of them."""
        if self.round_wins:
            return max(wins, default=0) >= self.round_wins
        return max(totals) >= self.points if self.points else rounds >= (self.rounds or 0) > 0


def winner(goal: Goal, totals: tuple[int, ...], rounds: int, wins: tuple[int, ...] = ()) -> int | None:
    """The side that has won after so many rounds; None while the match goes on.

    The goal is reached by points or by rounds, never both; a tie for the highest total is played on (Rulebook 2.1,
    Winning the Game).

    wins: how many rounds each side has won; only a goal of rounds won looks at it.
    """
    if not goal.reached(totals, rounds, wins):
        return None
    return leading_side(decisive(goal, totals, wins))


def decisive(goal: Goal, totals: tuple[int, ...], wins: tuple[int, ...]) -> tuple[int, ...]:
    """What decides who is ahead and who wins, by side: the rounds won where they are the goal, else the totals."""
    return wins if goal.round_wins else totals


def leading_side(totals: tuple[int, ...]) -> int | None:
    """The side with the highest total; None on a tie."""
    high = max(totals)
    return totals.index(high) if totals.count(high) == 1 else None


def add_win(wins: tuple[int, ...], gained: tuple[int, ...]) -> tuple[int, ...]:
    """The rounds won by each side after a round with these points; a tie for the most is won by nobody.

    >>> add_win((1, 0), (12, 40)), add_win((1, 0), (20, 20))
    ((1, 1), (1, 0))
    """
    won = leading_side(gained)
    return tuple(number + (side == won) for side, number in enumerate(wins))
