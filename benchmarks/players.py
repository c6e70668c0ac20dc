"""The speed of computer players: rollouts, and the rollouts in a search of the hard level.

Usage: python -m benchmarks.players [ROUNDS]

A rollout in a search is a full simulation: it guesses the hands, descends the tree, and plays and scores the round.
"""

import sys
from collections.abc import Iterator
from random import Random

from benchmarks.clock import Row, busy, print_rows
from benchmarks.engine import NAMES
from haggis_cli.players.candidate_plays import TableContext
from haggis_cli.players.hard import Search
from haggis_cli.players.levels import Effort, view_of
from haggis_cli.players.policies import plan_play
from haggis_cli.players.rollout import Rollout, play_to_end
from haggis_cli.players.tournament import random_deal
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.events import Phase
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players


def play_out(context: TableContext, starts: list[Round], chance: Random) -> None:
    """Play every round to its end with the rollout policy."""
    for start in starts:
        assert start.hands is not None
        rollout = Rollout(context, start, chance).with_hands([hand | COURTS for hand in start.hands], 0)
        rollout.over = False
        play_to_end(rollout)
        rollout.result()


def count_rollouts(start: Round, chance: Random, rounds: int) -> int:
    """Search for a first lead; returns the number of rollouts."""
    view, context = view_of(start, start.turn), TableContext(start.table)
    search = Search(view, context, chance, plan_play(view, context, chance))
    search.find_best(Effort(playouts=rounds))
    return len(search.results)


def rows(rounds: int = 300) -> Iterator[Row]:
    """Every figure of the computer players."""
    for variant_id in installed_claims():
        variant = load(variant_id)
        for players in variant.players:
            chance = Random(1)
            table = seat_players(variant, NAMES[:players])
            starts = [begin(table, 0, deal=random_deal(table, chance)) for _ in range(rounds)]
            in_play = [start for start in starts if start.phase is Phase.PLAY] or starts
            context, game = TableContext(table), f"{variant_id}, {players} players"
            taken = busy(lambda: play_out(context, in_play, chance), 3)  # noqa: B023 - used at once
            yield Row(f"rounds played out, {game}", len(in_play) / taken, "rounds/s")
            rollouts = count_rollouts(in_play[0], chance, rounds)
            taken = busy(lambda: count_rollouts(in_play[0], chance, rounds), 3)  # noqa: B023 - used at once
            yield Row(f"hard looks at, {game}", rollouts / taken, "rounds/s")


if __name__ == "__main__":
    print_rows(rows(*map(int, sys.argv[1:2])))
