"""What sheets are made of: columns of text beside each other, the figures of a round, short forms of names.

`Grid` lays rounds down and columns across, blocks side by side where there is room, else one under the other.
`round_figures` gives a line of the sheet. `short_names` and `story_names` say what players are called in a story.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import describe_sides
from haggis_cli.rules.scores import player_total
from haggis_cli.rules.variant import Table
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import LEFT_TO_RIGHT, Glyphs, graphemes, pad, shorten, width, with_direction_marks


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


# The figures of a scoresheet: those of a player, of a side, and of a round.


class PlayerFigures(NamedTuple):
    """One player's figures of one round.

    hand: the opponents' cards recorded on going out.
    hand_points: the points for them.
    captured: the points of captured cards.
    bonus: the points for going out first.
    bet: the amount of the bet; None if no bet was made.
    bet_points: the points by bets. What a team wins by the other's failed bet stands with its first player.
    total: the sum of the points; a team's bet is added for the team alone.
    went_out: the place in the order of going out, from 1; None if the player did not go out.
    """

    hand: int
    hand_points: int
    captured: int
    bonus: int
    bet: int | None
    bet_points: int
    total: int
    went_out: int | None


class SideFigures(NamedTuple):
    """What a player or a team has of one round.

    bet: the sum of the bets; None if no bet was made.
    bet_points: the points by bets.
    total: the sum of all points of the round.
    game: the game total after it; None where a violation makes it unknown.
    """

    bet: int | None
    bet_points: int
    total: int
    game: int | None


class SheetRound(NamedTuple):
    """One line of the sheet.

    number: the number of the round, from 1.
    recorded: whether it is recorded play by play.
    unscored: why it is not scored; empty if it is.
    figures: the players' figures by seat; empty if it is not scored.
    sides: the figures of players or teams, by side; empty if it is not scored.
    notes: what people have written about it, as they typed it.
    line_up: who plays with whom, in a sentence; empty where that does not change from round to round.
    """

    number: int
    recorded: bool
    unscored: str
    figures: tuple[PlayerFigures, ...] = ()
    sides: tuple[SideFigures, ...] = ()
    notes: str = ""
    line_up: str = ""


class Side(NamedTuple):
    """Who scores together: a player alone, or a team.

    name: the name of the player or the team.
    seats: the seats of its players.
    """

    name: str
    seats: tuple[int, ...]


def has_bonus(table: Table) -> bool:
    """Whether there is a bonus for going out first."""
    return bool(table.variant.first_out_bonus.get(len(table.names)))


def round_figures(report: Report, played: RoundReport) -> SheetRound:
    """The line of a round of the match: its figures, or why it has none."""
    line_up = describe_sides(report.round_table(played.number)) if played.sides else ""
    if played.scores is None or played.outcome is None:
        why, notes = _why_unscored(report, played), played.record.notes
        return SheetRound(played.number, played.recorded, why, notes=notes, line_up=line_up)
    stakes, out = played.outcome.stakes, played.outcome.out
    figures = tuple(
        PlayerFigures(
            hand=score.hand,
            hand_points=score.hand_points,
            captured=score.captured,
            bonus=score.bonus,
            bet=stakes[seat],
            bet_points=score.bet_points,
            total=player_total(report.table, score),
            went_out=out.index(seat) + 1 if seat in out else None,
        )
        for seat, score in enumerate(played.scores)
    )
    sides = tuple(_side(report.table, played, figures, side) for side in range(len(report.table.sides)))
    return SheetRound(played.number, played.recorded, "", figures, sides, played.record.notes, line_up)


def _why_unscored(report: Report, played: RoundReport) -> str:
    broken = next((each for each in report.violations if each.round == played.number), None)
    if broken is None:
        return "not judged" if report.is_unjudged(played) else "in progress"
    return f"not scored, see line {broken.line}"


def _side(table: Table, played: RoundReport, figures: tuple[PlayerFigures, ...], side: int) -> SideFigures:
    mine = [figures[seat] for seat in table.sides[side]]
    bets = [each.bet for each in mine if each.bet is not None]
    return SideFigures(
        bet=sum(bets) if bets else None,
        bet_points=sum(each.bet_points for each in mine),
        total=sum(played.scores[seat].total for seat in table.sides[side]) if played.scores else 0,
        game=played.totals[side] if played.totals else None,
    )


# Short forms of the players' names, for a story that names somebody on every line.

_LONGEST = 12
"""Bytes of UTF-8: thirty rounds of four players name somebody 4500 times, and their page goes through the mail."""
_LONGEST_TEAM = 30
"""Likewise of a team, which is named once or twice a round."""
_CUT = "\u2026"


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """What each player is called in a story: the name, else its first word or its beginning, no two alike.

    >>> short_names(["Isla", "Bartholomew Featherstonehaugh", "Donaudampfschiff-Anna", "Donaudampfschiff-Ben"])
    ('Isla', 'Bartholomew', 'Donaudamp…3', 'Donaudamp…4')
    """
    found = [name if _size(name) <= _LONGEST else _short_name(name) for name in names]
    return _told_apart(names, found, _LONGEST)


def short_side_names(sides: Sequence[Side]) -> tuple[str, ...]:
    """What players or teams that score together are called: a team's first word might be a player's name."""
    if all(len(side.seats) == 1 for side in sides):
        return short_names([side.name for side in sides])
    names = [side.name for side in sides]
    found = [name if _size(name) <= _LONGEST_TEAM else _beginning(name, _LONGEST_TEAM) for name in names]
    return _told_apart(names, found, _LONGEST_TEAM)


def _told_apart(names: Sequence[str], found: Sequence[str], longest: int) -> tuple[str, ...]:
    often = Counter(short.casefold() for short in found)
    return tuple(
        short if short == name or often[short.casefold()] == 1 else f"{_beginning(name, longest)}{place}"
        for place, (name, short) in enumerate(zip(names, found, strict=True), 1)
    )


def story_names(names: Sequence[str]) -> list[str]:
    """The short names as they stand in the lines of a page: one from right to left does not move what follows it."""
    return [with_direction_marks(escape_text(name)).removeprefix(LEFT_TO_RIGHT) for name in short_names(names)]


def _short_name(name: str) -> str:
    first = name.split()[0]
    return first if _size(first) <= _LONGEST else _beginning(name, _LONGEST)


def _beginning(name: str, longest: int) -> str:
    """As many whole signs as there is room for; of an emoji that alone takes more, its first part."""
    shown = ""
    for sign in graphemes(name):
        if _size(shown + sign + _CUT) > longest:
            break
        shown += sign
    return (shown.rstrip() or name[0]) + _CUT


def _size(text: str) -> int:
    return len(text.encode())
