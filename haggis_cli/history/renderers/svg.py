"""A figure over time as a picture (SVG), or as a page with that picture in it; both stand alone in one file.

Its parts have the classes of the scoresheet's chart: a page with the styles of the sheets shows it light and dark.
"""

from collections.abc import Iterator
from math import ceil, floor
from typing import TYPE_CHECKING

from haggis_cli.support.chart_layout import spread_labels, tick_step
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.markup import Markup, tag, to_ascii
from haggis_cli.support.text_tables import shorten

if TYPE_CHECKING:
    from haggis_cli.history.query import Course, StatisticsResult

# Okabe and Ito's colours, a shade darker, which eyes that mix up red and green tell apart; dashes tell the lines too.
_COLOURS = ("#0068a8", "#b84a00", "#00714f", "#963b7a")
_DASHES = (None, "8 4")
_WIDTH, _HEIGHT = 880, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 560, 44, 360
_SAMPLE, _VALUE, _NAME = 572, 644, 654
"""Right of the lines: where their samples begin, the values end, the names begin."""
_LONGEST = 16


def render_svg(found: "StatisticsResult") -> str:
    """The picture as the text of a file; UsageError if there is nothing to draw."""
    return to_ascii(_picture(found)) + "\n"


def render_html(found: "StatisticsResult") -> str:
    """A page that shows the picture and needs no other file; UsageError if there is nothing to draw."""
    picture = _picture(found)
    assert found.course is not None
    style = "body{margin:1rem;background:white}svg{max-width:100%;height:auto}"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"Haggis: {found.course.title}"),
        tag("style", Markup(style)),
    )
    return to_ascii(Markup("<!DOCTYPE html>\n") + tag("html", head, tag("body", picture), lang="en")) + "\n"


def _picture(found: "StatisticsResult") -> Markup:
    people, course = found.charted_people, found.course
    if course is None or not people:
        raise UsageError("there is no finished match to draw")
    return tag(
        "svg",
        tag("title", course.title),
        tag("desc", "; ".join(f"{found.display_name(each)}: {course.points[each][-1].value:.1f}" for each in people)),
        tag("rect", width=_WIDTH, height=_HEIGHT, fill="white", class_="paper"),
        tag("text", course.title[:1].upper() + course.title[1:], x=_LEFT, y=26, font_size=16),
        _Drawing(found, course, people).parts(),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        font_family="system-ui, 'DejaVu Sans', sans-serif",
        font_size=13,
        role="img",
        class_="chart",
    )


class _Drawing:
    """Where things are in the picture."""

    def __init__(self, found: "StatisticsResult", course: "Course", people: list[str]) -> None:
        self.found, self.course, self.people = found, course, people
        low, high = course.bounds(people)
        self.step = tick_step(ceil(high) - floor(low))
        self.low = floor(low / self.step) * self.step
        self.high = max(ceil(high / self.step) * self.step, self.low + self.step)

    def parts(self) -> Iterator[Markup]:
        """The grid, then everybody's line and name."""
        for value in range(self.low, self.high + 1, self.step):
            at = self._y(value)
            yield tag("path", d=f"M{_LEFT} {at}H{_RIGHT}", stroke="#dddddd", class_="grid")
            yield tag("text", str(value), x=_LEFT - 8, y=round(at + 4, 1), text_anchor="end")
        yield tag("text", self.course.first_day, x=_LEFT, y=_BOTTOM + 24)
        yield tag("text", self.course.last_day, x=_RIGHT, y=_BOTTOM + 24, text_anchor="end")
        ends = [self.course.points[person][-1] for person in self.people]
        for number, at in spread_labels([self._y(end.value) for end in ends], _BOTTOM).items():
            yield from self._line(number, at)

    def _line(self, number: int, name_at: float) -> Iterator[Markup]:
        """A person's line, and right of it, as near to its end as the others leave room, what it looks like and is."""
        person = self.people[number]
        hand: dict[str, str | int | None] = {
            "fill": "none",
            "stroke": _COLOURS[number % len(_COLOURS)],
            "stroke_width": 2,
            "stroke_dasharray": _DASHES[number // len(_COLOURS) % len(_DASHES)],
            "class_": f"line s{number % len(_COLOURS)}",
        }
        mark = f"mark s{number % len(_COLOURS)}"
        points = self.course.points[person]
        last = points[-1]
        way = " ".join(f"{self._x(point.place)},{self._y(point.value)}" for point in points)
        yield tag("polyline", points=way, **hand)
        yield tag("circle", cx=self._x(last.place), cy=self._y(last.value), r=3, fill=hand["stroke"], class_=mark)
        yield tag("path", d=f"M{_SAMPLE} {name_at}h26", **hand)
        text_at = round(name_at + 4.5, 1)
        yield tag("text", f"{last.value:.1f}", x=_VALUE, y=text_at, text_anchor="end", font_weight="bold")
        yield tag("text", shorten(escape_text(self.found.display_name(person)), _LONGEST), x=_NAME, y=text_at)

    def _x(self, place: int) -> float:
        share = place / (self.course.matches - 1) if self.course.matches > 1 else 0.5
        return round(_LEFT + (_RIGHT - _LEFT) * share, 1)

    def _y(self, value: float) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * (value - self.low) / (self.high - self.low), 1)
