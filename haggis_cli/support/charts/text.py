"""Words in a drawing: how much room they take, and how a name is broken into lines where it has too little."""

import re

from haggis_cli.support.text_tables import graphemes, shorten, width

FONT = (
    "system-ui, 'Noto Sans', 'Noto Sans Hebrew', 'Noto Sans Arabic', 'Noto Sans CJK JP', 'DejaVu Sans', "
    "'Noto Color Emoji', sans-serif"
)
"""The letters of pages and drawings alike, whatever a name is written in."""

_LETTER, _CAPITAL, _BROAD, _FIGURE = 0.63, 0.79, 1.0, 0.7
"""How wide letters and bold figures are at most, in font sizes: those of DejaVu Sans, which is a broad one."""
_SPARE = 1.02


def text_width(text: str, size: float) -> float:
    """How much room a text takes, rather too much than too little."""
    return size * _SPARE * sum(_share(char) for char in text)


def _share(char: str) -> float:
    if char in "MWm@%":
        return _BROAD
    if char.isdigit():
        return _FIGURE
    return _CAPITAL if char.isupper() or char in "w&" else width(char) * _LETTER


def break_name(name: str, room: float, size: float, most: int) -> list[str]:
    """A name in at most so many lines that fit into the room, broken at blanks and hyphens; the rest is cut.

    >>> break_name("Bartholomew Featherstonehaugh", 120, 14, 3)
    ['Bartholomew', 'Featherstoneh', 'augh']
    >>> break_name("Anne-Katrin", 70, 14, 3)
    ['Anne-', 'Katrin']
    """
    lines = [""]
    for word in re.findall(r"\s*[^\s-]*-?", " ".join(name.split())):
        if text_width((lines[-1] + word).strip(), size) <= room:
            lines[-1] = (lines[-1] + word).lstrip()
            continue
        if lines[-1]:
            lines.append("")
        for piece in graphemes(word.lstrip()):
            if lines[-1] and text_width(lines[-1] + piece, size) > room:
                lines.append("")
            lines[-1] += piece
    if len(lines) > most:
        lines = [*lines[: most - 1], shorten(lines[most - 1] + lines[most], max(2, width(lines[most - 1])))]
    return lines
