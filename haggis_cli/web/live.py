"""Telling browsers that a match has changed, whoever changed it: another phone, a command, an editor.

A browser keeps one request open for each page (server-sent events). One task looks at the files of the matches that are
watched, a few times a second, and wakes those whose match has changed; the page then asks for itself anew. A page says
which state of the match it shows, so that nothing is missed between a page and its events. The list of matches is
followed in the same way.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from haggis_cli.matches.store.folder import Store
from haggis_cli.web.matches import mark_of, stamp_of

LOOK_SECONDS = 0.25
PING_SECONDS = 15.0
MAX_WATCHERS = 600
"""Fewer than the connections that there may be: forms find room beside them."""
LIST = ""
"""What is followed by who follows the list of matches; no match has this id."""


class Watchers:
    """The browsers that follow matches, and the task that looks at the files."""

    def __init__(self, store: Store, mark_list: Callable[[], str]) -> None:
        """store: the folder of matches.

        mark_list: gives what tells the state of the list of matches from every other.
        """
        self._store, self._mark_list = store, mark_list
        self._watched: Counter[str] = Counter()
        self._marks: dict[str, str] = {}
        self._changed = asyncio.Condition()
        self._look_now = asyncio.Event()
        self._ends = False

    @property
    def count(self) -> int:
        """How many browsers follow now."""
        return self._watched.total()

    @property
    def are_too_many(self) -> bool:
        """Whether nobody more can follow."""
        return self.count >= MAX_WATCHERS

    async def run(self) -> None:
        """Look at the files until the task is cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._look_now.wait()
            self._look_now.clear()
            await self.look()

    def look_soon(self) -> None:
        """Look at the files at once, for this server has just changed one."""
        self._look_now.set()

    async def look(self) -> None:
        """Look at the watched files now, and wake who follows one that has changed."""
        found = {followed: self._mark(followed) for followed in self._watched}
        if found != self._marks:
            self._marks = found
            async with self._changed:
                self._changed.notify_all()

    async def end(self) -> None:
        """Let all requests come to their end."""
        self._ends = True
        async with self._changed:
            self._changed.notify_all()

    async def events(self, followed: str, seen: str | None = None) -> AsyncIterator[bytes]:
        """The events that a browser is sent: `change` for each change, and a ping in between.

        followed: the id of a match that is there, or LIST.
        seen: the state that the browser shows, a mark; None if it does not say.
        """
        self._watched[followed] += 1
        now = self._marks.setdefault(followed, self._mark(followed))
        told = now if seen is None else seen

        def has_news() -> bool:
            return self._ends or self._marks.get(followed) != told

        try:
            yield b"retry: 1000\n\n"
            while not self._ends:
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
