"""Short forms of the players' names, for a story that names somebody on every line."""

from collections import Counter
from collections.abc import Sequence

from haggis_cli.sheets.figures import Side
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text_tables import LEFT_TO_RIGHT, graphemes, with_direction_marks

_LONGEST = 12
"""Bytes of UTF-8: thirty rounds of four players name somebody 4500 times, and their page goes through the mail."""
_LONGEST_TEAM = 30
"""Likewise of a team, which is named once or twice a round."""
_CUT = "\u2026"


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """What each player is called in a story: the name, else its first word or its beginning, no two alike.

    >>> short_names(["Isla", "Bartholomew Featherstonehaugh", "Donaudampfschiff-Anna", "Donaudampfschiff-Ben"])
    ('Isla', 'Bartholomew', 'Donaudamp…3', 'Donaudamp…4')
    """
    found = [name if _size(name) <= _LONGEST else _short_name(name) for name in names]
    return _told_apart(names, found, _LONGEST)


def short_side_names(sides: Sequence[Side]) -> tuple[str, ...]:
    """What players or teams that score together are called: a team's first word might be a player's name."""
    if all(len(side.seats) == 1 for side in sides):
        return short_names([side.name for side in sides])
    names = [side.name for side in sides]
    found = [name if _size(name) <= _LONGEST_TEAM else _beginning(name, _LONGEST_TEAM) for name in names]
    return _told_apart(names, found, _LONGEST_TEAM)


def _told_apart(names: Sequence[str], found: Sequence[str], longest: int) -> tuple[str, ...]:
    often = Counter(short.casefold() for short in found)
    return tuple(
        short if short == name or often[short.casefold()] == 1 else f"{_beginning(name, longest)}{place}"
        for place, (name, short) in enumerate(zip(names, found, strict=True), 1)
    )


def story_names(names: Sequence[str]) -> list[str]:
    """The short names as they stand in the lines of a page: one from right to left does not move what follows it."""
    return [with_direction_marks(escape_text(name)).removeprefix(LEFT_TO_RIGHT) for name in short_names(names)]


def _short_name(name: str) -> str:
    first = name.split()[0]
    return first if _size(first) <= _LONGEST else _beginning(name, _LONGEST)


def _beginning(name: str, longest: int) -> str:
    """As many whole signs as there is room for; of an emoji that alone takes more, its first part."""
    shown = ""
    for sign in graphemes(name):
        if _size(shown + sign + _CUT) > longest:
            break
        shown += sign
    return (shown.rstrip() or name[0]) + _CUT


def _size(text: str) -> int:
    return len(text.encode())
