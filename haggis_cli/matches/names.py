"""What a player or a team may be called (docs/reference.md, Events), and an event that matches belong to."""

import re
from collections.abc import Iterable

from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import forbidden_character, normalize_unicode

MOST_PLAYERS = 8
LONGEST_NAME = 40
LONGEST_LABEL = 60
MOST_PLAYERS = 8
"""What a match file holds."""


def find_name_fault(name: str) -> str | None:
    """Say why a trimmed text cannot be a name; None if it can."""
    if not 1 <= len(name) <= LONGEST_NAME:
        return f"a name has 1 to {LONGEST_NAME} characters"
    if ":" in name:
        return "a name cannot hold a colon, which ends it in an event"
    forbidden = forbidden_character(name)
    return f"a name cannot hold the character {forbidden}" if forbidden else None


def find_label_fault(label: str) -> str | None:
    """Say why a trimmed text cannot be the name of an event, such as an evening or a league; None if it can."""
    if not 1 <= len(label) <= LONGEST_LABEL:
        return f"the name of an event has 1 to {LONGEST_LABEL} characters"
    forbidden = forbidden_character(label)
    return f"the name of an event cannot hold the character {forbidden}" if forbidden else None


def fold_label(label: str) -> str:
    """The name of an event as names of events are compared: case and the way accents are written make no difference."""
    return normalize_unicode(label).casefold()


def find_repeated_name(names: Iterable[str]) -> str | None:
    """Find the first name that stands twice, ignoring case; None if all are different."""
    seen = set()
    for name in names:
        folded = normalize_unicode(name).casefold()
        if folded in seen:
            return name
        seen.add(folded)
    return None


# What a match may be called: an id names its file, so every computer it may be synced to has to allow it.


MAX_ID_LENGTH = 80
"""Characters of an id: with endings and temporary names a file name stays far below the 255 bytes disks allow."""

# Windows takes these for devices, whatever ending follows.
_PORTS = {f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)}
_RESERVED = frozenset({"con", "prn", "aux", "nul"} | _PORTS)
# Letters that Unicode does not take apart into a Latin letter and a mark.
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})


def slug(text: str) -> str:
    """Return the text in small letters a-z, digits and single hyphens; empty if nothing of it can be written so.

    >>> slug("Zoë & Øyvind")
    'zoe-oyvind'
    >>> slug("李雷")
    ''
    """
    text = text.casefold()
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFKD", text.translate(_LETTERS))
        text = "".join(char for char in text if not unicodedata.combining(char))
    return re.sub(r"[^a-z0-9]+", "-", text)[:MAX_ID_LENGTH].strip("-")


def natural_key(match_id: str) -> str:
    """What sorts ids as people count: `x`, `x-2`, `x-10`.

    >>> sorted(["x-10", "x-2", "x"], key=natural_key)
    ['x', 'x-2', 'x-10']
    """
    return re.sub("[0-9]+", lambda digits: digits[0].zfill(12), match_id)


def safe_id(text: str) -> str:
    """Return the id a text makes, or UsageError if no file may be called so.

    >>> safe_id("2026-11-21 Noah, Jamie")
    '2026-11-21-noah-jamie'
    """
    made = slug(text)
    if not made:
        raise UsageError(f"'{text}' cannot be the name of a match: it needs a letter a-z or a digit")
    if made in _RESERVED:
        raise UsageError(f"'{text}' cannot be the name of a match: Windows keeps '{made}' for a device")
    return made
