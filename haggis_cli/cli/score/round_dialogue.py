"""A round asked for step by step until it is agreed to: every answer is kept, a "no" leads to the figure at fault."""

from collections.abc import Callable, Hashable, Mapping
from enum import Enum
from typing import Any

from haggis_cli.book.corrections.rescoring import RoundCorrection, RoundTarget
from haggis_cli.book.drafts import DraftBasis, RoundDraft, RoundDrafts
from haggis_cli.book.typed_round import REST_WORDS, HalfRound, RoundProposal, TypedRound
from haggis_cli.cli.score.entered import print_filled, print_proposal
from haggis_cli.cli.score.questions import NOBODY, NONE, RoundQuestions, spell_team_bet
from haggis_cli.cli.terminal.printer import Printer, short_path
from haggis_cli.cli.terminal.prompts import ask_line, confirm
from haggis_cli.cli.terminal.questionnaire import BACK_WORDS, HELP, Questionnaire, ask_questionnaire, submit_answer
from haggis_cli.cli.views.corrections import SAVE_ANYWAY, print_effects
from haggis_cli.referee.sentences import message_with_rule, warning_sentence
from haggis_cli.rules.cards import QUEEN
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import HaggisError

# The answers of a dialogue, kept beside the match after each of them and offered when the round is asked for again.


class KeptAnswers:
    """The draft of one round, as a dialogue uses it.

    is_kept: whether what was answered last is on the disk.
    """

    def __init__(self, printer: Printer, target: RoundTarget) -> None:
        self._printer = printer
        self._target = target
        self._match = target.match
        self._basis = DraftBasis.of(target.match, target.corrected)
        self._drafts = RoundDrafts(target.match, target.corrected)
        self._can_keep = True
        self.is_kept = False

    @property
    def is_still_there(self) -> bool:
        """Whether what was answered last lies beside the match still, which may have been removed meanwhile."""
        return self.is_kept and self._drafts.path.exists()

    def ask_to_go_on(self) -> HalfRound | None:
        """What was answered before, if there is a draft and the person goes on with it; Leave if the person leaves."""
        try:
            draft = self._drafts.load()
        except HaggisError as error:
            self._printer.print_warning(str(error))
            self._set_aside()
            return None
        if draft is None or not draft.answers:
            return None
        self.is_kept = True
        if draft.basis == self._basis:
            return self._ask_to_use(draft, "Go on with the half round?", default=True)
        return self._ask_about_misfit(draft)

    def keep(self, answers: HalfRound) -> None:
        """Keep what is answered so far; a disk that does not take it is told of once.

        Of an older round that stands as it did nothing is kept.
        """
        if not self._can_keep:
            return
        if self._target.corrected and answers == self._target.answers:
            self.forget()
            return
        try:
            self._drafts.keep(RoundDraft(self._basis, answers, self._target.notes or ""))
            self.is_kept = bool(answers)
        except HaggisError as error:
            self._can_keep = self.is_kept = False
            self._printer.print_warning(f"the half round is not kept: {error}")

    def forget(self) -> None:
        """Remove the draft: the round is saved."""
        self._drafts.remove()
        self.is_kept = False

    def _ask_to_use(self, draft: RoundDraft, question: str, *, default: bool) -> HalfRound | None:
        """The answers of a draft that the person wants; it is removed, and shown once more, if not."""
        entries = draft.describe_figures(self._match.report.table)
        self._printer.print_message(f"A half round {draft.basis.number} is kept: {'; '.join(entries)}.")
        if confirm(self._printer, question, default=default):
            self._target.notes = self._target.notes or draft.notes or None
            return draft.answers
        self._set_aside()
        return None

    def _ask_about_misfit(self, draft: RoundDraft) -> HalfRound | None:
        """What to do with answers that were given for another state of the match."""
        if draft.is_saved(self._match):
            self.forget()
            return None
        number, why = self._basis.number, draft.misfit(self._match)
        if draft.fits_players(self._match) and not self._basis.corrects:
            return self._ask_to_use(draft, f"Round {number} is due now: use the answers for it?", default=False)
        entries = "; ".join(draft.describe_figures(self._match.report.table))
        self._printer.print_message(f"A half round {draft.basis.number} does not fit any more, for {why}: {entries}.")
        self._set_aside()
        return None

    def _set_aside(self) -> None:
        self.is_kept = False
        try:
            path = self._drafts.set_aside()
        except HaggisError as error:
            self._can_keep = False
            self._printer.print_warning(f"the half round stays where it is, and no other is kept: {error}")
        else:
            self._printer.print_message(f"It lies in {short_path(str(path))} now.")


# From the answers of a dialogue to a half-entered round, and back.


def half_round(values: Mapping[Hashable, Any], table: Table) -> HalfRound:
    """What has been answered, by the keys of the questions."""
    half = HalfRound()
    for key, value in sorted(values.items(), key=repr):
        assert isinstance(key, tuple)
        match key:
            case ("out", _) if value not in half.out:
                half.out.append(value)
            case ("count", seat):
                half.counts[seat] = value
            case ("captured", seat) if value is None:
                half.rest_seat = seat
            case ("captured", seat):
                half.captured[seat] = value
            case ("bet", seat):
                half.stakes[seat] = value
            case ("team", side):
                half.stakes |= dict.fromkeys(table.sides[side])
                half.stakes |= {value[0]: value[1]} if value else {}
            case ("shepherd",) if value is None:
                half.stakes = dict.fromkeys(table.seats)
            case ("shepherd",):
                bid = values.get(("bid",))
                half.shepherd = value if bid is None else None
                half.stakes = {} if bid is None else {value: bid}
    return half


def add_earlier(half: HalfRound, earlier: HalfRound, table: Table) -> HalfRound:
    """What has been answered, with what was answered before and not asked again yet."""
    out = list(half.out)
    out += [seat for seat in earlier.out[len(out) :] if seat not in out and not table.ended_by(tuple(out))]
    captured = {seat: points for seat, points in earlier.captured.items() if seat != half.rest_seat} | half.captured
    rest_seat = earlier.rest_seat if half.rest_seat is None else half.rest_seat
    stakes, shepherd = earlier.stakes | half.stakes, half.shepherd
    if table.variant.betting.by_auction:  # there is one bid at most
        is_answered = bool(half.stakes) or half.shepherd is not None
        stakes, shepherd = (half.stakes, half.shepherd) if is_answered else (earlier.stakes, earlier.shepherd)
    counts = earlier.counts | half.counts
    return HalfRound(out, counts, captured, None if rest_seat in captured else rest_seat, stakes, shepherd)


def answer_texts(half: HalfRound, table: Table) -> dict[Hashable, str]:
    """What was answered, as texts that answer the questions again."""
    names = table.names
    texts: dict[Hashable, str] = {("out", place): names[seat] for place, seat in enumerate(half.out)}
    texts |= {("count", seat): str(count) for seat, count in half.counts.items()}
    texts |= {("captured", seat): str(points) for seat, points in half.captured.items()}
    if half.rest_seat is not None:
        texts["captured", half.rest_seat] = REST_WORDS[0]
    betting = table.variant.betting
    if betting.by_auction:
        return texts | _auction_texts(half, table)
    if betting.by_team:
        return texts | _team_texts(half, table)
    return texts | {
        ("bet", seat): NONE if stake is None else betting.spell(stake) for seat, stake in half.stakes.items()
    }


def _auction_texts(half: HalfRound, table: Table) -> dict[Hashable, str]:
    made = {seat: stake for seat, stake in half.stakes.items() if stake is not None}
    if made:
        shepherd, bid = next(iter(made.items()))
        return {("shepherd",): table.names[shepherd], ("bid",): table.variant.betting.spell(bid)}
    if half.shepherd is not None:
        return {("shepherd",): table.names[half.shepherd]}
    return {("shepherd",): NOBODY} if half.stakes else {}


def _team_texts(half: HalfRound, table: Table) -> dict[Hashable, str]:
    texts: dict[Hashable, str] = {}
    for side, seats in enumerate(table.sides):
        made = [(seat, stake) for seat in seats if (stake := half.stakes.get(seat)) is not None]
        if made:
            texts["team", side] = spell_team_bet(*made[0], table)
        elif any(seat in half.stakes for seat in seats):
            texts["team", side] = NONE
    return texts


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
        question = SAVE_ANYWAY if proposal.warnings else f"Save {what}?"
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
