"""A round that was added to a match, and what is due next."""

from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.referee.sentences import due
from haggis_cli.sheets.round_rows import NARROW, score_rows
from haggis_cli.sheets.sheet import scoresheet

if TYPE_CHECKING:
    from haggis_cli.referee.report import Report


def print_round(printer: Printer, report: "Report", number: int) -> None:
    """Print the lines that a round adds to the scoresheet."""
    page = Page(printer)
    page.print_text(printer.styled(f"Round {number}", "bold"))
    rows, align = score_rows(scoresheet(report), number, page.glyphs, narrow=page.width < NARROW)
    page.print_rows(rows, align, "  ")


def print_due(printer: Printer, report: "Report") -> None:
    """Print what is expected next, or who has won; where the match breaks the rules, also how to see why."""
    why = " 'haggis check' tells what is wrong." if report.violations else ""
    Page(printer).print_text(due(report) + why)
