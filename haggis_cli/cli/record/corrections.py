"""`haggis record --amend` and `--insert`: one event is put right."""

import typer

from haggis_cli.book.corrections.amending import Correction, amend_event, insert_event, save_correction
from haggis_cli.cli.opening import match_name, open_match, print_notices
from haggis_cli.cli.record.correction_dialogue import CorrectionPrompt
from haggis_cli.cli.terminal.line_reader import make_line_reader
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import can_ask, print_if_interrupted
from haggis_cli.cli.views.corrections import ask_about_correction, print_correction_json
from haggis_cli.cli.views.rounds import print_due
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.consequences import change_sentences
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import totals_change
from haggis_cli.support.errors import RulesError, UsageError
from haggis_cli.support.glyphs import glyphs_for
from haggis_cli.support.interrupts import defer_signals


def correct_event(
    printer: Printer,
    match: str | None,
    home: str | None,
    events: list[str],
    event: int,
    number: int | None,
    *,
    insert: bool,
    yes: bool,
    json: bool,
) -> None:
    """Correct the event of that number, in the round of that number, and print what came of it.

    events: what is given as the event; UsageError unless it is just one. A person is asked for it where it is missing.
    """
    if not events and can_ask() and not json:
        reader = make_line_reader(printer)
        prompt = CorrectionPrompt(printer, reader, open_match(match, home), number)
        with print_if_interrupted(printer, "Nothing was changed."):
            if prompt.ask_and_save(str(event), insert=insert):
                return
        raise typer.Exit(1)
    if len(events) != 1:
        found = f"{len(events)} are given" if events else "it is missing"
        raise UsageError(f"one EVENT says what event {event} really was, like 'Noah: 4r 4g', and {found}")
    correct = insert_event if insert else amend_event
    save_and_print(printer, correct(open_match(match, home), event, events[0], number), yes=yes, json=json)


def save_and_print(printer: Printer, correction: Correction, *, yes: bool, json: bool) -> None:
    """Save a correction if the person agrees; print what is put right, the totals and what is due, or all as JSON."""
    try:
        agreed = None
        if correction.has_changes:
            agreed = ask_about_correction(printer, correction, correction.new_warnings(), yes=yes)
    except RulesError:
        if json:
            print_correction_json(printer, correction, None)
        raise
    with defer_signals(last=True):
        after = print_notices(printer, save_correction(agreed)) if agreed else None
        if json:
            print_correction_json(printer, correction, after)
        elif after is None:
            printer.print_message("Nothing was changed.")
        else:
            printer.print_line(f"Put right in {match_name(after)}: {correction.describe()}.")
            _print_changes(printer, correction.before.report, after.report)
            print_due(printer, after.report)
    if correction.has_changes and after is None:
        raise typer.Exit(1)


def _print_changes(printer: Printer, before: Report, after: Report) -> None:
    """Print what else has changed, and the totals even where they have not."""
    arrow = glyphs_for(printer.out.encoding).arrow
    with guard_rules(after.table.variant.id):
        changes = change_sentences(before, after, arrow)
    for change in changes:
        printer.print_line(change)
    if before.totals == after.totals:
        printer.print_line(totals_change(before, after, arrow))
