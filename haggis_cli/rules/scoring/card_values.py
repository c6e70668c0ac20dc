"""What captured cards are worth."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from haggis_cli.rules.cards import JACK, MAX_SUITS, SECOND_COPY, SUIT_BITS, SUIT_START, Cards
from haggis_cli.rules.rounds.views import TableView


class CardValues(NamedTuple):
    """Points for captured cards.

    name: the values in words, as the description of a variant gives them.
    suit_cards: points by rank, from 2 to 10.
    courts: points of J, Q and K.

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

    @property
    def has_negative(self) -> bool:
        """Whether some cards are worth less than nothing."""
        return min(*self.suit_cards, *self.courts) < 0

    def lowest(self, table: TableView) -> int:
        """The fewest points that a player can capture: those of all cards worth less than nothing, else 0."""
        if not self.has_negative:
            return 0
        suits = len(table.deck.letters) * table.deck.copies
        return suits * sum(_below_zero(self.suit_cards)) + len(table.names) * sum(_below_zero(self.courts_of(table)))

    def in_play(self, table: TableView) -> int:
        """The points of all cards of the game, everybody's court cards included."""
        return self.of(table.deck.suit_cards) + len(table.names) * self.of(table.setup.court_cards)

    def courts_of(self, table: TableView) -> tuple[int, ...]:
        """The points of the court cards that a player has at this table."""
        return tuple(self.courts[rank - JACK] for rank in table.setup.courts)


_RANK_MASKS: tuple[Cards, ...] = tuple(
    sum(1 << (SUIT_START + SUIT_BITS * suit + place + copy) for suit in range(MAX_SUITS) for copy in (0, SECOND_COPY))
    for place in range(SUIT_BITS)
)
"""Every card of each rank 2-10, both copies."""


def _below_zero(values: Iterable[int]) -> Iterator[int]:
    return (value for value in values if value < 0)


@cache
def _masks(values: CardValues) -> tuple[tuple[Cards, int], ...]:
    found: dict[int, Cards] = {}
    for place, value in enumerate(values.courts):
        found[value] = found.get(value, 0) | 1 << place
    for mask, value in zip(_RANK_MASKS, values.suit_cards, strict=True):
        found[value] = found.get(value, 0) | mask
    return tuple((mask, value) for value, mask in found.items() if value)


POINT_CARDS = CardValues("3, 5, 7, 9 are 1 point each, J 2, Q 3, K 5", (0, 1, 0, 1, 0, 1, 0, 1, 0), (2, 3, 5))
EVERY_CARD = CardValues("every card is 1 point", (1,) * 9, (1, 1, 1))
