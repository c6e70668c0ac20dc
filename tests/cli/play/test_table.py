"""`haggis play` deals in two stages where blind bets are made: first so many cards, then the bets, then the rest."""

import re
from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.plugins import MOOR, plugged
from tests.support.terminal import Terminal, unwrapped

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


def test_the_rest_is_shown_when_the_blind_bet_is_made(moor: Haggis) -> None:
    with play(moor, *ALONE) as screen:
        shown = screen.answer("Noah, blind bet [none]> ", "grand")
        first = cards_in(shown)
        assert "8 of 14 cards are dealt. Noah may bet blind now: grand (60) or royal (90); Enter" in unwrapped(shown)
        assert "J Q K" in shown
        assert len(first) == 8
        shown = screen.answer("Noah> ", "quit")
        assert "Noah bets grand (60) blind\nThe rest of the cards is dealt.\n" in shown
        assert "Noah 17 with JQK, bet 60" in shown
        assert first < hand(moor, "Noah") == cards_in(shown.rpartition("dealt.")[2])
        screen.end()
    assert '"Noah: bet grand"' in moor.text()


def test_the_computer_waits_for_the_answer_and_bets_nothing_blind(moor: Haggis) -> None:
    with play(moor, *ALONE, lead="Robbie") as screen:
        assert "Robbie plays" not in screen.answer("Noah, blind bet [none]> ", "")
        assert "Robbie plays" in screen.answer("Noah> ", "quit")
        screen.end()
    assert "Robbie: bet grand" not in moor.text()
    assert "Robbie: bet royal" not in moor.text()


def test_who_has_seen_all_cards_does_not_bet_blind_any_more(moor: Haggis) -> None:
    with play(moor, *ALONE) as screen:
        screen.answer_all(("Noah, blind bet [none]> ", "none"), ("Noah> ", "bet royal"))
        too_late = "A bet of royal (90) is made blind, with 8 cards: it comes before all other bets and plays."
        assert too_late in unwrapped(screen.answer("Noah> ", "help"))
        told = unwrapped(screen.answer("Noah> ", "quit"))
        assert "Blind bets are asked for after the deal, with 8 cards seen; computer players make none." in told
        screen.end()
    with Terminal(moor, "play") as again:  # who leaves and comes back may have seen them, too
        assert "blind bet" not in again.answer("Noah> ", "quit")
        again.end()


@pytest.mark.parametrize("typed", ["little", "4r", "Robbie: bet grand", "b", "61"])
def test_anything_else_is_refused_and_asked_again(moor: Haggis, typed: str) -> None:
    with play(moor, *ALONE) as screen:
        screen.answer("blind bet [none]> ", typed)
        shown = unwrapped(screen.answer("blind bet [none]> ", "Noah: bet 60"))
        assert "Noah is asked for a blind bet: grand (60) or royal (90), or none; all else comes later" in shown
        assert "Noah bets grand (60) blind" in screen.answer("Noah> ", "quit")
        screen.end()


def test_each_person_sees_the_own_first_cards_and_what_others_have_bet(moor: Haggis) -> None:
    with play(moor, *TWO) as screen:
        screen.answer("Noah, press Enter when you alone look: ", "")
        noah = cards_in(screen.answer("Noah, blind bet [none]> ", "royal"))
        screen.answer("Isla, press Enter when you alone look: ", "")
        shown = screen.answer("Isla, blind bet [none]> ", "undo")
        assert "Noah bets royal (90) blind" in shown
        assert (len(noah), len(cards_in(shown)), noah & cards_in(shown)) == (8, 8, set())
        screen.answer("Noah, press Enter when you alone look: ", "")
        assert cards_in(screen.answer("Noah, blind bet [none]> ", "")) == noah  # asked again, with the same cards
        screen.answer("Isla, press Enter when you alone look: ", "")
        screen.answer("Isla, blind bet [none]> ", "g")
        screen.answer("Noah, press Enter when you alone look: ", "")
        assert "Isla 17 with JQK, bet 60" in screen.answer("Noah> ", "quit")
        screen.end()
    assert noah < hand(moor, "Noah")
    assert "royal" not in moor.text()


def test_the_dialogue_helps_and_leaves(moor: Haggis) -> None:
    with play(moor, *ALONE) as screen:
        screen.answer("blind bet [none]> ", "help")
        told = unwrapped(screen.answer("blind bet [none]> ", "show"))
        assert "Computer players bet nothing blind." in told
        assert "Moor" in screen.answer("blind bet [none]> ", "q")
        assert "goes on" in screen.end()[1]


def test_lines_of_a_file_answer_it_too(moor: Haggis) -> None:
    words = ("play", "--variant", "moor", *ALONE, "--lead", "Noah", "--seed", "7", "--name", "friday")
    ran = moor(*words, "--playouts", "2", stdin="# first the blind bet\nbet grand\nquit\n")
    assert (ran.code, "Noah bets grand (60) blind\n" in ran.out) == (0, True)
    refused = moor(*words[:-1], "monday", stdin="4r\n")
    assert (refused.code, "Noah is asked for a blind bet" in refused.err) == (2, True)


def test_where_only_computer_players_play_nobody_is_asked(moor: Haggis) -> None:
    out = moor.ok("play", "--variant", "moor", "-b", "random", "-b", "random", "--rounds", "1", "--seed", "7")
    assert "blind" not in out
    assert "The rest" not in out


def test_elsewhere_everything_is_dealt_at_once(haggis: Haggis) -> None:
    with play(haggis, *ALONE, variant="two-player") as screen:
        assert len(cards_in(screen.answer("Noah> ", "help"))) == 14
        assert "Blind" not in screen.answer("Noah> ", "quit")
        screen.end()
