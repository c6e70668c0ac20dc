"""The index beside the store: the figures of every match file in SQLite, so that only what has changed is read again.

Begin with `query_index`.

A row belongs to a file of one name, size, moment, and place on the disk, and to the code that made it; whatever does
not fit is made anew. Where the file cannot be used the answer is worked out in memory.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cached_property
from importlib.util import find_spec
from itertools import islice
from json import dumps
from operator import attrgetter
from pathlib import Path
from time import sleep, time
from typing import NamedTuple

from haggis_cli.history import database
from haggis_cli.history.figures import BetFigures, Counts, MatchFigures, SeatFigures
from haggis_cli.matches.heading import clock_at, natural_key
from haggis_cli.matches.store.files import SUFFIX, Survey
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.registry import EntryPoint, installed_claims, is_disabled, is_own
from haggis_cli.support import __version__
from haggis_cli.support.escaping import content_hash
from haggis_cli.support.jobs import ALONE, Workers

# What the figures of a match depend on besides its file: this program's code, and that of the variant.
#
# Figures that were made by other code are made anew. The version alone would not tell: the author of a variant changes
# its rules many times under one version.

_ROOT = Path(__file__).parents[1]
_INSTALLED = ("site-packages", "dist-packages")
_NO_CODE = ("__pycache__", "node_modules", "build", "dist", *_INSTALLED)
_MOST_FOLDERS = 500
_CODE = (".py", ".so", ".pyd", ".dist-info", ".egg-link", ".pth")
ROOMS = ("support", "plugins", "rules", "matches", "referee", "history")
"""The rooms whose code takes part in making figures; a test holds that no other room does."""


class Stamps:
    """The stamps of the variants, worked out once each; `rooms` are those whose code takes part."""

    def __init__(self, rooms: Sequence[str] = ROOMS) -> None:
        self._rooms = rooms
        self._known: dict[str, str] = {}

    def of(self, variant_id: str) -> str:
        """The stamp of a variant, also of one that is not installed (so that it is tried again when it is)."""
        stamp = self._known.get(variant_id)
        if stamp is None:
            claims = installed_claims().get(variant_id, ())
            code = (f"{claim} {'off' if is_disabled(claim) else _sources(_folders(claim))}" for claim in claims)
            parts = [self._program, *code]
            stamp = self._known[variant_id] = content_hash("\n".join(parts).encode("utf-8", "replace"))
        return stamp

    @cached_property
    def _program(self) -> str:
        return f"{__version__} {_sources(_room_folders(self._rooms))}"


# The tables of the index, and what is asked of it.

Progress = Callable[[int, int], None]

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
{database.SEAL_TABLE}
"""
LAYOUT = database.Layout(0x48474731, _TABLES, is_sealed=True)
_seat_row = attrgetter(*(field.name for field in fields(SeatFigures)))  # astuple copies every value, deeply
_MATCH_VALUES = ", ".join("?" * (12 + len(Counts._fields)))
_SEAT_VALUES = ", ".join("?" * (1 + len(fields(SeatFigures))))
_BET_VALUES = ", ".join("?" * (1 + len(BetFigures._fields)))


def query_index(
    store: Store,
    question: Callable[[sqlite3.Connection, Survey], database.Answer],
    progress: Progress,
    workers: Workers = ALONE,
    most: int | None = None,
) -> database.Answer:
    """Bring the index up to date with the store, and put a question to it; StoreError if the store cannot be read.

    progress: is told how many files have been read, and how many there are to read.
    workers: who reads; this process if left out.
    most: how many files are read at most, those that changed last; all if left out.
    """
    survey = store.survey()
    made: dict[str, MatchFigures] = {}  # what has been worked out already is not worked out again for a second attempt

    def ask(index: sqlite3.Connection) -> database.Answer:
        _refresh(index, store, survey, made, progress, workers, most)
        return _answer_question(index, survey, question)

    try:
        return database.ask_database(index_path(store.home), LAYOUT, ask)
    except database.UnusableFile:
        with closing(sqlite3.connect(":memory:")) as index:
            LAYOUT.prepare(index)
            return ask(index)


def update_index(store: Store) -> None:
    """Bring the index itself up to date; sqlite3.Error or OSError where it cannot be written."""
    with database.open_database(index_path(store.home), LAYOUT) as index:
        _refresh(index, store, store.survey(), {}, lambda done, of: None, ALONE, None)


def _answer_question(
    index: sqlite3.Connection, survey: Survey, question: Callable[[sqlite3.Connection, Survey], database.Answer]
) -> database.Answer:
    """The answer from one state of the index, whatever other processes write meanwhile."""
    index.create_function("clock_here", 1, _clock_here, deterministic=True)
    with index:
        index.execute("BEGIN")
        if index.execute("SELECT TOTAL(players) - (SELECT COUNT(*) FROM seats) FROM matches").fetchone()[0]:
            raise sqlite3.DatabaseError("rows of players have been lost, or belong to no match")
        return question(index, survey)


def index_path(home: Path) -> Path:
    """Where the index of a store is kept."""
    return database.kept_path(home, "history")


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
    most: int | None,
) -> None:
    """Bring the index up to date with the files of the survey; `made` takes the figures that are read on the way."""
    stamps = Stamps()
    gone, stale = find_outdated(index, survey, stamps)
    if most is not None and len(stale) > most:
        stale = sorted(stale, key=lambda name: _moment(survey.matches[name]))[-most:]
    unread = {name: survey.matches[name] for name in stale if name not in made}
    _wait_for_next_tick(unread.values())
    write_rows = _make_row_writer(index, survey, stamps)
    write_rows(gone, {name: made[name] for name in stale if name in made})
    if not unread:
        return
    from haggis_cli.history.match_figures import figures_of_files  # loads the models and the rules

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
            database.renew_seal(index)

    return write_rows


# How the index stands to its store, found out without writing anything.


class IndexState(Enum):
    """How an index stands to its store, as `haggis doctor` says it."""

    NONE = "does not exist yet: 'haggis list' creates it"
    FRESH = "up to date"
    STALE = "{} to be read again by the next 'haggis list'"
    BUSY = "in use by another haggis"
    DAMAGED = "damaged; until it can be rebuilt, every 'haggis list' reads all matches"


class IndexStatus(NamedTuple):
    """How an index stands to its store, and how many files have to be read again, or to be taken out."""

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
        with database.look_at_database(path) as index:
            return _compare(index, survey, empty=not path.stat().st_size)
    except sqlite3.DatabaseError as error:
        return IndexStatus(IndexState.BUSY if database.is_locked(error) else IndexState.DAMAGED)
    except (OSError, ValueError, TypeError):
        return IndexStatus(IndexState.DAMAGED)


def _compare(index: sqlite3.Connection, survey: Survey, *, empty: bool) -> IndexStatus:
    mark = database.read_mark(index)
    if mark != LAYOUT.mark:
        older = mark[0] == LAYOUT.application or empty
        return IndexStatus(IndexState.STALE if older else IndexState.DAMAGED, len(survey.matches))
    database.check_seal(index)
    gone, stale = find_outdated(index, survey, Stamps())
    return IndexStatus(IndexState.STALE if gone or stale else IndexState.FRESH, len(gone) + len(stale))


# The code that takes part in making the figures.


def _room_folders(rooms: Sequence[str]) -> list[str]:
    """Every folder of the rooms, with those inside them."""
    walks = (os.walk(_ROOT / room) for room in rooms)
    return [folder for walk in walks for folder, _, _ in walk if not folder.endswith("__pycache__")]


def _folders(claim: EntryPoint) -> list[str]:
    """The folders in which the code of a plugin lies: those of its outermost package, and what lies beside it.

    None of it is run, so nobody can know what it will load. Where packages are installed only the folder itself is
    looked at, which changes with every package that comes, goes or is replaced; a project that is installed where it
    lies (`pip install -e`) is looked through.
    """
    top = claim.value.partition(":")[0].strip().split(".")[0]
    try:
        spec = find_spec(top)
    except Exception:  # a third party's import machinery may raise anything; the package's version is left
        return []
    if spec is None:
        return []
    own = list(spec.submodule_search_locations or ())
    if is_own(claim):  # whose modules all lie in one folder
        return own
    beside = {str(Path(place).parent) for place in own or filter(None, [spec.origin])}
    roots = [*own, *(place for place in beside if Path(place).name not in _INSTALLED)]
    return sorted({*beside, *islice((folder for root in roots for folder in _walk(root)), _MOST_FOLDERS)})


def _walk(root: str) -> Iterator[str]:
    """A folder and those inside it that can hold modules of a project."""
    for folder, inner, _ in os.walk(root):
        inner[:] = sorted(name for name in inner if name.isidentifier() and name not in _NO_CODE)
        yield folder


def _sources(places: Iterable[str]) -> list[tuple[str, int, int]]:
    """Name, time and size of every module that lies in the folders, and of every package that is installed there."""
    files = []
    for place in places:
        try:
            with os.scandir(place) as entries:
                stats = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(_CODE)]
        except OSError:  # a zip file, a frozen program: their version tells
            continue
        files += [(name, found.st_mtime_ns, found.st_size) for name, found in stats]
    return sorted(files)
