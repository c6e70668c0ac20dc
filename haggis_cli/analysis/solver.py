"""Exact values of positions with all hands open, and of each play, until the end of the round.

Make a `Solver` for the earliest position of interest in a round, and ask it about that position and any that follows
from it: all share the proven results. `open_round` makes the round of a position that people describe.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from haggis_cli.analysis import sides
from haggis_cli.analysis.duel import Duel, DuelNode
from haggis_cli.analysis.hand_classes import Tables
from haggis_cli.rules.cards import COURTS, Card, Cards
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Event, Lead, Pass, Phase, TrickPlay
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.round import Round, begin, unambiguous_play
from haggis_cli.rules.variant import Table


class PlayValue(NamedTuple):
    """The value of an event for the side of the player whose turn it is.

    event: the play, pass or gift of the lead.
    low, high: the bounds of its value; equal if it is exact.
    """

    event: Event
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


class Solution(NamedTuple):
    """The value of a position from now on, without bets, for the side of the player whose turn it is.

    turn: whose turn it is.
    low, high: the proven bounds of the value.
    plays: all possible actions, the best first.
    line: the events of one best line to the end of the round; empty if time ran out.
    nodes: the number of positions searched.
    seconds: the time it took.
    """

    turn: int
    low: int
    high: int
    plays: tuple[PlayValue, ...]
    line: tuple[Event, ...]
    nodes: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    @property
    def value(self) -> int | None:
        """The value; None if only bounds are known."""
        return self.low if self.exact else None


class Comparison(NamedTuple):
    """The action taken in a position beside the best one.

    played: the action taken, with its value.
    best: the best value, with one of the events that are proved best.
    """

    played: PlayValue
    best: PlayValue


class OpenPosition(NamedTuple):
    """A position with all hands open.

    hands: everybody's cards, including court cards; empty for players who are out.
    turn: whose turn it is.
    trick: the plays of the trick so far, the one to beat last; empty if the next play leads.
    haggis: the cards of the haggis, as far as they are known.
    out: the players who have gone out, in order, each with the number of cards recorded.
    """

    hands: tuple[Cards, ...]
    turn: int = 0
    trick: tuple[TrickPlay, ...] = ()
    haggis: tuple[Card, ...] = ()
    out: tuple[tuple[int, int], ...] = ()


def open_round(table: Table, position: OpenPosition) -> Round:
    """The round in this position, as if nothing had been captured yet and nobody had bet."""
    hands, trick = position.hands, position.trick
    return begin(table, trick[0].seat if trick else position.turn)._replace(
        haggis=position.haggis,
        hands=hands,
        courts=tuple(hand & COURTS for hand in hands),
        sizes=tuple(hand.bit_count() for hand in hands),
        out=tuple(seat for seat, _ in position.out),
        counts=tuple(count for _, count in position.out),
        phase=Phase.PLAY,
        turn=position.turn,
        trick=trick,
        passes=_count_passes(position),
    )


def _count_passes(position: OpenPosition) -> int:
    """The number of passes since the last play, which excludes players who are out."""
    if not position.trick:
        return 0
    players = len(position.hands)
    steps = (position.turn - position.trick[-1].seat) % players
    between = [(position.turn - step) % players for step in range(1, steps)]
    return sum(position.hands[seat] != 0 for seat in between)


# The possible next actions, each with the events that follow without a choice that matters.


class FollowUp(NamedTuple):
    """An action and the position after it.

    events: the play, pass or gift of the lead; after a trick won by a bomb also its award, if somebody chooses.
    after: the position.
    """

    events: tuple[Event, ...]
    after: Round


def find_follow_ups(state: Round, signs: tuple[int, ...]) -> Iterator[FollowUp]:
    """All possible actions of the side of the player whose turn it is; `signs` gives the sides."""
    table, turn, over = state.table, state.turn, state.reading_to_beat
    assert state.hands is not None
    for cards, reading in legal_plays(table.variant.combinations, table.deck, state.hands[turn], over):
        play = unambiguous_play(table, turn, cards, reading, over)
        yield _with_award((play,), state.after_play(cards, reading), signs)
    if state.trick:
        yield _with_award((Pass(turn),), state.after(Pass(turn)), signs)
    for lead in find_leads_offered(state):
        if signs[lead.seat] == signs[turn]:
            yield FollowUp((lead,), state.after(lead))


def find_leads_offered(state: Round) -> list[Lead]:
    """The gifts of the lead that the winner of a bombed trick may make now."""
    return [lead for lead in choices(state).leads() if lead.to != state.turn]


def _with_award(events: tuple[Event, ...], after: Round, signs: tuple[int, ...]) -> FollowUp:
    """The follow-up in which a winner who chooses who captures a trick names somebody of the own side, if allowed."""
    now = choices(after)
    if now.event is not Award:
        return FollowUp(events, after)
    award = min(now.awards(), key=lambda award: signs[award.to] != signs[award.seat])
    return FollowUp((*events, award), after.after(award))


# The solver.


_Node: TypeAlias = DuelNode | sides.SidesNode
_USUAL = 0  # the value that is tried first
_WIDE = 40  # points: tests far from the value are cheap, and give bounds if time runs out


class _Branch:
    """Events with the same result, and their proven bounds for the side of the player whose turn it is.

    gain: the first side's immediate points from the event.
    continuations: the position after it; also the next one if the winner of a bombed trick may give the lead away.
    chooser: 1 if the first side chooses among these, else -1.
    """

    def __init__(self, follow_up: FollowUp, gain: int, sign: int, scoring: sides.Scoring) -> None:
        after = follow_up.after
        leads = find_leads_offered(after)
        self.follow_ups = [follow_up]
        self.gain = gain
        self.continuations = [FollowUp((), after), *(FollowUp((lead,), after.after(lead)) for lead in leads)]
        self.chooser = scoring.signs[leads[0].seat] if leads else 1
        low, high = sides.read_bounds(after, scoring)
        self.low, self.high = sorted((sign * (low + gain), sign * (high + gain)))
        self.nodes: list[_Node] = []
        self.promise = 0

    def narrow(self, bound: int, beta: int) -> None:
        """Narrow the bounds by the result of a test."""
        if bound >= beta:
            self.low = max(self.low, bound)
        else:
            self.high = min(self.high, bound)


class Solver:
    """Finds the values of the positions of one round, with all hands open.

    The sides are the two players or the teams. If three or more play each for themselves, `alone` names the player
    against all others together (Tatties: the Shepherd); the value is then a lower bound of that player's result,
    because the others will not really cooperate.
    """

    def __init__(self, root: Round, alone: int | None = None) -> None:
        """`root`: the earliest position of interest, with known hands; it is not kept.

        Raises Unsolvable if there are more than two sides, or the variant has a rule that the search does not know.
        """
        if root.hands is None:
            raise sides.Unsolvable("only a position with all hands open can be solved")
        self._scoring = sides.read_scoring(root, alone)
        self._limit = sides.Limit()
        self._tables = Tables(root, self._limit.check_clock)
        self._duel: Duel | None = None
        self._sides: sides.SidesSearch | None = None
        if len(root.hands) == 2:
            self._duel = Duel(self._tables.classes, self._scoring, self._limit)
        else:
            self._sides = sides.SidesSearch(root.table, self._tables.classes, self._scoring, self._limit)

    def solve(
        self, state: Round, *, seconds: float | None = None, nodes: int | None = None, every_play: bool = True
    ) -> Solution:
        """The value of a position, the values of all possible actions, and a best line.

        state: the root or a position that follows from it, in which somebody must play or pass (ValueError for
            another). A lead that the other side may still give away counts as not given.
        seconds, nodes: the limit; if it is reached, the result has only the bounds proven so far.
        every_play: whether to value plays that are not the best; otherwise these have only bounds.
        """
        if state.phase is not Phase.PLAY or state.over:
            raise ValueError("no play is due in this position")
        limit = self._limit
        limit.set(seconds, nodes)
        line: tuple[Event, ...] = ()
        branches = self._find_branches(state)
        try:
            branches = self._prepare(state, branches)
            self._find_best(state, branches)
            if every_play:
                for branch in sorted(branches, key=lambda each: -each.high):
                    self._find_exactly(state, branch)
            line = self._find_line(state, branches)
        except sides.OutOfTime:
            pass
        low, high = _bounds(branches)
        in_order = sorted(branches, key=lambda branch: (-branch.low, -branch.high))
        plays = [
            PlayValue(each.events[0], branch.low, branch.high) for branch in in_order for each in branch.follow_ups
        ]
        return Solution(state.turn, low, high, tuple(plays), line, limit.nodes, limit.elapsed)

    def compare(self, state: Round, event: Event, *, seconds: float | None = None) -> Comparison:
        """The value of an event beside the best value in the position.

        state: as for `solve`.
        event: one of `solve`'s plays (ValueError for another); it names a combination only if the cards alone would
            mean another one.
        seconds: the limit; if it is reached, the result has only the bounds proven so far.
        """
        self._limit.set(seconds, None)
        branches = self._find_branches(state)
        with suppress(sides.OutOfTime):
            branches = self._prepare(state, branches)
            self._find_best(state, branches)
            self._find_exactly(state, _find_branch(branches, event))
        played = _find_branch(branches, event)
        low, high = _bounds(branches)
        best = max(branches, key=lambda branch: branch.low)
        best_value = PlayValue(best.follow_ups[0].events[0], low, high)
        return Comparison(PlayValue(event, played.low, played.high), best_value)

    def _find_branches(self, state: Round) -> list[_Branch]:
        """All possible actions, with their bounds without looking ahead."""
        scoring = self._scoring
        before, sign = sides.count_earned(state, scoring), scoring.signs[state.turn]
        return [
            _Branch(follow_up, sides.count_earned(follow_up.after, scoring) - before, sign, scoring)
            for follow_up in find_follow_ups(state, scoring.signs)
        ]

    def _prepare(self, state: Round, branches: list[_Branch]) -> list[_Branch]:
        """The branches with their nodes, the most promising first; events with the same result share a branch."""
        classes, seat = self._tables.classes[state.turn], state.turn
        merged: dict[object, _Branch] = {}
        for branch in branches:
            ((event, *_), after) = branch.follow_ups[0]
            assert after.hands is not None
            if not after.over:
                branch.nodes = [self._node(each.after) for each in branch.continuations]
            number = self._tables.number(seat, after.hands[seat])
            branch.promise = classes.promises[number] + 12 * isinstance(event, Pass)
            first = merged.setdefault((branch.gain, *branch.nodes), branch)
            if first is not branch:
                first.follow_ups += branch.follow_ups
        return sorted(merged.values(), key=lambda branch: branch.promise)

    def _node(self, state: Round) -> _Node:
        """The position as a node of the search."""
        assert state.hands is not None
        numbers = tuple(self._tables.number(seat, hand) for seat, hand in enumerate(state.hands))
        pile = state.table.variant.card_values.of(*(play.cards for play in state.trick))
        label = self._tables.label(state.trick[-1].seat, state.trick[-1].reading) if state.trick else None
        turn = state.turn
        if self._sides is None:
            return DuelNode(turn, numbers[turn], numbers[1 - turn], label, pile)
        top = None
        if label is not None:
            owner, before = state.trick[-1].seat, [play.seat for play in state.trick[:-1]]
            top = sides.Top(owner, *label, self._sides.capture_sign(owner, label.shape, before[-1] if before else None))
        out = self._sides.out_after(state.out[:-1], state.out[-1], state.counts[0]) if state.out else None
        return sides.SidesNode(numbers, turn, top, pile, out)

    def _find_best(self, state: Round, branches: list[_Branch]) -> None:
        """Find the best value: with a limit, first from both ends; then by tests with a growing step."""
        low, high = _bounds(branches)
        from_above = True
        while self._limit.is_set and high - low > _WIDE:
            quarter = (high - low) // 4
            self._any_reaches(state, branches, high - quarter if from_above else low + quarter)
            from_above = not from_above
            low, high = _bounds(branches)
        guess, step, last = min(max(_USUAL, low), high), 1, 0
        while low < high:
            if self._any_reaches(state, branches, min(max(guess, low + 1), high)):
                step = step * 2 if last > 0 else 1
                low, high = _bounds(branches)
                last, guess = 1, low + step
            else:
                step = step * 2 if last < 0 else 1
                low, high = _bounds(branches)
                last, guess = -1, high - step + 1

    def _any_reaches(self, state: Round, branches: list[_Branch], beta: int) -> bool:
        return any(self._reaches(state, branch, beta) for branch in branches)

    def _find_exactly(self, state: Round, branch: _Branch) -> None:
        """Find the value of a branch, from the top: most plays lose little."""
        step = 1
        while branch.low < branch.high:
            beta = max(branch.high - step + 1, branch.low + 1)
            step = 1 if self._reaches(state, branch, beta) else step * 2

    def _reaches(self, state: Round, branch: _Branch, beta: int) -> bool:
        if branch.low < beta <= branch.high:
            first_side = self._scoring.signs[state.turn] > 0
            branch.narrow(self._test(branch, beta) if first_side else -self._test(branch, 1 - beta), beta)
        return branch.low >= beta

    def _test(self, branch: _Branch, beta: int) -> int:
        """A bound of the branch's value for the first side: a lower one if it is beta or more, else an upper one."""
        bounds = [self._test_node(node, beta - branch.gain) for node in branch.nodes]
        return branch.gain + (max(bounds) if branch.chooser > 0 else min(bounds))

    def _test_node(self, node: _Node, beta: int) -> int:
        if isinstance(node, sides.SidesNode):
            assert self._sides is not None
            return self._sides.test(node, beta)
        assert self._duel is not None
        if self._scoring.signs[node.player] > 0:
            return self._duel.test(node, beta)
        return -self._duel.test(node, 1 - beta)

    def _find_line(self, state: Round, branches: list[_Branch]) -> tuple[Event, ...]:
        """One best line to the end of the round, once the best value is known."""
        line: list[Event] = []
        value, _ = _bounds(branches)
        while True:
            best = next(branch for branch in branches if self._reaches(state, branch, value))
            line += best.follow_ups[0].events
            if best.follow_ups[0].after.over:
                return tuple(line)
            value = self._scoring.signs[state.turn] * value - best.gain  # for the first side, from here on
            chosen = self._chosen_continuation(best, value)
            line += chosen.events
            state = chosen.after
            value *= self._scoring.signs[state.turn]
            branches = self._prepare(state, self._find_branches(state))

    def _chosen_continuation(self, branch: _Branch, value: int) -> FollowUp:
        """Whether the winner of a bombed trick gives the lead away, given the value from there on."""
        for node, continuation in zip(branch.nodes, branch.continuations, strict=True):
            if branch.chooser > 0:
                chosen = self._test_node(node, value) >= value
            else:
                chosen = self._test_node(node, value + 1) <= value
            if chosen:
                return continuation
        raise AssertionError("none of the continuations has the value of all")


def _find_branch(branches: list[_Branch], event: Event) -> _Branch:
    for branch in branches:
        if any(each.events[0] == event for each in branch.follow_ups):
            return branch
    raise ValueError("this event is not possible in this position")


def _bounds(branches: list[_Branch]) -> tuple[int, int]:
    """The proven bounds of the best branch."""
    return max(branch.low for branch in branches), max(branch.high for branch in branches)
