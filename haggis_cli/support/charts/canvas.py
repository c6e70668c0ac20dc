"""The sizes in which a chart is drawn, and the drawing around it: title, description, paper, heading."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from haggis_cli.support.charts.labels import draw_text
from haggis_cli.support.charts.text import FONT, break_name
from haggis_cli.support.markup import Markup, join, tag

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
    """

    name: str
    width: int
    height: int
    size: float
    most_ticks: int
    label_share: float
    stacked: bool

    @property
    def bottom(self) -> int:
        """Where the axis is."""
        return self.height - BOTTOM

    @property
    def label_span(self) -> tuple[int, int]:
        """Between which heights the labels at the lines' ends stand."""
        return TOP - 10, self.bottom + 4


WIDE = Canvas("wide", 640, 340, 14, 15, 0.42, stacked=False)
NARROW = Canvas("narrow", 340, 310, 13, 8, 0.36, stacked=True)


@cache
def chart_styles() -> str:
    """The style sheet of every chart: colours for light and dark screens, words that keep clear of lines."""
    return files("haggis_cli.support.charts").joinpath("chart.css").read_text("utf-8")


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
    lines += [(line, _TITLE_SIZE, "bold") for line in break_name(title, room, _TITLE_SIZE * _BOLD, 4)]
    lines += [(line, canvas.size, None) for line in break_name(about, room, canvas.size, 4)]
    height = round(sum(size * _LEADING for _, size, _ in lines)) + 2 * EDGE
    texts, at = [], 2.0 * EDGE - height
    for text, size, weight in lines:
        texts.append(draw_text(text, 2 * EDGE, at + size * 0.8, size=size, weight=weight, kind="isolated"))
        at += size * _LEADING
    return Heading(join(*texts), height)


def draw_chart(
    canvas: Canvas,
    title: str,
    description: str,
    parts: Iterable[Markup],
    *,
    name: str = "chart",
    styles: str = "",
    heading: Heading = NO_HEADING,
) -> Markup:
    """The drawing; `name` tells it from others in the same page, a file of its own brings its styles."""
    name = f"{name}-{canvas.name}"
    height = canvas.height + heading.height
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", description, id=f"{name}-desc"),
        tag("style", Markup(styles)) if styles else "",
        tag("rect", y=-heading.height, width=canvas.width, height=height, fill="#ffffff", class_="paper"),
        heading.drawn,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 {-heading.height} {canvas.width} {height}",
        class_=f"chart {canvas.name}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        font_family=FONT,
        font_size=canvas.size,
    )
