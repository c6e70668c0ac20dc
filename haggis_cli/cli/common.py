"""What several commands do alike: open a match, change it safely, and say what came of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from haggis_cli.records.store import Snapshot, Store, home_from
from haggis_cli.records.toml import MatchFile
from haggis_cli.referee import adjudicate
from haggis_cli.registry import load
from haggis_cli.report import Report
from haggis_cli.rules.variant import Variant


class Opened(NamedTuple):
    """A match of the store, read and adjudicated."""

    store: Store
    path: Path
    snapshot: Snapshot
    file: MatchFile
    variant: Variant
    report: Report


def open_match(match: str | None, home: str | None) -> Opened:
    """Find, read and adjudicate a match; `match` as people name it, None for the one last worked on."""
    store = Store(home_from(home))
    return read_match(store, store.find(match))


def read_match(store: Store, path: Path) -> Opened:
    """Read and adjudicate the match in a file."""
    return judged(store, store.read(path))


def judged(store: Store, snapshot: Snapshot) -> Opened:
    """Adjudicate the content of a match file as it was read."""
    file = MatchFile(snapshot.data, snapshot.path.name)
    variant = load(file.record.variant)
    return Opened(store, snapshot.path, snapshot, file, variant, adjudicate(file, variant))


@contextmanager
def changing(match: str | None, home: str | None) -> Iterator[Opened]:
    """Open a match for a change: from reading to saving no other haggis saves it."""
    store = Store(home_from(home))
    path = store.find(match)
    with store.locked(path):
        yield read_match(store, path)


def preview(opened: Opened, text: str) -> Opened:
    """The match as it would be with this text, not saved."""
    from haggis_cli.records.guard import encoded

    data = encoded(text, like=opened.snapshot.data)
    file = MatchFile(data, opened.path.name)
    return opened._replace(file=file, report=adjudicate(file, opened.variant))


def saved(before: Opened, after: Opened) -> Opened:
    """Save a previewed change; the match as it now is on the disk."""
    snapshot = before.store.save(before.snapshot, after.file.data)
    return after._replace(snapshot=snapshot)


def split_match(words: list[str]) -> tuple[str | None, list[str]]:
    """Tell the match from what is entered, where both are plain words.

    What is entered has a colon, or a blank as several cards do; or it is `-`. A path may have either.

    >>> split_match(["friday", "Noah: pass"]), split_match(["Noah: pass"]), split_match(["7r 8r 9r"])
    (('friday', ['Noah: pass']), (None, ['Noah: pass']), (None, ['7r 8r 9r']))
    """
    if not words or words[0] == "-":
        return None, words
    first = words[0]
    entered = ":" in first or " " in first.strip()
    return (None, words) if entered and not first.casefold().endswith(".toml") else (first, words[1:])
