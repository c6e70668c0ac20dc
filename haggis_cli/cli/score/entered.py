"""A round given as entries on the command line, new or older: proposed, agreed to where it looks odd, and saved."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from haggis_cli.book.after_saving import after_saving
from haggis_cli.book.match import OpenMatch, check_round_due, command_word
from haggis_cli.book.typed_round import (
    RoundProposal,
    TypedRound,
    parse_entries,
    propose_round,
    render_entries,
    save_round,
    typed_round_of,
)
from haggis_cli.cli.options import Context
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.scoreboard import print_round
from haggis_cli.referee.sentences import totals_change, warning_sentence
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import HaggisError, RulesError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import glyphs_for, join_words

if TYPE_CHECKING:  # a round that is added is no correction
    from haggis_cli.book.corrections.amending import Correction
    from haggis_cli.book.corrections.rescoring import RoundCorrection


class EnteredRound:
    """The entries of one round.

    command_words: the words that name the match, the round and the notes on the command line, for entering it again.
    """

    def __init__(self, context: Context, match: OpenMatch, entries: list[str], command_words: list[str]) -> None:
        self._context = context
        self._printer = context.printer
        self._match = match
        self._entries = entries
        self._command_words = command_words

    def add(self, notes: str) -> None:
        """Add the round, and print what came of it. RulesError if it cannot be, or nobody agrees to its warnings.

        The match was not locked while a question stood. A round that was shown is saved as it was shown or not at all.
        A round that was only typed goes after the last one there is. Answers that are not saved are printed.
        """
        check_round_due(self._match)
        table = self._match.report.round_table()
        typed = parse_entries(self._entries, table)
        proposal = propose_round(self._match, typed, notes)
        proposal.check_possible()
        print_filled(self._printer, typed, table)
        was_shown = self._agree(proposal, typed)
        try:
            with defer_signals(last=True):
                after = self._context.print_notices(save_round(proposal, as_shown=was_shown))
                self._context.print_saved(after_saving(after, rounds=[len(after.report.rounds)], saved=1))
        except HaggisError:
            self._print_retry_command(typed, table)
            raise

    def correct(self, number: int, notes: str | None) -> None:
        """Put the entries in the place of an older round, and print what came of it.

        RulesError if the round cannot be, or nobody agrees to its warnings; answers that are not saved are printed.
        """
        from haggis_cli.book.corrections.amending import save_correction
        from haggis_cli.book.corrections.rescoring import check_typed_in, rescore_round
        from haggis_cli.cli.terminal.prompts import print_if_interrupted
        from haggis_cli.cli.views.corrections import ask_about_correction, print_effects

        check_typed_in(self._match, number)
        table = self._match.report.round_table(number)
        typed = parse_entries(self._entries, table)
        corrected = rescore_round(self._match, number, typed, notes)
        corrected.check_possible()
        print_filled(self._printer, typed, table)
        correction, warnings = corrected.correction, corrected.warnings
        with print_if_interrupted(self._printer, "Nothing was saved.", lambda: self._print_retry_command(typed, table)):
            if correction.has_changes:
                print_effects(self._printer, correction)
                if not self._context.yes and not self._agrees_to_dropped(number, typed, table):
                    self._refuse_to_save(typed, table)
            agreed = ask_about_correction(self._context, correction, warnings if correction.has_changes else ())
        if agreed is None:
            self._refuse_to_save(typed, table)
        with defer_signals(last=True):
            after = self._context.print_notices(save_correction(agreed))
            print_corrected(self._context, agreed, after, number)

    def _agree(self, proposal: RoundProposal, typed: TypedRound) -> bool:
        """Have a person agree to the warnings; whether the round was shown for that. RulesError without agreement."""
        for warning in proposal.warnings:
            self._printer.print_warning(warning_sentence(warning))
        if self._context.yes or not proposal.warnings:
            return False
        # Most rounds look right, and nobody is asked.
        from haggis_cli.cli.terminal.prompts import confirm, print_if_interrupted
        from haggis_cli.cli.views.corrections import SAVE_ANYWAY, check_can_agree

        check_can_agree()
        print_proposal(self._printer, proposal)
        table = self._match.report.round_table()
        with print_if_interrupted(self._printer, "Nothing was saved.", lambda: self._print_retry_command(typed, table)):
            if not confirm(self._printer, SAVE_ANYWAY):
                self._refuse_to_save(typed, table)
        return True

    def _agrees_to_dropped(self, number: int, typed: TypedRound, table: Table) -> bool:
        """Whether figures of the round may go that the entries leave out; it is asked only in a terminal."""
        from haggis_cli.cli.terminal.prompts import can_ask, confirm

        before = typed_round_of(self._match.report, number)
        told = list(_find_dropped(before, typed, table)) if before else []
        if not told:
            return True
        are = "is" if len(told) == 1 else "are"
        self._printer.print_warning(f"the entries say the whole round, and {join_words(told)} {are} not among them")
        return not can_ask() or confirm(self._printer, f"Leave {'it' if len(told) == 1 else 'them'} out?")

    def _refuse_to_save(self, typed: TypedRound, table: Table) -> NoReturn:
        self._print_retry_command(typed, table)
        raise RulesError("not saved")

    def _print_retry_command(self, typed: TypedRound, table: Table) -> None:
        print_retry_command(self._printer, self._command_words, typed, table)


def _find_dropped(before: TypedRound, typed: TypedRound, table: Table) -> Iterator[str]:
    """The bets of a round that its correction leaves out, and the pile, where it is not just what is left."""
    betting, pile = table.variant.betting, typed.filled_seat
    if pile is not None:
        points = before.captured[pile]
        if points not in (before.captured_left(table, pile).exact, typed.captured[pile]):
            yield f"{table.names[pile]}'s pile of {points}"
    for seat, stake in before.stakes.items():
        if seat not in typed.stakes:
            yield f"{table.names[seat]}'s {betting.verb} of {betting.amount_text(stake)}"


def print_corrected(
    context: Context, fixed: "Correction", after: OpenMatch, number: int, *, was_shown: bool = False
) -> None:
    """Print the round that was put right, the totals, and what is due; or the match as JSON.

    was_shown: whether a person has just seen the round.
    """
    from haggis_cli.book.corrections.amending import after_correction

    printer = context.printer
    if not fixed.has_changes and not context.json:
        printer.print_message("Nothing was changed.")
        return
    undo = f"Round {number} is put right. 'haggis undo{command_word(after)}' takes that back."
    totals = totals_change(fixed.before.report, after.report, glyphs_for(printer.out.encoding).arrow)
    saved = after if fixed.has_changes else None
    if was_shown:
        context.print_saved(after_correction(fixed, saved, changes=[undo]))
    else:
        context.print_saved(after_correction(fixed, saved, rounds=[number], changes=[totals]))


# What is printed of a round before it is saved, or where it is not.


def print_filled(printer: Printer, typed: TypedRound, table: Table) -> None:
    """Tell what was counted of piles, what the others left for the player without points, and what a slam repeats."""
    repeating = next((seat for seat in typed.out if table.repeats_first_count(seat, tuple(typed.out))), None)
    if repeating is not None:
        name, first = table.names[repeating], table.names[typed.out[0]]
        printer.print_message(f"A slam: {name} records {first}'s {typed.counts[repeating]} again.")
    for seat, pile in typed.piles.items():
        printer.print_message(f"{table.names[seat]} captured {pile}.")
    if typed.filled_seat is not None:
        name = table.names[typed.filled_seat]
        printer.print_message(f"{name} captured {typed.captured[typed.filled_seat]}: what is left.")


def print_proposal(printer: Printer, proposal: "RoundProposal | RoundCorrection") -> None:
    """Print the round as it would be, as a message: standard output holds results alone."""
    print_round(printer.for_messages(), proposal.after.report, proposal.number)


def print_retry_command(printer: Printer, words: Sequence[str], typed: TypedRound, table: Table) -> None:
    """Print, on one line to be copied, the command that enters the round again; nothing if nothing was answered.

    A pile that nobody counted is left out of it, as it was.

    words: those that name the match, the round and the notes.
    """
    said = {seat: points for seat, points in typed.captured.items() if seat != typed.filled_seat}
    entries = render_entries(replace(typed, captured=said), table)
    if entries:
        printer.print_message("What you typed, to say it again:")
        printer.print_command(["score", *words, *entries])
