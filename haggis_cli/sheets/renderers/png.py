"""The result of a match as a picture to send (PNG or SVG): the winner, the scores as cards, the chart and highlights.

The template gets all text as data: no text is ever read as markup. The library's own fonts are used as far as possible,
so that the picture is the same on every machine.
"""

import json
import re
from pathlib import Path
from typing import Any, Literal

from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import Sheet, sheet_facts, sheet_notes
from haggis_cli.sheets.standing import Score, make_result
from haggis_cli.support.charts import tick_step
from haggis_cli.support.design import COLORS, Look
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.extras import require_library
from haggis_cli.support.players import look_of

TEMPLATE = Path(__file__).parent / "assets" / "result.typ"
SIZES = {False: (1200, 630), True: (1080, 1920)}
"""The width and height of a picture in pixels; the key says whether it is in portrait."""
_PIXELS_PER_INCH = 72
"""The resolution at which one point of the template is one pixel."""
_MOST_TICKS = 4
_BUNDLED_FONTS_END = "\u0590"
"""The first character after those of the library's own fonts, which have Latin, Greek and Cyrillic letters."""


def render(sheet: Sheet, style: Style) -> bytes:
    """The picture. The same sheet gives the same bytes."""
    return _draw(sheet, style, "png")


def render_svg(sheet: Sheet, style: Style) -> str:
    """The picture as SVG, with its letters as paths."""
    require_library("Pictures of results need", "typst", "pdf")
    return _draw(sheet, style, "svg").decode()


def _draw(sheet: Sheet, style: Style, form: Literal["png", "svg"]) -> bytes:
    import typst

    drawn: bytes = typst.compile(
        TEMPLATE,
        root=TEMPLATE.parent,
        format=form,
        ppi=_PIXELS_PER_INCH,
        sys_inputs={"result": json.dumps(_template_data(sheet, style))},
        ignore_system_fonts=uses_bundled_fonts(sheet),
    )
    return drawn


def uses_bundled_fonts(sheet: Sheet) -> bool:
    """Whether the library's own fonts have all letters of the sheet; otherwise this machine's fonts are also used."""
    return max(_user_text(sheet)) < _BUNDLED_FONTS_END


def _user_text(sheet: Sheet) -> str:
    """All text that may contain something that people have chosen."""
    names = [sheet.variant, *sheet.players, *(side.name for side in sheet.sides)]
    facts = (text for _, text in sheet_facts(sheet))
    notes = (line for note in sheet_notes(sheet) for line in note.lines)
    return escape_text(" ".join([*names, *facts, *notes, sheet.due, *sheet.complaints]))


def _template_data(sheet: Sheet, style: Style) -> dict[str, Any]:
    result = make_result(sheet)
    width, height = SIZES[style.portrait]
    return {
        "width": width,
        "height": height,
        "portrait": style.portrait,
        "colors": {name: color.light for name, color in COLORS.items()},
        "title": escape_text(sheet.title),
        "facts": escape_text(result.facts),
        "who": result.who,
        "says": result.says,
        "scores": [_score(each) for each in result.scores],
        "highlights": result.highlights,
        "chart": _chart(sheet),
    }


def _score(score: Score) -> dict[str, Any]:
    """A side: its name and figure, its shape and colour on the felt, and its players' badges on a card."""
    look = look_of(score.look)
    return {
        "name": escape_text(score.name),
        "figure": score.figure,
        "has_won": score.has_won,
        "color": look.color.dark,
        "corners": _corners(look.shape),
        "badges": [_badge(look_of(number), letters) for number, letters in score.badges],
    }


def _badge(look: Look, letters: str) -> dict[str, Any]:
    return {
        "letters": escape_text(letters),
        "color": look.color.light,
        "corners": _corners(look.shape),
        "middle": look.middle,
    }


def _corners(shape: str) -> list[tuple[float, float]]:
    """The corners of a shape with straight edges, from the path that draws it; empty for a round shape."""
    x = y = 0.0
    corners = []
    for command, numbers in re.findall(r"([a-zA-Z])([-\d. ]*)", shape):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "a":
            return []
        if command in "ML":
            x, y = values
        elif command == "h":
            x += values[0]
        elif command == "v":
            y += values[0]
        corners.append((x, y))
    return corners


def _chart(sheet: Sheet) -> dict[str, Any] | None:
    """The game totals by round, the values of the axis, and the goal; None if no round is scored."""
    lines = [[(0, 0), *sheet.totals_by_round(side)] for side in range(len(sheet.sides))]
    totals = [total for line in lines for _, total in line]
    played = max(line[-1][0] for line in lines)
    if not played:
        return None
    low, high = min(totals), max(*totals, 1, *([sheet.goal.points] if sheet.goal.points else []))
    step = tick_step(high - low, _MOST_TICKS)
    return {
        "lines": lines,
        "rounds": played,
        "ticks": list(range(low // step * step, high + 1, step)),
        "low": low // step * step,
        "high": high,
        "goal": sheet.goal.points,
    }
