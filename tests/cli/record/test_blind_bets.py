"""`haggis record` offers blind bets as long as they can be made: in its prompt, its hints, its help, and on Tab."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from haggis_cli.book.hints import line_hint, next_words
from haggis_cli.plugins.registry import load
from haggis_cli.rules.api import BlindBets
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players
from tests.support.haggis import Haggis
from tests.support.plugins import MOOR, begin_on_the_moor, plugged
from tests.support.tables import after
from tests.support.terminal import DrawnTerminal, Terminal, unwrapped

OFFER = "Blind bets come first, with 8 cards seen: grand (60) or royal (90), like 'Noah: bet grand'."
GRAND = replace(load("two-player"), id="grand", betting=BlindBets(), options=())


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"moor": MOOR}):
        begin_on_the_moor(haggis)
        yield haggis


@pytest.fixture
def start() -> Round:
    return begin(seat_players(GRAND, ("Noah", "Isla")), 0)


def test_the_prompt_offers_them_until_all_cards_are_seen(moor: Haggis) -> None:
    with Terminal(moor, "record") as screen:
        assert OFFER in unwrapped(screen.answer("Noah> ", "Isla: bet royal"))
        assert OFFER in unwrapped(screen.answer("Noah> ", "help"))
        assert "  Noah: bet grand  blind, with 8 cards seen\n" in screen.answer("Noah> ", "bet grand")
        shown = screen.answer("Noah> ", "3r")
        assert "Noah 17 with JQK, bet 60 | Isla 17 with JQK, bet 90" in shown
        assert "Blind" not in shown  # both have bet
        assert "Blind" not in screen.answer("Isla> ", "quit")
        assert screen.end()[0] == 0
    assert '"Isla: bet royal",\n  "Noah: bet grand",\n  "Noah: 3r",' in moor.text()


def test_an_open_bet_ends_them(moor: Haggis) -> None:
    with Terminal(moor, "record") as screen:
        assert OFFER in unwrapped(screen.answer("Noah> ", "bet big"))
        assert "Blind" not in screen.answer("Noah> ", "Isla: bet royal")
        assert "A bet of royal (90) is made blind, with 8 cards" in unwrapped(screen.answer("Noah> ", "quit"))


def test_what_is_shown_below_the_line_and_on_tab(moor: Haggis) -> None:
    with DrawnTerminal(moor, "record") as screen:
        screen.see("cards; blind bets come first, like 'Noah: bet grand'")
        screen.press("bet g")
        screen.press("\t")
        screen.see("Noah> bet grand")
        screen.see("Noah bets grand (60) blind")


def test_completion_has_them_as_long_as_they_can_be_made(start: Round) -> None:
    assert next_words("", start)[2:4] == ["bet blind", "pass"]
    assert next_words("Isla: ", start)[:1] == ["bet blind"]
    assert next_words("bet ", start) == ["baby", "little", "big", "blind"]
    for later in (after(start, "Noah: bet baby"), after(start, "Noah: 2r")):
        assert "bet blind" not in next_words("", later)
        assert next_words("Isla: bet ", later) == ["baby", "little", "big"]
    assert "bet blind" not in next_words("", start, all_seen=True)
    assert next_words("bet ", start, all_seen=True) == ["baby", "little", "big"]


def test_who_has_seen_all_cards_is_told_that_it_is_too_late(start: Round) -> None:
    assert line_hint("", start) == "cards; blind bets come first, like 'Noah: bet blind'"
    assert line_hint("", start, all_seen=True) == "cards"
    assert line_hint("bet blind", start) == "Noah bets blind (60)"
    assert line_hint("bet blind", start, all_seen=True).startswith(
        "no: A bet of blind (60) is made blind, with 8 cards"
    )
    assert line_hint("bet baby", start, all_seen=True) == "Noah bets baby (5)"


def test_elsewhere_nothing_is_said_of_them() -> None:
    state = begin(seat_players(load("two-player"), ("Noah", "Isla")), 0)
    assert line_hint("", state) == "cards"
    assert next_words("", state)[2:4] == ["pass", "bet "]
