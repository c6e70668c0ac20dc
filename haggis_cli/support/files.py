"""Paths as people type them, and the short name of a file's content."""

import errno
import os
import stat
from pathlib import Path

from haggis_cli.support.errors import UsageError


def user_path(text: str) -> Path:
    """The path a person typed, with `~` for a home folder; UsageError where it cannot be one."""
    try:
        if b"\0" not in os.fsencode(text):
            return Path(text).expanduser()
    except UnicodeEncodeError:
        pass
    except RuntimeError:
        raise UsageError(f"{text}: there is no such user, and so no home folder") from None
    raise UsageError(f"'{text}' cannot be the name of a file")


def folder_exists(path: Path) -> bool:
    """Whether there is a folder; OSError where nobody may look, a no to `Path.is_dir` of Python 3.14."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return False
        raise


def content_hash(data: bytes) -> str:
    """The first sixteen hexadecimal digits of the content's SHA-256.

    Names of undo copies, locks, indexes and imported matches hold them, so they stay the same in every version.

    >>> content_hash(b"")
    'e3b0c44298fc1c14'
    """
    from hashlib import sha256  # loads OpenSSL (5 ms); the completion of a word needs no hash

    return sha256(data, usedforsecurity=False).hexdigest()[:16]
