"""The pages in a real browser: what phones at one table see of each other, and what is in nobody's way."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from haggis_cli.book.typed_round import TypedRound, render_entries
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.registry import load
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.web.matches import OpenMatches
from tests.support.browser import NO_BROWSER, PROGRAM, browser
from tests.support.evenings import play_evening
from tests.support.haggis import Haggis
from tests.support.web.phones import DESK, PHONE, TABLET, phone
from tests.support.web.served import Served, served
from tests.support.web.touching import touch_match, touch_round

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]


@pytest.fixture(scope="module")
def running() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture
def server(haggis: Haggis) -> Iterator[Served]:
    haggis.new()
    with served(haggis, "friday") as started:
        yield started


def test_every_screen_shows_a_round_that_is_typed_in_elsewhere(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    with (
        phone(running, server) as first,
        phone(running, server, TABLET) as second,
        phone(running, server, DESK) as third,
    ):
        for each in (first, second, third):
            each.see("Noah deals and leads round 1.")
        haggis.ok("score", "friday", "Noah: out 8, cards 12", "Isla: bet baby")
        for each in (first, second, third):
            each.see("Isla deals and leads round 2.")


def test_three_enter_at_once_and_nothing_is_lost(running: Browser, server: Served, haggis: Haggis) -> None:
    """The first to save is told as usual; the others see it, and their own figures serve for the next round."""
    table = OpenMatches(Store(haggis.home)).open("friday").report.table
    mine, theirs = Outcome((1,), (0, 6), (20, 16), (5, None)), Outcome((0,), (8, 0), (12, 24), (15, 5))
    with phone(running, server) as first, phone(running, server) as second, phone(running, server, TABLET) as board:
        board.go("/m/friday/board")
        for each in (first, second):
            each.go("/m/friday/score")
        first.touch("[data-field=out1] input[value='2']")
        first.touch("[data-field=count1] input[value='6']")
        touch_round(second, theirs, table)
        second.see("Round 1 is saved")
        board.see("Isla deals and leads round 2.")
        first.see("Round 1 as it was saved")
        first.touch("button[value=use]")
        touch_round(first, mine, table)
        first.see("Round 2 is saved")
    rounds = OpenMatches(Store(haggis.home)).open("friday").report.rounds
    assert [each.outcome for each in rounds] == [theirs, mine]


@pytest.mark.parametrize("variant", ["two-player", "three-player", "tatties", "neeps"])
def test_a_match_scored_by_touch_is_the_one_of_the_command_line(
    running: Browser, haggis: Haggis, tmp_path: Path, variant: str
) -> None:
    (played := tmp_path / "played").mkdir()
    evening = play_evening(variant, "an evening", played)
    for name in ("touched", "typed"):
        haggis.ok(*evening.words(name))
    with served(haggis, "touched") as server, phone(running, server) as held:
        touches = touch_match(held, evening, "touched")
    for outcome in evening.rounds:
        stakes = {seat: stake for seat, stake in enumerate(outcome.stakes) if stake is not None}
        counts = {seat: count for seat, count in enumerate(outcome.counts) if count}
        typed = TypedRound(list(outcome.out), counts, dict(enumerate(outcome.captured)), stakes)
        haggis.ok("score", "typed", "-y", *render_entries(typed, evening.table))
    assert haggis.text("touched").replace("touched", "typed") == haggis.text("typed")
    assert haggis.json("show", "touched")["totals"] == evening.totals
    most = {"two-player": 9, "neeps": 18}.get(variant)
    assert most is None or sum(touches) / len(touches) <= most


PAGES = (
    "/", "/new", "/season", "/share", "/referee", "/m/friday", "/m/friday/score", "/m/friday/rounds/1",
    "/m/friday/rounds/1/result", "/m/friday/record", "/m/friday/referee", "/m/friday/board", "/m/friday/rematch",
)  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "dark"), [("two-player", True), ("tatties", False), ("neeps", False), ("neeps", True)]
)
def test_no_page_is_in_anybodys_way(running: Browser, haggis: Haggis, variant: str, dark: bool) -> None:
    """On a narrow phone: axe finds nothing, nothing sticks out, and what is touched is large enough for a thumb."""
    start_long_names(haggis, variant)
    with served(haggis) as server, phone(running, server, PHONE, dark=dark) as page:
        found = {}
        for path in PAGES:
            page.go(path)
            width = page.says("document.documentElement.scrollWidth")
            wide = [f"{width} pixels wide"] if width != PHONE[0] else []
            found[path] = [*page.find_barriers(), *wide, *page.says(SMALL_TARGETS)]
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
