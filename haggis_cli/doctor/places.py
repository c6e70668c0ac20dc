"""The folders haggis works in, the room on their disk, and the clock."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from shutil import disk_usage
from time import time

from haggis_cli.doctor.finding import Finding, Level
from haggis_cli.history.index import index_path
from haggis_cli.history.people import PEOPLE_FILE, read_people
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.places import BROKEN_LINK, locks_folder
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import HaggisError

_MIN_FREE_BYTES = 16 << 20  # bytes: a dozen of the largest matches, each written anew beside the old one
_FIRST_YEAR = 1980  # what computers show whose clock has lost its battery is earlier
_DAY = 86_400


def check_folders(store: Store) -> Iterator[Finding]:
    """The home, the aliases in it, and the folders of the index and of the locks."""
    yield from _check_home(store)
    yield from _check_aliases(store)
    yield from _check_folder("cache", index_path(store.home).parent, "made anew when it is needed")
    locks = locks_folder()
    yield from _check_folder("locks", locks, "made when it is needed")
    if locks.is_relative_to(store.home):
        message = (
            "lies in the home: where a sync program carries it about, it locks nothing; HAGGIS_LOCKS names another"
        )
        yield Finding(Level.NOTE, "locks", message, locks)


def check_disk_space(store: Store) -> Iterator[Finding]:
    """How much room the disks have."""
    for about, folder in (("home", store.home), ("cache", index_path(store.home).parent)):
        there = _nearest_existing(folder)
        with suppress(OSError):
            free = disk_usage(there).free
            level = Level.OK if free >= _MIN_FREE_BYTES else Level.WRONG
            yield Finding(level, "disk", f"{'' if level is Level.OK else 'only '}{_size(free)} free for the {about}")


def check_clock(store: Store) -> Iterator[Finding]:
    """Whether the clock can be right: it dates matches."""
    now = time()
    moment = datetime.fromtimestamp(now, UTC)
    if moment.year < _FIRST_YEAR:
        message = f"it is set to {moment:%Y-%m-%d}: new matches get that date; set the computer's clock"
        yield Finding(Level.WRONG, "clock", message)
        return
    yield Finding(Level.OK, "clock", f"{moment:%Y-%m-%d %H:%M} UTC")
    with suppress(HaggisError):
        late = [name for name, found in store.survey().matches.items() if found.st_mtime > now + _DAY]
        if late:
            message = "changed in the future: a clock was wrong then, or is now; 'touch' puts that right"
            yield Finding(Level.WRONG, "clock", message, store.matches_folder / late[0])


def _check_home(store: Store) -> Iterator[Finding]:
    if not store.home.exists():
        fault = _folder_fault(store.home)
        if fault:
            yield Finding(Level.WRONG, "home", fault, store.home)
            return
        message = "not there yet: it comes into being with the first match"
        yield Finding(Level.NOTE, "home", message, store.home, _folder_maker(store.matches_folder))
        return
    faults = [
        Finding(Level.WRONG, "home", fault, folder)
        for folder in (store.home, store.matches_folder, store.redo_history.folder, store.correction_history.folder)
        if (folder.exists() or folder == store.home) and (fault := _folder_fault(folder))
    ]
    yield from faults
    if faults:
        return
    if not store.matches_folder.exists():
        fix = _folder_maker(store.matches_folder)
        yield Finding(Level.NOTE, "home", "no match yet: start one with 'haggis new'", store.home, fix)
        return
    with suppress(HaggisError):
        number = len(store.matches())
        yield Finding(Level.OK, "home", "1 match" if number == 1 else f"{number} matches", store.home)


def _check_aliases(store: Store) -> Iterator[Finding]:
    path = store.home / PEOPLE_FILE
    try:
        people = read_people(store.home)
    except HaggisError as error:
        yield Finding(Level.WRONG, "aliases", str(error), path)
        return
    if people.aliased_keys():
        yield Finding(Level.OK, "aliases", f"{pluralize(len(people.aliased_keys()), 'name')} known", path)


def _check_folder(about: str, folder: Path, missing: str) -> Iterator[Finding]:
    """A folder that is made by itself where that is possible."""
    fault = _folder_fault(folder)
    if fault:
        yield Finding(Level.WRONG, about, fault, folder)
    elif folder.exists():
        yield Finding(Level.OK, about, "can be written", folder)
    else:
        yield Finding(Level.OK, about, f"not there yet, {missing}", folder, _folder_maker(folder))


def _folder_fault(folder: Path) -> str | None:
    """What keeps haggis from working in a folder, or from making it."""
    there = _nearest_existing(folder)
    if there != folder and folder.is_symlink():
        return BROKEN_LINK
    try:
        mode = there.stat().st_mode
    except OSError as error:
        return f"cannot be used: {error.strerror}"
    if not stat.S_ISDIR(mode):
        return "is not a folder" if there == folder else f"cannot be made: {there.name} is not a folder"
    if not os.access(there, os.W_OK | os.X_OK):
        if _is_on_read_only_disk(there):
            return f"cannot be {'written' if there == folder else 'made'}: the disk can only be read"
        return "cannot be written: give yourself the right to" if there == folder else "cannot be made here"
    if not os.access(there, os.R_OK):
        return "cannot be listed: give yourself the right to"
    if there == folder and sys.platform != "win32" and mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        return "can be written by everybody on this computer: 'chmod o-w' keeps them out"
    return None


def _is_on_read_only_disk(path: Path) -> bool:
    """Whether no right could let anybody write there."""
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _nearest_existing(path: Path) -> Path:
    """The path itself, or the nearest above it that is there."""
    for each in (path, *path.parents):
        if os.path.lexists(each):
            return each
    return path


def _folder_maker(folder: Path) -> Callable[[], str]:
    def make() -> str:
        folder.mkdir(parents=True, exist_ok=True)
        return f"made the folder {folder.name}"

    return make


def _size(number: int) -> str:
    return f"{number / (1 << 30):.1f} GiB" if number >= 1 << 30 else f"{number >> 20} MiB"
