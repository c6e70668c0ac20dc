"""A round given as entries on the command line, new or older: proposed, agreed to where it looks odd, and saved."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from haggis_cli.book.match import OpenMatch, after_saving, check_round_due, command_word
from haggis_cli.book.scoring import RoundProposal, RoundTarget, save_round
from haggis_cli.book.typed_round import TypedRound, parse_entries, render_entries
from haggis_cli.cli.options import Context
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.scoreboard import print_round, print_standing
from haggis_cli.referee.changes import totals_change
from haggis_cli.referee.sentences import warning_sentence
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import HaggisError, RulesError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import glyphs_for, join_words


class EnteredRound:
    """The entries of one round.

    command_words: the words that name the match, the round and the notes on the command line, for entering it again.
    """

    def __init__(self, context: Context, target: RoundTarget, entries: list[str], command_words: list[str]) -> None:
        """NotationError for entries that cannot be understood. RulesError if no round is due."""
        if target.corrected is None:
            check_round_due(target.match)
        self._context = context
        self._printer = context.printer
        self._target = target
        self._table = target.table
        self._typed = parse_entries(entries, self._table)
        self._command_words = command_words

    def save(self) -> None:
        """Save the round, and print what came of it. RulesError if it cannot be, or nobody agrees to its warnings.

        The match was not locked while a question stood. A round that was shown is saved as it was shown or not at all.
        A round that was only typed goes after the last one there is. Answers that are not saved are printed.
        """
        proposal = self._target.propose(self._typed)
        proposal.check_possible()
        print_filled(self._printer, self._typed, self._table)
        agreed = self._agree_to_correction(proposal) if proposal.corrected else self._agree(proposal)
        was_shown = agreed is not None
        try:
            with defer_signals(last=True):
                proposal = agreed or proposal
                after = self._context.print_notices(save_round(proposal, as_shown=was_shown))
                print_saved(self._context, proposal, after)
        except HaggisError:
            self._print_retry_command()
            raise

    def _agree(self, proposal: RoundProposal) -> RoundProposal | None:
        """The new round as a person was shown it and agrees to its warnings; None where there was nothing to ask."""
        for warning in proposal.warnings:
            self._printer.print_warning(warning_sentence(warning))
        if self._context.yes or not proposal.warnings:
            return None
        # Most rounds look right, and nobody is asked.
        from haggis_cli.cli.terminal.prompts import confirm, print_if_interrupted
        from haggis_cli.cli.views.corrections import SAVE_ANYWAY, check_can_agree

        check_can_agree()
        print_proposal(self._printer, proposal)
        with print_if_interrupted(self._printer, "Nothing was saved.", self._print_retry_command):
            if not confirm(self._printer, SAVE_ANYWAY):
                self._refuse_to_save()
        return proposal

    def _agree_to_correction(self, proposal: RoundProposal) -> RoundProposal:
        """The older round with what a person agrees to of what it changes further on."""
        from haggis_cli.cli.terminal.prompts import print_if_interrupted
        from haggis_cli.cli.views.corrections import ask_about_correction, print_effects

        correction, has_changes = proposal.correction, proposal.has_changes
        with print_if_interrupted(self._printer, "Nothing was saved.", self._print_retry_command):
            if has_changes:
                print_effects(self._printer, correction)
                if not self._context.yes and not self._agrees_to_dropped():
                    self._refuse_to_save()
            agreed = ask_about_correction(self._context, correction, proposal.warnings if has_changes else ())
        if agreed is None:
            self._refuse_to_save()
        return proposal._replace(after=agreed.after)

    def _agrees_to_dropped(self) -> bool:
        """Whether figures of the round may go that the entries leave out; it is asked only in a terminal."""
        from haggis_cli.cli.terminal.prompts import can_ask, confirm

        told = list(_find_dropped(self._target.figures, self._typed, self._table))
        if not told:
            return True
        are = "is" if len(told) == 1 else "are"
        self._printer.print_warning(f"the entries replace the whole round, and {join_words(told)} {are} not among them")
        return not can_ask() or confirm(self._printer, f"Delete {'it' if len(told) == 1 else 'them'}?")

    def _refuse_to_save(self) -> NoReturn:
        self._print_retry_command()
        raise RulesError("not saved")

    def _print_retry_command(self) -> None:
        print_retry_command(self._printer, self._command_words, self._typed, self._table)


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


# What is printed of a round before it is saved, once it is, or where it is not.


def print_saved(context: Context, proposal: RoundProposal, after: OpenMatch, *, was_shown: bool = False) -> None:
    """Print the round that was added or put right, and what is due; or the match as JSON.

    was_shown: whether a person has just seen the round.
    """
    printer = context.printer
    if not proposal.corrected:
        if was_shown and not context.json:
            print_standing(printer, after.report, "Saved. ")
        else:
            context.print_saved(after_saving(after, rounds=[len(after.report.rounds)], saved=1))
        return
    if not proposal.has_changes and not context.json:
        printer.print_message("Nothing was changed.")
        return
    from haggis_cli.book.corrections.amending import after_correction

    number, saved = proposal.corrected, after if proposal.has_changes else None
    undo = f"Corrected round {number}. 'haggis undo{command_word(after)}' takes the correction back."
    totals = totals_change(proposal.before.report, after.report, glyphs_for(printer.out.encoding).arrow, number)
    if was_shown:
        context.print_saved(after_correction(proposal.correction, saved, changes=[undo]))
    else:
        context.print_saved(after_correction(proposal.correction, saved, rounds=[number], changes=[str(totals)]))


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
        printer.print_message(f"{name} captured {typed.captured[typed.filled_seat]}: the rest.")


def print_proposal(printer: Printer, proposal: RoundProposal) -> None:
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
        printer.print_message("To enter it again:")
        printer.print_command(["score", *words, *entries])
