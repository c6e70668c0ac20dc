"""The scoresheet as comma-separated values: a line for each round and player (long), or for each round (wide).

A round that is not scored has empty cells. Text that a spreadsheet would run as a formula starts with an apostrophe.
"""

from collections.abc import Iterator, Sequence

from haggis_cli.sheets.columns import Column, data_columns
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import Sheet, note_lines
from haggis_cli.support.escaping import Cell, csv_text

NOTE_COLUMNS = ("notes", "match_notes")
TEXT_COLUMNS = (*NOTE_COLUMNS, "event")
"""The last columns of a sheet: the notes about the round and the match, and the event."""
NOTE_BREAK = " / "
"""The separator between the lines of a note."""
OF_TEAM = " (team)"
"""The suffix of a team's name in the headings of a wide table."""
LINE_COLUMNS = ("match_id", "round", "seat", "player", "team")
"""The first columns of a long table, which identify a line; a wide table has the first two."""


def render(sheet: Sheet, style: Style) -> str:
    """The table with the names of its columns; the last columns are the notes and the event of the match."""
    return csv_text(all_rows(sheet, wide=style.wide))


def render_many(sheets: Sequence[Sheet], style: Style) -> str:
    """One long table of several matches: all sheets have the same headings."""
    tables = [render(sheet, style) for sheet in sheets]
    return tables[0] + "".join(table.partition("\n")[2] for table in tables[1:])


def all_rows(sheet: Sheet, *, wide: bool) -> Iterator[tuple[Cell, ...]]:
    """The headings, then the lines, each with the notes and the event at its end; a match without rounds loses them."""
    rows = figure_rows(sheet, wide=wide)
    yield (*next(rows), *TEXT_COLUMNS)
    notes = notes_by_round(sheet)
    for row in rows:
        yield (*row, *notes[row[1]], sheet.event or None)


def notes_by_round(sheet: Sheet) -> dict[Cell, tuple[Cell, Cell]]:
    """The note of each round and the note of the match, by the number of the round."""
    return {each.number: (_one_line(each.notes), _one_line(sheet.notes)) for each in sheet.rounds}


def _one_line(notes: str) -> str | None:
    """A note in one cell: programs that read tables treat a line break as the end of the row."""
    return NOTE_BREAK.join(filter(None, note_lines(notes))) or None


def player_columns() -> list[Column]:
    """The columns of players; in a table the bet comes first."""
    return sorted(data_columns(of_side=False), key=lambda each: each.key != "bet")


def long_name(column: Column) -> str:
    """The heading of a column in a long table; a team's figure has another heading than a player's of the same name."""
    return f"team_{column.data_name}" if _is_twofold(column) else column.data_name


def _is_twofold(column: Column) -> bool:
    """Whether this is a column of sides for a figure that players also have."""
    return column.of_side and any(each.key == column.key for each in data_columns(of_side=False))


def figure_names() -> tuple[str, ...]:
    """The headings of the figures of players and teams in tables."""
    return tuple(dict.fromkeys(each.data_name for each in (*player_columns(), *data_columns(of_side=True))))


def figure_rows(sheet: Sheet, *, wide: bool) -> Iterator[tuple[Cell, ...]]:
    """The headings and the lines without the event and the notes; the second cell of each line is the round."""
    own = [each for each in player_columns() if not (sheet.teams and each.key == "bet_points")]  # they are the team's
    shared = [each for each in data_columns(of_side=True) if sheet.teams or not _is_twofold(each)]
    return _wide_rows(sheet, own, shared) if wide else _long_rows(sheet, [*own, *shared])


def _long_rows(sheet: Sheet, filled: Sequence[Column]) -> Iterator[tuple[Cell, ...]]:
    """The lines of a long table; a team's figures are repeated in the lines of all its players."""
    *own, last = player_columns()
    columns = [*own, *data_columns(of_side=True), last]
    yield (*LINE_COLUMNS, *map(long_name, columns))
    for at, each in enumerate(sheet.rounds):
        for seat, name in enumerate(sheet.players):
            side = sheet.side_of(seat)
            team = sheet.sides[side].name if sheet.teams else None
            owners = (side if column.of_side else seat for column in columns)
            cells = (
                column.value(sheet, at, owner) if column in filled else None
                for column, owner in zip(columns, owners, strict=True)
            )
            yield (sheet.match_id, each.number, seat + 1, name, team, *cells)


def _wide_rows(sheet: Sheet, own: Sequence[Column], shared: Sequence[Column]) -> Iterator[tuple[Cell, ...]]:
    found = []
    for seat, name in enumerate(sheet.players):
        found += [(name, column, seat) for column in own]
        if not sheet.teams:
            found += [(name, column, sheet.side_of(seat)) for column in shared]
    for number, side in enumerate(sheet.sides if sheet.teams else ()):
        found += [(f"{side.name}{OF_TEAM}", column, number) for column in shared]
    yield (*LINE_COLUMNS[:2], *(f"{name} {column.data_name}" for name, column, _ in found))
    for at, each in enumerate(sheet.rounds):
        yield (sheet.match_id, each.number, *(column.value(sheet, at, owner) for _, column, owner in found))
