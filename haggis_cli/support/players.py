"""What tells a player everywhere: a look, a monogram and a short name.

The look is that of the player's place in the book, `Store.recall_players`: the first eight have a colour and a shape
each of their own, the next eight the same colours with other shapes, and so on. A newcomer has another colour and
another shape than the others at the table. Somebody who is in no book has the look that the name asks for, or the next
that is free at the table.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from zlib import crc32

from haggis_cli.support.design import LOOKS, WHITE, Look
from haggis_cli.support.escaping import fold_name
from haggis_cli.support.html import Markup, join, tag
from haggis_cli.support.text import graphemes, width

_places: dict[str, int] = {}


def number_players(lines: Iterable[str], *tables: Iterable[str]) -> list[str]:
    r"""Give everybody in a book the look of his or her place there; the lines to add for those who are new there.

    lines: the names in the book; after a tab the place, where it is not the one after the last.
    tables: the players of each: a newcomer has the first free place whose colour and shape nobody there has.

    >>> number_players(["Noah", *map(str, range(2, 9))], ["Noah", "Isla"])
    ['Isla\t9']
    """
    global _places
    last = -1
    _places = dict[str, int]()
    for line in lines:
        name, _, told = line.partition("\t")
        if fold_name(name) not in _places:
            _places[fold_name(name)] = int(told) if told.isdecimal() else last + 1
            last = max(last, _places[fold_name(name)])
    added = []
    for table in map(list, tables):
        seated = [_places[fold_name(name)] for name in table if fold_name(name) in _places]
        for name in table:
            if fold_name(name) not in _places:
                place = _find_place(seated)
                _places[fold_name(name)] = place
                seated.append(place)
                added.append(name if place == last + 1 else f"{name}\t{place}")
                last = max(last, place)
    return added


def _find_place(seated: Sequence[int]) -> int:
    """The first free place of another colour and shape than these have, if there is one."""
    taken = set(_places.values())
    free = (place for place in count() if place not in taken)
    colors, shapes = {place % len(LOOKS) for place in seated}, set(map(shape_of, seated))
    is_full = len(LOOKS) in (len(colors), len(shapes))
    return next(place for place in free if is_full or not (place % len(LOOKS) in colors or shape_of(place) in shapes))


def player_looks(names: Sequence[str]) -> tuple[int, ...]:
    """The number of the look of each player of a table; no two are alike as long as there are looks enough.

    At one table, of two in the book with the same shape the later one there has another.

    >>> number_players(())  # no book
    []
    >>> player_looks(("Noah", "Isla")), player_looks(("Isla", "Rory", "Noah"))
    ((5, 1), (1, 2, 5))
    """
    looks = {name: _places[fold_name(name)] for name in names if fold_name(name) in _places}
    marks = {name: crc32(fold_name(name).encode()) for name in names if name not in looks}
    number, waiting = len(LOOKS), []
    taken = {look % number for look in looks.values()}
    for name in sorted(marks, key=lambda name: (marks[name], name)):
        if marks[name] % number in taken:
            waiting.append(name)
        else:
            looks[name] = marks[name] % number
            taken.add(looks[name])
    for name in waiting:
        wanted = [(marks[name] + step) % number for step in range(number)]
        looks[name] = next((look for look in wanted if look not in taken), wanted[0])
        taken.add(looks[name])
    if len(names) <= len(LOOKS):
        shapes = set[int]()
        for name in sorted(looks, key=lambda name: (name in marks, looks[name])):
            looks[name] = next(look for look in count(looks[name], len(LOOKS)) if shape_of(look) not in shapes)
            shapes.add(shape_of(looks[name]))
    return tuple(looks[name] for name in names)


def monogram(name: str) -> str:
    """The first letter of a name, in capitals: one, which is read in small badges, too.

    >>> monogram("noah"), monogram("(B)")
    ('N', 'B')
    """
    return next((sign for sign in graphemes(name) if sign.isalnum() or not sign.isascii()), "").upper()


def look_of(number: int) -> Look:
    """The look of that number."""
    return LOOKS[shape_of(number)]._replace(color=LOOKS[number % len(LOOKS)].color)


def shape_of(number: int) -> int:
    """Which of LOOKS has the shape and the dashes of the look of that number."""
    return (number + number // len(LOOKS)) % len(LOOKS)


def draw_badges(names: Sequence[str], sides: Iterable[tuple[str, Sequence[int]]] = ()) -> dict[str, Markup]:
    """The badge of each player of a table, and for each side those of its players, by name.

    sides: the name and the seats of each.
    """
    badges = list(map(draw_badge, player_looks(names), map(monogram, names)))
    return {name: join(*(badges[seat] for seat in seats)) for name, seats in sides} | dict(
        zip(names, badges, strict=True)
    )


_LETTER, _BROAD_LETTER = 5.6, 4.6
_PRINTED: dict[str, str] = {"text_anchor": "middle", "font_weight": "bold", "fill": WHITE}
"""How a monogram is drawn where there is no style sheet."""


@lru_cache(maxsize=256)
def draw_badge(number: int, letter: str) -> Markup:
    """A player's shape with the monogram on it, to stand before the name."""
    look = look_of(number)
    x, y = look.middle
    size = _BROAD_LETTER if letter in "MW" else _LETTER  # so that it stays within a triangle
    return tag(
        "svg",
        tag("path", d=look.shape, fill=look.color.light),
        tag("text", letter, x=x or None, y=f"{y + size * 0.36:.2f}", font_size=size, **_PRINTED),
        viewBox="-6 -6 12 12",
        class_=f"badge {look_class(number)}",
        aria_hidden="true",
    )


# The lines of a chart, told apart by colour, by dashes and by shapes, so that grey paper and every eye tell them.


def draw_line(number: int, path: str) -> Markup:
    """A line along the path; a team's has the look of its first player."""
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
    """The shape at a point of the line."""
    look, moved = look_of(number), f"translate({x} {y})"
    if scale != 1:
        moved += f" scale({scale})"
    kind = f"mark {look_class(number)}"
    return tag("path", *inside, d=look.shape, transform=moved, fill=look.color.light, class_=kind)


def look_class(number: int) -> str:
    """The class of what has the player's colour."""
    return f"p{number % len(LOOKS)}"


# Short forms of names, where a name stands on every line or in a narrow place.

_LONGEST = 12
"""By `_size`: a page of thirty rounds with four players has 4500 names, and people send it by mail."""
_LONGEST_TEAM = 30
"""The same for a team, which is named once or twice a round."""


def short_names(names: Sequence[str], *, longest_word: int = _LONGEST) -> tuple[str, ...]:
    """A short name for each player, all different: everybody's name, or first word, or the beginnings of long ones.

    longest_word: how long a first word may be, by `_size`, without being cut.

    >>> short_names(["Isla", "Bartholomew Featherstonehaugh", "Donaudampfschiff-Anna", "Donaudampfschiff-Ben"])
    ('Isla', 'Bartholomew', 'Donaudamp…3', 'Donaudamp…4')
    """
    fit = [_size(name) <= _LONGEST for name in names]
    firsts = [_first_name(name, longest_word) for name in names]
    if not all(fit) and all(firsts) and len({first.casefold() for first in firsts}) == len(names):
        return tuple(firsts)
    found = [
        name if fits else first or _cut(name, _LONGEST) for name, fits, first in zip(names, fit, firsts, strict=True)
    ]
    return _told_apart(names, found, _LONGEST)


def with_short_names(text: str, short: Mapping[str, str]) -> str:
    """A text in which those who have a short name are called by it.

    >>> with_short_names("Ann Lee beats Ann", {"Ann": "A…1", "Ann Lee": "A…2"})
    'A…2 beats A…1'
    """
    names = "|".join(map(re.escape, sorted(short, key=len, reverse=True)))
    return re.sub(names, lambda name: short[name[0]], text) if names else text


def short_side_names(sides: Sequence[tuple[str, tuple[int, ...]]], *, longest_word: int = _LONGEST) -> tuple[str, ...]:
    """A short name for each side: the first word of a team's name might be a player's name.

    longest_word: as in `short_names`.

    >>> short_side_names([("Bartholomew Featherstone & Isla", (0, 2)), ("The High Rollas of Old Edinburgh", (1, 3))])
    ('Bartholomew & Isla', 'The High Rollas of Old Edin…')
    """
    names = [name for name, _ in sides]
    if all(len(seats) == 1 for _, seats in sides):
        return short_names(names, longest_word=longest_word)
    found = [name if _size(name) <= _LONGEST_TEAM else _short_team(name, seats, longest_word) for name, seats in sides]
    return _told_apart(names, found, _LONGEST_TEAM)


def _short_team(name: str, seats: tuple[int, ...], longest_word: int) -> str:
    """The short names of the partners where the team is called after them, or else the beginning of its name."""
    partners = [each.strip() for each in name.split(" & ")]
    if len(partners) == len(seats) and all(partners):
        return " & ".join(short_names(partners, longest_word=longest_word))
    return _cut(name, _LONGEST_TEAM)


def _told_apart(names: Sequence[str], found: Sequence[str], longest: int) -> tuple[str, ...]:
    often = Counter(short.casefold() for short in found)
    return tuple(
        short if short == name or often[short.casefold()] == 1 else f"{_cut(name, longest)}{place}"
        for place, (name, short) in enumerate(zip(names, found, strict=True), 1)
    )


def _first_name(name: str, longest: int) -> str:
    """The first word, or what is before its hyphen if that alone is short; empty if both are too long."""
    word = name.split()[0]
    short = next((each for each in (word, word.split("-")[0]) if _size(each) <= _LONGEST), "")
    return short or (word if _size(word) <= longest else "")


def _cut(name: str, longest: int) -> str:
    """As many whole characters as leave room for a number; if a single emoji is too long, its first part."""
    shown = ""
    for sign in graphemes(name):
        if _size(shown + sign) > longest - 3:
            break
        shown += sign
    return (shown.rstrip() or name[0]) + "…"


def _size(text: str) -> float:
    """The columns that a text takes, or half its bytes if they are more, as those of an emoji of many parts are."""
    return max(width(text), len(text.encode()) / 2)
