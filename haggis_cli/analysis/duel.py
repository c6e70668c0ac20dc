"""The search for two hands: does the player to play next get at least so many points more than the other?

What a position is worth counts from now on, and does not depend on how it came about: points only add up. For two a
pass ends the trick, so the two hands, what is to be beaten, the points in the trick and whose turn it is are all there
is to know. Hands are classes (`hand_classes`), plays are labels (`labels`).

The functions of a player are closures with all they look up in local names, and what is asked at nearly every node
stands in them in full: a call for the common step after a play alone costs 8 % of the time.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from haggis_cli.analysis.hand_classes import HandClasses, forget_plays
from haggis_cli.analysis.labels import BOMBS, LONE, Label
from haggis_cli.analysis.limits import Limit
from haggis_cli.analysis.scoring import BombRule, Scoring

_Lead: TypeAlias = Callable[[int, int, int], int]
_Answer: TypeAlias = Callable[[int, int, int, int, int, int], int]

_INFINITY = 1 << 20
_GOES_OUT = 1 << 19  # what `run` gives for a hand that goes out without a trick lost
_CLASS_BITS = 24
_MOST_PROVEN = 400_000  # positions remembered, of 200 to 250 bytes each
_MOST_RUNS = 150_000  # of 150 bytes


class DuelNode(NamedTuple):
    """A position between two.

    player: who plays next.
    mine, theirs: the classes of both hands, the player's first.
    over: what is to be beaten; None for a lead.
    pile: the points in the trick.
    """

    player: int
    mine: int
    theirs: int
    over: Label | None
    pile: int


class Duel:
    """The search over the hands of two players, with all that it has proven so far."""

    def __init__(self, hands: Sequence[HandClasses], scoring: Scoring, limit: Limit) -> None:
        self._hands, self._scoring = hands, scoring
        self._limit = limit
        self._proven: dict[int, tuple[int, int, int]] = {}
        self._runs: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._leads: list[_Lead] = []
        self._answers: list[_Answer] = []
        for player in (0, 1):
            lead, answer = self._functions(player)
            self._leads.append(lead)
            self._answers.append(answer)

    def bounds(self, node: DuelNode) -> tuple[int, int]:
        """What the player to play next gets at least and at most, without looking ahead."""
        mine, theirs, per_card = self._hands[node.player], self._hands[1 - node.player], self._scoring.per_card
        points = mine.points[node.mine] + theirs.points[node.theirs] + node.pile + self._scoring.first_out
        return -per_card * mine.size[node.mine] - points, per_card * theirs.size[node.theirs] + points

    def test(self, node: DuelNode, beta: int) -> int:
        """A bound of the node's value for the player to play next: a lower one if it is beta or more, else an upper."""
        player, mine, theirs, over, pile = node
        if over is None:
            return self._leads[player](mine, theirs, beta)
        return self._answers[player](mine, theirs, over.shape, over.place, pile, beta)

    def _check(self) -> None:
        """Look at the limit, and forget where memory would grow too large: what is forgotten is found again."""
        self._limit.check()
        if len(self._proven) > _MOST_PROVEN:
            self._proven.clear()
        for runs in self._runs:
            if len(runs) > _MOST_RUNS:
                runs.clear()
        forget_plays(self._hands)

    def _functions(self, player: int) -> tuple[_Lead, _Answer]:  # noqa: C901 - see above
        """How a player leads and answers: x is the player's hand, y the other's."""
        mine, theirs = self._hands[player], self._hands[1 - player]
        proven, leads, answers = self._proven, self._leads, self._answers
        known = proven.get
        per_card, gain = self._scoring.per_card, self._scoring.first_out
        bomb_sign = 1 if self._scoring.bombs is BombRule.WINNER else -1
        x_size, x_points, x_tops, x_largest, x_lost = (
            mine.size,
            mine.points,
            mine.tops,
            mine.largest,
            mine.tricks_lost,
        )
        x_leads, x_answers, x_bombs, expand = mine.leads, mine.answers, mine.bombs, mine.expand
        y_size, y_points, y_tops = theirs.size, theirs.points, theirs.tops
        other = 1 - player
        runs = self._runs[player]
        limit, check = self._limit, self._check
        lead_key, answer_key = player << 2 * _CLASS_BITS + 22, 2 + player << 10

        def run(x: int, y: int) -> int:
            """What x on lead saves at least of losing everything, by plays that y cannot answer; _GOES_OUT if all."""
            if y_tops[y][BOMBS]:
                first = (x_leads[x] or expand(x))[0]
                return per_card * x_largest[x] if first[0] or first[1] == BOMBS else _GOES_OUT
            if x_lost[x] <= 1:
                return _GOES_OUT
            key = x << _CLASS_BITS | y
            saved = runs.get(key)
            if saved is not None:
                return saved
            saved = per_card * x_largest[x]
            tops = y_tops[y]
            for to, shape, index, points, cards in x_leads[x] or expand(x):
                if shape == BOMBS or tops[shape] > index:
                    continue
                more = run(to, y)
                if more >= _GOES_OUT:
                    saved = _GOES_OUT
                    break
                more += per_card * cards + 2 * points
                if more > saved:
                    saved = more
            runs[key] = saved
            return saved

        def play(to: int, kind: int, at: int, total: int, y: int, tops: tuple[int, ...], beta: int) -> int:
            """What a play brings that leaves `to` and has made the trick `total` points; `tops` are those of y."""
            won = total * bomb_sign if kind == BOMBS else total
            if to == 0:
                return won + per_card * y_size[y] + y_points[y] + gain
            if tops[kind] > at or (kind != BOMBS and tops[BOMBS]):
                return -answers[other](y, to, kind, at, total, 1 - beta)
            return won + lead(to, y, beta - won)

        def lead(x: int, y: int, beta: int) -> int:  # noqa: C901
            """A bound of what x gets on lead: a lower one if it is beta or more, else an upper one."""
            points_left = x_points[x] + y_points[y]
            high = per_card * y_size[y] + points_left + gain
            if high < beta:
                return high
            saved = run(x, y)
            if saved >= _GOES_OUT:
                return high
            low = saved - per_card * x_size[x] - points_left - gain
            if low >= beta:
                return low
            if not x_tops[x][BOMBS]:
                high -= per_card  # the other gets to play at least once
                if high < beta:
                    return high
            key = lead_key | x << _CLASS_BITS | y
            entry = known(key)
            if entry is None:
                low, high = -_INFINITY, _INFINITY
            else:
                low, high, _ = entry
                if low >= beta:
                    return low
                if high < beta:
                    return high
            limit.nodes += 1
            if limit.nodes >= limit.next_check:
                check()
            best = -_INFINITY
            tops = y_tops[y]
            for to, shape, index, points, _ in x_leads[x] or expand(x):
                value = play(to, shape, index, points, y, tops, beta)
                if value > best:
                    best = value
                    if value >= beta:
                        break
            proven[key] = (best, high, 0) if best >= beta else (low, best, 0)
            return best

        def answer(x: int, y: int, shape: int, index: int, pile: int, beta: int) -> int:  # noqa: C901
            """A bound of what x gets, who is to beat this or pass, with `pile` points in the trick."""
            points_left = x_points[x] + y_points[y] + pile
            high = per_card * y_size[y] + points_left + gain
            if high < beta:
                return high
            worst = -per_card * x_size[x] - points_left - gain
            if worst >= beta:
                return worst
            if x_leads[x] is None:
                expand(x)
            tops = y_tops[y]
            bombs_there = tops[BOMBS]
            bombs = x_bombs[x]
            assert bombs is not None
            least = 0
            if shape == BOMBS:
                plays: Sequence[tuple[int, int, int, int, int]] = [play for play in bombs if play[2] > index]
                lost, bombs, least = pile * bomb_sign, (), index
            else:
                lost = pile
                plays = x_answers[x].get(shape, ())  # type: ignore[union-attr]
                if plays and index:
                    plays = [play for play in plays if play[2] > index]
                if plays:
                    top, least = tops[shape], 1 << 11
                    for to, _, at, points, cards in plays:
                        if at < least:
                            least = at
                        if to == 0:
                            return high
                        if at >= top and not bombs_there:
                            saved = run(to, y)
                            if saved >= _GOES_OUT:
                                return high
                            saved += worst + per_card * cards + 2 * (pile + points)
                            if saved >= beta:
                                return saved
                    least -= 1
                if not bombs:
                    high -= per_card  # the other gets to play at least once
                    if high < beta:
                        return high
            if plays or bombs:
                saved = worst + per_card * (plays or bombs)[0][4]
                if saved >= beta:
                    return saved
                if not plays:
                    shape = LONE  # whatever it is, only a bomb beats it
            else:
                return -lost - leads[other](y, x, 1 - beta - lost)
            key = ((answer_key | shape) << 12 | least) << 2 * _CLASS_BITS | x << _CLASS_BITS | y
            entry = known(key)
            if entry is None:
                low, high = -_INFINITY, _INFINITY
            else:
                # With other points in the trick the value differs by no more than these points.
                low, high, other_pile = entry
                if other_pile != pile:
                    difference = abs(other_pile - pile)
                    low -= difference
                    high += difference
                if low >= beta:
                    return low
                if high < beta:
                    return high
            limit.nodes += 1
            if limit.nodes >= limit.next_check:
                check()
            best = -_INFINITY
            for to, kind, at, points, _ in plays:
                value = play(to, kind, at, pile + points, y, tops, beta)
                if value > best:
                    best = value
                    if value >= beta:
                        break
            if best < beta:
                value = -lost - leads[other](y, x, 1 - beta - lost)
                if value > best:
                    best = value
            if best < beta:
                for to, _, at, points, _ in bombs:
                    value = play(to, BOMBS, at, pile + points, y, tops, beta)
                    if value > best:
                        best = value
                        if value >= beta:
                            break
            proven[key] = (best, high, pile) if best >= beta else (low, best, pile)
            return best

        return lead, answer
