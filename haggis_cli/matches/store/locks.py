"""One writer at a time: a lock for each match, in a folder of this computer that no sync tool carries about.

The lock is `flock` (not `fcntl`'s record locks, which any close of the file drops); it ends with its process, however
that ends. Lock files are left lying: removing one would let two writers hold two different files of the same name.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

from haggis_cli.support.errors import StoreError
from haggis_cli.support.escaping import escape_text

LOCK_TIMEOUT = 5.0
"""Seconds to wait for another process."""

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
            f"{escape_text(str(lock))}: nothing was saved, the lock cannot be made: {error.strerror}; "
            "HAGGIS_LOCKS may name another folder for locks"
        ) from None
    try:
        _acquire(handle, lock, limit)
        yield
    finally:
        # Closing gives the lock back. What close() itself may complain of concerns an empty file.
        _close(handle)


def _acquire(handle: int, lock: Path, limit: float) -> None:
    end = time.monotonic() + limit
    pause = 0.001
    while True:
        try:
            _try_lock(handle)
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


def _try_lock(handle: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _close(handle: int) -> None:
    try:
        os.close(handle)
    except OSError:
        return
