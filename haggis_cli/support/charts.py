"""Charts as drawings (SVG): lines told apart by more than colour, labels at their ends, axes, title and heading.

A chart is a `ChartFrame`, to which its own lines are added, drawn on a `Canvas` by `draw_chart`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from math import ceil, floor
from typing import NamedTuple

from haggis_cli.support.design import COLORS, FONT, WHITE, design_styles
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.html import Markup, join, tag
from haggis_cli.support.players import look_class, look_of
from haggis_cli.support.text import graphemes, in_print, width

# Where the labels and the lines of a grid stand in a chart.

_MOST_TICKS = 6


@dataclass
class _Stack:
    """Labels that touch one another.

    numbers: which labels they are, from the top.
    top, height: where the stack begins, and how high it is.
    """

    numbers: list[int]
    top: float
    height: float


def spread_labels(wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """Where some labels begin, as near as can be to where they are wanted, none over another.

    wanted: where each should begin, in units of the drawing.
    heights: how high each is.
    top, bottom: between which they all have to be; if that is too little room, they begin at the top.

    >>> spread_labels([45, 47, 95], [10, 10, 10], 0, 200)
    [41.0, 51.0, 95.0]
    """
    stacks: list[_Stack] = []
    for number in sorted(range(len(wanted)), key=lambda number: wanted[number]):
        stacks.append(_place([number], wanted, heights, top, bottom))
        while len(stacks) > 1 and stacks[-2].top + stacks[-2].height > stacks[-1].top:
            below, above = stacks.pop(), stacks.pop()
            stacks.append(_place([*above.numbers, *below.numbers], wanted, heights, top, bottom))
    tops = [0.0] * len(wanted)
    for stack in stacks:
        at = stack.top
        for number in stack.numbers:
            tops[number] = round(at, 1)
            at += heights[number]
    return tops


def _place(numbers: list[int], wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> _Stack:
    """The stack of these labels, where their places are nearest to the wanted ones on the average."""
    height = 0.0
    begin = 0.0
    for number in numbers:
        begin += wanted[number] - height
        height += heights[number]
    return _Stack(numbers, max(top, min(begin / len(numbers), bottom - height)), height)


def tick_step(span: int, most: int = _MOST_TICKS) -> int:
    """A round number that divides the span into a few parts, `most` at most.

    >>> tick_step(95), tick_step(250), tick_step(1), tick_step(30, 15)
    (20, 50, 1, 2)
    """
    scale = 1
    while True:
        for digit in (1, 2, 5):
            if span <= digit * scale * most:
                return digit * scale
        scale *= 10


# Words in a drawing: how much room they take, and how a name is broken into lines where it has too little.

_NARROW, _LETTER, _CAPITAL, _BROAD, _FIGURE = 0.42, 0.63, 0.79, 1.0, 0.7
"""How wide letters and bold figures are at most, in font sizes: those of DejaVu Sans, which is a broad one."""
_SPARE = 1.02


def text_width(text: str, size: float) -> float:
    """How much room a text takes, rather too much than too little."""
    return size * _SPARE * sum(_share(char) for char in text)


def _share(char: str) -> float:
    if char in "MWm@%…−":
        return _BROAD
    if char in "fijlrtIJ .,:;'-":
        return _NARROW
    if char.isdigit():
        return _FIGURE
    return _CAPITAL if char.isupper() or char in "w&" else width(char) * _LETTER


def _words(name: str, room: float, size: float) -> list[str]:
    """The parts of a name between which a line may end, each with the blank before it; hyphens part only long words.

    A line ends after the `&` of partners, where it has room.
    """
    found: list[str] = []
    for word in name.split():
        if word == "&" and found and text_width(f"{found[-1]} &".strip(), size) <= room:
            found[-1] += " &"
            continue
        first, *others = re.findall("[^-]*-|[^-]+", word) if text_width(word, size) > room else [word]
        found += [f" {first}", *others]
    return found


def _fill_lines(words: Sequence[str], room: float, size: float) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and text_width((lines[-1] + word).strip(), size) > room:
            lines.append("")
        lines[-1] += word
    return lines


def break_name(name: str, room: float, size: float, most: int) -> list[str]:
    """A name in at most so many lines that fit into the room, broken at blanks; what is too long is cut.

    It is broken at hyphens where a word is too long for a line, or the lines would be too many.

    >>> break_name("Bartholomew Featherstonehaugh", 120, 14, 3)
    ['Bartholomew', 'Featherstone…']
    >>> break_name("Anne-Katrin Smith", 110, 14, 3), break_name("Anne-Katrin Smith", 70, 14, 3)
    (['Anne-Katrin', 'Smith'], ['Anne-', 'Katrin', 'Smith'])
    """
    lines = _fill_lines(_words(name, room, size), room, size)
    if len(lines) > most:
        lines = _fill_lines(_words(name, 0, size), room, size)
    if len(lines) > most:
        lines[most - 1 :] = ["".join(lines[most - 1 :])]
    return [_cut(line.strip(), room, size) for line in lines]


def _cut(text: str, room: float, size: float) -> str:
    """A text, or its beginning that fits into the room with an ellipsis, up to the end of a word if one fits."""
    if text_width(text, size) <= room:
        return text
    pieces = list(graphemes(text))
    while len(pieces) > 1 and text_width("".join(pieces).rstrip() + "…", size) > room:
        pieces.pop()
    told = "".join(pieces)
    words = re.match(r"(.*\w)[\s-]", text[: len(told) + 1])
    return (words[1] if words else told.rstrip()) + "…"


def balance_name(name: str, room: float, size: float, most: int) -> list[str]:
    """A name in as few lines as fit into the room, of which the longest is as short as can be.

    >>> balance_name("The High Rollas of Dundee", 140, 14, 2)
    ['The High Rollas', 'of Dundee']
    """
    lines = break_name(name, room, size, most)
    words = _words(name, room, size)  # none is broken for the balance
    least = max((text_width(word.strip(), size) for word in words), default=0)
    while room - size >= least and len(closer := break_name(name, room - size, size, most + 1)) == len(lines) > 1:
        lines, room = closer, room - size
    return lines


# Labels at the ends of a chart's lines: the last value and the name, led to where ends meet.

_CLOSE, _LED = 11, 26
"""How far the labels stand from the lines' ends, at the same heights and where one of them has to be led to."""
_LINE_HEIGHT = 1.16
_GAP, _BROKEN_GAP, _LEAST_GAP = 0.5, 0.9, 0.05
"""What is free between two labels, with names below values that are broken, and where there is little room, in font
sizes."""


class LineEnd(NamedTuple):
    """Where a line ends, and what stands there.

    look: the number of the look that the line has.
    x, y: its last point.
    value: the last value.
    name: whose line it is.
    """

    look: int
    x: float
    y: float
    value: str
    name: str


def _labels(names: list[str], shorts: list[str], room: float, size: float, most: int) -> list[list[str]]:
    """The lines of each name, or of each short one where a name has too little room."""
    labels = [balance_name(name, room, size, most) for name in names]
    if any(line.endswith("…") for lines in labels for line in lines):
        return [balance_name(short, room, size, most) for short in shorts]
    return labels


class LabelColumn:
    """The labels of a chart, one below the other."""

    def __init__(
        self, canvas: "Canvas", names: Sequence[str], short_names: Sequence[str], values: Sequence[str]
    ) -> None:
        """names, values: what stands at the end of each line; short_names: what tells the lines apart, too."""
        self.size, size = canvas.size, canvas.size * canvas.breadth
        self.step = self.size * _LINE_HEIGHT
        room, self.top, self.bottom = canvas.width * canvas.label_share, TOP - 6, canvas.bottom - 1
        figures = max((text_width(value, size) for value in values), default=0.0)
        whole, short = (list(map(escape_text, each)) for each in (names, short_names))
        for most, self.stacked in ((2, canvas.stacked), (1, canvas.stacked), (1, False)):
            self.indent = 0.0 if self.stacked else figures + 5
            self.lines = _labels(whole, short, room - self.indent, size, most)
            self.heights = [(len(lines) + self.stacked) * self.step for lines in self.lines]
            spare = (self.bottom - self.top - sum(self.heights)) / max(1, len(names) - 1)
            if spare >= _LEAST_GAP * self.size:
                break
        wraps = self.stacked and any(len(lines) > 1 for lines in self.lines)
        self.gap = max(0.0, min(spare, (_BROKEN_GAP if wraps else _GAP) * self.size))
        widest = max((text_width(line, size) for lines in self.lines for line in lines), default=0.0)
        self.width = _LED + max(self.indent + widest, figures)
        """How much room they take right of the lines' ends."""

    def stand_at(self, heights: Sequence[float]) -> None:
        """Take less room if they can stand beside ends at these heights, which are all at the right."""
        half = self.step / 2
        if all(abs(top + half - y) <= half for top, y in zip(self._tops(heights), heights, strict=True)):
            self.width -= _LED - _CLOSE

    def _tops(self, heights: Sequence[float]) -> list[float]:
        """Where they begin, for ends at these heights: a label's first line stands where its line ends."""
        highs = [height + self.gap for height in self.heights]
        return spread_labels([y - self.step / 2 for y in heights], highs, self.top, self.bottom + self.gap)

    def draw(self, ends: Sequence[LineEnd], at: float) -> Iterator[Markup]:
        """The labels of these ends, right of `at`, each with a thin line to it if one of them had to make room."""
        half = self.step / 2
        tops = self._tops([end.y for end in ends])
        led = any(abs(top + half - end.y) > half or end.x < at - 1 for end, top in zip(ends, tops, strict=True))
        for end, top, lines in zip(ends, tops, self.lines, strict=True):
            if led:
                path = f"M{end.x + 7:.1f} {end.y}H{at + 7:.1f}L{at + _LED - 4:.1f} {top + half:.1f}"
                kind, color = f"leader {look_class(end.look)}", look_of(end.look).color.light
                yield tag("path", d=path, fill="none", stroke=color, stroke_width=1, class_=kind)
            yield from self._draw_label(end, lines, at + (_LED if led else _CLOSE), top + half)

    def _draw_label(self, end: LineEnd, lines: list[str], left: float, first: float) -> Iterator[Markup]:
        drop = self.size * 0.36
        color = look_of(end.look).color.light
        look = {"class_": f"total {look_class(end.look)}", "fill": color, "font_weight": "bold"}
        to_name = {} if self.stacked else {"text_anchor": "end"}
        right = left if self.stacked else left + self.indent - 5
        yield draw_text(end.value, right, first + drop, font_size=self.size, **look, **to_name)
        for number, line in enumerate(lines, int(self.stacked)):
            y = first + number * self.step + drop
            yield draw_text(line, left + self.indent, y, font_size=self.size, class_="isolated")


_PLAIN = {"text_anchor": None, "font_size": None, "font_weight": None, "fill": COLORS["ink"].light, "class_": None}


def draw_text(text: str, x: float, y: float, **look: str | float | None) -> Markup:
    """A text; the style sheet keeps it clear of the lines behind it.

    look: attributes of SVG, such as `text_anchor` or `font_size`.
    """
    return tag("text", text, x=round(x, 1), y=round(y, 1), **(_PLAIN | look))


# The drawing: its sizes, its frame, what stands above it.

TOP, BOTTOM, EDGE = 26, 42, 8
"""How much room there is above and below the lines, and at the sides of the drawing."""
_TITLE_SIZE = 18
_LEADING = 1.3
_BOLD = 1.13
"""How much wider bold letters are."""


class Canvas(NamedTuple):
    """A size in which a chart is drawn.

    name: what the style sheet calls it.
    width, height: in units of the drawing.
    size: the font size; shown as wide as it is meant to be, no letter is smaller than 11 pixels.
    most_ticks: so many numbers or dates stand below the axis.
    label_share: how much of the width the labels at the lines' ends may take.
    stacked: whether names stand below the values there.
    breadth: how broad its letters are, compared with those that texts are measured with.
    edge: how much room there is at its sides; next to none where they are in line with what is around it.
    """

    name: str
    width: int
    height: int
    size: float
    most_ticks: int
    label_share: float
    stacked: bool
    breadth: float = 1
    edge: int = EDGE

    @property
    def bottom(self) -> int:
        """Where the axis is."""
        return self.height - BOTTOM


WIDE = Canvas("wide", 640, 340, 14, 15, 0.42, stacked=False)
NARROW = Canvas("narrow", 340, 310, 13, 8, 0.36, stacked=True)
LARGE = NARROW._replace(width=284, label_share=0.385)  # on a page in large print
BOARD = Canvas("wide", 464, 200, 14, 12, 0.4, stacked=False, edge=1)  # shown large, with its letters
FELT = WIDE._replace(height=276, edge=1)  # on a panel of a page
PANEL = Canvas("narrow", 300, 280, 13, 8, 0.4, stacked=True, edge=1)  # on a panel of a phone's page
SLIM = Canvas("narrow", 324, 205, 13, 8, 0.38, stacked=True, edge=1)  # on a phone, where little of the screen is left
PICTURE = SLIM._replace(name="wide", breadth=0.85)  # shown as large
BROAD_PICTURE = PICTURE._replace(width=390)  # beside two cards


@cache
def chart_styles() -> str:
    """The style sheet of every chart, and the design that it takes its colours from."""
    from importlib.resources import files  # costs more than a chart in a terminal

    return design_styles() + files("haggis_cli.support").joinpath("chart.css").read_text("utf-8")


class Label(NamedTuple):
    """The room of words in the grid, which interrupts the lines that would cross it."""

    left: float
    top: float
    right: float
    bottom: float

    def interrupt(self, left: float, at: float, right: float) -> str:
        """The path of a line across the drawing."""
        if not self.top < at < self.bottom:
            return f"M{left} {at}H{right:.1f}"
        return f"M{left} {at}H{self.left:.1f}M{self.right:.1f} {at}H{right:.1f}"


NO_LABEL = Label(0, 0, 0, 0)


class ChartFrame:
    """What every chart has: the axis of the values on the left, its lines, and the labels at the ends on the right.

    low, high, step: the axis.
    left: where the lines begin.
    """

    def __init__(
        self,
        canvas: Canvas,
        bounds: tuple[float, float],
        names: Sequence[str],
        short_names: Sequence[str],
        values: Sequence[str],
    ) -> None:
        """bounds: the lowest and the highest value; names, short_names, values: as for `LabelColumn`."""
        low, high = floor(bounds[0]), ceil(bounds[1])
        self.canvas, self.values = canvas, [in_print(value) for value in values]
        self.step = tick_step(high - low)
        self.low = low // self.step * self.step
        self.high = max(-(-high // self.step) * self.step, self.low + self.step)
        self.labels = LabelColumn(canvas, names, short_names, self.values)
        widest = max(text_width(in_print(str(tick)), canvas.size * canvas.breadth) for tick in self._ticks)
        self.left = ceil(canvas.edge + widest + 6)

    def parts(self) -> Iterable[Markup]:
        """What is drawn."""
        raise NotImplementedError

    @property
    def _ticks(self) -> range:
        return range(self.low, self.high + 1, self.step)

    def y(self, value: float) -> float:
        """Where a value is."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.canvas.bottom - (self.canvas.bottom - TOP) * share, 1)

    def draw_values(self, right: float, label: Label = NO_LABEL) -> Iterator[Markup]:
        """The lines across the drawing, each with its value, interrupted where they would cross the label."""
        for value in self._ticks:
            at = self.y(value)
            kind, color = ("grid", "line") if value else ("grid zero", "edge")
            yield tag("path", d=label.interrupt(self.left, at, right), stroke=COLORS[color].light, class_=kind)
            yield draw_text(in_print(str(value)), self.left - 6, at + self.canvas.size * 0.3, text_anchor="end")


class Heading(NamedTuple):
    """What stands above a chart that is a file of its own.

    drawn: its words.
    height: how high it is.
    """

    drawn: Markup
    height: int


NO_HEADING = Heading(Markup(""), 0)


def draw_heading(canvas: Canvas, title: str, about: str) -> Heading:
    """A title and below it what it is about, in as many lines as they need."""
    room = canvas.width - 4 * EDGE
    lines: list[tuple[str, float, str | None]] = []
    lines += [(line, _TITLE_SIZE, "bold") for line in balance_name(title, room, _TITLE_SIZE * _BOLD, 4)]
    lines += [(line, canvas.size, None) for line in balance_name(about, room, canvas.size, 4)]
    height = round(sum(size * _LEADING for _, size, _ in lines)) + 2 * EDGE
    texts, at = [], 2.0 * EDGE - height
    for text, size, weight in lines:
        texts.append(draw_text(text, 2 * EDGE, at + size * 0.8, font_size=size, font_weight=weight, class_="isolated"))
        at += size * _LEADING
    return Heading(join(*texts), height)


def draw_chart(
    chart: ChartFrame,
    title: str,
    description: str,
    *,
    name: str = "chart",
    styles: str = "",
    heading: Heading = NO_HEADING,
) -> Markup:
    """The drawing; `name` tells it from others in the same page, a file of its own brings its styles."""
    canvas = chart.canvas
    name = f"{name}-{canvas.name}"
    height = canvas.height + heading.height
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", description, id=f"{name}-desc"),
        tag("style", Markup(styles)) if styles else "",
        tag("rect", y=-heading.height, width=canvas.width, height=height, fill=WHITE, class_="paper"),
        heading.drawn,
        *chart.parts(),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 {-heading.height} {canvas.width} {height}",
        class_=f"chart {canvas.name}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        font_family=FONT,
        font_size=canvas.size,
    )


# Dates below the axis of a chart: days, months or years, as many as there is room for.

_DAY = 24 * 60 * 60
_FEW_DAYS = 14
"""Up to so many days for each date there are days below the axis, not months."""
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120)
_MOST_DAYS = 300
"""From so many days on there are months, not days: a day without its year could be in two of them."""


def date_ticks(first: float, last: float, most: int) -> list[tuple[float, str]]:
    """Moments from the first to the last, in seconds since 1970, each with its date in words; at most so many, or two.

    Of days the last one has its year.

    >>> [words for _, words in date_ticks(1768046400, 1775822400, 5)]
    ['Feb 2026', 'Mar 2026', 'Apr 2026']
    """
    begin, end = datetime.fromtimestamp(first, UTC), datetime.fromtimestamp(last, UTC)
    days = round((noon(last) - noon(first)) / _DAY)
    for step in _MONTHS:
        found = list(_months(begin, end, step))
        if len(found) <= most:
            break
    if days <= _FEW_DAYS * most or len(found) < (3 if step == 1 else 2):  # the first, the last and days between
        parts = range(max(1, min(most - 1, days)), 0, -1)
        number = next((each for each in parts if days % each == 0 and each > 2), min(3, parts[0]))
        even = [noon(first) + days * _DAY * part / number for part in range(number + 1)]
        *others, latest = [(noon(moment), _spell_tick(moment, last - first)) for moment in even]
        year = "" if last - first >= _MOST_DAYS * _DAY else f" {end:%Y}"
        return [*others, (latest[0], latest[1] + year)]
    return [(month.timestamp(), f"{month:%Y}" if step >= 12 else f"{month:%b} {month:%Y}") for month in found]


def _spell_tick(moment: float, span: float) -> str:
    """The day of a moment on an axis of so many seconds; of a long one the month."""
    day = datetime.fromtimestamp(moment, UTC)
    return f"{day.day} {day:%b}" if span < _MOST_DAYS * _DAY else f"{day:%b %Y}"


def spell_days(first: float, last: float) -> str:
    """The days of an axis without dates: one in full, so that it does not look like the only date that is left.

    >>> spell_days(1768046400, 1768050000), spell_days(1768046400, 1768132800), spell_days(1768046400, 1815822400)
    ('10 January 2026', '10 Jan to 11 Jan 2026', 'Jan 2026 to Jul 2027')
    """
    begin, end = datetime.fromtimestamp(first, UTC), datetime.fromtimestamp(last, UTC)
    if begin.date() == end.date():
        return f"{end.day} {end:%B %Y}"
    if last - first >= _MOST_DAYS * _DAY:
        return f"{begin:%b %Y} to {end:%b %Y}"
    year = "" if begin.year == end.year else f" {begin:%Y}"
    return f"{begin.day} {begin:%b}{year} to {end.day} {end:%b %Y}"


def noon(moment: float) -> float:
    """The middle of its day, where the day is named: every moment is nearer to its own day than to another."""
    return moment // _DAY * _DAY + _DAY / 2


def _months(begin: datetime, end: datetime, step: int) -> Iterator[datetime]:
    """The first days of every so many months, counted from January of the year 0."""
    number = -(-(begin.year * 12 + begin.month - 1 + (begin.day > 1)) // step) * step
    while number < (end.year * 12 + end.month):
        yield datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)
        number += step
