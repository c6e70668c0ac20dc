"""The steps per second of `haggis_cli.env` and of PettingZoo's own games, with random actions.

Usage: python -m benchmarks.environment [SECONDS]          with `pip install 'haggis-cli[bench,env]'`

A step is one action: `last` with its observation and mask, the choice from the mask, and `step`. When a round ends, a
new one is dealt. The Haggis games, leduc_holdem and tictactoe, as PettingZoo's `env()` makes them, take turns of a
fifth of a second each, in one process, by CPU time; the ratios are medians of the ratios within each turn.
"""

import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks.clock import Row, print_rows
from haggis_cli import env, load_variant, variant_ids

MODULES = {"leduc_holdem": "leduc_holdem_v4", "tictactoe": "tictactoe_v3"}
TURN = 0.2  # seconds


def rate(table: Any, chance: Random, seconds: float = TURN) -> float:
    """Steps per second of CPU time."""
    steps, began = 0, process_time()
    while process_time() - began < seconds:
        table.reset()
        for _ in table.agent_iter():
            seen, _, ended, _, _ = table.last()
            steps += not ended
            table.step(None if ended else int(chance.choice(seen["action_mask"].nonzero()[0])))
    return steps / (process_time() - began)


def rows(seconds: float = 3) -> Iterator[Row]:
    """The steps of every variant for every number of players, and those of PettingZoo's own games."""
    warnings.simplefilter("ignore", DeprecationWarning)  # this way of making its games works with all versions
    others = [import_module(f"pettingzoo.classic.{module}").env() for module in MODULES.values()]
    for variant in variant_ids():
        for players in load_variant(variant).players:
            game, chance = f"{variant} for {players}", Random(1)
            tables = [env(variant, players), *others]
            for table in tables:
                table.reset(seed=1)
                rate(table, chance, seconds / 3)  # warms up the tables for lists of plays
            turns = [[rate(table, chance) for table in tables] for _ in range(max(3, int(seconds / TURN)))]
            yield Row(game, median(turn[0] for turn in turns), "steps/s")
            for place, name in enumerate(MODULES, 1):
                yield Row(f"{game} by {name}", median(turn[0] / turn[place] for turn in turns), "times")
    for table, name in zip(others, MODULES, strict=True):
        yield Row(name, rate(table, Random(1), seconds), "steps/s")


if __name__ == "__main__":
    print_rows(rows(*map(float, sys.argv[1:2])))
