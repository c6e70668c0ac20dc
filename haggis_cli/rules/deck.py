"""The deck of a match: its suits, how many copies of each card, and how its cards are written."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from haggis_cli.rules.cards import (
    COURT_RANKS,
    COURTS,
    SECOND_COPY,
    SUIT_MASK,
    Card,
    Cards,
    cards_of_suit,
    pack,
    rank_name,
    unpack,
)

SUIT_NAMES: Mapping[str, str] = {
    "r": "red",
    "g": "green",
    "b": "blue",
    "y": "yellow",
    "p": "purple",
    "o": "orange",
    "w": "white",
    "v": "violet",
    "h": "hearts",
    "d": "diamonds",
    "c": "clubs",
    "s": "spades",
    "x": "stars",
}
"""The letters of suits with what they stand for; a deck takes as many as it needs, in this order."""


class Setup(NamedTuple):
    """What is dealt for one number of players.

    suits: how many suits the deck has.
    copies: how many copies of each suit card it has, 1 or 2.
    dealt: how many suit cards each player is dealt, beside the court cards. The rest is the haggis.
    courts: the court cards that each player has, by rank, 11 to 13; J, Q and K unless it says otherwise.
    """

    suits: int
    copies: int
    dealt: int
    courts: tuple[int, ...] = COURT_RANKS

    def haggis(self, players: int) -> int:
        """How many suit cards are left when all players have theirs."""
        return self.suits * self.copies * 9 - players * self.dealt

    @property
    def hand(self) -> int:
        """The full size of a hand, court cards included."""
        return self.dealt + len(self.courts)

    @property
    def court_cards(self) -> Cards:
        """The court cards that each player has, as a handful."""
        return COURTS if self.courts == COURT_RANKS else pack(Card(rank, None) for rank in self.courts)

    @property
    def court_names(self) -> str:
        """The court cards that each player has, in words: `J, Q, K`; empty for none."""
        return ", ".join(map(rank_name, self.courts))


class Deck(NamedTuple):
    """The suit cards of one match.

    letters: a letter for each suit, in order.
    copies: how many copies of each card there are, 1 or 2.
    """

    letters: str
    copies: int = 1

    @property
    def suit_cards(self) -> Cards:
        """Every suit card of the deck."""
        return _suit_cards(len(self.letters), self.copies)

    def suit_name(self, suit: int) -> str:
        """The suit in words, where the letter has a name in the box."""
        letter = self.letters[suit]
        return SUIT_NAMES.get(letter, f"'{letter}'")

    def cards_text(self, cards: Cards) -> str:
        """The cards in canonical notation, separated by spaces.

        >>> from haggis_cli.rules.cards import pack
        >>> Deck("rgby").cards_text(pack([Card(11, None), Card(10, 2), Card(10, 0)]))
        '10r 10b J'
        """
        return " ".join(map(self.card_text, unpack(cards)))

    def card_text(self, card: Card) -> str:
        """One card in canonical notation."""
        return rank_name(card.rank) + ("" if card.suit is None else self.letters[card.suit])


@cache
def _suit_cards(suits: int, copies: int) -> Cards:
    cards = 0
    for suit in range(suits):
        cards |= cards_of_suit(SUIT_MASK, suit)
    return cards | cards << SECOND_COPY if copies == 2 else cards
