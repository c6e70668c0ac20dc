"""What is remembered beside the matches: which one a command means that names none, and what files said before.

A bookmark is a small file beside the folder of matches. It is written after the match has been saved, and only for
convenience: it may be missing, out of date or damaged, and whatever goes wrong with it is passed over. A power cut may
take the last one back, as the disk is not waited for a second time.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import time_ns
from typing import Any, NamedTuple

from haggis_cli.matches.store.files import (
    SUFFIX,
    EntryKind,
    NotSaved,
    Snapshot,
    is_regular,
    match_path,
    matches_folder,
    read_regular,
    read_snapshot,
    scan_folder,
)
from haggis_cli.matches.toml.parsing import load_table
from haggis_cli.support import __version__
from haggis_cli.support.errors import RecordError, StoreError
from haggis_cli.support.escaping import content_hash

TABLE = "table"
"""The match that people last started, scored, recorded or dealt at a table."""
COMPUTER = "computer"
"""The match that was last played on this computer with `haggis play`."""
BETWEEN_ROUNDS, IN_A_ROUND, OVER = STATES = ("between rounds", "in a round", "over")
"""Where a match may be: a round is due, one is being recorded, or it is over."""
_FOLDER = "bookmarks"  # of the home
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
    paths = [Path(entry.path) for entry, kind in scan_folder(matches_folder(home)) if kind is EntryKind.MATCH]
    at_table = list(islice((path for path in paths if not has_computer_players(path)), 2))
    paths = at_table or paths
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
    path = home / _FOLDER / kind
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
    from haggis_cli.matches.store.atomic_write import make_folder

    folder = home / _FOLDER
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
        return max(time_ns(), (home / _FOLDER / other).stat().st_mtime_ns + _COARSEST_TICK)
    except OSError:
        return time_ns()


# What a match file says of the game that is played, without its rounds: for a question, the models need not load.


_ROUNDS = "\n[[rounds]]"
_LATE_OPTIONS = r"^[ \t]*\[[ \t]*[\"']?options"


class MatchSetup(NamedTuple):
    """The game of a match.

    id: the name of the match's file.
    variant: the variant's id.
    players: how many play.
    suits: the letters of the suits; None for the usual ones.
    options: the options of the variant that differ from its defaults.
    """

    id: str
    variant: str
    players: int
    suits: str | None
    options: dict[str, bool | str]


def read_setup(path: Path) -> MatchSetup:
    """Read the game of a match; StoreError or RecordError if the file cannot be read so far."""
    keys = _load_top_keys(read_snapshot(path).data, path.name)
    variant, players, suits = keys.get("variant"), keys.get("players"), keys.get("suits")
    options = keys.get("options", {})
    if not isinstance(variant, str) or not isinstance(players, list) or not isinstance(suits, str | None):
        raise _unreadable(path.name, "'variant', 'players' or 'suits' is missing or no text")
    if not isinstance(options, dict) or not all(isinstance(value, bool | str) for value in options.values()):
        raise _unreadable(path.name, "'options' is no table of options")
    return MatchSetup(path.stem, variant, len(players), suits, options)


def _load_top_keys(data: bytes, name: str) -> dict[str, Any]:
    """The table of a match file, as a rule without its rounds, which are most of the text and may take long."""
    try:
        text = data.decode().removeprefix("\ufeff").replace("\r\n", "\n")
        head, rounds, rest = text.partition(_ROUNDS)
        if rounds and re.search(_LATE_OPTIONS, rest, re.MULTILINE):
            return load_table(text)
        try:
            return load_table(head)
        except ValueError:  # what looks like rounds may stand in a note
            return load_table(text)
    except (ValueError, RecursionError) as error:
        raise _unreadable(name, str(error)) from None


def _unreadable(name: str, why: str) -> RecordError:
    return RecordError(f"{name}: {why}")


# What match files said before, kept so that undo and redo find it by what they said after.


_MOST_LOOKED_THROUGH = 200


class UndoHistory:
    """A folder of earlier contents; each belongs to a content, and is found again after renaming and copying."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, before: Snapshot, after: bytes) -> Path:
        """Keep what is about to become `after`, as private as the match is; overwrite nothing.

        NotSaved where that is not safe on the disk: the match must stay as it is then.
        """
        from haggis_cli.matches.store.atomic_write import create_file, sync_to_disk

        kept = self._find_saved(after)
        there = bool(kept) and read_snapshot(kept[-1][1]).data == before.data
        number = (kept[-1][0] if kept else 0) + (not there)
        path = self.folder / f"{content_hash(after)}-{number}{SUFFIX}"
        # Whoever made one that is there may have been told that the disk did not confirm it.
        doubt = sync_to_disk(path) if there else create_file(path, before.data, like=_permissions(before.path))
        if doubt:
            raise NotSaved(
                f"{path}: not saved, nothing was changed: "
                "the disk did not confirm this copy, which is needed to undo and redo"
            )
        return path

    def load_last(self, after: bytes) -> bytes | None:
        """What was last kept for this content, or None."""
        kept = self._find_saved(after)
        return read_snapshot(kept[-1][1]).data if kept else None

    def load_latest(self) -> Iterator[tuple[bytes, Path]]:
        """What was kept of all matches, the last first, and where it lies; of very much the last of it."""
        with suppress(OSError):
            with os.scandir(self.folder) as found:
                paths = sorted(((entry.stat().st_mtime_ns, Path(entry.path)) for entry in found), reverse=True)
            for _, path in paths[:_MOST_LOOKED_THROUGH]:
                with suppress(StoreError):
                    yield read_snapshot(path).data, path

    def remove_last(self, after: bytes) -> None:
        """Keep no longer what was last kept for this content."""
        # The match is saved by now. What stays known does no harm: it would be taken back once more.
        with suppress(OSError, StoreError):
            kept = self._find_saved(after)
            if kept:
                kept[-1][1].unlink(missing_ok=True)

    def _find_saved(self, after: bytes) -> list[tuple[int, Path]]:
        pattern = re.compile(rf"{content_hash(after)}-([0-9]{{1,9}})\{SUFFIX}")
        try:
            names = [path.name for path in self.folder.iterdir()]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreError(f"{self.folder}: cannot be read: {error.strerror}") from None
        found = ((pattern.fullmatch(name), name) for name in names)
        return sorted((int(match[1]), self.folder / name) for match, name in found if match)


def _permissions(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None
