"""A disk that is full in the middle of an evening: everybody is told, nobody has to leave, and nothing is lost."""

import sys

import pytest

from tests.support.haggis import Haggis
from tests.support.terminal import Terminal, unwrapped

if sys.platform != "linux":
    pytest.skip("another process's limits can be changed on Linux alone", allow_module_level=True)

import resource

GAME = ("play", "--variant", "two-player", "-p", "Noah", "-b", "random", "--seed", "3", "--name", "friday")
RECORD = ("record", "friday")


def room(screen: Terminal, most: int) -> None:
    """Let the files that a program writes grow to so many bytes, as if the disk had no more."""
    _, hard = resource.prlimit(screen.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(screen.pid, resource.RLIMIT_FSIZE, (most, hard))


def test_a_play_that_cannot_be_saved_is_told_and_asked_again(haggis: Haggis) -> None:
    with Terminal(haggis, *GAME) as screen:
        screen.expect("Noah> ")
        before = haggis.text()
        room(screen, haggis.path().stat().st_size)
        screen.type("pass")
        assert "not saved, nothing was changed: File too large" in unwrapped(screen.expect("Noah> "))
        assert haggis.text() == before
        room(screen, resource.RLIM_INFINITY)
        screen.type("pass")
        screen.answer("Noah> ", "quit")
        assert screen.end()[0] == 0
    assert len(haggis.text()) > len(before)
    assert haggis.ok("check") == ""


@pytest.mark.slow
def test_what_a_computer_player_does_is_tried_again_when_there_is_room(haggis: Haggis) -> None:
    with Terminal(haggis, *GAME) as screen:
        screen.expect("Noah> ")
        before = haggis.text()
        room(screen, haggis.path().stat().st_size + len('  "Noah: pass",\n'))
        screen.type("pass")
        assert "not saved, nothing was changed: File too large" in unwrapped(
            screen.expect("Enter tries again (or: q): ")
        )
        assert haggis.text() == before.replace("\n]", '\n  "Noah: pass",\n]', 1)
        room(screen, resource.RLIM_INFINITY)
        screen.type("")
        screen.answer("Noah> ", "quit")
        assert screen.end()[0] == 0
    assert haggis.text().count('"Robbie: ') > before.count('"Robbie: ')
    assert haggis.ok("check") == ""


@pytest.mark.slow
def test_a_round_is_recorded_on_when_there_is_room(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, *RECORD) as screen:
        screen.expect("Noah> ")
        room(screen, haggis.path().stat().st_size)
        screen.type("7r")
        assert "not saved, nothing was changed: File too large" in unwrapped(screen.expect("Noah> "))
        room(screen, resource.RLIM_INFINITY)
        screen.type("7r")
        screen.answer("Isla> ", "quit")
        assert screen.end()[0] == 0
    assert haggis.text().count('"Noah: 7r"') == 1


def test_where_nobody_types_it_ends_with_what_is_saved(haggis: Haggis) -> None:
    haggis.ok(*GAME)
    before = haggis.text()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (haggis.path().stat().st_size, hard))
    try:
        ran = haggis("play", stdin="moves\n1\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert ran.code == 4
    assert "not saved, nothing was changed: File too large" in ran.err
    assert haggis.text() == before
