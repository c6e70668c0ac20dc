"""Blind bets in a real browser at 375 pixels: a chip on the score pad, and a button while a round is recorded."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import NO_BROWSER, PROGRAM, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.plugins import MOOR, begin_on_the_moor, plugged
from tests.support.served import served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

RECORD = "/m/friday/record"
OFFER = "Blind bets first, with 8 cards seen"


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"moor": MOOR}):
        begin_on_the_moor(haggis, 3)
        yield haggis


def test_a_chip_is_touched_on_the_score_pad(running: Browser, moor: Haggis) -> None:
    with served(moor) as server, phone(running, server) as held:
        thumb = Thumb(held, "/m/friday/score").choose("out1", 1).choose("count1", 8).choose("out2", 2)
        thumb.choose("count2", 4).type("captured1", "10").type("captured2", "10!")
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
