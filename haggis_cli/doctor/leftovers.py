"""Temporary files that an interrupted haggis left behind; those of a running one, and of editors, are not touched.

A left-over file can hold the only copy of a text: of a save that was interrupted, or of what another program wrote in
that moment. So it is deleted only if the match holds all of it; else it goes to the removed matches.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import time

from haggis_cli.doctor.finding import Finding, Level
from haggis_cli.matches.store.atomic_write import move_file
from haggis_cli.matches.store.entries import EntryKind
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.snapshot import read_regular
from haggis_cli.matches.store.trash import trash_folder
from haggis_cli.support.errors import StoreError

_TEMP_NAME = re.compile(r"~(?P<name>.+)\.(?P<mark>[0-9a-f]{12})(?:\.prev)?\.tmp")  # as `atomic_write` names them
_MIN_AGE = 3600.0  # seconds after which no running program can still be at it: a save takes a few thousandths


def check_leftovers(store: Store) -> Iterator[Finding]:
    """The temporary files in the folders of the home."""
    for path in store.entries(EntryKind.LEFTOVER):
        yield _check_leftover(store, path)
    for folder in (store.redo_history.folder, store.correction_history.folder, trash_folder(store)):
        with suppress(OSError):
            for path in sorted(folder.iterdir()):
                if _TEMP_NAME.fullmatch(path.name):
                    yield _check_leftover(store, path)


def _check_leftover(store: Store, path: Path) -> Finding:
    if not _TEMP_NAME.fullmatch(path.name):
        message = "another program has a file open, or was interrupted; haggis leaves it alone"
        return Finding(Level.NOTE, "left over", message, path)
    if not _is_old(path):
        return Finding(Level.NOTE, "left over", "a temporary file of the last hour: it may be in use", path)
    message = "a temporary file of a haggis that was interrupted"
    return Finding(Level.WRONG, "left over", message, path, partial(clear_leftover, store, path))


def clear_leftover(store: Store, path: Path) -> str:
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
        move_file(path, aside)
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
