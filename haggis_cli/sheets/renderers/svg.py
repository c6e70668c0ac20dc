"""The score chart as SVG: a line for each side over the rounds, told apart by colour, dashes and markers alike.

Colours stand in attributes, for light paper; the style sheet changes them where the screen is dark.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.chart_layout import spread_labels, tick_step
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.markup import Markup, tag, to_ascii
from haggis_cli.support.text_tables import shorten, width

_WIDTH, _HEIGHT = 480, 300
_LEFT, _TOP, _BOTTOM = 44, 24, 40
_LETTER_WIDTH, _CAPITAL_WIDTH, _BROAD_WIDTH = 8.8, 11, 14
"""About how wide letters of a name are."""
_FIGURE_WIDTH = 9.5
"""About how wide a figure of a total is."""
_LONGEST_NAME = 14
_LONGEST_EVENT = 18
"""How many letters of the event fit left of the axis' name."""
_FONT = "system-ui, 'DejaVu Sans', sans-serif"


class _LineStyle(NamedTuple):
    """How one side's line is drawn; the marker is a path around 0,0."""

    color: str
    dashes: str | None
    marker: str


# Blue, vermilion, green and purple after Okabe and Ito, a shade darker: 4.5:1 and more against white. The others are
# for variants of somebody else's with up to eight sides.
_LINE_STYLES = (
    _LineStyle("#0068a8", None, "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"),
    _LineStyle("#b84a00", "9 4", "M-4-4h8v8h-8z"),
    _LineStyle("#00714f", "2.5 3.5", "M0-5.5L5 4h-10z"),
    _LineStyle("#963b7a", "9 3 2.5 3", "M0-6L5.5 0L0 6L-5.5 0z"),
    _LineStyle("#6b6200", "14 3", "M0 5.5L5-4h-10z"),
    _LineStyle("#4646a8", "5 2", "M-5-1.5h3.5v-3.5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5z"),
    _LineStyle("#a8123e", "2 6", "M-5.5 0L4-5v10z"),
    _LineStyle("#5a5a5a", "14 3 2 3 2 3", "M5.5 0L-4-5v10z"),
)


@cache
def read_asset(name: str) -> str:
    """The text of a file of the folder `assets`: style sheets and the script of a page, which stand in every page."""
    return files("haggis_cli.sheets.renderers").joinpath("assets", name).read_text("utf-8")


def render(sheet: Sheet, style: Style) -> str:
    """The chart as a file of its own, with its style sheet in it."""
    return to_ascii(_Chart(sheet).render(tag("style", Markup(read_asset("chart.css"))), event=sheet.event)) + "\n"


def render_chart(sheet: Sheet, *more: Markup) -> Markup:
    """The chart as an element; `more` goes into it."""
    return _Chart(sheet).render(*more)


class _Chart:
    """Where things are on the drawing."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.names = [shorten(escape_text(side.name), _LONGEST_NAME) for side in sheet.sides]
        self.lines = [sheet.totals_by_round(side) for side in range(len(sheet.sides))]
        totals = [total for line in self.lines for _, total in line]
        self.step = tick_step(max(sheet.goal.points or 0, *totals, 1) - min(0, *totals, 0))
        self.high = -(-max(sheet.goal.points or 0, *totals, 1) // self.step) * self.step
        self.low = min(0, *totals, 0) // self.step * self.step
        self.rounds = max(len(sheet.rounds), sheet.goal.rounds or 0, 1)
        figures = max((len(str(total)) for total in totals), default=1)
        self.name_at = 28 + figures * _FIGURE_WIDTH
        self.right = _WIDTH - self.name_at - max(map(_text_width, self.names)) - 4

    def x(self, number: int) -> float:
        return round(_LEFT + (self.right - _LEFT) * number / self.rounds, 1)

    def y(self, total: float) -> float:
        share = (total - self.low) / (self.high - self.low)
        return round(_HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * share, 1)

    def render(self, *more: Markup, event: str = "") -> Markup:
        """The chart; `event` is shown where nothing around the chart tells it."""
        title = f"{escape_text(event)}: game totals by round" if event else "Game totals by round"
        label = _text(shorten(escape_text(event), _LONGEST_EVENT), 6, _HEIGHT - 6) if event else Markup()
        return tag(
            "svg",
            tag("title", title, id="chart-title"),
            tag("desc", self._description(), id="chart-desc"),
            *more,
            tag("rect", width=_WIDTH, height=_HEIGHT, fill="#ffffff", class_="paper"),
            self._grid(),
            self._goal(),
            *(self._line(side) for side in range(len(self.lines))),
            self._labels(),
            label,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
            class_="chart",
            role="img",
            aria_labelledby="chart-title chart-desc",
            font_family=_FONT,
            font_size=14,
        )

    def _description(self) -> str:
        texts = [
            f"{escape_text(side.name)}: {', '.join(str(total) for _, total in line) or 'nothing yet'}."
            for side, line in zip(self.sheet.sides, self.lines, strict=True)
        ]
        return " ".join([f"Goal: {self.sheet.goal}.", *texts])

    def _grid(self) -> Iterator[Markup]:
        for total in range(self.low, self.high + 1, self.step):
            at = self.y(total)
            yield tag("path", d=f"M{_LEFT} {at}H{self.right:.1f}", stroke="#d8d8d8", class_="grid")
            yield _text(str(total), _LEFT - 6, at + 4, "end")
        every = -(-self.rounds // 15)
        for number in range(0, self.rounds + 1, every):
            yield _text(str(number), self.x(number), _HEIGHT - _BOTTOM + 17, "middle")
        yield _text("round", (_LEFT + self.right) / 2, _HEIGHT - 6, "middle")

    def _goal(self) -> Iterator[Markup]:
        goal = self.sheet.goal
        if goal.points:
            at = self.y(goal.points)
            path, words = f"M{_LEFT} {at}H{self.right:.1f}", _text(f"goal: {goal}", _LEFT + 4, at - 5)
        elif goal.rounds:
            at = self.x(goal.rounds)
            path, words = f"M{at} {_TOP - 6}V{_HEIGHT - _BOTTOM}", _text(f"goal: {goal}", at - 4, _TOP - 8, "end")
        else:
            return
        yield tag("path", d=path, stroke="#4a4a4a", stroke_dasharray="1 3", stroke_width=1.5, class_="goal")
        yield words

    def _line(self, side: int) -> Iterator[Markup]:
        look, points = _LINE_STYLES[side % len(_LINE_STYLES)], self.lines[side]
        path = "L".join(f"{self.x(number)} {self.y(total)}" for number, total in [(0, 0), *points])
        yield tag(
            "path",
            d=f"M{path}",
            fill="none",
            stroke=look.color,
            stroke_width=2.5,
            stroke_dasharray=look.dashes,
            class_=f"line s{side % len(_LINE_STYLES)}",
        )
        for number, total in points:
            label = tag("title", f"{self.sheet.sides[side].name}, round {number}: {total}")
            yield self._marker(side, self.x(number), self.y(total), label)

    def _marker(self, side: int, x: float, y: float, *inside: Markup) -> Markup:
        look, name = _LINE_STYLES[side % len(_LINE_STYLES)], f"mark s{side % len(_LINE_STYLES)}"
        moved = f"translate({x} {y})"
        return tag("path", *inside, d=look.marker, transform=moved, fill=look.color, class_=name)

    def _labels(self) -> Iterator[Markup]:
        """Every side's marker, total and name at the right, as near to its line's end as the others leave room."""
        ends = [line[-1][1] if line else 0 for line in self.lines]
        for side, at in spread_labels([self.y(total) for total in ends], _HEIGHT - _BOTTOM).items():
            yield self._marker(side, round(self.right + 14, 1), at)
            total = str(ends[side]) if self.lines[side] or self.sheet.totals is not None else "?"
            yield _text(total, self.right + 22, at + 4.5, kind="total", weight="bold")
            yield _text(self.names[side], self.right + self.name_at, at + 4.5, kind="isolated")


def _text_width(name: str) -> float:
    """How much room a name takes, rather too much than too little."""
    return sum(
        _BROAD_WIDTH
        if char in "MWm@%"
        else _CAPITAL_WIDTH
        if char.isupper() or char in "w&"
        else width(char) * _LETTER_WIDTH
        for char in name
    )


def _text(
    text: str, x: float, y: float, anchor: str | None = None, *, kind: str | None = None, weight: str | None = None
) -> Markup:
    return tag(
        "text", text, x=round(x, 1), y=round(y, 1), text_anchor=anchor, font_weight=weight, fill="#1a1a1a", class_=kind
    )
