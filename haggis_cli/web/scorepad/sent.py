"""What a browser sent from the form of a round."""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.book.drafts.basis import DraftBasis
from haggis_cli.book.drafts.records import decode_basis
from haggis_cli.support.errors import UsageError
from haggis_cli.web.forms import ONCE

MAX_NOTE = 500
"""Letters of a note that a phone can keep with a round."""
_MAX_ANSWER = 80
_NOT_ANSWERS = (ONCE, "basis", "version", "notes", "last", "do", "agreed")


class SentRound(NamedTuple):
    """The form of a round as a browser sent it."""

    basis: DraftBasis
    """What the form was made for."""
    version: str
    """The state of the match that the person saw."""
    texts: Mapping[str, str]
    """The answers, by the names of the fields."""
    notes: str
    """The note to keep with the round."""
    last: str
    """The name of the field that was answered last; empty where a browser does not say."""
    deed: str
    """What is to be done: `keep`, `check`, `save` and so on."""
    agreed: str
    """What the person was asked about and agrees to, as `Outlook.doubts_word` has it."""


def read_sent(fields: Mapping[str, str]) -> SentRound:
    """The form as it was sent; UsageError for one that is not from our page."""
    notes = " ".join(fields.get("notes", "").split())
    if len(notes) > MAX_NOTE:
        raise UsageError(f"a note has {MAX_NOTE} letters at most")
    texts = {name: text.strip()[:_MAX_ANSWER] for name, text in fields.items() if name not in _NOT_ANSWERS}
    return SentRound(
        decode_basis(fields.get("basis", "")),
        fields.get("version", ""),
        texts,
        notes,
        fields.get("last", ""),
        fields.get("do", "check"),
        fields.get("agreed", ""),
    )
