"""The scoresheets of all matches of an event: one after another, or each in a file of its own."""

import json
from collections.abc import Callable
from pathlib import Path

from haggis_cli.cli.terminal.printer import Printer, safe, short_path
from haggis_cli.cli.views.event_matches import find_event_matches
from haggis_cli.exchange.export_files import is_folder
from haggis_cli.matches.store.folder import Store, home_folder
from haggis_cli.matches.store.output_file import write_output_file
from haggis_cli.sheets.renderers.formats import SheetFormat, Style
from haggis_cli.sheets.renderers.json import sheet_json
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.paths import user_path

STANDARD_OUTPUT = "-"


def load_event_sheets(
    printer: Printer, home: str | None, event: str, load: Callable[[str], Sheet]
) -> tuple[dict[str, Sheet], list[HaggisError]]:
    """The sheets of the matches of an event by the names of their files, and what keeps the others from having one."""
    sheets, errors = {}, []
    for path in find_event_matches(printer, Store(home_folder(home)), event):
        try:
            sheets[path.stem] = load(str(path))
        except HaggisError as error:
            errors.append(error)
    return sheets, errors


def write_event_sheets(
    printer: Printer,
    sheets: dict[str, Sheet],
    chosen: SheetFormat,
    style: Style,
    output: str,
    *,
    force: bool,
    home: str | None,
) -> None:
    """Write the sheets to the screen, to one file, or to a folder; UsageError where one file cannot hold them."""
    if output != STANDARD_OUTPUT and is_folder(output):
        folder = user_path(output)
        _make_folder(folder, output)
        with defer_signals(last=True):
            for name, sheet in sheets.items():
                path = folder / f"{name}{chosen.extension}"
                write_output_file(str(path), chosen.render_bytes(sheet, style), force=force, home=home)
            printer.print_message(f"{pluralize(len(sheets), 'sheet')} written to {safe(short_path(output))}.")
        return
    text = _render_together(list(sheets.values()), chosen, style)
    if output == STANDARD_OUTPUT:
        printer.out.write(text)
        return
    with defer_signals(last=True):
        write_output_file(output, text.encode(), force=force, home=home)
        printer.print_message(f"{pluralize(len(sheets), 'sheet')} written to {safe(short_path(output))}.")


def _make_folder(folder: Path, shown: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{safe(shown)}: the folder cannot be made: {error.strerror}") from None


def _render_together(sheets: list[Sheet], chosen: SheetFormat, style: Style) -> str:
    if chosen.name == "json":
        return json.dumps({"sheets": [sheet_json(sheet) for sheet in sheets]}, ensure_ascii=True, indent=2) + "\n"
    texts = [chosen.render(sheet, style) for sheet in sheets] if chosen.joins and not style.wide else []
    if chosen.name == "csv" and texts:  # all have the same headings
        return texts[0] + "".join(text.partition("\n")[2] for text in texts[1:])
    if texts:
        return "\n".join(texts)
    what = "a wide table" if style.wide else chosen.name
    raise UsageError(f"{what} holds one match, not all of an event: name a folder with -o, like -o sheets/")
