"""Requests of every kind, from somebody with a key and from strangers: no 500, no traceback, no harm to a match."""

import asyncio
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from random import Random
from typing import NamedTuple
from urllib.parse import quote, urlencode

import pytest
import uvicorn
from uvicorn.server import ServerState

from haggis_cli.web.server import MAX_HEAD, BoundedConnection
from tests.support.haggis import PATIENCE, ROOT, Haggis
from tests.support.pages import HOST, Answer, Caller
from tests.support.served import Line, Served, Visitor, head

TEXTS = (
    "", " ", "0", "-1", "1", "7", "99", "999999999999", "9" * 5_000, "1.5", "1e9", "NaN", "٣", "½", "½½", "+3", "0x10",
    "on", "none", "Noah", "Isla", "noah", "nobody", "friday", "two-player", "first", "7r 8r 9r", "JQK", "J", "4r",
    "pass", "bet baby", "Noah: pass", "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "{{ 7 * 7 }}",
    "{% raw %}", "%s%n", "${x}", "\0", "\x1b[2J", "\r\nSet-Cookie: a=b", "\u202e\u200b", "\ud7ff\ufffe", "👩‍👩‍👧" * 30,
    "é" * 300, "a" * 20_000, "../../etc/passwd", "..", ".", "/", "\\", "%2e%2e%2f", "friday.toml", "CON", "~", "-h",
    "--",
    "=", "&", ";", "[]", "{}", '{"a":1}', "null", "true", "2026-13-45", "🂡", "Ⅷ", "ﬀ", "ẞ", "İ",
)  # fmt: skip
"""What fields are filled with."""
HOSTS = (HOST, "localhost", "evil.example", "", "127.0.0.1@evil", "[::1]", "127.0.0.1:99999", "a" * 300)
HEADERS = (
    ("accept", "*/*"), ("accept", "text/html;q=x"), ("accept-language", "\x00"), ("range", "bytes=0-"),
    ("cookie", "a=b; ;=; haggis_look=<x>"), ("origin", "null"), ("sec-fetch-site", "cross-site"), ("referer", "//"),
    ("content-type", "multipart/form-data; boundary=x"), ("content-type", "application/json"), ("content-type", "\xff"),
    ("if-none-match", "*"), ("if-modified-since", "never"), ("last-event-id", "\xff"),
    ("x-haggis-token", "é"),
    ("content-length", "x"), ("transfer-encoding", "chunked"), ("expect", "100-continue"),
    ("x-forwarded-for", "1.1.1.1"),
)  # fmt: skip


class Form(NamedTuple):
    """A form as a page shows it."""

    action: str
    """Where it is sent."""
    fields: dict[str, str]
    """What it is filled with."""


class Attacker:
    """Asks for pages and sends forms, each a little or very wrong; the same seed does the same."""

    def __init__(self, caller: Caller, seed: int) -> None:
        self._caller, self._random = caller, Random(seed)
        self.pages: list[str] = ["/", "/?all=1", "/share"]
        self.forms: list[Form] = []

    def look_around(self, most: int = 300) -> None:
        """Follow the links there are, to so many pages at most, and remember every form."""
        for page in self.pages:  # grows while it is gone through
            answer = self._caller.get(page)
            text = answer.text if answer.header("content-type").startswith("text/html") else ""
            for link in re.findall(r'(?:href|src|data-[a-z]+)="(/[^"#]*)"', text):
                link = unescape(link)
                if link not in self.pages and len(self.pages) < most and not _is_endless(link):
                    self.pages.append(link)
            for action, inside in re.findall(r'<form[^>]*\baction="([^"]*)"[^>]*>(.*?)</form>', text, re.DOTALL):
                self.forms.append(Form(unescape(action).partition("?")[0], fields_of(inside)))

    def attack(self) -> Answer:
        """Send one request."""
        cookies = self._random.choices(
            [self._caller.writer, self._caller.watcher, "", f"{self._caller.settings.keys.cookie}=x"], [16, 2, 1, 1]
        )[0]
        headers = [("cookie", cookies), *self._random.sample(HEADERS, self._random.choice([0, 0, 1, 2]))]
        host = self._random.choices(HOSTS, [60, 5, 1, 1, 1, 1, 1, 1])[0]
        method = self._random.choices(["POST", "GET", "HEAD", "PUT", "\x00"], [10, 6, 1, 1, 1])[0]
        if method != "POST":
            return self._caller.ask(method, self._bend_path(self._random.choice(self.pages)), headers, host=host)
        form = self._random.choice(self.forms)
        body = self._bend_body(form)
        pieces = [body[:10], body[10:]] if self._random.random() < 0.1 else body
        return self._caller.ask("POST", self._bend_path(form.action), headers, pieces, host=host)

    def _bend_path(self, path: str) -> str:
        way = self._random.random()
        if way < 0.6:
            return path
        parts = path.partition("?")[0].split("/")
        spoiled = self._random.randrange(1, len(parts))
        text = self._random.choice(TEXTS)[:1_500]
        parts[spoiled] = quote(text, safe="") if way < 0.9 else text.replace("?", "").replace("#", "")
        name, value = (quote(self._random.choice(TEXTS)[:500]) for _ in range(2))
        query = f"?{name}={value}" if way < 0.7 else ""
        bent = "/".join(parts) + query
        return path if _is_endless(bent) else bent

    def _bend_body(self, form: Form) -> bytes:
        fields = dict(form.fields)
        for name in list(fields):
            if name not in ("token", "version") and self._random.random() < 0.4:
                fields[name] = self._random.choice(TEXTS)
        if fields and self._random.random() < 0.2:
            fields.pop(self._random.choice(list(fields)))
        if self._random.random() < 0.2:
            fields[self._random.choice(TEXTS)[:100]] = self._random.choice(TEXTS)
        body = urlencode(fields, errors="surrogatepass").encode()
        return body if self._random.random() < 0.9 else self._spoil(body)

    def _spoil(self, body: bytes) -> bytes:
        place = self._random.randrange(len(body) + 1)
        return (
            body[:place]
            + self._random.choice([b"\xff", b"%ff", b"&" * 1_000, b"x" * 70_000, b"%", b"\0"])
            + body[place:]
        )


def _is_endless(path: str) -> bool:
    """Whether an address answers until the browser goes."""
    return path.partition("?")[0].rstrip("/").endswith("/events")


def fields_of(markup: str) -> dict[str, str]:
    """The fields of a form as a browser would send them unchanged, hidden ones and texts; of choices the first."""
    fields: dict[str, str] = {}
    for tag, inside in re.findall(r"<(input|select|textarea|button)\b([^>]*)>", markup):
        named = dict(re.findall(r'([a-z-]+)="([^"]*)"', inside))
        if "name" in named:
            fields.setdefault(unescape(named["name"]), unescape(named.get("value", "on" if tag == "input" else "")))
    return fields


@pytest.fixture
def evening(haggis: Haggis) -> Haggis:
    """A computer with matches of every variant, one of them damaged and one with names that are markup."""
    folder = haggis.home / "matches"
    folder.mkdir(parents=True)
    for path in sorted((ROOT / "examples" / "matches").glob("*.toml")):
        shutil.copy(path, folder)
    haggis.new()
    haggis.ok("new", "--variant", "two-player", "-p", "<b>x</b>", "-p", "a&b'\"", "--name", "markup", "--rounds", "2")
    haggis.keep("format = 1\nid = ", "damaged")
    return haggis


@pytest.mark.slow
def test_no_request_is_a_mistake_and_every_match_can_be_read_afterwards(
    evening: Haggis, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    requests = int(request.config.getoption("--requests"))
    monkeypatch.setattr("haggis_cli.web.access.RateLimit.allows", lambda *_: True)
    readable = {each["id"] for each in evening.json("list")["matches"]}
    caller = Caller(evening, lan=True)
    attacker = Attacker(caller, seed=2)
    attacker.look_around(most=300 if requests > 1_000 else 40)
    assert len(attacker.pages) > 20
    assert attacker.forms
    statuses: dict[int, int] = {}
    for number in range(requests):
        answer = attacker.attack()  # a mistake fails the test here, with its traceback
        assert answer.status < 500, (number, answer)
        assert b"Traceback" not in answer.body
        assert b"<script>alert" not in answer.body
        assert not any(name == "set-cookie" and "a=b" in value for name, value in answer.headers)
        statuses[answer.status] = statuses.get(answer.status, 0) + 1
    assert caller.mistakes == []
    assert statuses.get(200, 0) > requests / 10, "most requests would otherwise be refused at the door"
    assert readable <= {each["id"] for each in evening.json("list")["matches"]}
    assert not list(evening.home.rglob("*.tmp"))


RAW = (
    b"", b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 9,
    b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.0\r\n\r\n", b"GET http://evil/ HTTP/1.1\r\nHost: evil\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"x: y\r\n" * 5_000 + b"\r\n", b"\xff\xfe" * 500,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET /%ff%fe%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: \xff\xfe=\x01\r\n\r\n",
)  # fmt: skip
"""What stands on the wire of somebody who does not speak HTTP, or speaks it badly."""


@pytest.fixture
def server(haggis: Haggis) -> Iterator[Served]:
    haggis.new()
    with Served(haggis) as running:
        yield running


@pytest.mark.slow
def test_bytes_that_are_no_request_hinder_nobody_and_are_not_told_on_the_terminal(server: Served) -> None:
    random = Random(3)
    for data in (*RAW, *(random.randbytes(random.randrange(1, 3_000)) for _ in range(20))):
        with Line(server.port, patience=0.06) as line:
            try:
                line.send(data)
                answer = line.rest()
            except OSError:  # it waits for more, or has closed
                continue
            assert b"200 OK" not in answer[:20]
            assert b"Traceback" not in answer
    assert Visitor(server.port, server.key).get("/m/friday").status == 200
    assert server.end() == (130, "\n")


HEADS = {
    "of 17 KiB": b"x: " + b"y" * 17 * 1024,
    "of 70 KiB": b"x: " + b"y" * 70 * 1024,
    "of many lines": b"\r\n".join(b"x%d: y" % number for number in range(6_000)),
    "of blanks": b"x:" + b" " * 70 * 1024 + b"y",
    "without end": b"x: " + b"y" * 1_000_000,
}


def fill_head(visitor: Visitor, size: int) -> bytes:
    """A request whose head has just so many bytes."""
    bare = head(visitor, "GET", "/m/friday", "x: ")
    return head(visitor, "GET", "/m/friday", "x: " + "y" * (size - len(bare)))


def test_a_head_has_16_kib_at_most_to_the_byte(server: Served) -> None:
    visitor = Visitor(server.port, server.key)
    for size, status in ((MAX_HEAD, b" 200 "), (MAX_HEAD + 1, b" 431 ")):
        with Line(server.port) as line:
            line.send(fill_head(visitor, size))
            assert status in line.line()


@pytest.mark.parametrize("pieces", [1_000, 10_000_000])
@pytest.mark.parametrize("kind", HEADS)
def test_one_that_is_larger_is_refused_however_it_comes(server: Served, kind: str, pieces: int) -> None:
    visitor = Visitor(server.port, server.key)
    data = head(visitor, "GET", "/m/friday").removesuffix(b"\r\n") + HEADS[kind] + b"\r\n\r\n"
    with Line(server.port) as line, suppress(OSError):  # it may close before all is sent
        for place in range(0, len(data), pieces):
            line.send(data[place : place + pieces])
        answer = line.rest()
        assert answer.startswith(b"HTTP/1.1 431 ")
        assert answer.endswith(b"haggis: The head of a request may have at most 16 KiB.\n")
    assert visitor.get("/m/friday").status == 200


def test_what_is_sent_ahead_of_an_answer_is_bounded_too(server: Served) -> None:
    visitor = Visitor(server.port, server.key)
    with Line(server.port) as line, suppress(OSError):
        line.send(head(visitor, "GET", "/m/friday") + fill_head(visitor, 70 * 1024))
        assert line.rest().count(b" 200 OK") <= 1
    assert visitor.get("/m/friday").status == 200


def test_a_form_in_chunks_is_read_and_one_without_end_is_cut_off(server: Served) -> None:
    visitor = Visitor(server.port, server.key)
    chunked = head(visitor, "POST", "/m/friday/undo", "Transfer-Encoding: chunked")
    with Line(server.port) as line:
        line.send(chunked + b"6\r\ntoken=\r\n0\r\n\r\n")
        assert b" 403 " in line.line()
    with Line(server.port) as line:
        try:
            line.send(chunked)
            for _ in range(1_000):
                line.send(b"3e8\r\n" + b"x" * 1_000 + b"\r\n")
        except OSError:
            return  # it was closed while it was still sent
        assert b" 413 " in line.line()


async def ask_without_end(haggis: Haggis) -> tuple[bytes, int]:
    """What is answered to a browser that says nothing, and how many letters one may send that sends one by one."""
    config = uvicorn.Config(Caller(haggis).app, http=BoundedConnection, lifespan="off", log_config=None)
    config.load()
    state = ServerState()
    listening = await asyncio.get_running_loop().create_server(
        lambda: BoundedConnection(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    place = listening.sockets[0].getsockname()
    async with listening, asyncio.timeout(PATIENCE):
        silent, dripping = await asyncio.open_connection(*place), await asyncio.open_connection(*place)
        dripping[1].write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        sent = 0
        with suppress(OSError):
            while not dripping[0].at_eof():
                dripping[1].write(b"x")
                await dripping[1].drain()
                await asyncio.sleep(0.02)
                sent += 1
        answer = await silent[0].read()
        for _, writer in (silent, dripping):
            writer.close()
    return answer, sent


def test_a_head_that_does_not_come_to_its_end_is_not_waited_for(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("haggis_cli.web.server.HEAD_SECONDS", 0.1)
    answer, sent = asyncio.run(ask_without_end(haggis))
    assert answer == b""
    assert sent > 0
