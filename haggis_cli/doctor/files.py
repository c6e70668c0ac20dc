"""The files of the home: matches that cannot be used, copies of sync programs, and what interrupted programs left."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from haggis_cli.doctor.drafts import check_drafts
from haggis_cli.doctor.finding import Finding, Level
from haggis_cli.doctor.leftovers import check_leftovers
from haggis_cli.matches.store.entries import EntryKind, pick_original
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.registry import find_claim, installed_claims, is_disabled
from haggis_cli.referee.revision_note import other_revision_text, recorded_revision
from haggis_cli.support.errors import HaggisError, VariantError
from haggis_cli.support.escaping import escape_text

if TYPE_CHECKING:  # pydantic is loaded when a match is read
    from haggis_cli.matches.model import MatchRecord

Progress = Callable[[int, int], None]


Revisions = Mapping[str, int | None]
"""The revision of each installed variant that can be used."""


def check_files(store: Store, progress: Progress, revisions: Revisions) -> Iterator[Finding]:
    """The findings on the files of the home; no rules are run, and nothing is changed."""
    try:
        yield from _check_copies(store)
        yield from _check_matches(store, progress, revisions)
        yield from check_drafts(store)
        yield from check_leftovers(store)
    except HaggisError as error:
        yield Finding(Level.WRONG, "matches", str(error))


def _check_copies(store: Store) -> Iterator[Finding]:
    for path in store.conflicts():
        message = (
            "a copy that a sync program or a save left; it is not counted: compare it with its match, then delete it"
        )
        yield Finding(Level.WRONG, "copy", message, path)
    for path in store.entries(EntryKind.NOT_A_FILE):
        yield Finding(Level.WRONG, "match", "is named like a match and is no file; it is not counted", path)


def _check_matches(store: Store, progress: Progress, revisions: Revisions) -> Iterator[Finding]:
    from haggis_cli.matches.toml.match_file import MatchFile

    paths = store.matches()
    wrong = 0
    told: dict[tuple[str, datetime], list[Path]] = {}
    for number, path in enumerate(paths, 1):
        try:
            record = MatchFile(store.read(path).data, path.name).record
            told.setdefault((record.id, record.created), []).append(path)
            finding = _check_match(record, path, revisions)
        except HaggisError as error:
            message = str(error).removeprefix(f"{escape_text(str(path))}: ").removeprefix(f"{escape_text(path.name)}: ")
            finding = Finding(Level.WRONG, "match", message, path)
        if finding:
            wrong += finding.level is Level.WRONG
            yield finding
        progress(number, len(paths))
    yield from _check_told_twice(told)
    if paths and not wrong:
        yield Finding(Level.OK, "matches", "all can be read; 'haggis check' tells whether they keep the rules")


def _check_told_twice(told: Mapping[tuple[str, datetime], Sequence[Path]]) -> Iterator[Finding]:
    """The copies that somebody has given a name of their own, by what the matches say of themselves."""
    for (called, _), paths in told.items():
        original = pick_original(called, (path.stem for path in paths))
        for path in paths:
            if path.stem != original:
                message = (
                    f"a copy of {escape_text(original)}, for both files say the same 'id' and 'created'; it is not "
                    "counted: compare the two, then delete it, or give it an 'id' of its own"
                )
                yield Finding(Level.WRONG, "copy", message, path)


def _check_match(record: "MatchRecord", path: Path, revisions: Revisions) -> Finding | None:
    """What keeps a match that can be read from being used, without running any rules of its variant."""
    try:
        find_claim(record.variant)
    except VariantError as error:
        chosen = any(map(is_disabled, installed_claims().get(record.variant, ())))
        return Finding(Level.NOTE if chosen else Level.WRONG, "match", str(error), path)
    installed = revisions.get(record.variant)
    if installed is None or recorded_revision(record, installed) == installed:
        return None
    told = other_revision_text(record.variant, recorded_revision(record, installed), installed)
    return Finding(Level.NOTE, "match", f"{told}: 'haggis check' tells how many results differ", path)
