"""A round given as entries on the command line: proposed, agreed to where it looks odd, and saved."""

from collections.abc import Callable
from typing import NoReturn

from haggis_cli.book.match import OpenMatch
from haggis_cli.book.readiness import check_round_due
from haggis_cli.book.scoring import RoundProposal, propose_round, save_round
from haggis_cli.book.typed_round import TypedRound, parse_entries
from haggis_cli.cli.opening import print_notices
from haggis_cli.cli.score.preview import print_filled
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable
from haggis_cli.referee.sentences import warning_sentence
from haggis_cli.support.errors import HaggisError, RulesError
from haggis_cli.support.interrupts import defer_signals


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
        from haggis_cli.cli.score.preview import print_proposal
        from haggis_cli.cli.terminal.prompts import confirm, print_if_interrupted
        from haggis_cli.cli.views.violations import check_can_agree

        check_can_agree()
        print_proposal(self._printer, proposal)
        with print_if_interrupted(self._printer, "Nothing was saved.", lambda: self._print_retry_command(typed)):
            if not confirm(self._printer, "Save it all the same?"):
                self._refuse_to_save(typed)
        return True

    def _refuse_to_save(self, typed: TypedRound) -> NoReturn:
        self._print_retry_command(typed)
        raise RulesError("not saved")

    def _print_retry_command(self, typed: TypedRound) -> None:
        from haggis_cli.cli.score.retyping import print_retry_command

        print_retry_command(self._printer, self._command_words, typed, self._match.report.round_table())
