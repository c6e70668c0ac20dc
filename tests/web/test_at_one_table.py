"""The pages in a real browser: what phones at one table see of each other, and whole matches scored by touch."""

import pytest
from playwright.sync_api import Browser, expect

from haggis_cli.matches.store.folder import Store
from haggis_cli.rules.variant import Outcome
from haggis_cli.web.access import DEVICE_COOKIE
from haggis_cli.web.matches import OpenMatches
from tests.support.browser import DESK, NO_BROWSER, PROGRAM, TABLET, Thumb, phone, score_rounds
from tests.support.haggis import Haggis
from tests.support.pages import Page
from tests.support.served import Visitor, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]


def test_three_enter_at_once_and_nothing_is_lost(running: Browser, haggis: Haggis) -> None:
    """The first to save is told as usual; the others see it, and their own figures serve for the next round."""
    mine, theirs = Outcome((1,), (0, 6), (20, 16), (5, None)), Outcome((0,), (8, 0), (12, 24), (15, 5))
    haggis.new()
    with (
        served(haggis, "friday") as server,
        phone(running, server) as first,
        phone(running, server, DESK) as second,
        phone(running, server, TABLET) as board,
    ):
        board.go("/m/friday/board")
        first.page.goto(server.link)  # as a phone does that scans the code
        first.touch("main a[href*='/score?']")
        second.go("/m/friday/score")
        Thumb(first).choose("out1", 2).choose("count1", 6)
        Thumb(second).score(theirs)
        second.see("Round 1 is saved")
        board.see("Isla deals and leads round 2.")
        first.see("Those in bold differ. Which are right? Yours are kept until you choose.")
        first.touch("button[value=use]")
        Thumb(first).score(mine)
        first.see("Round 2 is saved")
        rounds = OpenMatches(Store(haggis.home)).open("friday").report.rounds
        assert [each.outcome for each in rounds] == [theirs, mine]
        for each in (first, second):
            each.go("/m/friday")
        haggis.ok("score", "friday", "Noah: out 8, cards 12", "Isla: bet baby")
        for each in (first, second, board):
            each.see("Isla deals and leads round 4.")


def test_two_saved_other_figures_for_one_round_and_see_them_side_by_side(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with (
        served(haggis, "friday") as server,
        phone(running, server, (375, 667)) as first,
        phone(running, server, (320, 568)) as second,
    ):
        for held, pile in ((first, "20"), (second, "12")):
            Thumb(held, "/m/friday/score").choose("out1", 1).choose("count1", 8).type("captured1", pile)
        Thumb(first).save()
        second.see("Somebody else entered different figures first.")
        assert second.page.locator("tr.differs").all_inner_texts() == [
            "Noah captured\t20\t12",
            "Isla captured\t16\t24",
            "Noah scored\t+60\t+52",
            "Isla scored\t+16\t+24",
        ]
        expect(second.page.get_by_text("Keep theirs")).to_be_in_viewport()
        expect(second.page.get_by_text("Use yours")).to_be_in_viewport()
        assert second.find_barriers() == []
        assert second.says("document.documentElement.scrollWidth") == 320
        second.touch("[value=correct]")
        second.see("Totals: Noah 60 → 52, Isla 16 → 24.")
        Thumb(second).save()
        second.see("Round 1 is saved")
    assert haggis.text().count("[rounds.table]") == 1
    assert "captured = { Noah = 12, Isla = 24 }" in haggis.text()


LONG = ("Maximilianenbergerstrassendorf", "Featherstonehaugh Bartholomew", "Alexandrinamariaclementinarose", "Isla")


@pytest.mark.parametrize("names", [LONG, ("Noah", "Isla", "Jamie", "Rory")], ids=["long", "ordinary"])
def test_figures_of_partners_are_side_by_side_whatever_their_names(
    running: Browser, haggis: Haggis, names: tuple[str, ...]
) -> None:
    players = (word for name in names for word in ("-p", name))
    haggis.ok("new", "--variant", "neeps", *players, "--name", "friday", "--points", "350")
    mine = Outcome((0, 1, 2), (4, 3, 1, 0), (21, 27, 18, 18), (None,) * 4)
    with served(haggis, "friday") as server, phone(running, server, (320, 568)) as held:
        Thumb(held, "/m/friday/score").score(mine, until="captured3")
        theirs = ("out1 4, cards 20, bet 5", "out2 3, cards 28, bet 5", "out3 1, cards 18", "cards 18")
        haggis.ok("score", "friday", "-y", *(f"{name}: {each}" for name, each in zip(names, theirs, strict=True)))
        held.see("Somebody else entered different figures first.")
        table = held.page.locator(".compared")
        assert table.evaluate("(each) => each.scrollWidth <= each.parentElement.clientWidth")
        assert max(table.locator("tr").evaluate_all("(rows) => rows.map((each) => each.offsetHeight)")) < 120


@pytest.mark.parametrize("page", ["score", "record"])
def test_a_phone_that_is_locked_out_says_so_in_sight(running: Browser, haggis: Haggis, page: str) -> None:
    haggis.begin("neeps", "ABCD")
    with served(haggis, "friday") as server, phone(running, server, (375, 667)) as held:
        if page == "score":
            Thumb(held, "/m/friday/score").choose("out1", 1)
            held.says("scrollTo(0, 300)")
        else:
            held.go("/m/friday/record")
        host = Visitor(server.port, server.key)
        [device] = [each["value"] for each in held.page.context.cookies() if each["name"] == DEVICE_COOKIE]
        host.post("/share", {**Page(host.get("/share").text).fields, "do": "take", "device": device})
        expect(held.page.locator("#gone")).to_be_in_viewport(ratio=1)
        if page == "score":
            Thumb(held).choose("count1", 1)
        else:
            held.page.locator("label.pick").first.tap()
            held.page.wait_for_timeout(500)  # for the answer
        expect(held.page.get_by_role("alert")).to_have_count(1)
        assert held.page.inner_text("body").count("no longer has access") == 1
        assert all("status of 403" in each for each in held.troubles)
        held.troubles.clear()
        held.is_odd = True


def test_of_a_round_that_was_taken_back_no_correction_can_be_saved(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    for entry in ("Noah: out 8, cards 12", "Isla: out 3, cards 9"):
        haggis.ok("score", "friday", entry)
    with served(haggis, "friday") as server, phone(running, server, (375, 667)) as held:
        thumb = Thumb(held, "/m/friday/rounds/1").open("captured1").type("captured1", "20!")
        thumb.open("captured2").type("captured2", "16!")
        expect(held.page.get_by_text("Save the correction")).to_be_visible()
        haggis.ok("undo", "friday")
        haggis.ok("undo", "friday")
        expect(held.page.locator("#gone")).to_contain_text("There is no round 1")
        expect(held.page.get_by_text("Save the correction")).to_be_hidden()
        assert all("status of 404" in each for each in held.troubles)
        held.troubles.clear()


EVENINGS = {
    "two-player": (6, "--rounds 2", {"Noah": 68, "Isla": 24}, [
        "Noah: out 1, cards 32; Isla: cards 4",
        "Noah: out 3, cards 16; Isla: cards 20",
    ]),
    "tatties": (9.5, "--rounds 2", {"Noah": 41, "Isla": 76, "Jamie": 90}, [
        "Jamie: out1 8, cards 21; Isla: out2 1, cards 20; Noah: cards 10, bid 30",
        "Isla: out1 4, cards 21; Noah: out2 2, cards 21; Jamie: cards 9",
    ]),
    "neeps": (13, "--points 350", {"Noah & Jamie": 98, "Isla & Rory": 350}, [
        "Noah: out1 4, cards 21, bet 5; Isla: out2 3, cards 27, bet 5; Jamie: out3 1, cards 18; Rory: cards 18",
        "Rory: out1 16, cards 42, bet 30; Isla: out2 16, cards 23; Noah: cards 15; Jamie: cards 4, bet 5",
    ]),
}  # fmt: skip
"""How many touches a round may take, the goal, the totals at the end, and the rounds, whoever plays how today."""


@pytest.mark.longest("tatties", "neeps")  # for two players all other tests of the score pad are
@pytest.mark.parametrize("variant", EVENINGS)
def test_a_match_scored_by_touch_is_the_one_of_the_command_line(running: Browser, haggis: Haggis, variant: str) -> None:
    """The matches are short ones: from the first touch to a winner."""
    most, goal, totals, rounds = EVENINGS[variant]
    names = ("Noah", "Isla", "Jamie", "Rory")[: rounds[0].count(":")]
    for name in ("touched", "typed"):
        players = (word for each in names for word in ("-p", each))
        haggis.ok("new", "--variant", variant, *players, *goal.split(), "--name", name)
    for entries in rounds:
        haggis.ok("score", "typed", "-y", *entries.split("; "))
    outcomes = [each.outcome for each in OpenMatches(Store(haggis.home)).open("typed").report.rounds if each.outcome]
    with served(haggis, "touched") as server, phone(running, server) as held:
        touches = score_rounds(held, outcomes, "touched")
    assert haggis.text("touched").replace("touched", "typed") == haggis.text("typed")
    assert haggis.json("show", "touched")["totals"] == totals
    assert sum(touches) / len(touches) <= most, touches
