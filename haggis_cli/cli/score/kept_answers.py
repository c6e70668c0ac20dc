"""The answers of a dialogue, kept beside the match after each of them and offered when the round is asked for again."""

from haggis_cli.book.drafts.basis import DraftBasis
from haggis_cli.book.drafts.kept_drafts import RoundDrafts
from haggis_cli.book.drafts.round_draft import RoundDraft
from haggis_cli.book.half_round import HalfRound
from haggis_cli.book.round_target import RoundTarget
from haggis_cli.cli.terminal.printer import Printer, safe, short_path
from haggis_cli.cli.terminal.prompts import confirm
from haggis_cli.support.errors import HaggisError


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
        self._printer.print_message(f"A half round {draft.basis.number} is kept: {safe('; '.join(entries))}.")
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
        self._printer.print_message(
            f"A half round {draft.basis.number} does not fit any more, for {why}: {safe(entries)}."
        )
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
            self._printer.print_message(f"It lies in {safe(short_path(str(path)))} now.")
