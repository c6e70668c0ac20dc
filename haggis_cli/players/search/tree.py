"""Information-set Monte-Carlo tree search over the play of a round.

Deals are guessed that fit what the seat has seen. In each of them the usual play and every rival of it are tried, so
that all are compared on the same deals; the worse half of the rivals is dropped again and again (sequential halving),
and the best is taken if it has done better than the usual play by more than chance would have it. What follows a play
is a tree: walked down by what has done well so far (UCB1 over the plays that are possible in that deal, each counted
when it was available), grown by one play, and played out from there by routine. Everybody seeks the own side's gain.
After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012.
"""

from math import log, sqrt
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from haggis_cli.players.candidate_plays import best_candidate_leads, candidate_answers, candidate_leads
from haggis_cli.players.hand_plan import CandidatePlay, shape_of
from haggis_cli.players.search.determinization import UnseenCards
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.players.search.rollout_policy import choose_play, play_to_end
from haggis_cli.players.table_facts import TableContext
from haggis_cli.players.view import View
from haggis_cli.rules.cards import suit_cards

if TYPE_CHECKING:
    from haggis_cli.players.levels import Effort

EXPLORATION = 40.0  # the weight of trying what was tried seldom, in points
WIDENING = 1.0  # this much times the square root of its visits is how many plays of a node are tried
MAX_LEADS = 8  # that are compared
TREE_LEAD_PLANS = 2  # plans made for leads in the tree
REQUIRED_STANDARD_ERRORS = 0.7  # standard errors by which a rival must have done better than the usual play
UNKNOWN_ERROR = 1_000.0
PASS = 0

Action = tuple[int, CandidatePlay | None]


class Node:
    """One play: how often it was chosen and available, its gains for the player, and what was tried after it."""

    __slots__ = ("availability", "children", "total_gain", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.availability = 0
        self.total_gain = 0.0
        self.children: dict[int, Node] = {}


class RootMove:
    """A play compared with the usual one: in how many deals, by how much it did better, and the squares of that."""

    __slots__ = ("deals", "node", "play", "sum_of_squares", "total_advantage")

    def __init__(self, deed: CandidatePlay | None) -> None:
        self.play = deed
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
    """One decision about a play or a pass. usual: what the seat would do without searching; None is a pass.

    looks: the rounds played out for it so far.
    """

    def __init__(self, view: View, arena: TableContext, chance: Random, usual: CandidatePlay | None) -> None:
        state = view.state
        self.context, self.chance = arena, chance
        self.start = Rollout(arena, state, chance)
        self.unseen = UnseenCards(view)
        self.stakes = state.table.variant.betting.stakes(state.table, state.betting)
        self.baseline = RootMove(usual)
        deeds = candidate_plays(view, arena, chance)
        self.alternatives = [RootMove(deed) for deed in deeds if _cards_and_shape(deed) != _cards_and_shape(usual)]
        self.rollouts = 0
        self._actions: dict[tuple[int, int, int], list[Action]] = {}

    def find_best_play(self, effort: "Effort") -> CandidatePlay | None:
        """The usual play, or the rival that does better; None for a pass."""
        if not self.alternatives:
            return self.baseline.play
        left, begun = self.alternatives[:], monotonic()
        halvings = len(left).bit_length()
        for halving in range(1, halvings + 1):
            if effort.playouts is not None:
                for _ in range(max(1, effort.playouts // (halvings * (len(left) + 1)))):
                    self._compare(left)
            else:
                end = begun + effort.seconds * halving / halvings
                self._compare(left)
                while monotonic() < end:
                    self._compare(left)
            left.sort(key=lambda rival: -rival.mean)
            del left[max(len(left) // 2, 1) :]
        best = left[0]
        return best.play if best.mean > REQUIRED_STANDARD_ERRORS * best.standard_error else self.baseline.play

    def _compare(self, left: list[RootMove]) -> None:
        """Try the usual play and the rivals that are left in one guessed deal."""
        hands, haggis = self.unseen.sample_determinization(self.chance)
        usual = self._simulate(self.baseline, self.start.with_hands(hands[:], haggis))
        for rival in left:
            better = self._simulate(rival, self.start.with_hands(hands[:], haggis)) - usual
            rival.deals += 1
            rival.total_advantage += better
            rival.sum_of_squares += better * better

    def _simulate(self, rival: RootMove, now: Rollout) -> float:
        """Play the round out after this play, and remember how it went; what the seat gained."""
        self.rollouts += 1
        deed, tried = rival.play, rival.node
        path = [(tried, now.turn)]
        while True:
            fresh = not tried.visits
            tried.visits += 1
            _apply_play(now, deed)
            if fresh or now.over:
                break
            deed, tried = self._select(tried, now)
            path.append((tried, now.turn))
        play_to_end(now)
        gains = self.context.gains(now.result(), self.stakes)
        for followed, seat in path:
            followed.total_gain += gains[seat]
        return gains[path[0][1]]

    def _select(self, after: Node, now: Rollout) -> tuple[CandidatePlay | None, Node]:
        """What to follow in this deal: a play not tried yet while there is room for one, else the most promising."""
        choices, tried = self._candidate_actions(now), after.children
        best: tuple[CandidatePlay | None, Node] | None = None
        best_value = -1e9
        fresh: list[Action] = []
        for key, deed in choices:
            known = tried.get(key)
            if known is None:
                fresh.append((key, deed))
                continue
            known.availability += 1
            value = known.total_gain / known.visits + EXPLORATION * sqrt(log(known.availability) / known.visits)
            if value > best_value:
                best, best_value = (deed, known), value
        room = len(choices) - len(fresh) < 1 + WIDENING * sqrt(after.visits)
        if best and not (fresh and room):
            return best
        key, deed = self._policy_action(now) if best is None else self.chance.choice(fresh)
        new = tried.setdefault(key, Node())
        new.availability += 1
        return deed, new

    def _policy_action(self, now: Rollout) -> Action:
        """What the routine does here, which is tried first."""
        plan = now.plans[now.turn]
        kept = plan and plan[:]
        deed = choose_play(now)
        now.plans[now.turn] = kept
        return _action_key(deed), deed

    def _candidate_actions(self, now: Rollout) -> list[Action]:
        """The plays considered in the tree; those alike in shape and rank count as one."""
        seat = now.turn
        hand = now.hands[seat]
        place = (hand, now.shape, now.rank) if now.winner >= 0 else (hand, -1, 0)
        found = self._actions.get(place)
        if found is None:
            deeds: list[CandidatePlay | None]
            if now.winner < 0:
                deeds = list(candidate_leads(self.context, hand, self.chance, TREE_LEAD_PLANS))
            else:
                plan = now.plans[seat]
                if plan is None:
                    plan = now.plans[seat] = self.context.splitter.split(hand, self.chance)
                deeds = [None, *candidate_answers(self.context, hand, now.shape, now.rank, plan)]
            unlike: dict[int, CandidatePlay | None] = {}
            for deed in deeds:
                unlike.setdefault(_action_key(deed), deed)
            found = self._actions[place] = list(unlike.items())
        return found


def candidate_plays(view: View, arena: TableContext, chance: Random) -> list[CandidatePlay | None]:
    """What the seat whose turn it is may think about: plays worth a thought, and a pass where one is allowed."""
    over = view.state.reading_to_beat
    if over is None:
        return list(best_candidate_leads(arena, view.hand, chance, MAX_LEADS))
    plan = arena.splitter.split(view.hand, chance)
    return [None, *candidate_answers(arena, view.hand, shape_of(over), over.rank, plan)]


def _cards_and_shape(deed: CandidatePlay | None) -> tuple[int, int]:
    return (deed[2], deed[0]) if deed else (0, PASS)


def _action_key(deed: CandidatePlay | None) -> int:
    return deed[0] << 4 | deed[1] if deed else PASS


def _apply_play(now: Rollout, deed: CandidatePlay | None) -> None:
    """Play or pass, and keep the plan where the play was part of it."""
    if deed is None:
        now.pass_turn()
        return
    plan, cards = now.plans[now.turn], suit_cards(deed[2])
    if plan is not None and cards:
        now.plans[now.turn] = next(
            (plan[:place] + plan[place + 1 :] for place, group in enumerate(plan) if group[2] == cards), None
        )
    now.play(*deed)
