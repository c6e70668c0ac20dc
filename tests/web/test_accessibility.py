"""The pages and people who see badly, have large thumbs, or use a keyboard: nothing is in anybody's way."""

import pytest
from playwright.sync_api import Browser

from haggis_cli.plugins.registry import load
from tests.support.browser import NO_BROWSER, PROGRAM
from tests.support.haggis import Haggis
from tests.support.web.phones import PHONE, phone
from tests.support.web.served import served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]


PAGES = (
    "/", "/new", "/season", "/share", "/referee", "/m/friday", "/m/friday/score", "/m/friday/rounds/1",
    "/m/friday/rounds/1/result", "/m/friday/record", "/m/friday/referee", "/m/friday/board", "/m/friday/rematch",
)  # fmt: skip


@pytest.mark.parametrize(("variant", "dark"), [("tatties", False), ("neeps", True)])
def test_no_page_is_in_anybodys_way(running: Browser, haggis: Haggis, variant: str, dark: bool) -> None:
    """On a narrow phone: axe finds nothing, nothing sticks out, and what is touched is large enough for a thumb."""
    start_long_names(haggis, variant)
    with served(haggis) as server, phone(running, server, PHONE, dark=dark) as page:
        found = {}
        for path in PAGES:
            page.go(path)
            width = page.says("document.documentElement.scrollWidth")
            wide = [f"{width} pixels wide"] if width != PHONE[0] else []
            small = page.says(SMALL_TARGETS)
            page.says("document.querySelectorAll('details').forEach((each) => each.open = true)")
            found[path] = [*page.find_barriers(), *wide, *small]
        assert {path: faults for path, faults in found.items() if faults} == {}


SMALL_TARGETS = """
[...document.querySelectorAll('button, a.button, nav a, input, select, summary')].filter(each => {
    const touched = /radio|checkbox/.test(each.type) ? each.labels[0] ?? each : each;
    const box = touched.getBoundingClientRect();
    const seen = box.width && box.height && !each.closest('.unseen, .skip, [hidden]');
    return seen && getComputedStyle(each).visibility === 'visible' && (box.height < 43.5 || box.width < 43.5);
}).map(each => {
    const box = each.getBoundingClientRect();
    return `${each.outerHTML.slice(0, 90)} is ${box.width} x ${box.height}`;
})"""
"""What is touched and is smaller than 44 pixels."""


def start_long_names(haggis: Haggis, variant: str) -> None:
    """A match called friday with one round, whose players are called as people are."""
    names = ("Maximiliane-Alexandra Featherstonehaugh", "\u05e0\u05d5\u05e2\u05d4", "👩‍👩‍👧 and Bo", "Rory")
    players = names[: max(load(variant).players)]
    haggis.ok("new", "--variant", variant, *(word for name in players for word in ("-p", name)), "--name", "friday")
    out = {"two-player": (0,), "neeps": (0, 2)}.get(variant, (0, 1))
    entries = [f"{name}: {'out 5, ' if seat in out else ''}cards {seat}" for seat, name in enumerate(players)]
    haggis.ok("score", "friday", "-y", *entries)
