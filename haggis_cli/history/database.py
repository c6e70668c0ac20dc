"""What is kept in files of SQLite beside the store: the index, and the reviews.

Such a file can be deleted at any time. One that is broken, foreign or of another layout is replaced; one that is locked
or not to be written is done without.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar
from zlib import crc32

from haggis_cli.history.index_seal import check_seal, renew_seal
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.paths import user_path

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
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    return code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT)


def read_mark(kept: sqlite3.Connection) -> tuple[int, int]:
    """What a file of SQLite says of itself: whose it is, and of which layout."""
    return kept.execute("PRAGMA application_id").fetchone()[0], kept.execute("PRAGMA user_version").fetchone()[0]
