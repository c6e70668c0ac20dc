"""A rollout: a round played to its end fast (`play_to_end`), with everybody following a plan.

Only the tricks are played here, as in `rules.round` (P1-P6) but on changing lists. The variant itself is asked who
captures a bombed trick, who captures what is left, and what it all scores.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from random import Random
from typing import NamedTuple, cast, overload

from haggis_cli.players.candidate_plays import (
    COURT_CARD_COST,
    RolloutResult,
    TableContext,
    candidate_answers,
    filled_leads,
    leads_of_plans,
    whole_hand_plays,
)
from haggis_cli.players.hand_plan import (
    BOMB,
    PAIR,
    SINGLE,
    CandidatePlay,
    HandPlan,
    Shape,
    as_cards,
    plan_cost,
    reading_of,
    shape_of,
)
from haggis_cli.rules.cards import COURTS, JACK, LOW, suit_cards
from haggis_cli.rules.events import Trick, TrickPlay
from haggis_cli.rules.round import Round, recorded_hand


class Rollout:
    """A round being played out. All hands are known here, guessed or not.

    context: the table.
    start: the round from which it is played out.
    chance: what decides between plays that are weighed with noise.
    hands: the cards of each seat as bits (see `hand_plan`), court cards included.
    haggis: the cards of the haggis as bits.
    plans: how each seat means to shed its suit cards; None until that is needed.
    sizes: how many cards each seat holds.
    captured: the points that each seat has captured.
    counts: the opponents' cards that each seat has recorded on going out.
    out: who went out, in order.
    over: whether the round is over.
    turn: who acts next.
    passes: how many players in a row have passed.
    shape: the shape to beat.
    rank: the rank to beat.
    winner: who played what is to beat; -1 if the next play leads.
    trick: seat, shape, rank and bits of each play of the trick in progress.
    trick_points: what the trick is worth so far.
    ended_tricks: the tricks that ended since `start`.
    finishes: how hands can be brought to their end (see `find_finish`), by hand and what is to be beaten.
    """

    __slots__ = (
        "captured", "chance", "context", "counts", "ended_tricks", "finishes", "haggis", "hands", "out", "over",
        "passes", "plans", "rank", "shape", "sizes", "start", "trick", "trick_points", "turn", "winner",
    )  # fmt: skip

    def __init__(self, context: TableContext, start: Round, chance: Random) -> None:
        players = context.players
        self.context = context
        self.start = start
        self.chance = chance
        self.hands = [0] * players
        self.haggis = 0
        self.plans: list[HandPlan | None] = [None] * players
        self.sizes = list(start.sizes)
        self.captured = [0] * players
        self.counts = [0] * players
        self.out = list(start.out)
        for seat, recorded in zip(start.out, start.counts, strict=True):
            self.counts[seat] = recorded
        for trick in start.tricks:
            self.captured[trick.taker] += sum(context.points(play.cards) for play in trick.plays)
        self.turn, self.passes = start.turn, start.passes
        self.trick_points = sum(context.points(play.cards) for play in start.trick)
        self.trick = [(play.seat, shape_of(play.reading), play.reading.rank, play.cards) for play in start.trick]
        self.winner, self.shape, self.rank, _ = self.trick[-1] if self.trick else (-1, 0, 0, 0)
        self.ended_tricks: list[EndedTrick] = []
        self.over = start.over
        self.finishes: dict[tuple[int, int, int], CandidatePlay | None] = {}

    def with_hands(self, hands: list[int], haggis: int) -> "Rollout":
        """The same moment with these hands, to be played on by itself."""
        other = object.__new__(Rollout)
        other.context, other.start, other.chance = self.context, self.start, self.chance
        other.hands, other.haggis, other.plans = hands, haggis, [None] * len(hands)
        other.sizes, other.captured, other.counts = self.sizes[:], self.captured[:], self.counts[:]
        other.out, other.turn, other.passes, other.over = self.out[:], self.turn, self.passes, self.over
        other.trick_points, other.trick = self.trick_points, self.trick[:]
        other.winner, other.shape, other.rank = self.winner, self.shape, self.rank
        other.ended_tricks = self.ended_tricks[:]
        other.finishes = self.finishes  # shared: hands come again
        return other

    def play(self, shape: int, rank: int, cards: int, size: int) -> None:
        """The seat whose turn it is plays."""
        seat = self.turn
        self.hands[seat] ^= cards
        self.sizes[seat] -= size
        for mask, value in self.context.values:
            self.trick_points += value * (cards & mask).bit_count()
        self.trick.append((seat, shape, rank, cards))
        self.shape, self.rank, self.winner, self.passes = shape, rank, seat, 0
        if not self.sizes[seat]:
            table, first = self.context.table, self.counts[self.out[0]] if self.out else 0
            self.counts[seat] = recorded_hand(table, seat, self.sizes, self.out, first)
            self.out.append(seat)
            if table.ended_by(tuple(self.out)):
                self.over = True
                self._end_trick()
            if self.over:
                return
        self._advance_turn()

    def pass_turn(self) -> None:
        """The seat whose turn it is passes."""
        self.passes += 1
        others, winner = 0, self.winner
        for seat, size in enumerate(self.sizes):
            if size and seat != winner:
                others += 1
        if self.passes >= others:
            self._end_trick()
        else:
            self._advance_turn()

    def _advance_turn(self) -> None:
        sizes, players, seat = self.sizes, self.context.players, self.turn
        while True:
            seat += 1
            if seat == players:
                seat = 0
            if sizes[seat]:
                self.turn = seat
                return

    def _end_trick(self) -> None:
        winner = self.winner
        taker = self._bomb_taker() if self.shape == BOMB else winner
        self.captured[taker] += self.trick_points
        self.ended_tricks.append(EndedTrick(self.trick, winner, taker))
        self.trick_points = self.passes = self.shape = self.rank = 0
        self.winner = -1
        self.trick = []
        if not self.over:
            self.turn = winner
            if not self.sizes[winner]:
                self._advance_turn()

    def _bomb_taker(self) -> int:
        """Who captures the bombed trick; where the winner may choose, the winner, or else who has captured least."""
        trick = as_trick(EndedTrick(self.trick, self.winner, self.winner))
        takers = self.context.table.variant.bomb_taker(self._as_round(trick.plays), trick)
        if takers.default is not None:
            return takers.default
        return self.winner if self.winner in takers.seats else min(takers.seats, key=self.captured.__getitem__)

    def _as_round(self, trick: tuple[TrickPlay, ...] = ()) -> Round:
        """The round as the variant's rules are to see it now; no rule needs cards that the table cannot see."""
        return self.start._replace(
            courts=tuple([hand & COURTS for hand in self.hands]),
            sizes=tuple(self.sizes),
            trick=trick,
            out=tuple(self.out),
            counts=tuple([self.counts[seat] for seat in self.out]),
            tricks=cast("tuple[Trick, ...]", LazyTricks(self.start.tricks, self.ended_tricks)),
        )

    def result(self) -> RolloutResult:
        """The points of the round that is over."""
        context, variant = self.context, self.context.table.variant
        points = [variant.hand_points * count + held for count, held in zip(self.counts, self.captured, strict=True)]
        end = self._as_round()
        for holder, size in enumerate(self.sizes):
            taker = variant.hand_taker(end, holder) if size else None
            if taker is not None:
                points[taker] += context.points(self.hands[holder])
        if variant.haggis_taken:
            points[self.out[0]] += context.points(self.haggis)
        return RolloutResult(tuple(self.out), tuple(points))


def play_to_end(rollout: Rollout) -> None:
    """Play on to the end of the round."""
    while not rollout.over:
        play = choose_rollout_play(rollout)
        if play is None:
            rollout.pass_turn()
        else:
            rollout.play(*play)


def choose_rollout_play(rollout: Rollout) -> CandidatePlay | None:
    """What is played in a rollout: what brings the hand to its end, else what the policy says."""
    return find_finish(rollout) or choose_play(rollout, _ROLLOUT_WEIGHTS)


# The tricks of a rollout as the rules know them; they are put together only when a rule looks at them.


class EndedTrick(NamedTuple):
    """A trick of a rollout that has ended.

    plays: seat, shape, rank and bits of each play.
    winner: who won it.
    taker: who captures it.
    """

    plays: list[tuple[int, Shape, int, int]]
    winner: int
    taker: int


def as_trick(done: EndedTrick) -> Trick:
    """The trick as a trick of the round."""
    plays = tuple(
        TrickPlay(seat, as_cards(cards), reading_of(shape, rank, cards)) for seat, shape, rank, cards in done.plays
    )
    return Trick(plays, done.winner, done.taker)


class LazyTricks(Sequence[Trick]):
    """The tricks played at the table, and those that followed in the rollout."""

    def __init__(self, played: Sequence[Trick], done: list[EndedTrick]) -> None:
        self._played = played
        self._ended = done

    def __len__(self) -> int:
        return len(self._played) + len(self._ended)

    @overload
    def __getitem__(self, place: int) -> Trick: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Trick, ...]: ...
    def __getitem__(self, place: int | slice) -> Trick | tuple[Trick, ...]:
        return tuple(self)[place]

    def __iter__(self) -> Iterator[Trick]:
        yield from self._played
        yield from map(as_trick, self._ended)


# The rollout policy: what a player who follows a plan does without thinking long.
#
# Leads shed large low groups first. Answers are the lowest group of the plan that beats; else whatever leaves the best
# hand, if winning the trick is worth it. Bombs are kept until the end is near. `PolicyWeights` are the numbers in which
# players differ who share the policy.


ANSWER_WORTH = 2.0  # plays: what may be given up to answer; all costs were tuned in rounds of policies alone
HIGHER_COURT_COST = 1.0  # plays: a single court card that an opponent can beat with a higher one


class PolicyWeights(NamedTuple):
    """What the policy is weighed with.

    noise: how much chance counts for a lead, where a rank counts 1 and a card 3.
    danger_size: an opponent who holds so many cards or fewer is about to go out.
    spend_rate: how often a larger group is broken, or a court card spent, to answer while nobody is about to go out.
    """

    noise: float = 2.0
    danger_size: int = 6
    spend_rate: float = 1.0


_ROLLOUT_WEIGHTS = PolicyWeights()


def choose_play(rollout: Rollout, weights: PolicyWeights) -> CandidatePlay | None:
    """What the seat whose turn it is plays: shape, rank, cards and their number; None for a pass."""
    seat = rollout.turn
    plan = rollout.plans[seat]
    if plan is None:
        plan = rollout.plans[seat] = rollout.context.splitter.split(rollout.hands[seat], rollout.chance)
    if rollout.winner < 0:
        return _lead(rollout, seat, plan, rollout.hands[seat] & COURTS, weights)
    return _answer(rollout, seat, plan, weights)


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
        value = 3 * size - rank + weights.noise * shake()
        if near <= weights.danger_size and size <= near:
            value += rank - 11  # what they may beat should be high
        if value > best_value:
            best, best_value = place, value
    group = plan.pop(best)
    one_card = near == 1 and all(rollout.sizes[opponent] < 2 for opponent in rollout.context.opponents[seat])
    if one_card and group.size == 1 and courts and rollout.context.sets:
        return CandidatePlay(PAIR, group.rank, group.cards | courts & -courts, 2)  # nobody answers a pair with one card
    return group


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


def _answer(rollout: Rollout, seat: int, plan: HandPlan, weights: PolicyWeights) -> CandidatePlay | None:
    if rollout.winner in rollout.context.partners[seat] and rollout.sizes[rollout.winner] and len(plan) > 1:
        return None  # the partner is to lead; one who is out cannot
    shape, rank = rollout.shape, rollout.rank
    planned = [group for group in plan if group[0] == shape and group[1] > rank]
    if planned:
        lowest = min(planned, key=itemgetter(1))
        plan.remove(lowest)
        return lowest
    near = _smallest_opposing_hand(rollout, seat)
    if near > weights.danger_size and len(plan) > 2 and rollout.chance.random() >= weights.spend_rate:
        return None
    return _answer_off_plan(rollout, seat, plan, bombs=near <= 3 or len(plan) <= 1)


def _answer_off_plan(rollout: Rollout, seat: int, plan: HandPlan, *, bombs: bool) -> CandidatePlay | None:
    """What breaks a group, or takes court cards or a bomb: the answer worth most by what it leaves in the hand."""
    context, hand, courts = rollout.context, rollout.hands[seat], 0
    for opponent in context.opponents[seat]:
        courts |= rollout.hands[opponent] & COURTS
    best, best_plan, best_value = None, plan, 0.0
    most = plan_cost(plan) + ANSWER_WORTH
    for candidate in candidate_answers(context, hand, rollout.shape, rollout.rank, plan):
        shape, _, cards, _ = candidate
        rest, spent = hand & ~cards, cards & COURTS
        if not rest:
            return candidate
        if shape == BOMB and not bombs:
            continue
        left = plan if cards == spent else context.splitter.split(rest, rollout.chance)
        value = most - plan_cost(left) - COURT_CARD_COST * spent.bit_count()
        if shape == SINGLE and courts >= 2 * spent > 0:
            value -= HIGHER_COURT_COST
        if value > best_value:
            best, best_plan, best_value = candidate, left, value
    rollout.plans[seat] = best_plan
    return best


# The end of a hand in a rollout: a play after which all the rest goes in one more, court cards filling in.
#
# Plans leave court cards out, so the policy alone never sees that, say, a pair, a single and two court cards are a
# stair. Between two, players who do see it score 3 points per round more than the policy alone; where more play they
# gain nothing, and it takes two thirds more time.


MOST_CARDS = 8  # in the hand: with more it takes longer than it gains


def find_finish(rollout: Rollout) -> CandidatePlay | None:
    """The play with which the seat whose turn it is goes out now or with its next play; it is taken off the plan."""
    seat = rollout.turn
    hand, size = rollout.hands[seat], rollout.sizes[seat]
    if len(rollout.hands) > 2 or not 2 <= size <= MOST_CARDS or not hand & COURTS:
        return None
    place = (hand, rollout.shape, rollout.rank) if rollout.winner >= 0 else (hand, -1, 0)
    if place not in rollout.finishes:
        rollout.finishes[place] = _choose_finish(rollout, hand)
    found = rollout.finishes[place]
    plan, cards = rollout.plans[seat], suit_cards(found.cards) if found else 0
    if plan is not None and cards:  # if the play was no part of the plan, a new one is due
        kept = [group for group in plan if group.cards != cards]
        rollout.plans[seat] = kept if len(kept) < len(plan) else None
    return found


def _choose_finish(rollout: Rollout, hand: int) -> CandidatePlay | None:
    """Of the plays that leave one more, a large and high one, bombs before others: it is to win the trick."""
    best, best_value = None, 0
    context, plan = rollout.context, rollout.plans[rollout.turn]
    if plan is None:
        plan = rollout.plans[rollout.turn] = context.splitter.split(hand, rollout.chance)
    if rollout.winner < 0:
        candidates = [*leads_of_plans(context, hand, [plan]), *filled_leads(context, hand)]
    else:
        candidates = candidate_answers(context, hand, rollout.shape, rollout.rank, plan)
    for candidate in candidates:
        rest = hand & ~candidate.cards
        if not rest:
            return candidate
        value = 4 * candidate.size + candidate.rank + (16 if candidate.shape == BOMB else 0)
        if value > best_value and whole_hand_plays(context, rest):
            best, best_value = candidate, value
    return best
