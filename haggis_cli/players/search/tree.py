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

from haggis_cli.players.candidate_plays import candidate_answers, best_candidate_leads, candidate_leads
from haggis_cli.players.hand_plan import CandidatePlay, shape_of
from haggis_cli.players.search.determinization import UnseenCards
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.players.search.rollout_policy import play_to_end, choose_play
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

    __slots__ = ("available", "chosen", "gain", "tries")

    def __init__(self) -> None:
        self.chosen = 0
        self.available = 0
        self.gain = 0.0
        self.tries: dict[int, Node] = {}


class RootMove:
    """A play compared with the usual one: in how many deals, by how much it did better, and the squares of that."""

    __slots__ = ("better", "deals", "deed", "squares", "tried")

    def __init__(self, deed: CandidatePlay | None) -> None:
        self.deed = deed
        self.tried = Node()
        self.deals = 0
        self.better = 0.0
        self.squares = 0.0

    @property
    def mean(self) -> float:
        """By how many points it did better on average."""
        return self.better / self.deals

    @property
    def error(self) -> float:
        """The standard error of the mean; one deal alone says nothing."""
        if self.deals < 2:
            return UNKNOWN_ERROR
        return sqrt(max(self.squares / self.deals - self.mean**2, 1.0) / (self.deals - 1))


class Search:
    """One decision about a play or a pass. usual: what the seat would do without searching; None is a pass.

    looks: the rounds played out for it so far.
    """

    def __init__(self, view: View, arena: TableContext, chance: Random, usual: CandidatePlay | None) -> None:
        state = view.state
        self.arena, self.chance = arena, chance
        self.start = Rollout(arena, state, chance)
        self.unseen = UnseenCards(view)
        self.stakes = state.table.variant.betting.stakes(state.table, state.betting)
        self.usual = RootMove(usual)
        deeds = candidate_plays(view, arena, chance)
        self.rivals = [RootMove(deed) for deed in deeds if _cards_and_shape(deed) != _cards_and_shape(usual)]
        self.looks = 0
        self._actions: dict[tuple[int, int, int], list[Action]] = {}

    def best(self, effort: "Effort") -> CandidatePlay | None:
        """The usual play, or the rival that does better; None for a pass."""
        if not self.rivals:
            return self.usual.deed
        left, begun = self.rivals[:], monotonic()
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
        return best.deed if best.mean > REQUIRED_STANDARD_ERRORS * best.error else self.usual.deed

    def _compare(self, left: list[RootMove]) -> None:
        """Try the usual play and the rivals that are left in one guessed deal."""
        hands, haggis = self.unseen.guess(self.chance)
        usual = self._simulate(self.usual, self.start.with_hands(hands[:], haggis))
        for rival in left:
            better = self._simulate(rival, self.start.with_hands(hands[:], haggis)) - usual
            rival.deals += 1
            rival.better += better
            rival.squares += better * better

    def _simulate(self, rival: RootMove, now: Rollout) -> float:
        """Play the round out after this play, and remember how it went; what the seat gained."""
        self.looks += 1
        deed, tried = rival.deed, rival.tried
        path = [(tried, now.turn)]
        while True:
            fresh = not tried.chosen
            tried.chosen += 1
            _apply_play(now, deed)
            if fresh or now.over:
                break
            deed, tried = self._select(tried, now)
            path.append((tried, now.turn))
        play_to_end(now)
        gains = self.arena.gains(now.result(), self.stakes)
        for followed, seat in path:
            followed.gain += gains[seat]
        return gains[path[0][1]]

    def _select(self, after: Node, now: Rollout) -> tuple[CandidatePlay | None, Node]:
        """What to follow in this deal: a play not tried yet while there is room for one, else the most promising."""
        choices, tried = self._candidate_actions(now), after.tries
        best: tuple[CandidatePlay | None, Node] | None = None
        best_value = -1e9
        fresh: list[Action] = []
        for key, deed in choices:
            known = tried.get(key)
            if known is None:
                fresh.append((key, deed))
                continue
            known.available += 1
            value = known.gain / known.chosen + EXPLORATION * sqrt(log(known.available) / known.chosen)
            if value > best_value:
                best, best_value = (deed, known), value
        room = len(choices) - len(fresh) < 1 + WIDENING * sqrt(after.chosen)
        if best and not (fresh and room):
            return best
        key, deed = self._policy_action(now) if best is None else self.chance.choice(fresh)
        new = tried.setdefault(key, Node())
        new.available += 1
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
                deeds = list(candidate_leads(self.arena, hand, self.chance, TREE_LEAD_PLANS))
            else:
                plan = now.plans[seat]
                if plan is None:
                    plan = now.plans[seat] = self.arena.splitter.split(hand, self.chance)
                deeds = [None, *candidate_answers(self.arena, hand, now.shape, now.rank, plan)]
            unlike: dict[int, CandidatePlay | None] = {}
            for deed in deeds:
                unlike.setdefault(_action_key(deed), deed)
            found = self._actions[place] = list(unlike.items())
        return found


def candidate_plays(view: View, arena: TableContext, chance: Random) -> list[CandidatePlay | None]:
    """What the seat whose turn it is may think about: plays worth a thought, and a pass where one is allowed."""
    over = view.state.over_reading
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
        now.skip()
        return
    plan, cards = now.plans[now.turn], suit_cards(deed[2])
    if plan is not None and cards:
        now.plans[now.turn] = next(
            (plan[:place] + plan[place + 1 :] for place, group in enumerate(plan) if group[2] == cards), None
        )
    now.play(*deed)
