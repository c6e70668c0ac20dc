"""What is printed once a round is added: its lines of the scoresheet, and what is due; or the match as JSON."""

from haggis_cli.book.match import OpenMatch
from haggis_cli.cli.opening import match_name, print_match_json
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.rounds import print_due, print_round


def print_added(printer: Printer, after: OpenMatch, json: bool) -> None:
    """Print the round that was added, and what is due; or the match as JSON."""
    if json:
        print_match_json(printer, after, saved=1)
        return
    print_round(printer, after.report, len(after.report.rounds), match_name(after))
    print_due(printer, after.report)
