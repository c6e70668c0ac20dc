"""The share of a round that a review knows exactly.

Usage: python -m benchmarks.reviews [ROUNDS [SECONDS [VARIANT...]]]

Rounds between players of the hard level (200 playouts per move), each reviewed in SECONDS of CPU time. A quarter of
these is reserved for estimates, which are not made here.
"""

import sys
from collections.abc import Iterator, Sequence
from time import process_time
from unittest.mock import patch

from benchmarks.clock import Row, print_rows
from benchmarks.engine import NAMES
from benchmarks.levels import play_steps
from haggis_cli.analysis import review, sides
from haggis_cli.players.levels import Effort
from haggis_cli.plugins.registry import load
from haggis_cli.rules.variant import seat_players

GAMES = {"two-player": 2, "neeps": 4, "tatties": 3, "three-player": 3}


def rows(rounds: int, seconds: float, variants: Sequence[str]) -> Iterator[Row]:
    """For each game, the share of plays that are known, in all rounds and in the worst one, and the time per round."""
    for variant in variants:
        table = seat_players(load(variant), NAMES[: GAMES[variant]])
        shares, known, plays, taken = [], 0, 0, 0.0
        for number in range(1, rounds + 1):
            steps = play_steps(table, "hard", number, Effort(playouts=200))
            started = process_time()
            found = review.review_round(steps, seconds, None, lambda *_: None).plays
            taken += process_time() - started
            exact = sum(each.exact for each in found)
            shares.append(exact / len(found))
            known, plays = known + exact, plays + len(found)
        name = f"{variant}, rounds of {GAMES[variant]} players: {rounds}"
        yield Row(f"{name}: plays known", 100 * known / plays, "%")
        yield Row(f"{name}: in the worst", 100 * min(shares), "%")
        yield Row(f"{name}: time", taken / rounds * 1000, "ms")


if __name__ == "__main__":
    given = sys.argv[1:]
    with patch.object(sides, "perf_counter", process_time), patch.object(review, "perf_counter", process_time):
        print_rows(rows(int((*given, "4")[0]), float((*given[1:], "30")[0]), given[2:] or tuple(GAMES)))
