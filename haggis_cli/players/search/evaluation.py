"""Looking ahead without a tree: how the round tends to end from here, over deals that fit what a seat has seen."""

from collections.abc import Callable
from random import Random

from haggis_cli.players.inference.explained_deals import ExplainedDeals
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.players.search.rollout_policy import play_to_end
from haggis_cli.players.table_context import RolloutResult, TableContext, table_context
from haggis_cli.players.view import View
from haggis_cli.rules.betting.base import Stakes
from haggis_cli.rules.rounds.round import Round

Determinization = tuple[list[int], int]
"""All hands and the haggis, as bits."""


def sample_determinizations(view: View, chance: Random, number: int) -> list[Determinization]:
    """So many guesses of what everybody holds; the same one may come twice."""
    deals = ExplainedDeals(view, table_context(view.state.table))
    return [deals.sample(chance) for _ in range(number)]


def run_rollouts(
    context: TableContext,
    start: Round,
    determinizations: list[Determinization],
    chance: Random,
    first: Callable[[Rollout], None] | None = None,
) -> list[RolloutResult]:
    """How the round ends from `start` with each guess of the hands; `first` acts before everybody goes on."""
    template = Rollout(context, start, chance)
    results = []
    for hands, haggis in determinizations:
        rollout = template.with_hands(hands[:], haggis)
        if first:
            first(rollout)
        play_to_end(rollout)
        results.append(rollout.result())
    return results


def mean_gain(context: TableContext, results: list[RolloutResult], stakes: Stakes, seat: int) -> float:
    """What a seat's side gains on average with these bets."""
    return sum(context.gains(result, stakes)[seat] for result in results) / len(results)
