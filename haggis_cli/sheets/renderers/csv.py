"""The scoresheet as comma-separated values: long, a line for each round and player, or wide, a line for each round.

A round that is not scored has empty cells. Text that a spreadsheet would run as a formula gets an apostrophe in front.
"""

from collections.abc import Callable, Iterator
from functools import partial

from haggis_cli.sheets.grid import SheetRound
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import Sheet, note_lines
from haggis_cli.support.escaping import Cell, csv_text

PLAYER_COLUMNS = ("bet", "hand", "hand_points", "captured", "bonus", "bet_points", "total")
NOTE_COLUMNS = ("notes", "match_notes")
TEXT_COLUMNS = (*NOTE_COLUMNS, "event")
"""The last columns of a sheet: what people have written about the round and the match, and called the event."""
NOTE_BREAK = " / "
"""What stands between the lines of a note."""
_TEAM_COLUMNS = ("bet", "bet_points", "total")
LONG_COLUMNS = (
    *("match_id", "round", "seat", "player", "team"),
    *PLAYER_COLUMNS,
    *(f"team_{column}" for column in _TEAM_COLUMNS),
    *("game_total", "went_out"),
)
"""Those of a team, like its game total, stand in the lines of all its players."""


def render(sheet: Sheet, style: Style) -> str:
    """The table, headed by its columns' names; the last are the notes, and the event that the match belongs to."""
    return csv_text(_with_texts(sheet, _wide_rows(sheet)) if style.wide else long_rows(sheet))


def figure_rows(sheet: Sheet, *, wide: bool) -> Iterator[tuple[Cell, ...]]:
    """The same lines without the event and the notes; the second cell of each is the round."""
    return _wide_rows(sheet) if wide else _long_rows(sheet)


def long_rows(sheet: Sheet) -> Iterator[tuple[Cell, ...]]:
    """The headings, then a line for each round and player, the notes and the event at the end of each."""
    return _with_texts(sheet, _long_rows(sheet))


def _with_texts(sheet: Sheet, rows: Iterator[tuple[Cell, ...]]) -> Iterator[tuple[Cell, ...]]:
    """The rows, whose second column is the round; of a match without rounds nothing is lost but its notes."""
    yield (*next(rows), *TEXT_COLUMNS)
    notes = notes_by_round(sheet)
    for row in rows:
        yield (*row, *notes[row[1]], sheet.event or None)


def notes_by_round(sheet: Sheet) -> dict[Cell, tuple[Cell, Cell]]:
    """The note of each round and that of the match, by the number of the round."""
    return {each.number: (_one_line(each.notes), _one_line(sheet.notes)) for each in sheet.rounds}


def _one_line(notes: str) -> str | None:
    """A note in one cell: programs that read tables take a line's end for the row's."""
    return NOTE_BREAK.join(filter(None, note_lines(notes))) or None


def _long_rows(sheet: Sheet) -> Iterator[tuple[Cell, ...]]:
    yield LONG_COLUMNS
    for each in sheet.rounds:
        for seat, name in enumerate(sheet.players):
            side = sheet.side_of(seat)
            team = sheet.sides[side].name if sheet.teams else None
            figures, scored = (each.figures[seat], each.sides[side]) if each.figures else (None, None)
            own = _own_columns(sheet) if figures else ()
            yield (
                *(sheet.match_id, each.number, seat + 1, name, team),
                *(getattr(figures, column) if column in own else None for column in PLAYER_COLUMNS),
                *(getattr(scored, column) if scored and team else None for column in _TEAM_COLUMNS),
                scored.game if scored else None,
                figures.went_out if figures else None,
            )


def _own_columns(sheet: Sheet) -> tuple[str, ...]:
    """A player's columns: what bets bring to teams is the team's."""
    return tuple(column for column in PLAYER_COLUMNS if not (sheet.teams and column == "bet_points"))


def _wide_rows(sheet: Sheet) -> Iterator[tuple[Cell, ...]]:
    columns = [*_player_columns(sheet), *(_team_columns(sheet) if sheet.teams else ())]
    yield ("match_id", "round", *(heading for heading, _ in columns))
    for each in sheet.rounds:
        yield (sheet.match_id, each.number, *(value(each) if each.figures else None for _, value in columns))


def _player_columns(sheet: Sheet) -> Iterator[tuple[str, Callable[[SheetRound], Cell]]]:
    for seat, name in enumerate(sheet.players):
        for column in (*_own_columns(sheet), "went_out"):
            yield f"{name} {column}", partial(_player_figure, seat, column)
        if not sheet.teams:
            yield f"{name} game_total", partial(_side_figure, sheet.side_of(seat), "game")


def _team_columns(sheet: Sheet) -> Iterator[tuple[str, Callable[[SheetRound], Cell]]]:
    for number, side in enumerate(sheet.sides):
        for heading, column in (*zip(_TEAM_COLUMNS, _TEAM_COLUMNS, strict=True), ("game_total", "game")):
            yield f"{side.name} (team) {heading}", partial(_side_figure, number, column)


def _player_figure(seat: int, column: str, each: SheetRound) -> Cell:
    value: int | None = getattr(each.figures[seat], column)
    return value


def _side_figure(side: int, column: str, each: SheetRound) -> Cell:
    value: int | None = getattr(each.sides[side], column)
    return value
