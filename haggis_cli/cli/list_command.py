"""`haggis list`: the matches of the store."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from haggis_cli.cli.options import Home, Json, NoColor, Variant
from haggis_cli.cli.screen.show import Printer, safe
from haggis_cli.cli.statistics.options import (
    Csv,
    Finished,
    NoBots,
    Since,
    Until,
    WithPlayers,
    ask_history,
    chosen,
    warn_of_conflicts,
)
from haggis_cli.errors import UsageError

ORDERS: dict[str, Callable[[dict[str, Any]], Any] | None] = {
    "newest": None,  # as the index gives them
    "oldest": None,
    "id": lambda row: row["id"].casefold(),
    "variant": lambda row: row.get("variant", ""),
    "rounds": lambda row: -row.get("rounds", 0),
}
CSV = ("id", "variant", "created", "players", "goal", "rounds", "totals", "winner", "over", "state")

Sort = Annotated[
    str,
    typer.Option(
        "--sort",
        metavar="ORDER",
        autocompletion=lambda incomplete: [name for name in ORDERS if name.startswith(incomplete)],
        help="newest, oldest, id, variant or rounds (the most first).",
    ),
]


def command(
    player: WithPlayers = None,
    variant: Variant = None,
    since: Since = None,
    until: Until = None,
    finished: Finished = None,
    no_bots: NoBots = False,
    sort: Sort = "newest",
    home: Home = None,
    json: Json = False,
    csv: Csv = False,
    no_color: NoColor = False,
) -> None:
    """List the matches.

    Newest first: id, variant, the totals, and where the match stands. A match that cannot be read, or whose variant is
    not installed, is listed with the reason; copies that a sync program left are shown and never counted.

    \b
    haggis list
    haggis list --player Noah --unfinished
    haggis list --since 2026-11 --variant three-player --json
    """
    from haggis_cli.history.people import read_people
    from haggis_cli.history.stats import listing
    from haggis_cli.records.store import Store, home_from

    if sort not in ORDERS:
        raise UsageError(f"--sort can be {', '.join(ORDERS)}, not '{safe(sort)}'")
    if json and csv:
        raise UsageError("--json and --csv contradict each other: give one of them")
    printer = Printer(no_color=no_color)
    store = Store(home_from(home))
    wanted = chosen(player, variant, since, until, finished, no_bots)
    people = read_people(store.home)
    rows, survey = ask_history(printer, store, lambda index, survey: (listing(index, wanted, people), survey))
    for row in rows:
        row["file"] = str(store.path_of(row["id"]))
    rows = _sorted(rows, sort)
    if json:
        printer.emit_json({"matches": rows, "conflicts": survey.conflicts})
        return
    if csv:
        printer.out.write(_csv(rows))
    elif rows:
        heading = [printer.styled(title, "bold") for title in ("match", "variant", "totals", "state")]
        printer.table([heading, *(_cells(row) for row in rows)], "=<<<")
    elif survey.matches:
        printer.say("No match fits: 'haggis list' without options shows them all.")
    else:
        printer.say(f"No match yet in {safe(str(store.home))}: start one with 'haggis new'.")
    warn_of_conflicts(printer, survey.conflicts)


def _sorted(rows: list[dict[str, Any]], order: str) -> list[dict[str, Any]]:
    if order == "oldest":
        return rows[::-1]
    key = ORDERS[order]
    return sorted(rows, key=key) if key else rows


def _csv(rows: list[dict[str, Any]]) -> str:
    from haggis_cli.cli.statistics.csv import csv_text

    def cell(row: dict[str, Any], column: str) -> str | int | None:
        if column == "state":
            return _state(row)
        value = row.get(column)
        if column == "totals":
            return _totals(row)
        if column == "over" and value is not None:
            return int(value)
        return ", ".join(value) if isinstance(value, list) else value

    return csv_text([CSV, *([cell(row, column) for column in CSV] for row in rows)])


def _totals(row: dict[str, Any]) -> str:
    return ", ".join(f"{safe(name)} {total}" for name, total in (row.get("totals") or {}).items())


def _cells(row: dict[str, Any]) -> list[str]:
    shown = _totals(row) or ", ".join(map(safe, row.get("players", [])))
    return [safe(row["id"]), safe(row.get("variant", "-")), shown, safe(_state(row))]


def _state(row: dict[str, Any]) -> str:
    if row["error"]:
        return f"cannot be used: {row['error'].splitlines()[0]}"
    if not row["ok"]:
        return "breaks the rules: 'haggis check' tells where"
    return _standing(row) + ("" if row.get("rated", True) else " (not counted)")


def _standing(row: dict[str, Any]) -> str:
    if row["winner"]:
        return f"{row['winner']} has won"
    if row["over"]:
        return "closed"
    rounds = row["rounds"]
    if row["in_progress"]:
        return f"in round {rounds}, to {row['goal']}"
    return f"{rounds} round{'s' * (rounds != 1)}, to {row['goal']}"
