"""The rollout policy: what a player who follows a plan does without thinking long.

Leads shed large low groups first. Answers are the lowest that beat. Court cards and bombs are spent when the end is
near. `PolicyWeights` are the numbers of this; players with different weights share the policy.
"""

from typing import NamedTuple

from haggis_cli.players.hand_plan import BOMB, PAIR, SINGLE, CandidatePlay, HandPlan
from haggis_cli.players.search.finishing import find_finish
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.rules.cards import COURTS, JACK, LOW


class PolicyWeights(NamedTuple):
    """What the policy is weighed with.

    size: how much the number of cards counts for a lead.
    rank: how much a low rank counts for a lead.
    noise: how much chance counts for a lead.
    danger_size: an opponent who holds so many cards or fewer is about to go out.
    break_rate: how often a larger group is broken to answer.
    court_rate: how often a court card is spent on an answer while nobody is about to go out.
    """

    size: float = 3.0
    rank: float = 1.0
    noise: float = 2.0
    danger_size: int = 6
    break_rate: float = 1.0
    court_rate: float = 1.0


_ROLLOUT_WEIGHTS = PolicyWeights()


def choose_play(rollout: Rollout, weights: PolicyWeights) -> CandidatePlay | None:
    """What the seat whose turn it is plays: shape, rank, cards and their number; None for a pass."""
    seat = rollout.turn
    plan = rollout.plans[seat]
    if plan is None:
        plan = rollout.plans[seat] = rollout.context.splitter.split(rollout.hands[seat], rollout.chance)
    courts = rollout.hands[seat] & COURTS
    if rollout.winner < 0:
        return _lead(rollout, seat, plan, courts, weights)
    return _answer(rollout, seat, plan, courts, weights)


def choose_rollout_play(rollout: Rollout) -> CandidatePlay | None:
    """What is played in a rollout: what brings the hand to its end, else what the policy says."""
    return find_finish(rollout) or choose_play(rollout, _ROLLOUT_WEIGHTS)


def play_to_end(rollout: Rollout) -> None:
    """Play on to the end of the round."""
    while not rollout.over:
        play = choose_rollout_play(rollout)
        if play is None:
            rollout.pass_turn()
        else:
            rollout.play(*play)


def _smallest_opposing_hand(rollout: Rollout, seat: int) -> int:
    """The fewest cards an opponent still in holds."""
    sizes = rollout.sizes
    return min([sizes[opponent] for opponent in rollout.context.opponents[seat] if sizes[opponent]], default=99)


def _lead(rollout: Rollout, seat: int, plan: HandPlan, courts: int, weights: PolicyWeights) -> CandidatePlay:
    if not plan:
        return _lead_courts(rollout, courts)
    if len(plan) == 1:
        last = _last_play(rollout, plan[0], courts)
        if last:
            plan.clear()
            return last
    near = _smallest_opposing_hand(rollout, seat)
    best, best_value = 0, -1e9
    shake = rollout.chance.random
    for place, (_, rank, _, size) in enumerate(plan):
        value = weights.size * size - weights.rank * rank + weights.noise * shake()
        if near <= weights.danger_size and size <= near:
            value += (rank - 11) * (2 * weights.rank)  # what they may beat should be high
        if value > best_value:
            best, best_value = place, value
    group = plan.pop(best)
    if near == 1 and group.size == 1 and courts and rollout.context.sets and _opponents_hold_one_card(rollout, seat):
        return CandidatePlay(PAIR, group.rank, group.cards | courts & -courts, 2)  # nobody answers a pair with one card
    return group


def _opponents_hold_one_card(rollout: Rollout, seat: int) -> bool:
    """Whether no opponent holds more than one card."""
    return all(rollout.sizes[opponent] < 2 for opponent in rollout.context.opponents[seat])


def _lead_courts(rollout: Rollout, courts: int) -> CandidatePlay:
    """Nothing but court cards: a bomb if they are one, else the highest alone."""
    place = rollout.context.bombs.get(courts)
    if place is not None:
        return CandidatePlay(BOMB, place, courts, courts.bit_count())
    low = courts & -courts
    return CandidatePlay(SINGLE, JACK - 1 + low.bit_length(), low, 1)


def _last_play(rollout: Rollout, group: CandidatePlay, courts: int) -> CandidatePlay | None:
    """The last group with all court cards, where they make one combination."""
    shape, rank, cards, size = group
    wild = courts.bit_count()
    if not wild:
        return group
    width, length = shape >> 4, shape & 15
    if length == 1 and rollout.context.sets:
        return CandidatePlay((width + wild) << 4 | 1, rank, cards | courts, size + wild)
    if width == 1 and length > 1 and length + wild <= rollout.context.top - LOW + 1:
        top = min(rank + wild, rollout.context.top)
        return CandidatePlay(0x10 | (length + wild), top, cards | courts, size + wild)
    return None


def _answer(rollout: Rollout, seat: int, plan: HandPlan, courts: int, weights: PolicyWeights) -> CandidatePlay | None:
    context, shape, chance = rollout.context, rollout.shape, rollout.chance.random
    if rollout.winner in context.partners[seat] and rollout.sizes[rollout.winner] and len(plan) > 1:
        return None  # the partner is to lead; one who is out cannot
    near = _smallest_opposing_hand(rollout, seat)
    pressing = near <= weights.danger_size or len(plan) <= 2
    if shape == BOMB:
        return _lowest_bomb(rollout, courts, rollout.rank) if pressing else None
    best, best_rank = -1, 99
    for place, group in enumerate(plan):
        if group[0] == shape and rollout.rank < group[1] < best_rank:
            best, best_rank = place, group[1]
    if best >= 0:
        return plan.pop(best)
    play = (
        _break_group(plan, shape, rollout.rank, context.sequence) if pressing or chance() < weights.break_rate else None
    )
    if not play and courts and (pressing or chance() < weights.court_rate):
        play = _court_answer(plan, courts, shape, rollout.rank)
        if not play and pressing and (near <= 3 or len(plan) <= 2):
            play = _lowest_bomb(rollout, courts, 0)
    return play


def _court_answer(plan: HandPlan, courts: int, shape: int, rank: int) -> CandidatePlay | None:
    """A single court card, or a set made wide enough with some."""
    if shape == SINGLE:
        for place in range(3):
            if courts >> place & 1 and JACK + place > rank:
                return CandidatePlay(SINGLE, JACK + place, 1 << place, 1)
        return None
    return _widen_set(plan, courts, shape >> 4, rank) if shape & 15 == 1 else None


def _break_group(plan: HandPlan, wanted: int, rank: int, fewest: int) -> CandidatePlay | None:
    """Part of a larger group: of a wider set, or the top of a longer sequence, which has `fewest` cards at least."""
    width, length = wanted >> 4, wanted & 15
    for place, (shape, top, cards, size) in enumerate(plan):
        if top <= rank:
            continue
        if length == 1 and shape & 15 == 1 and shape >> 4 > width:
            taken, rest = 0, cards
            for _ in range(width):
                low = rest & -rest
                taken |= low
                rest ^= low
            left = size - width
            plan[place] = CandidatePlay(left << 4 | 1, top, rest, left)
            return CandidatePlay(width << 4 | 1, top, taken, width)
        if width == 1 and length > 2 and shape >> 4 == 1 and shape & 15 > length:
            excess = size - length
            taken, rest = cards, 0
            for _ in range(excess):
                low = taken & -taken
                rest |= low
                taken ^= low
            del plan[place]
            low_rank = top - size + 1
            if excess >= fewest:
                plan.append(CandidatePlay(0x10 | excess, low_rank + excess - 1, rest, excess))
            else:
                for step in range(excess):
                    low = rest & -rest
                    rest ^= low
                    plan.append(CandidatePlay(SINGLE, low_rank + step, low, 1))
            return CandidatePlay(0x10 | length, top, taken, length)
    return None


def _widen_set(plan: HandPlan, courts: int, width: int, rank: int) -> CandidatePlay | None:
    """A set made wide enough with court cards, the lowest rank that beats, few court cards first."""
    held = courts.bit_count()
    best, best_value = -1, 99
    for place, (shape, top, _, _) in enumerate(plan):
        missing = width - (shape >> 4)
        if shape & 15 == 1 and top > rank and 0 < missing <= held:
            value = 20 * missing + top
            if value < best_value:
                best, best_value = place, value
    if best < 0:
        return None
    _, top, cards, size = plan.pop(best)
    for _ in range(width - size):
        low = courts & -courts
        cards |= low
        courts ^= low
    return CandidatePlay(width << 4 | 1, top, cards, width)


def _lowest_bomb(rollout: Rollout, courts: int, rank: int) -> CandidatePlay | None:
    """The lowest bomb of court cards above a rank."""
    for cards, place in rollout.context.bombs.items():
        if place > rank and cards & courts == cards:
            return CandidatePlay(BOMB, place, cards, cards.bit_count())
    return None
