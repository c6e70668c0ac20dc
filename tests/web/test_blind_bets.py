"""Blind bets on the phone: an answer for each in the form, and a button for each before anything is recorded."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad
from tests.support.plugins import MOOR, begin_on_the_moor, plugged

RECORD = "/m/friday/record"
OFFER = "Blind bets first, with 8 cards seen"


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"moor": MOOR}):
        begin_on_the_moor(haggis, 3)
        yield haggis


def test_the_form_says_which_bets_are_blind(moor: Haggis) -> None:
    pad = Pad(Caller(moor))
    assert "What did Noah bet? no bet little (15) big (30) grand (60) blind royal (90) blind" in pad.text
    figures = {"out1": 1, "count1": 8, "out2": 2, "count2": 4, "captured1": 10, "captured2": 10}
    pad.fill(**figures, bet1="1-60", bet2="2-90").press("save")
    assert "bets = { Noah = 60, Isla = 90 }" in moor.text()


def test_recording_offers_them_first_and_never_late(moor: Haggis) -> None:
    caller = Caller(moor)
    page = caller.get(RECORD, caller.writer).seen.words
    assert f"{OFFER} Noah grand (60) Noah royal (90) Isla grand (60)" in page
    assert "Blind bets come first; then choose what Noah leads." in page
    moor.ok("record", "Isla: bet grand")
    page = caller.get(RECORD, caller.writer).seen.words
    assert "Isla grand (60) blind 17" in page  # beside the name, who needs no button any more
    assert "Isla royal" not in page
    for late in ("Jamie: bet little", "Noah: 2r"):
        moor.ok("record", late)
        page = caller.get(RECORD, caller.writer).seen.words
        assert OFFER not in page
        assert "Noah royal" not in page
        moor.ok("undo")


def test_a_watcher_is_offered_nothing(moor: Haggis) -> None:
    caller = Caller(moor)
    assert OFFER not in caller.get(RECORD, caller.watcher).seen.words


def test_elsewhere_nothing_is_said_of_them(haggis: Haggis) -> None:
    haggis.new()
    caller = Caller(haggis)
    assert "lind" not in caller.get(RECORD, caller.writer).seen.words
    assert "lind" not in Pad(caller).text
