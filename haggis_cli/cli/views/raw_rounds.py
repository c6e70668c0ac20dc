"""The rounds of a match as they stand in its file, for a match whose variant cannot be used."""

from typing import Any

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.places import home_folder
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support.errors import VariantError


def print_unjudged_rounds(
    printer: Printer, match: str | None, home: str | None, fault: VariantError, *, json: bool
) -> None:
    """Print what the file says, unjudged; RecordError or StoreError if it cannot be read at all."""
    store = Store(home_folder(home))
    path = store.find(match)
    record = MatchFile(store.read(path).data, path.name).record
    if json:
        printer.print_json(_as_json(record, str(fault)))
        return
    printer.print_line(
        f"{printer.styled(safe(record.id), 'bold')}: {safe(record.variant)}, {', '.join(map(safe, record.players))}"
    )
    for line in record.notes.splitlines():
        printer.print_line(safe(line))
    for number, each in enumerate(record.rounds, 1):
        printer.print_line()
        printer.print_line(printer.styled(f"Round {number}, not judged", "bold"))
        for line in _render_round(each):
            printer.print_line(f"  {safe(line)}")


def _as_json(record: MatchRecord, fault: str) -> dict[str, Any]:
    rounds = [each.model_dump(mode="json", exclude_none=True) for each in record.rounds]
    about = record.model_dump(mode="json", include={"id", "variant", "players", "notes"})
    return about | {"error": fault, "rounds": rounds}


def _render_round(record: RoundRecord) -> list[str]:
    notes = record.notes.splitlines()
    if record.table is None:
        return [*notes, *(record.events or [])]
    return [*notes, *(f"{key}: {_render_value(value)}" for key, value in record.table if value)]


def _render_value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
