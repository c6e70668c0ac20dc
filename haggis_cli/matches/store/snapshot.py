"""A match file as it was read at one moment."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from haggis_cli.matches.toml.tables import MAX_BYTES
from haggis_cli.support.errors import StoreError
from haggis_cli.support.escaping import escape_text

_READ_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOINHERIT", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
)


class Snapshot(NamedTuple):
    """A match file as it was read: where it is, and the content by which a change in the meantime is noticed."""

    path: Path
    data: bytes


def read_snapshot(path: Path) -> Snapshot:
    """The content of a file, at most 1 MiB; StoreError for what is not there, not a file or not readable."""
    try:
        data = read_regular(path)
    except FileNotFoundError:
        raise StoreError(f"{escape_text(str(path))}: there is no such file") from None
    except OSError as error:
        raise StoreError(f"{escape_text(str(path))}: cannot be read: {error.strerror or error}") from None
    except ValueError:  # a NUL, or signs that the system's file names do not have
        raise StoreError(f"{escape_text(str(path))}: no file can be called so") from None
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
                raise OSError(errno.EFBIG, f"it is larger than {limit >> 20} MiB, so it is no match file")
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


def _file_kind(mode: int) -> str:
    kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
    return next((name for test, name in kinds if test(mode)), "a device")
