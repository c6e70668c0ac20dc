"""The matches of the folder, kept open between requests: a match is read and judged again only if its file changed."""

import os
from collections import OrderedDict
from pathlib import Path

from haggis_cli.book.match import OpenMatch, ReportCheck, read_match
from haggis_cli.matches.store.folder import Store
from haggis_cli.referee.report import Report
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.errors import StoreError
from haggis_cli.support.escaping import escape_text

_KEPT_OPEN = 8
Stamp = tuple[int, int, int] | None
"""What tells one state of a file from the next: its place, its size, and when it was changed. None for no file."""


def stamp_of(path: Path) -> Stamp:
    """The state of a file; None if it cannot be had."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def mark_of(stamp: Stamp) -> str:
    """A stamp as a short text that pages carry; empty for no file."""
    return content_hash(repr(stamp).encode())[:16] if stamp else ""


def find_served(store: Store, match: str) -> str:
    """The id of the match that a person names to the server; StoreError for one that is not in its folder."""
    path = store.find(match)
    if path.parent.resolve() != store.matches_folder.resolve():
        raise StoreError(f"{escape_text(str(path))}: phones see the matches that are kept: 'haggis import' takes it in")
    return path.stem


class OpenMatches:
    """The matches last asked for."""

    def __init__(self, store: Store, check_report: ReportCheck | None = None) -> None:
        """store: the folder of matches.

        check_report: tried on the reports of third-party variants before anything is saved.
        """
        self.store, self._check_report = store, check_report
        self._open: OrderedDict[Path, tuple[Stamp, OpenMatch]] = OrderedDict()

    def find_path(self, match_id: str) -> Path:
        """The file of the match of just this id, which came from a browser; StoreError if the folder has none.

        An id is the name of a file in the folder and nothing else: no path is made of one with a separator.
        """
        path = self.store.find_exact(match_id)
        if path is None:
            raise StoreError(f"there is no match '{escape_text(match_id)}'")
        return path

    def open(self, match_id: str) -> OpenMatch:
        """The match of this id as its file says now; StoreError if there is none, RecordError if it cannot be read."""
        path = self.find_path(match_id)
        stamp = stamp_of(path)  # before reading: what changes meanwhile is read again the next time
        kept = self._open.pop(path, None)
        opened = kept[1] if kept and kept[0] == stamp is not None else read_match(self.store, path, self._check_report)
        self._open[path] = (stamp, opened)
        while len(self._open) > _KEPT_OPEN:
            self._open.popitem(last=False)
        return opened

    def mark_shown(self, match_id: str) -> str:
        """The mark of the state in which a match was last opened; empty if it is not kept open."""
        kept = self._open.get(self.store.path_of(match_id))
        return mark_of(kept[0]) if kept else ""

    def report_shown(self, match_id: str) -> Report | None:
        """The report of a match in the state in which it was last opened; None if it is not kept open."""
        kept = self._open.get(self.store.path_of(match_id))
        return kept[1].report if kept else None


def version_of(opened: OpenMatch) -> str:
    """What tells this state of a match from every other: pages carry it, and forms send it back."""
    return content_hash(opened.snapshot.data)[:16]
