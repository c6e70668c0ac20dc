"""A round that a browser sent is looked at as the match would be with it, and saved if that is what the person saw."""

from typing import NamedTuple

from haggis_cli.book.corrections.amending import Correction, save_correction
from haggis_cli.book.corrections.rescoring import RoundCorrection
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_form.form import RoundForm
from haggis_cli.book.scoring import RoundProposal, save_round
from haggis_cli.support.errors import HaggisError
from haggis_cli.web.matches import version_of
from haggis_cli.web.scorepad.entry import RoundEntry
from haggis_cli.web.scorepad.outlook import Outlook, outlook_of
from haggis_cli.web.scorepad.sent import SentRound

SAVING = ("save", "save_anyway", "save_shorter")
"""What buttons do that save: as it is, in spite of what looks wrong, or without the rounds after the match's end."""
CHANGED = "Not saved yet: the match was changed meanwhile. This is what it would be now."


class Prospect(NamedTuple):
    """A round as it would be saved."""

    proposal: RoundProposal | RoundCorrection | None
    """The match with it; None where it is not complete or cannot be."""
    outlook: Outlook
    """What would come of it."""


class Unsaved(NamedTuple):
    """Why a round is not saved."""

    status: int
    """The status of the answer: whether something is wrong with the round, or has to be agreed to first."""
    notice: str = ""
    """What the person is told beside the form, which says the rest."""


def look_ahead(entry: RoundEntry, form: RoundForm, notes: str) -> Prospect:
    """The match as it would be, and what would come of the round; where rules of others fail, why it cannot be told."""
    try:
        proposal = entry.propose(form, notes)
        return Prospect(proposal, outlook_of(proposal) if proposal else Outlook(None))
    except HaggisError as error:
        return Prospect(None, Outlook(None, (str(error),)))


def save_sent(entry: RoundEntry, sent: SentRound, form: RoundForm) -> OpenMatch | Unsaved:
    """The match with the round saved, if it was shown as it is now and everything that looks wrong is agreed to.

    Conflict if somebody else saves in this very moment.
    """
    proposal, outlook = look_ahead(entry, form, sent.notes)
    if proposal is None or outlook.refusals:
        return Unsaved(422)
    if sent.version != version_of(entry.match):
        return Unsaved(409, CHANGED)
    is_agreed = sent.deed != "save" and sent.agreed == outlook.doubts_word
    if outlook.doubts and not is_agreed:  # rounds after the match's end are among them
        return Unsaved(409)
    return _write(proposal, sent.deed)


def _write(proposal: RoundProposal | RoundCorrection, deed: str) -> OpenMatch:
    if isinstance(proposal, RoundProposal):
        return save_round(proposal, as_shown=True)
    correction: Correction = proposal.correction
    if deed == "save_shorter":
        correction = correction.shortened() or correction
    return save_correction(correction)
