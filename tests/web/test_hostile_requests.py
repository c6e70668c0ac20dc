"""Requests of every kind, from somebody with a key and from strangers: no 500, no traceback, no harm to a match."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
import uvicorn
from uvicorn.server import ServerState

from haggis_cli.web.connections import MAX_HEAD, BoundedConnection
from tests.support.haggis import PATIENCE, Haggis
from tests.support.paths import ROOT
from tests.support.web.attacker import Attacker
from tests.support.web.caller import Caller
from tests.support.web.raw import Line, head
from tests.support.web.served import Served, Visitor


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
    monkeypatch.setattr("haggis_cli.web.access.limits.RateLimit.allows", lambda *_: True)
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
        assert answer.endswith(b"haggis: The head of a request has 16 KiB at most.\n")
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
    monkeypatch.setattr("haggis_cli.web.connections.HEAD_SECONDS", 0.1)
    answer, sent = asyncio.run(ask_without_end(haggis))
    assert answer == b""
    assert sent > 0
