"""The index of the figures of all matches, which `list` and `stats` read, and the reviews that are kept beside it.

Both can always be made anew.
"""

import os
import sqlite3
from collections.abc import Iterator

from haggis_cli.doctor.finding import Finding, Level
from haggis_cli.history.database import delete_database
from haggis_cli.history.index import index_path, update_index
from haggis_cli.history.index_condition import IndexState, IndexStatus, check_index
from haggis_cli.history.reviews import are_reviews_damaged, reviews_path
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import HaggisError, StoreError


def check_history_index(store: Store) -> Iterator[Finding]:
    """How the index stands to the matches."""
    path = index_path(store.home)
    try:
        found = check_index(store)
    except HaggisError:  # the folder of matches cannot be listed: that is a finding on the folder
        return

    def rebuild() -> str:
        if found.state is IndexState.DAMAGED:
            delete_database(path)
        try:
            update_index(store)
        except sqlite3.Error as error:
            raise StoreError(f"it cannot be written ({error})") from None
        return "made anew" if found.state is IndexState.DAMAGED else "brought up to date"

    level = Level.WRONG if found.state is IndexState.DAMAGED else Level.OK
    fix = rebuild if found.state in (IndexState.DAMAGED, IndexState.STALE) else None
    yield Finding(level, "index", _describe_condition(found), path, fix)


def check_reviews(store: Store) -> Iterator[Finding]:
    """Whether the reviews that are kept can be used; nothing is said while there are none."""
    path = reviews_path(store.home)
    if not os.path.lexists(path):
        return

    def delete() -> str:
        delete_database(path)
        return "deleted; 'haggis review' makes them anew"

    if are_reviews_damaged(path):
        message = "damaged; they are done without until they can be made anew"
        yield Finding(Level.WRONG, "reviews", message, path, delete)
    else:
        yield Finding(Level.OK, "reviews", "kept for the next 'haggis review'", path)


def _describe_condition(found: IndexStatus) -> str:
    if found.state is IndexState.NONE:
        return "not there yet: 'haggis list' makes it"
    if found.state is IndexState.DAMAGED:
        return "damaged; it is done without, and every 'haggis list' reads all matches until it can be made anew"
    if found.state is IndexState.BUSY:
        return "in use by another haggis"
    if found.state is IndexState.STALE:
        return f"{found.stale} to be read again, which the next 'haggis list' does"
    return "up to date"
