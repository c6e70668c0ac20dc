"""The player who plans the hand, counts cards and keeps bombs and court cards for when they decide."""

from random import Random

from haggis_cli.players.candidate_plays import answers, leads, whole
from haggis_cli.players.card_counting import Count
from haggis_cli.players.decisions import besides
from haggis_cli.players.hand_plan import Deed, Plan, burden, shape_of
from haggis_cli.players.levels import Effort
from haggis_cli.players.named_plays import said
from haggis_cli.players.search.rollout import Playout
from haggis_cli.players.search.rollout_policy import Manner, routine
from haggis_cli.players.table_facts import Arena, arena_of
from haggis_cli.players.view import View
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.events import Event

PLAYOUTS = 40  # guessed deals for a bet or a bid
SPLITS = 12
MANNER = Manner(shake=0)


def decide(view: View, chance: Random, effort: Effort) -> Event:
    """A bet on a strong hand, a play that cannot be beaten where the rest then goes, else what the plan says."""
    arena = arena_of(view.state.table)
    return besides(view, arena, chance, PLAYOUTS) or said(view, planned(view, arena, chance))


def planned(view: View, arena: Arena, chance: Random) -> Deed | None:
    """What to play by plan and by counting cards; None for a pass."""
    plan = min((arena.splitter.split(view.hand, chance) for _ in range(SPLITS)), key=burden)
    deed = _way_out(view, arena, plan, chance)
    if deed:
        return deed
    now = Playout(arena, view.state, chance)
    now.hands[view.seat], now.plans[view.seat] = view.hand, plan
    return routine(now, MANNER)


def _way_out(view: View, arena: Arena, plan: Plan, chance: Random) -> Deed | None:
    """A play that nobody can beat, if all that is left after it cannot be beaten either, but for one last play."""
    count, over = Count(view, arena), view.state.over_reading
    if over is None:
        at_once: list[Deed] = whole(arena, view.hand)
        plays = leads(arena, view.hand, chance)
    else:
        at_once = [
            deed for deed in answers(arena, view.hand, shape_of(over), over.rank, plan) if deed.cards == view.hand
        ]
        plays = answers(arena, view.hand, shape_of(over), over.rank, plan)
    if at_once:
        return at_once[0]
    for deed in plays:
        if count.sure(deed):
            rest = view.hand & ~deed.cards
            left = [*arena.splitter.split(rest, chance), *count.courts(rest & COURTS)]
            if sum(not count.sure(each) for each in left) <= 1:
                return deed
    return None
