"""A browser's connection: how many there may be, how long it may take to ask, and that it is let go when it is dead."""

import asyncio
import socket
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""How long a connection may take to say what it asks for."""
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
        """Take what came; a head that is begun must come to its end in time."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait_for_head()

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
