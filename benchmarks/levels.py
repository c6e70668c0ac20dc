"""The points per round that computer players give away, by level, with all hands open.

Usage: python -m benchmarks.levels [ROUNDS [CARDS [PLAYOUTS [LEVEL...]]]]

Two players of a level play the same deals as those of every other level. Each round is reviewed from the point where
both hands together have at most CARDS cards, without a time limit: every counted play is known exactly, so levels are
comparable and the figures are the same on every machine. Earlier losses are not counted. With `all` for CARDS, whole
rounds are reviewed, 10 seconds each: the figures are the proven losses, and estimates of the rest.
"""

import sys
from collections.abc import Sequence
from math import inf, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from benchmarks.engine import NAMES
from haggis_cli.analysis.review import Losses, RoundStep, count_decisions, count_losses, review_round
from haggis_cli.players.hard import estimate_play
from haggis_cli.players.levels import LEVELS, Effort, load_player
from haggis_cli.players.tournament import choose_event, deal_of
from haggis_cli.plugins.registry import load
from haggis_cli.rules.events import Phase
from haggis_cli.rules.round import begin
from haggis_cli.rules.variant import Table, seat_players

WHOLE_ROUND_SECONDS = 10.0


class LevelFigures(NamedTuple):
    """The results of the rounds of a level.

    lost: the points that both players gave away in each round.
    plays: the number of plays and passes reviewed.
    best: the number of them that were best.
    """

    lost: list[int]
    plays: int
    best: int

    @property
    def interval(self) -> float:
        """The margin of error of the mean of the points lost (95 %)."""
        return 1.96 * stdev(self.lost) / sqrt(len(self.lost)) if len(self.lost) > 1 else inf


def play_steps(table: Table, level: str, number: int, effort: Effort) -> list[RoundStep]:
    """A round that players of this level play, event by event."""
    decide, seed = load_player(level), "levels"
    state, steps = begin(table, number % len(table.names), deal=deal_of(table, seed, number)), list[RoundStep]()
    while not state.over:
        event = choose_event(state, decide, effort, seed, number, len(steps))
        steps.append((state, event, state.after(event)))
        state = steps[-1][2]
    return steps


def review_end(steps: list[RoundStep], cards: int) -> list[Losses]:
    """The players' exact losses from this many cards on."""
    late = [step for step in steps if step[0].phase is not Phase.OVER and sum(step[0].sizes) <= cards]
    found = list(count_losses(review_round(late, inf)).values()) if count_decisions(late) else []
    assert all(each.exact == each.plays for each in found)
    return found


def review_whole(steps: list[RoundStep]) -> list[Losses]:
    """The players' losses in the whole round, as far as they are proven or estimated."""
    return list(count_losses(review_round(steps, WHOLE_ROUND_SECONDS, estimate=estimate_play)).values())


def measure(table: Table, level: str, rounds: int, cards: int | None, effort: Effort) -> LevelFigures:
    """Play and review the rounds of a level, from this many cards on or whole."""
    lost, plays, best = [], 0, 0
    for number in range(1, rounds + 1):
        steps = play_steps(table, level, number, effort)
        found = review_whole(steps) if cards is None else review_end(steps, cards)
        lost.append(sum(each.lost + each.about for each in found))
        plays, best = plays + sum(each.plays for each in found), best + sum(each.best for each in found)
    return LevelFigures(lost, plays, best)


def print_levels(rounds: int, cards: int | None, playouts: int, levels: Sequence[str]) -> None:
    """Print a line for each level as soon as it is known."""
    table = seat_players(load("two-player"), NAMES[:2])
    reviewed = "whole ones" if cards is None else f"from {cards} cards in both hands on"
    print(f"{rounds} rounds a level, {reviewed}; hard with {playouts} playouts")
    print(f"{'':10}{'points lost a round':>24}{'a play':>10}{'best plays':>14}")
    for level in levels:
        found = measure(table, level, rounds, cards, Effort(playouts=playouts))
        lost = f"{fmean(found.lost):.1f} ± {found.interval:.1f}"
        best = f"{found.best / found.plays:.0%} of {found.plays}"
        print(f"{level:10}{lost:>24}{sum(found.lost) / found.plays:>10.2f}{best:>14}", flush=True)


if __name__ == "__main__":
    given = sys.argv[1:4]
    rounds, cards, playouts = [*given, *("100", "22", "600")[len(given) :]]
    print_levels(int(rounds), None if cards == "all" else int(cards), int(playouts), sys.argv[4:] or tuple(LEVELS))
