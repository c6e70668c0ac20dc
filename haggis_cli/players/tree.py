"""Information-set Monte-Carlo tree search over the play of a round.

Deals are guessed that fit what the seat has seen. In each deal the usual play and every rival of it are tried, so all
are compared on the same deals. The worse half of the rivals is dropped again and again (sequential halving). The best
rival is taken if it has done better than the usual play by more than chance explains. What follows a play is a tree. It
is walked down by what has done well so far (UCB1 over the plays that are possible in that deal, each counted when it
was available), it grows by one play, and the round is played out from there by the rollout policy. Everybody seeks the
gain of the own side.
After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012.
"""

from math import log, sqrt
from random import Random

from haggis_cli.players.candidate_plays import TableContext, best_candidate_leads, candidate_answers, leads_of_plans
from haggis_cli.players.hand_plan import CandidatePlay, HandPlan, shape_of
from haggis_cli.players.inference import ExplainedDeals
from haggis_cli.players.levels import Effort, View
from haggis_cli.players.rollout import Rollout, choose_rollout_play, play_to_end
from haggis_cli.rules.cards import suit_cards

EXPLORATION = 40.0  # the weight of trying what was tried seldom, in points
WIDENING = 1.0  # this much times the square root of its visits is how many plays of a node are tried
MAX_LEADS = 8  # that are compared
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
    rollouts: how many rounds were played out so far.
    """

    def __init__(self, view: View, context: TableContext, chance: Random, usual: CandidatePlay | None) -> None:
        state = view.state
        self.context, self.chance = context, chance
        self.start = Rollout(context, state, chance)
        self.deals = ExplainedDeals(view, context)
        self.stakes = state.table.variant.betting.stakes(state.table, state.betting)
        self.baseline = RootMove(usual)
        candidates = candidate_plays(view, context, chance)
        self.alternatives = [RootMove(play) for play in candidates if _cards_and_shape(play) != _cards_and_shape(usual)]
        self.rollouts = 0
        self._plans: dict[int, HandPlan] = {}
        self._actions: dict[tuple[int, int, int], list[Action]] = {}

    def find_best_play(self, effort: Effort) -> CandidatePlay | None:
        """The usual play, or the rival that does better; None for a pass."""
        if not self.alternatives:
            return self.baseline.play
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
        return best.play if best.mean > REQUIRED_STANDARD_ERRORS * best.standard_error else self.baseline.play

    def _compare(self, left: list[RootMove]) -> None:
        """Try the usual play and the rivals that are left in one guessed deal."""
        deal = self.deals.sample(self.chance)
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
        self.rollouts += 1
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
        gains = self.context.gains(rollout.result(), self.stakes)
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
    return [None, *candidate_answers(context, view.hand, shape_of(over), over.rank, plan)]


def _cards_and_shape(play: CandidatePlay | None) -> tuple[int, int]:
    return (play[2], play[0]) if play else (0, PASS)


def _action_key(play: CandidatePlay | None) -> int:
    return play[0] << 4 | play[1] if play else PASS
