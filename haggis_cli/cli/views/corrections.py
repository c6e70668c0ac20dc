"""A correction: what follows from it, whether a person wants it so; saved, and printed."""

from collections.abc import Callable, Sequence

import typer

from haggis_cli.book.corrections.amending import Correction, after_correction, name_rounds, save_correction
from haggis_cli.book.match import command_word
from haggis_cli.cli.options import Context, match_name
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted
from haggis_cli.referee.report import MatchWarning
from haggis_cli.referee.seating import find_told_in
from haggis_cli.referee.sentences import violation_place, violation_with_text, warning_sentence
from haggis_cli.support.errors import RulesError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import glyphs_for, join_words

SAVE_ANYWAY = "Save it anyway?"
"""What is asked wherever something looks wrong or breaks a rule."""

AskYesNo = Callable[..., bool]
"""Asks a question, given the printer, its text, and with `default` what Enter means."""


def agree_and_save(context: Context, correction: Correction, *, asks: bool = False) -> None:
    """Tell what follows from a correction, save it if the person agrees, and print what has come of it; or all as JSON.

    Exit if nothing was saved that could have been. asks: as for `agree`.
    """
    try:
        with print_if_interrupted(context.printer, "Nothing was changed."):
            agreed = agree(context, correction, asks=asks)
    except RulesError:
        if context.json:
            context.print_saved(after_correction(correction, None))
        raise
    save_and_print(context, correction, agreed)


def save_and_print(context: Context, correction: Correction, agreed: Correction | None) -> None:
    """Save what was agreed to, if anything was; print what is put right and what is due, or all as JSON.

    Exit if nothing was saved that could have been.
    """
    with defer_signals(last=True):
        after = save_correction(agreed) if agreed else None
        if after is None and not context.json:
            context.printer.print_message("Nothing was changed.")
        else:
            done = f"Corrected in {match_name(correction.before)}: {correction.describe()}."
            context.print_saved(after_correction(correction, after), done)
    if correction.has_changes and after is None:
        raise typer.Exit(1)


def agree(
    context: Context,
    correction: Correction,
    *,
    number: int | None = None,
    asks: bool = False,
    ask: AskYesNo = confirm,
    in_file: bool = False,
) -> Correction | None:
    """The correction to save, None if nothing changes or the person does not want it: what follows is told before.

    number: the round that was corrected, of which also is told what looked odd before.
    asks: whether somebody is asked also where nothing is wrong but something else changes.
    ask, in_file: as for `ask_about_correction`.
    """
    if not correction.has_changes:
        return None
    changes = print_effects(context.printer, correction)
    warnings = correction.new_warnings(number)
    if correction.new_violations or warnings or context.yes or not (asks and changes and can_ask()):
        return ask_about_correction(context, correction, warnings, ask=ask, in_file=in_file)
    return correction if ask(context.printer, "Save it?", default=True) else None


def ask_about_correction(
    context: Context,
    correction: Correction,
    warnings: Sequence[MatchWarning],
    *,
    ask: AskYesNo = confirm,
    in_file: bool = False,
) -> Correction | None:
    """The correction to save, or None if the person does not want it; all that looks wrong is told before.

    Rounds that would come after the match's end can be taken out by it. RulesError where something must be asked and
    nobody can answer.

    warnings: what looks odd and must be agreed to.
    ask: how a question is asked.
    in_file: whether violations are named by the lines of the file, for somebody who has just edited it.
    """
    printer = context.printer
    correction = _offer_to_take_out(context, correction, ask)
    for warning in warnings:
        printer.print_warning(warning_sentence(warning))
    violations = correction.new_violations
    for violation in violations:
        printer.print_warning(violation_with_text(violation, in_file=in_file))
        printer.print_pointer(find_told_in(correction.after.report.table, violation.topic))
    if context.yes or not (violations or warnings):
        return correction
    if violations and not can_ask():
        places = join_words([violation_place(violation) for violation in violations])
        raise RulesError(f"not saved, because it breaks the rules in {places} (--yes saves it anyway)")
    check_can_agree()
    return correction if ask(printer, SAVE_ANYWAY) else None


def check_can_agree() -> None:
    """RulesError where what looks wrong is to be agreed to, and nobody can answer."""
    if not can_ask():
        raise RulesError("not saved, because of the warning: correct the round, or save it as it is with --yes")


def print_effects(printer: Printer, correction: Correction) -> bool:
    """Print what a correction changes beside what is put right; whether anything is."""
    changes = correction.account(glyphs_for(printer.err.encoding).arrow).changes
    for change in changes:
        printer.print_message(str(change))
    return bool(changes)


def _offer_to_take_out(context: Context, correction: Correction, ask: AskYesNo) -> Correction:
    """The correction without the rounds that would come after the match's end, if the person wants them out."""
    late = correction.rounds_after_end
    shorter = None if context.yes or not can_ask() else correction.shortened()
    if shorter is None:
        return correction
    rounds = name_rounds(late)
    context.printer.print_message(correction.describe_end())
    what = "it" if len(late) == 1 else "them"
    undo = f"'haggis undo{command_word(correction.before)}' restores {what}"
    return shorter if ask(context.printer, f"Delete {rounds}? ({undo})") else correction
