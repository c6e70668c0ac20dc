"""How much of a round a review knows exactly, and how long it takes.

Usage: python -m benchmarks.reviews [ROUNDS [SECONDS]]

Rounds that players of the level hard (200 playouts a move) play against each other, each reviewed in so many seconds
with estimates of what is not known, as `haggis review` does it.
"""

import sys
from collections.abc import Iterator
from time import perf_counter

from benchmarks.clock import Row, print_rows
from benchmarks.engine import NAMES
from benchmarks.levels import play_steps
from haggis_cli.analysis.review import review_round
from haggis_cli.players.estimates import estimate_play
from haggis_cli.players.levels import Effort
from haggis_cli.plugins.registry import load
from haggis_cli.rules.table import seat_players

GAMES = (("two-player", 2), ("neeps", 4), ("tatties", 3), ("three-player", 3))


def rows(rounds: int = 4, seconds: float = 30.0) -> Iterator[Row]:
    """Of each game the share of plays that are known, over all rounds, the least of one, and the time for a round."""
    for variant, players in GAMES:
        table = seat_players(load(variant), NAMES[:players])
        shares, known, plays, taken = [], 0, 0, 0.0
        for number in range(1, rounds + 1):
            steps = play_steps(table, "hard", number, Effort(playouts=200))
            started = perf_counter()
            review = review_round(steps, seconds, None, estimate_play)
            taken += perf_counter() - started
            exact = sum(each.exact for each in review.plays)
            shares.append(exact / len(review.plays))
            known, plays = known + exact, plays + len(review.plays)
        name = f"{variant}, {players} players, {rounds} rounds"
        yield Row(f"{name}: plays known", 100 * known / plays, "%")
        yield Row(f"{name}: in the worst round", 100 * min(shares), "%")
        yield Row(f"{name}: time", taken / rounds * 1000, "ms")


if __name__ == "__main__":
    given = sys.argv[1:3]
    print_rows(rows(int(given[0]) if given else 4, float(given[1]) if given[1:] else 30.0))
