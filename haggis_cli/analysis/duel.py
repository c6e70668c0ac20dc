"""The search for two hands: does the next player get at least a given number of points more than the other?

The value of a position counts from now on and does not depend on its history, because points only add up. With two
players a pass ends the trick, so a position consists only of the two hands, the play to beat, the points in the trick
and whose turn it is. Hands are classes and plays are labels (`hand_classes`).

The search of a player is a closure that looks everything up in local names, and code that runs at nearly every node is
written out in full. A lead is an answer to the shape and the index -1; one function for both costs 2 % of the time.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from haggis_cli.analysis.hand_classes import BOMBS, LONE, HandClasses, Label, forget_plays
from haggis_cli.analysis.sides import BombRule, Limit, Scoring

_Search: TypeAlias = Callable[[int, int, int, int, int, int], int]

_INFINITY = 1 << 20
_NO_INDEX = 1 << 8  # above every index
_GOES_OUT = 1 << 19  # the result of `run` for a hand that goes out without losing a trick
MOST_PROVEN = 700_000  # positions remembered, of 150 bytes each
MOST_RUNS = 200_000  # of 150 bytes


class DuelNode(NamedTuple):
    """A position between two.

    player: the next player.
    mine, theirs: the classes of both hands, the player's first.
    over: the play to beat; None for a lead.
    pile: the points in the trick.
    """

    player: int
    mine: int
    theirs: int
    over: Label | None
    pile: int


class Duel:
    """The search over the hands of two players, with all results proven so far."""

    def __init__(self, hands: Sequence[HandClasses], scoring: Scoring, limit: Limit) -> None:
        self._hands, self._scoring = hands, scoring
        self._limit = limit
        self._proven: dict[int, tuple[int, int, int]] = {}
        self._bounds: dict[tuple[int, int, int], tuple[int, int, int]] = {}  # equal bounds are one object in `_proven`
        self._runs: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._searches: list[_Search] = []
        self._searches += [self._make_search(player) for player in (0, 1)]

    def test(self, node: DuelNode, beta: int) -> int:
        """A bound of the node's value for the next player: a lower bound if it is beta or more, else an upper bound."""
        player, mine, theirs, over, pile = node
        shape, index = (-1, -1) if over is None else (over.shape, over.place)
        return self._searches[player](mine, theirs, shape, index, pile, beta)

    def _check(self) -> None:
        """Check the limit, and forget results that would take too much memory; they can be found again.

        Only the older half of the proven results goes, because the next test needs most of them again.
        """
        self._limit.check()
        if len(self._proven) > MOST_PROVEN:
            for key in list(islice(self._proven, MOST_PROVEN // 2)):
                del self._proven[key]
        for runs in self._runs:
            if len(runs) > MOST_RUNS:
                runs.clear()
        forget_plays(self._hands)

    def _make_search(self, player: int) -> _Search:  # noqa: C901 - see above
        """The function with which a player leads or answers; x is the player's hand, y the other's."""
        mine, theirs = self._hands[player], self._hands[1 - player]
        proven, searches = self._proven, self._searches
        known, share = proven.get, self._bounds.setdefault
        per_card, gain = self._scoring.per_card, self._scoring.first_out
        bomb_sign = 1 if self._scoring.bombs is BombRule.WINNER else -1
        x_size, x_points, x_tops = mine.size, mine.points, mine.tops
        x_largest, x_lost = mine.largest, mine.tricks_lost
        x_leads, x_answers, x_bombs, expand = mine.leads, mine.answers, mine.bombs, mine.expand
        y_size, y_points, y_tops = theirs.size, theirs.points, theirs.tops
        other = 1 - player
        runs = self._runs[player]
        run_known = runs.get
        limit, check = self._limit, self._check
        # Numbers below 2 to the 60th are the quickest to look up, so keys are as short as possible.
        bits, both = theirs.bits, mine.bits + theirs.bits
        lead_key, answer_key = player << both, 2 + player << both

        def run(x: int, y: int) -> int:
            """The least that x on lead saves over losing everything, by plays that y cannot answer; or _GOES_OUT."""
            if y_tops[y][BOMBS]:
                first = (x_leads[x] or expand(x))[0]
                return per_card * x_largest[x] if first[0] or first[1] == BOMBS else _GOES_OUT
            if x_lost[x] <= 1:
                return _GOES_OUT
            key = x << bits | y
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

        def search(x: int, y: int, shape: int, index: int, pile: int, beta: int) -> int:  # noqa: C901
            """A bound of what x gets, who leads or must beat this play or pass, with `pile` points in the trick.

            A lower bound if it is beta or more, else an upper bound.
            """
            points_left = x_points[x] + y_points[y] + pile
            high = per_card * y_size[y] + points_left + gain
            if high < beta:
                return high
            worst = -per_card * x_size[x] - points_left - gain
            tops = y_tops[y]
            bombs_there = tops[BOMBS]
            lost = pile
            plays: Sequence[tuple[int, int, int, int, int]]
            bombs: Sequence[tuple[int, int, int, int, int]] = ()
            if shape < 0:
                saved = run(x, y)
                if saved >= _GOES_OUT:
                    return high
                saved += worst
                if saved >= beta:
                    return saved
                if not x_tops[x][BOMBS]:
                    high -= per_card  # the other gets to play at least once
                    if high < beta:
                        return high
                plays = x_leads[x] or expand(x)
                key = lead_key | x << bits | y
            else:
                if worst >= beta:
                    return worst
                if x_leads[x] is None:
                    expand(x)
                x_bombs_here = x_bombs[x]
                assert x_bombs_here is not None
                least = 0
                if shape == BOMBS:
                    plays = [play for play in x_bombs_here if play[2] > index]
                    lost, least = pile * bomb_sign, index
                else:
                    bombs = x_bombs_here
                    plays = x_answers[x].get(shape, ())  # type: ignore[union-attr]
                    if plays:
                        top, least = tops[shape], _NO_INDEX
                        for to, _, at, points, cards in plays:
                            if at <= index:
                                continue
                            if at < least:
                                least = at
                            if to == 0:
                                return high
                            if at >= top and not bombs_there:
                                if x_lost[to] <= 1:  # the beginning of `run`, which is mostly called from here
                                    return high
                                more = run_known(to << bits | y)
                                if more is None:
                                    more = run(to, y)
                                if more >= _GOES_OUT:
                                    return high
                                more += worst + per_card * cards + 2 * (pile + points)
                                if more >= beta:
                                    return more
                        if least == _NO_INDEX:  # none is higher
                            plays, least = (), 0
                        else:
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
                        shape = LONE  # only a bomb beats it, whatever it is
                else:
                    return -lost - searches[other](y, x, -1, -1, 0, 1 - beta - lost)
                key = (shape << 8 | least) << both + 2 | answer_key | x << bits | y
            entry = known(key)
            if entry is None:
                low, high = -_INFINITY, _INFINITY
            else:
                # A different number of points in the trick changes the value by no more than the difference.
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
            reply = searches[other]
            all_of_y = per_card * y_size[y] + y_points[y] + gain
            moves, floor = plays, index
            while True:
                for to, kind, at, points, _ in moves:
                    if at <= floor:
                        continue
                    total = pile + points
                    won = total * bomb_sign if kind == BOMBS else total
                    if to == 0:
                        value = won + all_of_y
                    elif tops[kind] > at or (bombs_there and kind != BOMBS):
                        value = -reply(y, to, kind, at, total, 1 - beta)
                    else:
                        value = won + search(to, y, -1, -1, 0, beta - won)
                    if value > best:
                        best = value
                        if value >= beta:
                            break
                if best >= beta or floor < 0:
                    break
                value = -lost - reply(y, x, -1, -1, 0, 1 - beta - lost)
                if value > best:
                    best = value
                if best >= beta or not bombs:
                    break
                moves, floor = bombs, -1
            bounds = (best, high, pile) if best >= beta else (low, best, pile)
            proven[key] = share(bounds, bounds)
            return best

        return search
