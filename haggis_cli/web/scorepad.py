"""A round that is typed in on a phone: what was sent, what is kept of it, and what would come of it."""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.book.corrections.amending import Account
from haggis_cli.book.drafts import RoundDraft, RoundDrafts, decode_word
from haggis_cli.book.match import OpenMatch, standing
from haggis_cli.book.round_form import RoundForm, fill_in, texts_of
from haggis_cli.book.scoring import RoundProposal, RoundTarget
from haggis_cli.book.typed_round import render_entries
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import message_with_rule, warning_sentence
from haggis_cli.sheets.columns import score_rows
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.escaping import content_hash
from haggis_cli.support.text import UNICODE
from haggis_cli.web.forms import ONCE
from haggis_cli.web.rendering import Refusal, refusal_of

MAX_NOTE = 500
"""Letters of a note that a phone can keep with a round."""
_MAX_ANSWER = 80
_NOT_ANSWERS = (ONCE, "basis", "version", "notes", "last", "do", "agreed")


class SentRound(NamedTuple):
    """The form of a round as a browser sent it."""

    begun: RoundDraft
    """What the form was made for, without answers."""
    version: str
    """The state of the match that the person saw."""
    texts: Mapping[str, str]
    """The answers, by the names of the fields; the last one is at the end, where the browser says which that was."""
    notes: str
    """The note to keep with the round."""
    action: str
    """What is to be done: `keep`, `check`, `save` and so on."""
    agreed: str
    """What the person was asked about and agrees to, as `RoundPreview.doubts_word` has it."""


def read_sent(fields: Mapping[str, str]) -> SentRound:
    """The form as it was sent; UsageError for one that is not from our page."""
    notes = " ".join(fields.get("notes", "").split())
    if len(notes) > MAX_NOTE:
        raise UsageError(f"a note may have at most {MAX_NOTE} letters")
    names = sorted((name for name in fields if name not in _NOT_ANSWERS), key=lambda name: name == fields.get("last"))
    texts = {name: fields[name].strip()[:_MAX_ANSWER] for name in names}
    begun, agreed = decode_word(fields.get("basis", "")), fields.get("agreed", "")
    return SentRound(begun, fields.get("version", ""), texts, notes, fields.get("do", "check"), agreed)


class ScorePad:
    """A round that a phone enters: the next one, or an older one that is put right.

    match: the match as it is.
    target: the round.
    table: who plays it.
    drafts: where the half round is kept.
    """

    def __init__(self, match: OpenMatch, device: str, number: int | None = None) -> None:
        """Which round it is; UsageError if there is none of this number, or it was recorded play by play.

        device: what the phone is called.
        number: the number of the round that is corrected; None for the next round.
        """
        self.match = match
        self.number = number
        self.target = RoundTarget(match, number)
        self.table = self.target.table
        self.drafts = RoundDrafts(match, number, device)

    def load(self) -> tuple[RoundDraft | None, tuple[str, ...]]:
        """What this phone has entered so far, None for nothing; and what the person should know of it.

        What was saved meanwhile, or cannot be read, is cleared away.
        """
        draft, notices = self.drafts.load_or_set_aside()
        if draft is not None and self.has(draft):
            self.drafts.remove()
            return None, notices
        return (draft if draft and (draft.texts or draft.notes) else None), notices

    def keep(self, draft: RoundDraft) -> str:
        """Keep what this phone has entered; why it is not kept, in a sentence, else empty."""
        self.drafts.load_or_set_aside()
        try:
            if draft.is_empty:
                self.drafts.remove()
            else:
                self.drafts.keep(draft)
        except HaggisError as error:
            return f"The half-entered round is not saved: {error}"
        return ""

    def take_from_terminal(self) -> None:
        """Go on here with what was begun at the terminal. UsageError where it cannot be kept here, and stays there."""
        found = self.drafts.load_from_others()
        if found:
            theirs, draft = found
            fault = self.keep(draft)
            if fault:
                raise UsageError(fault)
            theirs.remove()

    def forget(self) -> None:
        """Remove what this phone has entered."""
        self.drafts.load_or_set_aside()
        self.drafts.remove()

    def fill_in(self, draft: RoundDraft | None = None) -> RoundForm:
        """The form with what is kept, what was refused refused again; without that the round as it stands."""
        return fill_in(self.table, draft.texts if draft else texts_of(self.target.figures, self.table))

    def has(self, draft: RoundDraft) -> bool:
        """Whether the match has just this round: somebody else was faster, or the answer to this phone was lost."""
        is_entered = not draft.corrects or not self.is_as_it_was(draft)
        if not is_entered or not draft.is_saved(self.match):
            return False
        return draft.notes in ("", self.match.file.record.rounds[draft.round - 1].notes)

    def is_as_it_was(self, draft: RoundDraft) -> bool:
        """Whether nothing is entered: a new round is empty, one that is corrected has the figures that it had."""
        if not draft.corrects:
            return draft.is_empty
        typed = self.fill_in(draft).typed
        if typed is None or draft.notes != self.target.kept_notes:
            return False
        return tuple(render_entries(typed, self.table)) == draft.corrects

    def preview(self, form: RoundForm, notes: str) -> "RoundPreview":
        """What would come of the round; where rules of others fail, why it cannot be told."""
        if form.typed is None:
            return RoundPreview()
        try:
            return _preview(RoundTarget(self.match, self.number, notes).propose(form.typed))
        except HaggisError as error:
            return RoundPreview(refusals=(refusal_of(error),))


# What would come of a round that is entered: the scores, who leads next, what looks wrong, what else changes.


class Gain(NamedTuple):
    """What a player or a team has of a round."""

    name: str
    """Whose it is."""
    points: int
    """The points of the round."""
    total: int | None
    """The game total after it; None where that is not known."""


class RoundResult(NamedTuple):
    """A round that is scored."""

    number: int
    """The number of the round, counted from 1."""
    gains: tuple[Gain, ...]
    """What each side has of it."""
    rows: list[list[str]]
    """Its lines of the scoresheet, with their heading."""
    sentences: tuple[str, ...]
    """How the match stands after it; what is next, or who has won, comes last."""


class RoundPreview(NamedTuple):
    """What would come of a round."""

    proposal: RoundProposal | None = None
    """The match with it; None where the round is not complete or cannot be."""
    result: RoundResult | None = None
    """How it is scored; None where it cannot be."""
    refusals: tuple[Refusal, ...] = ()
    """Why it cannot be saved."""
    account: Account = Account((), (), "", heals=False)
    """What looks wrong and must be agreed to, and what a correction changes further on."""

    @property
    def doubts_word(self) -> str:
        """What stands for these doubts in a form, so that a person agrees to what was shown and nothing else."""
        return content_hash("\n".join(self.account.wrong).encode())[:16] if self.account.wrong else ""


def result_of(report: Report, number: int) -> RoundResult | None:
    """A round of a match as it is scored; None where it is not."""
    sheet = scoresheet(report)
    played = sheet.rounds[number - 1]
    if not played.sides:
        return None
    sides = zip(sheet.sides, played.sides, strict=True)
    gains = tuple(Gain(side.name, figures.total, figures.game) for side, figures in sides)
    rows, _ = score_rows(sheet, number, UNICODE)
    return RoundResult(number, gains, rows, tuple(each.text for each in standing(report)))


def _preview(proposal: RoundProposal) -> RoundPreview:
    """What would come of a complete round."""
    refusals = tuple(Refusal(message_with_rule(each.message, each.rule), each.topic) for each in proposal.violations)
    if refusals:
        return RoundPreview(proposal, refusals=refusals)
    result = result_of(proposal.after.report, proposal.number)
    if not proposal.has_changes:
        return RoundPreview(proposal, result)
    if not proposal.corrected:
        wrong = tuple(map(warning_sentence, proposal.warnings))
        return RoundPreview(proposal, result, (), Account((), wrong, "", heals=False))
    return RoundPreview(proposal, result, (), proposal.correction.account(UNICODE.arrow, proposal.number))
