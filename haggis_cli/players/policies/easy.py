"""The player who sheds cards sensibly: large low plays first, the lowest answer that beats, no looking further."""

from random import Random

from haggis_cli.players.bidding import offered_bets
from haggis_cli.players.decisions import choose_award
from haggis_cli.players.discards import choose_exchange, choose_give
from haggis_cli.players.hand_plan import HandPlan, as_event
from haggis_cli.players.levels import Effort
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.players.search.rollout_policy import PolicyWeights, choose_play
from haggis_cli.players.table_context import TableContext, table_context
from haggis_cli.players.view import View
from haggis_cli.rules.cards import suit_cards
from haggis_cli.rules.rounds.events import Bet, Bid, Event, Lead, Pass, Phase
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.lead_offers import find_lead_offer

WEIGHTS = PolicyWeights(noise=3, danger_size=4, break_rate=0.2, court_rate=0.2)
STRONG_PLAYS_PER_CARD = 0.42  # plays a card of the hand: below that a hand is thought to be strong


def decide(view: View, chance: Random, effort: Effort) -> Event:
    """What comes to mind first."""
    context = table_context(view.state.table)
    plan = context.splitter.split(view.hand, chance)
    match view.state.phase:
        case Phase.AUCTION:
            bids = [Bid(bet.seat, bet.amount) for bet in offered_bets(view)]
            return _lowest_bet_or_bid(view, plan, bids) or Pass(view.seat)
        case Phase.EXCHANGE:
            return choose_exchange(view, context, chance)
        case Phase.PASSING:
            return choose_give(view, context, chance)
        case Phase.AWARD:
            return choose_award(view)
        case _:
            return _lowest_bet_or_bid(view, plan, offered_bets(view)) or _choose_play(view, context, plan, chance)


def decide_lead(view: View, chance: Random, effort: Effort) -> Lead | None:
    """The lead for a partner who holds no more cards than the opponent who would lead."""
    state = view.state
    offer = find_lead_offer(state)
    return Lead(view.seat, offer.to) if offer and state.sizes[offer.to] <= state.sizes[state.turn] else None


def _lowest_bet_or_bid(view: View, plan: HandPlan, events: list[Bet] | list[Bid]) -> Event | None:
    """The lowest of these bets or bids, if the hand looks strong and the own side has made none."""
    opponents = view.state.table.opponents(view.seat)
    made = any(event.seat not in opponents for event in view.state.betting)
    if made or len(plan) > STRONG_PLAYS_PER_CARD * suit_cards(view.hand).bit_count():
        return None
    return next((event for event in events if judge(view.state, event) is None), None)


def _choose_play(view: View, context: TableContext, plan: HandPlan, chance: Random) -> Event:
    rollout = Rollout(context, view.state, chance)
    rollout.hands[view.seat], rollout.plans[view.seat] = view.hand, plan
    return as_event(view, choose_play(rollout, WEIGHTS))
