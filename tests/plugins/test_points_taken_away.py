"""A variant that takes lost bets away: points fewer than nothing have one sign everywhere."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller
from tests.support.plugins import VARIANTS, plugged

ENTRIES = ("Noah: out 1, cards 0, bet dare", "Isla: cards 10, bet double")


@pytest.fixture(autouse=True)
def begun(haggis: Haggis) -> Iterator[None]:
    with plugged(haggis, {"climb": VARIANTS["climb"]}):
        haggis.ok("new", "--variant", "climb", "-p", "Noah", "-p", "Isla", "--name", "hill")
        haggis.ok("score", *ENTRIES, "--yes")
        yield


def test_the_scoreboard_tells_what_a_lost_bet_took(haggis: Haggis) -> None:
    shown = haggis.ok("show")
    assert "double lost -50" in shown
    assert "dare +20" in shown


@pytest.mark.parametrize("command", ["show", "log", "check", "sheet", "list", "stats"])
def test_no_number_has_two_signs(haggis: Haggis, command: str) -> None:
    assert "+-" not in haggis.ok(command)


@pytest.mark.parametrize("page", ["", "/board", "/rounds/1", "/rounds/1/result", "/sheet.html"])
def test_no_number_on_a_page_has_two_signs(haggis: Haggis, page: str) -> None:
    caller = Caller(haggis)
    answer = caller.get(f"/m/hill{page}", caller.writer)
    assert (answer.status, "-40" in answer.text, "+-" in answer.text) == (200, True, False)
