"""The player who plans the hand, counts cards and keeps bombs and court cards for when they decide."""

from random import Random

from haggis_cli.players.candidate_plays import candidate_answers, candidate_leads, whole_hand_plays
from haggis_cli.players.card_counting import CardCounter
from haggis_cli.players.decisions import decide_before_play
from haggis_cli.players.hand_plan import CandidatePlay, HandPlan, plan_cost, shape_of
from haggis_cli.players.levels import Effort
from haggis_cli.players.named_plays import as_event
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.players.search.rollout_policy import PolicyWeights, choose_play
from haggis_cli.players.table_facts import TableContext, table_context
from haggis_cli.players.view import View
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.events import Event

ROLLOUTS = 40  # guessed deals for a bet or a bid
SPLITS = 12
WEIGHTS = PolicyWeights(noise=0)


def decide(view: View, chance: Random, effort: Effort) -> Event:
    """A bet on a strong hand, a play that cannot be beaten where the rest then goes, else what the plan says."""
    arena = table_context(view.state.table)
    return decide_before_play(view, arena, chance, ROLLOUTS) or as_event(view, plan_play(view, arena, chance))


def plan_play(view: View, arena: TableContext, chance: Random) -> CandidatePlay | None:
    """What to play by plan and by counting cards; None for a pass."""
    plan = min((arena.splitter.split(view.hand, chance) for _ in range(SPLITS)), key=plan_cost)
    deed = _find_winning_play(view, arena, plan, chance)
    if deed:
        return deed
    now = Rollout(arena, view.state, chance)
    now.hands[view.seat], now.plans[view.seat] = view.hand, plan
    return choose_play(now, WEIGHTS)


def _find_winning_play(view: View, arena: TableContext, plan: HandPlan, chance: Random) -> CandidatePlay | None:
    """A play that nobody can beat, if all that is left after it cannot be beaten either, but for one last play."""
    count, over = CardCounter(view, arena), view.state.reading_to_beat
    if over is None:
        at_once: list[CandidatePlay] = whole_hand_plays(arena, view.hand)
        plays = candidate_leads(arena, view.hand, chance)
    else:
        at_once = [
            deed
            for deed in candidate_answers(arena, view.hand, shape_of(over), over.rank, plan)
            if deed.cards == view.hand
        ]
        plays = candidate_answers(arena, view.hand, shape_of(over), over.rank, plan)
    if at_once:
        return at_once[0]
    for deed in plays:
        if count.is_unbeatable(deed):
            rest = view.hand & ~deed.cards
            left = [*arena.splitter.split(rest, chance), *count.court_plays(rest & COURTS)]
            if sum(not count.is_unbeatable(each) for each in left) <= 1:
                return deed
    return None
