"""The player who searches: plans as the normal player does, and plays something else where that does better.

Where few cards are left, guessed deals are solved besides (`solve_endings`).
"""

from collections.abc import Iterator
from dataclasses import replace
from math import comb
from random import Random
from typing import TypeAlias

from haggis_cli.analysis.scoring import Unsolvable
from haggis_cli.analysis.solver import Solver
from haggis_cli.players.candidate_plays import TableContext, table_context
from haggis_cli.players.hand_plan import as_cards, as_event
from haggis_cli.players.inference import UnseenCards
from haggis_cli.players.levels import Effort, View
from haggis_cli.players.policies import choose_lead, decide_before_play, plan_play
from haggis_cli.players.tree import Search
from haggis_cli.rules.cards import unpack
from haggis_cli.rules.events import Event, Lead, Phase
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table

FEWEST_ROLLOUTS = 40  # deals that are guessed for a bet or a bid
MOST_ROLLOUTS = 160  # with a second of effort, or more


def decide_hard(view: View, chance: Random, effort: Effort) -> Event:
    """What does best over the deals that fit what the seat has seen."""
    begun, context = effort.clock(), table_context(view.state.table)
    event = decide_before_play(view, context, chance, _rollout_count(effort))
    if event:
        return event
    values = solve_endings(view, context, chance, effort)
    search = Search(view, context, chance, plan_play(view, context, chance))
    left = effort._replace(seconds=effort.seconds - (effort.clock() - begun))
    return avoid_dominated(as_event(view, search.find_best_play(left)), values)


def decide_lead_hard(view: View, chance: Random, effort: Effort) -> Lead | None:
    """The lead for the partner, where the deals that fit end better so."""
    return choose_lead(view, table_context(view.state.table), chance, _rollout_count(effort))


def _rollout_count(effort: Effort) -> int:
    wanted = effort.seconds * MOST_ROLLOUTS if effort.playouts is None else effort.playouts
    return int(max(FEWEST_ROLLOUTS, min(MOST_ROLLOUTS, wanted)))


# Endings: what everything that may be done brings in deals that fit what a seat has seen, found exactly.
#
# A search goes by how rounds tend to end, and now and then takes a play that no hidden hand excuses. Where few cards
# are left, a choice therefore gives way to another that is nowhere worse and somewhere better. The best mean of exact
# values would be a poor guide: each of them takes for granted that the player knows the deal.


MOST_CARDS = 14  # in all hands, and half as many in one: up to there a deal takes about a hundredth of a second
FEWEST_DEALS = 8  # to go by, where there are more
TIME_SHARE = 0.3  # of a decision, once these are solved
MOST_TIME_SHARE = 0.7  # of a decision, for these
DEALS_PER_PLAYOUT = 0.1  # where effort is counted in playouts
MOST_NODES = 50_000  # of a deal, likewise
Values: TypeAlias = dict[Event, list[int]]
"""What each event brings the own side in each of the deals that were solved."""


def solve_endings(view: View, context: TableContext, chance: Random, effort: Effort) -> Values:
    """What each event brings in as many deals as the effort allows; empty where too few could be solved."""
    state = view.state
    if state.phase is not Phase.PLAY or sum(state.sizes) > MOST_CARDS or max(state.sizes) > MOST_CARDS // 2:
        return {}
    table = _with_bets_as_bonus(context, state)
    if table is None:
        return {}
    values: Values = {}
    unseen, solved = UnseenCards(view), 0
    possible = _count_deals(unseen)
    wanted = possible if effort.playouts is None else max(FEWEST_DEALS, int(effort.playouts * DEALS_PER_PLAYOUT))
    begun = effort.clock()
    for deal in _distinct_deals(unseen, state._replace(table=table), min(wanted, possible), chance):
        spent = effort.clock() - begun
        if effort.playouts is None and solved >= FEWEST_DEALS and spent > TIME_SHARE * effort.seconds:
            break
        found = _solve(deal, effort, spent)
        if found is None:
            break
        solved += 1
        for event, value in found.items():
            values.setdefault(event, []).append(value)
    return values if solved >= min(FEWEST_DEALS, possible) else {}


def avoid_dominated(chosen: Event, values: Values) -> Event:
    """The choice; or, where others are in no deal worse and in some better, the one of them with the best mean."""
    own = values.get(chosen)
    if own is None:
        return chosen
    dominating = [
        event
        for event, other in values.items()
        if other != own and all(one >= two for one, two in zip(other, own, strict=True))
    ]
    return max(dominating, key=lambda event: sum(values[event]), default=chosen)


def _with_bets_as_bonus(context: TableContext, state: Round) -> Table | None:
    """The table with what bets bring whoever goes out first as a bonus for that; None where they are no such thing.

    The solver knows no bets; between two players every bet hangs on who goes out first.
    """
    table = state.table
    variant, players = table.variant, len(table.names)
    stakes = variant.betting.stakes(table, state.betting)
    if not any(stakes):
        return table
    if players != 2:
        return None
    (own, others), (mine, theirs) = (context.bonus_and_bet_points(stakes, (seat,)) for seat in (0, 1))
    bonus, odd = divmod(own - others + theirs - mine, 2)
    if odd or bonus < 0:
        return None
    return table._replace(variant=replace(variant, first_out_bonus={players: bonus}))


def _count_deals(unseen: UnseenCards) -> int:
    """How many ways there are to deal the cards that the seat does not know."""
    left, number = len(unseen.cards), 1
    for size in unseen.unknown_counts:
        number *= comb(left, size)
        left -= size
    return number


def _distinct_deals(unseen: UnseenCards, state: Round, number: int, chance: Random) -> Iterator[Round]:
    """So many different deals that fit, each as the round in which all hands are open."""
    known: set[tuple[int, ...]] = set()
    while len(known) < number:
        hands, haggis = unseen.sample_determinization(chance)
        key = tuple(hands)
        if key not in known:
            known.add(key)
            yield state._replace(hands=tuple(map(as_cards, hands)), haggis=tuple(unpack(as_cards(haggis))))


def _solve(deal: Round, effort: Effort, spent: float) -> dict[Event, int] | None:
    """What each event brings in a deal; None if it cannot be solved, or not in time."""
    seconds = max(MOST_TIME_SHARE * effort.seconds - spent, 0.0) if effort.playouts is None else None
    try:
        solution = Solver(deal).solve(deal, seconds=seconds, nodes=None if seconds is not None else MOST_NODES)
    except Unsolvable:
        return None
    if not all(play.exact for play in solution.plays):
        return None
    return {play.event: play.low for play in solution.plays}
