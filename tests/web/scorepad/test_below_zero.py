"""The number pad where captured cards may be worth less than nothing: it has a minus there, and nowhere else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import NO_BROWSER, PROGRAM, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.plugins import COPY, plugged
from tests.support.served import served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

THISTLE = COPY + (
    "from haggis_cli.rules.api import CardValues\n"
    'VALUES = CardValues("each 10 is -3, each 9 -1, J Q 2, K 4", (0,) * 7 + (-1, -3), (2, 2, 4))\n'
    'V = replace(TWO_PLAYER, id="thistle", name="Thistle", options=(), card_values=VALUES)\n'
)
PAD = "/m/pricks/score"
MINUS = ".is-open [data-key='-']"


@pytest.fixture
def pricking(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"thistle": THISTLE}):
        haggis.ok("new", "--variant", "thistle", "-p", "Noah", "-p", "Isla", "--lead", "Noah", "--name", "pricks")
        yield haggis


def test_a_figure_below_zero_is_touched_and_saved(running: Browser, pricking: Haggis) -> None:
    with served(pricking) as server, phone(running, server, (375, 667)) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8)
        minus = held.page.locator(MINUS)
        expect(minus).to_have_text("−")
        expect(minus).to_have_accessible_name("Minus")
        thumb.type("captured1", "-4")
        expect(held.page.locator("[data-field=captured1] .shown b")).to_have_text("-4")
        thumb.type("captured1", "!").sees("+36").save()
    assert "captured = { Noah = -4, Isla = 4 }" in pricking.text("pricks")


def test_sums_and_piles_may_go_below_zero(running: Browser, pricking: Haggis) -> None:
    with served(pricking) as server, phone(running, server) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8).type("captured1", "-12!").sees("+28")
        thumb.open("captured1").type("captured1", "K-6")
        held.see("= -2: K 4, -6 points of suit cards")
        thumb.type("captured1", "!").sees("+38").open("captured1").type("captured1", "5-9!").sees("+36")
        thumb.open("captured1").type("captured1", "-")
        assert held.page.locator("[data-field=captured1] .refusal").count() == 0  # a number follows
        thumb.type("captured1", "17")
        held.see("all cards worth less than nothing make -16")


def test_every_key_is_large_enough_and_in_sight(running: Browser, pricking: Haggis) -> None:
    with served(pricking) as server, phone(running, server, (320, 568)) as held:
        Thumb(held, PAD).choose("out1", 1).choose("count1", 8)
        keys = held.page.locator(".is-open .keys button")
        expect(keys).to_have_count(17)  # twelve of the digits, J, Q, K, minus and plus
        for box in (key.bounding_box() for key in keys.all()):
            assert box is not None
            assert min(box["width"], box["height"]) >= 43.5
            assert box["y"] + box["height"] <= 568


@pytest.mark.parametrize("variant", ["two-player", "neeps"])
def test_elsewhere_there_is_no_minus(running: Browser, haggis: Haggis, variant: str) -> None:
    names = ("Noah", "Isla", "Rory", "Jamie")[: 4 if variant == "neeps" else 2]
    haggis.ok("new", "--variant", variant, *(word for name in names for word in ("-p", name)), "--name", "friday")
    with served(haggis) as server, phone(running, server) as held:
        Thumb(held, "/m/friday/score").open("captured1")
        held.page.locator(".is-open [data-key='+']").wait_for()
        assert held.page.locator(MINUS).count() == 0
