"""Taking matches out of the history: their files go to the folder of removed ones, and nothing is lost."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from haggis_cli.book.drafts import RoundDraft, RoundDrafts, read_draft
from haggis_cli.book.match import OpenMatch
from haggis_cli.matches.moments import day_of
from haggis_cli.matches.store.drafts import draft_owner, find_removed_drafts, move_drafts, move_to_trash
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.text import pluralize


def find_matches(store: Store, names: Iterable[str]) -> list[Path]:
    """The files of some matches as people name them, each once; StoreError for a name that is none, or several."""
    return list(dict.fromkeys(store.find(name) for name in names))


def describe_match(store: Store, path: Path) -> str:
    """A match in a few words; what cannot be read as one can be removed all the same."""
    try:
        record = MatchFile(store.read(path).data, path.name).record
    except HaggisError:
        return "a file that cannot be read as a match"
    rounds = pluralize(len(record.rounds), "round")
    return f"{record.variant}, {', '.join(record.players)}, {rounds}, {day_of(record.created)}"


def remove_match(store: Store, path: Path) -> Path:
    """Move a match of the store to the trash, with the rounds that are half entered; where its file lies now.

    StoreError for a file that is no match of the store, NotSaved where the system refuses and the match stays.
    NotDurable where it is removed, and a power cut may bring it back.
    """
    target = move_to_trash(store, path)
    move_drafts(store, path, target)
    return target


# Bringing back the half-entered rounds of a match that was removed, when its file is taken in again.


class ReturnedDraft(NamedTuple):
    """A half-entered round that lay beside the file of a removed match."""

    found: Path
    """Where it lies, as before: nothing is taken away from there."""
    draft: RoundDraft
    """What was answered."""
    match: str
    """The name of the match."""
    path: Path | None
    """Where it is kept beside the match now; None if it is not."""
    why_not: str = ""
    """Why it is not kept there, in a part of a sentence."""

    def __str__(self) -> str:
        """What became of it, in a sentence."""
        basis = self.draft.basis
        what = f"correction of round {basis.number}" if basis.corrects else f"round {basis.number}"
        if self.path is None:
            return f"its half-entered {what} stays in {self.found}: {self.why_not}"
        if draft_owner(self.found):
            return f"its half-entered {what} comes back with it, on the phone that it was entered with"
        command = f"haggis score {self.match}" + (f" --round {basis.number}" if basis.corrects else "")
        return f"its half-entered {what} comes back with it: '{command}' goes on"


def return_drafts(match: OpenMatch, removed: Path, *, dry_run: bool = False) -> list[ReturnedDraft]:
    """Keep the half-entered rounds beside a match again that lie beside its removed file, and fit it.

    Those of another match of that name, and what cannot be read, are passed over.

    removed: the file that the match was taken in from.
    dry_run: nothing is kept; the values tell what would be.
    """
    returned: list[ReturnedDraft] = []
    for found in find_removed_drafts(removed):
        try:
            draft = read_draft(found)
        except HaggisError:
            continue
        if draft.basis.created in (None, match.file.record.created):
            kept = [each.path for each in returned]
            returned.append(_return_draft(match, found, draft, kept, dry_run=dry_run))
    return returned


def _return_draft(
    match: OpenMatch, found: Path, draft: RoundDraft, kept: list[Path | None], *, dry_run: bool
) -> ReturnedDraft:
    draft = draft._replace(basis=draft.basis._replace(created=match.file.record.created))
    drafts = RoundDrafts(match, draft.basis.number if draft.basis.corrects else None, draft_owner(found))
    name, misfit = match.path.stem, draft.misfit(match)
    if misfit is None and drafts.path in kept:
        misfit = "a newer one is back"
    if misfit is not None:
        return ReturnedDraft(found, draft, name, None, misfit)
    try:
        if not dry_run:
            drafts.keep(draft)
    except HaggisError as error:
        return ReturnedDraft(found, draft, name, None, str(error))
    return ReturnedDraft(found, draft, name, drafts.path)
