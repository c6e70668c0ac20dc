"""A million random rounds through the engine and the reference: `python -m tests.rules.reference.many_rounds FILE`.

Rounds are numbered, and the number decides variant, options, deal and plays. How far it got is kept in FILE every few
seconds: run again, it goes on. What differs ends it with the events and the number.
"""

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tests.rules.duel import GAMES, QuickDuel

BLOCK = 240


class Tally(NamedTuple):
    """How far it got: rounds played, events that happened, things said that were refused, seconds of processors."""

    rounds: int = 0
    events: int = 0
    refused: int = 0
    seconds: float = 0.0

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        rounds, events, refused, seconds = other
        return Tally(self.rounds + rounds, self.events + events, self.refused + refused, self.seconds + seconds)


def play(number: int) -> QuickDuel:
    """The round of that number, played and compared."""
    name, players, options = GAMES[number % len(GAMES)]
    duel = QuickDuel(name, players, options, f"round {number}")
    duel.play_out()
    duel.compare_results()
    return duel


def play_block(first: int) -> Tally:
    """The rounds from that number on."""
    started = time.process_time()
    gc.disable()  # there is no garbage but what a block leaves
    events = refused = 0
    for number in range(first, first + BLOCK):
        try:
            duel = play(number)
        except Exception as error:
            raise AssertionError(f"round {number}: {error!r}") from error
        events += len(duel.log)
        refused += duel.refused
    gc.collect()
    return Tally(BLOCK, events, refused, time.process_time() - started)


def played(done: Tally, rounds: int, jobs: int) -> Iterator[Tally]:
    """The tally after every block."""
    blocks = iter(range(done.rounds, rounds, BLOCK))
    with ProcessPoolExecutor(jobs) as pool:
        while some := list(islice(blocks, jobs * 4)):
            for tally in pool.map(play_block, some):
                done = done.plus(tally)
                yield done


def main() -> int:
    """Play on from where it got to."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.reference.many_rounds", description=__doc__)
    parser.add_argument("file", type=Path, help="where is kept how far it got")
    parser.add_argument("--rounds", type=int, default=1_000_000, help="up to how many (default: a million)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    done = Tally(**json.loads(chosen.file.read_text(encoding="utf-8"))) if chosen.file.exists() else Tally()
    try:
        for tally in played(done, chosen.rounds, chosen.jobs):
            done = tally
            beside = chosen.file.with_name(f"{chosen.file.name}.new")
            beside.write_text(json.dumps(done._asdict()) + "\n", encoding="utf-8")
            beside.replace(chosen.file)
    except AssertionError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(
        f"{done.rounds} rounds of {len(GAMES)} games: {done.events} events happened and {done.refused} were refused, "
        f"engine and reference agreed on all; {done.seconds:.0f} s\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
