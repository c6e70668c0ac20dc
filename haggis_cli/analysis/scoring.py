"""What is scored between two sides, read from the declaration of a variant, or why it cannot be solved.

And `Limit`: how long a search may go on.
"""

from enum import Enum
from time import perf_counter
from typing import NamedTuple

from haggis_cli.analysis.hand_classes import MOST_CARDS, MOST_POINTS
from haggis_cli.rules.cards import pack
from haggis_cli.rules.round import Round
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

MOST_SEATS = 8


class Unsolvable(UsageError):
    """A position that has no single value, or whose variant settles something in a way that cannot be searched."""


class BombRule(Enum):
    """Who captures a trick won by a bomb."""

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
    """What counts between two sides.

    signs: 1 for each seat of the first side, -1 for the others.
    per_card: the points for each card that is recorded on going out.
    first_out: what going out first brings besides: the bonus and the haggis.
    bombs: who captures a trick won by a bomb.
    partner_hands_lost: whether nobody captures what a partner of the first player out still holds.
    """

    signs: tuple[int, ...]
    per_card: int
    first_out: int
    bombs: BombRule
    partner_hands_lost: bool


def read_scoring(state: Round, alone: int | None = None) -> Scoring:
    """What counts in this round between the sides; Unsolvable says why there is no single value.

    alone: the seat that plays against all others together, where nobody has a partner.
    """
    table, variant = state.table, state.table.variant
    if variant.may_play is not None:
        raise Unsolvable(f"{variant.id} has a rule of its own for what may be played: not solvable")
    if variant.bomb_taker not in _BOMB_RULES:
        raise Unsolvable(f"{variant.id} has a rule of its own for who captures a trick won by a bomb: not solvable")
    if variant.hand_taker not in _HAND_RULES:
        raise Unsolvable(f"{variant.id} has a rule of its own for who captures the cards left: not solvable")
    bonus = variant.first_out_bonus.get(len(table.names), 0)
    values = (*variant.card_values.suit_cards, *variant.card_values.courts)
    if min(*values, variant.hand_points, bonus) < 0:
        raise Unsolvable(f"{variant.id} counts some points as less than nothing: not solvable")
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
            raise Unsolvable("nobody plays alone where partners score together: leave the side out")
        return tuple(1 if seat == alone else -1 for seat in table.seats)
    if len(table.sides) != 2:
        raise Unsolvable(
            f"{len(table.sides)} players each for themselves have no single value: say whose side is asked for"
        )
    return tuple(-1 if table.side(seat) else 1 for seat in table.seats)


def read_bounds(state: Round, scoring: Scoring) -> tuple[int, int]:
    """What the first side gets from here on at least and at most, without looking ahead."""
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
    """What is settled so far, for the first side: captured tricks and counts recorded; all but bets at the end."""
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


# How long a search may go on.


_CLOCK_EVERY = 1024  # nodes: about a hundredth of a second


class OutOfTime(Exception):
    """The limit is reached; what has been proven so far holds."""


class Limit:
    """A limit of seconds, of nodes, or none; it is set anew for each question.

    nodes: positions looked at since then; the searches count them.
    next_check: from how many nodes on they call `check`.
    """

    def __init__(self) -> None:
        self.set(None, None)

    def set(self, seconds: float | None, nodes: int | None) -> None:
        """Begin to count."""
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
        """Raise OutOfTime once the limit is reached."""
        self.check_clock()
        if self._most is not None and self.nodes >= self._most:
            raise OutOfTime
        self._set_next_check()

    def check_clock(self) -> None:
        """Raise OutOfTime once the time is over."""
        if self._seconds is not None and self.elapsed >= self._seconds:
            raise OutOfTime

    def _set_next_check(self) -> None:
        self.next_check = self.nodes + _CLOCK_EVERY
        if self._most is not None:
            self.next_check = min(self.next_check, self._most)
