"""A round's lines of the scoresheet, a row for each player and team."""

from haggis_cli.referee.report import Report
from haggis_cli.rules.scoring.scores import has_teams
from haggis_cli.sheets.figures import SideFigures, has_bonus, round_figures
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.glyphs import Glyphs

_HEADINGS = ("cards", "bonus", "round", "game")
NARROW = 60  # columns of a terminal that is too small for the full headings
_SHORT_HEADINGS = ("cap", "bon", "rnd", "sum")  # as on a narrow scoresheet


def score_rows(report: Report, number: int, glyphs: Glyphs, *, narrow: bool) -> tuple[list[list[str]], str]:
    """The rows with their heading, and their alignment; in team games the bets stand in the team's row."""
    each, table = round_figures(report, report.rounds[number - 1]), report.table
    teams = has_teams(table)
    cards, extra, total, game = _SHORT_HEADINGS if narrow else _HEADINGS
    bonus = [extra] if has_bonus(table) else []
    rows = [["", "hand", cards, *bonus, "bet", "pts", total, game]]
    for name, seats, figures in zip(table.side_names, table.sides, each.sides, strict=True):
        for seat in seats:
            mine = each.figures[seat]
            hand = f"{mine.hand}{glyphs.times}{table.variant.hand_points} = {mine.hand_points}" if mine.hand else "0"
            own = [escape_text(table.names[seat]), hand, str(mine.captured), *([str(mine.bonus)] if bonus else [])]
            rows.append([*own, "", "", str(mine.total), ""] if teams else [*own, *_side_cells(figures)])
        if teams:
            rows.append([escape_text(name), "", "", *["" for _ in bonus], *_side_cells(figures)])
    return rows, "<" + ">" * (len(rows[0]) - 1)


def _side_cells(figures: SideFigures) -> list[str]:
    bet = "-" if figures.bet is None else str(figures.bet)
    game = "?" if figures.game is None else str(figures.game)
    return [bet, str(figures.bet_points), str(figures.total), game]
