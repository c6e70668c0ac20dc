"""The way from a command to the index of all matches."""

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.progress import progress

if TYPE_CHECKING:
    from haggis_cli.matches.store.entries import Survey
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.support.jobs.workers import Workers

Answer = TypeVar("Answer")


def query_history(
    printer: Printer,
    store: "Store",
    question: "Callable[[sqlite3.Connection, Survey], Answer]",
    workers: "Workers | None" = None,
) -> Answer:
    """Put a question to the index of the store, brought up to date; where that takes a while, tell how far it is.

    workers: who reads where there are many matches; this process if left out.
    """
    from haggis_cli.history.index import query_index
    from haggis_cli.support.jobs.workers import ALONE

    with progress(printer, "matches read") as show:
        return query_index(store, question, show, workers or ALONE)
