"""A round that is typed in on a phone: the form as it was sent, the saved draft, and a preview of the result."""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.book.corrections.amending import Account, Doubt
from haggis_cli.book.drafts import RoundDraft, RoundDrafts, decode_word
from haggis_cli.book.match import OpenMatch, standing
from haggis_cli.book.round_form import RoundForm, fill_in, texts_of
from haggis_cli.book.scoring import RoundProposal, RoundTarget
from haggis_cli.book.typed_round import render_entries
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import message_with_rule, warning_sentence
from haggis_cli.sheets.columns import score_rows
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.sheets.standing import name_briefly
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.escaping import content_hash
from haggis_cli.support.text import UNICODE
from haggis_cli.web.forms import ONCE
from haggis_cli.web.rendering import Refusal, refusal_of

MAX_NOTE = 500
"""The maximum letters of a note on a round."""
_MAX_ANSWER = 80
_NOT_ANSWERS = (ONCE, "basis", "version", "notes", "last", "do", "agreed")


class SentRound(NamedTuple):
    """The form of a round as a browser sent it."""

    begun: RoundDraft
    """The round that the form was made for, without answers."""
    version: str
    """The state of the match that the user saw."""
    texts: Mapping[str, str]
    """The answers by the names of the fields; the most recent one comes last, if the browser says which it was."""
    notes: str
    """The note on the round."""
    action: str
    """The action: `keep`, `check`, `save` and so on."""
    agreed: str
    """The doubts that the user has agreed to, as in `RoundPreview.doubts_word`."""


def read_sent(fields: Mapping[str, str]) -> SentRound:
    """The form as it was sent; raises UsageError if it is not from our page."""
    notes = " ".join(fields.get("notes", "").split())
    if len(notes) > MAX_NOTE:
        raise UsageError(f"a note may have at most {MAX_NOTE} letters")
    names = sorted((name for name in fields if name not in _NOT_ANSWERS), key=lambda name: name == fields.get("last"))
    texts = {name: fields[name].strip()[:_MAX_ANSWER] for name in names}
    begun, agreed = decode_word(fields.get("basis", "")), fields.get("agreed", "")
    return SentRound(begun, fields.get("version", ""), texts, notes, fields.get("do", "check"), agreed)


class ScorePad:
    """A round that is entered on a phone: the next one, or a correction of an older one.

    match: the match in its current state.
    target: the round.
    table: the players and the variant of the round.
    drafts: the store for the half-entered round.
    """

    def __init__(self, match: OpenMatch, device: str, number: int | None = None) -> None:
        """Choose the round; raises UsageError if no round has this number, or it was recorded play by play.

        device: the id of the phone.
        number: the number of the round to correct; None for the next round.
        """
        self.match = match
        self.number = number
        self.target = RoundTarget(match, number)
        self.table = self.target.table
        self.drafts = RoundDrafts(match, number, device)

    def load(self) -> tuple[RoundDraft | None, tuple[str, ...]]:
        """What this phone has entered so far, None for nothing; and notices about it for the user.

        A draft that has been saved as a round or cannot be read is removed.
        """
        draft, notices = self.drafts.load_or_set_aside()
        if draft is not None and self.has(draft):
            self.drafts.remove()
            return None, notices
        return (draft if draft and (draft.texts or draft.notes) else None), notices

    def keep(self, draft: RoundDraft) -> str:
        """Keep what this phone has entered; returns the reason in a sentence if that fails, otherwise an empty text."""
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
        """Continue a round that was begun at the terminal; if it cannot be kept here, it stays there: UsageError."""
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
        """The form filled in with a draft, whose faults are found again; without a draft, with the saved round."""
        return fill_in(self.table, draft.texts if draft else texts_of(self.target.figures, self.table))

    def has(self, draft: RoundDraft) -> bool:
        """Whether the match already has this round: somebody else was faster, or the answer to this phone was lost."""
        is_entered = not draft.corrects or not self.is_as_it_was(draft)
        if not is_entered or not draft.is_saved(self.match):
            return False
        return draft.notes in ("", self.match.file.record.rounds[draft.round - 1].notes)

    def is_as_it_was(self, draft: RoundDraft) -> bool:
        """Whether nothing is entered: a new round is empty, or a correction has the original figures."""
        if not draft.corrects:
            return draft.is_empty
        typed = self.fill_in(draft).typed
        if typed is None or draft.notes != self.target.kept_notes:
            return False
        return tuple(render_entries(typed, self.table)) == draft.corrects

    def preview(self, form: RoundForm, notes: str) -> "RoundPreview":
        """A preview of the round; if the rules of a plugin fail, the reason why there is none."""
        if form.typed is None:
            return RoundPreview()
        try:
            return _preview(RoundTarget(self.match, self.number, notes).propose(form.typed))
        except HaggisError as error:
            return RoundPreview(refusals=(refusal_of(error),))


# A preview of an entered round: the scores, who leads next, what looks wrong, what else changes.


class Gain(NamedTuple):
    """The gain of a player or a team in a round."""

    name: str
    """The name of the player or the team."""
    points: int
    """The points of the round."""
    total: int | None
    """The game total after the round; None if unknown."""


class RoundResult(NamedTuple):
    """The result of a scored round."""

    number: int
    """The number of the round, counted from 1."""
    gains: tuple[Gain, ...]
    """The gain of each side."""
    rows: list[list[str]]
    """Its lines of the scoresheet, with their headings."""
    footnote: str
    """What bet points are, where a side has others than those of its own bet."""
    sentences: tuple[str, ...]
    """The standing of the match after it; the last sentence says what is next or who has won."""


class RoundPreview(NamedTuple):
    """A preview of a round."""

    proposal: RoundProposal | None = None
    """The match with the round; None if the round is incomplete or impossible."""
    result: RoundResult | None = None
    """The result; None if the round cannot be scored."""
    refusals: tuple[Refusal, ...] = ()
    """The reasons why it cannot be saved."""
    account: Account = Account((), (), "", heals=False)
    """What looks wrong and must be confirmed, and what a correction changes in later rounds."""

    @property
    def doubts_word(self) -> str:
        """A hash of these doubts for a form, so that the user agrees to exactly what was shown."""
        doubts = "\n".join(each.sentence for each in self.account.wrong)
        return content_hash(doubts.encode())[:16] if doubts else ""


def result_of(report: Report, number: int) -> RoundResult | None:
    """The result of a round of a match; None if it is not scored."""
    sheet = scoresheet(report)
    played = sheet.rounds[number - 1]
    if not played.sides:
        return None
    sides = zip(sheet.sides, played.sides, strict=True)
    gains = tuple(Gain(side.name, figures.total, figures.game) for side, figures in sides)
    rows, _ = score_rows(sheet, number, UNICODE)
    footnote = sheet.footnote if any(each.bet_points not in (0, each.bet) for each in played.sides) else ""
    return RoundResult(number, gains, rows, footnote, tuple(each.text for each in standing(name_briefly(report))))


def _preview(proposal: RoundProposal) -> RoundPreview:
    """A preview of a complete round."""
    refusals = tuple(Refusal(message_with_rule(each.message, each.rule), each.topic) for each in proposal.violations)
    if refusals:
        return RoundPreview(proposal, refusals=refusals)
    result = result_of(proposal.after.report, proposal.number)
    if not proposal.has_changes:
        return RoundPreview(proposal, result)
    if not proposal.corrected:
        wrong = tuple(Doubt(warning_sentence(each)) for each in proposal.warnings)
        return RoundPreview(proposal, result, (), Account((), wrong, "", heals=False))
    return RoundPreview(proposal, result, (), proposal.correction.account(UNICODE.arrow, proposal.number))
