"""What commands about many matches share: the options that choose matches, and a question to the index of all."""

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, TypeVar

from haggis_cli.cli.completion import player_names
from haggis_cli.cli.options import Context, event_option, option
from haggis_cli.cli.terminal.display import progress
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.history.selection import Filter, People, list_matches, parse_date
from haggis_cli.matches.store.files import Survey

Answer = TypeVar("Answer")

WithPlayers = Annotated[
    list[str] | None,
    option("--player -p NAME", "Only matches in which NAME sits; may be given several times.", player_names),
]
Event = Annotated[str | None, event_option("Only matches of this evening, league or tournament.")]
Since = Annotated[str | None, option("--since DATE", "Only from this day, month or year on.")]
Until = Annotated[str | None, option("--until DATE", "Only up to this day, month or year.")]
Finished = Annotated[bool | None, option("--finished/--unfinished", "Only matches that are over, or not.")]
NoBots = Annotated[bool, option("--no-bots", "Leave out matches with computer players.")]
Csv = Annotated[bool, option("--csv", "Write comma-separated values, for spreadsheets.")]


def parse_period(since: str | None, until: str | None) -> tuple[str | None, str | None]:
    """The first day of `--since` and the first after `--until`; UsageError for what is no date."""
    return (
        None if since is None else parse_date(since, "--since"),
        None if until is None else parse_date(until, "--until", end=True),
    )


def query_history(context: Context, question: "Callable[[sqlite3.Connection, Survey], Answer]") -> Answer:
    """Put a question to the index of the store, brought up to date; where that takes a while, tell how far it is."""
    from haggis_cli.history.index import query_index
    from haggis_cli.support.jobs import ALONE

    with progress(context.printer, "matches read") as show:
        return query_index(context.store, question, show, context.workers or ALONE)


def find_event_matches(context: Context, event: str) -> list[Path]:
    """The files of the matches that belong to an event, the oldest first; UsageError if none does."""
    rows = query_history(context, lambda index, _: list_matches(index, Filter(event=event), People()))
    return [context.store.path_of(row["id"]) for row in reversed(rows)]


def warn_of_conflicts(printer: Printer, names: Iterable[str]) -> None:
    """Tell of each copy that it is not counted."""
    for name in names:
        printer.print_warning(f"{name} is a copy of a match that a sync program or a save left; it is not counted")
