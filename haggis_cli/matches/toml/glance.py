"""Which match a file tells of, by a glance at its text: nothing is checked, and thousands of files take no time."""

import re
from typing import NamedTuple

_KEY = re.compile(rb"^[ \t]*(id|created)[ \t]*=[ \t]*([^#\r\n]+)", re.MULTILINE)
_TABLE = re.compile(rb"^[ \t]*\[", re.MULTILINE)


class Identity(NamedTuple):
    """What tells a match from every other: the name that it was given, and when it was made, both as they are written.

    Two files that say the same here hold one match, whatever they are called.
    """

    id: str
    created: str


def find_identity(data: bytes) -> Identity | None:
    """The identity that a match file states; None where a glance does not tell."""
    table = _TABLE.search(data)
    found = {key: value.strip() for key, value in _KEY.findall(data[: table.start()] if table else data)}
    try:
        return Identity(found[b"id"].decode().strip("\"'"), found[b"created"].decode())
    except (KeyError, UnicodeDecodeError):
        return None
