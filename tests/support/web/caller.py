"""The pages without a server or a socket: requests as the server hands them over, byte for byte."""

import asyncio
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote, urlencode

from haggis_cli.matches.store.folder import Store
from haggis_cli.web.access.device import DEVICE_COOKIE
from haggis_cli.web.access.keys import make_keys
from haggis_cli.web.addresses import local_names
from haggis_cli.web.app import build_app
from haggis_cli.web.settings import Settings
from tests.support.haggis import PATIENCE, Haggis

HOST = "127.0.0.1:8321"
DEVICE = "0123456789abcdef"
Headers = Sequence[tuple[str, str]]


class Answer(NamedTuple):
    """What a page answers; headers with the same name as often as they are sent."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    def header(self, name: str) -> str:
        """A header that is sent once; empty if it is not."""
        found = [value for key, value in self.headers if key == name]
        assert len(found) <= 1, found
        return found[0] if found else ""


class Caller:
    """Somebody who asks for pages of a computer's matches."""

    def __init__(self, haggis: Haggis, *, lan: bool = False, **settings: Any) -> None:
        """settings: fields of Settings that are not as usual."""
        usual: dict[str, Any] = {
            "store": Store(haggis.home),
            "keys": make_keys(),
            "hosts": local_names(None),
            "address": "http://192.168.1.5:8321" if lan else f"http://{HOST}",
            "lan": lan,
        }
        self.settings = Settings(**(usual | settings))
        self.mistakes: list[str] = []
        self.app = build_app(self.settings, self.mistakes.append)

    @property
    def writer(self) -> str:
        """The cookies of a phone that may write."""
        return f"{self.settings.keys.cookie}={self.settings.keys.write}; {DEVICE_COOKIE}={DEVICE}"

    @property
    def other_writer(self) -> str:
        """The cookies of another phone that may write."""
        return self.writer.replace(DEVICE, "fedcba9876543210")

    @property
    def watcher(self) -> str:
        """The cookies of a phone that may watch."""
        return f"{self.settings.keys.cookie}={self.settings.keys.watch}; {DEVICE_COOKIE}={DEVICE}"

    @property
    def token(self) -> str:
        """What forms of the phone carry."""
        return self.settings.keys.form_token(DEVICE)

    def get(self, path: str, cookie: str | None = None, headers: Headers = ()) -> Answer:
        """Ask for a page, as a phone that may write unless other cookies are given."""
        return self.ask("GET", path, [("cookie", self.writer if cookie is None else cookie), *headers])

    def post(self, path: str, fields: dict[str, str], cookie: str | None = None, headers: Headers = ()) -> Answer:
        """Send a form, with the phone's token unless it has another."""
        cookies = ("cookie", self.writer if cookie is None else cookie)
        sent = urlencode({"token": self.token} | fields).encode()
        return self.ask("POST", path, [cookies, ("content-type", "application/x-www-form-urlencoded"), *headers], sent)

    def ask(
        self,
        method: str,
        path: str,
        headers: Headers = (),
        body: bytes | Iterable[bytes] = b"",
        *,
        host: str | None = HOST,
        client: str = "127.0.0.1",
        server: str = "127.0.0.1",
        ends: bool = True,
    ) -> Answer:
        """Ask for anything; a mistake of the program fails the test with its traceback.

        path: as it stands in the request, with the query.
        body: its pieces, in which it comes.
        ends: whether all of the body comes.
        """
        return asyncio.run(self._ask(method, path, headers, body, host, client, server, ends))

    async def _ask(
        self,
        method: str,
        path: str,
        headers: Headers,
        body: bytes | Iterable[bytes],
        host: str | None,
        client: str,
        server: str,
        ends: bool,
    ) -> Answer:
        raw, _, query = path.partition("?")
        usual = [] if any(name == "accept" for name, _ in headers) else [("accept", "text/html")]
        sent = [*([("host", host)] if host is not None else []), *usual, *headers]
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(raw),
            "raw_path": raw.encode("utf-8", "surrogatepass"),
            "root_path": "",
            "query_string": query.encode("utf-8", "surrogatepass"),
            "headers": [(name.lower().encode("latin-1"), value.encode("utf-8")) for name, value in sent],
            "client": (client, 50_000),
            "server": (server, 8321),
        }
        pieces = [body] if isinstance(body, bytes) else list(body)
        coming = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
        coming[-1]["more_body"] = not ends
        answered: list[Any] = []

        async def receive() -> Any:
            return coming.pop(0) if coming else await asyncio.sleep(3600)

        async def send(message: Any) -> None:
            answered.append(message)

        async with asyncio.timeout(PATIENCE):
            await self.app(scope, receive, send)
        got = [(name.decode().lower(), value.decode("latin-1")) for name, value in answered[0]["headers"]]
        return Answer(answered[0]["status"], got, b"".join(message.get("body", b"") for message in answered[1:]))


def said(answer: Answer) -> str:
    """The sentence of a page that says no."""
    found = re.search(r'<p role="alert"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
    assert found, answer.text
    return found[1]
