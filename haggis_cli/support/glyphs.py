"""The few signs beyond letters that tables and charts are drawn with, and what stands in for them in plain ASCII."""

from typing import NamedTuple


class Glyphs(NamedTuple):
    """Signs, each one column wide: `shades` are the two that tell one round from the next in a bar."""

    times: str
    horizontal: str
    vertical: str
    cross: str
    shades: tuple[str, str]
    track: str
    marker: str
    dot: str
    arrow: str
    cross_mark: str


UNICODE = Glyphs("×", "─", "│", "┼", ("█", "▒"), "·", "▸", "·", "→", "✗")
ASCII = Glyphs("x", "-", "|", "+", ("#", "="), ".", ">", "-", "->", "!")


def glyphs_for(encoding: str | None) -> Glyphs:
    """The signs that text in this encoding can hold.

    >>> glyphs_for("utf-8") is UNICODE, glyphs_for("cp1252") is ASCII
    (True, True)
    """
    return UNICODE if can_hold("".join("".join(sign) for sign in UNICODE), encoding) else ASCII


def can_hold(signs: str, encoding: str | None) -> bool:
    """Whether text in this encoding can hold these signs."""
    try:
        signs.encode(encoding or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True
