"""What a finding is, and the findings on the computer: its folders, its disks, its clock, and what is installed."""

import os
import platform
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from shutil import disk_usage
from time import time
from typing import Any, NamedTuple

from haggis_cli.history.index import index_path
from haggis_cli.history.people import PEOPLE_FILE, read_people
from haggis_cli.matches.store.files import BROKEN_LINK, locks_folder
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.catalogue import CatalogueEntry
from haggis_cli.plugins.registry import NO_PLUGINS, OWN_PACKAGE
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.extras import install_command
from haggis_cli.support.text import join_words, pluralize
from haggis_cli.support.version import __version__

# What an examination finds: a sentence, how bad it is, and what can safely be done about it.


class Level(Enum):
    """How bad it is."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"
    FIXED = "fixed"


class Finding(NamedTuple):
    """One finding.

    level: how bad it is.
    about: what it is about, in a word or two.
    message: what was found, in a sentence.
    path: the file or folder, if there is one.
    fix: does what is safe and returns a sentence on what it did; StoreError or OSError where it cannot. None where
        nothing can be done.
    """

    level: Level
    about: str
    message: str
    path: Path | None = None
    fix: Callable[[], str] | None = None

    def as_json(self) -> dict[str, Any]:
        """The finding as JSON."""
        return {
            "level": self.level.value,
            "about": self.about,
            "path": str(self.path) if self.path else None,
            "says": self.message,
            "fixable": self.fix is not None,
        }


def apply_fix(finding: Finding) -> Finding:
    """Put right what can safely be put right; the finding as it stands afterwards: wrong where that failed."""
    if finding.fix is None:
        return finding
    try:
        return finding._replace(level=Level.FIXED, message=finding.fix(), fix=None)
    except OSError as error:
        why = f"not put right: {error.strerror or error}"
    except Exception as error:  # one thing that cannot be put right keeps nothing else from it
        why = f"not put right: {error}"
    return finding._replace(level=Level.WRONG, message=f"{finding.message}; {why}", fix=None)


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
        if hasattr(os, "statvfs") and bool(os.statvfs(there).f_flag & os.ST_RDONLY):
            return f"cannot be {'written' if there == folder else 'made'}: the disk can only be read"
        return "cannot be written: give yourself the right to" if there == folder else "cannot be made here"
    if not os.access(there, os.R_OK):
        return "cannot be listed: give yourself the right to"
    if there == folder and sys.platform != "win32" and mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        return "can be written by everybody on this computer: 'chmod o-w' keeps them out"
    return None


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


# What is installed: this program, what it needs, its extras, and the variants.


_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)[^;]*(?:;.*extra\s*==\s*['\"]([^'\"]+)['\"])?")
_HIDDEN_EXTRAS = ("all", "dev")  # extras that only gather others, or are for those who work on the program itself


def check_software() -> Iterator[Finding]:
    """The versions, and the extras that are there or can be had."""
    where = f"Python {platform.python_version()}, {platform.system()}"
    yield Finding(Level.OK, "haggis", f"{__version__} ({where})")
    needed: dict[str, list[str]] = {}
    for line in _requirements():
        match = _REQUIREMENT.match(line)
        if match and match[2] not in _HIDDEN_EXTRAS:
            needed.setdefault(match[2] or "", []).append(match[1])
    base = {name: _version(name) for name in needed.pop("", [])}
    missing = [name for name, found in base.items() if found is None]
    if missing:
        yield Finding(Level.WRONG, "needed", f"{join_words(missing)} cannot be found: install haggis-cli again")
    yield Finding(Level.OK, "needed", ", ".join(f"{name} {found}" for name, found in base.items() if found))
    for extra, names in sorted(needed.items()):
        found = {name: _version(name) for name in names}
        if None in found.values():
            yield Finding(Level.NOTE, f"extra {extra}", f"not installed; this adds it: {install_command(extra)}")
        else:
            yield Finding(Level.OK, f"extra {extra}", ", ".join(f"{name} {each}" for name, each in found.items()))


def _requirements() -> list[str]:
    try:
        return requires(OWN_PACKAGE) or []
    except PackageNotFoundError:  # run from its sources
        return []


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def check_variants(rows: Sequence[CatalogueEntry]) -> Iterator[Finding]:
    """The variants: our own in a line, each plugin with what is wrong with it."""
    own = [row for row in rows if row.own]
    if not own:
        yield Finding(Level.WRONG, "variants", f"none of {OWN_PACKAGE} is there: install it again")
    else:
        yield Finding(Level.OK, "variants", f"{len(own)} of {OWN_PACKAGE}")
    for row in rows:
        if row.fault:
            yield Finding(Level.WRONG, "variant" if row.own else "plugin", row.fault)
        elif not row.own:
            yield _plugin_finding(row)


def _plugin_finding(row: CatalogueEntry) -> Finding:
    title = f"{escape_text(row.id)}, of {escape_text(row.package)} {escape_text(row.version)}"
    if row.off:
        return Finding(Level.NOTE, "plugin", f"{title}: switched off by --no-plugins or {NO_PLUGINS}")
    return Finding(Level.OK, "plugin", f"{title}: {escape_text(row.name or '')}")
