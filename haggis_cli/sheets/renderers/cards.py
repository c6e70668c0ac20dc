"""Cards as drawings, the same on every page, on the player aid and in the replay.

There is a symbol for each rank and each suit, out of which a page puts its cards together. A suit is known by its sign
as by its colour, so a page in grey is as clear.
"""

import re
from collections.abc import Iterable, Sequence

from haggis_cli.sheets.renderers.svg import read_asset
from haggis_cli.support.design import COLORS, SUITS
from haggis_cli.support.html import Markup, fill, tag


def card_symbols(letters: Iterable[str]) -> Markup:
    """What the cards of a deck with these suits are made of, to be referred to by `#rank-10`, `#suit-r`, `#court`."""
    drawn = dict(re.findall(r'(?m)^(<symbol id="([^"]+)".*)$', read_asset("cards.svg")))
    named = {name: Markup(symbol) for symbol, name in drawn.items()}
    ring = named.pop("suit-$letter")
    symbols = [symbol for name, symbol in named.items() if name.startswith("rank-")]
    symbols += [named.get(f"suit-{letter}") or fill(ring, letter=letter, sign=letter.upper()) for letter in letters]
    return tag("svg", symbols, named["court"], class_="symbols", width=0, height=0, aria_hidden="true")


def suit_sign(letter: str) -> Markup:
    """The sign of a suit as a small drawing; the page must have its symbol."""
    drawing = tag("use", href=f"#suit-{letter}")
    return tag("svg", drawing, class_=f"sign {letter}", viewBox="0 0 20 20", aria_hidden="true")


def draw_face(card: str, **place: str | float) -> Markup:
    """A card such as `10r` or `J`: rank and sign in its corner, the sign large; a court card is gold, its rank large.

    place: attributes of SVG, such as `x` and `width`, in a drawing; a page sets the size of `.face`.
    """
    rank, suit = split_card(card)
    stock, ink = COLORS["face" if suit else "court"].light, COLORS[SUITS.get(suit, "print")].light
    edge = COLORS["face-edge"].light
    sign = f"#suit-{suit}" if suit else "#court"
    large = (sign, 18, 33, 19) if suit else (f"#rank-{rank}", 15, 29, 25)
    return tag(
        "svg",
        tag("rect", x=0.5, y=0.5, width=39, height=55, rx=4, fill=stock, stroke=edge),
        *(
            tag("use", href=symbol, x=x, y=y, width=size, height=size)
            for symbol, x, y, size in ((f"#rank-{rank}", 0.5, 2, 19), (sign, 3, 23, 14), large)
        ),
        viewBox="0 0 40 56",
        class_=f"face {suit or 'court'}",
        color=ink,
        aria_hidden="true",
        **place,
    )


def draw_corner(card: str) -> Markup:
    """What is seen of a card below others: rank and sign side by side, to choose it by."""
    rank, suit = split_card(card)
    uses = [tag("use", href=f"#rank-{rank}", width=20, height=20)]
    uses.append(tag("use", href=f"#suit-{suit}" if suit else "#court", x=24, y=3, width=15, height=15))
    return tag("svg", uses, viewBox="0 0 40 20", class_="corner", aria_hidden="true")


def draw_fan(cards: Sequence[str]) -> Markup:
    """Cards in a row, one partly over the other; as they are written for those who hear or copy them."""
    return tag("span", tag("span", " ".join(cards), class_="unseen"), map(draw_face, cards), class_="fan")


def split_card(card: str) -> tuple[str, str]:
    """The rank of a card and the letter of its suit, which a court card does not have."""
    return (card, "") if card in ("J", "Q", "K") else (card[:-1], card[-1])
