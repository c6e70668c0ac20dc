"""The matches kept on this computer: one file each in one folder, found, locked, read and saved by `Store`.

Reading takes no lock, writes nothing and waits for nothing. `atomic_write` tells how a file is saved.
"""

import errno
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from haggis_cli.matches.store import bookmarks
from haggis_cli.matches.store.bookmarks import Bookmark, UndoHistory
from haggis_cli.matches.store.files import (
    SUFFIX,
    EntryKind,
    Notice,
    NotSaved,
    Snapshot,
    Survey,
    home_folder,
    is_regular,
    locks_folder,
    match_path,
    matches_folder,
    may_be_copy,
    read_snapshot,
    scan_folder,
)
from haggis_cli.matches.toml.parsing import MAX_BYTES
from haggis_cli.support.errors import HaggisError, StoreError, UsageError, note_saved
from haggis_cli.support.escaping import content_hash, escape_text, folder_exists, normalize_unicode, user_path
from haggis_cli.support.interrupts import defer_signals

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from haggis_cli.support.jobs import Workers

LOCK_TIMEOUT = 5.0
"""Seconds to wait for another process."""


class Store:
    """The folder `home` with everything this program keeps; it comes into being with the first match saved."""

    def __init__(self, home: Path, *, patience: float = LOCK_TIMEOUT) -> None:
        """`patience` is how many seconds to wait for another process that is saving the same match."""
        self.home = home
        self.matches_folder = matches_folder(home)
        self._lock_timeout = patience
        self._locks_held: set[tuple[int, Path]] = set()  # by thread: another one has to wait

    @cached_property
    def redo_history(self) -> UndoHistory:
        """What undo took back, for redo to find."""
        return UndoHistory(self.home / "undone")

    @cached_property
    def correction_history(self) -> UndoHistory:
        """What corrections changed, for undo to find."""
        return UndoHistory(self.home / "corrected")

    # Finding

    def matches(self) -> list[Path]:
        """Return the match files, sorted by name; copies and temporary files are not among them."""
        return self.entries(EntryKind.MATCH)

    def conflicts(self) -> list[Path]:
        """Return the copies that sync tools, browsers or a simultaneous save have left; they are never counted."""
        return self.entries(EntryKind.CONFLICT)

    def entries(self, *kinds: EntryKind) -> list[Path]:
        """Return what the folder of matches holds of some kinds, sorted by name; nothing if there is no folder yet."""
        return [Path(entry.path) for entry, found in scan_folder(self.matches_folder) if found in kinds]

    def survey(self) -> Survey:
        """Look at the whole folder once, for those who have thousands of matches to compare with what they know."""
        entries = scan_folder(self.matches_folder)
        matches = {entry.name: entry.stat() for entry, kind in entries if kind is EntryKind.MATCH}
        return Survey(matches, [entry.name for entry, kind in entries if kind is EntryKind.CONFLICT])

    def path_of(self, match_id: str) -> Path:
        """Return where a match of this id is or would be kept."""
        return match_path(self.home, match_id)

    def find(self, text: str | None = None) -> Path:
        """Return the file of the match that `text` means: a path, an id, a part of just one id; None: the current."""
        if text is None:
            return self._require_current()
        if (path := _existing_path(text)) is not None:
            return path
        if not text.strip():  # a part of every id: an empty variable of a script must not mean some match
            raise StoreError("the name of the match is empty: leave it out for the last one")
        if (path := self._find_exact(text)) is not None:
            return path
        matches = self.matches()
        if not matches:
            raise StoreError("no match yet: start one with 'haggis new'")
        wanted = normalize_unicode(text).casefold().removesuffix(SUFFIX)
        ids = {path: normalize_unicode(path.name[: -len(SUFFIX)]).casefold() for path in matches}
        fitting = [path for path in matches if ids[path] == wanted] or [path for path in matches if wanted in ids[path]]
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise StoreError(f"no match fits '{text}': 'haggis list' shows the matches")
        named = ", ".join(escape_text(path.name[: -len(SUFFIX)]) for path in fitting[:10])
        more = f" and {len(fitting) - 10} more" if len(fitting) > 10 else ""
        raise StoreError(f"{len(fitting)} matches fit '{text}': type more of one of {named}{more}")

    # The current match

    def find_current(self) -> Path | None:
        """Return the match that commands mean where none is named; None if there is none."""
        return bookmarks.find_current(self.home)

    def _require_current(self) -> Path:
        current = self.find_current()
        if current is None and self.matches():
            raise StoreError("which match is meant is not remembered: name it ('haggis list' shows the matches)")
        if current is None:
            raise StoreError("no match yet: start one with 'haggis new'")
        return current

    def check_current_at_table(self) -> None:
        """StoreError if no match is played at a table: a round of people is never added to another one unasked."""
        if bookmarks.has_computer_players(self._require_current()):
            raise StoreError(
                "no match at the table yet: start one with 'haggis new' ('haggis play' goes on with those against "
                "computer players)"
            )

    def bookmark(self, kind: str) -> Bookmark | None:
        """Return the bookmark of a kind, TABLE or COMPUTER; None if it names no match that is here."""
        return bookmarks.find_bookmark(self.home, kind)

    def find_played(self) -> Bookmark | None:
        """Return the bookmark of the match last played on this computer; None if people went on with it at a table."""
        return bookmarks.find_played(self.home)

    def set_bookmark(self, kind: str, snapshot: Snapshot, state: str, lines: Sequence[str] = ()) -> None:
        """Mark a match, as it was saved, as the current one of a kind; one that is not of this folder is not marked."""
        path = self.path_of(snapshot.path.stem)
        with suppress(OSError):
            if path.samefile(snapshot.path):
                mark = bookmarks.content_mark(snapshot.data)
                bookmarks.write_bookmark(self.home, kind, Bookmark(path.stem, mark, state, tuple(lines)))

    def _find_exact(self, match_id: str) -> Path | None:
        """The file of just this name, found without looking at all the others; None if it may be another's, or none."""
        path = self.path_of(match_id)
        if sys.platform in ("darwin", "win32"):  # there "FRIDAY" finds friday.toml, and one letter is written two ways
            return None
        if path.name != f"{match_id}{SUFFIX}" or may_be_copy(path.name.casefold()):
            return None
        return path if is_regular(path) and _has_just_this_name(path) else None

    def find_exact(self, match_id: str) -> Path | None:
        """Return the match file of just this id, upper and lower case told apart; None if there is none."""
        found = self._find_exact(match_id)
        return found or next((path for path in self.matches() if path.stem == match_id), None)

    # Reading

    def read(self, path: Path) -> Snapshot:
        """Return the content of a file, at most 1 MiB; StoreError for what is not there, not a file or not readable."""
        return read_snapshot(path)

    # Saving

    @contextmanager
    def lock(self, path: Path) -> Iterator[None]:
        """Keep every other haggis from saving this match until the block ends: read, change and save inside it.

        May be entered again inside the block. StoreError if another process does not let go in time.
        """
        name = os.path.normcase(os.path.realpath(path))
        # Two files that share a lock would only wait for each other.
        lock = locks_folder() / f"{content_hash(os.fsencode(name))}.lock"
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
        with self.lock(path), defer_signals():
            yield
            note_saved()

    def save(self, snapshot: Snapshot, data: bytes) -> Snapshot:
        """Put new content in the place of what was read; return it as read, for the next change.

        Raises Conflict or NotSaved where nothing was changed. To keep the report from being cut off, save and report
        inside one `defer_signals()` block.
        """
        from haggis_cli.matches.store.atomic_write import replace_file  # most commands only read

        _check_size(snapshot.path, data)
        with self.exclusive_write(snapshot.path):
            return Snapshot(snapshot.path, data, replace_file(snapshot.path, data, snapshot.data))

    def create(self, match_id: str, data: bytes) -> Snapshot:
        """Keep a new match; StoreError if a match has this id, UsageError if it cannot be one."""
        from haggis_cli.matches.names import safe_id  # for a new match alone
        from haggis_cli.matches.store.atomic_write import create_file

        if safe_id(match_id) != match_id:
            raise UsageError(f"'{match_id}' cannot be the name of a match: '{safe_id(match_id)}' could")
        path = self.path_of(match_id)
        _check_size(path, data)
        with self.exclusive_write(path):
            return Snapshot(path, data, create_file(path, data))


def _existing_path(text: str) -> Path | None:
    """Return the existing file a text names, None if it can only be an id; StoreError for a path to nothing."""
    separated = "/" in text or os.sep in text
    if not separated and not text.casefold().endswith(SUFFIX):
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
        raise NotSaved(
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
            f"{lock}: nothing was saved, the lock cannot be made: {error.strerror}; "
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
            shown = escape_text(str(lock))
            if error.errno not in _BUSY:
                raise StoreError(f"{shown}: nothing was saved, this file cannot be locked: {error.strerror}") from None
            if time.monotonic() >= end:
                raise StoreError(
                    f"nothing was saved: another haggis has been working on this match for {limit:g} seconds "
                    f"(it holds {shown}); try again when it is done"
                ) from None
        time.sleep(pause)
        pause = min(pause * 2, 0.02)


# Files on their way to whoever reads them: this process, another one, or another machine.


Done = TypeVar("Done")

_PARALLEL_BYTES = 1 << 19  # from here on more processes save more time (0.3 s) than they take to start
_PIECE = 16  # files that a process is given at a time


class SourceFile(NamedTuple):
    """A file: what it is called, and its content, or what keeps it from being read; None: not read yet."""

    name: str
    data: bytes | HaggisError | None = None

    def read(self, store: Store) -> bytes:
        """The content; StoreError for what is not there, not a file or not readable."""
        if isinstance(self.data, HaggisError):
            raise self.data
        return store.read(Path(self.name)).data if self.data is None else self.data

    def load(self, store: Store) -> "SourceFile":
        """The file with its content, to be sent where there is no such file."""
        try:
            return self._replace(data=self.read(store))
        except HaggisError as error:
            return self._replace(data=error)


def map_files(
    work: Callable[[SourceFile], Done],
    store: Store,
    files: Iterable[SourceFile],
    sizes: Iterable[int],
    number: int,
    workers: "Workers",
) -> Generator[Done, None, None]:
    """Do the work for each of so many files, in their order; where they are small, this process does it alone.

    sizes: their bytes, looked at until they are many.
    """
    if workers.is_remote:
        files = (source.load(store) for source in files)
    elif not _are_large(sizes):
        workers = workers.for_pieces(1)
    from haggis_cli.support.jobs import parallel_map  # most commands read one match

    return parallel_map(work, files, workers.for_pieces(-(-number // _PIECE)), piece=_PIECE)


def _are_large(sizes: Iterable[int]) -> bool:
    together = 0
    return any((together := together + size) >= _PARALLEL_BYTES for size in sizes)


# Writing a result to a file of the user's choosing: whole or not at all, and nothing that exists by accident.


STANDARD_OUTPUT = "-"
"""The name that stands for the screen or a pipe."""


def is_folder(output: str) -> bool:
    """Whether what people name is a folder, for a file of each match."""
    return output != STANDARD_OUTPUT and (output.endswith(("/", os.sep)) or user_path(output).is_dir())


def write_output_file(file: str, data: bytes, *, force: bool, home: str | None) -> Notice | None:
    """Write the data to a file, an existing one only with `force`; a device such as /dev/null is simply written to.

    What is to be told of it. No match of the history is replaced, be it that of `home` or the one of this user.
    """
    from haggis_cli.matches.store.atomic_write import create_file

    notice, shown, path = None, escape_text(file), check_output_file(file, force=force)
    if path.exists() and not path.is_file():
        try:
            path.write_bytes(data)
        except OSError as error:
            raise NotSaved(f"{shown}: not written: {error.strerror}") from None
    elif force and path.exists():
        histories = (Store(home_folder(each)).matches_folder for each in (home, None))
        if set(map(os.path.realpath, histories)) & set(map(os.path.realpath, {path.parent, user_path(file).parent})):
            raise StoreError(f"{shown} is a match of the history: --force does not replace those")
        notice = _replace_file(path, data)
    else:
        notice = create_file(path, data)
    note_saved()
    return notice


def check_output_file(file: str, *, force: bool) -> Path:
    """The path that would be written; UsageError for a folder, StoreError for what has no folder or is there already.

    What takes long asks before it begins.
    """
    shown, path = escape_text(file), Path(os.path.realpath(user_path(file)))  # a link stays a link
    if folder_exists(path):
        raise UsageError(f"{shown} is a folder: name a file in it")
    if not folder_exists(path.parent):
        raise StoreError(f"{shown}: there is no folder {path.parent}")
    if path.is_file() and not force:
        raise StoreError(f"{shown}: there is such a file already; --force replaces it")
    return path


def _replace_file(path: Path, data: bytes) -> Notice | None:
    """Put a new file in the place of an old one, whatever that was."""
    from haggis_cli.matches.store.atomic_write import create_file, rename_over, sync_to_disk

    temporary = path.with_name(f"~{path.name}.{os.urandom(6).hex()}.tmp")
    create_file(temporary, data)  # whose name is not the one that is to stay
    try:
        with suppress(PermissionError):  # a memory card has no rights to give
            temporary.chmod(path.stat().st_mode & 0o777)
        doubt = rename_over(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise NotSaved(f"{path}: not written: {error.strerror}") from None
    return sync_to_disk(path, doubt)
