"""The second screen: totals, who leads, the round so far, the chart, and what is read aloud."""

import pytest

from tests.support.haggis import Haggis, start_table
from tests.support.pages import Caller, Page

ROUND = ("Noah: out 8, cards 20", "Isla: cards 16")


def test_it_has_the_totals_who_leads_and_the_chart(caller: Caller, haggis: Haggis) -> None:
    haggis.ok("score", *ROUND)
    page = caller.get("/m/friday/board", caller.watcher)
    assert page.status == 200
    words = page.seen.words
    assert "Noah 60" in words
    assert "Isla 16 leads deals" in words
    assert "Game totals by round" in words  # the chart


def test_a_round_typed_in_has_no_round_so_far_and_a_recorded_one_has_its_trick(caller: Caller, haggis: Haggis) -> None:
    assert caller.get("/m/friday/board").seen.part("round") == ""
    haggis.ok("record", "Noah: 4r 5r 6r", "Isla: bet little", "Isla: pass")
    haggis.ok("record", "Noah: 4g")
    page = caller.get("/m/friday/board").text
    assert Page(page).part("round") == "Trick 2 Noah 4g a single 4"
    assert "to play 17 cards bet little (15)" in Page(page).words
    assert "13 cards" in Page(page).words


def test_what_is_read_aloud_is_the_last_round_the_totals_and_what_is_next(caller: Caller, haggis: Haggis) -> None:
    haggis.ok("score", *ROUND)
    assert caller.get("/m/friday/board").seen.part("spoken") == (
        "Round 1: Noah went out first. Noah 60, Isla 16. Totals: Noah 60, Isla 16. Isla deals and leads round 2."
    )


def test_in_an_auction_it_is_said_who_deals_and_who_bids_first(haggis: Haggis) -> None:
    start_table(haggis, "tatties", "Noah", "Isla", "Jamie", lead="Noah")
    words = Caller(haggis).get("/m/friday/board").seen.words
    assert "deals" in words
    assert "bids first" in words


class TestTheLook:
    @pytest.mark.parametrize("look", ["dark", "light"])
    def test_a_choice_is_kept_for_this_browser(self, caller: Caller, look: str) -> None:
        page = caller.get(f"/m/friday/board?look={look}")
        assert f'href="/static/phone-{look}.css?v=' in page.text
        assert page.header("set-cookie").startswith(f"haggis_look={look};")
        after = caller.get("/m/friday", f"{caller.writer}; haggis_look={look}")
        assert f'<html lang="en" data-look="{look}">' in after.text

    def test_without_one_it_is_as_the_device_says(self, caller: Caller) -> None:
        page = caller.get("/m/friday/board?look=device", f"{caller.writer}; haggis_look=dark")
        assert 'href="/static/phone.css?v=' in page.text
        assert "Max-Age=0" in page.header("set-cookie")

    @pytest.mark.parametrize("look", ["x", '"><b>', "../dark"])
    def test_what_is_no_look_changes_nothing(self, caller: Caller, look: str) -> None:
        assert 'href="/static/board.css"' in caller.get("/m/friday/board?look=" + look.replace('"', "%22")).text

    def test_dark_styles_hold_whatever_the_device_says(self, caller: Caller) -> None:
        for sheet in ("sheet", "phone"):
            as_device, dark, light = (caller.get(f"/static/{sheet}{end}.css").text for end in ("", "-dark", "-light"))
            assert "prefers-color-scheme: dark" in as_device
            assert "prefers-color-scheme" not in dark + light
            assert "not all" in light
