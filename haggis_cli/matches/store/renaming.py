"""Giving a file its name: one step, patient where systems need it, and looked at afterwards.

A disk, above all one in the network, may have done what it reports as failed: a request that is sent again because its
answer was lost finds its own work there (EEXIST), or nothing left to do (ENOENT). What counts is whether the file has
its name. Every function returns what is doubtful about that being on the disk, None for nothing, and raises OSError
only where the name is as it was.
"""

import errno
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_NO_LINKS = (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK)  # EACCES: Android
_REPLAYED = (errno.EEXIST, errno.ENOENT)
_HELD = (5, 32, 33)  # what Windows says of a file that somebody has open
_ATTEMPTS = 8


def link_or_rename(temp: Path, path: Path) -> str | None:
    """Let a finished file have its name, unless the name is taken (FileExistsError)."""
    return _look_afterwards(temp, path, lambda: _link_or_rename(temp, path))


def rename_over(temp: Path, path: Path) -> str | None:
    """Let a finished file have its name, whatever had it."""
    return _look_afterwards(temp, path, lambda: _retry_while_held(lambda: temp.replace(path)))


def rename_away(path: Path, target: Path) -> str | None:
    """Give a file another name; that nothing has it already the caller has seen to."""
    return _look_afterwards(path, target, lambda: _retry_while_held(lambda: path.rename(target)))


def move_link(path: Path, target: Path) -> str | None:
    """Give a link another name in another folder, where it leads to the same file; the name is the caller's to guard.

    A link says where it leads from where it lies. It is made anew, and then the old one goes.
    """
    target.symlink_to(Path(os.path.realpath(path.parent)) / path.readlink())
    try:
        path.unlink()
    except OSError as error:
        if not os.path.lexists(path):
            return None if error.errno in _REPLAYED else f"the disk reported {error.strerror}"
        with suppress(OSError):
            target.unlink()
        raise
    return None


def is_same_file(path: Path, found: os.stat_result) -> bool:
    """Whether the file of this name is the one that was found; not if nobody may look."""
    try:
        return os.path.samestat(path.lstat(), found)
    except OSError:
        return False


def _look_afterwards(source: Path, target: Path, step: Callable[[], None]) -> str | None:
    made = source.lstat()
    try:
        step()
    except OSError as error:
        if not is_same_file(target, made):
            raise
        return None if error.errno in _REPLAYED else f"the disk reported {error.strerror}"
    return None


def _link_or_rename(temp: Path, path: Path) -> None:
    if sys.platform == "win32":
        _retry_while_held(lambda: temp.rename(path))  # which overwrites nothing there
        return
    link = getattr(os, "link", None)  # Android has none, or refuses it
    try:
        if link is not None:
            link(temp, path)
            return
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
    # A disk without links (a memory card): renaming would overwrite, so look first. Only a program that is not
    # haggis could slip in between: the store holds the lock of this name.
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    temp.rename(path)


def _retry_while_held(step: Callable[[], object]) -> None:
    """Do it, patiently on Windows: readers, virus scanners and sync programs hold files there for moments."""
    for attempt in range(_ATTEMPTS):
        try:
            step()
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _HELD or attempt == _ATTEMPTS - 1:
                raise
        time.sleep(0.01 * 2**attempt)
