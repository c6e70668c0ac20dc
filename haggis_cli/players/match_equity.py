"""How likely a player is to win a match for two, by what is left of it: the table `match_equity.txt`.

`python -m benchmarks.equity` makes the table from rounds of computer players.
"""

from collections.abc import Sequence
from functools import cache

from haggis_cli.rules.scoring import Goal

STEP = 10  # points from one entry of the table to the next
MOST_POINTS, MOST_ROUNDS = 350, 8  # that may be left: longer matches are taken for these
MOST_AHEAD = 300


def win_chance(goal: Goal, own: int, other: int) -> float:
    """How likely it is to win a match for two to this goal.

    goal: points to reach, or rounds still to be played.
    own, other: the game scores.
    """
    if goal.rounds is not None:
        left = min(goal.rounds, MOST_ROUNDS)
        return chance_by_lead(_tables()[1][left - 1], own - other) if left else chance_at_end(own - other)
    assert goal.points
    left, others_left = goal.points - own, goal.points - other
    if min(left, others_left) <= 0:
        return chance_at_end(own - other)
    beyond = max(0, max(left, others_left) - MOST_POINTS)
    return chance_by_points(_tables()[0], max(left - beyond, 1), max(others_left - beyond, 1))


def chance_by_points(rows: Sequence[Sequence[float]], left: int, others_left: int) -> float:
    """The chance with so many points left for each, from the four entries around."""
    row, part = divmod(left, STEP)
    low, high = (_between(rows[min(at, len(rows) - 1)], others_left) for at in (row, row + 1))
    return low + (high - low) * part / STEP


def chance_by_lead(entries: Sequence[float], ahead: int) -> float:
    """The chance of who is so many points ahead, or behind, from the two entries around."""
    chance = _between(entries, min(abs(ahead), MOST_AHEAD))
    return chance if ahead >= 0 else 1 - chance


def chance_at_end(ahead: int) -> float:
    """1 for who is ahead at the end, 0 for who is behind, a half if it is level."""
    return (1 + (ahead > 0) - (ahead < 0)) / 2


def _between(entries: Sequence[float], place: int) -> float:
    at, part = divmod(place, STEP)
    low, high = entries[at], entries[min(at + 1, len(entries) - 1)]
    return low + (high - low) * part / STEP


@cache
def _tables() -> tuple[list[list[float]], list[list[float]]]:
    """The chances by points left for both, and by rounds left and points ahead."""
    from importlib.resources import files  # costs more than a decision that needs no table

    text = files("haggis_cli.players").joinpath("match_equity.txt").read_text("utf-8")
    rows = [[int(entry) / 1000 for entry in line.split()] for line in text.splitlines() if not line.startswith("#")]
    size = MOST_POINTS // STEP + 1
    return rows[:size], rows[size:]
