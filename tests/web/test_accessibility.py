"""The pages and people who see badly, have large thumbs, or use a keyboard: nothing is in anybody's way."""

import pytest
from playwright.sync_api import Browser

from haggis_cli.plugins.registry import load
from tests.support.browser import NO_BROWSER, PHONE, PROGRAM, phone
from tests.support.haggis import Haggis
from tests.support.served import Visitor, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]


PAGES = (
    "/", "/?q=nobody", "/new", "/new?variant=neeps", "/season", "/season?player=rory", "/share", "/rules",
    "/m/friday", "/m/friday/score", "/m/friday/rounds/1", "/m/friday/rounds/1/result", "/m/friday/record",
    "/m/friday/referee", "/m/friday/rules", "/m/friday/board", "/m/friday/rematch", "/m/friday/replay",
)  # fmt: skip
WITH_AN_AUCTION = ("/m/friday/score", "/m/friday/rounds/1", "/m/friday/record")
"""Pages that look otherwise where there is one."""
ONCE_WON = ("/m/friday", "/m/friday/rounds/1/result", "/m/friday/board")
"""Pages that look otherwise when the match is over."""
SIZES = ((320, PHONE[1]), (812, 375), (768, 1024), (1280, 800), PHONE)
"""A narrow phone, one that lies on its side, a tablet, a desk, and a phone as most are."""


@pytest.mark.parametrize(
    ("variant", "goal", "pages"),
    [("neeps", (), PAGES), ("tatties", (), WITH_AN_AUCTION), ("neeps", ("--rounds", "1"), ONCE_WON)],
)
def test_no_page_is_in_anybodys_way(
    running: Browser, haggis: Haggis, variant: str, goal: tuple[str, ...], pages: tuple[str, ...]
) -> None:
    """On a phone axe finds nothing, and thumbs find what they touch; out of no screen sticks anything."""
    start_long_names(haggis, variant, *goal)
    with served(haggis) as server, phone(running, server, PHONE) as page:
        found = {}
        visitor = Visitor(server.port, server.key)
        for step in ("undo", "redo"):  # then the page of the match tells who entered the round
            visitor.post(f"/m/friday/{step}", visitor.get("/m/friday").seen.hidden)
        for path in pages:
            page.go(path)
            found[path] = page.says(SMALL_TARGETS)
            page.says("document.querySelectorAll('details').forEach((each) => each.open = true)")
            for width, height in SIZES:
                page.page.set_viewport_size({"width": width, "height": height})
                if (wide := page.says("document.documentElement.scrollWidth")) != width:
                    found[path].append(f"{wide} pixels wide on a screen of {width}")
            found[path] += page.find_barriers()
            page.page.emulate_media(color_scheme="dark")  # of what axe looks at, colours alone are others in the dark
            found[path] += page.find_barriers("color-contrast")
            page.page.emulate_media(color_scheme="light")
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


def start_long_names(haggis: Haggis, variant: str, *goal: str) -> None:
    """A match called friday with one round, whose players are called as people are."""
    names = ("Maximiliane-Alexandra Featherstonehaugh", "\u05e0\u05d5\u05e2\u05d4", "👩‍👩‍👧 and Bo", "Rory")
    players = names[: max(load(variant).players)]
    named = (word for name in players for word in ("-p", name))
    haggis.ok("new", "--variant", variant, *named, "--name", "friday", *goal)
    out = {"two-player": (0,), "neeps": (0, 2)}.get(variant, (0, 1))
    entries = [f"{name}: {'out 5, ' if seat in out else ''}cards {seat}" for seat, name in enumerate(players)]
    haggis.ok("score", "friday", "-y", *entries)
