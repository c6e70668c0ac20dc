"""A server killed at any request of an evening: every round that was acknowledged is there, and no other."""

import sys
import time
from http.client import HTTPException
from random import Random
from urllib.parse import urlencode

import pytest

from tests.support.haggis import Haggis
from tests.support.served import Line, Served, Visitor, head

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

SCORE, UNDO = "/m/friday/score", "/m/friday/undo"
FIRST = {"out1": "1", "count1": "8", "captured1": "12", "captured2": "24", "bet1": "15", "bet2": "5"}
SECOND = {"out1": "2", "count1": "3", "captured1": "30", "captured2": "6", "bet1": "none", "bet2": "30"}
EVENING: list[tuple[str, str, dict[str, str]]] = [
    (SCORE, "check", FIRST | {"captured2": ""}),
    (SCORE, "save", FIRST),
    (SCORE, "check", SECOND),
    (SCORE, "save", SECOND),
    (UNDO, "", {}),
    (SCORE, "save", SECOND | {"count1": "4"}),
    ("/m/friday/rounds/1", "save", FIRST | {"count1": "9"}),
    (SCORE, "save", FIRST),
]
"""Where each form is sent, its button, and what is filled in."""
SAVES = {"save", ""}
GOAL = ("--rounds", "4")


def request_of(visitor: Visitor, number: int) -> bytes:
    """The request that a phone sends for a line of the evening, from the page as it is now."""
    address, deed, figures = EVENING[number]
    shown = visitor.get("/m/friday" if address == UNDO else address).seen.fields
    body = urlencode(shown | figures | {"do": deed}).encode()
    more = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}", "Connection: close")
    return head(visitor, "POST", address, *more) + body


def play(haggis: Haggis, *, kill_at: int | None, seconds: float) -> list[str]:
    """Do the evening, the server killed so many seconds after one of its requests was sent; the file after each line.

    Whoever got no answer looks what is there and, if the round is missing, sends it again.
    """
    states = [haggis.text()]
    server = Served(haggis)
    visitor = Visitor(server.port, server.key)
    try:
        for number, (_, deed, _) in enumerate(EVENING):
            sent = request_of(visitor, number)
            with Line(server.port) as line:
                line.send(sent)
                if number == kill_at:
                    time.sleep(seconds)
                    server.process.kill()
                    server.process.wait()
                try:
                    status = int((line.line().split() or [b"", b"0"])[1])
                except (OSError, HTTPException):
                    status = 0
            if number != kill_at:
                assert status in (200, 303), (number, status)
            is_there = haggis.text() != states[-1]
            assert not is_there or deed in SAVES, "what only checks changes nothing"
            if status == 303:
                assert is_there == (deed in SAVES), "what was acknowledged is there"
            if number == kill_at:
                assert haggis.json("check", "friday")["ok"]
                server.__exit__(None, None, None)
                server = Served(haggis)
                visitor.port = server.port
                if not is_there and deed in SAVES:
                    with Line(server.port) as line:
                        line.send(request_of(visitor, number))
                        assert b" 303 " in line.line()
            states.append(haggis.text())
    finally:
        server.__exit__(None, None, None)
    return states


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The file after each line of an evening that nothing happens to."""
    haggis = Haggis(tmp_path_factory.mktemp("undisturbed"))
    made = haggis.process("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday", *GOAL)
    assert made.code == 0, made
    states = play(haggis, kill_at=None, seconds=0)
    assert len(set(states)) > 4, "the evening has rounds saved, corrected and taken back"
    return states


@pytest.mark.slow
@pytest.mark.parametrize("kill_at", range(len(EVENING)))
def test_what_was_acknowledged_is_there_and_nothing_else(haggis: Haggis, undisturbed: list[str], kill_at: int) -> None:
    haggis.new()
    seconds = Random(kill_at).uniform(0, 0.03)
    assert play(haggis, kill_at=kill_at, seconds=seconds) == undisturbed
