"""Make the table of match equity that computer players use for bets: `haggis_cli/players/match_equity.txt`.

Usage: python -m benchmarks.equity [ROUNDS [LEVEL]] > haggis_cli/players/match_equity.txt

Two players of a level play ROUNDS rounds against each other. Their scores, with each pair used both ways round, are
taken as the possible scores of every round of a match; from these follows each player's chance to win it.
"""

import sys
from statistics import fmean

from benchmarks.duels import duellist, play_round
from benchmarks.engine import NAMES
from haggis_cli.players.match_equity import (
    MOST_AHEAD,
    MOST_POINTS,
    MOST_ROUNDS,
    STEP,
    chance_at_end,
    chance_by_lead,
    chance_by_points,
)
from haggis_cli.plugins.registry import load
from haggis_cli.rules.variant import seat_players

SWEEPS = 8  # a round may bring no points, so chances depend on themselves; they converge fast
Scores = list[tuple[int, int]]


def play_scores(rounds: int, level: str) -> Scores:
    """Both players' scores in each of these rounds, once with each of them first."""
    table, players = seat_players(load("two-player"), NAMES[:2]), [duellist(level)] * 2
    scores: Scores = []
    for number in range(rounds):
        one, two = (score.total for score in play_round(table, players, number))
        scores += [(one, two), (two, one)]
    return scores


def by_points(scores: Scores) -> list[list[float]]:
    """The chance to win by the points that the player and the opponent still need, in steps; 0 means won."""
    size = MOST_POINTS // STEP + 1
    chances = [[0.5] * size for _ in range(size)]

    def chance(own: int, other: int) -> float:
        return chance_at_end(other - own) if min(own, other) <= 0 else chance_by_points(chances, own, other)

    for own in range(size):
        for other in range(own + 1):
            for _ in range(SWEEPS):
                found = fmean(chance(own * STEP - a, other * STEP - b) for a, b in scores) if other else float(not own)
                chances[own][other], chances[other][own] = found, 1 - found
    return chances


def by_rounds(scores: Scores) -> list[list[float]]:
    """The chance to win by the rounds left and the points ahead, in steps from 0."""
    found: list[list[float]] = []

    def chance(ahead: int) -> float:
        return chance_by_lead(found[-1], ahead) if found else chance_at_end(ahead)

    while len(found) < MOST_ROUNDS:
        found.append([fmean(chance(ahead + a - b) for a, b in scores) for ahead in range(0, MOST_AHEAD + 1, STEP)])
    return found


def main(rounds: int, level: str) -> None:
    """Print the table."""
    scores = play_scores(rounds, level)
    print(f"# Chances to win a match for two, in thousandths: benchmarks/equity.py, {rounds} rounds of {level}.")
    print("# By the points left, 0, 10 … 350: a line for each of one's own, in it one for each of the opponent's.")
    for row in by_points(scores):
        print(*(round(1000 * chance) for chance in row))
    print("# By the rounds left, 1 to 8, a line for each: by the points ahead, 0, 10 … 300.")
    for row in by_rounds(scores):
        print(*(round(1000 * chance) for chance in row))


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int((*given, "1000")[0]), (*given[1:], "normal")[0])
