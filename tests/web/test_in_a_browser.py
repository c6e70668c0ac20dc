"""The pages in a real browser: what phones at one table see of each other, and what is in nobody's way."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from haggis_cli.book.typed_round import TypedRound, render_entries
from tests.support.browser import NO_BROWSER, PROGRAM, browser
from tests.support.evenings import play_evening
from tests.support.haggis import Haggis
from tests.support.web.phones import DESK, PHONE, TABLET, phone
from tests.support.web.served import Served, served
from tests.support.web.touching import touch_match

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


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_is_in_anybodys_way(running: Browser, server: Served, haggis: Haggis, dark: bool) -> None:
    haggis.ok("score", "friday", "Noah: out 8, cards 12", "Isla: bet baby")
    with phone(running, server, PHONE, dark=dark) as page:
        assert page.find_barriers() == []
        assert page.says("document.documentElement.scrollWidth") == PHONE[0]


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
