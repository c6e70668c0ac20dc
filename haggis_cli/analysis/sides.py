"""The search for three or more hands in two sides: does the first side get at least a given number of points more?

As in `duel`, but a pass gives the turn to the next player, players may be out, and partners may beat each other: so the
owner of the play to beat and the first player out are also part of the position. A player who cannot answer passes
automatically.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import chain
from time import perf_counter
from typing import NamedTuple, TypeAlias

from haggis_cli.analysis.hand_classes import BOMBS, MOST_CARDS, MOST_POINTS, ClassMove, HandClasses, forget_plays
from haggis_cli.rules.cards import pack
from haggis_cli.rules.round import Round, recorded_hand
from haggis_cli.rules.scoring import (
    first_out_takes,
    first_out_takes_from_opponents,
    next_highest_else_left,
    next_highest_else_right,
    opponent_of_winners_choice,
    other_team,
    winner_captures,
)
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import UsageError

# The scoring between two sides from the declaration of a variant, or the reason why it cannot be solved.
#
# And `Limit`, the limit of a search.


MOST_SEATS = 8


class Unsolvable(UsageError):
    """The position has no single value, or its variant has a rule that cannot be searched."""


class BombRule(Enum):
    """The rule on who captures a trick won by a bomb."""

    WINNER = 0
    OPPONENT = 1
    PREVIOUS_ELSE_RIGHT = 2
    PREVIOUS_ELSE_LEFT = 3


_BOMB_RULES = {
    winner_captures: BombRule.WINNER,
    opponent_of_winners_choice: BombRule.OPPONENT,
    other_team: BombRule.OPPONENT,
    next_highest_else_right: BombRule.PREVIOUS_ELSE_RIGHT,
    next_highest_else_left: BombRule.PREVIOUS_ELSE_LEFT,
}
_HAND_RULES = {first_out_takes: False, first_out_takes_from_opponents: True}


class Scoring(NamedTuple):
    """The scoring between two sides.

    signs: 1 for each seat of the first side, -1 for the others.
    per_card: the points for each card that is recorded on going out.
    first_out: the other points for going out first: the bonus and the haggis.
    bombs: the rule on who captures a trick won by a bomb.
    partner_hands_lost: whether nobody captures the remaining hand of a partner of the first player out.
    """

    signs: tuple[int, ...]
    per_card: int
    first_out: int
    bombs: BombRule
    partner_hands_lost: bool


def read_scoring(state: Round, alone: int | None = None) -> Scoring:
    """The scoring between the sides in this round; raises Unsolvable with the reason if there is no single value.

    alone: the seat that plays against all others together, if nobody has a partner.
    """
    table, variant = state.table, state.table.variant
    if variant.may_play is not None:
        raise Unsolvable(f"{variant.id} has its own rule for legal plays: not solvable")
    if variant.bomb_taker not in _BOMB_RULES:
        raise Unsolvable(f"{variant.id} has its own rule for who captures a trick won by a bomb: not solvable")
    if variant.hand_taker not in _HAND_RULES:
        raise Unsolvable(f"{variant.id} has its own rule for who captures the cards left: not solvable")
    bonus = variant.first_out_bonus.get(len(table.names), 0)
    values = (*variant.card_values.suit_cards, *variant.card_values.courts)
    if min(*values, variant.hand_points, bonus) < 0:
        raise Unsolvable(f"{variant.id} has negative points: not solvable")
    if variant.card_values.in_play(table) > MOST_POINTS or max(bonus, variant.hand_points) > MOST_POINTS:
        raise Unsolvable(f"{variant.id} scores in numbers above {MOST_POINTS}: not solvable")
    if table.setup.hand > MOST_CARDS or len(table.names) > MOST_SEATS:
        raise Unsolvable(f"{variant.id} has more than {MOST_SEATS} players or {MOST_CARDS} cards a hand: not solvable")
    haggis = variant.card_values.of(pack(state.haggis)) if variant.haggis_taken else 0
    return Scoring(
        signs=_signs(table, alone),
        per_card=variant.hand_points,
        first_out=bonus + haggis,
        bombs=_BOMB_RULES[variant.bomb_taker],
        partner_hands_lost=_HAND_RULES[variant.hand_taker],
    )


def _signs(table: Table, alone: int | None) -> tuple[int, ...]:
    if alone is not None:
        if any(len(side) > 1 for side in table.sides):
            raise Unsolvable("nobody plays alone where partners score together: omit the side")
        return tuple(1 if seat == alone else -1 for seat in table.seats)
    if len(table.sides) != 2:
        raise Unsolvable(
            f"{len(table.sides)} players each for themselves have no single value: name the side to solve for"
        )
    return tuple(-1 if table.side(seat) else 1 for seat in table.seats)


def read_bounds(state: Round, scoring: Scoring) -> tuple[int, int]:
    """The bounds of what the first side gets from here on, without looking ahead."""
    if state.over:
        return 0, 0
    table, value = state.table, state.table.variant.card_values
    assert state.hands is not None
    points = value.of(*state.hands, *(play.cards for play in state.trick)) + (0 if state.out else scoring.first_out)
    low, high = -points, points
    for seat in table.seats:
        if state.sizes[seat] and seat in table.recorders((*state.out, seat)):
            most = scoring.per_card * max([state.sizes[other] for other in table.opponents(seat)] + [*state.counts[:1]])
            if scoring.signs[seat] > 0:
                high += most
            else:
                low -= most
    return low, high


def count_earned(state: Round, scoring: Scoring) -> int:
    """The first side's points so far: captured tricks and recorded counts; at the end, everything except bets."""
    signs, variant = scoring.signs, state.table.variant
    value = variant.card_values
    if state.over:
        outcome = state.outcome()
        bonus = variant.first_out_bonus.get(len(signs), 0)
        earned = signs[outcome.out[0]] * bonus
        for sign, count, captured in zip(signs, outcome.counts, outcome.captured, strict=True):
            earned += sign * (variant.hand_points * count + captured)
        return earned
    earned = sum(signs[trick.taker] * value.of(*trick.handfuls) for trick in state.tricks)
    for seat, count in zip(state.out, state.counts, strict=True):
        earned += signs[seat] * variant.hand_points * count
    return earned + (signs[state.out[0]] * scoring.first_out if state.out else 0)


# The limit of a search.


_CLOCK_EVERY = 1024  # nodes: about a hundredth of a second


class OutOfTime(Exception):
    """The limit is reached; results proven so far remain valid."""


class Limit:
    """A limit of seconds, of nodes, or none; it is set for each question.

    nodes: the number of positions searched since it was set; the searches count them.
    next_check: the number of nodes from which they call `check`.
    """

    def __init__(self) -> None:
        self.set(None, None)

    def set(self, seconds: float | None, nodes: int | None) -> None:
        """Set the limit and begin to count."""
        self.started = perf_counter()
        self.nodes = 0
        self._seconds, self._most = seconds, nodes
        self._set_next_check()

    @property
    def is_set(self) -> bool:
        """Whether there is a limit."""
        return self._seconds is not None or self._most is not None

    @property
    def elapsed(self) -> float:
        """The seconds since it was set."""
        return perf_counter() - self.started

    def check(self) -> None:
        """Raise OutOfTime if the limit is reached."""
        self.check_clock()
        if self._most is not None and self.nodes >= self._most:
            raise OutOfTime
        self._set_next_check()

    def check_clock(self) -> None:
        """Raise OutOfTime if the time is over."""
        if self._seconds is not None and self.elapsed >= self._seconds:
            raise OutOfTime

    def _set_next_check(self) -> None:
        self.next_check = self.nodes + _CLOCK_EVERY
        if self._most is not None:
            self.next_check = min(self.next_check, self._most)


Hands: TypeAlias = tuple[int, ...]
"""The class of every seat's hand; 0 for players who are out."""

_INFINITY = 1 << 20
_MOST_PROVEN = 400_000  # positions remembered, of 400 to 500 bytes each
_PASS: tuple[ClassMove, ...] = ((-1, 0, 0, 0, 0),)


class Top(NamedTuple):
    """The play to beat.

    owner: the seat that played it.
    shape, place: its label.
    sign: 1 if the first side captures the trick when nobody beats it, else -1.
    """

    owner: int
    shape: int
    place: int
    sign: int


class Out(NamedTuple):
    """The players who are out, as far as it still matters.

    first: the first player out.
    recorded: the count that this player recorded, if a partner may still repeat it, else 0.
    """

    first: int
    recorded: int


class SidesNode(NamedTuple):
    """A position of three players or more.

    hands: everybody's hand.
    turn: the next player.
    top: the play to beat; None for a lead.
    pile: the points in the trick.
    out: the players who are out; None if nobody is.
    """

    hands: Hands
    turn: int
    top: Top | None
    pile: int
    out: Out | None


class SidesSearch:
    """The search over everybody's hands, with all results proven so far."""

    def __init__(self, table: Table, hands: Sequence[HandClasses], scoring: Scoring, limit: Limit) -> None:
        self._table, self._hands, self._scoring, self._limit = table, hands, scoring, limit
        self._signs = scoring.signs
        self._opponents = [table.opponents(seat) for seat in table.seats]
        self._after = [table.clockwise_from(seat)[1:] for seat in table.seats]
        self._proven: dict[tuple[object, ...], tuple[int, int, int]] = {}

    def test(self, node: SidesNode, beta: int) -> int:
        """A bound of the node's value for the first side: a lower bound if it is beta or more, else an upper bound."""
        return self._search(*node, beta)

    def capture_sign(self, seat: int, shape: int, before: int | None) -> int:
        """1 if the first side captures a trick won by this play, else -1; `before`: the seat it beats, if any."""
        signs, rule = self._signs, self._scoring.bombs
        if shape != BOMBS or rule is BombRule.WINNER:
            return signs[seat]
        if rule is BombRule.OPPONENT:  # the winner chooses, and favours the own side
            return signs[seat] if any(signs[each] == signs[seat] for each in self._opponents[seat]) else -signs[seat]
        if before is not None:
            return signs[before]
        return signs[self._table.left(seat, -1 if rule is BombRule.PREVIOUS_ELSE_RIGHT else 1)]

    def _check(self) -> None:
        """Check the limit, and forget results that would take too much memory; they can be found again."""
        self._limit.check()
        if len(self._proven) > _MOST_PROVEN:
            self._proven.clear()
        forget_plays(self._hands)

    def _bounds(self, hands: Hands, pile: int, out: Out | None) -> tuple[int, int]:
        """The bounds of what the first side gets, without looking ahead."""
        scoring, size, points = self._scoring, [], pile
        for classes, number in zip(self._hands, hands, strict=True):
            size.append(classes.size[number])
            points += classes.points[number]
        if out is None:
            points += scoring.first_out
        low, high = -points, points
        if out is None or not self._table.variant.only_first_records:
            for seat, cards in enumerate(size):
                if cards:
                    most = max([size[opponent] for opponent in self._opponents[seat]])
                    if out is not None and out.recorded > most:
                        most = out.recorded
                    if self._signs[seat] > 0:
                        high += scoring.per_card * most
                    else:
                        low -= scoring.per_card * most
        return low, high

    def _search(self, hands: Hands, turn: int, top: Top | None, pile: int, out: Out | None, beta: int) -> int:
        low, high = self._bounds(hands, pile, out)
        if high < beta:
            return high
        if low >= beta:
            return low
        key = (hands, turn, top, out)
        entry = self._proven.get(key)
        if entry is None:
            low, high = -_INFINITY, _INFINITY
        else:
            low, high, other_pile = entry
            difference = abs(other_pile - pile)  # other points in the trick change the value by no more
            low, high = low - difference, high + difference
            if low >= beta:
                return low
            if high < beta:
                return high
        limit = self._limit
        limit.nodes += 1
        if limit.nodes >= limit.next_check:
            self._check()
        first_side = self._signs[turn] > 0
        best = -_INFINITY if first_side else _INFINITY
        for move in self._moves(hands[turn], turn, top):
            if move[0] < 0:
                assert top is not None
                value = self._go_on(hands, turn, top, pile, out, beta)
            else:
                value = self._play(hands, turn, move, top, pile, out, beta)
            if first_side:
                best = max(best, value)
                if best >= beta:
                    break
            else:
                best = min(best, value)
                if best < beta:
                    break
        self._proven[key] = (best, high, pile) if best >= beta else (low, best, pile)
        return best

    def _moves(self, hand: int, turn: int, top: Top | None) -> Iterable[ClassMove]:
        """The possible moves, the most promising first; a partner's play is only beaten for a reason."""
        classes = self._hands[turn]
        leads = classes.leads[hand] or classes.expand(hand)
        if top is None:
            return leads
        answers, bombs = classes.answers[hand], classes.bombs[hand]
        assert answers is not None
        assert bombs is not None
        if top.shape == BOMBS:
            higher, bombs = [move for move in bombs if move[2] > top.place], ()
        else:
            higher = [move for move in answers.get(top.shape, ()) if move[2] > top.place]
        if self._signs[top.owner] == self._signs[turn]:
            return chain(_PASS, higher, bombs)
        return chain(higher, _PASS, bombs)

    def _play(
        self, hands: Hands, seat: int, move: ClassMove, top: Top | None, pile: int, out: Out | None, beta: int
    ) -> int:
        """The first side's value after a play."""
        to, shape, index, points, _ = move
        hands = (*hands[:seat], to, *hands[seat + 1 :])
        pile += points
        played = Top(seat, shape, index, self.capture_sign(seat, shape, top.owner if top else None))
        if to:
            return self._go_on(hands, seat, played, pile, out, beta)
        gone = [each for each, number in enumerate(hands) if not number]
        sizes = [classes.size[number] for classes, number in zip(self._hands, hands, strict=True)]
        before = () if out is None else (out.first, *(each for each in gone if each not in (out.first, seat)))
        count = recorded_hand(self._table, seat, sizes, before, out.recorded if out else 0)
        gain = self._signs[seat] * self._scoring.per_card * count
        if out is None:
            gain += self._signs[seat] * self._scoring.first_out
        out = self.out_after(before, seat, out.recorded if out else count)
        if self._table.ended_by(tuple(gone)):
            return gain + played.sign * pile + self._hands_captured(hands, out.first)
        return gain + self._go_on(hands, seat, played, pile, out, beta - gain)

    def out_after(self, before: tuple[int, ...], seat: int, first_count: int) -> Out:
        """Who is out after one more has gone out; the first count is remembered only while it can be repeated."""
        repeats = self._table.variant.slam_repeats and not before
        return Out(before[0] if before else seat, first_count if repeats else 0)

    def _hands_captured(self, hands: Hands, first: int) -> int:
        """The points that the first player out captures at the end, for the first side."""
        kept_out = self._table.partners(first) if self._scoring.partner_hands_lost else ()
        return self._signs[first] * sum(
            self._hands[seat].points[number] for seat, number in enumerate(hands) if seat not in kept_out
        )

    def _go_on(self, hands: Hands, seat: int, top: Top, pile: int, out: Out | None, beta: int) -> int:
        """The value after a seat has played or passed: the next player who can answer does so, or the trick ends."""
        owner, shape, index, sign = top
        for following in self._after[seat]:
            if following == owner:
                break
            number = hands[following]
            if number:
                tops = self._hands[following].tops[number]
                if tops[shape] > index or (shape != BOMBS and tops[BOMBS]):
                    return self._search(hands, following, top, pile, out, beta)
        gain = sign * pile
        leader = owner if hands[owner] else next(each for each in self._after[owner] if hands[each])
        value = self._search(hands, leader, None, 0, out, beta - gain)
        if shape == BOMBS and self._table.variant.bomb_lead:
            better = max if self._signs[owner] > 0 else min
            for partner in self._table.partners(owner):
                if hands[partner] and partner != leader:
                    value = better(value, self._search(hands, partner, None, 0, out, beta - gain))
        return gain + value
