"""The number pad where players have not all of J, Q and K: its keys stand beside the digits, none upon another."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import NO_BROWSER, PROGRAM, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.plugins import COPY, plugged
from tests.support.served import served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

QUEENS = COPY + (
    "from haggis_cli.rules.api import Setup\n"
    "SETUPS = {2: Setup(suits=4, copies=1, dealt=14, courts=(12,))}\n"
    'V = replace(TWO_PLAYER, id="queens", name="Queens", setups=SETUPS)\n'
)


@pytest.fixture
def queens(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"queens": QUEENS}):
        haggis.ok("new", "--variant", "queens", "-p", "Noah", "-p", "Isla", "--name", "friday")
        yield haggis


def test_one_court_card_and_plus_fill_their_column(running: Browser, queens: Haggis) -> None:
    with served(queens) as server, phone(running, server) as held:
        thumb = Thumb(held, "/m/friday/score").choose("out1", 1).choose("count1", 8)
        keys = held.page.locator(".is-open .keys > button, .is-open .fourth button")
        expect(keys).to_have_count(14)
        boxes = [box for key in keys.all() if (box := key.bounding_box())]
        rows = sorted({round(box["y"]) for box in boxes[:12]})
        columns = sorted({round(box["x"]) for box in boxes[:12]})
        assert (len(rows), len(columns)) == (4, 3)
        assert all(box["x"] > columns[-1] + 44 for box in boxes[12:])
        thumb.type("captured1", "Q4")
        held.see("= 7: Q 3, 4 cards")
