"""A browser's connection: how many there may be, how long and how large what it asks may be, and its end when it is
dead.
"""

import asyncio
import socket
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""How long a connection may take to say what it asks for."""
MAX_HEAD = 16 * 1024
"""Bytes of the head of a request; those of browsers have a few hundred."""
LARGEST_OPEN_HEAD = MAX_HEAD - 1
"""Bytes of a head that may have come while its end has not: with one more it is too large."""
DEAD_SECONDS = 60
"""After so long without any sign of a phone, what was sent to it is given up."""
MAX_OF_ONE = 500
"""Connections of one address: 200 watchers behind one router, each with its events and a page under way."""


class BoundedConnection(H11Protocol):
    """A connection that is closed where its request does not come, and refused where an address has too many."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take a new connection."""
        super().connection_made(transport)
        if sum(_address_of(each) == _address_of(self) for each in self.connections) > MAX_OF_ONE:
            transport.abort()
            return
        _give_up_when_dead(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that is begun must come to its end in time, and is never taken beyond its limit."""
        while data and not self.transport.is_closing():
            room = MAX_HEAD - self._waiting_bytes if self.conn.their_state is h11.IDLE else len(data)
            super().data_received(data[:room])
            data = data[room:]
        if self._waiting_bytes > MAX_HEAD:  # sent behind a request that is not answered yet, as no browser does
            self.transport.abort()
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait_for_head()

    @property
    def _waiting_bytes(self) -> int:
        """How much has come that is no whole head yet, or comes after the request under way."""
        return len(self.conn.trailing_data[0])

    def send_400_response(self, msg: str) -> None:
        """Say that what came is no request, or that its head is too large, and close the connection."""
        if self._waiting_bytes < MAX_HEAD:
            super().send_400_response(msg)
            return
        text = f"haggis: The head of a request has {MAX_HEAD // 1024} KiB at most.\n".encode()
        headers = [("content-type", "text/plain; charset=utf-8"), ("content-length", str(len(text)))]
        answer = h11.Response(status_code=431, reason=b"Request Header Fields Too Large", headers=headers)
        parts = (self.conn.send(each) for each in (answer, h11.Data(data=text), h11.EndOfMessage()))
        self.transport.write(b"".join(part for part in parts if part))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._waiting = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def _address_of(connection: Any) -> str:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return client[0] if client else ""


def _give_up_when_dead(transport: Any) -> None:
    """Have the system end the connection to a phone that has left the network without a word."""
    connected, option = transport.get_extra_info("socket"), getattr(socket, "TCP_USER_TIMEOUT", None)
    if connected is not None and option is not None:
        with suppress(OSError):
            connected.setsockopt(socket.IPPROTO_TCP, option, DEAD_SECONDS * 1000)
