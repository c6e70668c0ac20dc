"""The lines of a chart, told apart by colour, by dashes and by markers, so that grey paper and every eye tell them."""

from typing import NamedTuple

from haggis_cli.support.markup import Markup, tag


class LineStyle(NamedTuple):
    """How a line is drawn; the marker is a path around 0,0."""

    color: str
    dashes: str | None
    marker: str


# Blue, vermilion, green and purple after Okabe and Ito, a shade darker: 4.5:1 and more against white. The others are
# for charts of up to eight lines.
LINE_STYLES = (
    LineStyle("#0068a8", None, "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"),
    LineStyle("#b84a00", "9 4", "M-4-4h8v8h-8z"),
    LineStyle("#00714f", "2.5 3.5", "M0-5.5L5 4h-10z"),
    LineStyle("#963b7a", "9 3 2.5 3", "M0-6L5.5 0L0 6L-5.5 0z"),
    LineStyle("#6b6200", "14 3", "M0 5.5L5-4h-10z"),
    LineStyle("#4646a8", "5 2", "M-5-1.5h3.5v-3.5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5z"),
    LineStyle("#a8123e", "2 6", "M-5.5 0L4-5v10z"),
    LineStyle("#5a5a5a", "14 3 2 3 2 3", "M5.5 0L-4-5v10z"),
)


def line_style(number: int) -> LineStyle:
    """How the line of that number is drawn."""
    return LINE_STYLES[number % len(LINE_STYLES)]


def draw_line(number: int, path: str) -> Markup:
    """A line along the path."""
    look = line_style(number)
    return tag(
        "path",
        d=path,
        fill="none",
        stroke=look.color,
        stroke_width=2.5,
        stroke_dasharray=look.dashes,
        stroke_linejoin="round",
        class_=f"line {_class(number)}",
    )


def draw_marker(number: int, x: float, y: float, *inside: Markup, scale: float = 1) -> Markup:
    """The line's marker at a point."""
    moved = f"translate({x} {y})" + (f" scale({scale})" if scale != 1 else "")
    look = line_style(number)
    return tag("path", *inside, d=look.marker, transform=moved, fill=look.color, class_=f"mark {_class(number)}")


def draw_leader(number: int, path: str) -> Markup:
    """A thin line from the end of a line to its label."""
    color = line_style(number).color
    return tag("path", d=path, fill="none", stroke=color, stroke_width=1, class_=f"leader {_class(number)}")


def draw_key(number: int) -> Markup:
    """The line's marker as a small drawing of its own, beside a name in running text."""
    look = line_style(number)
    inside = tag("path", d=look.marker, fill=look.color, class_=f"mark {_class(number)}")
    return tag("svg", inside, viewBox="-7 -7 14 14", class_="key chart", aria_hidden="true")


def _class(number: int) -> str:
    return f"s{number % len(LINE_STYLES)}"
