"""What a finding is, and the findings on the computer: its folders, its disks, its clock, and what is installed."""

import os
import platform
import re
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from shutil import disk_usage
from time import time
from typing import Any, NamedTuple

from haggis_cli.book.drafts import decode_draft
from haggis_cli.book.match import read_record
from haggis_cli.history.database import delete_database
from haggis_cli.history.index import IndexState, check_index, index_path, update_index
from haggis_cli.history.reviews import are_reviews_damaged, reviews_path
from haggis_cli.history.selection import PEOPLE_FILE, read_people
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.atomic_write import move_file
from haggis_cli.matches.store.drafts_and_trash import draft_owner, match_path, set_draft_aside, trash_folder
from haggis_cli.matches.store.files import BROKEN_LINK, EntryKind, locks_folder, pick_original, read_regular
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.catalogue import CatalogueEntry
from haggis_cli.plugins.registry import NO_PLUGINS, OWN_PACKAGE, find_claim, installed_claims, is_disabled
from haggis_cli.referee.report import other_revision_text, recorded_revision
from haggis_cli.support import __version__
from haggis_cli.support.errors import HaggisError, StoreError, VariantError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.extras import install_command
from haggis_cli.support.text import join_words, pluralize

# What an examination finds: a sentence, how bad it is, and what can safely be done about it.


class Level(Enum):
    """How bad it is."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"
    FIXED = "fixed"


class Finding(NamedTuple):
    """One finding.

    about: what it is about, in a word or two.
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
        why = f"not repaired: {error.strerror or error}"
    except Exception as error:  # one thing that cannot be put right keeps nothing else from it
        why = f"not repaired: {error}"
    return finding._replace(level=Level.WRONG, message=f"{finding.message}; {why}", fix=None)


_MIN_FREE_BYTES = 16 << 20  # bytes: a dozen of the largest matches, each written anew beside the old one
_FIRST_YEAR = 1980  # what computers show whose clock has lost its battery is earlier
_DAY = 86_400


def check_folders(store: Store) -> Iterator[Finding]:
    """The home, the aliases in it, and the folders of the index and of the locks."""
    yield from _check_home(store)
    yield from _check_aliases(store)
    yield from _check_folder("cache", index_path(store.home).parent, "rebuilt when it is needed")
    locks = locks_folder()
    yield from _check_folder("locks", locks, "created when it is needed")
    if locks.is_relative_to(store.home):
        message = "is inside the home: locks fail if a sync program copies it; set HAGGIS_LOCKS to another folder"
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
        message = f"it is set to {moment:%Y-%m-%d}, and new matches get that date: set the computer's clock"
        yield Finding(Level.WRONG, "clock", message)
        return
    yield Finding(Level.OK, "clock", f"{moment:%Y-%m-%d %H:%M} UTC")
    with suppress(HaggisError):
        late = [name for name, found in store.survey().matches.items() if found.st_mtime > now + _DAY]
        if late:
            message = (
                "its modification time is in the future: a clock was wrong then or is wrong now; 'touch' corrects it"
            )
            yield Finding(Level.WRONG, "clock", message, store.matches_folder / late[0])


def _check_home(store: Store) -> Iterator[Finding]:
    if not store.home.exists():
        fault = _folder_fault(store.home)
        if fault:
            yield Finding(Level.WRONG, "home", fault, store.home)
            return
        message = "does not exist yet: the first match creates it"
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
        yield Finding(Level.OK, "home", pluralize(number, "match", "matches"), store.home)


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
        yield Finding(Level.OK, about, f"does not exist yet: {missing}", folder, _folder_maker(folder))


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
        return "is not a folder" if there == folder else f"cannot be created: {there.name} is not a folder"
    if not os.access(there, os.W_OK | os.X_OK):
        if hasattr(os, "statvfs") and bool(os.statvfs(there).f_flag & os.ST_RDONLY):
            return f"cannot be {'written' if there == folder else 'made'}: the disk is read-only"
        return "cannot be written: give yourself permission" if there == folder else "cannot be created here"
    if not os.access(there, os.R_OK):
        return "cannot be listed: give yourself permission"
    if there == folder and sys.platform != "win32" and mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        return "everybody on this computer can write to it: 'chmod o-w' stops that"
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
        return f"created the folder {folder.name}"

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
    lines: list[str] = []
    with suppress(PackageNotFoundError):  # run from its sources
        lines = requires(OWN_PACKAGE) or []
    for line in lines:
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


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def check_variants(rows: Sequence[CatalogueEntry]) -> Iterator[Finding]:
    """The variants: our own in a line, each plugin with what is wrong with it."""
    own = [row for row in rows if row.own]
    if not own:
        yield Finding(Level.WRONG, "variants", f"none of {OWN_PACKAGE} is installed: install it again")
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


# The findings on the files of the home: matches, copies, half-entered rounds, left-overs, index and reviews.

Progress = Callable[[int, int], None]
Revisions = Mapping[str, int | None]
"""The revision of each installed variant that can be used."""


def check_files(store: Store, progress: Progress, revisions: Revisions) -> Iterator[Finding]:
    """The findings on the files of the home; no rules are run, and nothing is changed."""
    try:
        yield from _check_copies(store)
        yield from _check_matches(store, progress, revisions)
        for path in store.entries(EntryKind.DRAFT):
            yield _check_draft(store, path)
        for path in store.entries(EntryKind.LEFTOVER):
            yield _check_leftover(store, path)
        for folder in (store.redo_history.folder, store.correction_history.folder, trash_folder(store)):
            with suppress(OSError):
                for path in sorted(folder.iterdir()):
                    if _TEMP_NAME.fullmatch(path.name):
                        yield _check_leftover(store, path)
    except HaggisError as error:
        yield Finding(Level.WRONG, "matches", str(error))


def _check_copies(store: Store) -> Iterator[Finding]:
    for path in store.conflicts():
        message = (
            "a copy, left by a sync program or a save; it is not counted: compare it with its match, then delete it"
        )
        yield Finding(Level.WRONG, "copy", message, path)
    for path in store.entries(EntryKind.NOT_A_FILE):
        yield Finding(Level.WRONG, "match", "is named like a match, but is not a file; it is not counted", path)


def _check_matches(store: Store, progress: Progress, revisions: Revisions) -> Iterator[Finding]:
    paths = store.matches()
    wrong = 0
    told: dict[tuple[str, datetime], list[Path]] = {}
    for number, path in enumerate(paths, 1):
        try:
            record = read_record(store, path)
            told.setdefault((record.id, record.created), []).append(path)
            finding = _check_match(record, path, revisions)
        except HaggisError as error:
            message = str(error).removeprefix(f"{escape_text(str(path))}: ").removeprefix(f"{escape_text(path.name)}: ")
            finding = Finding(Level.WRONG, "match", message, path)
        if finding:
            wrong += finding.level is Level.WRONG
            yield finding
        progress(number, len(paths))
    for (called, _), paths in told.items():
        original = pick_original(called, (path.stem for path in paths))
        for path in paths:
            if path.stem != original:
                message = (
                    f"a copy of {escape_text(original)}, because both files have the same 'id' and 'created'; it is "
                    "not counted: compare the two, then delete the copy, or give it an 'id' of its own"
                )
                yield Finding(Level.WRONG, "copy", message, path)
    if paths and not wrong:
        yield Finding(Level.OK, "matches", "all can be read; 'haggis check' checks them against the rules")


def _check_match(record: MatchRecord, path: Path, revisions: Revisions) -> Finding | None:
    """What keeps a match that can be read from being used, without running any rules of its variant."""
    try:
        find_claim(record.variant)
    except VariantError as error:
        chosen = any(map(is_disabled, installed_claims().get(record.variant, ())))
        return Finding(Level.NOTE if chosen else Level.WRONG, "match", str(error), path)
    installed = revisions.get(record.variant)
    if installed is None or recorded_revision(record, installed) == installed:
        return None
    told = other_revision_text(record.variant, recorded_revision(record, installed), installed)
    return Finding(Level.NOTE, "match", f"{told}: 'haggis check' shows how many results differ", path)


# Half-entered rounds beside the matches: those that go on, those whose match is gone, those that cannot be read.


def _check_draft(store: Store, path: Path) -> Finding:
    set_aside = partial(_set_aside, store, path)
    try:
        draft = decode_draft(read_regular(path), path.name)
    except (HaggisError, OSError) as error:
        return Finding(Level.WRONG, "half round", f"it cannot be read: {error}", path, set_aside)
    match = match_path(path)
    if not match.is_file():
        return Finding(
            Level.WRONG, "half round", "a half-entered round of a match that does not exist", path, set_aside
        )
    if draft_owner(path):
        message = f"round {draft.round} is half entered on a phone: 'haggis serve' lets you continue it there"
        return Finding(Level.NOTE, "half round", message, path)
    command = f"haggis score {match.stem}" + (f" --round {draft.round}" if draft.corrects else "")
    return Finding(Level.NOTE, "half round", f"round {draft.round} is half entered: '{command}' continues it", path)


def _set_aside(store: Store, path: Path) -> str:
    target = set_draft_aside(store, path)
    return f"moved to {target.parent.name}/{target.name}"


# Temporary files that an interrupted haggis left behind; those of a running one, and of editors, are not touched.
#
# A left-over file can hold the only copy of a text: of a save that was interrupted, or of what another program wrote in
# that moment. So it is deleted only if the match holds all of it; else it goes to the removed matches.

_TEMP_NAME = re.compile(r"~(?P<name>.+)\.(?P<mark>[0-9a-f]{12})(?:\.prev)?\.tmp")  # as `atomic_write` names them
_MIN_AGE = 3600.0  # seconds after which no running program can still be at it: a save takes a few thousandths


def _check_leftover(store: Store, path: Path) -> Finding:
    if not _TEMP_NAME.fullmatch(path.name):
        message = "another program has a file open, or was interrupted; haggis leaves it alone"
        return Finding(Level.NOTE, "left over", message, path)
    if not _is_old(path):
        return Finding(Level.NOTE, "left over", "a temporary file of the last hour: it may be in use", path)
    message = "a temporary file left by an interrupted haggis"
    return Finding(Level.WRONG, "left over", message, path, partial(_clear_leftover, store, path))


def _clear_leftover(store: Store, path: Path) -> str:
    """Delete a left-over file, or set it aside; what was done. StoreError if a running haggis may be using it."""
    match = _TEMP_NAME.fullmatch(path.name)
    assert match
    target = path.with_name(match["name"])
    with Store(store.home, patience=0.0).lock(target):
        if not _is_old(path):
            raise StoreError("it may be in use")
        left = read_regular(path)
        if _holds(target, left):
            path.unlink()
            return "deleted a temporary file with the same text as its match"
        aside = trash_folder(store) / f"{target.stem}.left-over-{match['mark']}.toml.txt"
        if aside.exists():
            raise StoreError(f"{aside.name} exists already")
        if doubt := move_file(path, aside):
            return doubt.text
        return f"a temporary file that differs from its match: moved to {aside.parent.name}/{aside.name}"


def _holds(target: Path, left: bytes) -> bool:
    """Whether the file holds all of what is left, or the beginning that was written of it."""
    try:
        return read_regular(target).startswith(left)
    except OSError:
        return not left


def _is_old(path: Path) -> bool:
    # The time of the last change of name counts, too: of a file that was displaced in this moment the text is old.
    try:
        found = path.lstat()
    except OSError:
        return False
    return max(found.st_mtime, found.st_ctime) < time() - _MIN_AGE


# The index of the figures of all matches, which `list` and `stats` read, and the reviews that are kept beside it.
#
# Both can always be made anew.


def check_history_index(store: Store) -> Iterator[Finding]:
    """How the index stands to the matches."""
    path = index_path(store.home)
    try:
        found = check_index(store)
    except HaggisError:  # the folder of matches cannot be listed: that is a finding on the folder
        return

    def rebuild() -> str:
        if found.state is IndexState.DAMAGED:
            delete_database(path)
        try:
            update_index(store)
        except sqlite3.Error as error:
            raise StoreError(f"it cannot be written ({error})") from None
        return "rebuilt" if found.state is IndexState.DAMAGED else "updated"

    level = Level.WRONG if found.state is IndexState.DAMAGED else Level.OK
    fix = rebuild if found.state in (IndexState.DAMAGED, IndexState.STALE) else None
    yield Finding(level, "index", found.state.value.format(found.stale), path, fix)


def check_reviews(store: Store) -> Iterator[Finding]:
    """Whether the reviews that are kept can be used; nothing is said while there are none."""
    path = reviews_path(store.home)
    if not os.path.lexists(path):
        return

    def delete() -> str:
        delete_database(path)
        return "deleted; 'haggis review' rebuilds them"

    if are_reviews_damaged(path):
        message = "damaged; skipped until they can be rebuilt"
        yield Finding(Level.WRONG, "reviews", message, path, delete)
    else:
        yield Finding(Level.OK, "reviews", "saved for the next 'haggis review'", path)
