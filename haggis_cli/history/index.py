"""The index beside the store: the figures of every match file in SQLite, so that only what has changed is read again.

A row belongs to a file of one name, size, moment, and place on the disk, and to the code that made it; whatever does
not fit is made anew. Where the file cannot be used the answer is worked out in memory.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from enum import Enum
from json import dumps
from operator import attrgetter
from pathlib import Path
from time import sleep, time
from typing import NamedTuple, TypeVar
from zlib import crc32

from haggis_cli.history.figures import BetFigures, Counts, MatchFigures, SeatFigures
from haggis_cli.history.invalidation import Stamps
from haggis_cli.history.match_figures import figures_of_files
from haggis_cli.matches.moments import clock_at
from haggis_cli.matches.names import natural_key
from haggis_cli.matches.store.files import SUFFIX, Survey
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.files import content_hash, user_path
from haggis_cli.support.jobs import ALONE, Workers

# The seal of the index: a checksum of the whole database inside it, renewed with every change in the same transaction.
#
# SQLite finds damage to its structure, and no bit that fell over in a figure. The checksum leaves out what a commit
# writes after it, and the seal itself wherever a copy of it lies.


TABLE = "CREATE TABLE seal (mark BLOB);"
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


# What is kept in files of SQLite beside the store: the index, and the reviews.
#
# Such a file can be deleted at any time. One that is broken, foreign or of another layout is replaced; one that is
# locked or not to be written is done without.


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


Progress = Callable[[int, int], None]

_APPLICATION = 0x48474731  # SQLite's own mark in the file that tells whose it is
_TICK, _COARSE_TICK = 0.03, 2.0  # seconds within which a file may change again and keep its moment: see `_tick`
_BATCH_SIZE = 200  # files after which what has been read is written


def _integers(columns: Iterable[str]) -> str:
    return ", ".join(f"{name} INTEGER" for name in columns)


_TYPES = {int: "INTEGER", str: "TEXT"}
_SEAT_COLUMNS = ", ".join(f"{field.name} {_TYPES[field.type]}" for field in fields(SeatFigures))  # type: ignore[index]
_TABLES = f"""
CREATE TABLE matches (
    id INTEGER PRIMARY KEY, file BLOB UNIQUE, identity TEXT, stamp TEXT, called TEXT, variant TEXT, event TEXT,
    place BLOB, created REAL, clock TEXT, finished INTEGER, reason TEXT, listed TEXT, {_integers(Counts._fields)}
);
CREATE INDEX matches_called ON matches (called, created);
CREATE TABLE seats (match INTEGER, {_SEAT_COLUMNS}, PRIMARY KEY (key, match, seat)) WITHOUT ROWID;
CREATE UNIQUE INDEX seats_of_match ON seats (match, seat);
CREATE TABLE bets (
    match INTEGER, {_integers(BetFigures._fields)}, PRIMARY KEY (match, seat, amount)
) WITHOUT ROWID;
{TABLE}
"""
LAYOUT = Layout(_APPLICATION, _TABLES, is_sealed=True)
_seat_row = attrgetter(*(field.name for field in fields(SeatFigures)))  # astuple copies every value, deeply
_MATCH_VALUES = ", ".join("?" * (12 + len(Counts._fields)))
_SEAT_VALUES = ", ".join("?" * (1 + len(fields(SeatFigures))))
_BET_VALUES = ", ".join("?" * (1 + len(BetFigures._fields)))


def query_index(
    store: Store,
    question: Callable[[sqlite3.Connection, Survey], Answer],
    progress: Progress,
    workers: Workers = ALONE,
) -> Answer:
    """Bring the index up to date with the store, and put a question to it; StoreError if the store cannot be read.

    progress: is told how many files have been read, and how many there are to read.
    workers: who reads; this process if left out.
    """
    survey = store.survey()
    made: dict[str, MatchFigures] = {}  # what has been worked out already is not worked out again for a second attempt

    def ask(index: sqlite3.Connection) -> Answer:
        _refresh(index, store, survey, made, progress, workers)
        return _answer_question(index, survey, question)

    try:
        return ask_database(index_path(store.home), LAYOUT, ask)
    except UnusableFile:
        with closing(sqlite3.connect(":memory:")) as index:
            LAYOUT.prepare(index)
            return ask(index)


def update_index(store: Store) -> None:
    """Bring the index itself up to date; sqlite3.Error or OSError where it cannot be written."""
    with open_database(index_path(store.home), LAYOUT) as index:
        _refresh(index, store, store.survey(), {}, lambda done, of: None, ALONE)


def _answer_question(
    index: sqlite3.Connection, survey: Survey, question: Callable[[sqlite3.Connection, Survey], Answer]
) -> Answer:
    """The answer from one state of the index, whatever other processes write meanwhile."""
    index.create_function("clock_here", 1, _clock_here, deterministic=True)
    with index:
        index.execute("BEGIN")
        if index.execute("SELECT TOTAL(players) - (SELECT COUNT(*) FROM seats) FROM matches").fetchone()[0]:
            raise sqlite3.DatabaseError("rows of players have been lost, or belong to no match")
        return question(index, survey)


def index_path(home: Path) -> Path:
    """Where the index of a store is kept."""
    return kept_path(home, "history")


def _clock_here(created: float | None) -> str | None:
    """What the clock of this computer showed at a moment in seconds since 1970, for SQL."""
    if created is None:
        return None
    return clock_at(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=created)).isoformat()


def _refresh(
    index: sqlite3.Connection,
    store: Store,
    survey: Survey,
    made: dict[str, MatchFigures],
    progress: Progress,
    workers: Workers,
) -> None:
    """Bring the index up to date with the files of the survey; `made` takes the figures that are read on the way."""
    stamps = Stamps()
    gone, stale = find_outdated(index, survey, stamps)
    unread = {name: survey.matches[name] for name in stale if name not in made}
    _wait_for_next_tick(unread.values())
    write_rows = _make_row_writer(index, survey, stamps)
    write_rows(gone, {name: made[name] for name in stale if name in made})
    batch: dict[str, MatchFigures] = {}
    with closing(figures_of_files(store, unread, workers)) as files:
        for done, (name, read) in enumerate(files, 1):
            made[name] = batch[name] = read
            if len(batch) == _BATCH_SIZE:
                write_rows([], batch)
                batch = {}
            progress(done, len(unread))
    write_rows([], batch)


def find_outdated(index: sqlite3.Connection, survey: Survey, stamps: Stamps) -> tuple[list[str], list[str]]:
    """The files whose rows are to go, and the files to be read."""
    stale = dict.fromkeys(survey.matches)
    gone = []
    for file, identity, stamp, variant in index.execute("SELECT file, identity, stamp, variant FROM matches"):
        name = os.fsdecode(file)
        found = survey.matches.get(name)
        if found is None:
            gone.append(name)
        elif identity == _identity(found) and stamp == stamps.of(variant):
            del stale[name]
    return gone, list(stale)


def _identity(found: os.stat_result) -> str:
    """What tells a file from what it was before a change: its size, when it was changed, and its place on the disk."""
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"


def _tick(found: os.stat_result) -> float:
    """The seconds within which a file can change twice and have one moment, so that the second change goes unnoticed.

    A disk that keeps fractions of a millisecond takes them from the system's clock, which goes on every 16 thousandths
    at the latest; others keep hundredths, whole or (memory cards) every other second.
    """
    return _TICK if _moment(found) % 1_000_000 else _COARSE_TICK


def _moment(found: os.stat_result) -> int:
    """When a file was changed last, its text or its name, in billionths of a second since 1970."""
    return max(found.st_mtime_ns, found.st_ctime_ns)


def _age(found: os.stat_result, now: float) -> float:
    """How many seconds ago a file was changed last; less than none where another clock is ahead of this one."""
    return now - _moment(found) / 1e9


def _wait_for_next_tick(files: Iterable[os.stat_result]) -> None:
    """Wait the hundredths of a second that let what was changed just now be known for good once it is read."""
    now = time()
    left = [_TICK - _age(found, now) for found in files if _tick(found) == _TICK and 0 <= _age(found, now) < _TICK]
    if left:
        sleep(max(left))


def _make_row_writer(
    index: sqlite3.Connection, survey: Survey, stamps: Stamps
) -> Callable[[Iterable[str], Mapping[str, MatchFigures]], None]:
    """What takes rows out of the index and puts others in, in one transaction."""
    now = time()

    def row(name: str, read: MatchFigures) -> tuple[object, ...]:
        found = survey.matches[name]
        lasting = not read.transient and _age(found, now) >= _tick(found)
        identity = _identity(found) if lasting else None  # which fits no file: it is read again the next time
        code = stamps.of(read.variant)
        place = os.fsencode(natural_key(name.removesuffix(SUFFIX)))
        about = (code, read.called, read.variant, read.event, place, read.created, read.clock)
        return os.fsencode(name), identity, *about, read.finished, read.reason, dumps(read.listing), *read.counts

    def write_rows(gone: Iterable[str], figures: Mapping[str, MatchFigures]) -> None:
        if not gone and not figures:
            return
        with index:
            index.execute("BEGIN IMMEDIATE")
            for name in (*gone, *figures):
                found = index.execute("SELECT id FROM matches WHERE file = ?", (os.fsencode(name),)).fetchone()
                for table, key in (("seats", "match"), ("bets", "match"), ("matches", "id")) if found else ():
                    index.execute(f"DELETE FROM {table} WHERE {key} = ?", found)
            for name, read in figures.items():
                place = index.execute(f"INSERT INTO matches VALUES (NULL, {_MATCH_VALUES})", row(name, read)).lastrowid
                index.executemany(
                    f"INSERT INTO seats VALUES ({_SEAT_VALUES})", ((place, *_seat_row(seat)) for seat in read.seats)
                )
                index.executemany(f"INSERT INTO bets VALUES ({_BET_VALUES})", ((place, *bet) for bet in read.bets))
            renew_seal(index)

    return write_rows


# How the index stands to its store, found out without writing anything.


class IndexState(Enum):
    """How an index stands to its store."""

    NONE = "not there"
    FRESH = "up to date"
    STALE = "to be brought up to date"
    BUSY = "in use"
    DAMAGED = "damaged, or none"


class IndexStatus(NamedTuple):
    """How an index stands to its store.

    state: the kind of condition.
    stale: how many files have to be read again, or to be taken out.
    """

    state: IndexState
    stale: int = 0


def check_index(store: Store) -> IndexStatus:
    """How the index stands to the store, found out without writing anything; StoreError if that cannot be read."""
    path = index_path(store.home)
    survey = store.survey()
    if not os.path.lexists(path):
        return IndexStatus(IndexState.NONE)
    if not path.is_file():  # a pipe would be waited for
        return IndexStatus(IndexState.DAMAGED)
    try:
        with look_at_database(path) as index:
            return _compare(index, survey, empty=not path.stat().st_size)
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        return IndexStatus(
            IndexState.BUSY if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else IndexState.DAMAGED
        )
    except (OSError, ValueError, TypeError):
        return IndexStatus(IndexState.DAMAGED)


def _compare(index: sqlite3.Connection, survey: Survey, *, empty: bool) -> IndexStatus:
    mark = read_mark(index)
    if mark != LAYOUT.mark:
        older = mark[0] == LAYOUT.application or empty
        return IndexStatus(IndexState.STALE if older else IndexState.DAMAGED, len(survey.matches))
    check_seal(index)
    gone, stale = find_outdated(index, survey, Stamps())
    return IndexStatus(IndexState.STALE if gone or stale else IndexState.FRESH, len(gone) + len(stale))
