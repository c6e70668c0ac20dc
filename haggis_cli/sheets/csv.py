"""The scoresheet as comma-separated values: long, a line for each round and player, or wide, a line for each round.

A round that is not scored has empty cells. Text that a spreadsheet would run as a formula gets an apostrophe in front.
"""

import csv
import io
from collections.abc import Iterator

from haggis_cli.sheets.formats import Style
from haggis_cli.sheets.sheet import Figures, Sheet, SheetRound
from haggis_cli.visible import visible

Cell = str | int | None

PLAYER = ("bet", "hand", "hand_points", "captured", "bonus", "bet_points", "total")
LONG = ("match_id", "round", "seat", "player", "team", *PLAYER, "game_total", "went_out")
# What Excel, LibreOffice and Google Sheets take for the beginning of a formula, full-width forms included.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def render(sheet: Sheet, style: Style) -> str:
    """The table, headed by its columns' names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in _wide(sheet) if style.wide else _long(sheet):
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


def harmless(text: str) -> str:
    """Text as a cell that no spreadsheet runs.

    >>> harmless("=1+1"), harmless("Noah")
    ("'=1+1", 'Noah')
    """
    text = visible(text)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _long(sheet: Sheet) -> Iterator[tuple[Cell, ...]]:
    yield LONG
    for each in sheet.rounds:
        for seat, name in enumerate(sheet.players):
            side = sheet.side_of(seat)
            team = sheet.sides[side].name if sheet.teams else None
            figures = each.figures[seat] if each.figures else None
            yield (
                *(sheet.match_id, each.number, seat + 1, name, team),
                *_player(figures),
                each.sides[side].game if each.sides else None,
                figures.went_out if figures else None,
            )


def _wide(sheet: Sheet) -> Iterator[tuple[Cell, ...]]:
    yield (
        *("match_id", "round"),
        *(f"{name} {column}" for name in sheet.players for column in (*PLAYER, "went_out")),
        *(f"{heading} {column}" for heading in _side_names(sheet) for column in _side_columns(sheet)),
    )
    for each in sheet.rounds:
        yield (sheet.match_id, each.number, *_players(sheet, each), *_sides(sheet, each))


def _player(figures: Figures | None) -> Iterator[Cell]:
    return (getattr(figures, column) if figures else None for column in PLAYER)


def _players(sheet: Sheet, each: SheetRound) -> Iterator[Cell]:
    for seat in range(len(sheet.players)):
        figures = each.figures[seat] if each.figures else None
        yield from _player(figures)
        yield figures.went_out if figures else None


def _side_names(sheet: Sheet) -> list[str]:
    return [f"{side.name} (team)" if sheet.teams else side.name for side in sheet.sides]


def _side_columns(sheet: Sheet) -> tuple[str, ...]:
    return ("bet", "bet_points", "total", "game_total") if sheet.teams else ("game_total",)


def _sides(sheet: Sheet, each: SheetRound) -> Iterator[Cell]:
    for side in range(len(sheet.sides)):
        figures = each.sides[side] if each.sides else None
        if sheet.teams:
            yield from (figures.bet, figures.bet_points, figures.total) if figures else (None, None, None)
        yield figures.game if figures else None
