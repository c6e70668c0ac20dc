"""The end of a hand in a rollout: a play after which all the rest goes in one more, court cards filling in.

Plans leave court cards out, so the policy alone never sees that, say, a pair, a single and two court cards are a stair.
Between two, players who do see it score 3 points a round more than the policy alone; where more play they gain nothing,
and it takes two thirds more time.
"""

from haggis_cli.players.candidate_plays import candidate_answers, filled_leads, leads_of_plans, whole_hand_plays
from haggis_cli.players.hand_plan import BOMB, CandidatePlay
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.rules.cards import COURTS, suit_cards

MOST_CARDS = 8  # in the hand: with more it takes longer than it gains


def find_finish(rollout: Rollout) -> CandidatePlay | None:
    """The play with which the seat whose turn it is goes out now or with its next play; it is taken off the plan."""
    seat = rollout.turn
    hand, size = rollout.hands[seat], rollout.sizes[seat]
    if len(rollout.hands) > 2 or not 2 <= size <= MOST_CARDS or not hand & COURTS:
        return None
    place = (hand, rollout.shape, rollout.rank) if rollout.winner >= 0 else (hand, -1, 0)
    if place in rollout.finishes:
        found = rollout.finishes[place]
    else:
        found = rollout.finishes[place] = _choose(rollout, hand)
    if found:
        _take_off_plan(rollout, seat, found)
    return found


def _choose(rollout: Rollout, hand: int) -> CandidatePlay | None:
    """Of the plays that leave one more, a large and high one, bombs before others: it is to win the trick."""
    best, best_value = None, 0
    for candidate in _candidates(rollout, hand):
        rest = hand & ~candidate.cards
        if not rest:
            return candidate
        value = 4 * candidate.size + candidate.rank + (16 if candidate.shape == BOMB else 0)
        if value > best_value and whole_hand_plays(rollout.context, rest):
            best, best_value = candidate, value
    return best


def _candidates(rollout: Rollout, hand: int) -> list[CandidatePlay]:
    context, seat = rollout.context, rollout.turn
    plan = rollout.plans[seat]
    if plan is None:
        plan = rollout.plans[seat] = context.splitter.split(hand, rollout.chance)
    if rollout.winner < 0:
        return [*leads_of_plans(context, hand, [plan]), *filled_leads(context, hand)]
    return candidate_answers(context, hand, rollout.shape, rollout.rank, plan)


def _take_off_plan(rollout: Rollout, seat: int, play: CandidatePlay) -> None:
    """Leave the plan without the play; if it was no part of it, a new plan is due."""
    plan, cards = rollout.plans[seat], suit_cards(play.cards)
    if plan is not None and cards:
        kept = [group for group in plan if group.cards != cards]
        rollout.plans[seat] = kept if len(kept) < len(plan) else None
