"""A sitting at the table: the rounds of a match are asked for one after another, and saved as they are agreed to."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from haggis_cli.book.after_saving import after_saving
from haggis_cli.book.corrections.amending import Correction, save_correction
from haggis_cli.book.corrections.rescoring import NextRound, OlderRound, RoundCorrection, RoundTarget, check_typed_in
from haggis_cli.book.match import OpenMatch, check_round_due, command_word, reread
from haggis_cli.book.typed_round import RoundProposal, TypedRound, save_round
from haggis_cli.cli.options import Context
from haggis_cli.cli.score.entered import print_corrected, print_retry_command
from haggis_cli.cli.score.round_dialogue import KeptAnswers, RoundDialogue
from haggis_cli.cli.terminal.prompts import Leave, ask_line
from haggis_cli.cli.terminal.questionnaire import BACK_WORDS, HELP, KEYS_HELP
from haggis_cli.cli.views.corrections import ask_about_correction
from haggis_cli.cli.views.scoreboard import print_standing
from haggis_cli.referee.sentences import due, violation_sentence, warning_sentence
from haggis_cli.support.errors import INTERRUPTED, HaggisError
from haggis_cli.support.interrupts import defer_signals


class Sitting:
    """The dialogue of `haggis score` with one match.

    command_words: the words that name the match on the command line, for going on with it.
    """

    def __init__(self, context: Context, match: OpenMatch, command_words: list[str]) -> None:
        self._context = context._replace(yes=False)  # whoever is asked anyway has the last word
        self._printer = context.printer
        self._match = match
        self._command_words = command_words
        self._keys_told = False
        self._leaving = False

    def run(self, notes: str) -> None:
        """Ask for round after round until the match is over or the person leaves.

        notes: the note to keep with the first round.
        """
        self._print_standings()
        first_answer: str | None = ""
        while first_answer is not None:
            self.ask_next(notes, first_answer)
            notes = ""
            if self._leaving or self._match.report.over:
                return
            first_answer = self._ask_to_go_on()
            self._match = reread(self._match)

    def ask_next(self, notes: str, first_answer: str) -> None:
        """Ask for the round that is due, save it, and print what came of it. RulesError if none is due, or it is left.

        first_answer: what is answered to the first question already.
        """
        check_round_due(self._match)
        target = NextRound(self._match, notes)
        dialogue, kept = self._begin(target)
        with self._telling_how_to_go_on(target, kept, dialogue):
            dialogue.start(first_answer)
            proposal = dialogue.ask()
        assert isinstance(proposal, RoundProposal)
        with self._saving(target, proposal, kept):
            self._match = self._context.print_notices(save_round(proposal, as_shown=True))
            kept.forget()
            self._print_saved()

    def correct(self, number: int, notes: str | None) -> None:
        """Ask for an older round with its figures offered, save it, and print what came of it; RulesError if not.

        notes: the note to keep with the round; None for the one it has.
        """
        check_typed_in(self._match, number)
        target = OlderRound(self._match, number, notes)
        self._printer.print_message(f"{self._match.path.stem}, round {number} as it stands: Enter keeps an answer.")
        report = self._match.report
        for violation in report.violations:
            if violation.round == number:
                self._printer.print_warning(violation_sentence(violation))
        for warning in report.warnings:
            if warning.round == number:
                self._printer.print_warning(warning_sentence(warning))
        dialogue, kept = self._begin(target)
        with self._telling_how_to_go_on(target, kept, dialogue):
            dialogue.start()
            proposal, correction = self._ask_for_correction(dialogue)
        with self._saving(target, proposal, kept):
            self._match = self._context.print_notices(save_correction(correction))
            kept.forget()
            was_shown = self._printer.out.isatty()
            print_corrected(self._context, correction, self._match, number, was_shown=was_shown)

    def _ask_for_correction(self, dialogue: RoundDialogue) -> tuple[RoundCorrection, Correction]:
        """Ask for the older round until the person agrees to what it changes further on, too."""
        while True:
            proposal = dialogue.ask()
            assert isinstance(proposal, RoundCorrection)
            correction = ask_about_correction(self._context, proposal.correction, ())
            if correction is not None:
                return proposal, correction
            dialogue.ask_again()

    def _begin(self, target: RoundTarget) -> tuple[RoundDialogue, KeptAnswers]:
        kept = KeptAnswers(self._printer, target)
        dialogue = RoundDialogue(self._printer, target, kept)
        if not self._keys_told:
            self._printer.print_message(f"{KEYS_HELP}; the answers are kept.")
        self._keys_told = True
        return dialogue, kept

    @contextmanager
    def _telling_how_to_go_on(self, target: RoundTarget, kept: KeptAnswers, dialogue: RoundDialogue) -> Iterator[None]:
        """Tell where the dialogue is left, in whatever way, what becomes of the answers."""
        try:
            yield
        except Leave as left:
            self._print_left(target, kept, dialogue.typed_round)
            if left.word == "q" and dialogue.asks_for_queens:
                self._printer.print_message("A pile of one Queen is 'qu'.")
            raise
        except (KeyboardInterrupt, EOFError) as left:
            self._printer.print_message("")
            self._print_left(target, kept, dialogue.typed_round)
            if isinstance(left, EOFError):
                raise typer.Exit(INTERRUPTED) from None
            raise

    @contextmanager
    def _saving(
        self, target: RoundTarget, proposal: RoundProposal | RoundCorrection, kept: KeptAnswers
    ) -> Iterator[None]:
        """Hold interruptions back while a round is saved and reported; answers that are not saved are printed."""
        with defer_signals() as held:
            try:
                yield
            except HaggisError as error:
                self._printer.print_error(str(error))
                self._print_unsaved(target, kept, proposal)
                raise typer.Exit(error.exit_code) from None
        self._leaving = bool(held)

    def _print_left(self, target: RoundTarget, kept: KeptAnswers, typed: TypedRound) -> None:
        """Say what leaving means, so that nobody has to wonder."""
        words = self._words(target)
        if kept.is_kept:
            self._printer.print_message("The round is not saved. Its answers are kept; this goes on with them:")
            self._printer.print_command(["score", *words])
        elif target.corrected and typed == target.answers.typed():
            self._printer.print_message("Nothing was changed.")
        elif target.corrected or typed != TypedRound():
            self._printer.print_message("Nothing was saved.")
            print_retry_command(self._printer, words, typed, self._match.report.table)
        else:
            self._printer.print_message(describe_rest(target.number))

    def _print_unsaved(self, target: RoundTarget, kept: KeptAnswers, proposal: RoundProposal | RoundCorrection) -> None:
        """Say how to go on with a round that could not be saved, naming the match: another may be current by then."""
        words = self._words(target)
        if not self._command_words or self._command_words[0] == "--home":
            words = [self._match.path.stem, *words]
        if kept.is_still_there:
            self._printer.print_message("The answers are kept; this goes on with them:")
            self._printer.print_command(["score", *words])
        else:
            print_retry_command(self._printer, words, proposal.typed_round, self._match.report.table)

    def _words(self, target: RoundTarget) -> list[str]:
        words = [*self._command_words, *(["--round", str(target.corrected)] if target.corrected else [])]
        return [*words, "--notes", target.notes] if target.notes else words

    def _print_standings(self) -> None:
        """Print which match it is, and how it stands."""
        report = self._match.report
        totals = ", ".join(
            f"{name} {total}" for name, total in zip(report.table.side_names, report.totals or (), strict=False)
        )
        name = self._match.path.stem
        self._printer.print_message(f"{name}: {report.table.variant.name}, to {report.goal}.")
        self._printer.print_message(f"{totals}. {due(report)}" if report.rounds else due(report))

    def _print_saved(self) -> None:
        """Print what is due; where standard output is no terminal also the round, which has been seen on one."""
        if self._context.json or not sys.stdout.isatty():
            number = len(self._match.report.rounds)
            self._context.print_saved(after_saving(self._match, rounds=[number], saved=1))
        else:
            print_standing(self._printer, self._match.report, "Saved. ")

    def _ask_to_go_on(self) -> str | None:
        """The first answer to the next round, empty if only Enter was pressed; None to leave."""
        number = len(self._match.report.rounds) + 1
        while True:
            try:
                typed = ask_line(self._printer, f"Round {number} (Enter goes on, q leaves): ").strip()
            except Leave:
                self._printer.print_message(describe_rest(number))
                return None
            except (KeyboardInterrupt, EOFError) as left:
                self._printer.print_message("")
                self._printer.print_message(describe_rest(number))
                if isinstance(left, EOFError):
                    return None
                raise
            if typed.casefold() in BACK_WORDS:
                command = f"haggis score{command_word(self._match)} --round {number - 1}"
                self._printer.print_message(f"  Round {number - 1} is saved: '{command}' puts it right.")
                continue
            if typed != HELP:
                return typed
            self._printer.print_message(
                "  Enter asks for the next round; so does who went out first. q leaves: all is saved."
            )


def describe_rest(number: int) -> str:
    """What is saved where a person leaves before the round of that number is begun."""
    rest = f"; everything up to round {number - 1} is saved" if number > 1 else ""
    return f"Round {number} not begun{rest}."
