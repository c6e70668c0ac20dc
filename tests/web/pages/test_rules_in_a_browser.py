"""The rules in a real browser: the field to search in, and everything without it."""

import pytest
from playwright.sync_api import Browser

from tests.support.browser import NO_BROWSER, PROGRAM, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.served import served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]


def test_the_search_leaves_the_sentences_that_hold_all_words(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with served(haggis) as server, phone(running, server) as page:
        page.go("/m/friday/rules")
        page.page.get_by_label("Search").fill("court wild")
        shown = page.page.locator(".rule-topic li:visible").all_inner_texts()
        assert shown
        assert all("court" in each.lower() and "wild" in each.lower() for each in shown)
        assert page.page.locator("#found").inner_text() == f"{len(shown)} result{'s' if len(shown) > 1 else ''}"
        page.page.get_by_label("Search").fill("xyzzy")
        assert page.page.locator("#found").inner_text() == "No results for \u2018xyzzy\u2019"
        page.page.get_by_label("Search").fill("")
        assert page.page.locator(".topics").is_visible()


def test_without_scripts_everything_can_be_read(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with served(haggis) as server, phone(running, server, scripts=False) as page:
        page.go("/m/friday/rules")
        assert not page.page.get_by_label("Search").is_visible()
        page.page.get_by_text("Topics", exact=True).click()
        page.page.get_by_role("link", name="Bombs", exact=True).click()
        assert page.page.get_by_role("heading", name="Bombs").is_visible()


@pytest.mark.parametrize("path", ["/m/friday/score", "/m/friday/record", "/m/friday/referee?ask=lead&c.7r=1"])
def test_one_touch_leads_there_and_one_back_to_what_was_begun(running: Browser, haggis: Haggis, path: str) -> None:
    haggis.new()
    with served(haggis) as server, phone(running, server, (375, 667)) as held:
        held.go(path)
        begun = "[id='out1-1']" if path.endswith("score") else "[name='c.7r']"
        if path.endswith("score"):
            Thumb(held).choose("out1", 1).at("count1")
        elif path.endswith("record"):
            held.touch(begun)
            held.page.wait_for_url("**c.7r=1**")
        held.touch("#ways a:has-text('Rules')")
        held.see("Haggis (2-Player): the rules")
        assert held.says("document.documentElement.scrollWidth") == 375
        held.touch("#main a:has-text('Back')")
        held.page.locator(begun).wait_for(state="attached")
        assert held.page.locator(begun).is_checked()
        assert held.touches <= 3


def test_whoever_only_watches_reads_the_rules_of_the_match(running: Browser, haggis: Haggis) -> None:
    haggis.new("--option", "scoring=cards")
    with served(haggis) as server, phone(running, server, (375, 667)) as held:
        held.go("/share")
        (watching,) = held.page.locator("section:has-text('To watch') code").all_text_contents()
        held.page.context.clear_cookies()
        held.page.goto(watching)
        held.page.wait_for_url("**/")  # the page of the code goes on by itself
        held.go("/m/friday/referee")
        held.touch("#ways a:has-text('Rules')")
        held.see("every card is 1 point.")
        assert held.page.locator("#ways a:has-text('Score')").count() == 0
        held.touch("#main a:has-text('Back')")
        held.page.wait_for_url("**/m/friday/referee")
