"""Which figure stands in which column of the workbook, and the formulas of those that follow from others."""

from collections.abc import Iterator
from dataclasses import dataclass

from haggis_cli.sheets.figures import SheetRound
from haggis_cli.sheets.renderers.text import blocks, heading
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.glyphs import UNICODE

COLUMN_WIDTH = 8
"""How many letters wide a column of figures is."""


@dataclass(frozen=True, slots=True)
class WorkbookColumn:
    """A column.

    index: its place, from 1.
    name, heading: its short name, and the heading written out.
    side, seat: whose figures it holds.
    format_properties: how its numbers are shown.
    """

    index: int
    name: str
    heading: str
    side: int
    seat: int
    format_properties: dict[str, str]

    def value(self, played: SheetRound) -> int | None:
        """The figure of a scored round; None where there is none."""
        mine, side = played.figures[self.seat], played.sides[self.side]
        figures = {
            "hand": mine.hand,
            "cards": mine.captured,
            "bonus": mine.bonus,
            "total": mine.total,
            "bet": side.bet,
            "pts": side.bet_points,
            "round": side.total,
            "game": side.game,
        }
        return figures[self.name]


class WorkbookColumns:
    """The columns of the official sheet, as every format has them; the first is left to the round's number.

    hand_points: the points for each of the opponents' cards.
    first: the row of the first round.
    sides: the names of the sides, each with its first and its last column.
    groups: the names of players and teams, each with its first and its last column.
    """

    def __init__(self, sheet: Sheet, first: int) -> None:
        self.hand_points, self.first = sheet.hand_points, first
        self.sides: list[tuple[str, int, int]] = []
        self.groups: list[tuple[str, int, int]] = []
        self._columns: list[WorkbookColumn] = []
        hand = {"num_format": f'0"×{sheet.hand_points}"'}
        for number, block in enumerate(blocks(sheet, UNICODE)):
            seats, start = sheet.sides[number].seats, self.last + 1
            for place, group in enumerate(block):
                seat, begin = seats[min(place, len(seats) - 1)], self.last + 1
                for column in group.columns:
                    shown = hand if column.heading == "hand" else {}
                    titles = (column.heading, heading(column))
                    self._columns.append(WorkbookColumn(self.last + 1, *titles, number, seat, shown))
                self.groups.append(("Team" if place == len(seats) else group.title, begin, self.last))
            self.sides.append((block[-1].title, start, self.last))

    def __iter__(self) -> Iterator[WorkbookColumn]:
        return iter(self._columns)

    @property
    def last(self) -> int:
        """The place of the last column."""
        return len(self._columns)

    def index_of(self, side: int, name: str) -> int:
        """Where a side's column of that name is."""
        return next(column.index for column in self._columns if (column.side, column.name) == (side, name))

    def formula_to_fill_in(self, column: WorkbookColumn, row: int) -> str | None:
        """The formula of a row that nobody has filled in yet: it shows nothing until there is a figure."""
        if self.formula(column, row) is None:
            return None
        if column.name == "game":
            own = cell_name(row, self.index_of(column.side, "round"))
            before = f"N({cell_name(row - 1, column.index)})+" if row > self.first else ""
            return f'=IF({own}="","",{before}{own})'
        terms = self._point_terms([each for each in self._columns if each.side == column.side], row)
        if column.name == "total":
            terms = self._point_terms([each for each in self._columns if each.seat == column.seat], row)
        else:
            terms.append(cell_name(row, self.index_of(column.side, "pts")))
        cells = ",".join(term.split("*")[0] for term in terms)
        return f'=IF(COUNT({cells})=0,"",{"+".join(terms)})'

    def formula(self, column: WorkbookColumn, row: int) -> str | None:
        """How the column's figure follows from others, or None if it is a figure of its own."""
        mine = [each for each in self._columns if each.side == column.side]
        match column.name:
            case "total":
                terms = self._point_terms([each for each in mine if each.seat == column.seat], row)
            case "round":
                totals = [cell_name(row, each.index) for each in mine if each.name == "total"]
                terms = (totals or self._point_terms(mine, row)) + [
                    cell_name(row, each.index) for each in mine if each.name == "pts"
                ]
            case "game":
                before = [cell_name(row - 1, column.index)] if row > self.first else []
                terms = before + [cell_name(row, each.index) for each in mine if each.name == "round"]
            case _:
                return None
        return "=" + "+".join(terms)

    def _point_terms(self, columns: list[WorkbookColumn], row: int) -> list[str]:
        """What a player has without bets."""
        times = {"hand": f"*{self.hand_points}", "cards": "", "bonus": ""}
        return [cell_name(row, each.index) + times[each.name] for each in columns if each.name in times]


def cell_name(row: int, column: int) -> str:
    """What formulas call a cell, such as `B7`."""
    from xlsxwriter.utility import xl_rowcol_to_cell

    name: str = xl_rowcol_to_cell(row, column)
    return name
