"""The speed of the library: random playouts through `deal`, `legal_events` and `play`, compared with python-chess.

Usage: python -m benchmarks.library [SECONDS]          with `pip install 'haggis-cli[bench]'`

A decision is listing all legal actions, choosing one at random, and playing it. The library, the engine and
python-chess take turns of a tenth of a second each, in one process, by CPU time; the ratios are medians of the ratios
within each turn. Memory is for 10,000 states of such rounds that are all kept, each with its hands, tricks and events,
without the tables of plays that all rounds share.
"""

import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time

from benchmarks.clock import Row, print_rows
from benchmarks.engine import play_at_random, starts
from benchmarks.neighbours import chess
from haggis_cli import State, deal, playout
from haggis_cli.library.judging import build_table

NAMES = ("Noah", "Isla", "Jamie", "Rory")
VARIANTS = {"two-player": 2, "tatties": 3, "neeps": 4}
TURN = 0.1  # seconds
KEPT = 10_000  # states

Game = Callable[[Random], int]


def face(variant: str, players: int) -> Game:
    """A round through the library; returns the number of events."""

    def play(chance: Random) -> int:
        state, decisions = deal(variant, NAMES[:players], seed=chance.getrandbits(32)), 0
        while not state.over:
            state = state.play(chance.choice(state.legal_events))
            decisions += 1
        return decisions

    return play


def whole(variant: str, players: int) -> Game:
    """A round through `playout`; returns the number of events."""

    def play(chance: Random) -> int:
        start = deal(variant, NAMES[:players], seed=chance.getrandbits(32))
        return len(playout(start, seed=chance.getrandbits(32)).events)

    return play


def engine(variant: str, players: int) -> Game:
    """A round through the internal engine, without an auction or passing cards."""
    table = build_table(variant, players)
    return lambda chance: play_at_random(starts(table, 1, chance)[0], chance)


def keep_states(variant: str, players: int) -> list[State]:
    """The same states each time, from as many rounds as necessary."""
    chance, kept = Random(1), list[State]()
    while len(kept) < KEPT:
        state = deal(variant, NAMES[:players], seed=chance.getrandbits(32))
        kept.append(state)
        while not state.over:
            state = state.play(chance.choice(state.legal_events))
            kept.append(state)
    return kept[:KEPT]


def memory_of_states(variant: str, players: int) -> int:
    """The bytes of kept states, with the tables of plays already filled."""
    keep_states(variant, players)
    tracemalloc.start()
    kept = keep_states(variant, players)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(kept) == KEPT
    return taken


def rate(play: Game, chance: Random, seconds: float = TURN) -> float:
    """Decisions per second of CPU time."""
    began, decisions = process_time(), 0
    while process_time() - began < seconds:
        decisions += play(chance)
    return decisions / (process_time() - began)


def rows(seconds: float = 10.0) -> Iterator[Row]:
    """For each variant, the library compared with python-chess and with the internal engine."""
    other = chess()
    for variant, players in VARIANTS.items():
        games = [face(variant, players), whole(variant, players), engine(variant, players), other]
        chance = Random(1)
        for game in games:
            rate(game, chance)
        turns = [[rate(game, chance) for game in games] for _ in range(max(3, int(seconds / (4 * TURN))))]
        names = (f"{variant}: a loop of `play`", f"{variant}: `playout`", f"{variant}: engine inside", "python-chess")
        for place, name in enumerate(names):
            yield Row(name, median(turn[place] for turn in turns), "decisions/s")
        for place in (0, 1):
            yield Row(f"{names[place]} by python-chess", 100 * median(turn[place] / turn[3] for turn in turns), "%")
        yield Row(f"{variant}: {KEPT:,} states kept", memory_of_states(variant, players) / 2**20, "MiB")


if __name__ == "__main__":
    random.seed(1)
    print_rows(rows(*map(float, sys.argv[1:])))
