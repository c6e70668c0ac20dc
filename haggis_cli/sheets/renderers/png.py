"""The result of a match as a picture to send (PNG or SVG): the winner, the scores as cards, the chart and highlights.

The template gets all text as data: no text is ever read as markup. The library's own fonts are used as far as possible,
so that the picture is the same on every machine.
"""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any, Literal

from haggis_cli.sheets.renderers.fonts import FONTS, font_folders, uses_bundled_fonts
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.renderers.svg import caption, render_chart
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.sheets.standing import SHOWN, Score, make_result
from haggis_cli.support.charts import BROAD_PICTURE, PICTURE
from haggis_cli.support.design import COLORS, LOOKS, Look
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.extras import require_library
from haggis_cli.support.html import tag, to_ascii
from haggis_cli.support.players import look_of
from haggis_cli.support.text import hyphenate

TEMPLATE = Path(__file__).parent / "assets" / "result.typ"
SIZES = {False: (1200, 630), True: (1080, 1920)}
"""The width and height of a picture in pixels; the key says whether it is in portrait."""
_PIXELS_PER_INCH = 72
"""The resolution at which one point of the template is one pixel."""
_WORDS, _ATTRIBUTE = re.compile("<text([^>]*)>([^<]*)</text>"), re.compile('([a-z-]+)="([^"]*)"')
"""Words in a drawing, after their attributes, and one of these."""
_HIGHLIGHT = 46
"""How high a highlight is, in units of the chart above it."""


def render(sheet: Sheet, style: Style) -> bytes:
    """The picture. The same sheet gives the same bytes."""
    return _draw(sheet, style, "png")


def render_svg(sheet: Sheet, style: Style) -> str:
    """The picture as SVG, with its title in words: all its letters are paths."""
    require_library("Pictures of results need", "typst", "pdf")
    width, height = SIZES[style.portrait]
    size = f'width="{width}{{0}}" height="{height}{{0}}"'
    drawn = _draw(sheet, style, "svg").decode().replace(size.format("pt"), size.format(""), 1)
    title = to_ascii(tag("title", " \u00b7 ".join(caption(sheet))))
    return drawn.replace(">", f' role="img">{title}', 1)


def _draw(sheet: Sheet, style: Style, form: Literal["png", "svg"]) -> bytes:
    import typst

    drawn: bytes = typst.compile(
        TEMPLATE,
        root=TEMPLATE.parent,
        format=form,
        ppi=_PIXELS_PER_INCH,
        sys_inputs={"result": json.dumps(_template_data(sheet, style))},
        ignore_system_fonts=uses_bundled_fonts(sheet),
        font_paths=font_folders(),
    )
    return drawn


def _template_data(sheet: Sheet, style: Style) -> dict[str, Any]:
    result = make_result(sheet)
    width, height = SIZES[style.portrait]
    return {
        "width": width,
        "height": height,
        "portrait": style.portrait,
        "colors": {name: color.light for name, color in COLORS.items()},
        "title": escape_text(sheet.dated_title).replace(
            sheet.day, sheet.day.replace(" ", "\u00a0")
        ),  # no line parts it
        "facts": escape_text(result.facts),
        "who": hyphenate(result.who),
        "says": result.says,
        "scores": [_score(each) for each in result.scores],
        "highlights": result.highlights,
        "chart": _chart(sheet, style, len(result.highlights)),
        "fonts": FONTS,
    }


def _score(score: Score) -> dict[str, Any]:
    """A side: its players and its figure, with its players' badges on a card."""
    return {
        "names": [escape_text(name) for name in score.players],
        "figure": score.figure,
        "has_won": score.has_won,
        "badges": [_badge(look_of(number), letter) for number, letter in score.badges],
    }


def _badge(look: Look, letter: str) -> dict[str, Any]:
    return {
        "letter": escape_text(letter),
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


def _chart(sheet: Sheet, style: Style, told: int) -> dict[str, Any] | None:
    """The course of the match as pages draw it, in the colours of the felt; None where no round is scored.

    Its words are apart from its lines, for the template to set them: who sees an SVG may not have their letters.

    told: the number of highlights below it; in landscape it has the room of those that there are not.
    """
    if not sheet.totals_by_round(0):
        return None
    on_felt = {look.color.light: look.color.dark for look in LOOKS} | {
        COLORS["ink"].light: COLORS["on-felt"].light,
        COLORS["soft"].light: COLORS["soft-on-felt"].light,
        COLORS["line"].light: COLORS["veil"].light,
        COLORS["edge"].light: f"{COLORS['on-felt'].light}80",
        COLORS["raised"].light: "none",
    }
    canvas = BROAD_PICTURE if len(sheet.sides) == 2 and not style.portrait else PICTURE
    if not style.portrait:
        canvas = canvas._replace(height=canvas.height + _HIGHLIGHT * (SHOWN - told))
    drawn = render_chart(sheet, canvas)
    lines = re.sub('#[0-9a-f]{6}(?=[;"])', lambda found: on_felt.get(found[0], found[0]), _WORDS.sub("", drawn))
    return {
        "lines": lines,
        "width": canvas.width,
        "height": canvas.height,
        "size": canvas.size,
        "words": [{"says": unescape(says), **dict(_ATTRIBUTE.findall(look))} for look, says in _WORDS.findall(drawn)],
    }
