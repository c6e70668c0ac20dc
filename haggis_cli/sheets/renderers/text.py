"""The scoresheet as plain text whose columns line up in a terminal, for 80 columns or what there is."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from haggis_cli.sheets.grid import Column, Grid, Group, PlayerFigures, SideFigures
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import Sheet, sheet_facts, sheet_notes
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import ASCII, UNICODE, Glyphs, with_direction_marks, wrap_text

_Text: TypeAlias = Callable[[PlayerFigures], str]
_SideText: TypeAlias = Callable[[SideFigures], str]
_HEADINGS = {
    "hand": "Opp. hand",
    "cards": "Captured",
    "pts": "Bet points",
    "round": "Round total",
    "game": "Game total",
}
_FILL_IN_FIGURE = "___"  # to write a figure on


def render(sheet: Sheet, style: Style) -> str:
    """The sheet's facts, its columns, and how the match stands."""
    glyphs = ASCII if style.ascii else UNICODE
    lines = [escape_text(sheet.variant)]
    facts = sheet_facts(sheet)
    column = max(9, *(len(label) + 2 for label, _ in facts))
    for label, text in facts:
        lines += wrap_text(escape_text(text), style.width, first=label.ljust(column), others=" " * column)
    if sheet.rounds:
        lines += ["", *sheet_grid(sheet, glyphs).render_lines(style.width)]
    lines += [*_render_notes(sheet, style.width), "", *wrap_text(sheet.due, style.width)]
    for label, text in sheet.reference:
        lines += wrap_text(f"{label}: {text}.", style.width, others="  ")
    if sheet.typing:
        lines += ["", *wrap_text(sheet.typing, style.width)]
    for complaint in sheet.complaints:
        lines += wrap_text(complaint, style.width, others="  ")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _render_notes(sheet: Sheet, width: int) -> Iterator[str]:
    """The notes below their heading, with a blank line above; nothing where there are none."""
    notes = sheet_notes(sheet)
    if notes:
        yield from ("", "Notes")
    for note in notes:
        for at, line in enumerate(note.lines):
            first = "    " if at else f"  {note.about}: "
            yield from wrap_text(with_direction_marks(line), width, first=first, others="    ")


def sheet_grid(sheet: Sheet, glyphs: Glyphs) -> Grid:
    """The columns of the official sheet."""
    return Grid(
        blocks=tuple(blocks(sheet, glyphs)),
        labels=tuple(str(each.number) for each in sheet.rounds),
        notes=tuple(each.unscored for each in sheet.rounds),
        glyphs=glyphs,
    )


def heading(column: Column) -> str:
    """The column's heading where there is room to write it out."""
    return _HEADINGS.get(column.heading, column.heading.capitalize())


def blocks(sheet: Sheet, glyphs: Glyphs) -> list[tuple[Group, ...]]:
    """A block of columns for each side: a player's all in one group, or two players' groups and the team's."""
    if not sheet.teams:
        return [(_player(sheet, side.seats[0], glyphs, alone=True),) for side in sheet.sides]
    return [
        (*(_player(sheet, seat, glyphs, alone=False) for seat in side.seats), _team(sheet, number))
        for number, side in enumerate(sheet.sides)
    ]


def _player(sheet: Sheet, seat: int, glyphs: Glyphs, *, alone: bool) -> Group:
    mine = [each.figures[seat] if each.figures else None for each in sheet.rounds]

    def column(name: str, short: str, text: _Text, space: str = _FILL_IN_FIGURE) -> Column:
        empty = space if sheet.blank else ""
        return Column(name, short, tuple(text(figures) if figures else empty for figures in mine))

    times = f"{glyphs.times}{sheet.hand_points}"
    columns = [
        column("hand", "hand", lambda each: f"{each.hand}{times}", f"__{times}"),
        column("cards", "cap", lambda each: str(each.captured)),
    ]
    if sheet.blank and len(sheet.players) > 2:  # else who went out is who caught cards
        columns.insert(1, column("out", "out", lambda each: str(each.went_out or "")))
    if sheet.bonus:
        columns.append(column("bonus", "bon", lambda each: str(each.bonus)))
    if alone:
        columns += _bets_and_totals(sheet, sheet.side_of(seat))
    else:
        columns.append(column("total", "tot", lambda each: str(each.total)))
    return Group(escape_text(sheet.players[seat]), tuple(columns))


def _team(sheet: Sheet, side: int) -> Group:
    return Group(escape_text(sheet.sides[side].name), tuple(_bets_and_totals(sheet, side)))


def _bets_and_totals(sheet: Sheet, side: int) -> list[Column]:
    mine = [each.sides[side] if each.sides else None for each in sheet.rounds]

    def column(name: str, short: str, text: _SideText) -> Column:
        empty = _FILL_IN_FIGURE if sheet.blank else ""
        return Column(name, short, tuple(text(figures) if figures else empty for figures in mine))

    return [
        column("bet", "bet", lambda each: "-" if each.bet is None else str(each.bet)),
        column("pts", "pts", lambda each: str(each.bet_points)),
        column("round", "rnd", lambda each: str(each.total)),
        column("game", "sum", lambda each: "?" if each.game is None else str(each.game)),
    ]
