"""The events of recorded rounds with their numbers, by which a correction names them."""

from collections.abc import Iterable

from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.referee.report import RoundReport


def print_events(printer: Printer, rounds: Iterable[RoundReport]) -> None:
    """Print each event as it stands in the file, with its number in the round."""
    page = Page(printer)
    for played in rounds:
        page.print_text(printer.styled(f"Round {played.number}", "bold"))
        events = played.record.events
        for number, event in enumerate(events or [], 1):
            page.print_text(safe(event), indent=f"{number:4}  ", hanging="")
        if not events:
            page.print_text("typed in" if events is None else "no event yet", indent="  ")
