"""Information-set Monte-Carlo tree search over the play of a round.

Every look guesses a deal that fits what the seat has seen, walks down the tree by what has done well so far (UCB1 over
the plays that are possible in that deal, each counted when it was available), adds one play, and plays the round out by
routine. Everybody seeks the own side's gain. After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search", 2012.
"""

from math import log, sqrt
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from haggis_cli.players.guess import Unseen
from haggis_cli.players.plan import Deed, shape_of
from haggis_cli.players.playout import Arena, Playout
from haggis_cli.players.routine import play_out, routine
from haggis_cli.players.view import View
from haggis_cli.players.worth import answers, leads
from haggis_cli.rules.cards import suit_cards

if TYPE_CHECKING:
    from haggis_cli.players.levels import Effort

CURIOSITY = 0.4  # the weight of trying what was tried seldom, in gains of SCALE points
SCALE = 100.0
BREADTH = 1.0  # below the root, this much times the root of its visits is how many plays of a node are tried
LEADS_BELOW = 2  # plans made for leads below the root
PASS = 0

Choice = tuple[int, Deed | None]


class Node:
    """What followed one play: how often it was visited, and what was tried next, by `_key`."""

    __slots__ = ("tried", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.tried: dict[int, Try] = {}


class Try:
    """One play at a node: how often it was chosen and available, its gains for the player, and what follows."""

    __slots__ = ("available", "chosen", "gain", "node")

    def __init__(self) -> None:
        self.chosen = 0
        self.available = 0
        self.gain = 0.0
        self.node = Node()


class Search:
    """One decision about a play or a pass."""

    def __init__(self, view: View, arena: Arena, chance: Random) -> None:
        state = view.state
        self.arena, self.chance = arena, chance
        self.start = Playout(arena, state, chance)
        self.unseen = Unseen(view)
        self.stakes = state.table.variant.betting.stakes(state.table, state.betting)
        self.root = Node()
        self.deeds = considered(view, arena, chance)
        self._choices: dict[tuple[int, int, int], list[Choice]] = {}

    def best(self, effort: "Effort") -> Deed | None:
        """The play that was looked at most; None for a pass."""
        if len(self.deeds) == 1:
            return self.deeds[0]
        if effort.playouts is not None:
            for _ in range(effort.playouts):
                self.look()
        else:
            end = monotonic() + effort.seconds
            while monotonic() < end:
                self.look()
        return max(self.deeds, key=self._worth)

    def _worth(self, deed: Deed | None) -> tuple[int, float]:
        found = self.root.tried.get(_exactly(deed))
        return (found.chosen, found.gain) if found else (0, 0.0)

    def look(self) -> None:
        """Play out one guessed deal and remember how it went."""
        now = self.start.with_hands(*self.unseen.guess(self.chance))
        node, path = self.root, []
        while not now.over:
            deed, tried = self._choose(node, now)
            path.append((node, tried, now.turn))
            fresh = not tried.chosen
            _do(now, deed)
            node = tried.node
            if fresh:
                break
        play_out(now)
        gains = self.arena.gains(now.result(), self.stakes)
        for node, tried, seat in path:
            node.visits += 1
            tried.chosen += 1
            tried.gain += gains[seat] / SCALE

    def _choose(self, node: Node, now: Playout) -> tuple[Deed | None, Try]:
        """The play to follow from a node in this deal: a new one while there is room, else the most promising."""
        choices = [(_exactly(deed), deed) for deed in self.deeds] if node is self.root else self._below(now)
        tried = node.tried
        best: tuple[Deed | None, Try] | None = None
        best_value = -1e9
        fresh: list[Choice] = []
        for key, deed in choices:
            known = tried.get(key)
            if known is None:
                fresh.append((key, deed))
                continue
            known.available += 1
            value = known.gain / known.chosen + CURIOSITY * sqrt(log(known.available) / known.chosen)
            if value > best_value:
                best, best_value = (deed, known), value
        room = node is self.root or len(choices) - len(fresh) < 1 + BREADTH * sqrt(node.visits)
        if best and not (fresh and room):
            return best
        key, deed = self._usual(now) if best is None and node is not self.root else self.chance.choice(fresh)
        new = tried.setdefault(key, Try())
        new.available += 1
        return deed, new

    def _usual(self, now: Playout) -> Choice:
        """What the routine does here, which is tried first."""
        plan = now.plans[now.turn]
        kept = plan and plan[:]
        deed = routine(now)
        now.plans[now.turn] = kept
        return _key(deed), deed

    def _below(self, now: Playout) -> list[Choice]:
        """The plays considered below the root, alike in shape and rank counted as one."""
        seat = now.turn
        hand = now.hands[seat]
        place = (hand, now.shape, now.rank) if now.winner >= 0 else (hand, -1, 0)
        found = self._choices.get(place)
        if found is None:
            deeds: list[Deed | None]
            if now.winner < 0:
                deeds = list(leads(self.arena, hand, self.chance, LEADS_BELOW))
            else:
                plan = now.plans[seat]
                if plan is None:
                    plan = now.plans[seat] = self.arena.splitter.split(hand, self.chance)
                deeds = [None, *answers(self.arena, hand, now.shape, now.rank, plan)]
            unlike: dict[int, Deed | None] = {}
            for deed in deeds:
                unlike.setdefault(_key(deed), deed)
            found = self._choices[place] = list(unlike.items())
        return found


def considered(view: View, arena: Arena, chance: Random) -> list[Deed | None]:
    """What the seat whose turn it is may think about: plays worth a thought, and a pass where one is allowed."""
    over = view.state.over_reading
    if over is None:
        return list(leads(arena, view.hand, chance))
    plan = arena.splitter.split(view.hand, chance)
    return [None, *answers(arena, view.hand, shape_of(over), over.rank, plan)]


def _key(deed: Deed | None) -> int:
    return deed[0] << 4 | deed[1] if deed else PASS


def _exactly(deed: Deed | None) -> int:
    return deed[2] << 8 | deed[0] if deed else PASS


def _do(now: Playout, deed: Deed | None) -> None:
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
