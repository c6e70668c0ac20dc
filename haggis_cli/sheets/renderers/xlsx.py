"""The scoresheet as a workbook: figures as numbers, totals as formulas, and a chart of the totals.

A second worksheet has the same rows as the long csv. Text is written as text: no name is ever run as a formula.
"""

import io
from collections.abc import Iterator
from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from haggis_cli.sheets.columns import Column, SheetColumn, blocks, parts_of
from haggis_cli.sheets.renderers.csv import TEXT_COLUMNS, all_rows
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import NO_DAY, Sheet, sheet_facts, sheet_notes
from haggis_cli.support.design import COLORS
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.players import look_of, shape_of
from haggis_cli.support.text import width

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

# The columns of the workbook, and the formulas of figures that follow from others.

COLUMN_WIDTH = 8
"""The width of a column of figures, in letters."""


class WorkbookColumn(NamedTuple):
    """A column: its place, from 1; the side that it belongs to; and the owner of its figures."""

    place: int
    side: int
    shown: SheetColumn

    @property
    def column(self) -> Column:
        """The column of the official sheet."""
        return self.shown.column


class WorkbookColumns:
    """The columns of the official sheet, as in every format; the first one is for the round's number.

    first: the row of the first round.
    sides: the names of the sides, each with its first and its last column.
    groups: the names of players and teams, each with its first and its last column.
    """

    def __init__(self, sheet: Sheet, first: int) -> None:
        self.hand_points, self.blank, self.first = sheet.hand_points, sheet.blank, first
        self.sides: list[tuple[str, int, int]] = []
        self.groups: list[tuple[str, int, int]] = []
        self._columns: list[WorkbookColumn] = []
        for number, block in enumerate(blocks(sheet)):
            start = self.last + 1
            for group in block:
                begin = self.last + 1
                self._columns += [WorkbookColumn(at, number, each) for at, each in enumerate(group.columns, begin)]
                self.groups.append(("Team" if sheet.teams and group is block[-1] else group.title, begin, self.last))
            self.sides.append((block[-1].title, start, self.last))

    def __iter__(self) -> Iterator[WorkbookColumn]:
        return iter(self._columns)

    @property
    def last(self) -> int:
        """The place of the last column."""
        return len(self._columns)

    def formula(self, target: WorkbookColumn, row: int) -> str | None:
        """The formula for the column's figure, or None if it does not follow from others.

        On a blank sheet it shows nothing until there is a figure.
        """
        column = target.column
        if not column.adds:
            return None
        before = cell_name(row - 1, target.place) if column.runs and row > self.first else ""
        if not self.blank:
            return "=" + "+".join(filter(None, [before, *self._terms(target, row)]))
        if column.runs:
            (own,) = self._terms(target, row)
            return f'=IF({own}="","",{f"N({before})+" if before else ""}{own})'
        terms = self._terms(target, row, of_sums=False)
        cells = ",".join(term.partition("*")[0] for term in terms)
        return f'=IF(COUNT({cells})=0,"",{"+".join(terms)})'

    def _terms(self, target: WorkbookColumn, row: int, *, of_sums: bool = True) -> list[str]:
        """The cells that a column adds up; with `of_sums`, a sum on the sheet replaces its parts.

        On a blank sheet, people fill in the number of cards in a hand; else their points stand there.
        """
        mine = [each for each in self._columns if each.side == target.side]
        if not target.column.of_side:
            mine = [each for each in mine if each.shown.owner == target.shown.owner and not each.column.of_side]
        here = {each.column.name for each in mine if of_sums or not each.column.adds}
        names = {part for name in target.column.adds for part in ((name,) if name in here else parts_of(name))}
        cells = [(each.column, cell_name(row, each.place)) for each in mine if each.column.name in names]
        return [f"{cell}*{self.hand_points}" if column.per_card and self.blank else cell for column, cell in cells]


def cell_name(row: int, column: int) -> str:
    """The name of a cell in formulas, such as `B7`."""
    from xlsxwriter.utility import xl_rowcol_to_cell

    name: str = xl_rowcol_to_cell(row, column)
    return name


# The workbook.

SCORES, ROUNDS, TOTALS = "Scores", "Rounds", "Totals"
_UPRIGHT_COLUMNS = 12
"""The most columns of figures on a portrait page: those of two players."""
_WITH_CHART = 16
"""The most rounds and lines of notes that fit on a page with the chart."""
_LINE_LENGTH = 80
"""The letters in a line of notes, at least."""
_ONE_PAGE = 30
"""The most rounds that fit on a page; in portrait also with the chart, if there are no notes."""
PAPERS = {"a4": 9, "letter": 1}
_WORKBOOK_OPTIONS = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
_MARKERS = ("circle", "square", "triangle", "diamond", "x", "plus", "star", "short_dash")
_DASHES = ("solid", "dash", "round_dot", "dash_dot", "long_dash", "square_dot", "long_dash_dot", "long_dash_dot_dot")
"""The nearest to the shapes and the dashes of LOOKS, in their order."""
_LINE = {"bottom": 1, "bottom_color": COLORS["line"].light}
_EDGE = {"bottom": 1, "bottom_color": COLORS["edge"].light}
"""Of a row of figures, and of a heading."""
_WRAPPED = {"text_wrap": True, "valign": "vcenter", "align": "left"}
_TEXT_COLUMNS = ("match_id", "player", "team", *TEXT_COLUMNS)
"""The columns of the long csv that contain text."""
_MAX_WIDTH = 42
"""Their largest width in letters: a name of ordinary letters fits."""
_LINE_HEIGHT = 15
"""The height of a line of text, in points."""


def render(sheet: Sheet, style: Style) -> bytes:
    """The workbook. The same sheet gives the same bytes."""
    import xlsxwriter

    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True, **_WORKBOOK_OPTIONS}) as book:
        day = datetime.fromisoformat(sheet.date or NO_DAY)  # the day of the match, never the clock
        title = escape_text(f"{sheet.title or 'Scoresheet'} \u00b7 {sheet.variant}")
        book.set_properties({"title": title, "created": day})
        scores = _ScoresWorksheet(book, sheet, style)
        scores.write()
        if not sheet.blank:
            _write_rounds(book, sheet, style)
            scores.add_chart()
    return file.getvalue()


class _ScoresWorksheet:
    """The worksheet in the layout of the official sheet."""

    def __init__(self, book: "Workbook", sheet: Sheet, style: Style) -> None:
        self.book, self.sheet, self.style = book, sheet, style
        self.page: Worksheet = book.add_worksheet(SCORES)
        self.titles = 3 if sheet.teams else 2
        self.first = 3 + self.titles
        self.columns = WorkbookColumns(sheet, self.first)
        rounds = len(sheet.rounds)
        upright = rounds > _WITH_CHART and self.columns.last <= _UPRIGHT_COLUMNS
        notes = sum(ceil(_text_width(line) / _LINE_LENGTH) for note in sheet_notes(sheet) for line in note.lines)
        whole = notes <= _WITH_CHART - rounds or (upright and rounds <= _ONE_PAGE and not notes)
        self.chart_apart = not whole
        # If all rounds are on one page, a chart on the next needs no headings.
        _set_up_printing(self.page, style, repeated=self.first - 1 if rounds > _ONE_PAGE else None)
        if upright:
            self.page.set_portrait()
        if whole:
            self.page.fit_to_pages(1, 1)

    def write(self) -> None:
        self.page.freeze_panes(self.first, 1)
        self.page.set_column(0, 0, 7)
        self.page.set_column(1, self.columns.last, COLUMN_WIDTH)
        self.page.write_string(0, 0, _literal(self.sheet.variant), self._add_format(bold=True, font_size=14))
        facts = "   ".join(f"{label}: {escape_text(text)}" for label, text in sheet_facts(self.sheet))
        self._write_spans(1, [(facts, 0, self.columns.last)], self._add_format(**_WRAPPED))
        self._write_titles()
        for at in range(len(self.sheet.rounds)):
            self._write_round(at)
        below = self.first + len(self.sheet.rounds) + 1
        notes = [
            f"{note.about}: {line}" if at == 0 else line
            for note in sheet_notes(self.sheet)
            for at, line in enumerate(filter(None, note.lines))
        ]
        looked_up = [f"{label}: {text}" for label, text in self.sheet.reference]
        footnote = self.sheet.footnote and f"* {self.sheet.footnote}"
        for line in filter(
            None, (footnote, self.sheet.due, *self.sheet.complaints, *notes, *looked_up, self.sheet.typing)
        ):
            look = self._add_format(bold=line == self.sheet.due, **_WRAPPED)
            self._write_spans(below, [(line, 0, self.columns.last)], look)
            below += 1
        self.end = below

    def _add_format(self, **properties: Any) -> "Format":
        return self.book.add_format(properties)

    def _write_titles(self) -> None:
        row = self.first - self.titles
        self._write_spans(row, self.columns.sides, self._add_format(**_WRAPPED, bold=True, font_size=12))
        if self.sheet.teams:
            self._write_spans(row + 1, self.columns.groups, self._add_format(**_WRAPPED))
        small = {**_WRAPPED, **_EDGE, "align": "center", "font_size": 9, "font_color": COLORS["soft"].light}
        self.page.set_row(self.first - 1, 2 * _LINE_HEIGHT)
        self.page.write_string(self.first - 1, 0, "Round", self._add_format(**small))
        for each in self.columns:
            look = self._add_format(**small, **self._gap(each.place))
            self.page.write_string(self.first - 1, each.place, each.column.heading, look)

    def _gap(self, place: int) -> dict[str, Any]:
        """What parts a side's first column from what is at its left."""
        is_first = any(place == start for _, start, _ in self.columns.sides)
        return {"left": 1, "left_color": COLORS["edge"].light} if is_first else {}

    def _write_spans(self, row: int, spans: list[tuple[str, int, int]], look: "Format") -> None:
        """Texts across several columns, in as many lines as they need: a merged cell does not grow by itself."""
        lines = 1
        for text, start, end in spans:
            self.page.merge_range(row, start, row, end, _literal(text), look)
            lines = max(lines, ceil(_text_width(text) / ((end - start + 1) * (COLUMN_WIDTH - 1))))
        self.page.set_row(row, (lines + 0.3) * _LINE_HEIGHT)

    def _write_round(self, at: int) -> None:
        row, played = self.first + at, self.sheet.rounds[at]
        plain = {**_LINE, "align": "center"}
        self.page.write_number(row, 0, played.number, self._add_format(**plain, bold=True))
        if not played.figures and not self.sheet.blank:
            look = self._add_format(**_LINE, **self._gap(1), italic=True)
            self.page.merge_range(row, 1, row, self.columns.last, escape_text(played.unscored), look)
            return
        for each in self.columns:
            is_filled_in = self.sheet.blank and each.column.per_card
            shown = {"num_format": f'0"×{self.sheet.hand_points}"'} if is_filled_in else {}
            look = self._add_format(**plain, **self._gap(each.place), bold=each.column.runs, **shown)
            self._write_figure(row, at, each, look)

    def _write_figure(self, row: int, at: int, target: WorkbookColumn, look: "Format") -> None:
        """A cell; on a blank sheet, its formula shows a figure as soon as the figures it needs are filled in."""
        value, times = target.column.value(self.sheet, at, target.shown.owner), self.sheet.hand_points
        formula = self.columns.formula(target, row)
        if formula and (self.sheet.blank or value is not None):
            self.page.write_formula(row, target.place, formula, look, "" if self.sheet.blank else value)
        elif value and target.column.per_card:  # the formula still tells how many cards they were
            self.page.write_formula(row, target.place, f"={value}*{times}", look, value * times)
        else:
            self.page.write(row, target.place, target.column.missing if formula else value, look)

    def add_chart(self) -> None:
        """The chart below everything else; its totals, from round 0 on, are on a separate worksheet."""
        known = len(self.sheet.totals_by_round(0))
        if not known:
            return
        self._write_totals(known)
        chart = self.book.add_chart({"type": "line"})
        for number, (look, *_) in enumerate(self.sheet.side_looks(), 1):
            color, mark = look_of(look).color.light, shape_of(look)
            chart.add_series(
                {
                    "name": [TOTALS, 0, number],
                    "categories": [TOTALS, 1, 0, known + 1, 0],
                    "values": [TOTALS, 1, number, known + 1, number],
                    "marker": {"type": _MARKERS[mark], "size": 7, "border": {"color": color}, "fill": {"color": color}},
                    "line": {"width": 2, "color": color, "dash_type": _DASHES[mark]},
                }
            )
        chart.set_title({"name": "Game totals by round"})
        chart.set_x_axis({"name": "round", "position_axis": "on_tick"})
        chart.set_legend({"position": "bottom"})
        chart.set_size({"width": 720, "height": 360})
        if self.chart_apart:
            self.page.set_h_pagebreaks([self.end + 1])
        place = {"description": "The game totals by round", "y_offset": 4}  # keeps its edge off the page before
        self.page.insert_chart(self.end + 1, 1, chart, place)

    def _write_totals(self, known: int) -> None:
        page = self.book.add_worksheet(TOTALS)
        page.write_string(0, 0, "Round", self._add_format(bold=True))
        for at in range(known + 1):
            page.write_number(at + 1, 0, self.sheet.rounds[at - 1].number if at else 0)
        for number, (name, _, _) in enumerate(self.columns.sides):
            page.write_string(0, number + 1, _literal(name), self._add_format(bold=True, align="right", text_wrap=True))
            page.set_column(number + 1, number + 1, min(ceil(_text_width(name)) + 2, _MAX_WIDTH))
            page.write_number(1, number + 1, 0)
            game = next(each.place for each in self.columns if (each.side, each.column.name) == (number, "game"))
            for at, (_, total) in enumerate(self.sheet.totals_by_round(number)):
                cell = cell_name(self.first + at, game)
                page.write_formula(at + 2, number + 1, f"={SCORES}!{cell}", None, total)
        page.freeze_panes(1, 1)
        _set_up_printing(page, self.style, repeated=0)


def _text_width(text: str) -> float:
    """The approximate width of the text in figures, rather too large than too small."""
    return width(text) + 0.7 * sum(map(str.isupper, text))


def _literal(text: str) -> str:
    """The text for a cell to show literally: the library would interpret text that looks like its own rich text."""
    text = escape_text(text)
    return f"{text} " if text.startswith("<r>") and text.endswith("</r>") else text


def _write_rounds(book: "Workbook", sheet: Sheet, style: Style) -> None:
    """The long csv: names left-aligned whatever their direction, figures and their headings right-aligned."""
    page = book.add_worksheet(ROUNDS)
    headings, *lines = all_rows(sheet, wide=False)
    for at, title in enumerate(headings):
        side = {"align": "left", "indent": 1} if title in _TEXT_COLUMNS else {"align": "right"}
        look = book.add_format(side)
        page.write_string(0, at, str(title), book.add_format({"bold": True, **side}))
        texts = [str(title)]
        for row, line in enumerate(lines, 1):
            cell = line[at]
            if isinstance(cell, str):
                page.write_string(row, at, _literal(cell), look)
                texts.append(escape_text(cell))
            elif cell is not None:
                page.write_number(row, at, cell)
        page.set_column(at, at, min(ceil(max(map(_text_width, texts))) + 2, _MAX_WIDTH))
    page.freeze_panes(1, 0)
    _set_up_printing(page, style, repeated=0)


def _set_up_printing(page: "Worksheet", style: Style, repeated: int | None) -> None:
    """Prints one page wide, with the rows down to `repeated` on every page; None for no rows."""
    page.set_landscape()
    page.set_paper(PAPERS[style.paper])
    page.set_margins(0.5, 0.5, 0.5, 0.7)
    page.fit_to_pages(1, 0)
    if repeated is not None:
        page.repeat_rows(0, repeated)
    page.set_footer("&L&A&RPage &P of &N")
