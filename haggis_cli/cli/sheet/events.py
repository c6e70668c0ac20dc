"""The scoresheets of many matches: those of an event, or all of them as a small web site."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from urllib.parse import quote

import typer

from haggis_cli.cli.options import Context, find_event_matches, query_history
from haggis_cli.cli.sheet.writing import Target, load_sheet
from haggis_cli.cli.terminal.printer import short_path
from haggis_cli.history.query import Season, find_season_in_parts
from haggis_cli.history.renderers.season_page import render_index, render_season
from haggis_cli.history.selection import Filter, read_people, with_looks
from haggis_cli.matches.heading import file_names
from haggis_cli.matches.store.atomic_write import STANDARD_OUTPUT, is_folder, write_output_file
from haggis_cli.matches.store.files import user_path
from haggis_cli.sheets.renderers.formats import Style, find_format
from haggis_cli.sheets.renderers.svg import draw_fans, read_asset
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import pluralize


def export_event_sheets(target: Target, event: str, *, qr: bool) -> None:
    """Write the sheets of an event; exit code 3 if one cannot be, 1 if a match breaks a rule."""
    sheets: dict[str, Sheet] = {}
    errors: list[HaggisError] = []
    for path in find_event_matches(target.context, event):
        try:
            sheets[path.stem] = load_sheet(target.context, str(path), target.form, qr=qr)
        except HaggisError as error:
            errors.append(error)
    if sheets:
        _write_sheets(target, sheets)
    for each in errors:
        target.context.printer.print_error(str(each))
    complaints = [complaint for sheet in sheets.values() for complaint in sheet.complaints]
    target.print_complaints(complaints)
    if errors or complaints:
        raise typer.Exit(max((error.exit_code for error in errors), default=1))


def _write_sheets(target: Target, sheets: dict[str, Sheet]) -> None:
    """Write the sheets to the screen, to one file, or to a folder; UsageError where one file cannot hold them."""
    form, together = target.form, list(sheets.values())
    if is_folder(target.output):
        target.warn()
        folder = user_path(target.output)
        _make_folder(folder, target.output)
        names = file_names({match: sheet.title for match, sheet in sheets.items()})
        with defer_signals(last=True):
            for match, sheet in sheets.items():
                file = folder / f"{names[match]}{form.extension}"
                target.write_file(str(file), form.render_bytes(sheet, target.style))
            _print_written(target, len(sheets))
    elif target.is_screen:
        target.context.printer.out.write(form.render_many(together, target.screen_style))
    else:
        text = form.render_many(together, target.style)
        with defer_signals(last=True):
            target.write_file(target.output, text.encode())
            _print_written(target, len(sheets))


def _print_written(target: Target, sheets: int) -> None:
    where = short_path(target.output)
    target.context.printer.print_message(f"{pluralize(sheets, 'sheet')} written to {where}.")


def _make_folder(folder: Path, shown: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{shown}: the folder cannot be created: {error.strerror}") from None


# All matches as a small web site: an index, the season, a page for every match; files that any host can serve.

_MATCHES = "matches"
"""The folder of the pages of matches: one may be called index or season."""


def write_site(context: Context, event: str | None, output: str, *, force: bool) -> None:
    """Write the site into a folder, which is made if need be; exit code 3 if a match cannot be shown.

    A file that exists is replaced with `force` only, and none is written if there is one.
    """
    if output == STANDARD_OUTPUT:
        raise UsageError("--all writes a folder: name it with -o, as in -o site/")
    folder, printer = user_path(output), context.printer
    if folder.is_file():
        raise UsageError(f"{output} is a file, but --all writes a folder")
    people = read_people(context.store.home)
    ask = partial(find_season_in_parts, wanted=Filter(event=event), people=people)
    season = query_history(context, with_looks(context.store, ask))
    names = [row["id"] for row in season.matches]
    files = [folder / "index.html", folder / "season.html", *(folder / _MATCHES / f"{name}.html" for name in names)]
    _prepare_folder(folder, files, force=force)
    errors: list[HaggisError] = []
    with defer_signals(last=True):
        shown = set(_write_matches(context, folder, names, errors, force=force))
        for name, page in _overviews(season, season.title(event), shown):
            context.print_notice(write_output_file(str(folder / name), page.encode(), force=force, home=context.home))
        where = short_path(str(folder / "index.html"))
        printer.print_message(f"{pluralize(len(shown), 'match', 'matches')}. Open {where}.")
    for error in errors:
        printer.print_error(str(error))
    if errors:
        raise typer.Exit(max(error.exit_code for error in errors))


def _prepare_folder(folder: Path, files: list[Path], *, force: bool) -> None:
    with suppress(OSError):  # what cannot be looked at cannot be written either, and is told then
        there = next((file for file in files if file.exists()), None)
        if there and not force:
            raise StoreError(f"{short_path(str(there))}: this file already exists; --force replaces it")
    _make_folder(folder / _MATCHES, str(folder))


def _write_matches(
    context: Context, folder: Path, names: list[str], errors: list[HaggisError], *, force: bool
) -> Iterator[str]:
    """The names of those that have a page now; what cannot be shown is added to the errors."""
    html = find_format("html")
    for name in names:
        try:
            sheet = load_sheet(context, str(context.store.path_of(name)), html)
        except HaggisError as error:
            errors.append(error)
            continue
        page = html.render_bytes(sheet, Style(back="../index.html"))
        file = str(folder / _MATCHES / f"{name}.html")
        context.print_notice(write_output_file(file, page, force=force, home=context.home))
        yield name


def _overviews(season: Season, title: str, shown: set[str]) -> Iterator[tuple[str, str]]:
    def link(match: str) -> str | None:
        return f"{_MATCHES}/{quote(match)}.html" if match in shown else None

    styles = read_asset("page.css")
    yield "index.html", render_index(season, title, styles, season_page="season.html", link=link)
    yield "season.html", render_season(season, title, styles, draw_fans, link=link, back="index.html")
