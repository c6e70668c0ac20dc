"""Bookmarks: which match a command means that names none, and how it stood when it was marked.

A bookmark is a small file beside the folder of matches. It is written after the match has been saved, and only for
convenience: it may be missing, out of date or damaged, and whatever goes wrong with it is passed over. A power cut may
take the last one back, as the disk is not waited for a second time.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from haggis_cli.matches.store.atomic_write import make_folder, read_regular
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.version import __version__

TABLE = "table"
"""The match that people last started, scored, recorded or dealt at a table."""
COMPUTER = "computer"
"""The match that was last played on this computer."""
BETWEEN_ROUNDS, IN_A_ROUND, OVER = STATES = ("between rounds", "in a round", "over")
"""Where a match may be: a round is due, one is being recorded, or it is over."""
_MAX_BYTES = 10_000
_FEWEST_LINES = 3


class Bookmark(NamedTuple):
    """What a bookmark says.

    match: the id of the match.
    mark: what tells the content that the match had from any other.
    state: where the match was, one of STATES.
    lines: how it stood, in lines to be shown; empty where that is to be worked out.
    changed: when the bookmark was set, in nanoseconds since 1970.
    """

    match: str
    mark: str
    state: str = BETWEEN_ROUNDS
    lines: tuple[str, ...] = ()
    changed: int = 0

    def fits(self, data: bytes) -> bool:
        """Whether the match still says what it said when it was marked."""
        return self.mark == content_mark(data)


def content_mark(data: bytes) -> str:
    """What tells a content, looked at by this version of haggis, from any other: another version may judge anew."""
    return content_hash(__version__.encode() + data)


def read_bookmark(folder: Path, kind: str) -> Bookmark | None:
    """The bookmark of a kind; None if there is none that can be used."""
    path = folder / kind
    try:
        lines = os.fsdecode(read_regular(path, _MAX_BYTES)).removesuffix("\n").split("\n")
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):
        return None
    if len(lines) < _FEWEST_LINES or not lines[0] or lines[2] not in STATES:
        return None
    return Bookmark(lines[0], lines[1], lines[2], tuple(lines[3:]), changed)


def write_bookmark(folder: Path, kind: str, bookmark: Bookmark) -> None:
    """Set the bookmark of a kind; nothing happens where that is not possible."""
    text = "".join(f"{line}\n" for line in (bookmark.match, bookmark.mark, bookmark.state, *bookmark.lines))
    temp = folder / f".{kind}.{os.getpid()}.tmp"
    with suppress(OSError, ValueError):
        make_folder(folder)
        try:
            temp.write_bytes(os.fsencode(text))
            temp.replace(folder / kind)
        finally:
            with suppress(OSError):
                temp.unlink(missing_ok=True)
