"""The index of the figures of all matches, which `list` and `stats` read; it can always be made anew."""

from collections.abc import Iterator

from haggis_cli.doctor.finding import Finding, Level
from haggis_cli.history.index import ask, index_path
from haggis_cli.history.index_condition import Condition, State, condition, forget
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import HaggisError, StoreError


def figures(store: Store) -> Iterator[Finding]:
    """How the index stands to the matches."""
    path = index_path(store.home)
    try:
        found = condition(store)
    except HaggisError:  # the folder of matches cannot be listed, which is told of the folder
        return

    def rebuild() -> str:
        if found.state is State.DAMAGED:
            forget(store)
        ask(store, lambda index, survey: None, lambda done, of: None)
        now = condition(store)
        if now.state is State.DAMAGED:
            raise StoreError("it cannot be written")
        return "made anew" if found.state is State.DAMAGED else "brought up to date"

    level = Level.WRONG if found.state is State.DAMAGED else Level.OK
    fix = rebuild if found.state in (State.DAMAGED, State.STALE) else None
    yield Finding(level, "index", _says(found), path, fix)


def _says(found: Condition) -> str:
    if found.state is State.NONE:
        return "not there yet: 'haggis list' makes it"
    if found.state is State.DAMAGED:
        return "damaged; it is done without, and every 'haggis list' reads all matches until it can be made anew"
    if found.state is State.BUSY:
        return "in use by another haggis"
    if found.state is State.STALE:
        return f"{found.stale} to be read again, which the next 'haggis list' does"
    return "up to date"
