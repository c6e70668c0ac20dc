"""How long exact endgames take, by the total number of cards in all hands.

Usage: python -m benchmarks.endgames [POSITIONS]

Positions are the starts of tricks in rounds of computer players (normal). Each has its own solver, and the time
includes making it. `best`: the value and a best line; `all`: also the value of every play. A position that takes longer
than a minute counts as a minute.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from statistics import quantiles
from time import process_time
from typing import NamedTuple

from benchmarks.clock import Row, print_rows
from benchmarks.engine import NAMES
from haggis_cli.analysis.solver import Solver
from haggis_cli.players.levels import Effort, load_player
from haggis_cli.players.tournament import choose_event, deal_of
from haggis_cli.plugins.registry import load
from haggis_cli.rules.events import Phase
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import Table, seat_players

LONGEST = 60.0


class Band(NamedTuple):
    """Positions of one size.

    variant: the variant.
    players: the number of players.
    fewest, most: the total number of cards in all hands.
    every_play: whether every play is valued.
    """

    variant: str
    players: int
    fewest: int
    most: int
    every_play: bool


BANDS = (
    Band("two-player", 2, 14, 17, False),
    Band("two-player", 2, 18, 21, False),
    Band("two-player", 2, 18, 21, True),
    Band("two-player", 2, 22, 25, False),
    Band("tatties", 3, 14, 17, False),
    Band("tatties", 3, 18, 21, False),
    Band("neeps", 4, 14, 17, False),
    Band("neeps", 4, 18, 21, False),
)


def starts_of_tricks(table: Table, seed: str) -> Iterator[Round]:
    """The positions at the start of each trick of a round that computer players play."""
    decide, state = load_player("normal"), begin(table, 0, deal=deal_of(table, seed, 1))
    for before in count():
        if state.over:
            return
        if state.phase is Phase.PLAY and not state.trick:
            yield state
        state = state.after(choose_event(state, decide, Effort(), seed, 1, before))


def find_positions(band: Band, positions: int) -> Iterator[tuple[Round, int | None]]:
    """One position of that size from each round that has one, and the seat that plays alone (Tatties: the Shepherd)."""
    table = seat_players(load(band.variant), NAMES[: band.players])
    chance = Random(band.variant)
    found = 0
    for number in count():
        fitting = [
            state
            for state in starts_of_tricks(table, f"round {number}")
            if band.fewest <= sum(state.sizes) <= band.most
        ]
        if fitting:
            state = chance.choice(fitting)
            bid = table.variant.betting.shepherd(state.betting)
            yield state, (bid.seat if bid else 0) if len(table.sides) > 2 else None
            found += 1
        if found == positions:
            return


def solving_seconds(band: Band, positions: int) -> list[float]:
    """The CPU seconds for each position."""
    taken = []
    for state, alone in find_positions(band, positions):
        started = process_time()
        Solver(state, alone).solve(state, seconds=LONGEST, every_play=band.every_play)
        taken.append(process_time() - started)
    return taken


def rows(positions: int = 20, bands: Sequence[Band] = BANDS) -> Iterator[Row]:
    """The median and the 90th percentile of each band."""
    for band in bands:
        tenths = quantiles(solving_seconds(band, positions), n=10, method="inclusive")
        what = "all" if band.every_play else "best"
        name = f"{band.variant}, {band.fewest}-{band.most} cards, {what}"
        yield Row(f"{name}, median", tenths[4] * 1000, "ms")
        yield Row(f"{name}, nine of ten below", tenths[8] * 1000, "ms")


if __name__ == "__main__":
    print_rows(rows(int(sys.argv[1]) if sys.argv[1:] else 20))
