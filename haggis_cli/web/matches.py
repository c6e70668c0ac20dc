"""The matches of the folder between requests: kept open, listed, and followed by browsers, which hear of every change.

A match is read and judged again only if its file has changed.
"""

import asyncio
import os
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from haggis_cli.book.match import OpenMatch, ReportCheck, read_match
from haggis_cli.matches.store.files import SUFFIX
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.isolation import meet_variant
from haggis_cli.referee.report import Report
from haggis_cli.support.errors import StoreError
from haggis_cli.support.escaping import content_hash

_KEPT_OPEN = 8
"""The number of matches that are kept open, and of the parts of pages that are kept with each."""
Stamp = tuple[int, int, int] | None
"""The state of a file: its place, its size, and when it was changed; None for no file."""


def stamp_of(path: Path) -> Stamp:
    """The state of a file; None if it cannot be read."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def mark_of(stamp: Stamp) -> str:
    """A stamp as a short text that pages carry; empty for no file."""
    return content_hash(repr(stamp).encode())[:16] if stamp else ""


def find_served(store: Store, match: str) -> str:
    """The id of the match that a person names; raises StoreError if it is not in the server's folder."""
    path = store.find(match)
    if not store.holds(path):
        raise StoreError(f"{path}: phones show only matches of the score book: add this one with 'haggis import'")
    return path.stem


Answer = TypeVar("Answer")


class _Kept(NamedTuple):
    """A match that is kept open, in a state of its file, and what pages have made of it."""

    stamp: Stamp
    opened: OpenMatch
    made: dict[Hashable, Any]


class OpenMatches:
    """The matches that were requested last."""

    def __init__(self, store: Store, check_report: ReportCheck | None = None) -> None:
        """store: the folder of matches.

        check_report: called with the reports of third-party variants before anything is saved.
        """
        self.store, self._check_report = store, check_report
        self._open: OrderedDict[Path, _Kept] = OrderedDict()

    def find_path(self, match_id: str) -> Path:
        """The file of the match with exactly this id, which came from a browser; raises StoreError if there is none.

        An id is only the name of a file in the folder: an id with a separator never becomes a path.
        """
        path = self.store.find_exact(match_id)
        if path is None:
            raise StoreError(f"there is no match '{match_id}'. It may have been renamed: all matches are in the list")
        return path

    def open(self, match_id: str) -> OpenMatch:
        """The current state of the match; raises StoreError if there is none, RecordError if it cannot be read."""
        path = self.find_path(match_id)
        stamp = stamp_of(path)  # before reading: a change during reading is read the next time
        kept = self._open.pop(path, None)
        if kept is None or stamp is None or kept.stamp != stamp:
            kept = _Kept(stamp, read_match(self.store, path, self._check_report), {})
            self.store.recall_players(kept.opened.file.record.players)  # a match that was copied here has newcomers
        meet_variant(kept.opened.variant.id)
        self._open[path] = kept
        while len(self._open) > _KEPT_OPEN:
            self._open.popitem(last=False)
        return kept.opened

    def make_once(self, opened: OpenMatch, about: Hashable, make: Callable[[], Answer]) -> Answer:
        """What a page makes of this state of a match; it is made again only if it is not kept.

        about: what is made, by which it is found again; it contains all that `make` uses besides the match.
        """
        kept = self._open.get(opened.path)
        if kept is None or kept.opened is not opened:
            return make()
        if about not in kept.made:
            if len(kept.made) >= _KEPT_OPEN:
                kept.made.clear()
            kept.made[about] = make()
        made: Answer = kept.made[about]
        return made

    def mark_shown(self, match_id: str) -> str:
        """The mark of the last opened state of a match; empty if the match is not kept open."""
        kept = self._open.get(self.store.path_of(match_id))
        return mark_of(kept.stamp) if kept else ""

    def report_shown(self, match_id: str) -> Report | None:
        """The report of the last opened state of a match; None if the match is not kept open."""
        kept = self._open.get(self.store.path_of(match_id))
        return kept.opened.report if kept else None


def version_of(opened: OpenMatch) -> str:
    """The version of this state of a match: pages contain it, and forms send it back."""
    return content_hash(opened.snapshot.data)[:16]


# Answers about all matches, such as their list, kept between requests, and a mark that changes with the folder.
#
# Reading ten thousand matches takes a second. So an answer is computed again only if the folder's files have changed;
# or, in a large folder, if it is old: its maximum age grows with the time that it took.

_FEW = 500
"""Up to this number of files, each one is checked for changes that an editor has made in place."""
_SECONDS_BETWEEN = 1.0
_SHARE = 20
"""The maximum age of an answer about more files, as a multiple of the time it took."""
_ANSWERS = 16
"""The number of answers that are kept."""


class AllMatches:
    """The matches of the folder, and the last answers about them."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        """clock: returns the time in seconds."""
        self._store, self._clock = store, clock
        self._folder: Stamp = None
        self._mark, self._number, self._looked = "", 0, float("-inf")
        self._kept: OrderedDict[Hashable, tuple[Any, tuple[str, Stamp], float]] = OrderedDict()
        """The answers by question, with the files each was built from, and the time when it expires."""

    def mark(self) -> str:
        """A mark of this state of the folder; half-entered rounds beside the matches do not count.

        A match that an editor changes in place, without a new file, is noticed only if there are not too many matches.
        """
        folder, now = stamp_of(self._store.matches_folder), self._clock()
        is_old = now - self._looked >= _SECONDS_BETWEEN and self._number <= _FEW
        if folder != self._folder or is_old:
            self._folder, self._looked = folder, now
            self._mark = self._look()
        return self._mark

    def ask(self, about: Hashable, question: Callable[[], Answer]) -> Answer:
        """The answer to a question about all matches; it is computed again only if necessary.

        about: what is asked, by which the answer is found again.
        """
        files, began = (self.mark(), stamp_of(self._store.home / "players.toml")), self._clock()
        kept = self._kept.pop(about, None)
        if kept is None or kept[1] != files or began >= kept[2]:
            answer, now = question(), self._clock()
            kept = answer, files, now + _SHARE * (now - began) if self._number > _FEW else float("inf")
        self._kept[about] = kept
        while len(self._kept) > _ANSWERS:
            self._kept.popitem(last=False)
        found: Answer = kept[0]
        return found

    def _look(self) -> str:
        try:
            with os.scandir(self._store.matches_folder) as entries:
                found = [each for each in entries if each.name.casefold().endswith(SUFFIX)]
        except OSError:
            self._number = 0
            return ""
        self._number = len(found)
        # A save changes the inode; everything else would cost a call for each file.
        marks = [f"{each.name}/{each.inode()}" for each in found]
        if self._number <= _FEW:
            marks = [f"{mark}/{stamp_of(Path(each.path))}" for mark, each in zip(marks, found, strict=True)]
        return content_hash("\n".join(sorted(marks)).encode(errors="surrogateescape"))[:16]


# Telling browsers that a match has changed, whoever changed it: another phone, a command, an editor.
#
# A browser keeps one request open for each page (server-sent events). One task looks at the files of the watched
# matches a few times a second, and wakes the requests whose match has changed; the page then reloads itself. A page
# says which state of the match it shows, so that no change is missed between a page and its events. The list of matches
# is followed in the same way.

LOOK_SECONDS = 0.25
PING_SECONDS = 15.0
MAX_WATCHERS = 600
"""Less than the maximum number of connections, so that there is room for forms."""
LIST = ""
"""The id to follow for the list of matches; no match has this id."""


class Watchers:
    """The browsers that follow matches, and the task that looks at the files."""

    def __init__(self, store: Store, mark_list: Callable[[], str]) -> None:
        """store: the folder of matches.

        mark_list: returns the mark of the list of matches.
        """
        self._store, self._mark_list = store, mark_list
        self._watched: Counter[str] = Counter()
        self._marks: dict[str, str] = {}
        self._changed = asyncio.Condition()
        self._look_now = asyncio.Event()
        self._ends = False

    @property
    def count(self) -> int:
        """The number of browsers that are following now."""
        return self._watched.total()

    @property
    def are_too_many(self) -> bool:
        """Whether no further browser can follow."""
        return self.count >= MAX_WATCHERS

    async def run(self) -> None:
        """Look at the files until the task is cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._look_now.wait()
            await self.look()

    def look_soon(self) -> None:
        """Look at the files and at who is let in at once, because this server has just changed something."""
        self._look_now.set()

    async def look(self) -> None:
        """Look at the watched files now, and wake the browsers that follow a changed one or are let in no more."""
        found = {followed: self._mark(followed) for followed in self._watched}
        is_asked = self._look_now.is_set()
        self._look_now.clear()
        if found != self._marks or is_asked:
            self._marks = found
            async with self._changed:
                self._changed.notify_all()

    async def end(self) -> None:
        """End all requests."""
        self._ends = True
        async with self._changed:
            self._changed.notify_all()

    async def events(
        self, followed: str, seen: str | None = None, is_let_in: Callable[[], bool] = lambda: True
    ) -> AsyncIterator[bytes]:
        """The events for a browser: `change` for each change, with pings in between.

        followed: the id of an existing match, or LIST.
        seen: the mark of the state that the browser shows; None if it does not say.
        is_let_in: whether the browser still has access. The events end when it has not; it then asks for the page.
        """
        self._watched[followed] += 1
        now = self._marks.setdefault(followed, self._mark(followed))
        told = now if seen is None else seen

        def has_news() -> bool:
            return self._ends or not is_let_in() or self._marks.get(followed) != told

        try:
            yield b"retry: 1000\n\n"
            while not self._ends and is_let_in():
                with suppress(TimeoutError):
                    async with asyncio.timeout(PING_SECONDS), self._changed:
                        await self._changed.wait_for(has_news)
                now = self._marks.get(followed, "")
                yield f"event: change\nid: {now}\ndata: {now}\n\n".encode() if now != told else b": ping\n\n"
                told = now
        finally:
            self._watched[followed] -= 1
            if self._watched[followed] <= 0:
                del self._watched[followed]
                self._marks.pop(followed, None)

    def _mark(self, followed: str) -> str:
        return self._mark_list() if followed == LIST else mark_of(stamp_of(self._store.path_of(followed)))
