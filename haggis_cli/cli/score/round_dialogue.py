"""A round asked for step by step until it is agreed to: every answer is kept, a "no" leads to the figure at fault."""

from collections.abc import Callable, Hashable
from enum import Enum

from haggis_cli.book.corrections.rescoring import RoundCorrection
from haggis_cli.book.half_round import HalfRound
from haggis_cli.book.round_target import RoundTarget
from haggis_cli.book.scoring import RoundProposal
from haggis_cli.book.typed_round import TypedRound
from haggis_cli.cli.score.answers import add_earlier, answer_texts, half_round
from haggis_cli.cli.score.kept_answers import KeptAnswers
from haggis_cli.cli.score.preview import print_filled, print_proposal
from haggis_cli.cli.score.questions import RoundQuestions
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import ask_line
from haggis_cli.cli.terminal.questionnaire import BACK_WORDS, HELP, Questionnaire, ask_questionnaire, submit_answer
from haggis_cli.cli.views.corrections import print_effects
from haggis_cli.referee.sentences import message_with_rule, warning_sentence
from haggis_cli.rules.cards import QUEEN

_SECTIONS = {
    "out": ("who went out, and the cards held then", ("out", "count")),
    "cards": ("what was captured", ("captured",)),
    "bets": ("what was bet", ("bet", "team", "shepherd", "bid")),
}
"""The parts of a round that can be wrong: what each is called, and the kinds of its questions."""
_LAST_PILE = "last pile"
"""What is at fault where points are missing; `<` leads from there to the other piles."""


class _Reply(Enum):
    SAVE = "y"
    CORRECT = "n"
    BACK = "<"


class RoundDialogue:
    """The questions of one round, its preview, and the question whether to save it."""

    def __init__(self, printer: Printer, target: RoundTarget, kept: KeptAnswers) -> None:
        self._printer = printer
        self._target = target
        self._table = target.match.report.round_table(target.number)
        self._kept = kept
        self._earlier = HalfRound()
        self._questions = RoundQuestions(self._table)
        self._talk: Questionnaire[TypedRound] = Questionnaire(self._questions.questions)

    @property
    def typed_round(self) -> TypedRound:
        """What has been answered so far."""
        return self._answers.typed()

    @property
    def asks_for_queens(self) -> bool:
        """Whether the question that is due is for a pile that may hold Queens."""
        key = self._talk.question.id if self._talk.question else None
        return isinstance(key, tuple) and key[0] == "captured" and QUEEN in self._table.setup.courts

    @property
    def _answers(self) -> HalfRound:
        return add_earlier(half_round(self._talk.values, self._table), self._earlier, self._table)

    def start(self, first_answer: str = "") -> None:
        """Begin with what is known: the half round that is kept, the round as it stands, or a first answer."""
        answers = self._kept.ask_to_go_on()
        if answers is not None:
            self._earlier = answers
            self._talk.fill(answer_texts(answers, self._table))
            self._keep()
        elif self._target.corrected:
            self._earlier = self._target.answers
            self._talk.fill(answer_texts(self._target.answers, self._table))
            self._talk.go_to_start()
        elif first_answer and submit_answer(self._printer, self._talk, first_answer):
            self._keep()

    def ask(self) -> RoundProposal | RoundCorrection:
        """Ask until the round is agreed to. Leave if the person leaves; EOFError and KeyboardInterrupt as they come."""
        while True:
            typed = ask_questionnaire(self._printer, self._talk, self._keep)
            proposal = self._target.propose(typed)
            if isinstance(proposal, RoundCorrection) and not proposal.correction.has_changes:
                return proposal
            at_fault = self._print_preview(proposal, typed)
            reply = _Reply.CORRECT if proposal.violations else self._ask_to_save(proposal)
            if reply is _Reply.SAVE:
                return proposal
            if reply is _Reply.CORRECT:
                self._go_to(at_fault or self._ask_what_is_wrong())
            elif at_fault:
                self._go_to(at_fault)
            else:
                self._talk.go_back()

    def ask_again(self) -> None:
        """Go to what is wrong in a round that was agreed to, but not what comes of it. Leave if the person leaves."""
        self._go_to(self._ask_what_is_wrong())

    def _keep(self) -> None:
        self._kept.keep(self._answers)

    def _print_preview(self, proposal: RoundProposal | RoundCorrection, typed: TypedRound) -> str | None:
        """Show the round with what is wrong and what looks wrong; which part of it is at fault, if that is known."""
        print_filled(self._printer, typed, self._table)
        for violation in proposal.violations:
            self._printer.print_error(message_with_rule(violation.message, violation.rule))
        if proposal.violations:
            return self._section_at_fault(typed)
        for warning in proposal.warnings:
            self._printer.print_warning(warning_sentence(warning))
        print_proposal(self._printer, proposal)
        if isinstance(proposal, RoundCorrection):
            print_effects(self._printer, proposal.correction)
        return _LAST_PILE if any(warning.code == "captured-total" for warning in proposal.warnings) else None

    def _section_at_fault(self, typed: TypedRound) -> str:
        table = self._table
        stakes = tuple(typed.stakes.get(seat) for seat in table.seats)
        if table.variant.betting.table_fault(table, stakes):
            return "bets"
        over = any(typed.captured_breach(table, seat, points) for seat, points in typed.captured.items())
        return "cards" if over else "out"

    def _ask_to_save(self, proposal: RoundProposal | RoundCorrection) -> _Reply:
        what = "this correction" if isinstance(proposal, RoundCorrection) else "this round"
        question = "Save it all the same?" if proposal.warnings else f"Save {what}?"
        prompt = f"{question} [{'y/N' if proposal.warnings else 'Y/n'}]: "
        while True:
            typed = ask_line(self._printer, prompt).strip().casefold()
            if typed in BACK_WORDS:
                return _Reply.BACK
            if typed == HELP:
                self._printer.print_message(
                    "  y saves it, n goes to what is wrong, and q leaves; all answers are kept."
                )
            elif typed in ("y", "yes", "n", "no", ""):
                is_yes = typed[:1] == "y" or (not typed and not proposal.warnings)
                return _Reply.SAVE if is_yes else _Reply.CORRECT
            else:
                self._printer.print_message("  Answer y or n, < to go back, or q to leave.")

    def _ask_what_is_wrong(self) -> str | None:
        """Which part of the round to ask for again; empty for all of it, None for nothing."""
        named = "; ".join(f"{word}: {says}" for word, (says, _) in _SECTIONS.items())
        while True:
            typed = ask_line(self._printer, "What is wrong: out, cards or bets [all]: ").strip().casefold()
            if typed in BACK_WORDS:
                return None
            found = [word for word in _SECTIONS if typed and word.startswith(typed)]
            if len(found) == 1:
                return found[0]
            if not typed or "all".startswith(typed):
                return ""
            self._printer.print_message(f"  {named}. Enter asks everything again, < goes back, q leaves.")

    def _go_to(self, section: str | None) -> None:
        """Go to a part of the round; the answers to all others stay. Without a part everything is asked again.

        For None the round is shown and agreed to once more as it is.
        """
        if section is None:
            return
        if not section:
            self._talk.go_to_start()
            return
        self._talk.go_to(self._is_last_pile if section == _LAST_PILE else _is_of(section))

    def _is_last_pile(self, key: Hashable) -> bool:
        """Whether a question is for the pile that was counted last: it was told what is left, and gave another."""
        table, answers = self._table, self._answers
        return key == ("captured", max(seat for seat in table.seats if seat != answers.rest_seat))


def _is_of(section: str) -> Callable[[Hashable], bool]:
    kinds = _SECTIONS[section][1]
    return lambda key: isinstance(key, tuple) and key[0] in kinds
