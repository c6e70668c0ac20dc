"""Half-entered rounds, each a file beside its match, and the folder to which removed matches and drafts go.

A draft is written whole or not at all. Begin with `DraftFile`.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

from haggis_cli.matches.store.atomic_write import create_file, move_file, replace_file
from haggis_cli.matches.store.files import DRAFT_SUFFIX, Notice, NotSaved, read_regular
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import Conflict, StoreError
from haggis_cli.support.interrupts import defer_signals

_MOST_PHONES = 60  # drafts of phones beside one match: far more than sit at a table
# What a draft has behind the name of its match; where it was moved and its place taken also a number of its own.
_OWN = r"(?:\.\d+)?(?:\.phone-(?P<owner>[0-9a-z]{1,32}))?(?:-\d+)?\.draft"


def draft_path(match: Path, number: int | None = None, owner: str = "") -> Path:
    """Where the draft of a match lies: `friday.toml.draft`, or `friday.toml.2.draft` for the correction of round 2.

    owner: the name of the phone that it was begun with, small letters and digits; empty for the terminal.
    """
    assert re.fullmatch(r"[0-9a-z]{0,32}", owner)
    corrects, phone = "" if number is None else f".{number}", f".phone-{owner}" if owner else ""
    return match.with_name(f"{match.name}{corrects}{phone}{DRAFT_SUFFIX}")


def match_path(draft: Path) -> Path:
    """The match that a draft is of."""
    return draft.with_name(re.sub(rf"(?i){_OWN}$", "", draft.name))


def draft_owner(draft: Path) -> str:
    """The name of the phone that a draft was begun with; empty for the terminal."""
    found = re.search(rf"(?i){_OWN}$", draft.name)
    return (found["owner"] or "") if found else ""


def find_drafts(match: Path) -> list[Path]:
    """The drafts that lie beside a match, the one that was touched last first.

    What lies beside a removed match may be of another one that had its name.
    """
    pattern = re.compile(rf"{re.escape(match.name)}{_OWN}")
    found = []
    with suppress(OSError), os.scandir(match.parent) as entries:
        for entry in entries:
            if pattern.fullmatch(entry.name):
                with suppress(OSError):  # it is gone by now
                    found.append((entry.stat().st_mtime_ns, entry.name))
    return [match.with_name(name) for _, name in sorted(found, reverse=True)]


def find_phones(match: Path, number: int | None = None) -> list[str]:
    """The names of the phones with which a round of a match was begun, the one that was touched last first.

    number: the number of the round that is corrected; None for a new round.
    """
    owners = ((path, draft_owner(path)) for path in find_drafts(match))
    return [owner for path, owner in owners if owner and path == draft_path(match, number, owner)]


class DraftFile:
    """One draft of a match. What another program has put there is never overwritten."""

    def __init__(self, store: Store, match: Path, number: int | None = None, owner: str = "") -> None:
        """The file of a draft, which need not be there.

        number: the number of the round that is corrected; None for a new round.
        owner: the name of the phone that it was begun with; empty for the terminal.
        """
        self.path = draft_path(match, number, owner)
        self._match = match
        self._owner = owner
        self._store = store
        self._known: bytes | None = None

    def read(self) -> bytes | None:
        """What the draft says; None if there is none. StoreError for what cannot be read."""
        try:
            self._known = read_regular(self.path)
        except FileNotFoundError:
            self._known = None
        except OSError as error:
            raise StoreError(f"{self.path}: cannot be read: {error.strerror or error}") from None
        return self._known

    def write(self, data: bytes) -> None:
        """Keep the draft on the disk. StoreError, or Conflict for another's draft, where it is not kept."""
        if data == self._known and self.path.exists():
            return
        phones = [path for path in find_drafts(self._match) if draft_owner(path)]
        if self._known is None and self._owner and len(phones) >= _MOST_PHONES:
            raise StoreError(f"this match already has {_MOST_PHONES} half-entered rounds from phones, the most allowed")
        # A disk that does not confirm has the draft all the same: the round goes on.
        with defer_signals(redeliver=True), self._store.lock(self.path):
            found = self._find_mine()
            if found is None:
                create_file(self.path, data)
            else:
                replace_file(self.path, data, found)
        self._known = data

    def _find_mine(self) -> bytes | None:
        """What was read or written here; None if there is none, or no more: another device goes on with it.

        Conflict where somebody else keeps a draft of the same round here.
        """
        try:
            found = read_regular(self.path)
        except FileNotFoundError:
            return None
        except OSError:  # what comes of it the writing tells
            return self._known
        if found != self._known:
            raise Conflict(
                f"{self.path} is in use by another haggis, where this round was also begun: finish "
                "it in one of the two and leave the other"
            )
        return found

    def remove(self) -> None:
        """Remove the draft, if it is the one that was read or written here."""
        with defer_signals(redeliver=True), self._store.lock(self.path), suppress(OSError):
            if self._known is not None and read_regular(self.path) == self._known:
                self.path.unlink(missing_ok=True)
        self._known = None

    def disown(self) -> None:
        """Take what lies here for another's, which is neither overwritten nor removed."""
        self._known = None


def set_draft_aside(store: Store, path: Path) -> Path:
    """Move a draft that fits no match to the folder of what was removed; where it is now. StoreError if it stays."""
    with defer_signals(redeliver=True), store.lock(path):
        return _move_away(path, trash_folder(store) / path.name)[0]


def move_drafts(store: Store, match: Path, moved: Path) -> list[Path]:
    """Move the drafts of a match that was moved to where it is now; where they are. One that cannot be moved stays."""
    targets = []
    for path in find_drafts(match):
        with suppress(StoreError), defer_signals(redeliver=True), store.lock(path):
            target = moved.with_name(moved.name + path.name.removeprefix(match.name))
            targets.append(_move_away(path, target)[0])
    return targets


# Taking a match out of the store without losing it: its file goes to the folder of removed ones, as it is.


def trash_folder(store: Store) -> Path:
    """Where removed matches lie."""
    return store.home / "removed"


def move_to_trash(store: Store, path: Path) -> tuple[Path, Notice | None]:
    """Move a match file to the removed ones; where it is, and what is to be told of that.

    Nothing that lies there is overwritten. StoreError for a file that is none of the store's, NotSaved where the
    system refuses: the match then stays.
    """
    if not store.holds(path):
        raise StoreError(f"{path}: this file is not one of the matches in {store.home}")
    with store.exclusive_write(path):
        return _move_away(path, trash_folder(store) / path.name)


def _move_away(path: Path, target: Path) -> tuple[Path, Notice | None]:
    """Move a file, to a name with a number where something lies there already; where it is, and what is to be told.

    StoreError where it stays.
    """
    try:
        free, number = target, 1
        while _exists(free):
            number += 1
            free = target.with_name(f"{target.stem}-{number}{target.suffix}")
        return free, move_file(path, free)
    except FileNotFoundError:
        raise StoreError(f"{path}: this file no longer exists") from None
    except OSError as error:
        raise NotSaved(f"{path}: not moved, nothing was changed: {error.strerror}") from None


def _exists(path: Path) -> bool:
    """Whether there is anything of that name; OSError where that cannot be told, for moving would overwrite it."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True
