"""What is printed once a round is put right: its lines, what has changed, what is due; or the match as JSON."""

from haggis_cli.book.corrections.amending import Correction
from haggis_cli.book.match import OpenMatch, command_word
from haggis_cli.cli.opening import match_name, print_match_json
from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.rounds import print_due, print_round
from haggis_cli.referee.sentences import totals_change
from haggis_cli.support.glyphs import glyphs_for


def print_corrected(
    printer: Printer, fixed: Correction, after: OpenMatch, number: int, json: bool, *, was_shown: bool = False
) -> None:
    """Print the round that was put right, the totals, and what is due; or the match as JSON."""
    if json:
        corrected = fixed.describe() if fixed.has_changes else None
        print_match_json(printer, after, saved=int(fixed.has_changes), corrected=corrected)
        return
    if not fixed.has_changes:
        printer.print_message("Nothing was changed.")
        return
    if was_shown:
        Page(printer).print_text(f"Round {number} is put right. 'haggis undo{command_word(after)}' takes that back.")
    else:
        print_round(printer, after.report, number, match_name(after))
        printer.print_line(totals_change(fixed.before.report, after.report, glyphs_for(printer.out.encoding).arrow))
    print_due(printer, after.report)
