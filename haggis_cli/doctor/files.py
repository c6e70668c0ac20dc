"""The findings on the files of the home: matches, copies, half-entered rounds, left-overs, index and reviews."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from time import time

from haggis_cli.book.drafts import parse_draft
from haggis_cli.doctor.computer import Finding, Level
from haggis_cli.history.database import delete_database
from haggis_cli.history.index import IndexState, IndexStatus, check_index, index_path, update_index
from haggis_cli.history.reviews import are_reviews_damaged, reviews_path
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.atomic_write import move_file
from haggis_cli.matches.store.drafts import draft_owner, match_path, set_draft_aside, trash_folder
from haggis_cli.matches.store.files import EntryKind, pick_original, read_regular
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import find_claim, installed_claims, is_disabled
from haggis_cli.referee.report import other_revision_text, recorded_revision
from haggis_cli.support.errors import HaggisError, StoreError, VariantError
from haggis_cli.support.escaping import escape_text

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
            "a copy that a sync program or a save left; it is not counted: compare it with its match, then delete it"
        )
        yield Finding(Level.WRONG, "copy", message, path)
    for path in store.entries(EntryKind.NOT_A_FILE):
        yield Finding(Level.WRONG, "match", "is named like a match and is no file; it is not counted", path)


def _check_matches(store: Store, progress: Progress, revisions: Revisions) -> Iterator[Finding]:

    paths = store.matches()
    wrong = 0
    told: dict[tuple[str, datetime], list[Path]] = {}
    for number, path in enumerate(paths, 1):
        try:
            record = MatchFile(store.read(path).data, path.name).record
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
                    f"a copy of {escape_text(original)}, for both files say the same 'id' and 'created'; it is not "
                    "counted: compare the two, then delete it, or give it an 'id' of its own"
                )
                yield Finding(Level.WRONG, "copy", message, path)
    if paths and not wrong:
        yield Finding(Level.OK, "matches", "all can be read; 'haggis check' tells whether they keep the rules")


def _check_match(record: "MatchRecord", path: Path, revisions: Revisions) -> Finding | None:
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
    return Finding(Level.NOTE, "match", f"{told}: 'haggis check' tells how many results differ", path)


# Half-entered rounds beside the matches: those that go on, those whose match is gone, those that cannot be read.


def _check_draft(store: Store, path: Path) -> Finding:
    set_aside = partial(_set_aside, store, path)
    try:
        record = parse_draft(read_regular(path), path.name)
    except (HaggisError, OSError) as error:
        return Finding(Level.WRONG, "half round", f"it cannot be read: {error}", path, set_aside)
    match = match_path(path)
    if not match.is_file():
        return Finding(Level.WRONG, "half round", "a half-entered round of a match that is not here", path, set_aside)
    if draft_owner(path):
        message = f"round {record.round} is half entered on a phone: with 'haggis serve' it goes on there"
        return Finding(Level.NOTE, "half round", message, path)
    command = f"haggis score {match.stem}" + (f" --round {record.round}" if record.corrects else "")
    return Finding(Level.NOTE, "half round", f"round {record.round} is half entered: '{command}' goes on with it", path)


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
    message = "a temporary file of a haggis that was interrupted"
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
            return "deleted a temporary file that held nothing else than its match"
        aside = trash_folder(store) / f"{target.stem}.left-over-{match['mark']}.toml.txt"
        if aside.exists():
            raise StoreError(f"{aside.name} is there already")
        if doubt := move_file(path, aside):
            return doubt.text
        return f"a temporary file that held another text than its match: moved to {aside.parent.name}/{aside.name}"


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
        return "made anew" if found.state is IndexState.DAMAGED else "brought up to date"

    level = Level.WRONG if found.state is IndexState.DAMAGED else Level.OK
    fix = rebuild if found.state in (IndexState.DAMAGED, IndexState.STALE) else None
    yield Finding(level, "index", _describe_condition(found), path, fix)


def check_reviews(store: Store) -> Iterator[Finding]:
    """Whether the reviews that are kept can be used; nothing is said while there are none."""
    path = reviews_path(store.home)
    if not os.path.lexists(path):
        return

    def delete() -> str:
        delete_database(path)
        return "deleted; 'haggis review' makes them anew"

    if are_reviews_damaged(path):
        message = "damaged; they are done without until they can be made anew"
        yield Finding(Level.WRONG, "reviews", message, path, delete)
    else:
        yield Finding(Level.OK, "reviews", "kept for the next 'haggis review'", path)


def _describe_condition(found: IndexStatus) -> str:
    if found.state is IndexState.NONE:
        return "not there yet: 'haggis list' makes it"
    if found.state is IndexState.DAMAGED:
        return "damaged; it is done without, and every 'haggis list' reads all matches until it can be made anew"
    if found.state is IndexState.BUSY:
        return "in use by another haggis"
    if found.state is IndexState.STALE:
        return f"{found.stale} to be read again, which the next 'haggis list' does"
    return "up to date"
