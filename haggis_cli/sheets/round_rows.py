"""A round's lines of the scoresheet, a row for each player and team."""

from haggis_cli.sheets.figures import SideFigures
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.glyphs import Glyphs

_HEADINGS = ("cards", "bonus", "round", "game")
NARROW = 60  # columns of a terminal that is too small for the full headings
_SHORT_HEADINGS = ("cap", "bon", "rnd", "sum")  # as on a narrow scoresheet


def score_rows(sheet: Sheet, number: int, glyphs: Glyphs, *, narrow: bool) -> tuple[list[list[str]], str]:
    """The rows with their heading, and their alignment; in team games the bets stand in the team's row."""
    each = sheet.rounds[number - 1]
    cards, extra, total, game = _SHORT_HEADINGS if narrow else _HEADINGS
    bonus = [extra] if sheet.bonus else []
    rows = [["", "hand", cards, *bonus, "bet", "pts", total, game]]
    for side, group in enumerate(sheet.sides):
        for seat in group.seats:
            mine = each.figures[seat]
            hand = f"{mine.hand}{glyphs.times}{sheet.hand_points} = {mine.hand_points}" if mine.hand else "0"
            own = [escape_text(sheet.players[seat]), hand, str(mine.captured), *([str(mine.bonus)] if bonus else [])]
            rows.append(
                [*own, "", "", str(mine.without_bets), ""] if sheet.teams else [*own, *_side_cells(each.sides[side])]
            )
        if sheet.teams:
            rows.append([escape_text(group.name), "", "", *["" for _ in bonus], *_side_cells(each.sides[side])])
    return rows, "<" + ">" * (len(rows[0]) - 1)


def _side_cells(figures: SideFigures) -> list[str]:
    bet = str(figures.bet or "-")  # a bet of 0 is none
    game = "?" if figures.game is None else str(figures.game)
    return [bet, str(figures.bet_points), str(figures.total), game]
