"""The scoresheets of all matches of an event: one after another, or each in a file of its own."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import typer

from haggis_cli.cli.history_query import find_event_matches, query_history
from haggis_cli.cli.sheet.writing import fit_to_screen, is_to_screen, load_sheet, print_complaints
from haggis_cli.cli.terminal.printer import Printer, safe, short_path
from haggis_cli.history.people import read_people
from haggis_cli.history.query import Season, find_season
from haggis_cli.history.renderers.season_page import render_index, render_season
from haggis_cli.history.selection import Filter
from haggis_cli.matches.store.files import home_folder
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.output_file import is_folder, write_output_file
from haggis_cli.sheets.renderers.formats import SheetFormat, Style, find_format
from haggis_cli.sheets.renderers.json import sheet_json
from haggis_cli.sheets.renderers.svg import read_asset
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.files import user_path
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import pluralize


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


# All matches as a small web site: an index, the season, a page for every match; files that any host can serve.


_MATCHES = "matches"
"""The folder of the pages of matches: one may be called index or season."""


def write_site(printer: Printer, event: str | None, output: str, *, force: bool, home: str | None) -> None:
    """Write the site into a folder, which is made if need be; exit code 3 if a match cannot be shown.

    A file that exists is replaced with `force` only, and none is written if there is one.
    """
    if is_to_screen(output):
        raise UsageError("--all writes a folder: name it with -o, like -o site/")
    folder, store = user_path(output), Store(home_folder(home))
    if folder.is_file():
        raise UsageError(f"{safe(output)} is a file: --all writes a folder")
    people = read_people(store.home)
    season = query_history(
        printer, store, lambda index, survey: find_season(index, survey, Filter(event=event), people)
    )
    names = [row["id"] for row in season.matches]
    files = [folder / "index.html", folder / "season.html", *(folder / _MATCHES / f"{name}.html" for name in names)]
    _prepare_folder(folder, files, force=force)
    errors: list[HaggisError] = []
    with defer_signals(last=True):
        shown = set(_write_matches(store, folder, names, errors, force=force, home=home))
        for name, page in _overviews(season, season.title(event), shown):
            write_output_file(str(folder / name), page.encode(), force=force, home=home)
        where = short_path(str(folder / "index.html"))
        printer.print_message(f"{pluralize(len(shown), 'match', 'matches')}: begin at {safe(where)}.")
    for error in errors:
        printer.print_error(str(error))
    if errors:
        raise typer.Exit(max(error.exit_code for error in errors))


def _prepare_folder(folder: Path, files: list[Path], *, force: bool) -> None:
    with suppress(OSError):  # what cannot be looked at cannot be written either, and is told then
        there = next((file for file in files if file.exists()), None)
        if there and not force:
            raise StoreError(f"{safe(short_path(str(there)))}: there is such a file already; --force replaces it")
    try:
        (folder / _MATCHES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{safe(str(folder))}: the folder cannot be made: {error.strerror}") from None


def _write_matches(
    store: Store, folder: Path, names: list[str], errors: list[HaggisError], *, force: bool, home: str | None
) -> Iterator[str]:
    """The names of those that have a page now; what cannot be shown is added to the errors."""
    html = find_format("html")
    for name in names:
        try:
            sheet = load_sheet(str(store.path_of(name)), home, html, qr=False)
        except HaggisError as error:
            errors.append(error)
            continue
        page = html.render_bytes(sheet, Style(back="../index.html"))
        write_output_file(str(folder / _MATCHES / f"{name}.html"), page, force=force, home=home)
        yield name


def _overviews(season: Season, title: str, shown: set[str]) -> Iterator[tuple[str, str]]:
    def link(match: str) -> str | None:
        return f"{_MATCHES}/{quote(match)}.html" if match in shown else None

    styles = read_asset("page.css")
    yield "index.html", render_index(season, title, styles, season_page="season.html", link=link)
    yield "season.html", render_season(season, title, styles, link=link, back="index.html")
