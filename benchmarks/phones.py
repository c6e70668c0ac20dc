"""Phones that follow a match like `live.js`: each receives a change, waits a moment, and reloads its page.

Usage: python -m benchmarks.phones PORT COOKIES MATCH NUMBER

This is a separate process from the server and the benchmark. It prints `ready` when all phones follow; when its
standard input ends, it prints the number of pages loaded and the median seconds from a received change to the page.
"""

import asyncio
import sys
from random import random
from statistics import median
from time import perf_counter

_SPREAD = 0.2
"""Seconds over which `live.js` spreads its requests."""


class Phone:
    """A phone with a connection for its events and one for its page."""

    def __init__(self, port: int, cookies: str, match: str, number: int) -> None:
        self._port, self._match = port, match
        self._address = (f"127.0.1.{number + 1}", 0)  # one each, as in a home: requests per address are limited
        self._headers = f"Host: localhost:{port}\r\nCookie: {cookies}\r\nAccept: text/html\r\n\r\n"
        self._changed = asyncio.Event()
        self.taken: list[float] = []

    def _head(self, path: str) -> bytes:
        return f"GET /m/{self._match}{path} HTTP/1.1\r\n{self._headers}".encode()

    async def follow(self) -> asyncio.Task[None]:
        """Begin to listen; returns the task that loads the pages until it is cancelled."""
        self._events, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._address)
        writer.write(self._head("/events"))
        assert b" 200 " in await self._events.readline()
        await self._events.readuntil(b"retry:")
        self._page, self._ask = await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._address)
        return asyncio.create_task(self._use(writer))

    async def _use(self, _writer: asyncio.StreamWriter) -> None:
        await asyncio.gather(self._listen(), self._refresh())

    async def _listen(self) -> None:
        while line := await self._events.readline():
            if line.startswith(b"event: change"):
                self._changed.set()

    async def _refresh(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            started = perf_counter()
            await asyncio.sleep(random() * _SPREAD)
            self._ask.write(self._head(""))
            head = (await self._page.readuntil(b"\r\n\r\n")).lower()
            assert b" 200 " in head.splitlines()[0], head
            await self._page.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
            self.taken.append(perf_counter() - started)


async def use_phones(port: int, cookies: str, match: str, number: int) -> None:
    """Let this many phones follow until standard input ends."""
    phones = [Phone(port, cookies, match, each) for each in range(number)]
    tasks = [await phone.follow() for phone in phones]
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    taken = [each for phone in phones for each in phone.taken]
    print(len(taken), median(taken) if taken else 0, flush=True)


if __name__ == "__main__":
    asyncio.run(use_phones(int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])))
