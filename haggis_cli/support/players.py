"""What tells a player everywhere: one of the looks and a monogram, taken from the name.

Nothing is stored: the same name has the same look in every match, as long as no other at the table has it, too.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from zlib import crc32

from haggis_cli.support.design import LOOKS, Look
from haggis_cli.support.html import Markup, join, tag
from haggis_cli.support.text import graphemes


@lru_cache(maxsize=256)
def player_looks(names: tuple[str, ...]) -> tuple[int, ...]:
    """The number of the look of each player of a table; no two are alike as long as there are looks enough.

    Where several names ask for one look, all but the first of them by their check sums have the next that nobody asks
    for: wherever they sit.

    >>> player_looks(("Noah", "Isla")), player_looks(("Isla", "Rory", "Noah"))
    ((5, 1), (1, 2, 5))
    """
    marks = {name: crc32(name.casefold().encode()) for name in names}
    number = len(LOOKS)
    taken: dict[str, int] = {}
    waiting = []
    for name in sorted(marks, key=lambda name: (marks[name], name)):
        if marks[name] % number in taken.values():
            waiting.append(name)
        else:
            taken[name] = marks[name] % number
    for name in waiting:
        wanted = [(marks[name] + step) % number for step in range(number)]
        taken[name] = next((look for look in wanted if look not in taken.values()), wanted[0])
    return tuple(taken[name] for name in names)


def monograms(names: Sequence[str]) -> tuple[str, ...]:
    """The first letter of each name, and where others have it, too, the first one that they do not have there.

    >>> monograms(["Noah", "Isla", "noémi"]), monograms(["Al", "Al B"])
    (('Na', 'I', 'Né'), ('A', 'Ab'))
    """
    found = []
    for name in names:
        rivals = [other for other in names if other != name and _letter(other, 0) == _letter(name, 0)]
        places = range(1, len(list(graphemes(name)))) if rivals else ()
        own = (
            _letter(name, place)
            for place in places
            if all(_letter(name, place) != _letter(other, place) for other in rivals)
        )
        found.append(_letter(name, 0) + next(own, "").lower())
    return tuple(found)


def _letter(name: str, place: int) -> str:
    """A sign of the name in capitals, its blanks and its punctuation left out."""
    letters = [sign for sign in graphemes(name) if sign.isalnum() or not sign.isascii()]
    return "".join(letters[place : place + 1]).upper()


def look_of(number: int) -> Look:
    """The look of that number."""
    return LOOKS[number % len(LOOKS)]


def draw_badges(names: Sequence[str], sides: Iterable[tuple[str, Sequence[int]]] = ()) -> dict[str, Markup]:
    """The badge of each player of a table, and for each side those of its players, by name.

    sides: the name and the seats of each.
    """
    badges = [draw_badge(*pair) for pair in zip(player_looks(tuple(names)), monograms(names), strict=True)]
    return {name: join(*(badges[seat] for seat in seats)) for name, seats in sides} | dict(
        zip(names, badges, strict=True)
    )


_PRINTED: dict[str, str] = {"text_anchor": "middle", "font_weight": "bold", "fill": "#ffffff"}
"""How a monogram is drawn where there is no style sheet."""


def draw_badge(number: int, letters: str) -> Markup:
    """A player's shape with the monogram on it, to stand before the name."""
    look = look_of(number)
    size = 5.2 if len(letters) == 1 else 3.9
    return tag(
        "svg",
        tag("path", d=look.shape, fill=look.color.light),
        tag("text", letters, y=f"{look.middle + size * 0.36:.2f}", font_size=size, **_PRINTED),
        viewBox="-6 -6 12 12",
        class_=f"badge {look_class(number)}",
        aria_hidden="true",
    )


# The lines of a chart, told apart by colour, by dashes and by shapes, so that grey paper and every eye tell them.


def draw_line(number: int, path: str) -> Markup:
    """A line along the path."""
    look = look_of(number)
    return tag(
        "path",
        d=path,
        fill="none",
        stroke=look.color.light,
        stroke_width=2.5,
        stroke_dasharray=look.dashes,
        stroke_linejoin="round",
        class_=f"line {look_class(number)}",
    )


def draw_marker(number: int, x: float, y: float, *inside: Markup, scale: float = 1) -> Markup:
    """The player's shape at a point of the line."""
    moved = f"translate({x} {y})" + (f" scale({scale})" if scale != 1 else "")
    look = look_of(number)
    kind = f"mark {look_class(number)}"
    return tag("path", *inside, d=look.shape, transform=moved, fill=look.color.light, class_=kind)


def draw_leader(number: int, path: str) -> Markup:
    """A thin line from the end of a line to its label."""
    kind = f"leader {look_class(number)}"
    return tag("path", d=path, fill="none", stroke=look_of(number).color.light, stroke_width=1, class_=kind)


def look_class(number: int) -> str:
    """The class of what has the player's colour."""
    return f"p{number % len(LOOKS)}"
