"""`haggis list`: the matches of the store."""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cli.cli.completion import completer_of, player_names
from haggis_cli.cli.context import Context
from haggis_cli.cli.history_query import (
    Csv,
    Event,
    Finished,
    NoBots,
    Since,
    Until,
    WithPlayers,
    parse_period,
    query_history,
    warn_of_conflicts,
)
from haggis_cli.cli.options import Backend, Home, Json, NoColor, Scheduler, VariantId, choose_reader
from haggis_cli.cli.terminal.printer import Printer, Styled
from haggis_cli.history.selection import ORDERS, Filter, list_matches, render_state, render_totals, sort_rows
from haggis_cli.support.errors import RecordError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import render_table, width, with_direction_marks, wrap_text

if TYPE_CHECKING:
    from haggis_cli.history.people import People

CSV_COLUMNS = (
    "id",
    "variant",
    "created",
    "day",
    "players",
    "goal",
    "rounds",
    "totals",
    "winner",
    "over",
    "state",
    "event",
)
_CURRENT = "*"  # as Git marks the branch one is on

Who = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PLAYER]...",
        show_default=False,
        autocompletion=player_names,
        help="Only matches in which these people sit; the same as --player.",
    ),
]

Sort = Annotated[
    str,
    typer.Option(
        "--sort",
        metavar="ORDER",
        autocompletion=completer_of(ORDERS),
        help="newest, oldest, id, variant, event or rounds (the most first).",
    ),
]


def command(
    who: Who = None,
    player: WithPlayers = None,
    variant: VariantId = None,
    event: Event = None,
    since: Since = None,
    until: Until = None,
    finished: Finished = None,
    no_bots: NoBots = False,
    sort: Sort = "newest",
    backend: Backend = "processes",
    scheduler: Scheduler = None,
    home: Home = None,
    json: Json = False,
    csv: Csv = False,
    no_color: NoColor = False,
) -> None:
    """List the matches.

    Newest first: day, id, variant, the totals, and where the match stands. A star marks the current match, the one that
    commands mean where none is named. A match that cannot be read, or whose variant is
    not installed, is listed with the reason; copies that a sync program left are shown and never counted.

    \b
    haggis list
    haggis list Noah --unfinished
    haggis list --event "Burns Night"
    haggis list --since 2026-11 --variant three-player --json
    """
    from haggis_cli.matches.store.files import SUFFIX

    if sort not in ORDERS:
        raise UsageError(f"--sort can be {', '.join(ORDERS)}, not '{sort}'")
    if json and csv:
        raise UsageError("--json and --csv contradict each other: give one of them")
    printer = Printer(no_color=no_color)
    context = Context(printer, home, json, workers=choose_reader(backend, scheduler))
    store = context.store
    named = [*(who or ()), *(player or ())]
    wanted = Filter(tuple(named), variant, event, *parse_period(since, until), finished, bots=not no_bots)
    people = _load_people(context, asked=bool(named))
    rows, survey = query_history(context, lambda index, survey: (list_matches(index, wanted, people), survey))
    folder, current = str(store.matches_folder), str(store.find_current())
    for row in rows:
        file = os.path.join(folder, row["id"] + SUFFIX)  # noqa: PTH118 - pathlib takes 20 times as long
        row |= {"file": file, "current": file == current}
    rows = sort_rows(rows, sort)
    if json:
        printer.print_json({"matches": rows, "conflicts": survey.conflicts})
        return
    if csv:
        printer.out.write(_render_csv(rows))
    elif rows:
        _print_matches(printer, rows)
    elif survey.matches:
        printer.print_message("No match fits: 'haggis list' without options shows them all.")
    else:
        printer.print_message(f"No match yet in {store.home!s}: start one with 'haggis new'.")
    warn_of_conflicts(printer, survey.conflicts)


def _load_people(context: Context, *, asked: bool) -> "People":
    """Who is who; where nobody is asked about, matches are listed whatever the file of aliases says."""
    from haggis_cli.history.people import People, read_people

    try:
        return read_people(context.store.home)
    except RecordError as error:
        if asked:
            raise
        context.printer.print_warning(str(error))
        return People()


def _print_matches(printer: Printer, rows: list[dict[str, Any]]) -> None:
    """A line for each match; where the terminal is too narrow for that, a line for its id and the rest below it."""
    cells = [_render_cells(row) for row in rows]
    titles = ["", "date", "match", "variant", "totals", "state", "event"]
    shown = len(titles) if any(row.get("event") for row in rows) else len(titles) - 1
    heading = [printer.styled(title, "bold") for title in titles[:shown]]
    lines = render_table([heading, *(each[:shown] for each in cells)], "<" * shown).split("\n")
    columns = printer.columns
    if columns is None or max(map(width, lines)) <= columns:
        for line in lines:
            printer.print_line(Styled(line.rstrip()))
        return
    for mark, day, match, variant, totals, state, event in cells:
        printer.print_line(f"{mark or ' '} {day}  ", printer.styled(match, "bold"))
        text = f"{variant}: {totals}; {state}" if totals else state
        for part in filter(None, (event, text)):
            for line in wrap_text(part, max(columns - 4, 20)):
                printer.print_line(f"    {line}")


def _render_csv(rows: list[dict[str, Any]]) -> str:
    from haggis_cli.support.escaping import csv_text

    def cell(row: dict[str, Any], column: str) -> str | int | None:
        if column == "state":
            return render_state(row)
        value = row.get(column)
        if column == "totals":
            return render_totals(row)
        if column == "over" and value is not None:
            return int(value)
        return ", ".join(value) if isinstance(value, list) else value

    return csv_text([CSV_COLUMNS, *([cell(row, column) for column in CSV_COLUMNS] for row in rows)])


def _render_cells(row: dict[str, Any]) -> list[str]:
    def spelled(name: str) -> str:
        return with_direction_marks(escape_text(name))

    shown = render_totals(row, spelled) or ", ".join(map(spelled, row.get("players", [])))
    day = escape_text(row.get("day", "-"))
    mark = _CURRENT if row["current"] else ""
    match, variant, state = map(escape_text, (row["id"], row.get("variant", "-"), render_state(row)))
    return [mark, day, match, variant, shown, state, spelled(row.get("event") or "")]
