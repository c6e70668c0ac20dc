"""What computer players cost: rounds played out in the head, and the search of the hard level.

Usage: python -m benchmarks.players [ROUNDS]

One row a variant: rounds that a second plays out by routine from the deal on, and rounds that the search looks at in a
second of thinking about the first lead, each also for one calibration loop (a million additions) of the same run.
"""

import sys
from random import Random

from benchmarks.clock import calibration, seconds
from haggis_cli.players.arena import Arena
from haggis_cli.players.dealing import random_deal
from haggis_cli.players.levels import Effort
from haggis_cli.players.normal_player import planned
from haggis_cli.players.playout import Playout
from haggis_cli.players.routine import play_out
from haggis_cli.players.tree import Search
from haggis_cli.players.view import view_of
from haggis_cli.registry import found, load
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.round import Phase, Round, begin
from haggis_cli.rules.table import seat_players

NAMES = ("Noah", "Isla", "Jamie", "Rory")


def played_out(arena: Arena, starts: list[Round], chance: Random) -> None:
    """Play every round to its end by routine."""
    for start in starts:
        assert start.hands is not None
        now = Playout(arena, start, chance).with_hands([hand | COURTS for hand in start.hands], 0)
        now.over = False
        play_out(now)
        now.result()


def looked_at(start: Round, chance: Random, rounds: int) -> int:
    """Search for a first lead; how many rounds were looked at."""
    view, arena = view_of(start, start.turn), Arena(start.table)
    search = Search(view, arena, chance, planned(view, arena, chance))
    search.best(Effort(playouts=rounds))
    return search.looks


def main(rounds: int = 300) -> None:
    """Measures and prints a table."""
    unit = seconds(calibration)
    print(f"calibration loop: {unit * 1000:.1f} ms")
    print(f"{'':24}{'played out/s':>14}{'a loop':>9}{'looked at/s':>14}{'a loop':>9}")
    for variant_id in found():
        variant = load(variant_id)
        for players in variant.players:
            chance = Random(1)
            table = seat_players(variant, NAMES[:players])
            starts = [begin(table, 0, deal=random_deal(table, chance)) for _ in range(rounds)]
            ready = [start for start in starts if start.phase is Phase.PLAY] or starts
            arena = Arena(table)
            plain = len(ready) / seconds(lambda: played_out(arena, ready, chance), 3)  # noqa: B023 - used at once
            looks = looked_at(ready[0], chance, rounds)
            deep = looks / seconds(lambda: looked_at(ready[0], chance, rounds), 3)  # noqa: B023 - used at once
            row = f"{variant_id} {players}"
            print(f"{row:24}{plain:14.0f}{plain * unit:9.1f}{deep:14.0f}{deep * unit:9.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
