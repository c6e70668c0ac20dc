"""The suits of ordinary cards as signs: how cards are shown where signs can be, `4♥` for the `4h` of files."""

import re

SIGNS = {"h": "♥", "d": "♦", "c": "♣", "s": "♠", "x": "★"}
"""The signs of hearts, diamonds, clubs, spades and stars by the letters that files have."""

_BY_LETTER = str.maketrans(SIGNS)
_CARD = rf"(?<!\S)(?:[2-9]|10)[{''.join(SIGNS)}]+(?![^\s.,;:])"


def draw_card(card: str) -> str:
    """A card, or the letter of a suit, with the sign of its suit; a suit without one keeps its letter.

    >>> draw_card("10h"), draw_card("4r"), draw_card("K"), draw_card("s")
    ('10♥', '4r', 'K', '♠')
    """
    return card.translate(_BY_LETTER)


def draw_event(event: str) -> str:
    """An event in canonical notation with its cards drawn; the name before the colon stays.

    >>> draw_event("4h: 4h 5h J as run@6"), draw_event("give 4s")
    ('4h: 4♥ 5♥ J as run@6', 'give 4♠')
    """
    name, colon, action = event.rpartition(":")
    return name + colon + re.sub(_CARD, lambda found: draw_card(found[0]), action)
