"""The player aid: a one-page quick reference, generated from the declaration of the variant.

`render_aid` draws it as SVG, HTML or PDF. A page has two cards to cut apart, one below the other; with `large` it has
one card in landscape. The letters are as large as fits, so every variant fits on its page. On a screen, the HTML is
text with pictures, as wide as the screen; printed, it is the page.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, count, takewhile
from pathlib import Path
from typing import NamedTuple

from haggis_cli.rules.description import (
    describe_betting,
    describe_bomb_capture,
    describe_may_play,
    describe_round_end,
    describe_slam,
    describe_trick,
)
from haggis_cli.rules.rulebook import Line, goal_text, tell_kinds, tell_rules, told_table
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.renderers.fonts import SANS, font_folders
from haggis_cli.sheets.renderers.formats import PAPERS
from haggis_cli.sheets.renderers.svg import card_symbols, draw_face, draw_fan, read_asset
from haggis_cli.sheets.sheet import counted_hand
from haggis_cli.support.design import COLORS, WHITE, design_styles
from haggis_cli.support.errors import UsageError
from haggis_cli.support.html import Markup, join, render_html_page, tag
from haggis_cli.support.text import curl_quotes, wrap_text

FORMATS = (".pdf", ".html", ".svg")
"""The endings of the files that can hold the aid."""
_TEMPLATE = Path(__file__).parent / "renderers" / "assets" / "aid.typ"
_COLUMNS = 3
_MARGIN, _GUTTER = 7.0, 5.0
_LARGEST = 4.6  # height of a letter, in millimetres
_TITLE = _LARGEST * 1.25
_WORTH_KEEPING = 0.85
"""The smallest letters for which each part stays in one column."""
_SANS_SERIF, _SOURCE_SANS = 0.5, 0.455
"""The width of a letter as a fraction of its height: in the fonts of browsers, and in that of the PDF."""
_BOLD = 0.6
_HEADING: dict[str, str] = {"font_weight": "bold", "fill": COLORS["felt"].light}
_LEADING = 1.28
_APART = 0.3  # between rows, in heights of a letter
_CARD = (2.0, 2.8)  # width and height, in heights of a letter
_CARDS_BESIDE = 0.55
"""The largest part of a column that the cards may take if their texts are to be beside them."""
_UNBROKEN = r" (?=<|\([0-9]|\S{1,3}$)|(?<=[JQK]) (?=[0-9]|as )"
"""Spaces at which no line may break: in `6 <`, `little (15)`, `J 2` and `J as`, and before a short last word."""
_NO_BREAK = "\N{NO-BREAK SPACE}"


class Part(NamedTuple):
    """A heading and the lines below it."""

    title: str
    lines: Sequence[Line]


def aid_parts(table: Table) -> list[Part]:
    """The contents of the aid: combinations, bombs, the turn, bets, scoring and the goal."""
    topics = {topic.name: topic for topic in tell_rules(table)}
    table = told_table(table)
    variant = table.variant
    shown = {name: [line for line in topic.lines if line.cards] for name, topic in topics.items()}
    pictures = {name: [_caption(line) for line in lines if " beats " not in line.says] for name, lines in shown.items()}
    courts, bombs = pictures.get("courts", []), pictures.get("bombs", [])
    passing = topics["passing"].lines[:3] if "passing" in topics else []
    parts = [
        Part("Combinations", list(tell_kinds(table))),
        Part("Court cards", courts),
        Part("Bombs, from low to high", [*bombs, *map(Line, describe_bomb_capture(variant))] if bombs else []),
        Part("Your turn", list(map(Line, _turn(table)))),
        Part("Passing cards", passing),
        Part(topics["bets"].title if "bets" in topics else "", list(map(Line, describe_betting(variant)))),
        Part("Scoring", list(map(Line, _scoring(table)))),
    ]
    return [part for part in parts if part.lines and part.title]


def _caption(line: Line) -> Line:
    return line._replace(says=re.sub(":$", ".", line.says))


def _turn(table: Table) -> Iterator[str]:
    variant = table.variant
    yield f"Lead {'a' if variant.may_play else 'any'} combination; the leader must play."
    yield from describe_may_play(variant)
    yield "Answer with the same kind and number of cards and a higher top rank."
    if variant.combinations.bombs:
        yield "Or play a bomb: only a higher bomb beats it."
    yield "Or pass." if len(table.names) == 2 else "Or pass; you may play again before the trick ends."
    yield describe_trick(variant)[-1]
    yield describe_round_end(variant)


def _scoring(table: Table) -> Iterator[str]:
    variant = table.variant
    bonus = variant.first_out_bonus.get(len(table.names))
    who = "first out" if variant.only_first_records else "you go out"
    parts = [f"{variant.hand_points} × the cards in {counted_hand(table)} when {who}", "captured cards"]
    parts += [f"{bonus} if you are first"] if bonus else []
    parts += ["the bid, or a share of it" if variant.betting.by_auction else "bets"] if variant.betting.amounts else []
    yield f"Your round: {' + '.join(parts)}."
    yield f"Captured cards: {variant.card_values.name}."
    yield from describe_slam(variant)[:1]
    yield f"The match: {goal_text(variant)}."


def _bind(text: str) -> str:
    """The text as in print, with non-breaking spaces inside expressions that belong on one line."""
    return re.sub(_UNBROKEN, _NO_BREAK, curl_quotes(text))


# The drawing.


class _Row(NamedTuple):
    """A row of a column: cards on the left, and the lines of a text."""

    texts: Sequence[str]
    size: float
    height: float
    bold: bool = False
    cards: Sequence[str] = ()
    indent: float = 0


def draw_aid(table: Table, paper: str, *, large: bool, letter: float = _SANS_SERIF) -> Markup:
    """The page as SVG, for one of PAPERS; `letter` is the width of a letter as a fraction of its height."""
    width, height = PAPERS[paper]
    if large:
        width, height = height, width
        drawn = [_draw_card(_lay_out(table, width, height, letter), 0)]
    else:
        half = height / 2
        card = _lay_out(table, width, half, letter)
        edge = COLORS["edge"].light
        cut = tag("path", d=f"M0 {half:g}h{width:g}", stroke=edge, stroke_width=0.2, stroke_dasharray="2 2")
        drawn = [_draw_card(card, 0), _draw_card(card, half), cut]
    return tag(
        "svg",
        tag("title", f"{table.variant.name}: player aid"),
        card_symbols(table.deck.letters),
        tag("rect", width=f"{width:g}", height=f"{height:g}", fill=WHITE),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{width:g}mm",
        height=f"{height:g}mm",
        viewBox=f"0 0 {width:g} {height:g}",
        font_family=f"'{SANS}', 'Liberation Sans', Arial, sans-serif",
        role="img",
    )


class _Card(NamedTuple):
    """A card with its contents; `column` is the width of each column in millimetres."""

    title: str
    column: float
    columns: Sequence[Sequence[_Row]]


def _lay_out(table: Table, width: float, height: float, letter: float) -> _Card:
    """The card of this size, with the largest letters that fit."""
    column = (width - 2 * _MARGIN - (_COLUMNS - 1) * _GUTTER) / _COLUMNS
    room = height - 2 * _MARGIN - _TITLE * 1.6
    parts, largest = aid_parts(table), _LARGEST * (1.5 if height > 160 else 1)
    sizes = (largest * 0.97**step for step in count())
    size, columns = next((size, found) for size in sizes if (found := _flow(parts, column, room, size, letter)))
    smaller = takewhile(lambda each: each > size * _WORTH_KEEPING, chain([size], sizes))
    together = (_flow(parts, column, room, each, letter, whole=True) for each in smaller)
    return _Card(table.variant.name, column, next(filter(None, together), columns))


def _draw_card(card: _Card, top: float) -> Markup:
    width = _COLUMNS * (card.column + _GUTTER)
    size = min(_TITLE, width / (len(card.title) * _BOLD))
    drawn = [tag("text", card.title, x=_MARGIN, y=f"{top + _MARGIN + _TITLE:.2f}", font_size=f"{size:.2f}", **_HEADING)]
    for number, rows in enumerate(card.columns):
        left, y = _MARGIN + number * (card.column + _GUTTER), top + _MARGIN + _TITLE * 1.6
        for row in rows:
            drawn.append(_draw_row(row, left, y))
            y += row.height
    return join(*drawn)


def _flow(
    parts: Sequence[Part], column: float, room: float, size: float, letter: float, *, whole: bool = False
) -> list[list[_Row]] | None:
    """The rows of the columns; a heading always has a line below it. None if they do not fit.

    whole: whether each part must stay in one column.
    """
    columns: list[list[_Row]] = [[]]
    left = room
    for part in parts:
        most = max(len(line.cards.split()) for line in part.lines)
        lines = [_rows(line, most, column, size, letter) for line in part.lines]
        gap, heading = _Row((), size, size * 0.5), _Row((part.title,), size * 1.12, size * 1.12 * _LEADING, bold=True)
        blocks = [[gap, heading, *lines[0]], *lines[1:]]
        if whole:
            blocks = [[row for block in blocks for row in block]]
        for rows in blocks:
            block = rows[1:] if rows[0] is gap and not columns[-1] else rows
            if sum(row.height for row in block) > left:
                columns.append([])
                left = room
                block = rows[1:] if rows[0] is gap else rows
            needed = sum(row.height for row in block)
            if len(columns) > _COLUMNS or needed > room:
                return None
            columns[-1] += block
            left -= needed
    return columns


def _rows(line: Line, most: int, column: float, size: float, letter: float) -> list[_Row]:
    """The rows of a line: its text to the right of its cards, or above them if there is no room beside them.

    most: the most cards in any line of the part, so that all its texts are aligned.
    """
    cards, one_card = line.cards.split(), size * (_CARD[0] + 0.15)
    beside = cards and most * one_card <= column * _CARDS_BESIDE
    indent = most * one_card + size * 0.4 if beside else 0
    wrapped = wrap_text(_bind(line.says), int((column - indent) / (size * letter)) - 1)
    texts = [text.replace(_NO_BREAK, " ") for text in wrapped]
    high, apart = len(texts) * size * _LEADING, size * _APART
    if beside:
        return [_Row(texts, size, max(high, size * _CARD[1]) + apart, cards=cards, indent=indent)]
    told = _Row(texts, size, high + apart)
    return [told, _Row((), size, size * _CARD[1] + apart, cards=cards)] if cards else [told]


def _draw_row(row: _Row, x: float, y: float) -> Markup:
    size = row.size
    first = size
    if row.cards:
        y += size * _APART / 2
        spare = size * _CARD[1] - len(row.texts) * size * _LEADING
        first += max(spare, 0) / 2
    drawn = [
        tag(
            "text",
            text,
            x=f"{x + row.indent:.2f}",
            y=f"{y + first + place * size * _LEADING:.2f}",
            font_size=f"{size:.2f}",
            **(_HEADING if row.bold else {}),
        )
        for place, text in enumerate(row.texts)
    ]
    wide, high = f"{size * _CARD[0]:.2f}", f"{size * _CARD[1]:.2f}"
    for place, card in enumerate(row.cards):
        left = f"{x + place * size * (_CARD[0] + 0.15):.2f}"
        drawn.append(draw_face(card, x=left, y=f"{y:.2f}", width=wide, height=high))
    return join(*drawn)


# The files.


def _tell(table: Table) -> Markup:
    """The card as text for a screen of any width; the drawing is for paper."""
    parts = (tag("section", tag("h2", part.title), tag("ul", map(_tell_line, part.lines))) for part in aid_parts(table))
    return tag("article", tag("h1", table.variant.name), parts)


def _tell_line(line: Line) -> Markup:
    cards = line.cards.split()
    return tag("li", draw_fan(cards) if cards else "", tag("span", _bind(line.says)))


def render_aid(table: Table, extension: str, paper: str, *, large: bool) -> bytes:
    """The aid as a file with this ending; raises UsageError if it is not one of FORMATS."""
    if extension not in FORMATS:
        raise UsageError(f"the player aid is written as {', '.join(FORMATS)}: give -o a name with one of these endings")
    drawing = draw_aid(table, paper, large=large, letter=_SOURCE_SANS if extension == ".pdf" else _SANS_SERIF)
    title = f"{table.variant.name}: player aid"
    if extension == ".svg":
        return drawing.encode()
    if extension == ".html":
        size = f"{paper} {'landscape' if large else 'portrait'}"
        styles = f"{design_styles()}{read_asset('aid.css')}@page {{ size: {size}; margin: 0 }}\n"
        return render_html_page(title, styles, _tell(table), drawing, kind="large" if large else None).encode()
    from haggis_cli.support.extras import require_library

    require_library("player aids as PDF need", "typst", "pdf")
    from datetime import UTC, datetime

    import typst

    width, height = PAPERS[paper][::-1] if large else PAPERS[paper]
    pages: bytes = typst.compile(
        _TEMPLATE,
        format="pdf",
        sys_inputs={"aid": str(drawing), "title": title, "width": f"{width}", "height": f"{height}"},
        ignore_system_fonts=True,
        font_paths=font_folders(),
        timestamp=datetime(2000, 1, 1, tzinfo=UTC),
    )
    return pages
