"""The matches of an event, for commands that write several."""

from pathlib import Path

from haggis_cli.cli.history_query import query_history
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.history.filters import Filter
from haggis_cli.history.people import People
from haggis_cli.history.selection import list_matches
from haggis_cli.matches.store.folder import Store


def find_event_matches(printer: Printer, store: Store, event: str) -> list[Path]:
    """The files of the matches that belong to an event, the oldest first; UsageError if none does."""
    rows = query_history(printer, store, lambda index, _: list_matches(index, Filter(event=event), People()))
    return [store.path_of(row["id"]) for row in reversed(rows)]
