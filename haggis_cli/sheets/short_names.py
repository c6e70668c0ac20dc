"""Short forms of the players' names, for a story that names somebody on every line."""

from collections import Counter
from collections.abc import Sequence

from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text_tables import LEFT_TO_RIGHT, graphemes, with_direction_marks

_LONGEST = 12
"""Bytes of UTF-8: thirty rounds of four players name somebody 4500 times, and their page goes through the mail."""
_CUT = "\u2026"


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """What each player is called in a story: the name, else its first word or its beginning, no two alike.

    >>> short_names(["Isla", "Bartholomew Featherstonehaugh", "Donaudampfschiff-Anna", "Donaudampfschiff-Ben"])
    ('Isla', 'Bartholomew', 'Donaudamp…3', 'Donaudamp…4')
    """
    found = [_short_name(name) for name in names]
    often = Counter(short.casefold() for short in found)
    return tuple(
        short if short == name or often[short.casefold()] == 1 else f"{_beginning(name)}{seat}"
        for seat, (name, short) in enumerate(zip(names, found, strict=True), 1)
    )


def story_names(names: Sequence[str]) -> list[str]:
    """The short names as they stand in the lines of a page: one from right to left does not move what follows it."""
    return [with_direction_marks(escape_text(name)).removeprefix(LEFT_TO_RIGHT) for name in short_names(names)]


def _short_name(name: str) -> str:
    return next((short for short in (name, name.split()[0]) if _size(short) <= _LONGEST), _beginning(name))


def _beginning(name: str) -> str:
    """As many whole signs as there is room for; of an emoji that alone takes more, its first part."""
    shown = ""
    for sign in graphemes(name):
        if _size(shown + sign + _CUT) > _LONGEST:
            break
        shown += sign
    return (shown.rstrip() or name[0]) + _CUT


def _size(text: str) -> int:
    return len(text.encode())
