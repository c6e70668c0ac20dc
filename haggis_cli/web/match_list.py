"""The list of all matches, kept between requests, and what tells that it has changed.

Ten thousand matches are looked at in a second. So the list is asked for again only where the folder's files are others
than before, or where it is old; how old it may be grows with what asking costs.
"""

import os
from collections.abc import Callable
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.places import SUFFIX
from haggis_cli.support.content_hash import content_hash
from haggis_cli.web.matches import Stamp, stamp_of

Answer = TypeVar("Answer")
_FEW = 500
"""So many files are asked, each, whether an editor has changed them in their place."""
_SECONDS_BETWEEN = 1.0
_SHARE = 20
"""How many times as long as it took to be made an answer may be kept."""


class _Kept(NamedTuple, Generic[Answer]):
    """What was answered last."""

    state: tuple[str, Stamp]
    """The files of which it was made."""
    until: float
    """When it is too old."""
    answer: Answer
    """What was answered."""


class MatchList(Generic[Answer]):
    """What is known of all matches."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        """clock: tells the time in seconds."""
        self._store, self._clock = store, clock
        self._folder: Stamp = None
        self._mark, self._number, self._looked = "", 0, float("-inf")
        self._kept: _Kept[Answer] | None = None

    def mark(self) -> str:
        """What tells this state of the folder from every other; half-entered rounds beside the matches do not count.

        A match that an editor changes in its place, and not by a new file, is noticed where there are not too many.
        """
        folder, now = stamp_of(self._store.matches_folder), self._clock()
        is_old = now - self._looked >= _SECONDS_BETWEEN and self._number <= _FEW
        if folder != self._folder or is_old:
            self._folder, self._looked = folder, now
            self._mark = self._look()
        return self._mark

    def ask(self, question: Callable[[], Answer]) -> Answer:
        """The answer to the one question there is about all matches, worked out anew only where that is due."""
        state = self.mark(), stamp_of(self._store.home / "players.toml")
        kept, began = self._kept, self._clock()
        if kept is None or kept.state != state or began >= kept.until:
            answer = question()
            now = self._clock()
            kept = self._kept = _Kept(state, now + _SHARE * (now - began), answer)
        return kept.answer

    def _look(self) -> str:
        try:
            with os.scandir(self._store.matches_folder) as entries:
                found = [each for each in entries if each.name.casefold().endswith(SUFFIX)]
        except OSError:
            self._number = 0
            return ""
        self._number = len(found)
        tell = _tell_exactly if self._number <= _FEW else _tell_place
        return content_hash("\n".join(sorted(map(tell, found))).encode(errors="surrogateescape"))[:16]


def _tell_place(entry: "os.DirEntry[str]") -> str:
    """A file by its name and its place on the disk, which a save changes; without asking the system for more."""
    return f"{entry.name}/{entry.inode()}"


def _tell_exactly(entry: "os.DirEntry[str]") -> str:
    try:
        found = entry.stat()
    except OSError:
        return entry.name
    return f"{_tell_place(entry)}/{found.st_size}/{found.st_mtime_ns}"
