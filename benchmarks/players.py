"""What computer players do in a second: rounds played out in the head, and rounds that the hard level looks at.

Usage: python -m benchmarks.players [ROUNDS]

A round looked at is a full simulation: hands guessed, the tree of plays gone down, the round played out and scored.
"""

import sys
from collections.abc import Iterator
from random import Random

from benchmarks.clock import Row, busy, print_rows
from benchmarks.engine import NAMES
from haggis_cli.players.levels import Effort
from haggis_cli.players.matches import random_deal
from haggis_cli.players.policies.normal import plan_play
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.players.search.rollout_policy import play_to_end
from haggis_cli.players.search.tree import Search
from haggis_cli.players.table_context import TableContext
from haggis_cli.players.view import view_of
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.events import Phase
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.table import seat_players


def played_out(arena: TableContext, starts: list[Round], chance: Random) -> None:
    """Play every round to its end by routine."""
    for start in starts:
        assert start.hands is not None
        now = Rollout(arena, start, chance).with_hands([hand | COURTS for hand in start.hands], 0)
        now.over = False
        play_to_end(now)
        now.result()


def looked_at(start: Round, chance: Random, rounds: int) -> int:
    """Search for a first lead; how many rounds were looked at."""
    view, arena = view_of(start, start.turn), TableContext(start.table)
    search = Search(view, arena, chance, plan_play(view, arena, chance))
    search.find_best_play(Effort(playouts=rounds))
    return search.rollouts


def rows(rounds: int = 300) -> Iterator[Row]:
    """Every figure of the computer players."""
    for variant_id in installed_claims():
        variant = load(variant_id)
        for players in variant.players:
            chance = Random(1)
            table = seat_players(variant, NAMES[:players])
            starts = [begin(table, 0, deal=random_deal(table, chance)) for _ in range(rounds)]
            ready = [start for start in starts if start.phase is Phase.PLAY] or starts
            arena, game = TableContext(table), f"{variant_id}, {players} players"
            taken = busy(lambda: played_out(arena, ready, chance), 3)  # noqa: B023 - used at once
            yield Row(f"rounds played out, {game}", len(ready) / taken, "rounds/s")
            looks = looked_at(ready[0], chance, rounds)
            taken = busy(lambda: looked_at(ready[0], chance, rounds), 3)  # noqa: B023 - used at once
            yield Row(f"hard looks at, {game}", looks / taken, "rounds/s")


if __name__ == "__main__":
    print_rows(rows(*map(int, sys.argv[1:2])))
