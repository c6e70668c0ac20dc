"""Half-entered rounds on the disk, beside their matches."""

from contextlib import suppress
from pathlib import Path

from haggis_cli.book.drafts.records import decode_draft, encode_draft
from haggis_cli.book.drafts.round_draft import RoundDraft
from haggis_cli.book.match import OpenMatch
from haggis_cli.matches.renaming import Renaming
from haggis_cli.matches.store.drafts import DraftFile, draft_owner, find_drafts
from haggis_cli.matches.store.snapshot import read_regular
from haggis_cli.support.errors import HaggisError, StoreError
from haggis_cli.support.escaping import escape_text


class RoundDrafts:
    """The draft of one round of a match on the disk."""

    def __init__(self, match: OpenMatch, number: int | None = None, owner: str = "") -> None:
        """The draft that one face keeps.

        number: the number of the round that is corrected; None for the next round.
        owner: the name of the phone that the round is entered with; empty for the terminal.
        """
        self._file = DraftFile(match.store, match.path, number, owner)
        self._created = match.file.record.created
        self._source = self._file.path.name

    @property
    def path(self) -> Path:
        """Where the draft lies, or would."""
        return self._file.path

    def load(self) -> RoundDraft | None:
        """The draft that is kept; None if there is none. StoreError or RecordError for what cannot be read."""
        data = self._file.read()
        if data is None:
            return None
        draft = decode_draft(data, self._source)
        # A draft that does not say when its match was started is taken for one of this match.
        return draft._replace(basis=draft.basis._replace(created=draft.basis.created or self._created))

    def keep(self, draft: RoundDraft) -> None:
        """Keep a draft in the place of the one before. StoreError where it is not kept, Conflict if it is another's."""
        self._file.write(encode_draft(draft))

    def remove(self) -> None:
        """Remove the draft that was loaded or kept here."""
        self._file.remove()

    def set_aside(self) -> Path:
        """Move the draft to the removed files, for it cannot be used; where it is now. StoreError where it stays."""
        return self._file.set_aside()


def rename_in_drafts(before: OpenMatch, after: OpenMatch) -> None:
    """Have the half rounds of a match go on under the new names of its players, now that these are saved.

    One that cannot be read, or is of other players, stays as it is: whoever opens it is told.
    """
    renaming = Renaming(tuple(before.file.record.players), tuple(after.file.record.players))
    if not renaming.has_changes:
        return
    for path in find_drafts(after.path):
        with suppress(HaggisError):
            basis = read_draft(path).basis
            drafts = RoundDrafts(after, basis.number if basis.corrects else None, draft_owner(path))
            draft = drafts.load() if drafts.path == path and basis.players == renaming.old else None
            if draft is not None:
                corrects = tuple(map(renaming.in_event, basis.corrects))
                drafts.keep(draft._replace(basis=draft.basis._replace(players=renaming.new, corrects=corrects)))


def read_draft(path: Path) -> RoundDraft:
    """The draft in a file, wherever it lies. StoreError or RecordError for what cannot be read."""
    try:
        data = read_regular(path)
    except OSError as error:
        raise StoreError(f"{escape_text(str(path))}: cannot be read: {error.strerror or error}") from None
    return decode_draft(data, path.name)
