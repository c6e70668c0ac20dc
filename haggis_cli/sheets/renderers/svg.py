"""The score chart as SVG: a file of its own, with what it is of, or a drawing in a page.

Colours stand in attributes, for light paper; the style sheet changes them where the screen is dark.
"""

from functools import cache
from importlib.resources import files

from haggis_cli.sheets.highlights import headline
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.renderers.score_chart import ScoreChart
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.charts.canvas import NARROW, WIDE, chart_styles, draw_chart, draw_heading
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.markup import Markup, tag, to_ascii


@cache
def read_asset(name: str) -> str:
    """The text of a file of the folder `assets`: style sheets and the script of a page, which stand in every page."""
    return files("haggis_cli.sheets.renderers").joinpath("assets", name).read_text("utf-8")


def render(sheet: Sheet, style: Style) -> str:
    """The chart as a file of its own: how the match stands, what and when it was, and the style sheet."""
    title = headline(sheet)
    about = " \u00b7 ".join(map(escape_text, filter(None, [sheet.variant, sheet.date, sheet.event])))
    chart = ScoreChart(sheet, WIDE)
    drawn = draw_chart(
        WIDE,
        f"{title}: game totals by round, {about}",
        chart.description(),
        chart.parts(),
        styles=chart_styles(),
        heading=draw_heading(WIDE, title, about),
    )
    return to_ascii(drawn) + "\n"


def render_chart(sheet: Sheet, *, narrow: bool = False) -> Markup:
    """The chart as an element; `narrow`: for a column in which the usual drawing could not be read."""
    canvas = NARROW if narrow else WIDE
    chart = ScoreChart(sheet, canvas)
    return draw_chart(canvas, "Game totals by round", chart.description(), chart.parts())


def render_charts(sheet: Sheet) -> Markup:
    """The chart in both widths, of which the style sheet shows the one that is large enough to be read."""
    return tag("div", render_chart(sheet), render_chart(sheet, narrow=True), class_="charts")
