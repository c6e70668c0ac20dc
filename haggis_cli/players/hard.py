"""The player who searches: plans as the normal player does, and plays something else where that does better.

Where few cards are left, guessed deals are solved besides (`solve_endings`). For reviews, `estimate_play` searches with
open hands.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import comb, log, sqrt
from random import Random
from typing import TypeAlias

from haggis_cli.analysis.review import Estimate
from haggis_cli.analysis.sides import Scoring, Unsolvable, count_earned
from haggis_cli.analysis.solver import Solver
from haggis_cli.players.candidate_plays import (
    RolloutResult,
    TableContext,
    best_candidate_leads,
    candidate_answers,
    leads_of_plans,
    table_context,
    with_other_courts,
)
from haggis_cli.players.hand_plan import CandidatePlay, HandPlan, as_candidate, as_cards, as_event, shape_of
from haggis_cli.players.levels import Effort, UnseenCards, View, view_of
from haggis_cli.players.policies import choose_bet, choose_lead, decide_before_play, offered_bets, plan_play
from haggis_cli.players.rollout import Rollout, choose_rollout_play, play_to_end
from haggis_cli.rules.betting import Stakes
from haggis_cli.rules.cards import Cards, pack, suit_cards, unpack
from haggis_cli.rules.events import Event, Lead, Pass, Phase, Play
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table

# Information-set Monte-Carlo tree search over the play of a round.
#
# Deals are guessed that fit what the seat has seen. In each deal the usual play and every rival of it are tried, so all
# are compared on the same deals. The worse half of the rivals is dropped again and again (sequential halving). The best
# rival is taken if it has done better than the usual play by more than chance explains. What follows a play is a tree.
# It is walked down by what has done well so far (UCB1 over the plays that are possible in that deal, each counted when
# it was available), it grows by one play, and the round is played out from there by the rollout policy. Everybody seeks
# the gain of the own side. After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012.


EXPLORATION = 40.0  # the weight of trying what was tried seldom, in points
WIDENING = 1.0  # this much times the square root of its visits is how many plays of a node are tried
MAX_LEADS = 10  # that are compared
REQUIRED_STANDARD_ERRORS = 0.7  # standard errors by which a rival must have done better than the usual play
UNKNOWN_ERROR = 1_000.0
PASS = 0

Action = tuple[int, CandidatePlay | None]


class Node:
    """One play of the tree.

    visits: how often it was chosen.
    availability: how often it could have been chosen.
    total_gain: the sum of its gains for the player.
    children: the plays that were tried after it, by their key.
    """

    __slots__ = ("availability", "children", "total_gain", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.availability = 0
        self.total_gain = 0.0
        self.children: dict[int, Node] = {}


class RootMove:
    """A play compared with the usual one.

    play: the play; None for a pass.
    node: the tree below it.
    deals: in how many deals it was compared.
    total_advantage: by how many points it did better in all of them together.
    sum_of_squares: the sum of the squares of these points.
    """

    __slots__ = ("deals", "node", "play", "sum_of_squares", "total_advantage")

    def __init__(self, play: CandidatePlay | None) -> None:
        self.play = play
        self.node = Node()
        self.deals = 0
        self.total_advantage = 0.0
        self.sum_of_squares = 0.0

    @property
    def mean(self) -> float:
        """By how many points it did better on average."""
        return self.total_advantage / self.deals

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; one deal alone says nothing."""
        if self.deals < 2:
            return UNKNOWN_ERROR
        return sqrt(max(self.sum_of_squares / self.deals - self.mean**2, 1.0) / (self.deals - 1))


class Search:
    """One decision about a play or a pass.

    start: the moment of the decision as a rollout.
    deals: guesses of what everybody holds.
    stakes: the bets that count.
    baseline: what the seat would do without searching.
    alternatives: what is compared with it.
    results: how the rounds ended that were played out so far.
    """

    def __init__(self, view: View, context: TableContext, chance: Random, usual: CandidatePlay | None) -> None:
        state = view.state
        self.context, self.chance = context, chance
        self.start = Rollout(context, state, chance)
        self.deals = UnseenCards(view)
        self.stakes = state.table.variant.betting.stakes(state.table, state.betting)
        self.baseline = RootMove(usual)
        candidates = candidate_plays(view, context, chance)
        self.alternatives = [RootMove(play) for play in candidates if _cards_and_shape(play) != _cards_and_shape(usual)]
        self.results: list[RolloutResult] = []
        self._plans: dict[int, HandPlan] = {}
        self._actions: dict[tuple[int, int, int], list[Action]] = {}

    def find_best(self, effort: Effort) -> RootMove:
        """The usual play, or the rival that does better."""
        if not self.alternatives:
            return self.baseline
        left, begun = self.alternatives[:], effort.clock()
        halvings = len(left).bit_length()
        for halving in range(1, halvings + 1):
            if effort.playouts is not None:
                for _ in range(max(1, effort.playouts // (halvings * (len(left) + 1)))):
                    self._compare(left)
            else:
                end = begun + effort.seconds * halving / halvings
                self._compare(left)
                while effort.clock() < end:
                    self._compare(left)
            left.sort(key=lambda rival: -rival.mean)
            del left[max(len(left) // 2, 1) :]
        best = left[0]
        return best if best.mean > REQUIRED_STANDARD_ERRORS * best.standard_error else self.baseline

    def _compare(self, left: list[RootMove]) -> None:
        """Try the usual play and the rivals that are left in one guessed deal."""
        deal = self.deals.sample_determinization(self.chance)
        usual = self._simulate(self.baseline, self._start_of(deal))
        for rival in left:
            better = self._simulate(rival, self._start_of(deal)) - usual
            rival.deals += 1
            rival.total_advantage += better
            rival.sum_of_squares += better * better

    def _start_of(self, deal: tuple[list[int], int]) -> Rollout:
        """The moment of the decision in this deal, where everybody has a plan: the same one for the same hand."""
        hands, haggis = deal
        rollout = self.start.with_hands(hands[:], haggis)
        rollout.plans = [self._plan_of(hand) for hand in hands]
        return rollout

    def _plan_of(self, hand: int) -> HandPlan:
        """A plan for this hand, to be changed at will; hands come again and again, and making plans takes long."""
        found = self._plans.get(hand)
        if found is None:
            found = self._plans[hand] = self.context.splitter.split(hand, self.chance)
        return found[:]

    def _simulate(self, rival: RootMove, rollout: Rollout) -> float:
        """Play the round out after this play, and remember how it went; what the seat gained."""
        play, node = rival.play, rival.node
        path = [(node, rollout.turn)]
        while True:
            fresh = not node.visits
            node.visits += 1
            self._apply_play(rollout, play)
            if fresh or rollout.over:
                break
            play, node = self._select(node, rollout)
            path.append((node, rollout.turn))
        play_to_end(rollout)
        result = rollout.result()
        self.results.append(result)
        gains = self.context.gains(result, self.stakes)
        for followed, seat in path:
            followed.total_gain += gains[seat]
        return gains[path[0][1]]

    def _apply_play(self, rollout: Rollout, play: CandidatePlay | None) -> None:
        """Play or pass, and keep the plan where the play was part of it."""
        if play is None:
            rollout.pass_turn()
            return
        seat, cards = rollout.turn, suit_cards(play[2])
        if cards:
            plan = rollout.plans[seat] or []
            kept = [group for group in plan if group[2] != cards]
            rollout.plans[seat] = kept if len(kept) < len(plan) else self._plan_of(rollout.hands[seat] ^ play[2])
        rollout.play(*play)

    def _select(self, after: Node, rollout: Rollout) -> tuple[CandidatePlay | None, Node]:
        """What to follow in this deal: a play not tried yet while there is room for one, else the most promising."""
        choices, children = self._candidate_actions(rollout), after.children
        best: tuple[CandidatePlay | None, Node] | None = None
        best_value = -1e9
        fresh: list[Action] = []
        for key, play in choices:
            known = children.get(key)
            if known is None:
                fresh.append((key, play))
                continue
            known.availability += 1
            value = known.total_gain / known.visits + EXPLORATION * sqrt(log(known.availability) / known.visits)
            if value > best_value:
                best, best_value = (play, known), value
        room = len(choices) - len(fresh) < 1 + WIDENING * sqrt(after.visits)
        if best and not (fresh and room):
            return best
        key, play = self._policy_action(rollout) if best is None else self.chance.choice(fresh)
        new = children.setdefault(key, Node())
        new.availability += 1
        return play, new

    def _policy_action(self, rollout: Rollout) -> Action:
        """What the rollout policy does here; it is tried first."""
        plan = rollout.plans[rollout.turn]
        kept = plan and plan[:]
        play = choose_rollout_play(rollout)
        rollout.plans[rollout.turn] = kept
        return _action_key(play), play

    def _candidate_actions(self, rollout: Rollout) -> list[Action]:
        """The plays considered in the tree; those alike in shape and rank count as one."""
        seat = rollout.turn
        hand = rollout.hands[seat]
        place = (hand, rollout.shape, rollout.rank) if rollout.winner >= 0 else (hand, -1, 0)
        found = self._actions.get(place)
        if found is None:
            candidates: list[CandidatePlay | None]
            if rollout.winner < 0:
                candidates = list(leads_of_plans(self.context, hand, [self._plan_of(hand)]))
            else:
                plan = rollout.plans[seat]
                if plan is None:
                    plan = rollout.plans[seat] = self._plan_of(hand)
                candidates = [None, *candidate_answers(self.context, hand, rollout.shape, rollout.rank, plan)]
            unlike: dict[int, CandidatePlay | None] = {}
            for play in candidates:
                unlike.setdefault(_action_key(play), play)
            found = self._actions[place] = list(unlike.items())
        return found


def candidate_plays(view: View, context: TableContext, chance: Random) -> list[CandidatePlay | None]:
    """What the seat whose turn it is may consider: candidate plays, and a pass where one is allowed."""
    over = view.state.reading_to_beat
    if over is None:
        return list(best_candidate_leads(context, view.hand, chance, MAX_LEADS))
    plan = context.splitter.split(view.hand, chance)
    answers = candidate_answers(context, view.hand, shape_of(over), over.rank, plan)
    return [None, *answers, *with_other_courts(view.hand, answers)]


def _cards_and_shape(play: CandidatePlay | None) -> tuple[int, int]:
    return (play[2], play[0]) if play else (0, PASS)


def _action_key(play: CandidatePlay | None) -> int:
    return play[0] << 4 | play[1] if play else PASS


FEWEST_ROLLOUTS = 40  # deals that are guessed for a bet or a bid
MOST_ROLLOUTS = 160  # with a second of effort, or more


def decide_hard(view: View, chance: Random, effort: Effort) -> Event:
    """What does best over the deals that fit what the seat has seen."""
    begun, context = effort.clock(), table_context(view.state.table)
    event = decide_before_play(view, context, chance, rollout_count(effort))
    if event:
        return event
    values = solve_endings(view, context, chance, effort)
    search = Search(view, context, chance, plan_play(view, context, chance))
    left = effort._replace(seconds=effort.seconds - (effort.clock() - begun))
    best = search.find_best(left)
    offered = offered_bets(view) if search.results else ()
    bet = choose_bet(view, context, offered, search.results) if offered else None
    return bet or avoid_dominated(as_event(view, best.play), values)


def decide_lead_hard(view: View, chance: Random, effort: Effort) -> Lead | None:
    """The lead for the partner, where the deals that fit end better so."""
    return choose_lead(view, table_context(view.state.table), chance, rollout_count(effort))


def rollout_count(effort: Effort) -> int:
    """How many deals are guessed for a bet, a bid or the lead."""
    wanted = effort.seconds * MOST_ROLLOUTS if effort.playouts is None else effort.playouts
    return int(max(FEWEST_ROLLOUTS, min(MOST_ROLLOUTS, wanted)))


# Endings: what everything that may be done brings in deals that fit what a seat has seen, found exactly.
#
# A search estimates how rounds end, and now and then takes a play that no hidden hand excuses. Where few cards are
# left, a choice therefore gives way to another that is nowhere worse and somewhere better. The best mean of the exact
# values does not decide: over likely deals it changed 274 of 3,987 decisions and gained 1.0 ± 1.1 points an ending.


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


# About what a play brings, where its value is out of the solver's reach: a search plays the rest of the round out.
#
# All hands are open to everybody who plays on, and each side seeks what counts between the sides. Still it is no proof:
# the search tries what computer players consider, and has seconds, not hours.


LEAST_LOSS = 10  # points: of fewer the estimates are wrong as often as right
CLEARLY = 2.0  # standard errors


def estimate_play(before: Round, event: Event, scoring: Scoring, seconds: float) -> Estimate | None:
    """About what an event brings in a round whose hands are known; None where there was nothing to choose.

    scoring: the sides, and what counts between them.
    seconds: how long it takes.
    """
    if not isinstance(event, Play | Pass):
        return None
    assert before.hands is not None
    view, chance = view_of(before, before.turn), Random(before.hands[before.turn])
    search = Search(view, _SidesContext(before, scoring), chance, as_candidate(before, event))
    search.deals = _OpenHands(view, before)
    search.find_best(Effort(seconds))
    if not search.alternatives:
        return None
    earned = scoring.signs[before.turn] * count_earned(before, scoring)
    best = max(search.alternatives, key=lambda move: move.node.visits)
    nodes = (search.baseline.node, best.node)
    value, best_value = (round(node.total_gain / node.visits) - earned for node in nodes)
    if best_value - value < max(LEAST_LOSS, CLEARLY * best.standard_error):
        return Estimate(value, value, event)
    return Estimate(value, best_value, as_event(view, best.play))


class _SidesContext(TableContext):
    """A table at which players seek what counts between the sides of an analysis, without bets."""

    def __init__(self, before: Round, scoring: Scoring) -> None:
        super().__init__(before.table)
        self._signs = scoring.signs
        self._bonus = before.table.variant.first_out_bonus.get(len(scoring.signs), 0)

    def gains(self, result: RolloutResult, stakes: Stakes) -> list[float]:
        signs = self._signs
        total = sum(sign * points for sign, points in zip(signs, result.points, strict=True))
        total += signs[result.out[0]] * self._bonus
        return [float(sign * total) for sign in signs]


class _OpenHands(UnseenCards):
    """What a seat does not know where it knows everything: the one deal there is."""

    def __init__(self, view: View, before: Round) -> None:
        super().__init__(view)
        assert before.hands is not None
        self._hands: tuple[Cards, ...] = before.hands
        self._haggis = pack(before.haggis)

    def sample_determinization(self, chance: Random) -> tuple[list[int], int]:
        return list(self._hands), self._haggis
