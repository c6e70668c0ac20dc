"""Cards as plain strings: `10r` is the red ten, `J` a Jack; a hand is a list of them."""

from collections import Counter
from collections.abc import Iterable

COURT_RANK = {"J": 11, "Q": 12, "K": 13}
RANK_NAME = {**{rank: str(rank) for rank in range(2, 11)}, 11: "J", 12: "Q", 13: "K"}


def is_court(card: str) -> bool:
    """Whether this is a Jack, Queen or King."""
    return card in COURT_RANK


def rank_of(card: str) -> int:
    """The card's own rank, 2 to 13."""
    return COURT_RANK[card] if is_court(card) else int(card[:-1])


def suit_of(card: str) -> str:
    """The suit letter of a suit card; court cards have none."""
    assert not is_court(card), f"{card} has no suit"
    return card[-1]


def deck(suits: str, copies: int) -> list[str]:
    """Every suit card of the deck, the court cards left out."""
    return [f"{rank}{suit}" for rank in range(2, 11) for suit in suits for _ in range(copies)]


def canonical(cards: Iterable[str], suits: str) -> tuple[str, ...]:
    """The cards by rank, then by the deck's order of suits, court cards last."""
    return tuple(sorted(cards, key=lambda card: (rank_of(card), -1 if is_court(card) else suits.index(suit_of(card)))))


def contains(hand: Iterable[str], cards: Iterable[str]) -> bool:
    """Whether the hand holds all these cards, each as often as it is named."""
    return not Counter(cards) - Counter(hand)


def remove(hand: list[str], cards: Iterable[str]) -> None:
    """Takes the cards out of the hand."""
    for card in cards:
        hand.remove(card)
