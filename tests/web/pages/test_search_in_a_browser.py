"""The search for better plays in a real browser: it comes to its end by itself, and is stopped by a touch."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import NO_BROWSER, PHONE, PROGRAM, phone
from tests.support.haggis import ROOT, Haggis, header
from tests.support.plugins import COPY, plugged
from tests.support.served import served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

PATIENCE = 120_000
"""Milliseconds for a search, whose process lets all others of a loaded machine go before."""
SHORT = COPY + (
    "from haggis_cli.rules.api import Setup\n"
    "SETUPS = {2: Setup(suits=1, copies=1, dealt=3)}\n"
    'V = replace(TWO_PLAYER, id="short", name="Short", usual=False, setups=SETUPS, options=())\n'
)
"""Hands of six cards are searched to their end in a moment."""
GIVEN_AWAY = """
[[rounds]]
events = [
  "Noah: 2r", "Isla: pass", "Noah: 4r", "Isla: pass", "Noah: 9r", "Isla: pass", "Noah: J", "Isla: pass",
  "Noah: Q", "Isla: pass", "Noah: K",
]
deal = { haggis = "6r 7r 8r", hands = { Noah = "2r 4r 9r", Isla = "3r 5r 10r" } }
"""


@pytest.mark.parametrize("scripts", [True, False])
def test_a_phone_looks_for_better_plays_and_nothing_is_in_its_way(
    running: Browser, haggis: Haggis, scripts: bool
) -> None:
    haggis.keep(header(variant="short", lead="Noah") + GIVEN_AWAY)
    with (
        plugged(haggis, {"short": SHORT}),
        served(haggis) as server,
        phone(running, server, PHONE, scripts=scripts) as page,
    ):
        page.go("/m/friday/replay")
        page.touch("text=Look for better plays")
        page.page.wait_for_url("**/replay?round=1", timeout=PATIENCE)
        page.see("Review")
        if scripts:
            assert page.find_barriers() == []
            page.screen(*PHONE, dark=True)
            assert page.find_barriers("color-contrast") == []
            page.page.locator("#replay-lost button").first.wait_for()
        else:  # there is neither a graph nor a table
            for words in ("Dots in the graph", "Show it in the replay"):
                assert page.page.get_by_text(words).first.is_hidden()


def test_without_scripts_the_number_of_the_round_to_search_can_be_read(running: Browser, haggis: Haggis) -> None:
    haggis.keep((ROOT / "examples" / "matches" / "two-player-known-hands.toml").read_text())
    with served(haggis) as server, phone(running, server, PHONE, scripts=False) as page:
        page.go("/m/friday/replay?round=1")
        shown, asked = page.page.locator(".better select").evaluate(
            "one => { one.options[0].textContent = 'Round 10'; const shown = one.offsetWidth; "
            "one.style.cssText = 'flex: none; width: max-content'; return [shown, one.offsetWidth] }"
        )
        assert shown >= asked


def test_a_phone_that_leaves_the_page_of_a_search_ends_it_and_its_progress_does_not(
    running: Browser, haggis: Haggis
) -> None:
    haggis.keep((ROOT / "examples" / "matches" / "two-player-known-hands.toml").read_text())
    with served(haggis) as server, phone(running, server, PHONE) as page, phone(running, server, PHONE) as other:
        page.go("/m/friday/replay?round=3")
        page.touch("text=Look for better plays")
        page.see("plays reviewed")
        begun = page.page.locator("#search [name=looked]").input_value()
        expect(page.page.locator("#search [name=looked]")).not_to_have_value(begun)  # it asks by itself
        assert page.page.url.endswith("/review/3")
        other.go("/m/friday/replay?round=2")
        page.go("/m/friday")
        other.touch("text=Look for better plays")
        other.page.wait_for_url("**/review/2")
        other.touch("button[value=stop]")
        other.page.wait_for_url("**/replay?round=2")


def test_the_page_of_a_search_is_in_nobodys_way_and_stops_it(running: Browser, haggis: Haggis) -> None:
    haggis.keep((ROOT / "examples" / "matches" / "two-player-known-hands.toml").read_text())
    with served(haggis) as server, phone(running, server, PHONE) as page:
        page.go("/m/friday/replay?round=3")
        page.touch("text=Look for better plays")
        page.see("plays reviewed")
        expect(page.page.get_by_role("progressbar")).to_be_visible()
        assert page.find_barriers() == []
        page.page.context.set_offline(True)
        page.see("No answer from the server")
        page.page.context.set_offline(False)
        page.page.get_by_text("No answer from the server").wait_for(state="hidden")
        page.troubles.clear()  # of which the browser tells, too
        page.touch("button[value=stop]")
        page.page.wait_for_url("**/replay?round=3")
        page.see("Look for better plays")
        page.go("/m/friday/review/3")  # there is no progress to show any more
        assert page.page.url.endswith("/replay?round=3")
