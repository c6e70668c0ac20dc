"""Telling browsers that a match has changed, whoever changed it: another phone, a command, an editor.

A browser keeps one request open for each page (server-sent events). One task looks at the files of the matches that are
watched, a few times a second, and wakes those whose match has changed; the page then asks for itself anew. A page says
which state of the match it shows, so that nothing is missed between a page and its events.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress

from haggis_cli.matches.store.folder import Store
from haggis_cli.web.matches import mark_of, stamp_of

LOOK_SECONDS = 0.25
PING_SECONDS = 15.0
MAX_WATCHERS = 600
"""Fewer than the connections that there may be: forms find room beside them."""


class Watchers:
    """The browsers that follow matches, and the task that looks at the files."""

    def __init__(self, store: Store) -> None:
        """store: the folder of matches."""
        self._store = store
        self._watched: Counter[str] = Counter()
        self._marks: dict[str, str] = {}
        self._changed = asyncio.Condition()
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
            await asyncio.sleep(LOOK_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Look at the watched files now, and wake who follows one that has changed."""
        found = {match_id: self._mark(match_id) for match_id in self._watched}
        if found != self._marks:
            self._marks = found
            async with self._changed:
                self._changed.notify_all()

    async def end(self) -> None:
        """Let all requests come to their end."""
        self._ends = True
        async with self._changed:
            self._changed.notify_all()

    async def events(self, match_id: str, seen: str | None = None) -> AsyncIterator[bytes]:
        """The events that a browser is sent: `change` for each change of the match, and a ping in between.

        match_id: the id of a match that is there.
        seen: the state of the match that the browser shows, a mark; None if it does not say.
        """
        self._watched[match_id] += 1
        now = self._marks.setdefault(match_id, self._mark(match_id))
        told = now if seen is None else seen

        def has_news() -> bool:
            return self._ends or self._marks.get(match_id) != told

        try:
            yield b"retry: 1000\n\n"
            while not self._ends:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PING_SECONDS), self._changed:
                        await self._changed.wait_for(has_news)
                now = self._marks.get(match_id, "")
                yield f"event: change\nid: {now}\ndata: {now}\n\n".encode() if now != told else b": ping\n\n"
                told = now
        finally:
            self._watched[match_id] -= 1
            if self._watched[match_id] <= 0:
                del self._watched[match_id]
                self._marks.pop(match_id, None)

    def _mark(self, match_id: str) -> str:
        return mark_of(stamp_of(self._store.path_of(match_id)))
