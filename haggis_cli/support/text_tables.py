"""Text as a terminal shows it: its width, running text in lines, and tables that line up whatever the names are."""

import re
from collections.abc import Iterable, Sequence

from haggis_cli.support.glyphs import UNICODE

_GAP = "  "
LEFT_TO_RIGHT = "\u200e"  # the mark that takes no room
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})  # bidirectional classes (UAX #9)
_NARROWEST = 4  # a name cut shorter than this says nothing
_BEYOND_LATIN = "\u0300"  # from here on there are characters of no width, of two columns, and from right to left
# Compiled when a line is too long, which few are.
_INDENTATION = r" *"
_COLUMN = r" *\S(?:\S| (?! ))* {2,}(?=\S)"  # a word or several, and what parts them from the next column
_SOFT_HYPHEN = "\u00ad"  # the only one of no width before it
_DRAWN = str.maketrans(
    dict.fromkeys("".join(map("".join, UNICODE)) + "▁▂▃▄▅▆▇…–−’“”", "-")
)  # ours, each one column wide


def width(text: str) -> int:
    """How many columns of a terminal the text takes.

    Colours and combining marks take none; East Asian wide characters and emoji, whatever they are made of, take two.

    >>> width("Isla"), width("Zoe\\u0308"), width("\\u5c0f\\u660e"), width("\\x1b[1mIsla\\x1b[0m"), width("👩‍👩‍👧")
    (4, 3, 4, 4, 2)
    """
    text = strip_colors(text)
    if _is_plain(text):
        return len(text)
    from wcwidth import wcswidth, wcwidth  # its tables take 15 to 30 ms to load, and most names need none of them

    columns: int = wcswidth(text)
    # It gives no figure for a text with a control character, which takes no column itself.
    return columns if columns >= 0 else sum(max(0, wcwidth(character)) for character in text)


def _is_plain(text: str) -> bool:
    """Whether every character takes one column, is written from left to right and is no part of another."""
    return text.isascii() or (max(text.translate(_DRAWN)) < _BEYOND_LATIN and _SOFT_HYPHEN not in text)


def strip_colors(text: str) -> str:
    """The text without its colours (ECMA-48 SGR sequences, the only ones this program writes)."""
    if "\x1b[" not in text:
        return text
    first, *rest = text.split("\x1b[")
    return first + "".join(piece.partition("m")[2] for piece in rest)


def shorten(text: str, columns: int) -> str:
    """The text, cut to so many columns if it is wider, an ellipsis telling so; a cut text loses its colours.

    >>> shorten("Bartholomew", 6), shorten("Noah", 6)
    ('Barth…', 'Noah')
    """
    if width(text) <= columns:
        return text
    shown, taken = "", 0
    for grapheme in graphemes(strip_colors(text)):
        taken += width(grapheme)
        if taken > columns - 1:
            break
        shown += grapheme
    return f"{shown.rstrip()}…" if columns > 0 else ""


def graphemes(text: str) -> Iterable[str]:
    """The text in the pieces that a person takes for one sign each, such as an emoji of several characters."""
    if _is_plain(text):
        return text
    from wcwidth import iter_graphemes

    return iter_graphemes(text)


def wrap_text(text: str, limit: int, *, first: str = "", others: str = "") -> list[str]:
    """The text in lines of at most `limit` columns, broken at blanks; what the first line and the others begin with.

    A word wider than a line keeps a line of its own and stays whole: names and file names must be told exactly.

    >>> wrap_text("Noah must beat a pair of 9s or pass", 22, first="- ", others="  ")
    ['- Noah must beat a', '  pair of 9s or pass']
    """
    # As most texts do: no word is looked at, and where there is room for the widest signs, no sign either.
    if 2 * (len(first) + len(text)) <= limit or width(first) + width(text) <= limit:
        return [first + text.lstrip(" ")]
    lines: list[str] = []
    begun, line = first, ""
    for word in text.split(" "):
        if line and width(begun) + width(line) + 1 + width(word) > limit:
            lines.append(begun + line)
            begun, line = others, word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, begun + line]


def wrap_aligned(line: str, limit: int) -> list[str]:
    """A line that has its indentation, or columns, in lines of at most `limit` columns that keep them.

    >>> wrap_aligned("  pass   in a trick, or for good", 20)
    ['  pass   in a trick,', '         or for good']
    """
    if width(line) <= limit:
        return [line]
    column = re.match(_COLUMN, line)
    if column is None or column.end() > limit // 2:
        column = re.match(_INDENTATION, line)
        assert column is not None
    head = column[0]
    return wrap_text(line[len(head) :], limit, first=head, others=" " * width(head))


def with_direction_marks(text: str) -> str:
    """A name in a line with others: one from right to left between marks that keep its neighbours in their places.

    Without them a terminal that knows such letters lays two names in a row, or a name and a number, out from right to
    left, and a name stands over somebody else's figures.

    >>> with_direction_marks("Noah"), ascii(with_direction_marks("\\u05d0\\u05d1\\u05d9"))
    ('Noah', "'\\\\u200e\\\\u05d0\\\\u05d1\\\\u05d9\\\\u200e'")
    """
    if _is_plain(text):
        return text
    from unicodedata import bidirectional  # most names are Latin

    if not any(bidirectional(char) in _RIGHT_TO_LEFT for char in text):
        return text
    return f"{LEFT_TO_RIGHT}{text.strip(LEFT_TO_RIGHT)}{LEFT_TO_RIGHT}"


def pad(text: str, columns: int, align: str = "<") -> str:
    """The text filled up with blanks to so many columns, at its left (`>`), its right (`<`, `=`) or both (`^`)."""
    missing = max(0, columns - width(text))
    left = {"<": 0, "=": 0, ">": missing, "^": missing // 2}[align]
    return " " * left + with_direction_marks(text) + " " * (missing - left)


def render_table(rows: Sequence[Sequence[str]], align: str, limit: int | None = None) -> str:
    """Rows as lines whose columns line up, two blanks apart, without trailing blanks; short rows are allowed.

    `align` has one letter per column. If a line would be wider than `limit`, the widest `<` columns (the names) are
    cut, never the numbers (`>`) or what must be told exactly (`=`): a table of too many of them stays too wide.

    >>> print(render_table([["Noah", "72"], ["Isla", "110"]], "<>"))
    Noah   72
    Isla  110
    """
    wide = [max((width(row[at]) for row in rows if at < len(row)), default=0) for at in range(len(align))]
    if limit is not None:
        wide = _narrowed(wide, align, limit)
    lines = []
    for row in rows:
        shown = row if limit is None else [shorten(cell, wide[at]) for at, cell in enumerate(row)]
        cells = [pad(cell, wide[at], align[at]) for at, cell in enumerate(shown)]
        lines.append(_GAP.join(cells).rstrip())
    return "\n".join(lines)


def _narrowed(wide: list[int], align: str, limit: int) -> list[int]:
    wide = list(wide)
    names = [at for at, letter in enumerate(align) if letter == "<"]
    excess = sum(wide) + len(_GAP) * (len(wide) - 1) - limit
    while excess > 0:
        widest = max(names, key=lambda at: wide[at], default=None)
        if widest is None or wide[widest] <= _NARROWEST:
            break
        wide[widest] -= 1
        excess -= 1
    return wide
