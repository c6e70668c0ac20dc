"""Requests byte for byte over a socket: what no library of ours would send, and events as they come."""

from socket import create_connection
from types import TracebackType
from typing import Self

from tests.support.haggis import PATIENCE
from tests.support.web.served import Visitor


class Line:
    """A connection to a server of this computer; used as a context, which closes it."""

    def __init__(self, port: int, *, patience: float = PATIENCE) -> None:
        """patience: seconds to wait for what is to come."""
        self._socket = create_connection(("127.0.0.1", port), timeout=patience)
        self._file = self._socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self._socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes."""
        self._socket.sendall(data)

    def line(self) -> bytes:
        """The next line without its end; empty at the end of what comes, too."""
        return self._file.readline().rstrip(b"\r\n")

    def rest(self) -> bytes:
        """All that comes until the other side closes."""
        return self._file.read()

    def until(self, beginning: bytes) -> bytes:
        """Read lines up to one that begins so; it."""
        while not (line := self._file.readline()).startswith(beginning):
            assert line, f"ended without {beginning!r}"
        return line.rstrip(b"\r\n")


def head(visitor: Visitor, method: str, path: str, *more: str) -> bytes:
    """The head of a request that a visitor's browser sends."""
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{visitor.port}", f"Cookie: {cookies}", *more, "", ""]
    return "\r\n".join(lines).encode()


class Watching(Line):
    """A page that follows a match."""

    def __init__(self, visitor: Visitor, match: str = "friday", query: str = "", address: str = "") -> None:
        """What it follows.

        query: what stands behind the address, such as `?seen=…`.
        address: the address of the events, if they are not a match's.
        """
        super().__init__(visitor.port)
        path = (address or f"/m/{match}/events") + query
        self.send(head(visitor, "GET", path, "Accept: text/event-stream"))
        self.status = int(self.line().split()[1])
        if self.status == 200:
            self.until(b"retry:")

    def hear(self) -> str:
        """Wait for the next change; the mark that it tells."""
        self.until(b"event: change")
        return self.until(b"data: ").removeprefix(b"data: ").decode()
