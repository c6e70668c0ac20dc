"""The scoresheet as plain text with aligned columns, for the width of the terminal or 80 columns."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from haggis_cli.sheets.columns import Column, Group, SheetColumn, blocks
from haggis_cli.sheets.sheet import Sheet, sheet_facts, sheet_notes
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import ASCII, UNICODE, Glyphs, pad, shorten, width, with_direction_marks, wrap_text

if TYPE_CHECKING:
    from haggis_cli.sheets.renderers.formats import Style


def render(sheet: Sheet, style: "Style") -> str:
    """The sheet's facts, its columns, and the standing of the match."""
    glyphs = ASCII if style.ascii else UNICODE
    lines = [escape_text(sheet.variant)]
    facts = sheet_facts(sheet)
    column = max(9, *(len(label) + 2 for label, _ in facts))
    for label, text in facts:
        lines += wrap_text(escape_text(text), style.width, first=label.ljust(column), others=" " * column)
    if sheet.rounds:
        lines += ["", *render_columns(sheet, blocks(sheet, glyphs), glyphs, style.width)]
        if sheet.footnote:
            lines += ["", *wrap_text(sheet.footnote, style.width, first="* ", others="  ")]
    lines += [*_render_notes(sheet, style.width), "", *wrap_text(sheet.due, style.width)]
    for label, text in sheet.reference:
        lines += wrap_text(f"{label}: {text}.", style.width, others="  ")
    if sheet.typing:
        lines += ["", *wrap_text(sheet.typing, style.width)]
    for complaint in sheet.complaints:
        lines += wrap_text(complaint, style.width, others="  ")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _render_notes(sheet: Sheet, width: int) -> Iterator[str]:
    """The notes below their heading, after a blank line; empty if there are none."""
    notes = sheet_notes(sheet)
    if notes:
        yield from ("", "Notes")
    for note in notes:
        for at, line in enumerate(note.lines):
            first = "    " if at else f"  {note.about}: "
            yield from wrap_text(with_direction_marks(line), width, first=first, others="    ")


# The columns: blocks are side by side if there is room, otherwise one below the other.


def render_columns(
    sheet: Sheet, shown: Sequence[Sequence[Group]], glyphs: Glyphs, limit: int, faint: Callable[[str], str] = str
) -> list[str]:
    """A line for each round, of at most `limit` columns if the figures allow it; only titles are ever cut.

    Below them stands what abbreviated headings mean.

    shown: the groups of columns; those of a block stay side by side.
    faint: renders the lines between the columns, which should not distract from the figures.
    """
    strips = _fit_strips(shown, glyphs, limit)
    lines = [line for strip in strips for line in ["", *strip.render(sheet, limit, faint)]][1:]
    key = ", ".join(dict.fromkeys(word for strip in strips for word in strip.abbreviations()))
    return [*lines, *(wrap_text(f"{key}.", limit) if key else [])]


def _fit_strips(shown: Sequence[Sequence[Group]], glyphs: Glyphs, limit: int) -> "list[_Strip]":
    """All blocks side by side, or each for itself; all alike, and with as much as there is room for."""
    together = [group for block in shown for group in block]
    strips: list[_Strip] = []
    for each in ([together], shown):
        for tight, full in ((False, True), (False, False), (True, True), (True, False)):
            strips = [_Strip(groups, glyphs, tight=tight, full=full) for groups in each]
            if all(strip.fits(limit) for strip in strips):
                return strips
    return strips


class _Strip:
    """Groups of columns side by side.

    tight: saves room with short headings and narrow gaps.
    full: has the points of cards in hands, too: `8×5 = 40`.
    """

    def __init__(self, groups: Sequence[Group], glyphs: Glyphs, *, tight: bool, full: bool) -> None:
        self.groups, self.glyphs, self.tight, self.full = groups, glyphs, tight, full
        self.first = "Rd" if tight else "Round"
        self.gap = 2 if tight else 3  # the width of a line between groups
        self.alone = len(groups) == 1  # its title may be cut, and nothing is to its right
        self.parts = [[self._render_column(column) for column in group.columns] for group in groups]
        self.widths = [
            sum(width(part[0]) for part in parts) + (self.gap - 1) * (len(parts) - 1) for parts in self.parts
        ]
        self.titled = [max(wide, width(group.title)) for wide, group in zip(self.widths, groups, strict=True)]
        if self.alone:
            self.titled = self.widths

    def _render_column(self, column: SheetColumn) -> list[str]:
        """The heading and the cells, all equally wide."""
        cells = (cell if self.full else cell.partition(" = ")[0] for cell in column.cells)
        texts = [self._name(column.column), *cells]
        wide = max(map(width, texts))
        return [pad(text, wide, ">") for text in texts]

    def _name(self, column: Column) -> str:
        return column.short if self.tight else column.name

    def abbreviations(self) -> Iterator[str]:
        """What the headings mean that are no words of the whole ones."""
        if self.tight:
            yield f"{self.first}: round"
        for column in (each.column for group in self.groups for each in group.columns):
            name, meaning = self._name(column), column.label.lower()
            if name not in meaning.split():
                yield f"{name}: {meaning}"

    def fits(self, limit: int) -> bool:
        """Whether the columns and the titles above them fit."""
        return len(self.first) + self.gap * len(self.groups) + sum(self.titled) <= limit

    def render(self, sheet: Sheet, limit: int, faint: Callable[[str], str]) -> list[str]:
        """The titles, the headings, a rule, and the rounds."""
        widths = self.titled if self.fits(limit) else self.widths
        line = faint(self.glyphs.vertical)
        between = f"{line} " if self.tight else f" {line} "

        def row(label: str, parts: Sequence[str]) -> str:
            return between.join([pad(label, len(self.first), ">"), *parts]).rstrip()

        def cells(at: int) -> list[str]:
            blank = " " * (self.gap - 1)
            texts = [blank.join(part[at] for part in parts) for parts in self.parts]
            return [pad(text, wide) for text, wide in zip(texts, widths, strict=True)]

        room = [max(widths[0], limit - len(self.first) - self.gap)] if self.alone else widths
        titles = [pad(shorten(group.title, wide), wide) for group, wide in zip(self.groups, room, strict=True)]
        ruled = [self.glyphs.horizontal * (wide + self.gap - 1) for wide in widths]
        rule = self.glyphs.cross.join([self.glyphs.horizontal * (len(self.first) + self.gap - 2), *ruled])
        lines = [row("", titles), row(self.first, cells(0)), faint(rule if self.tight else rule[:-1])]
        for at, each in enumerate(sheet.rounds, 1):
            lines.append(row(str(each.number), [each.unscored] if each.unscored else cells(at)))
        return lines
