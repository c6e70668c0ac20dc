"""A round on its way into a match: typed or asked for, looked at, agreed to, saved."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from haggis_cli.book.match import OpenMatch, adjudicate_snapshot, preview, save_match
from haggis_cli.book.readiness import check_round_due
from haggis_cli.book.typed_round import TypedRound, parse_entries, render_entries
from haggis_cli.cli.opening import print_notices
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted, require_terminal
from haggis_cli.cli.views.rounds import print_round
from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.referee.report import Violation, Warning  # noqa: A004 - the contract's word
from haggis_cli.support.errors import Conflict, HaggisError, RulesError
from haggis_cli.support.interrupts import defer_signals


class ApprovedRound(NamedTuple):
    """A round that may be saved: what was said, the match with it, and whether a person looked at just that."""

    typed_round: TypedRound
    previewed: OpenMatch
    was_shown: bool


class RoundEntry:
    """One round that is being entered; `where` are the words that name its match and notes on the command line."""

    def __init__(self, printer: Printer, opened: OpenMatch, notes: str, where: list[str]) -> None:
        self._printer = printer
        # What is shown before a question is talk: standard output holds the result alone.
        self._preview_printer = Printer(no_color=not printer.messages_colored, out=printer.err)
        self._opened = opened
        self._table = opened.report.table
        self._notes = notes
        self._command_words = where
        self._number = len(opened.report.rounds) + 1

    def approve_entries(self, entries: list[str], *, yes: bool) -> ApprovedRound:
        """The round of these entries; RulesError where it cannot be, or is not agreed to."""
        said = parse_entries(entries, self._table)
        seen = self._preview_with(self._opened, said)
        _check_no_violations(self._round_violations(seen))
        if said.filled_seat is not None:
            name = safe(self._table.names[said.filled_seat])
            self._printer.print_message(f"{name} captured {said.captured[said.filled_seat]}: what is left.")
        if not self._print_warnings(seen) or yes:
            return ApprovedRound(said, seen, was_shown=False)
        if not can_ask():
            raise RulesError("not saved because of the warning: correct the round, or save it as it is with --yes")
        print_round(self._preview_printer, seen.report, self._number)
        with self._print_if_interrupted(lambda: said):
            if not confirm(self._printer, "Save it all the same?"):
                self._refuse_to_save(said)
        return ApprovedRound(said, seen, was_shown=True)

    def ask_round(self) -> ApprovedRound:
        """The round as a person answers for it, who may go back until it is right."""
        from haggis_cli.cli.score.questions import RoundQuestions
        from haggis_cli.cli.terminal.questionnaire import KEYS_HELP, Questionnaire, ask_questionnaire

        require_terminal("the entries of the round are missing, like 'Noah: out 9, cards 20, bet big'")
        self._printer.print_message(f"Round {self._number}: {', '.join(map(safe, self._table.names))}.")
        self._printer.print_message(f"{KEYS_HELP} Ctrl-C leaves without saving.")
        questions = RoundQuestions(self._table)
        talk = Questionnaire(questions.questions)
        with self._print_if_interrupted(lambda: questions.typed_round):
            while True:
                said = ask_questionnaire(self._printer, talk)
                seen = self._preview_with(self._opened, said)
                agreement = self._ask_to_save(seen)
                if agreement:
                    return ApprovedRound(said, seen, was_shown=True)
                if agreement is False:
                    self._refuse_to_save(said)
                talk.go_back()

    def save(self, approved: ApprovedRound, tell: Callable[[OpenMatch], None]) -> None:
        """Save the round and tell what came of it.

        While a question stood nobody was kept from saving. A round that was shown is saved as it was shown or not at
        all; one that was only typed goes after the last one there is. What was answered for and is not saved is told.
        """
        try:
            self._save_unless_changed(approved, tell)
        except (KeptConflict, NotDurable):
            raise
        except HaggisError:
            if approved.was_shown:
                self._print_retry_command(approved.typed_round)
            raise

    def _save_unless_changed(self, approved: ApprovedRound, tell: Callable[[OpenMatch], None]) -> None:
        opened, said, seen = self._opened, approved.typed_round, approved.previewed
        with opened.store.lock(opened.path):
            snapshot = opened.store.read(opened.path)
            if snapshot.data != opened.snapshot.data:
                if approved.was_shown:
                    raise Conflict("not saved: the match was changed meanwhile")
                opened = adjudicate_snapshot(opened.store, snapshot)
                check_round_due(opened.report)
                seen = self._preview_with(opened, said)
                _check_no_violations([each for each in seen.report.violations if each.round == len(seen.report.rounds)])
            with defer_signals(last=True):
                tell(print_notices(self._printer, save_match(opened, seen)))

    def _preview_with(self, opened: OpenMatch, said: TypedRound) -> OpenMatch:
        return preview(opened, with_round(opened.file, said.to_record(opened.report.table, self._notes)))

    def _round_violations(self, seen: OpenMatch) -> list[Violation]:
        return [violation for violation in seen.report.violations if violation.round == self._number]

    def _print_warnings(self, seen: OpenMatch) -> list[Warning]:
        """Tell what looks wrong."""
        odd = [warning for warning in seen.report.warnings if warning.round == self._number]
        for warning in odd:
            self._printer.print_warning(f"round {self._number}: {warning.message}")
        return odd

    def _ask_to_save(self, seen: OpenMatch) -> bool | None:
        """Whether the round that was asked for is to be saved; None to go back and correct it."""
        from haggis_cli.cli.terminal.questionnaire import ask_to_save

        wrong = self._round_violations(seen)
        for violation in wrong:
            self._printer.print_error(_render_violation(violation))
        if wrong:
            self._printer.print_message("Correct it: '<' goes back to the question before.")
            return None
        odd = self._print_warnings(seen)
        print_round(self._preview_printer, seen.report, self._number)
        return ask_to_save(self._printer, "Save it all the same?" if odd else "Save this round?", default=not odd)

    def _print_if_interrupted(self, said: Callable[[], TypedRound]) -> AbstractContextManager[None]:
        return print_if_interrupted(self._printer, "Nothing was saved.", lambda: self._print_retry_command(said()))

    def _refuse_to_save(self, said: TypedRound) -> None:
        self._print_retry_command(said)
        raise RulesError("not saved")

    def _print_retry_command(self, said: TypedRound) -> None:
        """Tell how to enter what has been said without answering everything again: on one line, to be copied."""
        entries = render_entries(said, self._table)
        if entries:
            import shlex

            self._printer.print_message("What you typed, to say it again:")
            self._printer.err.write(f"haggis score {safe(shlex.join([*self._command_words, *entries]))}\n")


def _check_no_violations(wrong: list[Violation]) -> None:
    """A round that cannot have happened is not saved."""
    if wrong:
        raise RulesError("\n".join(f"not saved: {_render_violation(each)}" for each in wrong))


def _render_violation(violation: Violation) -> str:
    return safe(f"{violation.message} ({violation.rule})")
