"""How the index stands to its store, found out without writing anything."""

import os
import sqlite3
from enum import Enum
from typing import NamedTuple

from haggis_cli.history.database import look_at_database, read_mark
from haggis_cli.history.index import LAYOUT, find_outdated, index_path
from haggis_cli.history.index_seal import check_seal
from haggis_cli.history.invalidation import Stamps
from haggis_cli.matches.store.entries import Survey
from haggis_cli.matches.store.folder import Store


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
