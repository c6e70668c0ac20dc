"""Where things lie on the disk, how a file is read, and what each entry of the folder of matches is.

`scan_folder` tells matches from copies, left-overs and drafts. Sync programs, editors and people call their copies
whatever they like. What holds for all of them: the copy of `friday.toml` begins with `friday`, and says inside that it
is the match `friday`, made when `friday.toml` was.
"""

import errno
import os
import re
import stat
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from enum import Enum
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from haggis_cli.matches.toml.parsing import MAX_BYTES, find_identity
from haggis_cli.support.errors import HaggisError, StoreError, UsageError

if TYPE_CHECKING:
    from haggis_cli.support.jobs import Workers

# Where this program keeps things: its matches and what belongs to them, and its locks.


SUFFIX = ".toml"
"""How the name of a match's file ends; before it stands the match's id."""


def home_folder(option: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder everything is kept in: `--home`, else HAGGIS_HOME, else this system's folder for user data."""
    chosen = option or os.environ.get("HAGGIS_HOME")
    if chosen:
        return user_path(os.fspath(chosen)).absolute()
    from platformdirs import user_data_path  # a few milliseconds nobody who names a folder should wait

    return user_data_path("haggis", appauthor=False)


def locks_folder() -> Path:
    """Return the folder of the locks: HAGGIS_LOCKS, else this system's folder for what programs remember."""
    chosen = os.environ.get("HAGGIS_LOCKS")
    if chosen:
        return user_path(os.fspath(chosen)).absolute()
    from platformdirs import user_state_path

    return user_state_path("haggis", appauthor=False) / "locks"


def matches_folder(home: Path) -> Path:
    """Return the folder of the matches, where everything is kept in `home`."""
    return home / "matches"


def match_path(home: Path, match_id: str) -> Path:
    """Return where a match of this id is or would be kept."""
    return matches_folder(home) / f"{match_id}{SUFFIX}"


BROKEN_LINK = "this link is broken: is a disk missing?"


def find_broken_link(folder: Path) -> Path | None:
    """The link that leads nowhere, if that is why a folder or the one it lies in is not there."""
    return next((each for each in (folder.parent, folder) if each.is_symlink() and not each.exists()), None)


def has_no_matches(home: Path) -> bool:
    """Whether there is no folder of matches yet; not if nobody may look, or a link to it leads nowhere."""
    try:
        matches_folder(home).stat()
    except FileNotFoundError:
        return find_broken_link(matches_folder(home)) is None
    except OSError:
        return False
    return False


# A match file as it was read at one moment.


_READ_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOINHERIT", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
)


class NotSaved(StoreError):
    """Saving failed before anything was changed: the file is as it was."""

    exit_code = 4


class Notice(NamedTuple):
    """What a person should know of something that was saved.

    text: a sentence that begins with the file.
    exit_code: what a command ends with that has nothing worse to tell; 0 where the save is as good as any.
    """

    text: str
    exit_code: int = 0


KEPT_BOTH = 6
"""The exit code where another writer's text was displaced in the same moment, and lies beside the new one."""
NOT_CONFIRMED = 7
"""The exit code where every program reads the new text, and the disk did not confirm that it survives a power cut."""


class Snapshot(NamedTuple):
    """A match file as it was read or saved: where it is, and the content by which a change in the meantime is noticed.

    notice: what a person should know of the save; None for nothing.
    """

    path: Path
    data: bytes
    notice: Notice | None = None


def read_snapshot(path: Path) -> Snapshot:
    """The content of a file, at most 1 MiB; StoreError for what is not there, not a file or not readable."""
    try:
        data = read_regular(path)
    except FileNotFoundError:
        raise StoreError(f"{path}: there is no such file") from None
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError:  # a NUL, or signs that the system's file names do not have
        raise StoreError(f"{path}: this is not a valid file name") from None
    return Snapshot(path, data)


def read_regular(path: Path, limit: int = MAX_BYTES) -> bytes:
    """Return what an ordinary file holds; OSError for anything else, at once: no pipe is waited for, no device read."""
    handle = os.open(path, _READ_FLAGS)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, f"it is {_file_kind(found.st_mode)}, not a file")
        data = bytearray()
        while chunk := os.read(handle, limit + 1 - len(data)):
            data += chunk
            if len(data) > limit:
                raise OSError(errno.EFBIG, f"it is larger than {limit >> 20} MiB, so it is not a match file")
        return bytes(data)
    finally:
        with suppress(OSError):  # on Linux the handle is gone even when close() complains
            os.close(handle)


def is_regular(path: Path) -> bool:
    """Whether there is an ordinary file; not if nobody may look."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def may_be_regular(path: Path) -> bool:
    """Whether there is an ordinary file, or something at which nobody may look."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:  # a link to nothing
        return False
    except OSError as error:
        return error.errno != errno.ELOOP


def _file_kind(mode: int) -> str:
    kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
    return next((name for test, name in kinds if test(mode)), "a device")


# What an entry of the folder is, by its name and by what it says inside.


DRAFT_SUFFIX = ".draft"
"""What the file of a half-entered round has behind the whole name of its match: `friday.toml.draft`.

The correction of round 2 is `friday.toml.2.draft`. What a phone has begun names it: `friday.toml.phone-….draft`.
"""

# Syncthing, Nextcloud and Dropbox, this store's own; then the numbered copies of browsers and file managers. Compiled
# when they are needed: most names are plain.
_CONFLICT = r"\.sync-conflict-\d{8}-\d{6}|conflicted copy|\(case conflict|\.conflict-[0-9a-f]{6}\.toml\.txt$"
_NUMBERED = r"^(.+?)(?: ?\(\d+\)| \d+| - copy(?: ?\(\d+\))?)\.toml$"
_DRAFT = r"\.toml(?:\.[0-9]{1,4})?(?:\.phone-[0-9a-z]{1,32})?\.draft$"
# What git leaves of a merge: `friday.toml~HEAD`.
_MERGED = r"\.toml~[^/]+$"
_LEFTOVER = r"^~.*\.tmp$|^\..*\.(?:tmp|swp)$|^\.#|~$"


class EntryKind(Enum):
    """What an entry of the folder of matches is."""

    MATCH = "match"
    CONFLICT = "a copy that a sync program, a person or a save left beside a match"
    LEFTOVER = "a temporary file of a program that was interrupted"
    DRAFT = "a half-entered round, beside its match"
    NOT_A_FILE = "named like a match, but not a file"
    OTHER = "something else"


class Survey(NamedTuple):
    """What the folder of matches holds at one moment: the match files with what the system says of each, by name."""

    matches: dict[str, os.stat_result]
    conflicts: list[str]


def scan_folder(folder: Path) -> "list[tuple[os.DirEntry[str], EntryKind]]":
    """Everything in the folder, sorted by name, and what it is; nothing if there is no folder yet.

    An entry that is a match has been looked at, and remembers what the system said of it.
    """
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=attrgetter("name"))  # comparing paths costs ten times as much
    except FileNotFoundError:
        if link := find_broken_link(folder):
            raise StoreError(f"{link}: {BROKEN_LINK}") from None
        return []
    except OSError as error:
        raise StoreError(f"{folder}: cannot be read: {error.strerror}") from None
    folded = cache(lambda: {entry.name.casefold() for entry in entries})  # only a numbered name asks for the others
    kinds = [(entry, _entry_kind(entry, folded)) for entry in entries]
    copies = _find_copies([entry for entry, kind in kinds if kind is EntryKind.MATCH])
    if copies:
        kinds = [(entry, EntryKind.CONFLICT if entry.name in copies else kind) for entry, kind in kinds]
    return kinds


def original_of(path: Path, data: bytes) -> Path | None:
    """The match beside a file of this content of which the file is a copy; None if it is none."""
    found = find_identity(data)
    if found is None or found.id == path.name.removesuffix(SUFFIX):
        return None
    try:
        original = path.with_name(f"{found.id}{SUFFIX}")
        same = not original.samefile(path) and find_identity(read_regular(original)) == found
    except (OSError, ValueError):
        return None
    return original if same else None


def pick_original(called: str, names: Iterable[str]) -> str:
    """Of matches that say the same id and moment inside the one that is no copy: the one called so, or the shortest."""
    return min(names, key=lambda name: (name != called, len(name), name))


def _find_copies(matches: "list[os.DirEntry[str]]") -> set[str]:
    """The names of those that say inside that they are the match in a file with a shorter name.

    Only a name that goes on where another one ends is looked into.
    """
    copies = set()
    shorter: list[str] = []
    for stem, path in sorted((entry.name.removesuffix(SUFFIX), entry.path) for entry in matches):
        while shorter and not stem.startswith(shorter[-1]):
            shorter.pop()
        if any(not stem[len(each)].isalnum() for each in shorter) and _is_copy(Path(path)):
            copies.add(f"{stem}{SUFFIX}")
        shorter.append(stem)
    return copies


def _is_copy(path: Path) -> bool:
    try:
        return original_of(path, read_regular(path)) is not None
    except (OSError, ValueError):  # reading it as a match tells what is wrong
        return False


def may_be_copy(name: str) -> bool:
    """Whether a file of this name may be something else than a match of that id; `name` is folded."""
    if _is_plain(name):
        return False
    return name.startswith(".") or any(re.search(pattern, name) for pattern in (_LEFTOVER, _CONFLICT, _NUMBERED))


def _is_plain(name: str) -> bool:
    """Whether a name has letters, digits, `-` and `_` alone, as most have: then none of the patterns fits it."""
    return name.endswith(SUFFIX) and name.removesuffix(SUFFIX).replace("-", "").replace("_", "").isalnum()


def _entry_kind(entry: "os.DirEntry[str]", folded: Callable[[], set[str]]) -> EntryKind:
    if not _is_plain(entry.name):
        name = entry.name.casefold()
        if re.search(_LEFTOVER, name):
            return EntryKind.LEFTOVER
        if re.search(_CONFLICT, name) or re.search(_MERGED, name):
            return EntryKind.CONFLICT
        if re.search(_DRAFT, name):
            return EntryKind.DRAFT
        if name.startswith(".") or not name.endswith(SUFFIX):
            return EntryKind.OTHER
        numbered = re.match(_NUMBERED, name)
        # "friday (1).toml" alone is a match somebody called so; beside "friday.toml" it is a copy.
        if numbered and f"{numbered[1]}{SUFFIX}" in folded():
            return EntryKind.CONFLICT
    try:
        return EntryKind.MATCH if stat.S_ISREG(entry.stat().st_mode) else EntryKind.NOT_A_FILE
    except OSError:
        return EntryKind.NOT_A_FILE


# Files on their way to whoever reads them: this process, another one, or another machine.


Done = TypeVar("Done")

_PARALLEL_BYTES = 1 << 19  # from here on more processes save more time (0.3 s) than they take to start
_PIECE = 16  # files that a process is given at a time


class SourceFile(NamedTuple):
    """A file: what it is called, and its content, or what keeps it from being read; None: not read yet."""

    name: str
    data: bytes | HaggisError | None = None

    def read(self) -> bytes:
        """The content; StoreError for what is not there, not a file or not readable."""
        if isinstance(self.data, HaggisError):
            raise self.data
        return read_snapshot(Path(self.name)).data if self.data is None else self.data

    def load(self) -> "SourceFile":
        """The file with its content, to be sent where there is no such file."""
        try:
            return self._replace(data=self.read())
        except HaggisError as error:
            return self._replace(data=error)


def map_files(
    work: Callable[[SourceFile], Done],
    files: Iterable[SourceFile],
    sizes: Iterable[int],
    number: int,
    workers: "Workers",
) -> Generator[Done, None, None]:
    """Do the work for each of so many files, in their order; where they are small, this process does it alone.

    sizes: their bytes, looked at until they are many.
    """
    if workers.scheduler:  # whose workers may not have the files of this machine
        files = (source.load() for source in files)
    elif not _are_large(sizes):
        workers = workers.for_pieces(1)
    from haggis_cli.support.jobs import parallel_map  # most commands read one match

    return parallel_map(work, files, workers.for_pieces(-(-number // _PIECE)), piece=_PIECE)


def _are_large(sizes: Iterable[int]) -> bool:
    together = 0
    return any((together := together + size) >= _PARALLEL_BYTES for size in sizes)


# Paths as people type them.


def user_path(text: str) -> Path:
    """The path a person typed, with `~` for a home folder; UsageError where it cannot be one."""
    try:
        if b"\0" not in os.fsencode(text):
            return Path(text).expanduser()
    except UnicodeEncodeError:
        pass
    except RuntimeError:
        raise UsageError(f"{text}: there is no such user, so there is no home folder") from None
    raise UsageError(f"'{text}' cannot be the name of a file")


def folder_exists(path: Path) -> bool:
    """Whether there is a folder; OSError where nobody may look, a no to `Path.is_dir` of Python 3.14."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return False
        raise
