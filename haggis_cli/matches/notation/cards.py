"""Cards as people write them, in and out: as files have them, and the shorthand of the contract."""

import re
from functools import lru_cache

from haggis_cli.rules.cards import COURT_RANKS, COURTS, HIGH, LOW, RANKS, SECOND_COPY, Card, Cards, unpack
from haggis_cli.rules.deck import Deck
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import escape_text

# Compiled when they are needed: what files say is mostly looked up (_canonical_words).
_RANK = r"(?:\d{1,2}|t)"
_SUIT_CARDS = rf"({_RANK})(?:[-–]({_RANK}))?([a-z]{{1,16}})"
_SUIT_FIRST = rf"([a-z])({_RANK})"
_COURT_LETTERS = r"[jqk]+"
RESERVED_LETTERS = "jqkt"
MOST_CARDS = 1_000

remembered = lru_cache(maxsize=8192)
"""What is read is remembered: a history says the same few words over and over, in lines of 500 characters at most."""


def parse_cards(text: str, deck: Deck) -> Cards:
    """Read cards, shorthand included: `4rg`, `3-6r`, `4-5rg`, `JQK`, `r7`, `Tr`.

    >>> deck = Deck("rgby")
    >>> deck.cards_text(parse_cards("JQ 4-5rg, Ty", deck))
    '4r 4g 5r 5g 10y J Q'
    """
    words, known = text.split(maxsplit=MOST_CARDS - 1), _canonical_words(deck)
    if known.keys() >= set(words):
        cards = [known[word] for word in words]
    else:
        cards = [card.packed for card in _read_words(text, deck)]
    if not cards:
        raise NotationError("no cards are named: write them like '4r 5r 6r' or 'J'")
    return sum(cards) if len(set(cards)) == len(cards) else _with_copies(cards, deck)


def _with_copies(cards: list[Cards], deck: Deck) -> Cards:
    """The handful of these single cards, of which some are named more than once."""
    together = 0
    for card in dict.fromkeys(cards):
        times, most = cards.count(card), 1 if card & COURTS else deck.copies
        if times > most:
            owner = "a player has" if card & COURTS else "the deck has"
            raise NotationError(f"{deck.cards_text(card)} is named {times} times, and {owner} {most}", "no-such-card")
        together |= card if times == 1 else card | card << SECOND_COPY
    return together


@lru_cache(maxsize=64)
def _canonical_words(deck: Deck) -> dict[str, Cards]:
    """Each card's bit by the word that files are written with, which most words are."""
    suit_cards = (Card(rank, suit) for suit in range(len(deck.letters)) for rank in RANKS)
    cards = (*(Card(rank, None) for rank in COURT_RANKS), *suit_cards)
    return {deck.card_text(card): card.packed for card in cards}


def _read_words(text: str, deck: Deck) -> list[Card]:
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        cards += _read_word(word, deck)
        if len(cards) > MOST_CARDS:
            raise NotationError(f"more than {MOST_CARDS} cards are named, and no deck has so many", "no-such-card")
    return cards


@remembered
def _read_word(word: str, deck: Deck) -> tuple[Card, ...]:
    lower = word.casefold()
    if re.fullmatch(_COURT_LETTERS, lower):
        return tuple(Card(COURT_RANKS["jqk".index(letter)], None) for letter in lower)
    if found := re.fullmatch(_SUIT_FIRST, lower):
        suit, low = found.groups()
        return (_read_card(low, suit, word, deck),)
    if found := re.fullmatch(_SUIT_CARDS, lower):
        low, high, suits = found.groups()
        first, last = read_rank(low), read_rank(high or low)
        if first > last:
            raise NotationError(f"'{escape_text(word)}' runs downwards: write the lower rank first, like 3-6r")
        return tuple(_read_card(str(rank), suit, word, deck) for rank in range(first, last + 1) for suit in suits)
    raise NotationError(f"'{escape_text(word)}' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K")


def read_rank(text: str) -> int:
    """A rank as it is written on a card, 2 to 10 or T."""
    return 10 if text == "t" else int(text)


def _read_card(rank_text: str, letter: str, word: str, deck: Deck) -> Card:
    rank, suit = read_rank(rank_text), deck.letters.find(letter)
    if not LOW <= rank <= HIGH:
        raise NotationError(
            f"'{escape_text(word)}': there is no {rank}{letter}, suit cards are 2 to 10", "no-such-card"
        )
    if suit < 0:
        suits = ", ".join(f"{each} ({deck.suit_name(place)})" for place, each in enumerate(deck.letters))
        text = f"'{escape_text(word)}': there is no suit '{letter}' in this deck, only {suits}"
        raise NotationError(text, "no-such-card")
    return Card(rank, suit)


def card_list(cards: Cards, deck: Deck) -> list[str]:
    """The cards one by one in canonical notation and order."""
    return [deck.card_text(card) for card in unpack(cards)]
