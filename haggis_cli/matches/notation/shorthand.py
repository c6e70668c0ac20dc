"""The shorthand of cards, word by word: `4rg`, `3-6r`, `4-5rg`, `JQK`, `r7`, `Tr`."""

import re
from functools import lru_cache

from haggis_cli.rules.cards import COURT_RANKS, HIGH, LOW, Card
from haggis_cli.rules.deck import Deck
from haggis_cli.support.errors import NotationError

# Compiled when they are needed: what files say is mostly looked up.
_RANK = r"(?:\d{1,2}|t)"
_SUIT_CARDS = rf"({_RANK})(?:[-–]({_RANK}))?([a-z]{{1,16}})"
_SUIT_FIRST = rf"([a-z])({_RANK})"
_COURT_LETTERS = r"[jqk]+"
RESERVED_LETTERS = "jqkt"
MOST_CARDS = 1_000

remembered = lru_cache(maxsize=8192)
"""What is read is remembered: a history says the same few words over and over, in lines of 500 characters at most."""


def read_shorthand(text: str, deck: Deck) -> list[Card] | None:
    """The cards of these words; None if one of them is no shorthand for cards of this deck."""
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        read = _read_word(word, deck)
        if read is None:
            return None
        cards += read
        if len(cards) > MOST_CARDS:
            raise NotationError(f"more than {MOST_CARDS} cards are named, and no deck has so many", "no-such-card")
    return cards


@remembered
def _read_word(word: str, deck: Deck) -> tuple[Card, ...] | None:
    lower = word.casefold()
    if re.fullmatch(_COURT_LETTERS, lower):
        return tuple(Card(COURT_RANKS["jqk".index(letter)], None) for letter in lower)
    if found := re.fullmatch(_SUIT_FIRST, lower):
        suits, low, high = found[1], found[2], None
    elif found := re.fullmatch(_SUIT_CARDS, lower):
        low, high, suits = found.groups()
    else:
        return None
    first, last = read_rank(low), read_rank(high or low)
    if not LOW <= first <= last <= HIGH or not all(letter in deck.letters for letter in suits):
        return None
    places = [deck.letters.index(letter) for letter in suits]
    return tuple(Card(rank, suit) for rank in range(first, last + 1) for suit in places)


def read_rank(text: str) -> int:
    """A rank as it is written on a card, 2 to 10 or T."""
    return 10 if text == "t" else int(text)
