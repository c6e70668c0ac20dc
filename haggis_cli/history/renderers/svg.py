"""A figure over time as a picture (SVG), or as a page with that picture in it; both stand alone in one file.

Its parts have the classes of the scoresheet's chart: a page with the styles of the sheets shows it light and dark.
"""

from typing import TYPE_CHECKING

from haggis_cli.history.renderers.course_chart import CourseChart
from haggis_cli.history.renderers.table import render_no_chart, render_uncharted
from haggis_cli.support.charts.canvas import NARROW, NO_HEADING, WIDE, Canvas, chart_styles, draw_chart, draw_heading
from haggis_cli.support.english import capitalize
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.html_page import render_html_page
from haggis_cli.support.markup import Markup, tag, to_ascii

if TYPE_CHECKING:
    from haggis_cli.history.query import StatisticsResult

_STYLE = (
    "body{margin:1rem;background:#fff}.charts{max-width:60rem;margin:auto}svg{width:100%;height:auto}"
    ".narrow{display:none}@media(max-width:34rem){.wide{display:none}.narrow{display:block}}"
    "@media screen and (prefers-color-scheme:dark){body{background:#16191d}}"
)


def render_svg(found: "StatisticsResult") -> str:
    """The picture as the text of a file; UsageError if there is nothing to draw."""
    return to_ascii(_draw(found, WIDE, styles=chart_styles(), headed=True)) + "\n"


def render_html(found: "StatisticsResult") -> str:
    """A page that shows the picture and needs no other file; UsageError if there is nothing to draw."""
    pictures = [_draw(found, canvas, headed=True) for canvas in (WIDE, NARROW)]
    assert found.course is not None
    title = f"Haggis: {found.course.title}"
    return render_html_page(title, chart_styles() + _STYLE, tag("div", *pictures, class_="charts"))


def render_charts(found: "StatisticsResult", *, name: str = "course") -> Markup:
    """The picture in both widths for a page, whose style sheet shows the one that is large enough to be read.

    name: what tells it from other pictures in the same page.
    """
    return tag("div", *(_draw(found, canvas, name=name) for canvas in (WIDE, NARROW)), class_="charts")


def _draw(
    found: "StatisticsResult", canvas: Canvas, *, name: str = "course", styles: str = "", headed: bool = False
) -> Markup:
    people, course = found.charted_people, found.course
    if course is None or not people:
        raise UsageError(render_no_chart(found))
    names = [found.display_name(person) for person in people]
    chart = CourseChart(course, people, names, canvas)
    pairs = zip(names, chart.values, strict=True)
    title = capitalize(course.title)
    days = f"{course.first_day} to {course.last_day}" if course.first_day != course.last_day else course.first_day
    return draw_chart(
        canvas,
        title,
        "; ".join(f"{escape_text(each)}: {value}" for each, value in pairs),
        chart.parts(),
        name=name,
        styles=styles,
        heading=draw_heading(canvas, title, ". ".join([days, *render_uncharted(found)])) if headed else NO_HEADING,
    )
