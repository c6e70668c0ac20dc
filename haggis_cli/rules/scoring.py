"""What a round is worth: cards left in opponents' hands, captured cards, the bonus and the bets."""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from haggis_cli.rules.betting.free_bets import Stakes
from haggis_cli.rules.cards import COURTS, JACK, LOW, MAX_SUITS, SECOND_COPY, SUIT_BITS, SUIT_START, Cards

if TYPE_CHECKING:
    from haggis_cli.rules.table import Table


class CardValues(NamedTuple):
    """Points for captured cards: `suit_cards` by rank 2–10, `courts` for J, Q and K.

    >>> POINT_CARDS.of(0b111)
    10
    """

    name: str
    suit_cards: tuple[int, int, int, int, int, int, int, int, int]
    courts: tuple[int, int, int]

    def of(self, *handfuls: Cards) -> int:
        """The points of all these cards together."""
        points = 0
        for mask, value in _masks(self):
            for cards in handfuls:
                points += value * (cards & mask).bit_count()
        return points

    @property
    def masks(self) -> tuple[tuple[Cards, int], ...]:
        """The cards of each value, with the value; worthless ones left out."""
        return _masks(self)

    @property
    def even(self) -> int | None:
        """The value of a card if all are worth the same."""
        values = {*self.suit_cards, *self.courts}
        return values.pop() if len(values) == 1 else None

    def in_play(self, table: "Table") -> int:
        """The points of all cards of the game, everybody's court cards included."""
        return self.of(table.deck.suit_cards) + len(table.names) * sum(self.courts)


RANK_MASKS: tuple[Cards, ...] = tuple(
    sum(1 << (SUIT_START + SUIT_BITS * suit + place + copy) for suit in range(MAX_SUITS) for copy in (0, SECOND_COPY))
    for place in range(9)
)
assert len(RANK_MASKS) == JACK - LOW
assert not RANK_MASKS[0] & COURTS
"""Every card of each rank 2-10, both copies."""


@cache
def _masks(values: CardValues) -> tuple[tuple[Cards, int], ...]:
    found: dict[int, Cards] = {}
    for place, value in enumerate(values.courts):
        found[value] = found.get(value, 0) | 1 << place
    for mask, value in zip(RANK_MASKS, values.suit_cards, strict=True):
        found[value] = found.get(value, 0) | mask
    return tuple((mask, value) for value, mask in found.items() if value)


POINT_CARDS = CardValues("3, 5, 7, 9 are 1 point each, J 2, Q 3, K 5", (0, 1, 0, 1, 0, 1, 0, 1, 0), (2, 3, 5))
EVERY_CARD = CardValues("every card is 1 point", (1,) * 9, (1, 1, 1))


class Outcome(NamedTuple):
    """What counts of a finished round, whether it was recorded or typed in.

    out: the order of going out. counts: the opponents' cards recorded by each seat (0: did not go out). captured:
    points of captured cards by seat. stakes: the bets that count.
    """

    out: tuple[int, ...]
    counts: tuple[int, ...]
    captured: tuple[int, ...]
    stakes: Stakes


class Score(NamedTuple):
    """One player's line of the scoresheet for one round."""

    hand: int
    hand_points: int
    captured: int
    bonus: int
    bet: int
    bet_points: int

    @property
    def total(self) -> int:
        """The round total."""
        return self.hand_points + self.captured + self.bonus + self.bet_points


def score(table: "Table", outcome: Outcome) -> tuple[Score, ...]:
    """The scores of every seat (Rulebook 2.1, Scoring)."""
    variant = table.variant
    bets = variant.betting.settle(table, outcome.stakes, outcome.out)
    bonus = variant.first_out_bonus.get(len(table.names), 0)
    return tuple(
        Score(
            hand=outcome.counts[seat],
            hand_points=variant.hand_points * outcome.counts[seat],
            captured=outcome.captured[seat],
            bonus=bonus if outcome.out[0] == seat else 0,
            bet=outcome.stakes[seat] or 0,
            bet_points=bets[seat],
        )
        for seat in table.seats
    )
