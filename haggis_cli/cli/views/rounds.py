"""What commands that change a match print of it: the round that was added, events with their numbers, what is due.

It is a chapter of its own because all of them load it, and it loads little.
"""

from collections.abc import Iterable

from haggis_cli.cli.terminal.printer import Page, Printer
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import due


def print_round(printer: Printer, report: Report, number: int, match: str = "") -> None:
    """Print the lines that a round adds to the scoresheet; `match` names the match in the first of them."""
    from haggis_cli.sheets.sheet import NARROW, score_rows  # most events end no round

    page = Page(printer)
    page.print_text(printer.styled(f"{match}, round {number}" if match else f"Round {number}", "bold"))
    rows, align = score_rows(report, number, page.glyphs, narrow=page.width < NARROW)
    page.print_rows(rows, align, "  ")


def print_events(printer: Printer, rounds: Iterable[RoundReport]) -> None:
    """Print each event as it stands in the file, with its number in the round, by which a correction names it."""
    page = Page(printer)
    for played in rounds:
        page.print_text(printer.styled(f"Round {played.number}", "bold"))
        events = played.record.events
        for number, event in enumerate(events or [], 1):
            page.print_text(event, indent=f"{number:4}  ", hanging="")
        if not events:
            page.print_text("typed in" if events is None else "no event yet", indent="  ")


def print_due(printer: Printer, report: Report, before: str = "") -> None:
    """Print what is expected next, or who has won; where the match breaks the rules, also how to see why.

    before: what is said before that on the same line.
    """
    why = " 'haggis check' tells what is wrong." if report.violations else ""
    Page(printer).print_text(before + due(report) + why)
