"""Cards, how a handful of them is packed into one integer, and the deck of a match.

A handful (a hand, a play, a pile) is a multiset of cards in one `int`:

- bits 0, 1, 2: J, Q, K;
- bit 3 + 9 × suit + (rank − 2): a suit card, ranks 2–10, suits numbered in the deck's order;
- the same bit + `SECOND_COPY`: its second copy, set only beside the first.

So "these cards are among those" is a subset test, a count is a population count, and equal handfuls are equal numbers.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

Cards: TypeAlias = int

LOW, HIGH = 2, 10
JACK, QUEEN, KING = 11, 12, 13
RANKS = tuple(range(LOW, HIGH + 1))
COURT_RANKS = (JACK, QUEEN, KING)
MAX_SUITS = 8

SUIT_START = 3
SUIT_BITS = len(RANKS)
SUIT_MASK = (1 << SUIT_BITS) - 1
SECOND_COPY = SUIT_START + SUIT_BITS * MAX_SUITS
FIRST_COPIES: Cards = (1 << SECOND_COPY) - 1
COURTS: Cards = 0b111


class Card(NamedTuple):
    """One card.

    rank: 2 to 13; J, Q and K are 11, 12 and 13.
    suit: the number of its suit in the deck, from 0; None for J, Q and K.
    """

    rank: int
    suit: int | None

    @property
    def packed(self) -> Cards:
        """A handful of this card alone."""
        return _BITS[self]


def rank_name(rank: int) -> str:
    """The rank as it is printed on the card.

    >>> rank_name(10), rank_name(12)
    ('10', 'Q')
    """
    return "JQK"[rank - JACK] if rank >= JACK else str(rank)


def pack(cards: Iterable[Card]) -> Cards:
    """A handful of cards, at most two of each.

    >>> pack([Card(11, None), Card(2, 0)]) == 0b1001
    True
    """
    packed = 0
    for card in cards:
        bit = _BITS[card]
        if packed & bit:
            bit <<= SECOND_COPY
            if packed & bit:
                raise ValueError(f"more than two of {card}")
        packed |= bit
    return packed


def unpack(cards: Cards) -> list[Card]:
    """Return the cards of a handful in canonical order: by rank, then by suit, court cards last."""
    return sorted(map(card_of, card_bits(cards)))


def card_of(bit: Cards) -> Card:
    """The card that is given as its bit, first or second copy."""
    return _CARDS[(bit.bit_length() - 1) % SECOND_COPY]


_CARDS = (
    *(Card(rank, None) for rank in COURT_RANKS),
    *(Card(rank, suit) for suit in range(MAX_SUITS) for rank in RANKS),
)
"""The card of each bit."""
_BITS = {card: 1 << bit for bit, card in enumerate(_CARDS)}


def card_bits(cards: Cards) -> list[Cards]:
    """The cards of a handful one by one, each as its bit, the lowest bit first."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest)
        cards ^= lowest
    return found


def count(cards: Cards) -> int:
    """How many cards there are in the handful."""
    return cards.bit_count()


def holds(hand: Cards, cards: Cards) -> bool:
    """Whether all these cards, copies included, are in the hand."""
    return not cards & ~hand


def add(cards: Cards, more: Cards) -> Cards:
    """Both handfuls together; a third copy of a card is not counted, so compare counts where it could arise."""
    twice = cards & more & FIRST_COPIES
    return cards | more | twice << SECOND_COPY if twice else cards | more


def remove(hand: Cards, cards: Cards) -> Cards:
    """The hand without these cards, which it must hold."""
    if hand <= FIRST_COPIES:
        return hand & ~cards
    seconds = hand >> SECOND_COPY
    firsts = cards & FIRST_COPIES
    gone = cards >> SECOND_COPY | firsts & ~seconds
    return hand & ~(gone | (firsts & seconds) << SECOND_COPY)


def court_cards(cards: Cards) -> Cards:
    """The J, Q and K among these cards."""
    return cards & COURTS


def suit_cards(cards: Cards) -> Cards:
    """The cards 2–10 among these cards."""
    return cards & ~COURTS


def shift_of(suit: int) -> int:
    """The bit with which the cards of a suit begin: the first copy of its 2."""
    return SUIT_START + SUIT_BITS * suit


def rank_of(bit: Cards) -> int:
    """The rank of a suit card that is given as its bit, first or second copy."""
    return ((bit.bit_length() - 1) % SECOND_COPY - SUIT_START) % SUIT_BITS + LOW


def cards_of_suit(ranks: int, suit: int) -> Cards:
    """The handful with one card of the suit for every bit of `ranks` (bit 0 = rank 2)."""
    return ranks << shift_of(suit)


# What is dealt, and the deck of a match.

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
    """The deal for one number of players.

    suits: how many suits the deck has.
    copies: how many copies of each suit card it has, 1 or 2.
    dealt: how many suit cards each player is dealt, without the court cards. The rest is the haggis.
    courts: the court cards that each player has, by rank, 11 to 13; by default J, Q and K.
    """

    suits: int
    copies: int
    dealt: int
    courts: tuple[int, ...] = COURT_RANKS

    def haggis(self, players: int) -> int:
        """How many suit cards are not dealt."""
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
        """The court cards that each player has, in words: `J, Q, K`; empty if there are none."""
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
        """Return the name of the suit, if its letter is that of a suit in the box of the game."""
        letter = self.letters[suit]
        return SUIT_NAMES.get(letter, f"'{letter}'")

    @property
    def suit_names(self) -> dict[str, str]:
        """The name of each suit by its letter, in order."""
        return {letter: self.suit_name(suit) for suit, letter in enumerate(self.letters)}

    def cards_text(self, cards: Cards) -> str:
        """Return the cards in canonical notation, separated by spaces.

        >>> Deck("rgby").cards_text(pack([Card(11, None), Card(10, 2), Card(10, 0)]))
        '10r 10b J'
        """
        return " ".join(map(self.card_text, unpack(cards)))

    def card_text(self, card: Card) -> str:
        """Return one card in canonical notation."""
        return rank_name(card.rank) + ("" if card.suit is None else self.letters[card.suit])


@cache
def _suit_cards(suits: int, copies: int) -> Cards:
    cards = 0
    for suit in range(suits):
        cards |= cards_of_suit(SUIT_MASK, suit)
    return cards | cards << SECOND_COPY if copies == 2 else cards
