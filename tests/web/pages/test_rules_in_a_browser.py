"""The rules in a real browser: the field to search in, and everything without it."""

import pytest
from playwright.sync_api import Browser

from tests.support.browser import NO_BROWSER, PROGRAM, phone
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
        assert page.page.locator("#found").inner_text() == f"{len(shown)} sentence{'s' if len(shown) > 1 else ''}"
        page.page.get_by_label("Search").fill("xyzzy")
        assert page.page.locator("#found").inner_text() == "no sentences"
        page.page.get_by_label("Search").fill("")
        assert page.page.locator(".topics").is_visible()


def test_without_scripts_everything_can_be_read(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with served(haggis) as server, phone(running, server, scripts=False) as page:
        page.go("/m/friday/rules")
        assert not page.page.get_by_label("Search").is_visible()
        page.page.get_by_role("link", name="Bombs", exact=True).click()
        assert page.page.get_by_role("heading", name="Bombs").is_visible()
