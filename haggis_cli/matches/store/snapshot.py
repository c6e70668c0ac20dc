"""A match file as it was read at one moment."""

from pathlib import Path
from typing import NamedTuple

from haggis_cli.matches.store.atomic_write import read_regular
from haggis_cli.support.errors import StoreError
from haggis_cli.support.escaping import escape_text


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
