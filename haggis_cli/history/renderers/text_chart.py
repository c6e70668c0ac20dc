"""A figure over time as text: a line of rising and falling signs for each player."""

from typing import TYPE_CHECKING

from haggis_cli.history.renderers.table import render_uncharted
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.glyphs import can_hold
from haggis_cli.support.text_tables import width

if TYPE_CHECKING:
    from haggis_cli.history.query import Course, StatisticsResult
    from haggis_cli.history.timeline import SeriesPoint

BLOCKS, ASCII_BLOCKS = "▁▂▃▄▅▆▇█", "_.:-=+*#"
"""The signs of a line, from the lowest to the highest value."""

_WIDEST, _NARROWEST = 60, 10  # columns of a line
_WIDEST_NAME = 20  # columns of a name
_OTHER_COLUMNS = 12  # columns of a row beside the name and the line


def render_chart_rows(found: "StatisticsResult", course: "Course", limit: int, signs: str) -> list[list[str]]:
    """A row for each player that a chart shows: the name, the line, and the last value.

    limit: the columns there are.
    signs: what the lines are made of, BLOCKS or ASCII_BLOCKS.
    """
    people = found.charted_people
    bounds = course.bounds(people)
    names = [escape_text(found.display_name(person)) for person in people]
    room = limit - min(max(map(width, names)), _WIDEST_NAME) - _OTHER_COLUMNS
    columns = min(course.matches, _WIDEST, max(room, _NARROWEST))
    return [
        [name, _render_line(points, course.matches, columns, bounds, signs), f"{points[-1].value:.1f}"]
        for name, points in zip(names, (course.points[person] for person in people), strict=True)
    ]


def render_chart_legend(found: "StatisticsResult", course: "Course", signs: str) -> list[str]:
    """Sentences below the chart: the days it spans, what the signs are, and who is not on it."""
    low, high = course.bounds(found.charted_people)
    span = f"{course.first_day} to {course.last_day}; {signs[0]} is {low:.1f}, {signs[-1]} is {high:.1f}"
    return [span, *render_uncharted(found)]


def choose_signs(encoding: str | None) -> str:
    """The signs that text in this encoding can hold."""
    return BLOCKS if can_hold(BLOCKS, encoding) else ASCII_BLOCKS


def _render_line(
    points: "list[SeriesPoint]", matches: int, columns: int, bounds: tuple[float, float], signs: str
) -> str:
    """The value after each stretch of matches, nothing before the first."""
    low, high = bounds
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
