"""Adding rounds to a match and showing the newest one, as `score` and `record` both do."""

from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.round_rows import NARROW, score_rows
from haggis_cli.referee.sentences import due, victory
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.errors import RulesError

if TYPE_CHECKING:
    from haggis_cli.referee.report import Report


def check_round_due(report: "Report") -> None:
    """RulesError where no new round can begin: a violation, a round in progress, the match over."""
    check_no_violations(report)
    if report.current:
        raise RulesError(
            f"round {report.current.number} is being recorded play by play: finish it with 'haggis record', "
            "or take it back with 'haggis undo --round'"
        )
    check_not_over(report)


def check_not_over(report: "Report") -> None:
    """RulesError where the match has ended."""
    if report.over:
        how = "it is closed" if report.winner is None else f"{victory(report, report.winner)} it"
        raise RulesError(f"the match is over, {how}: start the next one with 'haggis new'")


def check_no_violations(report: "Report") -> None:
    """RulesError for a match that must be put right before it goes on."""
    if report.violations:
        first = report.violations[0]
        raise RulesError(
            f"the match breaks the rules in round {first.round} (line {first.line}): {first.message} Put it right with "
            "'haggis edit' or 'haggis undo' first."
        )


def print_round(printer: Printer, report: "Report", number: int) -> None:
    """The lines that a round adds to the scoresheet."""
    page = Page(printer)
    page.print_text(printer.styled(f"Round {number}", "bold"))
    rows, align = score_rows(scoresheet(report), number, page.glyphs, narrow=page.width < NARROW)
    page.print_rows(rows, align, "  ")


def print_due(printer: Printer, report: "Report") -> None:
    """A sentence on what is expected next, or on who has won; where the match breaks the rules, also how to see why."""
    why = " 'haggis check' tells what is wrong." if report.violations else ""
    Page(printer).print_text(due(report) + why)
