"""Looking ahead without a tree: how the round tends to end from here, over deals that fit what a seat has seen."""

from collections.abc import Callable
from random import Random

from haggis_cli.players.search.determinization import Unseen
from haggis_cli.players.search.rollout import Playout
from haggis_cli.players.search.rollout_policy import play_out
from haggis_cli.players.table_facts import Arena, Result
from haggis_cli.players.view import View
from haggis_cli.rules.betting.free_bets import Stakes
from haggis_cli.rules.round import Round

World = tuple[list[int], int]
"""All hands and the haggis, as bits."""


def worlds(view: View, chance: Random, number: int) -> list[World]:
    """So many guesses at what everybody holds."""
    unseen = Unseen(view)
    return [unseen.guess(chance) for _ in range(number)]


def endings(
    arena: Arena,
    start: Round,
    guessed: list[World],
    chance: Random,
    first: Callable[[Playout], None] | None = None,
) -> list[Result]:
    """How the round ends from `start` in each world; `first` does what is to be tried, before everybody goes on."""
    template = Playout(arena, start, chance)
    results = []
    for hands, haggis in guessed:
        now = template.with_hands(hands[:], haggis)
        if first:
            first(now)
        play_out(now)
        results.append(now.result())
    return results


def mean_gain(arena: Arena, results: list[Result], stakes: Stakes, seat: int) -> float:
    """What a seat's side gains on average with these bets."""
    return sum(arena.gains(result, stakes)[seat] for result in results) / len(results)
