"""`haggis show`, `log`, `undo` and `redo`: how a match stands, how it was played, and one step back or forward."""

from typing import Annotated

import typer

from haggis_cli.cli.options import Context, Home, Json, Match, NoColor, RoundNumber, match_name, option
from haggis_cli.cli.terminal.printer import Printer, Styled
from haggis_cli.support.errors import UsageError, VariantError
from haggis_cli.support.text import glyphs_for

Share = Annotated[bool, option("--share", "Print five lines of text to send to a chat.")]


def show_command(
    match: Match = None, share: Share = False, home: Home = None, json: Json = False, no_color: NoColor = False
) -> None:
    """Show the scoreboard and what comes next, or the result.

    The bars show the totals against the goal, with a new shade for every round. Exit code 1: the match breaks a rule.

    \b
    haggis show
    haggis show friday --share
    haggis show friday --json
    """
    if share and json:
        raise UsageError("--share and --json contradict each other: give one of them")
    context = Context(Printer(no_color=no_color), home, json)
    opened = context.open_match(match)
    if share:
        from haggis_cli.cli.views.scoreboard import print_share

        print_share(context.printer, opened.report)
    elif json:
        from haggis_cli.referee.report_json import show_json

        context.printer.print_json(show_json(opened.report, opened.path))
    else:
        from haggis_cli.cli.views.scoreboard import print_scoreboard

        print_scoreboard(context.printer, opened.report)
    if opened.report.violations:
        raise typer.Exit(1)


# `haggis log`: the rounds of a match, play by play.

Events = Annotated[
    bool, option("--events -e", "Show the events as they are in the file, with the numbers that corrections use.")
]


def log_command(
    match: Match = None,
    round_number: RoundNumber = None,
    events: Events = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Show the rounds play by play, trick by trick.

    The log names the combination of each play and who captured each trick. Exit code 1: a round that is shown breaks a
    rule. If the variant is not installed, the rounds are shown as they are in the file (exit code 3).

    \b
    haggis log
    haggis log friday --round 2
    haggis log --events
    """
    from haggis_cli.book.match import find_round
    from haggis_cli.plugins.isolation import guard_rules

    printer = Printer(no_color=no_color)
    context = Context(printer, home, json)
    try:
        opened = context.open_match(match)
    except VariantError as fault:
        from haggis_cli.cli.views.story import print_unjudged_rounds

        print_unjudged_rounds(context, match, fault)
        raise
    context.print_revision(opened)
    report = opened.report
    rounds = report.rounds if round_number is None else (find_round(report, round_number),)
    if json:
        from haggis_cli.sheets.renderers.json import log_json

        with guard_rules(report.table.variant.id):
            shown = log_json(report, rounds)
        printer.print_json(shown)
    elif events:
        from haggis_cli.cli.views.scoreboard import print_events

        print_events(printer, rounds)
    else:
        from haggis_cli.cli.views.story import print_rounds

        print_rounds(printer, report, rounds)
    if any(violation.round == each.number for violation in report.violations for each in rounds):
        raise typer.Exit(1)


# `haggis undo`: take back the last event or round.

WholeRound = Annotated[bool, option("--round", "Take back the whole last round, even if it was recorded play by play.")]


def undo_command(
    match: Match = None,
    whole_round: WholeRound = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Take back the last play or round.

    In a round recorded play by play, undo takes back the last event; otherwise it takes back the whole last round. It
    undoes a correction if nothing has happened since. What was edited by hand stays as it is. Nothing is lost: 'haggis
    redo' restores what undo took back.

    \b
    haggis undo
    haggis undo friday --round
    """
    from haggis_cli.book.corrections.undo import describe_changes, describe_undo, is_edited, undo
    from haggis_cli.book.match import after_saving
    from haggis_cli.support.interrupts import defer_signals

    printer = Printer(no_color=no_color)
    context = Context(printer, home, json)
    with defer_signals(last=True):
        with context.open_for_change(match) as opened:
            if is_edited(opened) and (foretold := describe_undo(opened, whole_round=whole_round)):
                printer.print_warning(
                    f"{opened.path.name} seems to have been edited since its last round was saved: the edits "
                    f"stay, and undo takes back {foretold.words}"
                )
            after, step = undo(opened, whole_round=whole_round)
        done = Styled.join_parts(f"Taken back in {match_name(after)}: ", printer.render_event(step.words))
        changes = describe_changes(opened, after, glyphs_for(printer.out.encoding).arrow)
        context.print_saved(after_saving(after, changes=changes, undone=step.words), done)


# `haggis redo`: bring back what undo took away.


def redo_command(match: Match = None, home: Home = None, json: Json = False, no_color: NoColor = False) -> None:
    """Restore what undo took back.

    Works once for each 'haggis undo', as long as nothing else in the match has changed since.

    \b
    haggis redo
    """
    from haggis_cli.book.corrections.undo import describe_changes, redo
    from haggis_cli.book.match import after_saving
    from haggis_cli.support.interrupts import defer_signals

    printer = Printer(no_color=no_color)
    context = Context(printer, home, json)
    with defer_signals(last=True):
        with context.open_for_change(match) as opened:
            after, step = redo(opened)
        done = Styled.join_parts(f"Restored in {match_name(after)}: ", printer.render_event(step.words))
        changes = describe_changes(opened, after, glyphs_for(printer.out.encoding).arrow)
        context.print_saved(after_saving(after, changes=changes, redone=step.words), done)
