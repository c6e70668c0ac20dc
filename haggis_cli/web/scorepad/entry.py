"""The round that a request is about: the next one or an older one, what is kept of it, and what it would be."""

from typing import NamedTuple

from haggis_cli.book.corrections.rescoring import RoundCorrection
from haggis_cli.book.drafts.basis import DraftBasis
from haggis_cli.book.drafts.kept_drafts import RoundDrafts
from haggis_cli.book.drafts.round_draft import RoundDraft
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_form.captured import name_of
from haggis_cli.book.round_form.form import RoundForm, fill_in, texts_of
from haggis_cli.book.round_target import NextRound, OlderRound, RoundTarget
from haggis_cli.book.scoring import RoundProposal
from haggis_cli.book.typed_round import render_entries
from haggis_cli.support.errors import HaggisError
from haggis_cli.web.scorepad.sent import SentRound


class Kept(NamedTuple):
    """What is kept of a round, half entered."""

    draft: RoundDraft | None
    """What this phone has entered; None for nothing."""
    notices: tuple[str, ...] = ()
    """What the person should know of it."""


class RoundEntry:
    """A round that is entered with a phone.

    match: the match as it is.
    target: the round.
    basis: what of the match the round rests on now.
    """

    def __init__(self, match: OpenMatch, device: str, number: int | None = None) -> None:
        """Which round it is; UsageError if there is none of this number.

        device: what the phone is called.
        number: the number of the round that is corrected; None for the next round.
        """
        self.match = match
        self.table = match.report.round_table(number)
        self.number = number
        self.target: RoundTarget = NextRound(match, "") if number is None else OlderRound(match, number, None)
        self.basis = DraftBasis.of(match, number)
        self._drafts = RoundDrafts(match, number, device)
        self._terminals = RoundDrafts(match, number)

    def load(self) -> Kept:
        """What this phone has entered so far; what was saved meanwhile, or cannot be read, is cleared away."""
        try:
            draft = self._drafts.load()
        except HaggisError as error:
            return Kept(None, (f"The half round cannot be read: {error}", self._set_aside()))
        if draft is not None and self.has(draft):
            self._drafts.remove()
            draft = None
        return Kept(draft if draft and (draft.answers or draft.texts or draft.notes) else None)

    def load_terminals(self) -> RoundDraft | None:
        """What was begun at the terminal and fits this round; None for nothing."""
        try:
            draft = self._terminals.load()
        except HaggisError:  # the terminal tells of it
            return None
        return draft if draft and draft.answers and draft.misfit(self.match) is None else None

    def keep(self, draft: RoundDraft) -> str:
        """Keep what this phone has entered; why it is not kept, in a sentence, else empty."""
        try:
            self._drafts.load()
        except HaggisError:
            self._set_aside()
        try:
            if says_something(draft):
                self._drafts.keep(draft)
            else:
                self._drafts.remove()
        except HaggisError as error:
            return f"The half round is not kept: {error}"
        return ""

    def forget(self) -> None:
        """Remove what this phone has entered."""
        try:
            self._drafts.load()
        except HaggisError:
            self._set_aside()
        self._drafts.remove()

    def fill(self, sent: SentRound) -> RoundForm:
        """The form as it was sent, worked out."""
        return fill_in(self.table, sent.texts, (sent.last,))

    def fill_kept(self, draft: RoundDraft | None) -> RoundForm:
        """The form with what is kept, what was refused refused again; without that the round as it stands."""
        if draft is None:
            return fill_in(self.table, texts_of(self.target.answers, self.table))
        texts = {**texts_of(draft.answers, self.table), **draft.texts}
        return fill_in(self.table, texts, [name_of(seat) for seat in draft.refused_seats])

    def propose(self, form: RoundForm, notes: str | None) -> RoundProposal | RoundCorrection | None:
        """The match as it would be with the round; None while it is not complete."""
        if form.typed is None:
            return None
        self.target.notes = notes
        return self.target.propose(form.typed)

    @property
    def notes(self) -> str:
        """The note that the round has."""
        return "" if self.number is None else self.notes_of(self.number)

    def notes_of(self, number: int) -> str:
        """The note of a round that is saved."""
        return self.match.file.record.rounds[number - 1].notes

    def has(self, draft: RoundDraft) -> bool:
        """Whether the match has just this round: somebody else was faster, or the answer to this phone was lost."""
        is_entered = not draft.basis.corrects or not self.is_as_it_was(draft)
        return is_entered and draft.is_saved(self.match) and draft.notes in ("", self.notes_of(draft.basis.number))

    def is_as_it_was(self, draft: RoundDraft) -> bool:
        """Whether nothing was entered: a new round is empty, one that is corrected has the figures that it had."""
        if not draft.basis.corrects:
            return not says_something(draft)
        figures = tuple(render_entries(draft.answers.typed(), self.table))
        return not draft.texts and draft.notes == self.notes and figures == draft.basis.corrects

    def _set_aside(self) -> str:
        try:
            path = self._drafts.set_aside()
        except HaggisError as error:
            return f"It stays where it is: {error}"
        return f"It lies in {path.parent.name}/{path.name} now."


def says_something(draft: RoundDraft) -> bool:
    """Whether anything was answered but that nobody bet, which is so where nothing is said."""
    answers = draft.answers
    if draft.notes or draft.texts:
        return True
    made = [stake for stake in answers.stakes.values() if stake is not None]
    return bool(answers.out or answers.counts or answers.captured or made or answers.shepherd is not None)
