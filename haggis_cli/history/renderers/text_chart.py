"""A figure over time in the terminal: a line of rising and falling signs for each player."""

from datetime import datetime
from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.support.text_tables import width

if TYPE_CHECKING:
    from haggis_cli.history.query import StatisticsResult
    from haggis_cli.history.timeline import SeriesPoint

MAX_PEOPLE = 8
"""Players that a chart shows: more could not be told apart."""

_BLOCKS, _ASCII_BLOCKS = "▁▂▃▄▅▆▇█", "_.:-=+*#"
_WIDEST, _NARROWEST = 60, 10  # columns of a line
_DEFAULT_WIDTH = 80


def choose_people(found: "StatisticsResult") -> list[str]:
    """Whom a chart shows: the one asked about, else those with the most matches."""
    if found.course is None:
        return []
    played = [person for person in found.players if found.course.points.get(person)]
    return sorted(played, key=lambda person: -found.players[person].matches)[:MAX_PEOPLE]


def print_chart(printer: Printer, found: "StatisticsResult") -> None:
    """Draw the chart, and say what it spans."""
    people, course = choose_people(found), found.course
    if course is None or not people:
        printer.print_message("There is no finished match to draw.")
        return
    signs = _choose_signs(printer.out.encoding)
    low, high = value_bounds(found, people)
    names = [safe(found.display_name(person)) for person in people]
    name_width = min(max(map(width, names)), 20)
    columns = (printer.columns or _DEFAULT_WIDTH) - name_width - 12
    columns = min(course.matches, _WIDEST, max(columns, _NARROWEST))
    printer.print_line(printer.styled(course.title[:1].upper() + course.title[1:], "bold"))
    rows = [
        [
            name,
            _render_line(course.points[person], course.matches, columns, (low, high), signs),
            _render_last_value(course.points[person]),
        ]
        for name, person in zip(names, people, strict=True)
    ]
    printer.print_table(rows, "<=>")
    printer.print_line(
        f"{render_day(course.first)} to {render_day(course.last)}; {signs[0]} is {low:.1f}, {signs[-1]} is {high:.1f}"
    )
    if len(found.players) > len(people) and found.person is None:
        printer.print_line(f"The {len(people)} players with the most matches are shown.")


def value_bounds(found: "StatisticsResult", people: list[str]) -> tuple[float, float]:
    """The lowest and the highest value that these persons ever had."""
    assert found.course is not None
    values = [point.value for person in people for point in found.course.points[person]]
    return min(values), max(values)


def render_day(moment: float) -> str:
    """The day of a moment here."""
    return datetime.fromtimestamp(moment).strftime("%Y-%m-%d")


def _render_last_value(points: "list[SeriesPoint]") -> str:
    return f"{points[-1].value:.1f}"


def _choose_signs(encoding: str | None) -> str:
    try:
        _BLOCKS.encode(encoding or "utf-8")
    except (UnicodeError, LookupError):
        return _ASCII_BLOCKS
    return _BLOCKS


def _render_line(
    points: "list[SeriesPoint]", matches: int, columns: int, between: tuple[float, float], signs: str
) -> str:
    """The value after each stretch of matches, nothing before the first."""
    low, high = between
    line, at = "", 0
    for column in range(columns):
        end = (column + 1) * matches // columns
        while at < len(points) and points[at].place < end:
            at += 1
        if not at:
            line += " "
            continue
        share = (points[at - 1].value - low) / (high - low) if high > low else 0.5
        line += signs[min(int(share * len(signs)), len(signs) - 1)]
    return line
