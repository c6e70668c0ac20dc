"""`haggis score` asks for blind bets where it asks for bets, with their names, and only where a variant has them."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.plugins import MOOR, begin_on_the_moor, plugged
from tests.support.terminal import Terminal, unwrapped

FIGURES = (("first: ", "Noah"), ("hold then: ", "8"), ("did Noah capture: ", "12"), ("capture [24]: ", ""))


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"moor": MOOR}):
        begin_on_the_moor(haggis)
        yield haggis


def test_it_is_asked_for_by_its_name(moor: Haggis) -> None:
    offers = "little (15) or big (30), or, with 8 cards seen, grand (60) blind or royal (90) blind"
    with Terminal(moor, "score") as screen:
        screen.answer_all(*FIGURES)
        assert f"Bets are {offers}." in unwrapped(screen.answer("What did Noah bet, blind or not [none]: ", "?"))
        shown = unwrapped(screen.answer("What did Noah bet, blind or not [none]: ", "g"))
        assert f"A bet is {offers}, or none: its name, its beginning, or its amount." in shown
        assert "Whoever has bet blind has made no other bet." in shown
        shown = screen.answer("What did Isla bet, blind or not [none]: ", "90")
        assert "  = grand (60) blind\n" in shown
        screen.answer_all(("Save this round? [Y/n]: ", ""), ("(Enter goes on, q leaves): ", "q"))
        assert screen.end()[0] == 0
    assert "bets = { Noah = 60, Isla = 90 }" in moor.text()
    assert moor.json("show")["rounds"][0]["scores"]["Noah"]["bet_points"] == 150


def test_elsewhere_nothing_is_said_of_it(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(*FIGURES, ("What did Noah bet [none]: ", "?"), ("Noah bet [none]: ", ""))
        assert "blind" not in screen.shown
