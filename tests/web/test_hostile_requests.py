"""Requests of every kind, from somebody with a key and from strangers: no 500, no traceback, no harm to a match."""

import shutil
import time
from collections.abc import Iterator
from random import Random

import pytest

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
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow, id="thousands")])
def test_no_request_is_a_mistake_and_every_match_can_be_read_afterwards(
    evening: Haggis, seed: int, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    requests = 100 if seed == 1 else int(request.config.getoption("--requests"))
    monkeypatch.setattr("haggis_cli.web.access.limits.RateLimit.allows", lambda *_: True)
    readable = {each["id"] for each in evening.json("list")["matches"]}
    caller = Caller(evening, lan=True)
    attacker = Attacker(caller, seed)
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


def drip(line: Line) -> None:
    """Send letter after letter, for as long as a test may take."""
    for _ in range(PATIENCE * 5):
        line.send(b"x")
        time.sleep(0.2)


@pytest.mark.slow
def test_a_head_that_does_not_come_to_its_end_is_not_waited_for(server: Served) -> None:
    with Line(server.port) as silent, Line(server.port) as dripping:
        dripping.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        with pytest.raises(OSError, match=r"."):  # in the end nobody is there
            drip(dripping)
        assert silent.rest() == b""
