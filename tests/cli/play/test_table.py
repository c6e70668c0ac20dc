"""`haggis play` deals in two stages where blind bets are made: first so many cards, then the bets, then the rest."""

import re
from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.plugins import MOOR, plugged
from tests.support.terminal import Terminal

ALONE = ("-p", "Noah", "-b", "Robbie=easy")
TWO = ("-p", "Noah", "-p", "Isla")
CARD = re.compile(r"\b(?:10|[2-9])[rgby]\b")


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"moor": MOOR}):
        yield haggis


def play(moor: Haggis, *players: str, lead: str = "Noah", variant: str = "moor") -> Terminal:
    more = ("--lead", lead, "--seed", "7", "--name", "friday", "--playouts", "2")
    return Terminal(moor, "play", "--variant", variant, *players, *more)


def cards_in(shown: str) -> set[str]:
    """The suit cards that are drawn on the screen as a hand."""
    return set(CARD.findall(shown.partition(" leads.")[0]))


def hand(moor: Haggis, name: str) -> set[str]:
    found = re.search(rf'^{name} = "(.*)"$', moor.text(), re.MULTILINE)
    assert found
    return set(found[1].split())


def test_each_person_sees_the_own_first_cards_and_what_others_have_bet(moor: Haggis) -> None:
    with play(moor, *TWO) as screen:
        screen.answer("Noah, press Enter when only you can see the screen: ", "")
        noah = cards_in(screen.answer("Noah, blind bet [none]> ", "royal"))
        screen.answer("Isla, press Enter when only you can see the screen: ", "")
        shown = screen.answer("Isla, blind bet [none]> ", "undo")
        assert "Noah bets royal (90) blind" in shown
        assert (len(noah), len(cards_in(shown)), noah & cards_in(shown)) == (8, 8, set())
        screen.answer("Noah, press Enter when only you can see the screen: ", "")
        assert cards_in(screen.answer("Noah, blind bet [none]> ", "")) == noah  # asked again, with the same cards
        screen.answer("Isla, press Enter when only you can see the screen: ", "")
        screen.answer("Isla, blind bet [none]> ", "g")
        screen.answer("Noah, press Enter when only you can see the screen: ", "")
        assert "Isla 17 with JQK, bet 60" in screen.answer("Noah> ", "quit")
        screen.end()
    assert noah < hand(moor, "Noah")
    assert "royal" not in moor.text()


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
    with play(haggis, *ALONE, variant="two-player") as screen:
        assert len(cards_in(screen.answer("Noah> ", "help"))) == 14
        assert "Blind" not in screen.answer("Noah> ", "quit")
        screen.end()
