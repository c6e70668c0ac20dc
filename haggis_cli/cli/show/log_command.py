"""`haggis log`: the rounds of a match, play by play."""

from typing import Annotated

import typer

from haggis_cli.cli.options import Home, Json, Match, NoColor, RoundNumber
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import VariantError

Events = Annotated[
    bool, typer.Option("--events", "-e", help="The events as they stand in the file, with the numbers corrections use.")
]


def command(
    match: Match = None,
    round_number: RoundNumber = None,
    events: Events = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Tell the rounds play by play, trick by trick.

    Each play is told with what it counts as, each trick with who captured it. Exit code 1: a round that is told
    breaks a rule. Of a match whose variant is not installed the rounds are shown as they stand in the file (exit
    code 3).

    \b
    haggis log
    haggis log friday --round 2
    haggis log --events
    """
    from haggis_cli.book.corrections.lookup import find_round
    from haggis_cli.cli.opening import open_match, print_revision
    from haggis_cli.plugins.isolation import guard_rules

    printer = Printer(no_color=no_color)
    try:
        opened = open_match(match, home)
    except VariantError as fault:
        from haggis_cli.cli.views.raw_rounds import print_unjudged_rounds

        print_unjudged_rounds(printer, match, home, fault, json=json)
        raise
    print_revision(printer, opened)
    report = opened.report
    rounds = report.rounds if round_number is None else (find_round(report, round_number),)
    if json:
        from haggis_cli.sheets.renderers.story_json import log_json

        with guard_rules(report.table.variant.id):
            shown = log_json(report, rounds)
        printer.print_json(shown)
    elif events:
        from haggis_cli.cli.views.rounds import print_events

        print_events(printer, rounds)
    else:
        from haggis_cli.cli.views.story_page import print_rounds

        print_rounds(printer, report, rounds)
    if any(violation.round == each.number for violation in report.violations for each in rounds):
        raise typer.Exit(1)
