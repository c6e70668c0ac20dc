"""A round given as entries on the command line: proposed, agreed to where it looks odd, and saved."""

from collections.abc import Callable, Iterator
from typing import NoReturn

from haggis_cli.book.corrections.amending import Correction, save_correction
from haggis_cli.book.corrections.rescoring import check_typed_in, rescore_round
from haggis_cli.book.match import OpenMatch, check_round_due, command_word
from haggis_cli.book.typed_round import (
    RoundProposal,
    TypedRound,
    parse_entries,
    propose_round,
    save_round,
    typed_round_of,
)
from haggis_cli.cli.opening import match_name, print_match_json, print_notices
from haggis_cli.cli.terminal.printer import Page, Printer, safe
from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted
from haggis_cli.cli.views.corrections import ask_about_correction, print_effects
from haggis_cli.cli.views.rounds import print_due, print_filled, print_retry_command, print_round
from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable
from haggis_cli.referee.sentences import totals_change, warning_sentence
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import HaggisError, RulesError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import glyphs_for, join_words


class EnteredRound:
    """The entry of a new round.

    command_words: the words that name the match and the notes on the command line, for entering the round again.
    """

    def __init__(self, printer: Printer, match: OpenMatch, entries: list[str], command_words: list[str]) -> None:
        self._printer = printer
        self._match = match
        self._entries = entries
        self._command_words = command_words

    def add(self, notes: str, *, yes: bool, print_outcome: Callable[[OpenMatch], None]) -> None:
        """Add the round, and print what came of it. RulesError if it cannot be, or nobody agrees to its warnings.

        The match was not locked while a question stood. A round that was shown is saved as it was shown or not at all.
        A round that was only typed goes after the last one there is. Answers that are not saved are printed.
        """
        check_round_due(self._match)
        typed = parse_entries(self._entries, self._match.report.round_table())
        proposal = propose_round(self._match, typed, notes)
        proposal.check_possible()
        print_filled(self._printer, typed, self._match.report.round_table())
        was_shown = self._agree(proposal, typed, yes=yes)
        try:
            with defer_signals(last=True):
                print_outcome(print_notices(self._printer, save_round(proposal, as_shown=was_shown)))
        except (KeptConflict, NotDurable):
            raise
        except HaggisError:
            self._print_retry_command(typed)
            raise

    def _agree(self, proposal: RoundProposal, typed: TypedRound, *, yes: bool) -> bool:
        """Have a person agree to the warnings; whether the round was shown for that. RulesError without agreement."""
        for warning in proposal.warnings:
            self._printer.print_warning(warning_sentence(warning))
        if yes or not proposal.warnings:
            return False
        # Most rounds look right, and nobody is asked.
        from haggis_cli.cli.terminal.prompts import confirm, print_if_interrupted
        from haggis_cli.cli.views.corrections import SAVE_ANYWAY, check_can_agree
        from haggis_cli.cli.views.rounds import print_proposal

        check_can_agree()
        print_proposal(self._printer, proposal)
        with print_if_interrupted(self._printer, "Nothing was saved.", lambda: self._print_retry_command(typed)):
            if not confirm(self._printer, SAVE_ANYWAY):
                self._refuse_to_save(typed)
        return True

    def _refuse_to_save(self, typed: TypedRound) -> NoReturn:
        self._print_retry_command(typed)
        raise RulesError("not saved")

    def _print_retry_command(self, typed: TypedRound) -> None:
        from haggis_cli.cli.views.rounds import print_retry_command

        print_retry_command(self._printer, self._command_words, typed, self._match.report.round_table())


# What is printed once a round is added: its lines of the scoresheet, and what is due; or the match as JSON.


def print_added(printer: Printer, after: OpenMatch, json: bool) -> None:
    """Print the round that was added, and what is due; or the match as JSON."""
    if json:
        print_match_json(printer, after, saved=1)
        return
    print_round(printer, after.report, len(after.report.rounds), match_name(after))
    print_due(printer, after.report)


# An older round put right by entries on the command line: proposed, agreed to where it looks odd, and saved.


def correct_round(
    printer: Printer,
    match: OpenMatch,
    entries: list[str],
    command_words: list[str],
    *,
    number: int,
    notes: str | None,
    yes: bool,
    print_outcome: Callable[[Correction, OpenMatch], None],
) -> None:
    """Put entries in the place of an older round, and print what came of it.

    RulesError if the round cannot be, or nobody agrees to its warnings; answers that are not saved are printed.

    command_words: the words that name the match, the round and the notes on the command line, for entering it again.
    """
    check_typed_in(match, number)
    typed = parse_entries(entries, match.report.round_table(number))

    def print_again() -> None:
        print_retry_command(printer, command_words, typed, match.report.round_table(number))

    corrected = rescore_round(match, number, typed, notes)
    corrected.check_possible()
    print_filled(printer, typed, match.report.round_table(number))
    if corrected.correction.has_changes:
        print_effects(printer, corrected.correction)
        with print_if_interrupted(printer, "Nothing was saved.", print_again):
            if not yes and not _agrees_to_dropped(printer, match, number, typed):
                print_again()
                raise RulesError("not saved")
    warnings = corrected.warnings if corrected.correction.has_changes else []
    with print_if_interrupted(printer, "Nothing was saved.", print_again):
        correction = ask_about_correction(printer, corrected.correction, warnings, yes=yes)
    if correction is None:
        print_again()
        raise RulesError("not saved")
    with defer_signals(last=True):
        print_outcome(correction, print_notices(printer, save_correction(correction)))


def _agrees_to_dropped(printer: Printer, match: OpenMatch, number: int, typed: TypedRound) -> bool:
    """Whether figures of the round may go that the entries leave out; it is asked only in a terminal."""
    before = typed_round_of(match.report, number)
    told = list(_find_dropped(before, typed, match.report.round_table(number))) if before else []
    if not told:
        return True
    are = "is" if len(told) == 1 else "are"
    printer.print_warning(f"the entries say the whole round, and {join_words(told)} {are} not among them")
    return not can_ask() or confirm(printer, f"Leave {'it' if len(told) == 1 else 'them'} out?")


def _find_dropped(before: TypedRound, typed: TypedRound, table: Table) -> Iterator[str]:
    """The bets of a round that its correction leaves out, and the pile, where it is not just what is left."""
    betting, pile = table.variant.betting, typed.filled_seat
    word = "bid" if betting.by_auction else "bet"
    if pile is not None:
        points = before.captured[pile]
        if points not in (before.captured_left(table, pile).exact, typed.captured[pile]):
            yield f"{safe(table.names[pile])}'s pile of {points}"
    for seat, stake in before.stakes.items():
        if seat not in typed.stakes:
            yield f"{safe(table.names[seat])}'s {word} of {betting.amount_text(stake)}"


# What is printed once a round is put right: its lines, what has changed, what is due; or the match as JSON.


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
