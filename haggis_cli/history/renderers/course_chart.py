"""A figure over time as a drawing: a line for each player over the dates, the last value and the name at its end."""

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING

from haggis_cli.support.charts.canvas import EDGE, TOP, Canvas
from haggis_cli.support.charts.dates import date_ticks
from haggis_cli.support.charts.labels import LabelColumn, LineEnd, draw_text
from haggis_cli.support.charts.layout import tick_step
from haggis_cli.support.charts.lines import draw_line, draw_marker
from haggis_cli.support.charts.text import text_width
from haggis_cli.support.markup import Markup, tag

if TYPE_CHECKING:
    from haggis_cli.history.query import Course

_DAY = 24 * 60 * 60
_FEW_MATCHES = 24
"""Up to so many matches each has its marker."""


class CourseChart:
    """Where things are on the drawing."""

    def __init__(self, course: "Course", people: Sequence[str], names: Sequence[str], canvas: Canvas) -> None:
        """people: whose lines are drawn; names: what they are called."""
        self.course, self.people, self.names, self.canvas = course, people, names, canvas
        low, high = course.bounds(people)
        self.step = tick_step(ceil(high) - floor(low))
        self.low = floor(low / self.step) * self.step
        self.high = max(ceil(high / self.step) * self.step, self.low + self.step)
        self.values = [f"{course.points[person][-1].value:.1f}" for person in people]
        room = canvas.width * canvas.label_share
        top, bottom = canvas.label_span
        self.labels = LabelColumn(names, self.values, canvas.size, room, bottom - top, stacked=canvas.stacked)
        ticks = [str(tick) for tick in self._ticks]
        self.left = round(EDGE + max(text_width(tick, canvas.size) for tick in ticks) + 6)
        self.right = canvas.width - EDGE - self.labels.width

    @property
    def _ticks(self) -> range:
        return range(self.low, self.high + 1, self.step)

    @property
    def _dated(self) -> bool:
        """Whether the matches are from several days; those of a single evening stand one after another."""
        return self.course.last - self.course.first >= _DAY

    def parts(self) -> Iterator[Markup]:
        """Everything on the drawing, what lies behind first."""
        size = self.canvas.size
        for value in self._ticks:
            at = self._y(value)
            yield tag("path", d=f"M{self.left} {at}H{self.right:.1f}", stroke="#d8d8d8", class_="grid")
            yield draw_text(str(value), self.left - 6, at + size * 0.3, anchor="end")
        yield from self._dates()
        for number in range(len(self.people)):
            yield from self._line(number)
        points = [self.course.points[person][-1] for person in self.people]
        ends = [
            LineEnd(number, self._x(point.place), self._y(point.value), self.values[number], self.names[number])
            for number, point in enumerate(points)
        ]
        yield from self.labels.draw(ends, *self.canvas.label_span, self.right)

    def _dates(self) -> Iterator[Markup]:
        below = self.canvas.bottom + self.canvas.size + 6
        if not self._dated:
            yield draw_text(self.course.first_day, (self.left + self.right) / 2, below, anchor="middle")
            return
        words_width = text_width("Mmm 0000", self.canvas.size) + 6
        most = max(1, int((self.right - self.left) / words_width))
        for moment, words in date_ticks(self.course.first, self.course.last, most):
            at = round(self._moment_x(moment), 1)
            yield tag("path", d=f"M{at} {self.canvas.bottom}v5", stroke="#767676", class_="tick")
            yield draw_text(words, at, below, anchor="middle")

    def _line(self, number: int) -> Iterator[Markup]:
        points = [(self._x(point.place), self._y(point.value)) for point in self.course.points[self.people[number]]]
        yield draw_line(number, "M" + "L".join(f"{x} {y}" for x, y in points))
        for x, y in points if self.course.matches <= _FEW_MATCHES else points[-1:]:
            yield draw_marker(number, x, y)

    def _x(self, place: int) -> float:
        if self._dated:
            return round(self._moment_x(self.course.moments[place]), 1)
        share = place / (self.course.matches - 1) if self.course.matches > 1 else 0.5
        return round(self.left + (self.right - self.left) * share, 1)

    def _moment_x(self, moment: float) -> float:
        share = (moment - self.course.first) / (self.course.last - self.course.first)
        return self.left + (self.right - self.left) * share

    def _y(self, value: float) -> float:
        bottom = self.canvas.bottom
        return round(bottom - (bottom - TOP) * (value - self.low) / (self.high - self.low), 1)
