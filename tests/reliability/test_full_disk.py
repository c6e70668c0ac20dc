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


@pytest.mark.sample("play")
@pytest.mark.parametrize(
    ("words", "line", "following"), [(GAME, "pass", "Noah> "), (RECORD, "7r", "Isla> ")], ids=["play", "record"]
)
def test_what_cannot_be_saved_is_told_and_asked_again(
    haggis: Haggis, words: tuple[str, ...], line: str, following: str
) -> None:
    if words == RECORD:
        haggis.new()
    with Terminal(haggis, *words) as screen:
        screen.expect("Noah> ")
        before = haggis.text()
        room(screen, haggis.path().stat().st_size)
        screen.type(line)
        assert "not saved, nothing was changed: File too large" in unwrapped(screen.expect("Noah> "))
        assert haggis.text() == before
        room(screen, resource.RLIM_INFINITY)
        screen.type(line)
        screen.answer(following, "quit")
        assert screen.end()[0] == 0
    assert haggis.text().count(f'"Noah: {line}"') == 1
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
