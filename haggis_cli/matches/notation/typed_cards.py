"""Cards as people type them, where they are written neither as in files nor in shorthand.

Read are cards without gaps (`4r4g`), ranks before their suit (`456r`, `4,5,6r`), ranges with a suit on both ends or
with dots (`4r-6r`, `4..6r`), colours in words (`red 4 green 4`, `4 of red`, `4rot`), court cards in words, and the
signs of suits. What can mean several handfuls is not read: the complaint names them all.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from haggis_cli.matches.notation.card_groups import group_cards
from haggis_cli.matches.notation.card_signs import MOST_SIGNS, Sign, prepare, take_apart
from haggis_cli.matches.notation.sign_faults import NamedCard, SignFault
from haggis_cli.matches.notation.typed_faults import explain_byte, explain_doubt, explain_fault, explain_meanings, quote
from haggis_cli.rules.cards import COURT_RANKS, Card
from haggis_cli.rules.deck import Deck
from haggis_cli.support.errors import NotationError

LONGEST_TEXT = 1_000
"""Characters; what is longer is written as in files, or refused."""


class _Meaning(NamedTuple):
    """What a text can mean: the cards, the signs they were read from, and whether ranks and suits keep one order."""

    cards: list[NamedCard]
    signs: list[Sign]
    in_one_order: bool


def read_typed_cards(text: str, deck: Deck) -> list[Card]:
    """The cards in the order in which they are named; NotationError if they cannot be read, or in several ways."""
    prepared = prepare(text)
    if byte := re.search("[\udc80-\udcff]", prepared):
        raise explain_byte(prepared, byte.group())
    if len(prepared) > LONGEST_TEXT:
        raise _too_long(text)
    found: dict[tuple[NamedCard, ...], _Meaning] = {}
    complaint: NotationError | None = None
    for signs in take_apart(prepared, deck):
        if len(signs) > MOST_SIGNS:
            raise _too_long(text)
        try:
            grouped = group_cards(signs)
            for cards in grouped.ways:
                found.setdefault(tuple(sorted(cards)), _Meaning(cards, signs, grouped.in_one_order))
        except SignFault as why:
            complaint = complaint or explain_fault(why, prepared, signs, deck)
    meanings = _likely_meanings(list(found.values()), deck)
    if not meanings:
        raise complaint or _too_long(text)
    if len(meanings) > 1:
        raise explain_meanings(prepared, [each.cards for each in meanings])
    (meaning,) = meanings
    if doubtful := next((sign for sign in meaning.signs if sign.doubtful), None):
        raise explain_doubt(doubtful, prepared, deck, meaning.cards)
    if complaint and not _is_in_deck(meaning.cards, deck):
        raise complaint
    return [Card(rank, deck.letters.index(letter) if letter else None) for rank, letter in meaning.cards]


def _likely_meanings(meanings: list[_Meaning], deck: Deck) -> list[_Meaning]:
    """What is meant: cards that there can be rather than others, and one order of ranks and suits rather than both."""
    possible = [each for each in meanings if _is_in_deck(each.cards, deck)] or meanings
    return [each for each in possible if each.in_one_order] or possible


def _too_long(text: str) -> NotationError:
    return NotationError(f"{quote(text)} is too long to be read: write cards like 7r, apart by blanks")


def _is_in_deck(cards: Sequence[NamedCard], deck: Deck) -> bool:
    """Whether the deck has as many copies of each card."""
    return all(cards.count(card) <= (1 if card[0] in COURT_RANKS else deck.copies) for card in set(cards))
