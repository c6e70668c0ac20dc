"""`haggis undo`: take back the last event or round."""

from typing import Annotated

import typer

from haggis_cli.cli.options import Home, Json, Match, NoColor
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.interrupts import defer_signals

WholeRound = Annotated[
    bool, typer.Option("--round", help="Take back the whole last round, also one recorded play by play.")
]


def command(
    match: Match = None,
    whole_round: WholeRound = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Take back the last play or round.

    Of a round recorded play by play the last event goes, of one typed in the whole round; a correction is undone if
    nothing has happened since. What was edited by hand stays as it is. Nothing is lost: 'haggis redo' brings it back.

    \b
    haggis undo
    haggis undo friday --round
    """
    from haggis_cli.book.corrections.undo import describe_undo, is_edited, undo
    from haggis_cli.cli.opening import match_name, open_for_change, print_match_json, print_notices
    from haggis_cli.cli.views.rounds import print_due

    printer = Printer(no_color=no_color)
    with defer_signals(last=True):
        with open_for_change(match, home) as opened:
            if is_edited(opened) and (foretold := describe_undo(opened, whole_round=whole_round)):
                printer.print_warning(
                    f"{opened.path.name} seems to have been edited since its last round was saved: that stays, and "
                    f"what is taken back is {foretold}"
                )
            after, what = undo(opened, whole_round=whole_round)
        print_notices(printer, after)
        if json:
            print_match_json(printer, after, undone=what)
            return
        printer.print_line(f"Taken back in {match_name(after)}: {printer.render_event(what)}")
        print_due(printer, after.report)
