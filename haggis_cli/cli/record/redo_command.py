"""`haggis redo`: bring back what undo took away."""

from haggis_cli.cli.options import Home, Json, Match, NoColor
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.interrupts import defer_signals


def command(match: Match = None, home: Home = None, json: Json = False, no_color: NoColor = False) -> None:
    """Bring back what undo took away.

    Works as long as nothing else has changed in the match since, as often as 'haggis undo' was said.

    \b
    haggis redo
    """
    from haggis_cli.book.corrections.undo import redo
    from haggis_cli.cli.opening import match_name, open_for_change, print_match_json, print_notices
    from haggis_cli.cli.views.rounds import print_due

    printer = Printer(no_color=no_color)
    with defer_signals(last=True):
        with open_for_change(match, home) as opened:
            after, what = redo(opened)
        print_notices(printer, after)
        if json:
            print_match_json(printer, after, redone=what)
            return
        printer.print_line(f"Brought back in {match_name(after)}: {printer.render_event(what)}")
        print_due(printer, after.report)
