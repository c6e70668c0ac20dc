"""The scoreboard as it is read at the table: the totals, every round in short, the round in progress, what is due."""

from haggis_cli.cli.show import Printer, safe
from haggis_cli.cli.told import Page, trick_line
from haggis_cli.referee import Report
from haggis_cli.rules.events import Bet, Bid
from haggis_cli.rules.round import Phase, Round
from haggis_cli.sheets.chart import bars, leaders
from haggis_cli.sheets.glyphs import Glyphs
from haggis_cli.sheets.grid import Column, Grid, Group
from haggis_cli.sheets.sheet import Sheet, SideFigures, scoresheet


def print_scoreboard(printer: Printer, report: Report) -> None:
    """Print the whole scoreboard."""
    page = Page(printer)
    sheet = scoresheet(report)
    page.text(printer.styled(safe(sheet.variant), "bold") + f", {_progress(report)}")
    page.text(printer.styled(safe(sheet.match_id), "dim"))
    _print_text(page, report.match.record.notes)
    page.gap()
    ahead = leaders(sheet)
    for side, line in enumerate(bars(sheet, page.width, page.glyphs)):
        printer.line(printer.styled(line, "bold") if side in ahead else line)
    if sheet.rounds:
        page.gap()
        for line in _short_grid(sheet, ahead, printer, page.glyphs).lines(page.width):
            printer.line(line)
    page.gap()
    if report.current and report.current.last and report.ok:
        _print_round(page, report.current.last, report.current.number)
    page.text(printer.styled(sheet.due, "bold"))
    for warning in report.warnings:
        place = f"Round {warning.round}: " if warning.round else ""
        page.text(f"{printer.styled('warning:', 'warn')} {place}{safe(warning.message)}", hanging="  ")
    for complaint in sheet.complaints:
        page.text(f"{printer.styled('illegal:', 'bad')} {complaint}", hanging="  ")


def _progress(report: Report) -> str:
    """The goal, and how far the match is."""
    current = report.current or (None if report.over else len(report.rounds) + 1)
    number = current if isinstance(current, int) else current.number if current else None
    goal = f"goal {report.goal}"
    if number is None:
        return f"{goal}, {'closed' if report.match.record.closed else 'over'} after {len(report.rounds)}"
    return f"{goal}, round {number}"


def _print_text(page: Page, text: str) -> None:
    for line in text.splitlines():
        page.text(safe(line))


def _short_grid(sheet: Sheet, ahead: tuple[int, ...], printer: Printer, glyphs: Glyphs) -> Grid:
    return Grid(
        blocks=tuple((_short(sheet, side, side in ahead, printer),) for side in range(len(sheet.sides))),
        labels=tuple(str(each.number) for each in sheet.rounds),
        notes=tuple(each.note for each in sheet.rounds),
        glyphs=glyphs,
        faint=lambda text: printer.styled(text, "dim"),
    )


def _short(sheet: Sheet, side: int, ahead: bool, printer: Printer) -> Group:
    """A side's bet with how it went, its round total and its game total."""
    mine = [each.sides[side] if each.sides else None for each in sheet.rounds]
    firsts = [sheet.side_of(_first_out(each.figures)) == side if each.figures else False for each in sheet.rounds]
    won = [_bet_won(sheet, side, at) for at in range(len(mine))]
    name = safe(sheet.sides[side].name)
    totals = tuple(str(each.total) + ("*" if first else " ") if each else "" for each, first in zip(mine, firsts, strict=True))
    columns = (
        Column("bet", "bet", tuple(_bet(each, kept) if each else "" for each, kept in zip(mine, won, strict=True))),
        Column("round", "rnd", totals),
        Column("game", "game", tuple("?" if each and each.game is None else str(each.game) if each else "" for each in mine)),
    )
    return Group(printer.styled(name, "bold") if ahead else name, columns)
