"""Bookmarks: which match a command means that names none, and how it stood when it was marked.

A bookmark is a small file beside the folder of matches. It is written after the match has been saved, and only for
convenience: it may be missing, out of date or damaged, and whatever goes wrong with it is passed over. A power cut may
take the last one back, as the disk is not waited for a second time.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import time_ns
from typing import NamedTuple

from haggis_cli.matches.store.places import SUFFIX, match_path, matches_folder
from haggis_cli.matches.store.snapshot import is_regular, read_regular
from haggis_cli.matches.toml.tables import load_table
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.version import __version__

TABLE = "table"
"""The match that people last started, scored, recorded or dealt at a table."""
COMPUTER = "computer"
"""The match that was last played on this computer with `haggis play`."""
BETWEEN_ROUNDS, IN_A_ROUND, OVER = STATES = ("between rounds", "in a round", "over")
"""Where a match may be: a round is due, one is being recorded, or it is over."""
_MAX_BYTES = 10_000
_FEWEST_LINES = 3
_COARSEST_TICK = 2_000_000_000  # nanoseconds, of a file's time on a memory stick


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

    def is_of(self, data: bytes) -> bool:
        """Whether the match says what it said when it was marked, by whatever version of haggis; true if unknown."""
        return self.mark.partition(" ")[2] in ("", content_hash(data))


def content_mark(data: bytes) -> str:
    """What tells a content, looked at by this version of haggis, from any other: another version may judge anew.

    The content's own mark stands behind it.
    """
    return f"{content_hash(__version__.encode() + data)} {content_hash(data)}"


def find_current(home: Path) -> Path | None:
    """Return the match that commands mean where none is named; None if there is none.

    It is the one that people last started, scored, recorded or dealt at a table. Where nothing tells that any more, it
    is the only one there is, and one against computer players only if there is no other. Of several none is guessed:
    when their files were changed says nothing after a clock has jumped or a sync program has run.
    """
    marked = find_bookmark(home, TABLE)
    if marked is not None:
        return match_path(home, marked.match)
    from haggis_cli.matches.store.entries import EntryKind, scan_folder  # as a rule there is a bookmark

    paths = [Path(entry.path) for entry, kind in scan_folder(matches_folder(home)) if kind is EntryKind.MATCH]
    at_table = list(islice((path for path in paths if not has_computer_players(path)), 2))
    return _only(at_table or paths)


def _only(paths: Sequence[Path]) -> Path | None:
    return paths[0] if len(paths) == 1 else None


def has_computer_players(path: Path) -> bool:
    """Whether the computer plays somebody in a match; not if the file cannot be read."""
    try:
        data = read_regular(path)
        return b"bots" in data and bool(load_table(data.decode("utf-8-sig").replace("\r\n", "\n")).get("bots"))
    except (OSError, ValueError, RecursionError):
        return False


def find_bookmark(home: Path, kind: str) -> Bookmark | None:
    """Return the bookmark of a kind, TABLE or COMPUTER; None if it names no match that is here."""
    found = _read_bookmark(home, kind)
    if found is None:
        return None
    path = match_path(home, found.match)
    return found if path.name == f"{found.match}{SUFFIX}" and is_regular(path) else None


def find_played(home: Path) -> Bookmark | None:
    """Return the bookmark of the match last played on this computer; None if people went on with it at the table."""
    played, table = find_bookmark(home, COMPUTER), find_bookmark(home, TABLE)
    back_at_table = played and table and table.match == played.match and table.changed > played.changed
    return None if back_at_table else played


def _read_bookmark(home: Path, kind: str) -> Bookmark | None:
    """The bookmark of a kind; None if there is none that can be used."""
    path = _bookmarks_folder(home) / kind
    try:
        lines = os.fsdecode(read_regular(path, _MAX_BYTES)).removesuffix("\n").split("\n")
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):
        return None
    if len(lines) < _FEWEST_LINES or not lines[0] or lines[2] not in STATES:
        return None
    return Bookmark(lines[0], lines[1], lines[2], tuple(lines[3:]), changed)


def write_bookmark(home: Path, kind: str, bookmark: Bookmark) -> None:
    """Set the bookmark of a kind; nothing happens where that is not possible."""
    from haggis_cli.matches.store.atomic_write import make_folder  # who looks for the current match writes nothing

    folder = _bookmarks_folder(home)
    text = "".join(f"{line}\n" for line in (bookmark.match, bookmark.mark, bookmark.state, *bookmark.lines))
    temp = folder / f".{kind}.{os.getpid()}.tmp"
    with suppress(OSError, ValueError):
        make_folder(folder)
        try:
            temp.write_bytes(os.fsencode(text))
            os.utime(temp, ns=(_next_moment(home, kind),) * 2)
            temp.replace(folder / kind)
        finally:
            with suppress(OSError):
                temp.unlink(missing_ok=True)


def _next_moment(home: Path, kind: str) -> int:
    """Now, but later than the other bookmark in any case: whatever the clock did, the last one set is the later one."""
    other = COMPUTER if kind == TABLE else TABLE
    try:
        return max(time_ns(), (_bookmarks_folder(home) / other).stat().st_mtime_ns + _COARSEST_TICK)
    except OSError:
        return time_ns()


def _bookmarks_folder(home: Path) -> Path:
    return home / "bookmarks"
