"""The columns of the scoresheet: one table for every format, for the import of tables and for the lines of a round.

They are the columns of the official sheets (Rulebook 2.1, Scoresheets), and some that only data has. To add a column,
add a row to COLUMNS. `blocks` puts the columns of a sheet side by side; `score_rows` gives the lines of one round.
"""

from collections.abc import Callable
from typing import NamedTuple

from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import UNICODE, Glyphs


def _is_order_asked(sheet: Sheet) -> bool:
    """Whether the sheet asks for the order of going out: with two players, the opponents' hand shows it."""
    return sheet.blank and len(sheet.players) > 2


def _has_bets(sheet: Sheet) -> bool:
    return bool(sheet.footnote)


_POINTS = ("hand", "cards", "bonus")
"""The columns of a player's points without bets."""


class Column(NamedTuple):
    """A column.

    key: the name of its figure in JSON and csv.
    of_side: whether each side (a team or a single player) has this figure; otherwise each player has one.
    name: its name in terminals, styles and formulas; empty for a column that only data has.
    short: a shorter name, for narrow lines.
    heading: its heading on the official sheet, for pages and paper.
    csv: its name in csv if that is not the key.
    figure: returns the figure of a scored round, given the round's index and the seat or the side; if None, the
        figure is the round's attribute of this key.
    missing: the text shown if there is no figure.
    per_card: whether it counts cards that score `Sheet.hand_points` each.
    adds: the names of the columns that it sums.
    runs: whether it also adds the figure of the previous round.
    rem: its width on a screen.
    is_on: tells whether a sheet has this column; None if every sheet has it.
    """

    key: str
    of_side: bool = False
    name: str = ""
    short: str = ""
    heading: str = ""
    csv: str = ""
    figure: Callable[[Sheet, int, int], int | None] | None = None
    missing: str = ""
    per_card: bool = False
    adds: tuple[str, ...] = ()
    runs: bool = False
    rem: int = 3
    is_on: Callable[[Sheet], bool] | None = None

    def value(self, sheet: Sheet, at: int, owner: int) -> int | None:
        """The figure of the round at this index for a seat or a side; None if there is none."""
        played = sheet.rounds[at]
        if not played.figures:
            return None
        if self.figure:
            return self.figure(sheet, at, owner)
        found: int | None = getattr((played.sides if self.of_side else played.figures)[owner], self.key)
        return found

    def text(self, sheet: Sheet, at: int, owner: int, glyphs: Glyphs = UNICODE) -> str:
        """The text of the cell: the figure, or on a blank sheet the line to write it on."""
        value, times = self.value(sheet, at, owner), f"{glyphs.times}{sheet.hand_points}" if self.per_card else ""
        if sheet.blank:
            return f"__{times}" if times else "___"
        if not sheet.rounds[at].figures:
            return ""
        if value and times:
            return f"{value}{times} = {value * sheet.hand_points}"
        return self.missing if value is None else str(value)

    @property
    def label(self) -> str:
        """The heading without the mark of a footnote."""
        return self.heading.rstrip("*")

    @property
    def data_name(self) -> str:
        """Its name in csv."""
        return self.csv or self.key


PLAYER, SIDE = False, True

COLUMNS = (
    Column("hand", PLAYER, "hand", "hand", "Opp. hand", per_card=True, rem=4),
    Column("hand_points", PLAYER),
    Column("went_out", PLAYER, "out", "out", "Out", is_on=_is_order_asked),
    Column("captured", PLAYER, "cards", "cap", "Captured cards", rem=4),
    Column("bonus", PLAYER, "bonus", "bon", "Bonus", rem=4, is_on=lambda sheet: sheet.bonus),
    Column("bet", PLAYER),
    Column("bet_points", PLAYER),
    Column("total", PLAYER, "total", "tot", "Total", adds=_POINTS, is_on=lambda sheet: sheet.teams),
    Column("bet", SIDE, "bet", "bet", "Bet", missing="-", is_on=_has_bets),
    Column("bet_points", SIDE, "pts", "pts", "Bet points*", rem=4, is_on=_has_bets),
    Column("total", SIDE, "round", "rnd", "Round total", adds=("total", "pts")),
    Column("game", SIDE, "game", "gm", "Game total", "game_total", missing="?", adds=("round",), runs=True),
)
"""All columns in the order of the sheet."""


def data_columns(*, of_side: bool) -> list[Column]:
    """The columns of players or of sides in the order of the data formats: the order of going out comes last."""
    return sorted((each for each in COLUMNS if each.of_side == of_side), key=lambda each: each.key == "went_out")


def sheet_columns(sheet: Sheet, *, of_side: bool) -> list[Column]:
    """The columns of players or of sides on this sheet."""
    named = [each for each in COLUMNS if each.name and each.of_side == of_side]
    return [each for each in named if each.is_on is None or each.is_on(sheet)]


def parts_of(name: str) -> tuple[str, ...]:
    """The names of the columns that the column of that name adds up; empty if it is not a sum."""
    return next(each.adds for each in COLUMNS if each.name == name)


class SheetColumn(NamedTuple):
    """A column on a sheet, with the text for every round; `owner` is the seat or the side whose figures it shows."""

    column: Column
    owner: int
    cells: tuple[str, ...]


class Group(NamedTuple):
    """Columns under one title, the name of a player or a team."""

    title: str
    columns: tuple[SheetColumn, ...]


def blocks(sheet: Sheet, glyphs: Glyphs = UNICODE) -> list[tuple[Group, ...]]:
    """A block of columns for each side: one group for a player, or for a team one for each player and its own."""

    def place(column: Column, owner: int) -> SheetColumn:
        cells = (column.text(sheet, at, owner, glyphs) for at in range(len(sheet.rounds)))
        return SheetColumn(column, owner, tuple(cells))

    own, shared = (sheet_columns(sheet, of_side=of_side) for of_side in (False, True))
    found = []
    for number, side in enumerate(sheet.sides):
        groups = [
            Group(escape_text(sheet.players[seat]), tuple(place(each, seat) for each in own)) for seat in side.seats
        ]
        together = tuple(place(each, number) for each in shared)
        if sheet.teams:
            groups.append(Group(escape_text(side.name), together))
        else:
            groups[0] = Group(groups[0].title, groups[0].columns + together)
        found.append(tuple(groups))
    return found


LARGE_COLUMNS = 8
"""The most columns that fit on upright paper in large print."""


def count_columns(block: tuple[Group, ...]) -> int:
    """The number of columns in a block."""
    return sum(len(group.columns) for group in block)


# The lines of one round: a row for each player and team.

_NARROW = 60
"""The width below which a terminal is too narrow for the usual names."""


def score_rows(sheet: Sheet, number: int, glyphs: Glyphs, width: int = 0) -> tuple[list[list[str]], str]:
    """The rows with their headings, and their alignment; in team games the bets are in the team's row.

    width: the columns of the terminal; 0 for a page, which has the headings of the official sheet.
    """
    own, shared = (sheet_columns(sheet, of_side=of_side) for of_side in (False, True))
    keys = {each.key for each in shared}
    columns = [*(each for each in own if each.key not in keys), *shared]
    name = "label" if not width else "short" if width < _NARROW else "name"
    rows = [["", *(getattr(each, name) for each in columns)]]

    def add_row(name: str, cells: dict[str, str]) -> None:
        rows.append([escape_text(name), *(cells.get(each.key, "") for each in columns)])

    for place, side in enumerate(sheet.sides):
        together = {each.key: each.text(sheet, number - 1, place) for each in shared}
        for seat in side.seats:
            mine = {each.key: each.text(sheet, number - 1, seat, glyphs) for each in own}
            add_row(sheet.players[seat], mine if sheet.teams else mine | together)
        if sheet.teams:
            add_row(side.name, together)
    return rows, "<" + ">" * len(columns)
