"""Cards as drawings: a symbol for each rank and each suit, out of which a page puts its cards together.

A suit is known by its sign as by its colour, so a page in grey is as clear. Whoever uses a symbol gives it its colour:
they are drawn in `currentColor`.
"""

from collections.abc import Iterable
from math import cos, pi, sin

from haggis_cli.support.markup import Markup, join, tag

_RANKS = (*map(str, range(2, 11)), *"JQK")


def _star(points: int, inner: float, outer: float = 9.6, turn: float = 0.0) -> str:
    """The outline of a star around 10,10."""
    corners = []
    for at in range(points * 2):
        reach, angle = (outer if at % 2 == 0 else inner), pi * at / points - pi / 2 + turn
        corners.append(f"{10 + reach * cos(angle):.1f} {10 + reach * sin(angle):.1f}")
    return f"M{'L'.join(corners)}z"


_SIGNS = {
    "r": "M10 1a9 9 0 1 0 0 18a9 9 0 1 0 0-18z",
    "g": "M10 1.5L19.5 18H.5z",
    "b": "M2 2h16v16H2z",
    "y": _star(4, 3.3, 10),
    "p": "M7 1h6v6h6v6h-6v6H7v-6H1V7h6z",
    "o": "M.5 2h19L10 18.5z",
    "w": "M10 1a9 9 0 1 0 0 18a9 9 0 1 0 0-18zm0 5a4 4 0 1 1 0 8a4 4 0 1 1 0-8z",
    "v": "M14 1.2A9 9 0 1 0 14 18.8A9.5 9.5 0 0 1 14 1.2z",
    "h": "M10 18.5C4 13.5 1 10.4 1 6.6C1 3.8 3 2 5.4 2C7.3 2 9 3 10 5C11 3 12.7 2 14.6 2C17 2 19 3.8 19 6.6"
    "C19 10.4 16 13.5 10 18.5z",
    "d": "M10 .5L17.5 10L10 19.5L2.5 10z",
    "c": "M10 1.2a4.3 4.3 0 0 1 3.6 6.7a4.3 4.3 0 1 1-2.5 7.3c.2 1.7.8 2.9 2 3.8H6.9c1.2-.9 1.8-2.1 2-3.8"
    "a4.3 4.3 0 1 1-2.5-7.3A4.3 4.3 0 0 1 10 1.2z",
    "s": "M10 .8C15 5.5 18.5 8.3 18.5 11.8A4.1 4.1 0 0 1 11.2 14.5C11.4 16.5 12 18 13.2 19H6.8"
    "C8 18 8.6 16.5 8.8 14.5A4.1 4.1 0 0 1 1.5 11.8C1.5 8.3 5 5.5 10 .8z",
    "x": _star(5, 3.9),
}
"""The signs of the suits that have names, in a square of 20: a disc, a triangle, a square and so on."""
_CROWN = "M2 17L.5 5L6 9.5L10 2L14 9.5L19.5 5L18 17z"


def card_symbols(letters: Iterable[str]) -> Markup:
    """What the cards of a deck with these suits are made of, to be referred to by `#rank-10`, `#suit-r`, `#court`."""
    symbols = [*map(_rank_symbol, _RANKS), *map(_suit_symbol, letters), _symbol("court", tag("path", d=_CROWN))]
    return tag("svg", symbols, class_="symbols", width=0, height=0, aria_hidden="true")


def suit_sign(letter: str) -> Markup:
    """The sign of a suit as a small drawing; the page must have its symbol."""
    drawing = tag("use", href=f"#suit-{letter}")
    return tag("svg", drawing, class_=f"sign {letter}", viewBox="0 0 20 20", aria_hidden="true")


def _rank_symbol(rank: str) -> Markup:
    """A rank; the figures of a 10 are pressed together."""
    text = tag(
        "text",
        rank,
        x=10,
        y=17,
        text_anchor="middle",
        font_size=20,
        font_weight=700,
        textLength=18 if len(rank) > 1 else None,
        lengthAdjust="spacingAndGlyphs" if len(rank) > 1 else None,
    )
    return _symbol(f"rank-{rank}", text)


def _suit_symbol(letter: str) -> Markup:
    """The sign of a suit; of one without a name, its letter in a ring."""
    if letter in _SIGNS:
        return _symbol(f"suit-{letter}", tag("path", d=_SIGNS[letter], fill_rule="evenodd"))
    ring = tag("circle", cx=10, cy=10, r=8.7, fill="none", stroke="currentColor", stroke_width=2)
    text = tag("text", letter.upper(), x=10, y=14.8, text_anchor="middle", font_size=13.5, font_weight=700)
    return _symbol(f"suit-{letter}", join(ring, text))


def _symbol(name: str, drawing: Markup) -> Markup:
    return tag("symbol", drawing, id=name, viewBox="0 0 20 20", fill="currentColor")
