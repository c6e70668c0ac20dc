"""`haggis list`: the matches of the store."""

from operator import itemgetter
from pathlib import Path
from typing import Any

from haggis_cli.cli.options import Home, Json, NoColor
from haggis_cli.cli.show import Printer, safe
from haggis_cli.errors import HaggisError


def command(home: Home = None, json: Json = False, no_color: NoColor = False) -> None:
    """List the matches.

    Newest first: id, variant, the totals, and where the match stands. A match that cannot be read, or whose variant is
    not installed, is listed with the reason; copies that a sync program left are shown and never counted.
    """
    from haggis_cli.records.store import Store, home_from

    printer = Printer(no_color=no_color)
    store = Store(home_from(home))
    found = sorted((_row(store.read, path) for path in store.matches()), key=itemgetter(0), reverse=True)
    rows = [row for _, row in found]
    conflicts = [path.name for path in store.conflicts()]
    if json:
        printer.emit_json({"matches": rows, "conflicts": conflicts})
        return
    if not rows:
        printer.say(f"No match yet in {safe(str(store.home))}: start one with 'haggis new'.")
    else:
        heading = [printer.styled(title, "bold") for title in ("match", "variant", "totals", "state")]
        printer.table([heading, *(_cells(row) for row in rows)], "=<<<")
    for name in conflicts:
        printer.warn(f"{name} is a copy of a match that a sync program or a save left; it is not counted")


def _row(read: Any, path: Path) -> tuple[float, dict[str, Any]]:
    """When a match was created, and the match as data; what keeps it from being adjudicated stands under `error`.

    The id is what the file is called: by that name every command finds the match.
    """
    from haggis_cli.records.toml import MatchFile
    from haggis_cli.referee import adjudicate
    from haggis_cli.registry import load

    row: dict[str, Any] = {"id": path.stem, "file": str(path), "error": None}
    when = 0.0
    try:
        match = MatchFile(read(path).data, path.name)
        record = match.record
        when = record.created.timestamp()
        row |= {"variant": record.variant, "created": record.created.isoformat()}
        row |= {"players": record.players, "rounds": len(record.rounds)}
        report = adjudicate(match, load(record.variant))
    except HaggisError as error:
        return when, row | {"error": str(error)}
    names = report.table.side_names
    return when, row | {
        "ok": report.ok,
        "totals": dict(zip(names, report.totals, strict=True)) if report.totals else None,
        "winner": names[report.winner] if report.winner is not None else None,
        "over": report.over,
        "goal": str(report.goal),
        "in_progress": report.current is not None,
    }


def _cells(row: dict[str, Any]) -> list[str]:
    totals = row.get("totals") or {}
    players = row.get("players", [])
    shown = ", ".join(f"{safe(name)} {total}" for name, total in totals.items()) or ", ".join(map(safe, players))
    return [safe(row["id"]), safe(row.get("variant", "-")), shown, safe(_state(row))]


def _state(row: dict[str, Any]) -> str:
    if row["error"]:
        return f"cannot be used: {row['error'].splitlines()[0]}"
    if not row["ok"]:
        return "breaks the rules: 'haggis check' tells where"
    if row["winner"]:
        return f"{row['winner']} has won"
    if row["over"]:
        return "closed"
    rounds = row["rounds"]
    if row["in_progress"]:
        return f"in round {rounds}, to {row['goal']}"
    return f"{rounds} round{'s' * (rounds != 1)}, to {row['goal']}"
