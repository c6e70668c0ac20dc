"""The player who searches: plans as the normal player does, and plays something else where that does better."""

from random import Random

from haggis_cli.players.decisions import choose_lead, decide_before_play
from haggis_cli.players.hand_plan import as_event
from haggis_cli.players.levels import Effort
from haggis_cli.players.policies.normal import plan_play
from haggis_cli.players.search.endings import avoid_dominated, solve_endings
from haggis_cli.players.search.tree import Search
from haggis_cli.players.table_context import table_context
from haggis_cli.players.view import View
from haggis_cli.rules.rounds.events import Event, Lead

FEWEST_ROLLOUTS = 40  # deals that are guessed for a bet or a bid
MOST_ROLLOUTS = 160  # with a second of effort, or more


def decide(view: View, chance: Random, effort: Effort) -> Event:
    """What does best over the deals that fit what the seat has seen."""
    begun, context = effort.clock(), table_context(view.state.table)
    event = decide_before_play(view, context, chance, _rollout_count(effort))
    if event:
        return event
    values = solve_endings(view, context, chance, effort)
    search = Search(view, context, chance, plan_play(view, context, chance))
    left = effort._replace(seconds=effort.seconds - (effort.clock() - begun))
    return avoid_dominated(as_event(view, search.find_best_play(left)), values)


def decide_lead(view: View, chance: Random, effort: Effort) -> Lead | None:
    """The lead for the partner, where the deals that fit end better so."""
    return choose_lead(view, table_context(view.state.table), chance, _rollout_count(effort))


def _rollout_count(effort: Effort) -> int:
    wanted = effort.seconds * MOST_ROLLOUTS if effort.playouts is None else effort.playouts
    return int(max(FEWEST_ROLLOUTS, min(MOST_ROLLOUTS, wanted)))
