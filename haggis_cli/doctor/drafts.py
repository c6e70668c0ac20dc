"""Half-entered rounds beside the matches: those that go on, those whose match is gone, those that cannot be read."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from haggis_cli.doctor.finding import Finding, Level
from haggis_cli.matches.draft_record import parse_draft
from haggis_cli.matches.store.drafts import draft_owner, match_path, set_draft_aside
from haggis_cli.matches.store.entries import EntryKind
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.snapshot import read_regular
from haggis_cli.support.errors import HaggisError


def check_drafts(store: Store) -> Iterator[Finding]:
    """The findings on the half-entered rounds."""
    for path in store.entries(EntryKind.DRAFT):
        yield _check_draft(store, path)


def _check_draft(store: Store, path: Path) -> Finding:
    set_aside = partial(_set_aside, store, path)
    try:
        record = parse_draft(read_regular(path), path.name)
    except (HaggisError, OSError) as error:
        return Finding(Level.WRONG, "half round", f"it cannot be read: {error}", path, set_aside)
    match = match_path(path)
    if not match.is_file():
        return Finding(Level.WRONG, "half round", "a half-entered round of a match that is not here", path, set_aside)
    if draft_owner(path):
        message = f"round {record.round} is half entered on a phone: with 'haggis serve' it goes on there"
        return Finding(Level.NOTE, "half round", message, path)
    command = f"haggis score {match.stem}" + (f" --round {record.round}" if record.corrects else "")
    return Finding(Level.NOTE, "half round", f"round {record.round} is half entered: '{command}' goes on with it", path)


def _set_aside(store: Store, path: Path) -> str:
    target = set_draft_aside(store, path)
    return f"moved to {target.parent.name}/{target.name}"
