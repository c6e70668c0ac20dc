"""Scoresheets of matches and blank ones, and how they are written: format, style, the screen or a file."""

from collections.abc import Iterable
from pathlib import PurePath
from typing import NamedTuple

from haggis_cli.cli.options import REVIEW_SECONDS, Context, parse_option_pairs
from haggis_cli.cli.terminal.printer import Page, short_path
from haggis_cli.matches.store.atomic_write import STANDARD_OUTPUT, check_output_file, write_output_file
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.sheets.renderers import formats
from haggis_cli.sheets.sheet import Link, Sheet, blank_sheet, blank_sheet_of, scoresheet, with_names
from haggis_cli.support.errors import UsageError
from haggis_cli.support.extras import install_command
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import ASCII

_FORMATS_WITH_COMPLAINTS = ("text", "markdown")
"""The formats in which the sheet itself names what breaks a rule."""


def choose_format(name: str | None, output: str, json: bool, *, several: bool) -> formats.SheetFormat:
    """The format that is named, else that of the file's ending, else text; UsageError if none is called so."""
    if json and name is not None and name.strip().casefold() != "json":
        raise UsageError(f"--json and --format {name} contradict each other: give one of them")
    if json or name is not None:
        return formats.find_format("json" if json or name is None else name)
    if output == STANDARD_OUTPUT or (several and not PurePath(output).suffix):  # to the screen, or to a folder
        return formats.find_format("text")
    return formats.find_format_by_extension(output)


def make_style(
    chosen: formats.SheetFormat, wide: bool | None, paper: str | None, *, large: bool, chart: bool, portrait: bool
) -> formats.Style:
    """The style that is asked for; UsageError for what the format does not know."""
    if wide is not None and "wide" not in chosen.knows:
        raise UsageError(f"--wide and --long are for {formats.formats_with('wide')}: add --format csv")
    size = formats.find_paper(paper or formats.Style().paper)
    if paper is not None and "paper" not in chosen.knows:
        raise UsageError(f"--paper is for {formats.formats_with('paper')}: the other formats have no paper size")
    if large and "large" not in chosen.knows:
        raise UsageError(f"--large is for {formats.formats_with('large')}: add --format pdf, or -o FILE.pdf")
    if chart and "chart" not in chosen.knows:
        raise UsageError(f"--chart is for {formats.formats_with('chart')}: add -o FILE.svg")
    if portrait and "portrait" not in chosen.knows:
        raise UsageError(f"--portrait is for {formats.formats_with('portrait')}: add -o FILE.png")
    if chart and portrait:
        raise UsageError("--chart and --portrait contradict each other: the chart has one shape")
    return formats.Style(wide=bool(wide), paper=size, large=large, chart=chart, portrait=portrait)


class Target(NamedTuple):
    """As what sheets are written, and where.

    output: a file, a folder for several sheets, or `-` for the screen or a pipe.
    """

    context: Context
    form: formats.SheetFormat
    style: formats.Style
    output: str
    force: bool

    @property
    def is_screen(self) -> bool:
        """Whether the sheets go to the screen or a pipe."""
        return self.output == STANDARD_OUTPUT

    @property
    def screen_style(self) -> formats.Style:
        """The style for what is written to the screen or a pipe."""
        page = Page(self.context.printer)
        return self.style._replace(width=page.width, ascii=page.glyphs is ASCII)

    def check(self) -> None:
        """Refuse a file that could not be written; UsageError or StoreError."""
        if not self.is_screen:
            check_output_file(self.output, force=self.force)

    def warn(self) -> None:
        """Print what the sheets show less than their format has, for want of a library."""
        if self.form.name == "svg" and not self.style.chart and formats.draws_chart(self.style):
            picture = formats.FORMATS["png"]
            needs = f"a picture of the result needs {picture.library}: {install_command(picture.extra)}"
            self.context.printer.print_warning(f"this is the score chart alone; {needs}")

    def write(self, sheet: Sheet) -> None:
        """Write the sheet to the screen or to a file."""
        printer = self.context.printer
        self.warn()
        if not self.is_screen:
            with defer_signals(last=True):
                self.write_file(self.output, self.form.render_bytes(sheet, self.style))
            printer.print_message(f"Written to {short_path(self.output)}.")
        elif self.form.binary:
            printer.out.flush()
            printer.out.buffer.write(self.form.render_bytes(sheet, self.style))
        else:
            printer.out.write(self.form.render(sheet, self.screen_style))

    def write_file(self, file: str, data: bytes) -> None:
        """Write a file, this one or one in the folder."""
        self.context.print_notice(write_output_file(file, data, force=self.force, home=self.context.home))

    def print_complaints(self, complaints: Iterable[str]) -> None:
        """Print what breaks a rule, where that does not stand on a sheet on the screen."""
        if self.is_screen and self.form.name in _FORMATS_WITH_COMPLAINTS:
            return
        for complaint in complaints:
            self.context.printer.print_error(complaint)


# The scoresheet of a match, read and judged.


def load_sheet(
    context: Context, match: str | None, chosen: formats.SheetFormat, *, qr: bool = False, review: bool = False
) -> Sheet:
    """The sheet of a match as far as the format shows it.

    qr: with the link that puts the match into BG Stats, and its QR code.
    review: with the reviews of its rounds.
    """
    opened = context.open_match(match)
    report = opened.report
    context.store.recall_players(report.table.names if context.store.holds(opened.path) else ())
    context.print_revision(opened)
    with guard_rules(report.table.variant.id):
        sheet = scoresheet(report, plays="plays" in chosen.knows)
    if review:
        from haggis_cli.cli.views.review import review_rounds
        from haggis_cli.sheets.review import sheet_reviews

        reviews, _ = review_rounds(context.printer, opened, report.rounds, REVIEW_SECONDS)
        sheet = sheet._replace(reviews=sheet_reviews(report, reviews))
    if not qr:
        return sheet
    from haggis_cli.exchange.formats.bgstats import draw_link, play_link
    from haggis_cli.history.selection import read_people

    address = play_link(report, read_people(context.store.home))
    return sheet._replace(link=Link(address, draw_link(address)))


# Empty scoresheets for pen and paper.


def make_blank_sheet(
    context: Context,
    match: str | None,
    variant: str | None,
    names: list[str] | None,
    number: int | None,
    option: list[str] | None,
) -> Sheet:
    """A sheet for the players of a match and its goal, or for a table that everything else describes."""
    if all(value is None for value in (variant, names, number, option)):
        opened = context.open_match(match)
        return blank_sheet_of(opened.report, opened.path.stem)
    if match is not None:
        raise UsageError(
            "a match sets its own players and rules: omit MATCH, or the options of a separate table, such as --variant"
        )
    from haggis_cli.book.new_match import parse_player_name
    from haggis_cli.library.judging import build_table
    from haggis_cli.referee.seating import count_players

    table = build_table(variant, count_players(names, number), options=parse_option_pairs(option))
    return blank_sheet(with_names(table, [parse_player_name(name) for name in names or ()]))
