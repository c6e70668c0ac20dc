"""The statistics on the terminal: the table of everybody, the page of one person, and a figure over time."""

from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.support.english import capitalize
from haggis_cli.support.text_tables import wrap_text

if TYPE_CHECKING:
    from haggis_cli.history.query import StatisticsResult

_LABEL_COLUMNS = 10
_NARROWEST_TEXT = 20  # columns
_PIPE_WIDTH = 80  # columns of a chart where there is no terminal


def print_table(printer: Printer, found: "StatisticsResult", order: str) -> None:
    """Print a line for each player in an order of `StatisticsResult.rank`, and below it what holds for all."""
    from haggis_cli.history.renderers.table import render_summary, render_table_rows

    rows = render_table_rows(found, order, printer.columns)
    _print_rows(printer, rows, "<" + ">" * (len(rows[0]) - 1))
    printer.print_line()
    for sentence in render_summary(found):
        for line in wrap_text(sentence, printer.columns or len(sentence)):
            printer.print_line(line)


def print_person(printer: Printer, found: "StatisticsResult", person: str) -> None:
    """Print one person's figures, then the opponents and the partners."""
    from haggis_cli.history.renderers.person import render_figures, render_opponent_rows, render_partner_rows

    printer.print_line(printer.styled(safe(found.players[person].name), "bold"))
    room = (printer.columns or 1_000) - _LABEL_COLUMNS - 2
    for label, text in render_figures(found, person):
        first, *more = wrap_text(text, max(room, _NARROWEST_TEXT))
        printer.print_line(f"{label:{_LABEL_COLUMNS}}  {first}")
        for line in more:
            printer.print_line(f"{'':{_LABEL_COLUMNS}}  {line}")
    for rows in (render_opponent_rows(found, person), render_partner_rows(found, person)):
        if rows:
            printer.print_line()
            _print_rows(printer, rows, "<>>>")


def print_chart(printer: Printer, found: "StatisticsResult") -> None:
    """Print a figure over time, and what the chart spans."""
    from haggis_cli.history.renderers.table import render_no_chart
    from haggis_cli.history.renderers.text_chart import choose_signs, render_chart_legend, render_chart_rows

    course = found.course
    if course is None or not found.charted_people:
        printer.print_message(f"{capitalize(render_no_chart(found))}.")
        return
    signs = choose_signs(printer.out.encoding)
    printer.print_line(printer.styled(capitalize(course.title), "bold"))
    printer.print_table(render_chart_rows(found, course, printer.columns or _PIPE_WIDTH, signs), "<=>")
    for line in render_chart_legend(found, course, signs):
        printer.print_line(line)


def _print_rows(printer: Printer, rows: list[list[str]], align: str) -> None:
    """Print rows of which the first holds the headings."""
    headings, *others = rows
    printer.print_table([[printer.styled(title, "bold") for title in headings], *others], align)
