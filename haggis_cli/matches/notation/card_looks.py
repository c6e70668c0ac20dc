"""Whether words look like cards, where nobody knows the deck yet."""

import re

from haggis_cli.matches.notation.card_groups import group_cards
from haggis_cli.matches.notation.card_signs import MOST_SIGNS, prepare, take_apart
from haggis_cli.matches.notation.sign_faults import NamedCard, SignFault
from haggis_cli.rules.deck import SUIT_NAMES, Deck

LONGEST_WORD = 100
_EVERY_SUIT = Deck("".join(SUIT_NAMES))
_COURTS = re.compile(r"[jqk]+(?:[-+/&][jqk]+)*", re.IGNORECASE)


def looks_like_cards(text: str) -> bool:
    """Whether a text names cards and can hardly be anything else: `4r4g`, `456r`, `J-Q`, but not `red`.

    >>> looks_like_cards("8b9bQ"), looks_like_cards("4\N{BLACK HEART SUIT}"), looks_like_cards("2026-11-21-noah")
    (True, True, False)
    """
    return _COURTS.fullmatch(text) is not None or any(letter for _, letter in _named_cards(text) or ())


def _named_cards(text: str) -> list[NamedCard] | None:
    """The cards that a text names, of whatever suits; None if it names none, or may name others."""
    if len(text) > LONGEST_WORD:
        return None
    ways: dict[tuple[NamedCard, ...], list[NamedCard]] = {}
    for signs in take_apart(prepare(text), _EVERY_SUIT):
        try:
            ways |= {tuple(sorted(way)): way for way in group_cards(signs).ways} if len(signs) <= MOST_SIGNS else {}
        except SignFault:
            continue
    return next(iter(ways.values())) or None if len(ways) == 1 else None


def may_stand_among_cards(word: str) -> bool:
    """Whether a word can be a part of what names cards: `red`, `4`, `of`, `+`."""
    if len(word) > LONGEST_WORD:
        return False
    return all(sign.kind != "unknown" for signs in take_apart(prepare(word), _EVERY_SUIT) for sign in signs)
