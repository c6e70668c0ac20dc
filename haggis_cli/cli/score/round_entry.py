"""A typed-in round at the terminal: it is proposed, shown with what looks wrong, agreed to and saved."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from haggis_cli.book.match import OpenMatch
from haggis_cli.book.scoring import RoundProposal, propose_round, save_round
from haggis_cli.book.typed_round import TypedRound, parse_entries, render_entries
from haggis_cli.cli.opening import print_notices
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted, require_terminal
from haggis_cli.cli.views.rounds import print_round
from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable
from haggis_cli.referee.sentences import message_with_rule, warning_sentence
from haggis_cli.support.errors import HaggisError, RulesError
from haggis_cli.support.interrupts import defer_signals


class ApprovedRound(NamedTuple):
    """A round that is to be saved."""

    proposal: RoundProposal
    """The match with the round."""
    was_shown: bool
    """Whether a person saw just that and agreed to it."""


class RoundEntry:
    """The entry of one round.

    command_words: the words that name the match and the notes on the command line, for entering the round again.
    """

    def __init__(self, printer: Printer, match: OpenMatch, notes: str, command_words: list[str]) -> None:
        self._printer = printer
        # A round shown before a question is no result: standard output holds results alone.
        self._preview_printer = Printer(no_color=not printer.messages_colored, out=printer.err)
        self._match = match
        self._table = match.report.table
        self._notes = notes
        self._command_words = command_words

    def approve_entries(self, entries: list[str], *, yes: bool) -> ApprovedRound:
        """The round that the entries give. RulesError if it cannot have happened, or nobody agrees to its warnings."""
        typed = parse_entries(entries, self._table)
        proposal = self._propose(typed)
        proposal.check_possible()
        if typed.filled_seat is not None:
            name = safe(self._table.names[typed.filled_seat])
            self._printer.print_message(f"{name} captured {typed.captured[typed.filled_seat]}: what is left.")
        self._print_warnings(proposal)
        if yes or not proposal.warnings:
            return ApprovedRound(proposal, was_shown=False)
        if not can_ask():
            raise RulesError("not saved because of the warning: correct the round, or save it as it is with --yes")
        self._print_preview(proposal)
        with self._print_if_interrupted(lambda: typed):
            if not confirm(self._printer, "Save it all the same?"):
                self._refuse_to_save(typed)
        return ApprovedRound(proposal, was_shown=True)

    def ask_round(self) -> ApprovedRound:
        """Ask for the round step by step; the person may go back until it is right. RulesError if it is given up."""
        from haggis_cli.cli.score.questions import RoundQuestions
        from haggis_cli.cli.terminal.questionnaire import KEYS_HELP, Questionnaire, ask_questionnaire

        require_terminal("the entries of the round are missing, like 'Noah: out 9, cards 20, bet big'")
        number = len(self._match.report.rounds) + 1
        self._printer.print_message(f"Round {number}: {', '.join(map(safe, self._table.names))}.")
        self._printer.print_message(f"{KEYS_HELP} Ctrl-C leaves without saving.")
        questions = RoundQuestions(self._table)
        questionnaire = Questionnaire(questions.questions)
        with self._print_if_interrupted(lambda: questions.typed_round):
            while True:
                typed = ask_questionnaire(self._printer, questionnaire)
                proposal = self._propose(typed)
                answer = self._ask_to_save(proposal)
                if answer:
                    return ApprovedRound(proposal, was_shown=True)
                if answer is False:
                    self._refuse_to_save(typed)
                questionnaire.go_back()

    def save(self, approved: ApprovedRound, print_outcome: Callable[[OpenMatch], None]) -> None:
        """Save the round, and print what came of it.

        The match was not locked while a question stood. A round that was shown is saved as it was shown or not at all.
        A round that was only typed goes after the last one there is. Answers that are not saved are printed.
        """
        proposal, was_shown = approved
        try:
            with defer_signals(last=True):
                print_outcome(print_notices(self._printer, save_round(proposal, as_shown=was_shown)))
        except (KeptConflict, NotDurable):
            raise
        except HaggisError:
            if was_shown:
                self._print_retry_command(proposal.typed_round)
            raise

    def _propose(self, typed: TypedRound) -> RoundProposal:
        return propose_round(self._match, typed, self._notes)

    def _print_warnings(self, proposal: RoundProposal) -> None:
        for warning in proposal.warnings:
            self._printer.print_warning(warning_sentence(warning))

    def _print_preview(self, proposal: RoundProposal) -> None:
        print_round(self._preview_printer, proposal.after.report, proposal.number)

    def _ask_to_save(self, proposal: RoundProposal) -> bool | None:
        """Whether the round that was asked for is to be saved; None to go back and correct it."""
        from haggis_cli.cli.terminal.questionnaire import ask_to_save

        for violation in proposal.violations:
            self._printer.print_error(message_with_rule(violation.message, violation.rule))
        if proposal.violations:
            self._printer.print_message("Correct it: '<' goes back to the question before.")
            return None
        self._print_warnings(proposal)
        self._print_preview(proposal)
        question = "Save it all the same?" if proposal.warnings else "Save this round?"
        return ask_to_save(self._printer, question, default=not proposal.warnings)

    def _print_if_interrupted(self, typed: Callable[[], TypedRound]) -> AbstractContextManager[None]:
        return print_if_interrupted(self._printer, "Nothing was saved.", lambda: self._print_retry_command(typed()))

    def _refuse_to_save(self, typed: TypedRound) -> None:
        self._print_retry_command(typed)
        raise RulesError("not saved")

    def _print_retry_command(self, typed: TypedRound) -> None:
        """Print, on one line to be copied, the command that enters the round again."""
        entries = render_entries(typed, self._table)
        if entries:
            import shlex

            self._printer.print_message("What you typed, to say it again:")
            self._printer.err.write(f"haggis score {safe(shlex.join([*self._command_words, *entries]))}\n")
