"""A figure over time as a picture (SVG), or as a page with that picture in it; both stand alone in one file."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from haggis_cli.cli.statistics.chart import bounds, day, shown_people
from haggis_cli.columns import shorten
from haggis_cli.errors import UsageError
from haggis_cli.sheets.markup import Markup, in_ascii, tag
from haggis_cli.visible import visible

if TYPE_CHECKING:
    from haggis_cli.cli.statistics.answer import Answer, Course

# Okabe and Ito's colours, a shade darker, which eyes that mix up red and green tell apart; dashes tell the lines too.
_COLOURS = ("#0068a8", "#b84a00", "#00714f", "#963b7a")
_DASHES = (None, "8 4")
_WIDTH, _HEIGHT = 800, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 600, 44, 360
_LINE = 18  # the height of a name
_LONGEST = 18


def as_svg(found: "Answer") -> str:
    """The picture as a file; UsageError if there is nothing to draw."""
    return in_ascii(_picture(found)) + "\n"


def as_html(found: "Answer") -> str:
    """A page that needs nothing else."""
    picture = _picture(found)
    assert found.course is not None
    style = "body{margin:1rem;background:white}svg{max-width:100%;height:auto}"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("title", f"Haggis: {found.course.title}"),
        tag("style", Markup(style)),
    )
    return in_ascii(Markup("<!DOCTYPE html>\n") + tag("html", head, tag("body", picture), lang="en")) + "\n"


def _picture(found: "Answer") -> Markup:
    people, course = shown_people(found), found.course
    if course is None or not people:
        raise UsageError("there is no finished match to draw")
    return tag(
        "svg",
        tag("title", course.title),
        tag("rect", width=_WIDTH, height=_HEIGHT, fill="white"),
        tag("text", course.title[:1].upper() + course.title[1:], x=_LEFT, y=26, font_size=16),
        _Drawing(found, course, people).parts(),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        font_family="system-ui, 'DejaVu Sans', sans-serif",
        font_size=13,
        role="img",
    )


class _Drawing:
    """Where things are in the picture."""

    def __init__(self, found: "Answer", course: "Course", people: list[str]) -> None:
        self.found, self.course, self.people = found, course, people
        self.low, self.high = _rounded(*bounds(found, people))

    def parts(self) -> Iterator[Markup]:
        """The grid, then everybody's line and name."""
        for step in range(5):
            value = self.low + (self.high - self.low) * step / 4
            at = self._y(value)
            yield tag("path", d=f"M{_LEFT} {at}H{_RIGHT}", stroke="#dddddd")
            yield tag("text", f"{value:g}", x=_LEFT - 8, y=at + 4, text_anchor="end")
        yield tag("text", day(self.course.first), x=_LEFT, y=_BOTTOM + 24)
        yield tag("text", day(self.course.last), x=_RIGHT, y=_BOTTOM + 24, text_anchor="end")
        ends = {person: self._y(self.course.points[person][-1].value) for person in self.people}
        names = _apart(ends)
        for number, person in enumerate(self.people):
            yield from self._line(number, person, names[person])

    def _line(self, number: int, person: str, name_at: float) -> Iterator[Markup]:
        colour = _COLOURS[number % len(_COLOURS)]
        dashes = _DASHES[number // len(_COLOURS) % len(_DASHES)]
        points = self.course.points[person]
        way = " ".join(f"{self._x(point.place)},{self._y(point.value)}" for point in points)
        last = points[-1]
        yield tag("polyline", points=way, fill="none", stroke=colour, stroke_width=2, stroke_dasharray=dashes)
        yield tag("circle", cx=self._x(last.place), cy=self._y(last.value), r=3, fill=colour)
        said = f"{shorten(visible(self.found.name(person)), _LONGEST)} {last.value:.1f}"
        yield tag("text", said, x=_RIGHT + 12, y=round(name_at + 4, 1), fill=colour)

    def _x(self, place: int) -> float:
        share = place / (self.course.matches - 1) if self.course.matches > 1 else 0.5
        return round(_LEFT + (_RIGHT - _LEFT) * share, 1)

    def _y(self, value: float) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * (value - self.low) / (self.high - self.low), 1)


def _rounded(low: float, high: float) -> tuple[float, float]:
    """Bounds that are read easily, and apart.

    >>> _rounded(12.3, 41.0), _rounded(20.0, 20.0)
    ((10.0, 45.0), (15.0, 25.0))
    """
    low, high = 5 * (low // 5), 5 * -(-high // 5)
    return (low, high) if high > low else (low - 5, high + 5)


def _apart(ends: dict[str, float]) -> dict[str, float]:
    """The heights of the names, moved down where they would lie on one another, and up again from the floor."""
    heights: dict[str, float] = {}
    above = float("-inf")
    for person in sorted(ends, key=lambda person: ends[person]):
        above = heights[person] = max(ends[person], above + _LINE)
    below = float(_BOTTOM + _LINE)
    for person in sorted(heights, key=lambda person: -heights[person]):
        below = heights[person] = min(heights[person], below - _LINE)
    return heights
