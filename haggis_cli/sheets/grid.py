"""Rounds down, columns across: laid side by side where there is room, else one block under the other."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from haggis_cli.support.glyphs import Glyphs
from haggis_cli.support.text_tables import pad, shorten, width


class Column(NamedTuple):
    """One column.

    heading: its heading.
    short: a shorter heading, for narrow lines.
    cells: the text for every round.
    """

    heading: str
    short: str
    cells: tuple[str, ...]


class Group(NamedTuple):
    """Columns under one title.

    title: usually the name of a player.
    columns: the columns from left to right.
    """

    title: str
    columns: tuple[Column, ...]


class Grid(NamedTuple):
    """Blocks of groups over the same rounds.

    blocks: groups that stay side by side.
    labels: the numbers of the rounds.
    notes: for each round the text that stands in the place of its cells; empty if they are shown.
    glyphs: the signs that lines are drawn with.
    faint: renders the lines between the columns, which matter less than what they part.
    """

    blocks: tuple[tuple[Group, ...], ...]
    labels: tuple[str, ...]
    notes: tuple[str, ...]
    glyphs: Glyphs
    faint: Callable[[str], str] = str

    def render_lines(self, limit: int) -> list[str]:
        """The grid in lines of at most `limit` columns, as far as the figures allow; only titles are ever cut."""
        together = tuple(group for block in self.blocks for group in block)
        for tight in (False, True):
            if len(self.blocks) > 1 and self._fits(together, tight, limit):
                return self._render_groups(together, tight, limit)
        lines: list[str] = []
        for block in self.blocks:
            tight = not self._fits(block, False, limit)
            lines += ["", *self._render_groups(block, tight, limit)]
        return lines[1:]

    def _fits(self, groups: Sequence[Group], tight: bool, limit: int) -> bool:
        """Whether the columns and the titles above them have room; the title of a lone group may be cut."""
        fixed = len(self._label_heading(tight)) + self._gap(tight) * len(groups)
        if len(groups) == 1:
            return fixed + _width(groups[0], tight) <= limit
        return fixed + sum(_titled_width(group, tight) for group in groups) <= limit

    def _gap(self, tight: bool) -> int:
        """How many columns a line between groups takes."""
        return 2 if tight else 3

    def _label_heading(self, tight: bool) -> str:
        return "Rd" if tight else "Round"

    def _render_groups(self, groups: Sequence[Group], tight: bool, limit: int) -> list[str]:
        first = self._label_heading(tight)
        widths = [_titled_width(group, tight) for group in groups]
        if not self._fits(groups, tight, limit):
            widths = [_width(group, tight) for group in groups]
        sized = [[(column, _column_width(column, tight)) for column in group.columns] for group in groups]
        if len(groups) == 1:  # nothing stands to the right of its title
            widths = [max(widths[0], limit - len(first) - self._gap(tight))]
        between = self.faint(self.glyphs.vertical) + " "
        gap, between = (" ", between) if tight else ("  ", f" {between}")

        def row(label: str, parts: Sequence[str]) -> str:
            return between.join([pad(label, len(first), ">"), *parts]).rstrip()

        titles = [pad(shorten(group.title, wide), wide) for group, wide in zip(groups, widths, strict=True)]
        if len(groups) == 1:  # its lines are no longer for a longer title
            widths = [_width(groups[0], tight)]
        ruled = [self.glyphs.horizontal * (wide + self._gap(tight) - 1) for wide in widths]
        rule = self.glyphs.cross.join([self.glyphs.horizontal * (len(first) + self._gap(tight) - 2), *ruled])
        lines = [
            row("", titles),
            row(
                first, [pad(_render_headings(each, tight, gap), wide) for each, wide in zip(sized, widths, strict=True)]
            ),
            self.faint(rule if tight else rule[:-1]),
        ]
        for at, label in enumerate(self.labels):
            note = self.notes[at]
            cells = [pad(_render_cells(each, at, gap), wide) for each, wide in zip(sized, widths, strict=True)]
            lines.append(row(label, [note] if note else cells))
        return lines


def _column_width(column: Column, tight: bool) -> int:
    heading = column.short if tight else column.heading
    return max(map(width, [heading, *column.cells]))


def _width(group: Group, tight: bool) -> int:
    gaps = (1 if tight else 2) * (len(group.columns) - 1)
    return sum(_column_width(column, tight) for column in group.columns) + gaps


def _titled_width(group: Group, tight: bool) -> int:
    """How wide the group is where its title is not cut."""
    return max(_width(group, tight), width(group.title))


def _render_headings(columns: Sequence[tuple[Column, int]], tight: bool, gap: str) -> str:
    return gap.join(pad(column.short if tight else column.heading, wide, ">") for column, wide in columns)


def _render_cells(columns: Sequence[tuple[Column, int]], at: int, gap: str) -> str:
    return gap.join(pad(column.cells[at], wide, ">") for column, wide in columns)
