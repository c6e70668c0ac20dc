"""The matches kept on this computer: one file each in one folder, found, locked, read and saved by `Store`.

Reading takes no lock, writes nothing and waits for nothing. `atomic_write` tells how a file is saved.
"""

import errno
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from threading import get_ident
from typing import NamedTuple

from haggis_cli.matches.store import files
from haggis_cli.matches.toml.parsing import MAX_BYTES, load_table
from haggis_cli.support import __version__
from haggis_cli.support.errors import StoreError, UsageError, note_saved
from haggis_cli.support.escaping import content_hash, fold_name

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

TABLE = "table"
"""The match that people last started, scored, recorded or dealt at a table."""
COMPUTER = "computer"
"""The match that was last played on this computer with `haggis play`."""
BETWEEN_ROUNDS, IN_A_ROUND, OVER = STATES = ("between rounds", "in a round", "over")
"""Where a match may be: a round is due, one is being recorded, or it is over."""
_MAX_BYTES = 10_000
_FEWEST_LINES = 3
_BOOKMARKS = "bookmarks"  # the folder in the home
_LOOKS = "looks.txt"
_COARSEST_TICK = 2_000_000_000  # nanoseconds, of a file's time on a memory stick

LOCK_TIMEOUT = 5.0
"""Seconds to wait for another process."""


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


class Store:
    """The folder `home` with everything this program keeps; it comes into being with the first match saved."""

    def __init__(self, home: Path, *, patience: float = LOCK_TIMEOUT) -> None:
        """`patience` is how many seconds to wait for another process that is saving the same match."""
        self.home = home
        self.matches_folder = files.matches_folder(home)
        self._lock_timeout = patience
        self._locks_held: set[tuple[int, Path]] = set()  # by thread: another one has to wait

    @cached_property
    def redo_history(self) -> "UndoHistory":
        """What undo took back, for redo to find."""
        return UndoHistory(self.home / "undone")

    @cached_property
    def correction_history(self) -> "UndoHistory":
        """What corrections changed, for undo to find."""
        return UndoHistory(self.home / "corrected")

    def recall_players(self, *tables: Iterable[str]) -> None:
        """Give everybody in this book the same look on every page; `tables`: the players of each, to be added.

        One small file lists the players, one a line, as `support.players.number_players` reads it; nobody's place
        changes. If it cannot be written, new players have the next looks for as long as this process runs.
        """
        from haggis_cli.support.players import number_players  # most commands show no marks

        names = []
        with suppress(OSError, StoreError):
            names = files.read_regular(self.home / _LOOKS).decode("utf-8", "replace").split("\n")
        if unknown := number_players(filter(None, names), *tables):
            with suppress(OSError), (self.home / _LOOKS).open("a", encoding="utf-8", newline="\n") as file:
                file.write("".join(f"{name}\n" for name in unknown))

    # Finding

    def matches(self) -> list[Path]:
        """Return the match files, sorted by name; copies and temporary files are not among them."""
        return self.entries(files.EntryKind.MATCH)

    def conflicts(self) -> list[Path]:
        """Return the copies that sync tools, browsers or a simultaneous save have left; they are never counted."""
        return self.entries(files.EntryKind.CONFLICT)

    def entries(self, *kinds: files.EntryKind) -> list[Path]:
        """Return what the folder of matches holds of some kinds, sorted by name; nothing if there is no folder yet."""
        return [Path(entry.path) for entry, found in files.scan_folder(self.matches_folder) if found in kinds]

    def survey(self) -> files.Survey:
        """Look at the whole folder once, for those who have thousands of matches to compare with what they know."""
        entries = files.scan_folder(self.matches_folder)
        matches = {entry.name: entry.stat() for entry, kind in entries if kind is files.EntryKind.MATCH}
        return files.Survey(matches, [entry.name for entry, kind in entries if kind is files.EntryKind.CONFLICT])

    def holds(self, path: Path) -> bool:
        """Whether a file is in the folder of matches; elsewhere it is no match of the book."""
        return path.parent.resolve() == self.matches_folder.resolve()

    def path_of(self, match_id: str) -> Path:
        """Return where a match of this id is or would be kept."""
        return files.match_path(self.home, match_id)

    def find(self, text: str | None = None) -> Path:
        """Return the file of the match that `text` means: a path, an id, a part of just one id; None: the current."""
        if text is None:
            return self._require_current()
        if (path := _existing_path(text)) is not None:
            return path
        if not text.strip():  # a part of every id: an empty variable of a script must not mean some match
            raise StoreError("the name of the match is empty: omit it for the current match")
        if (path := self._find_exact(text)) is not None:
            return path
        matches = self.matches()
        if not matches:
            raise StoreError("no match yet", advice=": start one with 'haggis new'")
        wanted = fold_name(text).removesuffix(files.SUFFIX)
        ids = {path: fold_name(path.name[: -len(files.SUFFIX)]) for path in matches}
        fitting = [path for path in matches if ids[path] == wanted] or [path for path in matches if wanted in ids[path]]
        if not fitting and " " in text:
            from haggis_cli.matches.heading import slug  # most names are ids

            fitting = [path for path in matches if ids[path] == slug(text)]  # as a name such as `Burns Night` makes it
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise StoreError(f"there is no match '{text}'", advice=": 'haggis list' shows the matches")
        named = ", ".join(path.name[: -len(files.SUFFIX)] for path in fitting[:10])
        more = f" and {len(fitting) - 10} more" if len(fitting) > 10 else ""
        raise StoreError(f"{len(fitting)} matches fit '{text}': type more of one of {named}{more}")

    # The current match

    def find_current(self) -> Path | None:
        """Return the match that commands mean where none is named; None if there is none.

        It is the one that people last started, scored, recorded or dealt at a table. Where nothing tells that any more,
        it is the only one there is, and one against computer players only if there is no other. Of several none is
        guessed: when their files were changed says nothing after a clock has jumped or a sync program has run.
        """
        if (marked := self.bookmark(TABLE)) is not None:
            return self.path_of(marked.match)
        paths = self.matches()
        at_table = list(islice((path for path in paths if not has_computer_players(path)), 2))
        paths = at_table or paths
        return paths[0] if len(paths) == 1 else None

    def _require_current(self) -> Path:
        current = self.find_current()
        if current is None and self.matches():
            shows = " ('haggis list' shows the matches)"
            raise StoreError("the current match is unknown: name a match", advice=shows)
        if current is None:
            raise StoreError("no match yet", advice=": start one with 'haggis new'")
        return current

    def check_current_at_table(self) -> None:
        """StoreError if no match is played at a table: a round of people is never added to another one unasked."""
        if has_computer_players(self._require_current()):
            raise StoreError(
                "no match at the table yet: start one with 'haggis new' ('haggis play' continues those against "
                "computer players)"
            )

    def bookmark(self, kind: str) -> Bookmark | None:
        """Return the bookmark of a kind, TABLE or COMPUTER; None if it names no match that is here."""
        found = _read_bookmark(self.home, kind)
        if found is None:
            return None
        path = self.path_of(found.match)
        return found if path.name == f"{found.match}{files.SUFFIX}" and files.is_regular(path) else None

    def find_played(self) -> Bookmark | None:
        """Return the bookmark of the match last played on this computer; None if people went on with it at a table."""
        played, table = self.bookmark(COMPUTER), self.bookmark(TABLE)
        back_at_table = played and table and table.match == played.match and table.changed > played.changed
        return None if back_at_table else played

    def set_bookmark(self, kind: str, snapshot: files.Snapshot, state: str, lines: Sequence[str] = ()) -> None:
        """Mark a match, as it was saved, as the current one of a kind; one that is not of this folder is not marked."""
        path = self.path_of(snapshot.path.stem)
        with suppress(OSError):
            if path.samefile(snapshot.path):
                _write_bookmark(self.home, kind, [path.stem, content_mark(snapshot.data), state, *lines])

    def _find_exact(self, match_id: str) -> Path | None:
        """The file of just this name, found without looking at all the others; None if it may be another's, or none."""
        path = self.path_of(match_id)
        if sys.platform in ("darwin", "win32"):  # there "FRIDAY" finds friday.toml, and one letter is written two ways
            return None
        if path.name != f"{match_id}{files.SUFFIX}" or files.may_be_copy(path.name.casefold()):
            return None
        return path if files.is_regular(path) and _has_just_this_name(path) else None

    def find_exact(self, match_id: str) -> Path | None:
        """Return the match file of just this id, upper and lower case told apart; None if there is none."""
        found = self._find_exact(match_id)
        return found or next((path for path in self.matches() if path.stem == match_id), None)

    # Reading

    def read(self, path: Path) -> files.Snapshot:
        """Return the content of a file, at most 1 MiB; StoreError for what is not there, not a file or not readable."""
        return files.read_snapshot(path)

    # Saving

    @contextmanager
    def lock(self, path: Path) -> Iterator[None]:
        """Keep every other haggis from saving this match until the block ends: read, change and save inside it.

        May be entered again inside the block. StoreError if another process does not let go in time.
        """
        name = os.path.normcase(os.path.realpath(path))
        # Two files that share a lock would only wait for each other.
        lock = files.locks_folder() / f"{content_hash(os.fsencode(name))}.lock"
        mine = get_ident(), lock
        if mine in self._locks_held:
            yield
            return
        with file_lock(lock, self._lock_timeout):
            self._locks_held.add(mine)
            try:
                yield
            finally:
                self._locks_held.discard(mine)

    @contextmanager
    def exclusive_write(self, path: Path) -> Iterator[None]:
        """Keep other writers and interruptions away while a match is changed, and remember that one has been."""
        from haggis_cli.support.interrupts import defer_signals  # who only reads holds nothing back

        with self.lock(path), defer_signals():
            yield
            note_saved()

    def save(self, snapshot: files.Snapshot, data: bytes) -> files.Snapshot:
        """Put new content in the place of what was read; return it as read, for the next change.

        Raises Conflict or NotSaved where nothing was changed. To keep the report from being cut off, save and report
        inside one `defer_signals()` block.
        """
        from haggis_cli.matches.store.atomic_write import replace_file  # most commands only read

        _check_size(snapshot.path, data)
        with self.exclusive_write(snapshot.path):
            return files.Snapshot(snapshot.path, data, replace_file(snapshot.path, data, snapshot.data))

    def create(self, match_id: str, data: bytes) -> files.Snapshot:
        """Keep a new match; StoreError if a match has this id, UsageError if it cannot be one."""
        from haggis_cli.matches.heading import safe_id  # for a new match alone
        from haggis_cli.matches.store.atomic_write import create_file

        if safe_id(match_id) != match_id:
            raise UsageError(f"'{match_id}' cannot be the name of a match: try '{safe_id(match_id)}'")
        path = self.path_of(match_id)
        _check_size(path, data)
        with self.exclusive_write(path):
            return files.Snapshot(path, data, create_file(path, data))


def _existing_path(text: str) -> Path | None:
    """Return the existing file a text names, None if it can only be an id; StoreError for a path to nothing."""
    separated = "/" in text or os.sep in text
    if not separated and not text.casefold().endswith(files.SUFFIX):
        return None
    path = Path(text)
    # What is there but no file (a pipe, a folder) is refused by reading it, which says what it is.
    if "\0" not in text and os.path.lexists(path):
        return path
    if separated:
        raise StoreError(f"{text}: there is no such file")
    return None


def _has_just_this_name(path: Path) -> bool:
    """Whether a file that was found is called just so: its folder does not take `A` for `a`, and so no spelling else.

    The ending of the name has letters, so a folder that does shows it at any name.
    """
    try:
        return not path.with_name(path.name.swapcase()).samefile(path)
    except OSError:
        return True


def _check_size(path: Path, data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise files.NotSaved(
            f"{path}: not saved, nothing was changed: it would be larger than {MAX_BYTES >> 20} MiB "
            "and could not be read again"
        )


# One writer at a time: a lock for each match, in a folder of this computer that no sync tool carries about.
#
# The lock is `flock` (not `fcntl`'s record locks, which any close of the file drops); it ends with its process, however
# that ends. Lock files are left lying: removing one would let two writers hold two different files of the same name.


_BUSY = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)


@contextmanager
def file_lock(lock: Path, limit: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Hold the lock file until the block ends; StoreError, before anything is done, if another process keeps it."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, _FLAGS | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        raise StoreError(
            f"{lock}: nothing was saved, the lock cannot be created: {error.strerror}; "
            "HAGGIS_LOCKS may name another folder for locks"
        ) from None
    try:
        _acquire(handle, lock, limit)
        yield
    finally:
        with suppress(OSError):  # closing gives the lock back; what it may complain of concerns an empty file
            os.close(handle)


def _acquire(handle: int, lock: Path, limit: float) -> None:
    end = time.monotonic() + limit
    pause = 0.001
    while True:
        try:
            if sys.platform == "win32":
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError as error:
            shown = str(lock)
            if error.errno not in _BUSY:
                raise StoreError(f"{shown}: nothing was saved, this file cannot be locked: {error.strerror}") from None
            if time.monotonic() >= end:
                raise StoreError(
                    f"nothing was saved: another haggis has been working on this match for {limit:g} seconds "
                    f"(it holds {shown}); try again when it is done"
                ) from None
        time.sleep(pause)
        pause = min(pause * 2, 0.02)


# A bookmark: a small file beside the folder of matches, of a match that is played.
#
# It is written after the match has been saved, and only for convenience: it may be missing, out of date or damaged, and
# whatever goes wrong with it is passed over. A power cut may take the last one back, as the disk is not waited for a
# second time.


def content_mark(data: bytes) -> str:
    """What tells a content, looked at by this version of haggis, from any other: another version may judge anew.

    The content's own mark stands behind it.
    """
    return f"{content_hash(__version__.encode() + data)} {content_hash(data)}"


def has_computer_players(path: Path) -> bool:
    """Whether the computer plays somebody in a match; not if the file cannot be read."""
    try:
        data = files.read_regular(path)
        return b"bots" in data and bool(load_table(data.decode("utf-8-sig").replace("\r\n", "\n")).get("bots"))
    except (OSError, ValueError, RecursionError):
        return False


def _read_bookmark(home: Path, kind: str) -> Bookmark | None:
    """The bookmark of a kind; None if there is none that can be used."""
    path = home / _BOOKMARKS / kind
    try:
        lines = os.fsdecode(files.read_regular(path, _MAX_BYTES)).removesuffix("\n").split("\n")
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):
        return None
    if len(lines) < _FEWEST_LINES or not lines[0] or lines[2] not in STATES:
        return None
    return Bookmark(lines[0], lines[1], lines[2], tuple(lines[3:]), changed)


def _write_bookmark(home: Path, kind: str, lines: Iterable[str]) -> None:
    """Set the bookmark of a kind; nothing happens where that is not possible."""
    from haggis_cli.matches.store.atomic_write import make_folder

    folder = home / _BOOKMARKS
    text = "".join(f"{line}\n" for line in lines)
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
        return max(time.time_ns(), (home / _BOOKMARKS / other).stat().st_mtime_ns + _COARSEST_TICK)
    except OSError:
        return time.time_ns()


# What match files said before, kept so that undo and redo find it by what they said after.


_MOST_LOOKED_THROUGH = 200


class UndoHistory:
    """A folder of earlier contents; each belongs to a content, and is found again after renaming and copying."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, before: files.Snapshot, after: bytes) -> Path:
        """Keep what is about to become `after`, as private as the match is; overwrite nothing.

        NotSaved where that is not safe on the disk: the match must stay as it is then.
        """
        from haggis_cli.matches.store.atomic_write import create_file, sync_to_disk

        kept = self._find_saved(after)
        there = bool(kept) and files.read_snapshot(kept[-1][1]).data == before.data
        number = (kept[-1][0] if kept else 0) + (not there)
        path = self.folder / f"{content_hash(after)}-{number}{files.SUFFIX}"
        # Whoever made one that is there may have been told that the disk did not confirm it.
        doubt = sync_to_disk(path) if there else create_file(path, before.data, like=_permissions(before.path))
        if doubt:
            raise files.NotSaved(
                f"{path}: not saved, nothing was changed: "
                "the disk did not confirm this copy, which is needed to undo and redo"
            )
        return path

    def load_last(self, after: bytes) -> bytes | None:
        """What was last kept for this content, or None."""
        kept = self._find_saved(after)
        return files.read_snapshot(kept[-1][1]).data if kept else None

    def load_latest(self) -> Iterator[tuple[bytes, Path]]:
        """What was kept of all matches, the last first, and where it lies; of very much the last of it."""
        with suppress(OSError):
            with os.scandir(self.folder) as found:
                paths = sorted(((entry.stat().st_mtime_ns, Path(entry.path)) for entry in found), reverse=True)
            for _, path in paths[:_MOST_LOOKED_THROUGH]:
                with suppress(StoreError):
                    yield files.read_snapshot(path).data, path

    def remove_last(self, after: bytes) -> None:
        """Keep no longer what was last kept for this content."""
        # The match is saved by now. What stays known does no harm: it would be taken back once more.
        with suppress(OSError, StoreError):
            kept = self._find_saved(after)
            if kept:
                kept[-1][1].unlink(missing_ok=True)

    def _find_saved(self, after: bytes) -> list[tuple[int, Path]]:
        pattern = re.compile(rf"{content_hash(after)}-([0-9]{{1,9}})\{files.SUFFIX}")
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
