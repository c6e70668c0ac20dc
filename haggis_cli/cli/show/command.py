"""`haggis show`: the scoreboard of a match and what is due next."""

import typer

from haggis_cli.cli.options import Home, Json, Match, NoColor
from haggis_cli.cli.terminal.printer import Printer


def command(match: Match = None, home: Home = None, json: Json = False, no_color: NoColor = False) -> None:
    """Show the scoreboard and what is due next.

    The bars show the totals against the goal, a new shade for every round. Exit code 1: the match breaks a rule.

    \b
    haggis show
    haggis show friday --json
    """
    from haggis_cli.cli.opening import open_match, print_match_json

    printer = Printer(no_color=no_color)
    opened = open_match(match, home)
    report = opened.report
    if json:
        print_match_json(printer, opened)
    else:
        from haggis_cli.cli.views.scoreboard import print_scoreboard

        print_scoreboard(printer, report)
    if report.violations:
        raise typer.Exit(1)
