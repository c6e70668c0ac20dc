"""`haggis play` deals in two stages where blind bets are made: first so many cards, then the bets, then the rest."""

import re
from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.plugins import MOOR, plugged
from tests.support.terminal import Terminal

ALONE = ("-p", "Noah", "-b", "Robbie=easy")
CARD = re.compile(r"\b(?:10|[2-9])[rgby]\b")


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"moor": MOOR}):
        yield haggis


def cards_in(shown: str) -> set[str]:
    """The suit cards that are drawn on the screen as a hand."""
    return set(CARD.findall(shown.partition(" leads.")[0]))


def test_lines_of_a_file_answer_it_too(moor: Haggis) -> None:
    words = ("play", "--variant", "moor", *ALONE, "--lead", "Noah", "--seed", "7", "--name", "friday")
    ran = moor(*words, "--playouts", "2", stdin="# first the blind bet\nbet grand\nquit\n")
    assert (ran.code, "Noah bets grand (60) blind\n" in ran.out) == (0, True)
    refused = moor(*words[:-1], "monday", stdin="4r\n")
    assert (refused.code, "only a blind bet of Noah is possible" in refused.err) == (2, True)


def test_where_only_computer_players_play_nobody_is_asked(moor: Haggis) -> None:
    out = moor.ok("play", "--variant", "moor", "-b", "random", "-b", "random", "--rounds", "1", "--seed", "7")
    assert "blind" not in out
    assert "The rest" not in out


def test_elsewhere_everything_is_dealt_at_once(haggis: Haggis) -> None:
    words = ("play", "--variant", "two-player", *ALONE, "--lead", "Noah", "--seed", "7", "--name", "friday")
    with Terminal(haggis, *words) as screen:
        assert len(cards_in(screen.answer("Noah> ", "help"))) == 14
        assert "Blind" not in screen.answer("Noah> ", "quit")
        screen.end()
