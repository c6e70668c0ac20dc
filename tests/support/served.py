"""`haggis serve` as people run it: a process of its own, which browsers, scripts and bare sockets call at a port."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from socket import create_connection, socket
from types import TracebackType
from typing import Self
from urllib.parse import urlencode, urlsplit

from tests.support.haggis import PATIENCE, Haggis
from tests.support.pages import Answer


class Served:
    """A server that runs, with the matches of a computer."""

    def __init__(self, haggis: Haggis, *words: str) -> None:
        """words: what stands behind `haggis serve`; the port is a free one, or the one among them."""
        self.haggis = haggis
        self.port = int(words[words.index("--port") + 1]) if "--port" in words else find_free_port()
        more = () if "--port" in words else ("--port", str(self.port))
        self.process = haggis.start("serve", *words, *more)
        assert self.process.stdout
        self.link = self.process.stdout.readline().strip()
        assert self.link.startswith("http://"), (self.link, self.end())

    @property
    def key(self) -> str:
        """The key of the address that was printed."""
        return self.link.rpartition("/")[2]

    @property
    def address(self) -> str:
        """Where the server is called, without a key."""
        parts = urlsplit(self.link)
        return f"{parts.scheme}://{parts.netloc}"

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """End it by a signal; the exit code, and what it wrote to standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, told = self.process.communicate(timeout=PATIENCE)
        return self.process.wait(), told

    def __enter__(self) -> "Served":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        if self.process.stdout and not self.process.stdout.closed:
            self.process.communicate(timeout=PATIENCE)


class Visitor:
    """A browser without a screen: it keeps the cookies it is given, and sends forms."""

    def __init__(self, port: int, key: str = "") -> None:
        """key: the key of the code that it scanned; without one it is a stranger."""
        self.port = port
        self.cookies: dict[str, str] = {}
        if key:
            self.get(f"/k/{key}")

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return self.ask("GET", path, **headers)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Answer:
        """Send a form."""
        return self.ask("POST", path, urlencode(fields), content_type="application/x-www-form-urlencoded", **headers)

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Answer:
        """Ask for anything; `accept_language="en"` is the header Accept-Language."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"host": f"localhost:{self.port}", "accept": "text/html"}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        told = [(name.lower(), value) for name, value in answer.getheaders()]
        for name, value in told:
            if name == "set-cookie":
                cookie, _, worth = value.partition(";")[0].partition("=")
                self.cookies[cookie] = worth
        return Answer(answer.status, told, content)


def find_free_port() -> int:
    """A port that nobody listens on now."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def served(haggis: Haggis, *words: str) -> Iterator[Served]:
    """A server for the time of the block; Ctrl-C ends it without a word of complaint."""
    with Served(haggis, *words) as running:
        yield running
        code, told = running.end()
        assert "Traceback" not in told, told
        assert code in (0, 130), (code, told)


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
