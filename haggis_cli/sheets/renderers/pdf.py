"""The scoresheet as PDF: the official sheet's columns and the chart, on one page if it remains readable.

The template gets all text as data: no text is ever read as markup.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from haggis_cli.sheets.columns import LARGE_COLUMNS, Group, blocks, count_columns
from haggis_cli.sheets.renderers.fonts import FONTS, font_folders, in_sans, uses_bundled_fonts
from haggis_cli.sheets.renderers.formats import PAPERS, Style
from haggis_cli.sheets.renderers.svg import render_chart
from haggis_cli.sheets.review import EXPLANATION, LOSS_HEADINGS, SheetReview
from haggis_cli.sheets.sheet import NO_DAY, ROUNDS, Sheet, facts_once, sheet_notes
from haggis_cli.sheets.standing import headline, highlights, is_over
from haggis_cli.support.charts import WIDE
from haggis_cli.support.design import COLORS, SUITS
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.players import draw_badges
from haggis_cli.support.text import capitalize, hyphenate, in_print, typeset

Block = tuple[Group, ...]

TEMPLATE = Path(__file__).parent / "assets" / "scoresheet.typ"
_PORTRAIT_COLUMNS = 14
"""The most columns on portrait paper that are wide enough to write in."""
_NARROW_COLUMNS = 21
"""The most columns there that are readable in small letters."""
_LANDSCAPE_ROWS = 16
"""The most rounds that fit on a landscape page with the chart; with more, the page is portrait if that is readable."""
_LANDSCAPE_COLUMNS = 24
"""The most columns on landscape paper; more columns go on further pages."""
_BROAD = tuple(WIDE._replace(width=1000, height=height) for height in range(340, 179, -20))
"""The chart on landscape paper, from side to side: as high as there is room for."""
_FREE_ROWS = 3
"""The minimum number of free rows if the goal is a number of points."""


def render(sheet: Sheet, style: Style) -> bytes:
    """The pages. The same sheet gives the same bytes on every machine, if the bundled fonts suffice."""
    import typst

    pages: bytes = typst.compile(
        TEMPLATE,
        root=TEMPLATE.parent,  # the only folder for files; the current folder may be anything
        format="pdf",
        sys_inputs={"sheet": json.dumps(_template_data(sheet, style))},
        ignore_system_fonts=uses_bundled_fonts(sheet),
        font_paths=font_folders(),
        timestamp=datetime.fromisoformat(sheet.date or NO_DAY).replace(tzinfo=UTC),  # never the clock
    )
    return pages


def _template_data(sheet: Sheet, style: Style) -> dict[str, Any]:
    together = [[block] for block in blocks(sheet)] if style.large else _sides_by_page(blocks(sheet))
    badges = _draw_badges(sheet) if sheet.reviews else {}
    line, columns = typeset(headline(sheet)), max(map(_count_columns, together))
    due, wide = typeset(sheet.due), columns > (LARGE_COLUMNS if style.large else _PORTRAIT_COLUMNS)
    across = wide and (style.large or columns > _NARROW_COLUMNS or _count_rows(sheet) <= _LANDSCAPE_ROWS)
    return {
        "paper": PAPERS[style.paper],
        "fonts": FONTS,
        "colors": {name: COLORS[name].light for name in ("felt", "tint", "soft", "line", "edge", "gold", "print")},
        "across": across,
        "narrow": wide and not across,
        "large": style.large,
        "title": escape_text(sheet.variant),
        "headline": line,
        "due": "" if line and due.startswith(line) else due,
        "facts": [[label, escape_text(text)] for label, text in facts_once(sheet)],
        "running": escape_text(" \u00b7 ".join([sheet.dated_title or "Scoresheet", sheet.variant])),
        "blank": sheet.blank,
        "times": f"×{sheet.hand_points}",
        "tables": [
            {"sides": [_side(sheet, block) for block in some], "rows": list(_rows(sheet, some))} for some in together
        ],
        "complaints": list(map(typeset, sheet.complaints)),
        "highlights": [[label, typeset(text)] for label, text in highlights(sheet)],
        "notes": [note._asdict() | {"about": note.about.replace("Match", "Note")} for note in sheet_notes(sheet)],
        "charts": [in_sans(render_chart(sheet, canvas)) for canvas in (_BROAD if across else (WIDE,))]
        if sheet.totals_by_round(0)
        else [],
        "link": sheet.link and sheet.link._asdict(),
        "reviews": [_review(each, badges) for each in sheet.reviews],
        "suits": {letter: COLORS[name].light for letter, name in SUITS.items()},
        "explanation": typeset(EXPLANATION),
        "reference": [[label, typeset(text)] for label, text in sheet.reference],
        "footnote": typeset(sheet.footnote),
    }


def _review(review: SheetReview, badges: Mapping[str, str]) -> dict[str, Any]:
    """The review of a round: a table of its players, and the costliest plays."""
    plays = [[each.said, f"{each.better}."] for each in review.costly]
    return {
        "title": f"Round {review.number}",
        "headings": list(map(capitalize, LOSS_HEADINGS)),
        "rows": [
            {"name": escape_text(name), "badge": badges[escape_text(name)], "figures": figures}
            for name, figures in review.losses
        ],
        "plays": [[escape_text(in_print(text)) for text in play] for play in plays],
    }


def _count_columns(some: Sequence[Block]) -> int:
    return sum(map(count_columns, some))


def _sides_by_page(every: Sequence[Block]) -> list[Sequence[Block]]:
    """The sides by page, with about the same number on each."""
    most = max(1, _LANDSCAPE_COLUMNS // max(_count_columns([block]) for block in every))
    pages = -(-len(every) // most)
    size = -(-len(every) // pages)
    return [every[at : at + size] for at in range(0, len(every), size)]


def _side(sheet: Sheet, block: Block) -> dict[str, Any]:
    name = block[-1].title
    badges = {} if sheet.blank else _draw_badges(sheet)
    return {
        "name": _printed_name(sheet, name),
        "badge": badges.get(name),
        "won": sheet.winner is not None and name == escape_text(sheet.sides[sheet.winner].name),
        "groups": [
            {
                "title": "Team" if group is block[-1] else hyphenate(_printed_name(sheet, group.title)),
                "badge": badges.get(group.title),
                "columns": [{"name": each.column.name, "heading": each.column.heading} for each in group.columns],
            }
            for group in block
        ],
    }


def _draw_badges(sheet: Sheet) -> dict[str, str]:
    """The badge of each player, each a separate drawing."""
    drawn = draw_badges(sheet.players).items()
    return {
        escape_text(name): in_sans(badge).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
        for name, badge in drawn
    }


def _printed_name(sheet: Sheet, name: str) -> str:
    """A name; on a blank sheet without underscores, because the template draws the line."""
    return name.rstrip("_") if sheet.blank else name


def _rows(sheet: Sheet, some: Sequence[Block]) -> Iterator[dict[str, Any]]:
    """The rows of all rounds, then the rows to be filled in by hand."""
    for at in range(_count_rows(sheet)):
        played = sheet.rounds[at] if at < len(sheet.rounds) else None
        yield {
            "label": str(at + 1) if played or not is_over(sheet) else "",
            "note": played.unscored if played else "",
            "cells": [in_print(column.cells[at]) for block in some for group in block for column in group.columns]
            if played and played.figures
            else [],
        }


def _count_rows(sheet: Sheet) -> int:
    """The number of rows: during the match, some are free, up to its goal."""
    played = len(sheet.rounds)
    if sheet.blank or is_over(sheet):
        return max(played, 1)  # only the final scores of some matches are known, but a table needs a row
    return max(played, sheet.goal.rounds or max(ROUNDS, played + _FREE_ROWS))
