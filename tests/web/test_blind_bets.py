"""Blind bets on the phone: a chip for each on the score pad, and a button for each before anything is recorded."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import NO_BROWSER, PROGRAM
from tests.support.haggis import Haggis
from tests.support.moor import begin, moor_installed
from tests.support.web.caller import Caller
from tests.support.web.pad import Pad, words
from tests.support.web.phones import phone
from tests.support.web.served import served
from tests.support.web.thumb import Thumb

BROWSER = pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)
RECORD = "/m/friday/record"
OFFER = "Blind bets first, with 8 cards seen"


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with moor_installed(haggis):
        begin(haggis, 3)
        yield haggis


def test_the_form_says_which_bets_are_blind(moor: Haggis) -> None:
    pad = Pad(Caller(moor))
    assert "What did Noah bet? no bet little (15) big (30) grand (60) blind royal (90) blind" in pad.text
    figures = {"out1": 1, "count1": 8, "out2": 2, "count2": 4, "captured1": 10, "captured2": 10}
    pad.fill(**figures, bet1="1-60", bet2="2-90").press("save")
    assert "bets = { Noah = 60, Isla = 90 }" in moor.text()


def test_recording_offers_them_first_and_never_late(moor: Haggis) -> None:
    caller = Caller(moor)
    page = words(caller.get(RECORD, caller.writer).text)
    assert f"{OFFER} Noah grand (60) Noah royal (90) Isla grand (60)" in page
    assert "Blind bets come first; then choose what Noah leads." in page
    moor.ok("record", "Isla: bet grand")
    page = words(caller.get(RECORD, caller.writer).text)
    assert "Isla grand (60) blind 17" in page  # beside the name, who needs no button any more
    assert "Isla royal" not in page
    for late in ("Jamie: bet little", "Noah: 2r"):
        moor.ok("record", late)
        page = words(caller.get(RECORD, caller.writer).text)
        assert OFFER not in page
        assert "Noah royal" not in page
        moor.ok("undo")


def test_a_watcher_is_offered_nothing(moor: Haggis) -> None:
    caller = Caller(moor)
    assert OFFER not in words(caller.get(RECORD, caller.watcher).text)


def test_elsewhere_nothing_is_said_of_them(haggis: Haggis) -> None:
    haggis.new()
    caller = Caller(haggis)
    assert "lind" not in words(caller.get(RECORD, caller.writer).text)
    assert "lind" not in Pad(caller).text


@pytest.mark.slow
@BROWSER
def test_a_chip_is_touched_on_the_score_pad(running: Browser, moor: Haggis) -> None:
    with served(moor) as server, phone(running, server) as held:
        thumb = Thumb(held, "/m/friday/score").choose("out1", 1).choose("count1", 8).choose("out2", 2)
        thumb.choose("count2", 4).type("captured1", "10").type("captured2", "10")
        chip = held.page.locator("label[for='bet1-1-60']")
        chip.wait_for()
        expect(chip).to_have_text("grand (60) blind")
        box = chip.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        thumb.choose("bet1", "1-60")
        expect(held.page.locator("[data-open=stakes]")).to_contain_text("grand (60) blind")
        thumb.choose("bet2", "2-15").sees("+").save()
    assert "bets = { Noah = 60, Isla = 15 }" in moor.text()


@pytest.mark.slow
@BROWSER
def test_a_button_is_touched_while_recording(running: Browser, moor: Haggis) -> None:
    with served(moor) as server, phone(running, server) as held:
        held.go(RECORD)
        held.see(OFFER)
        held.touch("[name=deed][value='bet.1.90']")
        expect(held.page.locator(".bet")).to_have_text("royal (90) blind")
        assert held.page.locator("[value='bet.1.60']").count() == 0
        assert held.find_barriers() == []
        assert held.says("document.documentElement.scrollWidth") == 375
        held.touch("[name='c.3r']")
        held.page.locator("#verdict .legal").wait_for()
        held.touch(".last [value=play]")
        expect(held.page.locator(".blind")).to_have_count(0)
        held.touch(".bets summary")
        assert held.page.locator("[name=deed][value='bet.2.30']").count() == 1
    assert '"Isla: bet royal",\n  "Noah: 3r",' in moor.text()
