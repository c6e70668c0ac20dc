"""The scoreboard as it is read at the table: the totals, every round in short, the round in progress, what is due."""

from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.rules.rounds.round import Round
from haggis_cli.sheets.chart import leaders, render_bars
from haggis_cli.sheets.grid import Column, Grid, Group
from haggis_cli.sheets.sheet import Sheet, SheetRound, scoresheet
from haggis_cli.support.english import pluralize


def print_scoreboard(printer: Printer, report: Report) -> None:
    """Print the whole scoreboard."""
    with guard_rules(report.table.variant.id):
        _print_board(Page(printer), report)


def _print_board(page: Page, report: Report) -> None:
    printer = page.printer
    sheet = scoresheet(report)
    page.print_text(f"{printer.styled(safe(sheet.variant), 'bold')}: {_render_progress(report)}")
    page.print_text(safe(sheet.match_id))
    for line in report.match.record.notes.splitlines():
        page.print_text(safe(line))
    _print_totals(page, sheet)
    _print_rounds(page, sheet)
    page.print_gap()
    if report.current and report.current.last and report.ok:
        _print_current(page, report.current, report.current.last)
    page.print_text(printer.styled(sheet.due, "bold"))
    for warning in report.warnings:
        page.print_warning(warning)
    for complaint in sheet.complaints:
        page.print_text(f"{printer.styled('illegal:', 'bad')} {complaint}", hanging="  ")


def _render_progress(report: Report) -> str:
    """The goal, and how far the match is."""
    goal, rounds = report.goal, len(report.rounds)
    if report.over:
        how = "closed" if report.match.record.closed else "over"
        return f"goal {goal}, {how} after {pluralize(rounds, 'round')}"
    number = report.current.number if report.current else rounds + 1
    if goal.rounds and number <= goal.rounds:
        return f"round {number} of {goal.rounds}"
    return f"goal {goal}, round {number}"


def _print_totals(page: Page, sheet: Sheet) -> None:
    page.print_gap()
    ahead = leaders(sheet)
    for side, line in enumerate(render_bars(sheet, page.width, page.glyphs)):
        page.print_line(page.printer.styled(line, "bold") if side in ahead else line)


def _print_rounds(page: Page, sheet: Sheet) -> None:
    if not sheet.rounds:
        return
    page.print_gap()
    ahead = leaders(sheet)
    grid = Grid(
        blocks=tuple((_side_columns(sheet, side, page.printer, side in ahead),) for side in range(len(sheet.sides))),
        labels=tuple(str(each.number) for each in sheet.rounds),
        notes=tuple(each.note for each in sheet.rounds),
        glyphs=page.glyphs,
        faint=lambda text: page.printer.styled(text, "dim"),
    )
    for line in grid.render_lines(page.width):
        page.print_line(line)


def _side_columns(sheet: Sheet, side: int, printer: Printer, ahead: bool) -> Group:
    """A side's bet and how it went, its round total and its game total."""
    bets, totals, games = [], [], []
    for each in sheet.rounds:
        figures = each.sides[side] if each.sides else None
        bets.append(_render_bet(each, sheet.sides[side].seats) if figures else "")
        totals.append(str(figures.total) if figures else "")
        games.append("" if figures is None else "?" if figures.game is None else str(figures.game))
    name = safe(sheet.sides[side].name)
    return Group(
        printer.styled(name, "bold") if ahead else name,
        (
            Column("bet", "bet", tuple(bets)),
            Column("round", "rnd", tuple(totals)),
            Column("game", "sum", tuple(games)),
        ),
    )


def _render_bet(each: SheetRound, seats: tuple[int, ...]) -> str:
    """The bet of a side: whether its owner was the first to go out."""
    for seat in seats:
        mine = each.figures[seat]
        if mine.bet:
            return f"{mine.bet} {'won' if mine.went_out == 1 else 'lost'}"
    return "-"


def _print_current(page: Page, current: RoundReport, state: Round) -> None:
    """The round in progress: who led it, the bets, the trick on the table."""
    table = state.table
    names = [safe(name) for name in table.names]
    stakes = [
        f"{names[seat]} {amount}"
        for seat, amount in enumerate(table.variant.betting.stakes(table, state.betting))
        if amount is not None
    ]
    out = [names[seat] for seat in state.out]
    parts = [
        f"Round {current.number}",
        f"bets: {', '.join(stakes) if stakes else 'none'}",
        *([f"out: {', '.join(out)}"] if out else []),
    ]
    page.print_text(f" {page.glyphs.dot} ".join(parts))
    if state.trick:
        plays = [f"{names[play.seat]} {page.render_cards(play.cards, table.deck)}" for play in state.trick]
        page.print_text(f"Trick {len(state.tricks) + 1}: {', '.join(plays)}", hanging="  ")
