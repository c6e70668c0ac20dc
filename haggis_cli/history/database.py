"""The files of SQLite beside the store: the index of the history, and the reviews.

Such a file can be deleted at any time. One that is broken, foreign or of another layout is replaced; where one is
locked or cannot be written, the answer is found without it.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar
from zlib import crc32

from haggis_cli.matches.store.files import user_path
from haggis_cli.support.escaping import content_hash

Answer = TypeVar("Answer")
PATIENCE = 0.5  # seconds to wait for another process that writes
_BAD_VALUE_ERRORS = (ValueError, TypeError, LookupError, AttributeError)  # what other values than ours come to


class UnusableFile(Exception):
    """The file cannot be used, and was not to be made anew."""


class Layout(NamedTuple):
    """What a file is to hold.

    application: SQLite's own mark in the file that tells whose it is.
    tables: how they are made; a file with other tables is replaced.
    is_sealed: whether the file holds a checksum of itself.
    """

    application: int
    tables: str
    is_sealed: bool = False

    @property
    def mark(self) -> tuple[int, int]:
        """What a file of this layout says of itself."""
        return self.application, crc32(self.tables.encode()) >> 1

    def prepare(self, kept: sqlite3.Connection) -> None:
        """Make the tables if there is nothing; DatabaseError if there is something else."""
        kept.execute("PRAGMA synchronous = NORMAL")
        if read_mark(kept) == self.mark:
            if self.is_sealed:
                check_seal(kept)
            return
        if kept.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]:
            raise sqlite3.DatabaseError("another layout, or another program's file")
        application, version = self.mark
        kept.executescript(
            f"BEGIN; {self.tables} PRAGMA application_id = {application}; PRAGMA user_version = {version};"
        )
        if self.is_sealed:
            renew_seal(kept)
        kept.commit()


def kept_path(home: Path, what: str) -> Path:
    """Where a store keeps what is called so: HAGGIS_CACHE, else this system's folder for what can be made anew."""
    chosen = os.environ.get("HAGGIS_CACHE")
    if chosen:
        folder = user_path(os.fspath(chosen)).absolute()
    else:
        from platformdirs import user_cache_path

        folder = user_cache_path("haggis", appauthor=False)
    name = os.path.normcase(os.path.realpath(home))
    return folder / f"{what}-{content_hash(os.fsencode(name))}.sqlite"


@contextmanager
def open_database(path: Path, layout: Layout) -> Iterator[sqlite3.Connection]:
    """The file with its tables; sqlite3.Error or OSError where it cannot be used."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, timeout=PATIENCE)) as kept:
        layout.prepare(kept)
        yield kept


@contextmanager
def look_at_database(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as it is, of which nothing is written; DatabaseError where its pages are damaged."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=PATIENCE)) as kept:
        if kept.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("its pages are damaged")
        yield kept


def ask_database(
    path: Path, layout: Layout, question: Callable[[sqlite3.Connection], Answer], *, anew: bool = False
) -> Answer:
    """The answer from the file, which is made anew once if it is broken; UnusableFile where there is none."""
    try:
        with open_database(path, layout) as kept:
            return question(kept)
    except (sqlite3.DatabaseError, OSError, *_BAD_VALUE_ERRORS) as error:
        if anew or isinstance(error, OSError) or not is_broken(error):
            raise UnusableFile from error
    with suppress(OSError):
        delete_database(path)
    return ask_database(path, layout, question, anew=True)


def delete_database(path: Path) -> None:
    """Delete a file of SQLite and what lies beside it while it is written; OSError if the system refuses."""
    for ending in ("", "-journal", "-wal", "-shm"):
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)


def is_broken(error: Exception) -> bool:
    """Whether the file itself is at fault; else it is locked, cannot be opened or written, or there is no room."""
    return _error_code(error) in (
        *(sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT),
        *(sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT),
    )


def is_locked(error: Exception) -> bool:
    """Whether another process has the file just now."""
    return _error_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _error_code(error: Exception) -> int:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF


def read_mark(kept: sqlite3.Connection) -> tuple[int, int]:
    """What a file of SQLite says of itself: whose it is, and of which layout."""
    return kept.execute("PRAGMA application_id").fetchone()[0], kept.execute("PRAGMA user_version").fetchone()[0]


# The seal: a checksum of the whole database inside it, renewed with every change in the same transaction.
#
# SQLite finds damage to its structure, and no bit that fell over in a figure. The checksum leaves out what a commit
# writes after it, and the seal itself wherever a copy of it lies.

SEAL_TABLE = "CREATE TABLE seal (mark BLOB);"
_MARK = b"\0haggis: seal of the index\0"
_SIZE = 4
_WRITTEN_AT_COMMIT = ((24, 32), (92, 100))  # change counter and size; the counter again and SQLite's version


def renew_seal(index: sqlite3.Connection) -> None:
    """Seal what the transaction will leave; nothing where this Python cannot read a database as a whole."""
    if not hasattr(index, "serialize"):
        return
    if index.execute("UPDATE seal SET mark = ?", (_MARK + bytes(_SIZE),)).rowcount == 0:
        index.execute("INSERT INTO seal VALUES (?)", (_MARK + bytes(_SIZE),))
    index.execute("UPDATE seal SET mark = ?", (_MARK + _checksum(index),))


def check_seal(index: sqlite3.Connection) -> None:
    """DatabaseError if a bit is another than when the index was sealed, or if it never was."""
    if not hasattr(index, "serialize"):
        return
    found = index.execute("SELECT mark FROM seal").fetchall()
    if found != [(_MARK + _checksum(index),)]:
        raise sqlite3.DatabaseError("the index is not what was written")


def _checksum(index: sqlite3.Connection) -> bytes:
    data = index.serialize()
    left_out = list(_WRITTEN_AT_COMMIT)
    place = data.find(_MARK)
    while place >= 0:
        place += len(_MARK)
        left_out.append((place, place + _SIZE))
        place = data.find(_MARK, place)
    found, at, view = 0, 0, memoryview(data)
    for start, end in (*left_out, (len(data), len(data))):
        found, at = crc32(view[at:start], found), end
    return found.to_bytes(_SIZE, "big")
