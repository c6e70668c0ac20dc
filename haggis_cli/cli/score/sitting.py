"""A sitting at the table: the rounds of a match are asked for one after another, and saved as they are agreed to."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from haggis_cli.book.match import OpenMatch, check_round_due, command_word, reread
from haggis_cli.book.round_form import fill_in, texts_of
from haggis_cli.book.scoring import RoundProposal, RoundTarget, save_round
from haggis_cli.book.typed_round import TypedRound
from haggis_cli.cli.options import Context
from haggis_cli.cli.score.entered import print_retry_command, print_saved
from haggis_cli.cli.score.round_dialogue import RoundDialogue
from haggis_cli.cli.terminal.prompts import Leave, ask_line
from haggis_cli.cli.terminal.questionnaire import BACK_WORDS, HELP, KEYS_HELP
from haggis_cli.cli.views.corrections import ask_about_correction
from haggis_cli.referee.seating import find_told_in
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
        self._ask(RoundTarget(self._match, notes=notes), first_answer)

    def correct(self, target: RoundTarget) -> None:
        """Ask for an older round with its figures offered, save it, and print what came of it; RulesError if not."""
        number, report = target.number, self._match.report
        self._printer.print_message(f"{self._match.path.stem}, round {number}: Enter keeps an answer as it is.")
        for violation in report.violations:
            if violation.round == number:
                self._printer.print_warning(violation_sentence(violation))
                self._printer.print_pointer(find_told_in(report.table, violation.topic))
        for warning in report.warnings:
            if warning.round == number:
                self._printer.print_warning(warning_sentence(warning))
        self._ask(target)

    def _ask(self, target: RoundTarget, first_answer: str = "") -> None:
        dialogue = RoundDialogue(self._printer, target)
        if not self._keys_told:
            self._printer.print_message(f"{KEYS_HELP}; your answers are saved.")
        self._keys_told = True
        with self._telling_how_to_go_on(dialogue):
            dialogue.start(first_answer)
            proposal = self._ask_until_agreed(dialogue)
        with self._saving(dialogue, proposal.typed_round):
            self._match = self._context.print_notices(save_round(proposal, as_shown=True))
            dialogue.kept.forget()
            print_saved(self._context, proposal, self._match, was_shown=self._printer.out.isatty())

    def _ask_until_agreed(self, dialogue: RoundDialogue) -> RoundProposal:
        """Ask for the round until the person agrees to what it changes further on, too."""
        while True:
            proposal = dialogue.ask()
            if not proposal.corrected:
                return proposal
            correction = ask_about_correction(self._context, proposal.correction, ())
            if correction is not None:
                return proposal._replace(after=correction.after)
            dialogue.ask_again()

    @contextmanager
    def _telling_how_to_go_on(self, dialogue: RoundDialogue) -> Iterator[None]:
        """Tell where the dialogue is left, in whatever way, what becomes of the answers."""
        try:
            yield
        except Leave as left:
            self._print_left(dialogue)
            if left.word == "q" and dialogue.asks_for_queens:
                self._printer.print_message("Type 'qu' for a pile of one Queen.")
            raise
        except (KeyboardInterrupt, EOFError) as left:
            self._printer.print_message("")
            self._print_left(dialogue)
            if isinstance(left, EOFError):
                raise typer.Exit(INTERRUPTED) from None
            raise

    @contextmanager
    def _saving(self, dialogue: RoundDialogue, typed: TypedRound) -> Iterator[None]:
        """Hold interruptions back while a round is saved and reported; answers that are not saved are printed."""
        with defer_signals() as held:
            try:
                yield
            except HaggisError as error:
                self._printer.print_error(error)
                self._print_unsaved(dialogue, typed)
                raise typer.Exit(error.exit_code) from None
        self._leaving = bool(held)

    def _print_left(self, dialogue: RoundDialogue) -> None:
        """Say what leaving means, so that nobody has to wonder."""
        target, words, texts = dialogue.target, self._words(dialogue.target), dialogue.texts
        if dialogue.kept.is_kept:
            self._printer.print_message("The round is not finished, but your answers are saved. To continue:")
            self._printer.print_command(["score", *words])
        elif target.corrected and texts == texts_of(target.figures, target.table):
            self._printer.print_message("Nothing was changed.")
        elif target.corrected or texts:
            self._printer.print_message("Nothing was saved.")
            print_retry_command(self._printer, words, fill_in(target.table, texts).known, target.table)
        else:
            self._printer.print_message(describe_rest(target.number))

    def _print_unsaved(self, dialogue: RoundDialogue, typed: TypedRound) -> None:
        """Say how to go on with a round that could not be saved, naming the match: another may be current by then."""
        words = self._words(dialogue.target)
        if not self._command_words or self._command_words[0] == "--home":
            words = [self._match.path.stem, *words]
        if dialogue.kept.is_still_there:
            self._printer.print_message("Your answers are saved. To continue:")
            self._printer.print_command(["score", *words])
        else:
            print_retry_command(self._printer, words, typed, dialogue.target.table)

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

    def _ask_to_go_on(self) -> str | None:
        """The first answer to the next round, empty if only Enter was pressed; None to leave."""
        number = len(self._match.report.rounds) + 1
        while True:
            try:
                typed = ask_line(self._printer, f"Round {number} (Enter continues, q leaves): ").strip()
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
                self._printer.print_message(f"  Round {number - 1} is saved: '{command}' corrects it.")
                continue
            if typed != HELP:
                return typed
            self._printer.print_message(
                "  Enter starts the next round, and so does the name of the player who went out first. q leaves; "
                "everything is saved."
            )


def describe_rest(number: int) -> str:
    """What is saved where a person leaves before the round of that number is begun."""
    rest = f"; all rounds up to round {number - 1} are saved" if number > 1 else ""
    return f"Round {number} has not begun{rest}."
