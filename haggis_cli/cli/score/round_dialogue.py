"""A round asked for step by step until it is agreed to: every answer is kept, a "no" leads to the figure at fault."""

from collections.abc import Callable, Hashable, Mapping
from enum import Enum

from haggis_cli.book.drafts import RoundDraft, RoundDrafts
from haggis_cli.book.round_form import FieldKind, RoundField, RoundForm, fill_in, split_text, texts_of
from haggis_cli.book.scoring import RoundProposal, RoundTarget
from haggis_cli.book.typed_round import REST_WORDS, TypedRound
from haggis_cli.cli.score.entered import print_filled, print_proposal
from haggis_cli.cli.terminal.printer import Printer, short_path
from haggis_cli.cli.terminal.prompts import ask_line, confirm
from haggis_cli.cli.terminal.questionnaire import (
    BACK_WORDS,
    HELP,
    Question,
    QuestionFlow,
    Questionnaire,
    ask_questionnaire,
    submit_answer,
)
from haggis_cli.cli.views.corrections import SAVE_ANYWAY, print_effects
from haggis_cli.referee.seating import find_told_in
from haggis_cli.referee.sentences import message_with_rule, warning_sentence
from haggis_cli.rules.cards import QUEEN
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import HaggisError, UsageError

# The fields of the form as questions: the next one is the first that has no answer.


def round_questions(table: Table) -> QuestionFlow[TypedRound]:
    """Everything that counts of a round, asked for in the order of its form; an answer is a text of the form."""
    texts: dict[str, str] = {}
    form = fill_in(table, texts)
    while form.asked:
        texts[form.asked.name] = yield _make_question(form, form.asked)
        form = fill_in(table, texts)
    assert form.typed
    return form.typed


def _make_question(form: RoundForm, field: RoundField) -> Question:
    def fill(text: str) -> RoundForm:
        return fill_in(form.table, {**form.texts, field.name: text})

    def filled(text: str) -> RoundField:
        return next(each for each in fill(text).fields if each.name == field.name)

    def parse(text: str) -> str:
        found = filled(text) if text else field._replace(fault=field.wanted)
        if found.fault:
            raise UsageError(found.fault, told_in=find_told_in(form.table, found.topic))
        return found.spelled

    def echo(text: str, _spelled: str) -> str:
        note, left = filled(text).note, fill(text).left
        return f"{note}; {left}" if left and note.startswith("=") and field.kind is FieldKind.CAPTURED else note

    def doubt(text: str) -> str | None:
        said = filled(text).doubt
        return f"{said} Press Enter to keep it, or type another number." if said else None

    return Question(
        field.question,
        parse,
        field.help,
        field.default or None,
        (field.introduction,) if field.introduction else (),
        echo,
        _key(field),
        split=lambda text: split_text(form, field, text),
        spell=str if field.kind in (FieldKind.OUT, FieldKind.STAKE) else None,
        doubt=doubt,
    )


def _key(field: RoundField) -> tuple[str, int | None]:
    """What is asked for: the hand that a player recorded, whenever that player went out; else the field."""
    return ("count" if field.kind is FieldKind.COUNT else field.name), field.seat


def answered_texts(table: Table, values: Mapping[Hashable, str]) -> dict[str, str]:
    """The texts of the form that the questions were answered with, as far as they are asked for.

    values: the answers by the keys of the questions.
    """
    texts: dict[str, str] = {}
    while True:
        unanswered = [each for each in fill_in(table, texts).fields if each.is_asked and each.name not in texts]
        found = next((each for each in unanswered if _key(each) in values), None)
        if found is None:
            return texts
        texts[found.name] = values[_key(found)]


# The answers of a dialogue, kept beside the match after each of them and offered when the round is asked for again.


class KeptAnswers:
    """The draft of one round, as a dialogue uses it.

    is_kept: whether what was answered last is on the disk.
    """

    def __init__(self, printer: Printer, target: RoundTarget) -> None:
        self._printer = printer
        self._target = target
        self._match = target.match
        self._drafts = RoundDrafts(target.match, target.corrected)
        self._offered = texts_of(target.figures, target.table)
        self._can_keep = True
        self.is_kept = False

    @property
    def is_still_there(self) -> bool:
        """Whether what was answered last lies beside the match still, which may have been removed meanwhile."""
        return self.is_kept and self._drafts.path.exists()

    def ask_to_go_on(self) -> Mapping[str, str] | None:
        """What was answered before, if the person goes on with it; Leave if the person leaves.

        What was answered on a phone is kept here then; else it stays there.
        """
        own, notices = self._drafts.load_or_set_aside()
        for notice in notices:
            self._printer.print_warning(notice)
        if own is not None and own.texts:
            self.is_kept = True
            if self._asks_for_own(own):
                return self._use(own)
        found = self._drafts.load_from_others()
        if found is None:
            return None
        theirs, draft = found
        self._print_figures(draft, "was begun on a phone")
        if not confirm(self._printer, "Continue it?", default=True):
            return None
        self.keep(self._use(draft))
        if self.is_kept:
            theirs.remove()
        return draft.texts

    def _asks_for_own(self, draft: RoundDraft) -> bool:
        """Whether the person goes on with a draft; it is removed if it is saved, and moved away and told of if not."""
        question, default = "Continue the half-entered round?", True
        if draft.basis != self._drafts.begun:
            if draft.is_saved(self._match):
                self.forget()
                return False
            if self._target.corrected or not draft.fits_players(self._match):
                self._print_figures(draft, f"no longer fits, because {draft.misfit(self._match)}")
                self._set_aside()
                return False
            question, default = f"Round {self._target.number} comes next: use the answers for it?", False
        self._print_figures(draft, "is saved")
        if confirm(self._printer, question, default=default):
            return True
        self._set_aside()
        return False

    def _print_figures(self, draft: RoundDraft, what: str) -> None:
        figures = "; ".join(draft.describe_figures(self._target.table))
        self._printer.print_message(f"Half-entered round {draft.round} {what}: {figures}.")

    def _use(self, draft: RoundDraft) -> Mapping[str, str]:
        self._target.notes = self._target.notes or draft.notes or None
        return draft.texts

    def keep(self, texts: Mapping[str, str]) -> None:
        """Keep what is answered so far; a disk that does not take it is told of once.

        Of an older round that stands as it did nothing is kept.
        """
        if not self._can_keep:
            return
        if self._target.corrected and texts == self._offered:
            self.forget()
            return
        try:
            self._drafts.keep(self._drafts.begun.with_answers(texts, self._target.notes or ""))
            self.is_kept = bool(texts)
        except HaggisError as error:
            self._can_keep = self.is_kept = False
            self._printer.print_warning(f"the half-entered round cannot be saved: {error}")

    def forget(self) -> None:
        """Remove the draft: the round is saved."""
        self._drafts.remove()
        self.is_kept = False

    def _set_aside(self) -> None:
        self.is_kept = False
        self._printer.print_message(self._drafts.set_aside(lambda path: short_path(str(path))))


_SECTIONS = {
    "out": ("who went out, and the cards held then", ("out", "count")),
    "cards": ("what was captured", ("captured",)),
    "bets": ("what was bet", ("bet", "team", "shepherd", "bid")),
}
"""The parts of a round that can be wrong: what each is called, and its fields, by the beginnings of their names."""
_LAST_PILE = "last pile"
"""What is at fault where points are missing; `<` leads from there to the other piles."""


class _Reply(Enum):
    SAVE = "y"
    CORRECT = "n"
    BACK = "<"


class RoundDialogue:
    """The questions of one round, its preview, and the question whether to save it.

    target: the round; kept: its answers on the disk.
    """

    def __init__(self, printer: Printer, target: RoundTarget) -> None:
        self.kept = KeptAnswers(printer, target)
        self._printer = printer
        self.target = target
        self._table = target.table
        self._talk: Questionnaire[TypedRound] = Questionnaire(lambda: round_questions(target.table))

    @property
    def texts(self) -> dict[str, str]:
        """What has been answered so far, with what was answered before and not asked again yet."""
        return answered_texts(self._table, self._talk.values)

    @property
    def asks_for_queens(self) -> bool:
        """Whether the question that is due is for a pile that may hold Queens."""
        is_pile = self._talk.question is not None and _is_of(FieldKind.CAPTURED.value)(self._talk.question.id)
        return is_pile and QUEEN in self._table.setup.courts

    def start(self, first_answer: str = "") -> None:
        """Begin with what is known: the half round that is kept, the round as it stands, or a first answer."""
        texts = self.kept.ask_to_go_on()
        if texts is not None:
            self._fill(texts)
            self._keep()
        elif self.target.corrected:
            self._fill(texts_of(self.target.figures, self._table))
            self._talk.go_to_start()
        elif first_answer and submit_answer(self._printer, self._talk, first_answer):
            self._keep()

    def _fill(self, texts: Mapping[str, str]) -> None:
        form = fill_in(self._table, texts)
        self._talk.fill({_key(each): each.answer for each in form.fields if each.is_asked and each.answer})

    def ask(self) -> RoundProposal:
        """Ask until the round is agreed to. Leave if the person leaves; EOFError and KeyboardInterrupt as they come."""
        while True:
            typed = ask_questionnaire(self._printer, self._talk, self._keep)
            proposal = self.target.propose(typed)
            if not proposal.has_changes:
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
        self.kept.keep(self.texts)

    def _print_preview(self, proposal: RoundProposal, typed: TypedRound) -> str | None:
        """Show the round with what is wrong and what looks wrong; which part of it is at fault, if that is known."""
        print_filled(self._printer, typed, self._table)
        for violation in proposal.violations:
            self._printer.print_error(message_with_rule(violation.message, violation.rule))
            self._printer.print_pointer(find_told_in(self._table, violation.topic))
        if proposal.violations:
            return self._section_at_fault(typed)
        for warning in proposal.warnings:
            self._printer.print_warning(warning_sentence(warning))
        print_proposal(self._printer, proposal)
        if proposal.corrected:
            print_effects(self._printer, proposal.correction)
        return _LAST_PILE if any(warning.code == "captured-total" for warning in proposal.warnings) else None

    def _section_at_fault(self, typed: TypedRound) -> str:
        table = self._table
        stakes = tuple(typed.stakes.get(seat) for seat in table.seats)
        if table.variant.betting.table_fault(table, stakes):
            return "bets"
        over = any(typed.captured_breach(table, seat, points) for seat, points in typed.captured.items())
        return "cards" if over else "out"

    def _ask_to_save(self, proposal: RoundProposal) -> _Reply:
        what = "this correction" if proposal.corrected else "this round"
        question = SAVE_ANYWAY if proposal.warnings else f"Save {what}?"
        prompt = f"{question} [{'y/N' if proposal.warnings else 'Y/n'}]: "
        while True:
            typed = ask_line(self._printer, prompt).strip().casefold()
            if typed in BACK_WORDS:
                return _Reply.BACK
            if typed == HELP:
                self._printer.print_message("  y saves it, n corrects it, q leaves; all answers are saved.")
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
            self._printer.print_message(f"  {named}. Enter repeats all questions, < goes back, q leaves.")

    def _go_to(self, section: str | None) -> None:
        """Go to a part of the round; the answers to all others stay. Without a part everything is asked again.

        For None the round is shown and agreed to once more as it is.
        """
        if section is None:
            return
        if not section:
            self._talk.go_to_start()
        elif section == _LAST_PILE:
            self._talk.go_to(self._is_last_pile)
        else:
            self._talk.go_to(_is_of(*_SECTIONS[section][1]))

    def _is_last_pile(self, key: Hashable) -> bool:
        """Whether a question is for the pile that was counted last: it was told what is left, and gave another."""
        piles = fill_in(self._table, self.texts).of_kind(FieldKind.CAPTURED)
        *_, last = [_key(each) for each in piles if each.spelled not in REST_WORDS]
        return key == last


def _is_of(*names: str) -> Callable[[Hashable], bool]:
    """Tells whether a question is for one of these fields; the number behind their names is left out."""
    return lambda key: isinstance(key, tuple) and key[0].rstrip("0123456789") in names
