"""The scoresheets of all matches of an event: one after another, or each in a file of its own."""

import json
from pathlib import Path

import typer

from haggis_cli.cli.sheet.loading import load_sheet
from haggis_cli.cli.sheet.writing import fit_to_screen, is_to_screen, print_complaints
from haggis_cli.cli.terminal.printer import Printer, safe, short_path
from haggis_cli.cli.views.event_matches import find_event_matches
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.output_file import is_folder, write_output_file
from haggis_cli.matches.store.places import home_folder
from haggis_cli.sheets.renderers.formats import SheetFormat, Style
from haggis_cli.sheets.renderers.json import sheet_json
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.paths import user_path


def export_event_sheets(
    printer: Printer,
    event: str,
    chosen: SheetFormat,
    style: Style,
    output: str,
    *,
    qr: bool,
    force: bool,
    home: str | None,
) -> None:
    """Write the sheets of an event; exit code 3 if one cannot be, 1 if a match breaks a rule."""
    sheets: dict[str, Sheet] = {}
    errors: list[HaggisError] = []
    for path in find_event_matches(printer, Store(home_folder(home)), event):
        try:
            sheets[path.stem] = load_sheet(str(path), home, chosen, qr=qr)
        except HaggisError as error:
            errors.append(error)
    if sheets:
        _write_sheets(printer, sheets, chosen, style, output, force=force, home=home)
    for each in errors:
        printer.print_error(str(each))
    complaints = [complaint for sheet in sheets.values() for complaint in sheet.complaints]
    print_complaints(printer, complaints, chosen, output)
    if errors or complaints:
        raise typer.Exit(max((error.exit_code for error in errors), default=1))


def _write_sheets(
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
    if is_folder(output):
        folder = user_path(output)
        _make_folder(folder, output)
        with defer_signals(last=True):
            for name, sheet in sheets.items():
                path = folder / f"{name}{chosen.extension}"
                write_output_file(str(path), chosen.render_bytes(sheet, style), force=force, home=home)
            printer.print_message(f"{pluralize(len(sheets), 'sheet')} written to {safe(short_path(output))}.")
        return
    if is_to_screen(output):
        printer.out.write(_render_together(list(sheets.values()), chosen, fit_to_screen(printer, style)))
        return
    text = _render_together(list(sheets.values()), chosen, style)
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
