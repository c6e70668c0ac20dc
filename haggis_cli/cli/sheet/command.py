"""`haggis sheet`: the scoresheet of a match, in the format of one's choice."""

from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.completion.candidates import sheet_formats
from haggis_cli.cli.options import (
    Home,
    Match,
    PlayerCount,
    PlayerNames,
    VariantId,
    VariantOptions,
    event_option,
    parse_option_pairs,
)
from haggis_cli.cli.terminal.printer import Printer, safe, short_path
from haggis_cli.support.errors import UsageError
from haggis_cli.support.glyphs import ASCII, glyphs_for
from haggis_cli.support.interrupts import defer_signals

if TYPE_CHECKING:
    from haggis_cli.sheets.renderers.formats import SheetFormat, Style
    from haggis_cli.sheets.sheet import Sheet

STANDARD_OUTPUT = "-"
USUAL_WIDTH = 80
FORMATS_WITH_COMPLAINTS = ("text", "markdown")
"""The formats in which the sheet itself names what breaks a rule."""

FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        autocompletion=sheet_formats,
        help="text, markdown, csv, json, html, svg, pdf or xlsx; text if not said.",
    ),
]
Output = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Where to write; its ending says the format; - is the screen or pipe."
    ),
]
Event = Annotated[
    str | None, event_option("The sheets of all matches of this evening, league or tournament; -o DIR: each in a file.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
Wide = Annotated[
    bool | None,
    typer.Option("--wide/--long", help="csv: a line for each round, or one for each round and player (usual)."),
]
Blank = Annotated[
    bool, typer.Option("--blank", help="An empty sheet for pen and paper: of a match, or of --variant without one.")
]
Paper = Annotated[str | None, typer.Option("--paper", metavar="SIZE", help="pdf and xlsx: a4 (usual) or letter.")]
Qr = Annotated[
    bool,
    typer.Option("--qr", help="html and pdf: with a link and a QR code that put the match into BG Stats on a phone."),
]
AsJson = Annotated[bool, typer.Option("--json", help="The same as --format json.")]


def command(
    match: Match = None,
    event: Event = None,
    format_name: FormatName = None,
    output: Output = STANDARD_OUTPUT,
    force: Force = False,
    wide: Wide = None,
    paper: Paper = None,
    qr: Qr = False,
    blank: Blank = False,
    variant: VariantId = None,
    player: PlayerNames = None,
    players: PlayerCount = None,
    option: VariantOptions = None,
    json: AsJson = False,
    home: Home = None,
) -> None:
    """Export the scoresheet of a match.

    The columns are those of the official sheets. A round in progress has a line without figures. html is one page that
    needs nothing else: the sheet, the score chart, and the recorded rounds to step through; svg is the chart alone.
    Exit code 1: the match breaks a rule; what is known is written all the same.

    With --blank the sheet is empty, for pen and paper: with the players of a match, or for a table of its own that
    --variant, --player or --players and --option say.

    \b
    haggis sheet
    haggis sheet friday -o friday.html
    haggis sheet friday --format csv --wide
    haggis sheet --event "Burns Night" --format html -o sheets/
    haggis sheet --blank --variant neeps -o blank.html
    """
    printer = Printer()
    if event is not None and (match is not None or blank):
        raise UsageError("--event is for the sheets of several matches: leave out MATCH and --blank")
    chosen = _choose_format(format_name, output, json, several=event is not None)
    style = _make_style(chosen, wide, paper)
    if qr and (blank or not chosen.shows_link):
        raise UsageError("--qr is for the html and pdf sheets of a match: add --format html")
    if chosen.binary and output == STANDARD_OUTPUT and printer.columns is not None:
        raise UsageError(f"{chosen.name} is nothing to look at in a terminal: add -o FILE")
    if event is not None:
        _write_event(printer, event, chosen, style, output, qr=qr, force=force, home=home)
        return
    if blank:
        if not chosen.allows_blank:
            raise UsageError(f"nobody writes on {chosen.name}: a blank sheet is text, markdown, html or pdf")
        sheet = _make_blank_sheet(match, home, variant, player, players, option)
    elif any(value is not None for value in (variant, player, players, option)):
        raise UsageError("--variant, --player, --players and --option say whose sheet is blank: add --blank")
    else:
        sheet = _load_sheet(match, home, chosen, qr=qr)
    _write_sheet(printer, sheet, chosen, style, output, force=force, home=home)
    if output != STANDARD_OUTPUT or chosen.name not in FORMATS_WITH_COMPLAINTS:
        for complaint in sheet.complaints:
            printer.print_error(complaint)
    if sheet.complaints:
        raise typer.Exit(1)


def _load_sheet(match: str | None, home: str | None, chosen: "SheetFormat", *, qr: bool) -> "Sheet":
    from haggis_cli.cli.opening import open_match
    from haggis_cli.plugins.isolation import guard_rules
    from haggis_cli.sheets.sheet import Link, scoresheet

    report = open_match(match, home).report
    with guard_rules(report.table.variant.id):
        sheet = scoresheet(report, plays=chosen.shows_plays)
    if not qr:
        return sheet
    from haggis_cli.exchange.formats.bgstats.link import draw_link, play_link

    address = play_link(report)
    return sheet._replace(link=Link(address, draw_link(address)))


def _make_blank_sheet(
    match: str | None,
    home: str | None,
    variant: str | None,
    names: list[str] | None,
    number: int | None,
    option: list[str] | None,
) -> "Sheet":
    """A sheet for the players of a match and its goal, or for a table that everything else describes."""
    from haggis_cli.book.match_settings import parse_player_name
    from haggis_cli.cli.opening import open_match
    from haggis_cli.library.tables import build_table
    from haggis_cli.plugins.isolation import guard_rules
    from haggis_cli.referee.seating import count_players
    from haggis_cli.sheets.blank import blank_sheet, blank_sheet_of, with_names

    if all(value is None for value in (variant, names, number, option)):
        opened = open_match(match, home)
        with guard_rules(opened.variant.id):
            return blank_sheet_of(opened.report, opened.path.stem)
    if match is not None:
        raise UsageError("a match has its own table: leave out MATCH, or --variant and what else sets one")
    table = build_table(variant, count_players(names, number), options=parse_option_pairs(option))
    with guard_rules(table.variant.id):
        return blank_sheet(with_names(table, [parse_player_name(name) for name in names or ()]))


def _write_event(
    printer: Printer,
    event: str,
    chosen: "SheetFormat",
    style: "Style",
    output: str,
    *,
    qr: bool,
    force: bool,
    home: str | None,
) -> None:
    """Write the sheets of an event; exit code 3 if one cannot be, 1 if a match breaks a rule."""
    from haggis_cli.cli.sheet.event_sheets import load_event_sheets, write_event_sheets

    sheets, errors = load_event_sheets(printer, home, event, lambda path: _load_sheet(path, home, chosen, qr=qr))
    if sheets:
        seen = style if output != STANDARD_OUTPUT else _fit_to_screen(printer, style)
        write_event_sheets(printer, sheets, chosen, seen, output, force=force, home=home)
    for error in errors:
        printer.print_error(str(error))
    complaints = [complaint for sheet in sheets.values() for complaint in sheet.complaints]
    if output != STANDARD_OUTPUT or chosen.name not in FORMATS_WITH_COMPLAINTS:
        for complaint in complaints:
            printer.print_error(complaint)
    if errors or complaints:
        raise typer.Exit(max((error.exit_code for error in errors), default=1))


def _fit_to_screen(printer: Printer, style: "Style") -> "Style":
    """The style for what is written to the screen or a pipe."""
    from dataclasses import replace

    return replace(style, width=printer.columns or USUAL_WIDTH, ascii=glyphs_for(printer.out.encoding) is ASCII)


def _choose_format(name: str | None, output: str, json: bool, *, several: bool) -> "SheetFormat":
    from haggis_cli.sheets.renderers.formats import find_format, find_format_by_extension

    if json and name is not None and name.strip().casefold() != "json":
        raise UsageError(f"--json and --format {name} contradict each other: give one of them")
    if json or name is not None:
        return find_format("json" if json or name is None else name)
    if output == STANDARD_OUTPUT or (several and not PurePath(output).suffix):  # to the screen, or to a folder
        return find_format("text")
    return find_format_by_extension(output)


def _make_style(chosen: "SheetFormat", wide: bool | None, paper: str | None) -> "Style":
    from haggis_cli.sheets.renderers.formats import PAPERS, Style

    if wide is not None and chosen.name != "csv":
        raise UsageError("--wide and --long are for csv: add --format csv")
    size = PAPERS[0] if paper is None else paper.strip().casefold()
    if size not in PAPERS:
        raise UsageError(f"--paper is {' or '.join(PAPERS)}, not '{safe(size)}'")
    if paper is not None and not chosen.paged:
        raise UsageError("--paper is for pdf and xlsx: the others are printed on what there is")
    return Style(wide=bool(wide), paper=size)


def _write_sheet(
    printer: Printer,
    sheet: "Sheet",
    chosen: "SheetFormat",
    style: "Style",
    output: str,
    *,
    force: bool,
    home: str | None,
) -> None:
    if output != STANDARD_OUTPUT:
        from haggis_cli.matches.store.output_file import write_output_file

        with defer_signals(last=True):
            write_output_file(output, chosen.render_bytes(sheet, style), force=force, home=home)
        printer.print_message(f"Written to {safe(short_path(output))}.")
    elif chosen.binary:
        printer.out.flush()
        printer.out.buffer.write(chosen.render_bytes(sheet, style))
    else:
        printer.out.write(chosen.render(sheet, _fit_to_screen(printer, style)))
