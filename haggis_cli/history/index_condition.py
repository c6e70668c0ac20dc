"""How the index stands to its store, found out without writing anything."""

import os
import sqlite3
from contextlib import closing
from enum import Enum
from typing import NamedTuple

from haggis_cli.history.index import MARK, index_path, mark_of, outdated
from haggis_cli.history.invalidation import Stamps
from haggis_cli.matches.store.entries import Survey
from haggis_cli.matches.store.folder import Store

_PATIENCE = 0.5  # seconds to wait for another process that writes the index


class State(Enum):
    """How an index stands to its store."""

    NONE = "not there"
    FRESH = "up to date"
    STALE = "to be brought up to date"
    BUSY = "in use"
    DAMAGED = "damaged, or none"


class Condition(NamedTuple):
    """The state of an index, and of how many files it has to be told."""

    state: State
    stale: int = 0


def condition(store: Store) -> Condition:
    """How the index stands to the store, found out without writing anything; StoreError if that cannot be read."""
    path = index_path(store.home)
    survey = store.survey()
    if not os.path.lexists(path):
        return Condition(State.NONE)
    if not path.is_file():  # a pipe would be waited for
        return Condition(State.DAMAGED)
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=_PATIENCE)) as index:
            if index.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return Condition(State.DAMAGED)
            return _compared(index, survey, empty=not path.stat().st_size)
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        return Condition(State.BUSY if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else State.DAMAGED)
    except (OSError, ValueError, TypeError):
        return Condition(State.DAMAGED)


def _compared(index: sqlite3.Connection, survey: Survey, *, empty: bool) -> Condition:
    mark = mark_of(index)
    if mark != MARK:
        older = mark[0] == MARK[0] or empty
        return Condition(State.STALE if older else State.DAMAGED, len(survey.matches))
    gone, stale = outdated(index, survey, Stamps())
    return Condition(State.STALE if gone or stale else State.FRESH, len(gone) + len(stale))


def forget(store: Store) -> None:
    """Delete the index, which the next question makes anew; OSError if the system refuses."""
    path = index_path(store.home)
    for ending in ("", "-journal", "-wal", "-shm"):
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
