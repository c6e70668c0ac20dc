"""The scoresheet on paper: the official sheet's columns, twelve rounds on a page, as many pages as it takes (PDF).

Everything the template shows reaches it as data: no text is ever read as markup.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from haggis_cli.sheets.blank import ROUNDS
from haggis_cli.sheets.facts import sheet_facts
from haggis_cli.sheets.grid import Group
from haggis_cli.sheets.notes import sheet_notes
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.renderers.svg import render_chart
from haggis_cli.sheets.renderers.text import blocks, heading
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.glyphs import UNICODE

Block = tuple[Group, ...]

TEMPLATE = Path(__file__).parent / "assets" / "scoresheet.typ"
PAPERS = {"a4": "a4", "letter": "us-letter"}
_PORTRAIT_COLUMNS = 14
"""So many columns are wide enough to write in on upright paper."""
_LANDSCAPE_COLUMNS = 24
"""And so many on paper laid across; what is more goes on pages of its own."""
_BUNDLED_FONTS_END = "\u0590"
"""The library's own fonts have Latin, Greek and Cyrillic letters, which come before this one."""


def render(sheet: Sheet, style: Style) -> bytes:
    """The pages. The same sheet gives the same bytes, on every machine as long as its own fonts suffice."""
    import typst

    pages: bytes = typst.compile(
        TEMPLATE,
        root=TEMPLATE.parent,  # where files would be looked for; the current folder may be anything
        format="pdf",
        sys_inputs={"sheet": json.dumps(_template_data(sheet, style))},
        ignore_system_fonts=max(_user_text(sheet)) < _BUNDLED_FONTS_END,
        timestamp=_timestamp(sheet),
    )
    return pages


def _timestamp(sheet: Sheet) -> datetime:
    """When the file says it was made: the day of the match."""
    return datetime.fromisoformat(sheet.date).replace(tzinfo=UTC) if sheet.date else datetime(2000, 1, 1, tzinfo=UTC)


def _user_text(sheet: Sheet) -> str:
    """All text in which something may be that people have chosen."""
    names = [sheet.variant, *sheet.players, *(side.name for side in sheet.sides)]
    facts = (text for _, text in sheet_facts(sheet))
    notes = (line for note in sheet_notes(sheet) for line in note.lines)
    return escape_text(" ".join([*names, *facts, *notes, sheet.due, *sheet.complaints]))


def _template_data(sheet: Sheet, style: Style) -> dict[str, Any]:
    together = _sides_by_page(blocks(sheet, UNICODE))
    return {
        "paper": PAPERS[style.paper],
        "across": max(map(_count_columns, together)) > _PORTRAIT_COLUMNS,
        "title": escape_text(sheet.variant),
        "facts": [[label, escape_text(text)] for label, text in sheet_facts(sheet)],
        "running": escape_text(", ".join(filter(None, [sheet.variant, sheet.match_id, sheet.date]))),
        "blank": sheet.blank,
        "times": f"×{sheet.hand_points}",
        "pages": [page for first in _page_starts(sheet) for page in _pages(sheet, together, first)],
        "notes": [note._asdict() for note in sheet_notes(sheet)],
        "due": sheet.due,
        "complaints": list(sheet.complaints),
        "chart": render_chart(sheet) if sheet.totals_by_round(0) else None,
        "link": sheet.link and sheet.link._asdict(),
    }


def _page_starts(sheet: Sheet) -> range:
    """The places of the rounds that begin a page; a match without rounds has a page too."""
    return range(0, max(len(sheet.rounds), 1), ROUNDS)


def _count_columns(some: Sequence[Block]) -> int:
    return sum(len(group.columns) for block in some for group in block)


def _sides_by_page(every: Sequence[Block]) -> list[Sequence[Block]]:
    """The sides that share a page, about as many on each."""
    most = max(1, _LANDSCAPE_COLUMNS // max(_count_columns([block]) for block in every))
    pages = -(-len(every) // most)
    size = -(-len(every) // pages)
    return [every[at : at + size] for at in range(0, len(every), size)]


def _pages(sheet: Sheet, together: list[Sequence[Block]], first: int) -> Iterator[dict[str, Any]]:
    for some in together:
        yield {"sides": [_side(sheet, block) for block in some], "rows": list(_rows(sheet, some, first))}


def _side(sheet: Sheet, block: Block) -> dict[str, Any]:
    return {
        "name": _printed_name(sheet, block[-1].title),
        "groups": [
            {
                "title": "Team" if group is block[-1] else _printed_name(sheet, group.title),
                "columns": [{"name": column.heading, "heading": heading(column)} for column in group.columns],
            }
            for group in block
        ],
    }


def _printed_name(sheet: Sheet, name: str) -> str:
    """A name; on a blank sheet the place itself is the line to write it on."""
    return name.rstrip("_") if sheet.blank else name


def _rows(sheet: Sheet, some: Sequence[Block], first: int) -> Iterator[dict[str, Any]]:
    """A page's rows, those below the last round to be filled in by hand."""
    for at in range(first, first + ROUNDS):
        played = sheet.rounds[at] if at < len(sheet.rounds) else None
        yield {
            "label": str(at + 1),
            "note": played.unscored if played else "",
            "cells": [column.cells[at] for block in some for group in block for column in group.columns]
            if played and played.figures
            else [],
        }
