"""Labels at the ends of a chart's lines: the last value and the name, led to where ends meet."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from haggis_cli.support.charts.layout import spread_labels
from haggis_cli.support.charts.lines import draw_leader, line_style
from haggis_cli.support.charts.text import break_name, text_width
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.markup import Markup, tag

_CLOSE, _LED = 11, 26
"""How far a label stands from its line's end, at its own height and where it has to be led to."""
_MOST_LINES = 4
_LINE_HEIGHT = 1.16
_GAP = 1.5
"""What is free between two labels, in units of the drawing."""


class LineEnd(NamedTuple):
    """Where a line ends, and what stands there.

    number: the number of the line.
    x, y: its last point.
    value: the last value.
    name: whose line it is.
    """

    number: int
    x: float
    y: float
    value: str
    name: str


class LabelColumn:
    """The labels of a chart, one below the other."""

    def __init__(
        self, names: Sequence[str], values: Sequence[str], size: float, room: float, height: float, *, stacked: bool
    ) -> None:
        """size: the font size; room, height: how wide and high they may be; stacked: names stand below the values."""
        self.size, self.stacked = size, stacked
        figures = max((text_width(value, size) for value in values), default=0.0)
        self.indent = 0.0 if stacked else figures + 5
        self.lines = self._break_names(names, room - self.indent, height)
        widest = max((text_width(line, size) for lines in self.lines for line in lines), default=0.0)
        self.width = _LED + max(self.indent + widest, figures)
        """How much room they take right of the lines' ends."""
        self.heights = self._heights_of(self.lines)

    def _break_names(self, names: Sequence[str], room: float, height: float) -> list[list[str]]:
        """The names in as many lines as they all have room for."""
        for most in range(_MOST_LINES, 0, -1):
            broken = [break_name(escape_text(name), room, self.size, most) for name in names]
            if sum(self._heights_of(broken)) <= height:
                break
        return broken

    def _heights_of(self, broken: list[list[str]]) -> list[float]:
        return [(len(lines) + self.stacked) * self.size * _LINE_HEIGHT + _GAP for lines in broken]

    def draw(self, ends: Sequence[LineEnd], top: float, bottom: float, at: float) -> Iterator[Markup]:
        """The labels of these ends, right of `at`, with thin lines to those that had to make room."""
        middles = spread_labels([end.y for end in ends], self.heights, top, bottom)
        led = any(
            abs(middle - end.y) > self.size / 2 or end.x < at - 1 for end, middle in zip(ends, middles, strict=True)
        )
        for end, middle, lines in zip(ends, middles, self.lines, strict=True):
            if led:
                to = round(at + _LED - 4, 1)
                yield draw_leader(end.number, f"M{end.x + 7:.1f} {end.y}H{at + 7:.1f}L{to} {middle}")
            left = round(at + (_LED if led else _CLOSE), 1)
            yield from self._draw_label(end, lines, left, middle)

    def _draw_label(self, end: LineEnd, lines: list[str], left: float, middle: float) -> Iterator[Markup]:
        step = self.size * _LINE_HEIGHT
        first = middle - (len(lines) + self.stacked - 1) * step / 2 + self.size * 0.36
        look = line_style(end.number)
        kind = f"total s{end.number}"
        yield draw_text(end.value, left, first, size=self.size, kind=kind, fill=look.color, weight="bold")
        for at, line in enumerate(lines):
            y = first + (at + self.stacked) * step
            yield draw_text(line, left + self.indent, y, size=self.size, kind="isolated")


def draw_text(
    text: str,
    x: float,
    y: float,
    *,
    size: float | None = None,
    anchor: str | None = None,
    kind: str | None = None,
    fill: str = "#1a1a1a",
    weight: str | None = None,
) -> Markup:
    """A text; the style sheet keeps it clear of the lines behind it."""
    return tag(
        "text",
        text,
        x=round(x, 1),
        y=round(y, 1),
        text_anchor=anchor,
        font_size=size,
        font_weight=weight,
        fill=fill,
        class_=kind,
    )
