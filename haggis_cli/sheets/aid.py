"""The player aid: what is looked up at the table, on one page, made from the declaration of the variant.

`render_aid` draws it as SVG, HTML or PDF. A page has two cards to cut apart, one below the other; with `large` it is
one card across the page. The letters are as large as the room allows, so every variant has its page.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from haggis_cli.rules.description import describe_betting, describe_bomb_capture, describe_round_end, describe_trick
from haggis_cli.rules.rulebook import Line, goal_text, tell_rules, told_table
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.renderers.html_replay import card_symbols
from haggis_cli.support.errors import UsageError
from haggis_cli.support.html import Markup, join, render_html_page, tag
from haggis_cli.support.text import wrap_text

FORMATS = (".pdf", ".html", ".svg")
"""The endings of the files in which the aid comes."""
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and the height of upright paper, in millimetres."""
_COLUMNS = 3
_MARGIN, _GUTTER = 7.0, 5.0
_LARGEST, _SMALLEST = 4.6, 2.2  # millimetres of a letter
_WORTH_KEEPING = 0.85
"""So small letters may become for parts to stay in one column each."""
_WIDTH_OF_A_LETTER = 0.5  # of its height: serifs are narrower, sans serif as wide
_LEADING = 1.28
_CARD = (2.0, 2.8)  # of a letter
_INK = {
    **dict.fromkeys("rh", "#b3201f"),
    **dict.fromkeys("gc", "#1c6b34"),
    **dict.fromkeys("bd", "#1656b0"),
    **dict.fromkeys("y", "#765600"),
    **dict.fromkeys("pv", "#86309a"),
    **dict.fromkeys("ox", "#a04800"),
}
"""The colours of the suits, as the replay has them; each suit has a shape besides."""


class Part(NamedTuple):
    """A heading and what stands below it."""

    title: str
    lines: Sequence[Line]


def aid_parts(table: Table) -> list[Part]:
    """What the aid says: combinations, bombs, the turn, bets, the scoring and the goal."""
    topics = {topic.name: topic for topic in tell_rules(table)}
    table = told_table(table)
    variant = table.variant
    shown = [line for line in topics["combinations"].lines if line.cards and not line.says.startswith("This beats")]
    courts = [line for line in topics["courts"].lines if line.cards] if "courts" in topics else []
    bombs = [line for line in topics["bombs"].lines if line.cards] if "bombs" in topics else []
    parts = [
        Part("Combinations", shown),
        Part("Court cards", courts),
        Part("Bombs, from low to high", [*bombs, *map(Line, describe_bomb_capture(variant))] if bombs else []),
        Part("Your turn", list(map(Line, _turn(table)))),
        Part(topics["bets"].title if "bets" in topics else "", list(map(Line, describe_betting(variant)))),
        Part("Scoring", list(map(Line, _scoring(table)))),
    ]
    return [part for part in parts if part.lines and part.title]


def _turn(table: Table) -> Iterator[str]:
    variant = table.variant
    yield "Lead any combination; whoever leads must play."
    yield "Answer with the same kind, as many cards and a higher top rank."
    if variant.combinations.bombs:
        yield "Or play a bomb: only a higher bomb beats it."
    yield "Or pass." if len(table.names) == 2 else "Or pass; you may play again before the trick ends."
    yield describe_trick(variant)[-1]
    yield describe_round_end(variant)


def _scoring(table: Table) -> Iterator[str]:
    variant = table.variant
    whose = "your opponent's hand" if len(table.names) == 2 else "the fullest hand of an opponent"
    bonus = variant.first_out_bonus.get(len(table.names))
    who = "first out" if variant.only_first_records else "you go out"
    parts = [f"{variant.hand_points} × the cards in {whose} when {who}", "captured cards"]
    parts += [f"{bonus} if you are first"] if bonus else []
    parts += ["bets"] if variant.betting.amounts else []
    yield f"Your round: {' + '.join(parts)}."
    yield f"Captured cards: {variant.card_values.name}."
    yield f"The match: {goal_text(variant)}."


# The drawing.


class _Row(NamedTuple):
    """What stands on one line of a column."""

    text: str
    size: float
    bold: bool = False
    indent: float = 0
    cards: tuple[str, ...] = ()
    height: float = 0


def draw_aid(table: Table, paper: str, *, large: bool) -> Markup:
    """The page as SVG; UsageError for a paper that is none."""
    if paper not in PAPERS:
        raise UsageError(f"--paper is {' or '.join(PAPERS)}, not '{paper}'")
    width, height = PAPERS[paper]
    if large:
        width, height = height, width
        cards = [_draw_card(table, width, height, 0)]
    else:
        half = height / 2
        cut = tag("path", d=f"M0 {half:g}h{width:g}", stroke="#888", stroke_width=0.2, stroke_dasharray="2 2")
        cards = [_draw_card(table, width, half, 0), _draw_card(table, width, half, half), cut]
    return tag(
        "svg",
        tag("title", f"{table.variant.name}: player aid"),
        card_symbols(table.deck.letters),
        tag("rect", width=f"{width:g}", height=f"{height:g}", fill="#ffffff"),
        *cards,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{width:g}mm",
        height=f"{height:g}mm",
        viewBox=f"0 0 {width:g} {height:g}",
        font_family="'Libertinus Serif', 'Liberation Sans', Arial, sans-serif",
        role="img",
    )


def _draw_card(table: Table, width: float, height: float, top: float) -> Markup:
    column = (width - 2 * _MARGIN - (_COLUMNS - 1) * _GUTTER) / _COLUMNS
    title = _LARGEST * 1.25
    room = height - 2 * _MARGIN - title * 1.6
    parts, largest = aid_parts(table), _LARGEST * (1.5 if height > 160 else 1)
    sizes = [largest * 0.97**step for step in range(40) if largest * 0.97**step > _SMALLEST]
    fitting = [(size, columns) for size in sizes if (columns := _flow(parts, column, room, size))]
    together = [(size, columns) for size, _ in fitting if (columns := _flow(parts, column, room, size, whole=True))]
    size, columns = (fitting or [(_SMALLEST, [])])[0]
    if together and together[0][0] > size * _WORTH_KEEPING:
        size, columns = together[0]
    drawn = [
        tag(
            "text",
            table.variant.name,
            x=f"{_MARGIN}",
            y=f"{top + _MARGIN + title:.2f}",
            font_size=title,
            font_weight=700,
        )
    ]
    for number, rows in enumerate(columns):
        left, y = _MARGIN + number * (column + _GUTTER), top + _MARGIN + title * 1.6
        for row in rows:
            drawn.append(_draw_row(row, left, y))
            y += row.height
    return join(*drawn)


def _flow(
    parts: Sequence[Part], column: float, room: float, size: float, *, whole: bool = False
) -> list[list[_Row]] | None:
    """The rows of the columns, a heading never without a line below it; None if they do not fit.

    whole: whether each part stays in one column.
    """
    columns: list[list[_Row]] = [[]]
    left = room
    for part in parts:
        blocks = [[*_heading(part.title, size, first=not columns[-1]), *_rows(part.lines[0], column, size)]]
        blocks += [_rows(line, column, size) for line in part.lines[1:]]
        if whole:
            blocks = [[row for block in blocks for row in block]]
        for block in blocks:
            needed = sum(row.height for row in block)
            if needed > left:
                if len(columns) == _COLUMNS or needed > room:
                    return None
                columns.append([])
                left = room
            columns[-1] += block
            left -= needed
    return columns


def _heading(title: str, size: float, *, first: bool) -> list[_Row]:
    gap = [] if first else [_Row("", size, height=size * 0.5)]
    return [*gap, _Row(title, size * 1.12, bold=True, height=size * 1.12 * _LEADING)]


def _rows(line: Line, column: float, size: float) -> list[_Row]:
    """The rows of a line: its text, and its cards below, or beside it if there is room."""
    letters = int(column / (size * _WIDTH_OF_A_LETTER))
    cards = tuple(line.cards.split())
    wide, high = len(cards) * size * (_CARD[0] + 0.15), size * _CARD[1]
    texts = wrap_text(line.says, letters - 1)
    rows = [_Row(text, size, height=size * _LEADING) for text in texts]
    if not cards:
        return [*rows[:-1], rows[-1]._replace(height=size * (_LEADING + 0.2))]
    beside = len(texts) == 1 and len(texts[0]) * size * _WIDTH_OF_A_LETTER + size + wide <= column
    if beside:
        return [_Row(texts[0], size, indent=column - wide, cards=cards, height=high + size * 0.35)]
    return [*rows, _Row("", size, cards=cards, height=high + size * 0.35)]


def _draw_row(row: _Row, x: float, y: float) -> Markup:
    size, drawn = row.size, []
    if row.text:
        base = y + (row.height / 2 + size * 0.35 if row.cards else size)
        drawn.append(
            tag(
                "text",
                row.text,
                x=f"{x:.2f}",
                y=f"{base:.2f}",
                font_size=f"{size:.2f}",
                font_weight=700 if row.bold else None,
            )
        )
    for place, card in enumerate(row.cards):
        drawn.append(_draw_face(card, x + row.indent + place * size * (_CARD[0] + 0.15), y, size))
    return join(*drawn)


def _draw_face(card: str, x: float, y: float, size: float) -> Markup:
    """A card as the replay draws it: rank and suit, a court card in gold."""
    suit = card[-1] if card not in ("J", "Q", "K") else ""
    rank = card.removesuffix(suit)
    ink = _INK.get(suit, "#1a1a1a")
    edge = tag("rect", x=0.5, y=0.5, width=39, height=55, rx=4, fill="#fdfcf6" if suit else "#f3dd9a", stroke="#6f6a5c")
    corner = tag("use", href=f"#rank-{rank}", x=0.5, y=2, width=19, height=19)
    sign = tag("use", href=f"#suit-{suit}" if suit else "#court", x=3, y=23, width=14, height=14)
    large = (
        tag("use", href=f"#suit-{suit}", x=18, y=33, width=19, height=19)
        if suit
        else tag("use", href=f"#rank-{rank}", x=15, y=29, width=25, height=25)
    )
    return tag(
        "svg",
        tag("g", edge, corner, sign, large, color=ink, fill=ink),
        x=f"{x:.2f}",
        y=f"{y:.2f}",
        width=f"{size * _CARD[0]:.2f}",
        height=f"{size * _CARD[1]:.2f}",
        viewBox="0 0 40 56",
    )


# The files.


def render_aid(table: Table, extension: str, paper: str, *, large: bool) -> bytes:
    """The aid as a file with this ending, one of FORMATS; UsageError for another ending."""
    if extension not in FORMATS:
        raise UsageError(f"the player aid is written as {', '.join(FORMATS)}: give -o a name that ends so")
    drawing = draw_aid(table, paper, large=large)
    if extension == ".svg":
        return drawing.encode()
    if extension == ".html":
        size = f"{paper} {'landscape' if large else 'portrait'}"
        styles = (
            f"@page {{ size: {size}; margin: 0 }} body {{ margin: 0; background: #fff }} "
            "main > svg { display: block; max-width: 100%; height: auto }"
        )
        return render_html_page(f"{table.variant.name}: player aid", styles, drawing).encode()
    from haggis_cli.support.extras import require_library

    require_library("player aids as PDF need", "typst", "pdf")
    from datetime import UTC, datetime

    import typst

    width, height = PAPERS[paper][::-1] if large else PAPERS[paper]
    source = (
        "#set document(title: sys.inputs.title, date: none)\n"
        f"#set page(width: {width}mm, height: {height}mm, margin: 0mm)\n"
        '#image(bytes(sys.inputs.aid), format: "svg", width: 100%, alt: sys.inputs.title)\n'
    )
    title = f"{table.variant.name}: player aid"
    pages: bytes = typst.compile(
        source.encode(),
        format="pdf",
        sys_inputs={"aid": str(drawing), "title": title},
        ignore_system_fonts=True,
        timestamp=datetime(2000, 1, 1, tzinfo=UTC),
    )
    return pages
