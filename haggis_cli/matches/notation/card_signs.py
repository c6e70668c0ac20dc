"""A text that names cards, taken apart into ranks, suits, court cards and what stands between them."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import Literal, NamedTuple

from haggis_cli.matches.notation.suit_words import (
    GERMAN_COURTS,
    court_of_word,
    find_beginning,
    number_of_word,
    suit_of_word,
    without_selectors,
)
from haggis_cli.rules.cards import COURT_RANKS, HIGH, LOW
from haggis_cli.rules.deck import Deck
from haggis_cli.support.escaping import normalize_unicode

MOST_SIGNS = 400
"""No round has so many cards: a longer text is not taken apart."""
_MOST_WAYS = 32

_PARTS = re.compile(
    r"(?P<number>\d+)|(?P<letters>[^\W\d_]+)|(?P<range>\.\.+|…|[-=]+>|[~\u2192\u21d2\u301c])|(?P<dash>[-\u2010-\u2015\u2212]+)"
    r"|(?P<gap>[\s,;+/&|()\[\]{}]+|\.)|(?P<sign>.)",
    re.DOTALL,
)
_GAP_WORDS = frozenset({"and", "und"})
_LINK_WORDS = frozenset({"of", "von"})
_RANGE_WORDS = frozenset({"to", "bis"})
_FULL_WIDTH = {0x3000: " "} | {0xFF01 + place: chr(0x21 + place) for place in range(94)}

Kind = Literal["rank", "suit", "court", "dash", "range", "unknown"]


class Sign(NamedTuple):
    """A part of the text that means something.

    kind: what it is.
    ranks: the ranks that it names, or the rank of the court card.
    letters: the letters of the suits that it names.
    word: the number of the word it stands in: what is written without a gap is one word.
    start, end: where it stands in the text.
    doubtful: a single letter that may as well be a suit without its rank.
    """

    kind: Kind
    ranks: tuple[int, ...] = ()
    letters: str = ""
    word: int = 0
    start: int = 0
    end: int = 0
    doubtful: bool = False


def prepare(text: str) -> str:
    """The text as it is taken apart: accents on letters, signs without how they are drawn, wide ones narrow."""
    return text if text.isascii() else without_selectors(normalize_unicode(text)).translate(_FULL_WIDTH)


class _Part(NamedTuple):
    """A part of the text before it has a meaning: what it is, in small letters, and whether it is a word alone."""

    kind: str
    text: str
    alone: bool = False


def take_apart(text: str, deck: Deck) -> Iterator[list[Sign]]:
    """Every way to take a prepared text apart: few words have two meanings, and the same word always has the same."""
    found = list(_find_parts(text))
    words = Counter(word for _, word, *_ in found)
    parts = [(part._replace(alone=words[word] == 1), word, start, end) for part, word, start, end in found]
    choices = [[(part, meant) for meant in _meanings(part, deck)] for part in {part: None for part, *_ in parts}]
    for chosen in islice(product(*choices), _MOST_WAYS):
        meant = dict(chosen)
        yield [
            sign._replace(word=word, start=start, end=end) for part, word, start, end in parts for sign in meant[part]
        ]


def _find_parts(text: str) -> Iterator[tuple[_Part, int, int, int]]:
    """Each part but the gaps, with the number of its word, and where it begins and ends."""
    word = 0
    for found in _PARTS.finditer(text):
        kind, part = str(found.lastgroup), found.group().casefold()
        if kind == "gap" or part in _GAP_WORDS:
            word += 1
        else:
            yield _Part(kind, part), word, found.start(), found.end()


def _meanings(part: _Part, deck: Deck) -> list[list[Sign]]:
    """What a part can mean, each meaning as signs."""
    word = part.text
    match part.kind:
        case "number":
            return [[Sign("rank", split_number(word))]]
        case "dash" | "range":
            return [[Sign("dash" if part.kind == "dash" else "range")]]
    if word in _RANGE_WORDS:
        return [[Sign("range")]]
    if word in _LINK_WORDS:
        return [[]]
    if all(letter in deck.letters for letter in word):
        doubtful = [Sign("court", (GERMAN_COURTS[word],), doubtful=True)] if part.alone and word in ("b", "d") else []
        if not part.alone and word[-1] in ("b", "d") and word.count(word[-1]) > deck.copies:
            doubtful = [Sign("suit", letters=word[:-1]), Sign("court", (GERMAN_COURTS[word[-1]],), doubtful=True)]
        return [[Sign("suit", letters=word)], *([doubtful] if doubtful else [])]
    courts = [] if part.alone else _suits_and_courts(word, deck)
    return [*_word_meanings(word, deck), *courts] or [[Sign("unknown", letters=word)]]


def split_number(digits: str) -> tuple[int, ...]:
    """The ranks that digits name one after the other; a number that holds none of 0 and 1 but in 10.

    >>> split_number("456"), split_number("8910"), split_number("07"), split_number("11")
    ((4, 5, 6), (8, 9, 10), (7,), (11,))
    """
    if len(digits) <= 2 and LOW <= int(digits) <= HIGH:
        return (int(digits),)
    ranks = tuple(int(found) for found in re.findall(r"10|\d", "".join(str(int(digit)) for digit in digits)))
    return ranks if all(LOW <= rank <= HIGH for rank in ranks) else (int(digits[:9]),)


def _word_meanings(word: str, deck: Deck) -> list[list[Sign]]:
    meanings = [found for found in (_spell(word, deck), _german_courts(word)) if found]
    suit, court = suit_of_word(word), court_of_word(word)
    if suit and suit in deck.letters:
        meanings.append([Sign("suit", letters=suit)])
    elif court:
        meanings.append([Sign("court", (court,))])
    elif number := number_of_word(word):
        meanings.append([Sign("rank", (number,))])
    elif not meanings:
        begun = find_beginning(word, deck) if suit is None else None
        if isinstance(begun, str):
            meanings.append([Sign("suit", letters=begun)])
        elif begun:
            meanings.append([Sign("court", (begun,))])
    return meanings


def _spell(word: str, deck: Deck) -> list[Sign]:
    """The word letter by letter: suits of the deck, J, Q, K, and T for 10; nothing if it has another letter."""
    pieces = re.findall(rf"[{re.escape(deck.letters)}]+|[jqkt]", word)
    return [_sign_of(piece) for piece in pieces] if "".join(pieces) == word else []


def _sign_of(piece: str) -> Sign:
    if piece == "t":
        return Sign("rank", (HIGH,))
    return Sign("court", (COURT_RANKS["jqk".index(piece)],)) if piece in "jqk" else Sign("suit", letters=piece)


def _suits_and_courts(word: str, deck: Deck) -> list[list[Sign]]:
    """What stands behind a rank as its suits, and then court cards: the bD in 9bD, the rBube in 9rBube."""
    found = []
    for end in range(1, len(word)):
        first, rest = word[:end], word[end:]
        are_letters = all(letter in deck.letters for letter in first)
        suits = first if are_letters else suit_of_word(first)
        court = court_of_word(rest)
        courts = [Sign("court", (court,))] if court else _german_courts(rest) if are_letters else []
        if courts and suits and (are_letters or suits in deck.letters):
            found.append([Sign("suit", letters=suits), *courts])
    return found


def _german_courts(word: str) -> list[Sign]:
    """Bube, Dame and König by their letters, B or D among them."""
    if not set(word) <= GERMAN_COURTS.keys() or not set(word) & {"b", "d"}:
        return []
    return [Sign("court", (GERMAN_COURTS[letter],)) for letter in word]
