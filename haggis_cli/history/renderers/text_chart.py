"""A figure over time in the terminal: a line of rising and falling signs for each player."""

from datetime import datetime
from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.support.text_tables import width

if TYPE_CHECKING:
    from haggis_cli.history.query import Answer
    from haggis_cli.history.timeline import SeriesPoint

MOST = 8
"""Players that a chart shows: more could not be told apart."""

_BLOCKS, _PLAIN = "▁▂▃▄▅▆▇█", "_.:-=+*#"
_WIDEST, _NARROWEST = 60, 10  # columns of a line
_USUAL = 80


def shown_people(found: "Answer") -> list[str]:
    """Whom a chart shows: the one asked about, else those with the most matches."""
    if found.course is None:
        return []
    played = [person for person in found.players if found.course.points.get(person)]
    return sorted(played, key=lambda person: -found.players[person].matches)[:MOST]


def print_chart(printer: Printer, found: "Answer") -> None:
    """Draw the chart, and say what it spans."""
    people, course = shown_people(found), found.course
    if course is None or not people:
        printer.say("There is no finished match to draw.")
        return
    signs = _signs(printer.out.encoding)
    low, high = bounds(found, people)
    names = [safe(found.name(person)) for person in people]
    name_width = min(max(map(width, names)), 20)
    columns = (printer.columns or _USUAL) - name_width - 12
    columns = min(course.matches, _WIDEST, max(columns, _NARROWEST))
    printer.line(printer.styled(course.title[:1].upper() + course.title[1:], "bold"))
    rows = [
        [name, _drawn(course.points[person], course.matches, columns, (low, high), signs), _last(course.points[person])]
        for name, person in zip(names, people, strict=True)
    ]
    printer.table(rows, "<=>")
    printer.line(f"{day(course.first)} to {day(course.last)}; {signs[0]} is {low:.1f}, {signs[-1]} is {high:.1f}")
    if len(found.players) > len(people) and found.whose is None:
        printer.line(f"The {len(people)} players with the most matches are shown.")


def bounds(found: "Answer", people: list[str]) -> tuple[float, float]:
    """The lowest and the highest value that these persons ever had."""
    assert found.course is not None
    values = [point.value for person in people for point in found.course.points[person]]
    return min(values), max(values)


def day(moment: float) -> str:
    """The day of a moment here."""
    return datetime.fromtimestamp(moment).strftime("%Y-%m-%d")


def _last(points: "list[SeriesPoint]") -> str:
    return f"{points[-1].value:.1f}"


def _signs(encoding: str | None) -> str:
    try:
        _BLOCKS.encode(encoding or "utf-8")
    except (UnicodeError, LookupError):
        return _PLAIN
    return _BLOCKS


def _drawn(points: "list[SeriesPoint]", matches: int, columns: int, between: tuple[float, float], signs: str) -> str:
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
