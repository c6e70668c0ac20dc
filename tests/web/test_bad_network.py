"""A table in a cellar: answers are slow, some are lost, phones sleep, the server is started again; nothing is lost, and
nothing is entered twice."""

from collections import Counter

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.support.browser import NO_BROWSER, PROGRAM, Phone, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.served import Served, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

PAD = "/m/friday/score"
SLOW = 300


def lose_some(page: Phone, path: str, every: int) -> list[str]:
    """Lose every so many requests of a page: by turns the answer does not arrive, or the request; which, as it goes."""
    asked, lost = Counter[str](), []

    def carry(route: Route) -> None:
        method = route.request.method
        asked[method] += 1
        if asked[method] % every:
            route.continue_()
            return
        if asked[method] % (2 * every):
            route.fetch(max_redirects=0)  # done, and nobody hears of it
        lost.append(method)
        route.abort("connectionreset")

    page.page.route(f"**{path}", carry)
    return lost


def forgive(page: Phone) -> None:
    """Lose no more; of lost requests the browser tells, too."""
    page.page.unroute_all(behavior="ignoreErrors")  # one may still be on its way to be lost
    page.troubles = [each for each in page.troubles if "net::ERR_" not in each]


def test_a_match_is_scored_over_a_slow_network_that_loses_answers(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with served(haggis) as server, phone(running, server) as held:
        held.slow_down(SLOW)
        lost = lose_some(held, PAD, 5)
        for number, mine in enumerate(("12", "20", "28"), 1):
            thumb = Thumb(held, f"{PAD}?round={number}")
            thumb.choose("out1", 1).at("count1").choose("count1", 8).at("captured1").type("captured1", f"{mine}!")
            thumb.at("stakes").sees(f"+{40 + int(mine)}")
            save(held, number)
        assert lost.count("POST") > 1
        forgive(held)
    kept = haggis.text()
    assert [f"Noah = {mine}," in kept for mine in (12, 20, 28)] == [True] * 3
    assert kept.count("rounds.table") == 3


def save(held: Phone, number: int) -> None:
    """Touch Save; whoever is told by the browser that no answer came goes back to the round."""
    held.touch("#actions .primary")
    held.page.wait_for_function("() => !document.getElementById('scorepad')")
    if "/result" not in held.page.url:
        held.go(f"{PAD}?round={number}")
        if held.page.locator("#actions .primary").count():
            held.touch("#actions .primary")
    held.see(f"Round {number} is saved")


def test_cards_are_played_over_a_slow_network_that_loses_answers(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    path = "/m/friday/record"
    with served(haggis) as server, phone(running, server) as held:
        held.slow_down(SLOW)
        held.go(path)
        lost = lose_some(held, f"{path}*", 2)
        for card in ("3r", "5r", "7r", "9r"):
            held.touch(f'[name="c.{card}"]')
            expect(held.page.locator("#verdict .legal")).to_be_visible()
            held.touch(".last [value=play]")
            expect(held.page.locator(f'[name="c.{card}"]:checked')).to_have_count(0)
        assert lost.count("POST") > 1
        forgive(held)
    kept = haggis.text()
    assert [line.strip().strip('",') for line in kept.splitlines() if ": " in line and "r" in line][-4:] == [
        "Noah: 3r", "Isla: 5r", "Noah: 7r", "Isla: 9r",
    ]  # fmt: skip


def test_a_phone_that_sleeps_in_the_middle_of_a_round_goes_on_when_it_wakes(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with served(haggis) as server, phone(running, server) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).at("count1")
        held.page.context.set_offline(True)
        held.touch("[id='count1-8']")
        expect(held.page.locator("[data-field=count1] .shown b")).to_have_text("8")
        sleep(held, hidden=True)
        haggis.ok("edit", "friday", "--event", "Burns Night")
        sleep(held, hidden=False)
        held.see("No answer from the server since")
        held.page.context.set_offline(False)
        thumb.at("captured1").type("captured1", "12!").sees("+52")
        expect(held.page.locator("#away")).to_have_count(0)
        thumb.save()
        forgive(held)
    assert haggis.text().count("Noah = 12") == 1


def sleep(page: Phone, *, hidden: bool) -> None:
    """Have the page be told that it is looked at no more, or again."""
    page.says(
        f"Object.defineProperty(document, 'hidden', {{ value: {str(hidden).lower()}, configurable: true }});"
        "document.dispatchEvent(new Event('visibilitychange'));"
    )


def test_a_half_filled_form_outlives_a_server_that_is_started_again(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with Served(haggis) as first, phone(running, first) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8).at("captured1")
        first.end()
        thumb.type("captured1", "1")
        held.see("No answer from the server since")
        assert held.page.locator("[role=alert]:visible").count() == 1
        with Served(haggis, "--port", str(first.port)):
            expect(held.page.locator("#away")).to_have_count(0)
            thumb.type("captured1", "2!").sees("+52").save()
        forgive(held)
    assert haggis.text().count("Noah = 12") == 1


def test_what_the_server_has_not_heard_outlives_the_page(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with Served(haggis) as first, phone(running, first) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8).at("captured1")
        first.end()
        thumb.type("captured1", "12!").at("stakes").choose("bet1", "1-15")
        held.see("No answer from the server since")
        held.page.goto("about:blank")  # the phone has dropped the page
        with Served(haggis, "--port", str(first.port)):
            Thumb(held, PAD).sees("+67")
            held.touch(".note-field summary")
            held.page.locator("#notes").press_sequentially("a new deck")
            held.go(PAD)  # without having left the field
            assert held.page.locator("#notes").input_value() == "a new deck"
            Thumb(held).save()
            held.go(f"{PAD}?round=2")
            assert held.page.locator("#notes").input_value() == ""
            assert held.says("Object.keys(localStorage).length") == 0
        forgive(held)
    kept = haggis.text()
    assert [text in kept for text in ("Noah = 12", "Noah = 15", "a new deck")] == [True] * 3


def test_a_match_whose_start_was_lost_on_its_way_back_is_not_started_twice(running: Browser, haggis: Haggis) -> None:
    with served(haggis) as server, phone(running, server) as held:
        held.go("/new?variant=two-player")
        for seat, name in enumerate(("Ann", "Ben"), 1):
            held.page.locator(f"#player-{seat}").fill(name)
        held.touch("#goal-is-own")
        held.page.locator("#goal-number").fill("90")
        lose_some(held, "/new", 1)
        held.page.get_by_role("button", name="Start the match").click()
        held.page.wait_for_url("chrome-error://**")
        forgive(held)
        held.page.go_back()
        assert [held.page.locator(f"#player-{seat}").input_value() for seat in (1, 2)] == ["Ann", "Ben"]
        assert held.page.locator("#goal-number").input_value() == "90"
        expect(held.page.locator("label[for=beginner-is-2]")).to_have_text("Ben")
        held.page.get_by_role("button", name="Start the match").click()
        held.page.wait_for_url("**/m/*")
        assert len(haggis.json("list")["matches"]) == 1
        held.go("/new?variant=two-player")
        assert held.page.locator("#player-1").input_value() == ""


def test_on_the_way_back_a_rematch_is_the_one_of_its_own_match(running: Browser, haggis: Haggis) -> None:
    four = [word for name in ("Ann", "Ben", "Cat", "Dan") for word in ("-p", name)]
    haggis.ok("new", "--name", "four", "--variant", "neeps", *four, "--rounds", "1")
    haggis.new("--rounds", "3", name="two")
    with served(haggis) as server, phone(running, server) as held:
        for path in ("/m/four/rematch", "/", "/m/two/rematch", "/"):
            held.go(path)
        for first in ("Noah", "", "Ann"):
            held.page.go_back()
            if first:
                assert held.page.locator("#player-1").input_value() == first
        assert held.page.locator("[name=variant]").input_value() == "neeps"
