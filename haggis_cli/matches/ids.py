"""What a match may be called: an id names its file, so every computer it may be synced to has to allow it."""

import re
import unicodedata

from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text

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
        raise UsageError(f"'{escape_text(text)}' cannot be the name of a match: it needs a letter a-z or a digit")
    if made in _RESERVED:
        raise UsageError(f"'{escape_text(text)}' cannot be the name of a match: Windows keeps '{made}' for a device")
    return made
