"""How many steps `haggis_cli.env` takes in a second, chosen at random from the mask, as learning programs begin.

Usage: python -m benchmarks.environment [SECONDS]

A step is one action: `last` with its observation and mask, the choice, and `step`. An event is a play, a pass, a bet:
most are one action, some are several. Rounds are dealt anew all the time. Needs the extra `env`.
"""

import sys
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from benchmarks.clock import Row, print_rows
from haggis_cli import env, load_variant, variant_ids


def rates(table: Any, seconds: float, chance: Random) -> tuple[float, float]:
    """Steps and events in a second of the processor."""
    steps = events = 0
    started = process_time()
    while process_time() - started < seconds:
        table.reset()
        for _ in table.agent_iter():
            seen, _, ended, _, _ = table.last()
            if not ended:
                steps += 1
            table.step(None if ended else int(chance.choice(seen["action_mask"].nonzero()[0])))
        events += len(table.round.events)
    taken = process_time() - started
    return steps / taken, events / taken


def rows(seconds: float = 3) -> Iterator[Row]:
    """Steps and events of every variant, for every number of players."""
    for variant in variant_ids():
        for players in load_variant(variant).players:
            table, chance = env(variant, players), Random(1)
            table.reset(seed=1)
            rates(table, seconds / 4, chance)  # lists of plays are joined from tables that fill as they are used
            steps, events = rates(table, seconds, chance)
            yield Row(f"{variant} for {players}, steps", steps, "steps/s")
            yield Row(f"{variant} for {players}, events", events, "events/s")


if __name__ == "__main__":
    print_rows(rows(*map(float, sys.argv[1:2])))
