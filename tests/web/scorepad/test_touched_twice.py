"""Touches that mean one thing do one thing: Save has its place and its moment, and what is sent twice is done once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import NO_BROWSER, PROGRAM, Phone, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.served import Served, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

SIZES = [(375, 667), (320, 568)]
SAVE = "#actions .primary"


@pytest.fixture
def server(haggis: Haggis) -> Iterator[Served]:
    haggis.new()
    names = ("-p", "Noah", "-p", "Isla", "-p", "Rory")
    haggis.ok("new", "--variant", "tatties", *names, "--name", "tatties")
    with served(haggis, "friday") as started:
        yield started


def place(held: Phone, what: str) -> tuple[float, float]:
    """The middle of what a selector finds, where a finger touches it."""
    box = held.page.locator(what).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def quiet(held: Phone) -> None:
    """Wait until the server has answered all that was touched."""
    held.page.locator("#scorepad:not([aria-busy=true])").wait_for()


def hit(held: Phone, at: tuple[float, float]) -> str:
    """What a finger would touch at a place: the name or else the text of the button or field; empty for none."""
    script = """([x, y]) => { const e = document.elementFromPoint(x, y)?.closest('button, label, input, a');
        return (e?.ariaLabel ?? e?.textContent ?? '').trim(); }"""
    return str(held.page.evaluate(script, list(at)))


@pytest.mark.longest("friday-9-size1", "tatties-20-size2")  # on the smaller screen
@pytest.mark.parametrize(("match", "figure", "size"), [
    ("friday", "20", SIZES[0]), ("friday", "9", SIZES[1]), ("tatties", "20", SIZES[1]), ("tatties", "9", SIZES[0]),
])  # fmt: skip
def test_save_is_never_where_the_check_mark_is_however_many_digits_a_figure_has(
    running: Browser, server: Served, haggis: Haggis, size: tuple[int, int], figure: str, match: str
) -> None:
    before = haggis.text(match)
    with phone(running, server, size) as held:
        thumb = Thumb(held, f"/m/{match}/score").choose("out1", 1).choose("count1", 8)
        last = "captured1"
        if match == "tatties":
            thumb.choose("out2", "2-4").type("captured1", "11")
            last = "captured2"
        thumb.type(last, figure[:1])
        check = place(held, f"[data-field={last}] [data-key='✓']")
        thumb.type(last, figure[1:])
        quiet(held)
        for _ in range(4):  # touched again and again, at any moment: at once, and once all has settled
            assert hit(held, check) != "Save"
            held.page.touchscreen.tap(*check)
            quiet(held)
            held.page.locator("#scorepad:not(.settling)").wait_for()
        # Bets that nobody looked at are told before the round is saved.
        told = "No Shepherd" if match == "tatties" else "No bets"
        expect(held.page.locator(".bets-made")).to_have_text(told)
        box = held.page.locator(SAVE).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < check[1] - 25
    assert haggis.text(match) == before


def test_save_hears_nothing_for_a_moment_after_it_appears(running: Browser, server: Served, haggis: Haggis) -> None:
    before = haggis.text()
    with phone(running, server) as held:
        held.clock.install()  # time stands still from here, but where it is told to go on
        thumb = Thumb(held, "/m/friday/score")
        held.clock.run_for(5_000)
        held.clock.pause_at(held.says("Date.now()") + 1_000)
        for field, answer in (("out1", 1), ("count1", 8)):
            thumb.choose(field, answer)
            quiet(held)
            held.clock.run_for(2_000)
        thumb.type("captured1", "20")
        quiet(held)
        at = place(held, SAVE)
        for wait in (10, 250):
            held.clock.run_for(wait)
            held.page.touchscreen.tap(*at)
            expect(held.page.locator(SAVE)).to_be_disabled()
        held.clock.run_for(1_000)
        expect(held.page.locator(SAVE)).to_be_enabled()
        assert haggis.text() == before
        held.clock.resume()
        thumb.save()
    assert "captured = { Noah = 20, Isla = 16 }" in haggis.text()


def test_keys_that_have_just_appeared_hear_nothing_of_a_double_touch(running: Browser, server: Served) -> None:
    with phone(running, server) as held:
        held.clock.install()
        held.go("/m/friday/score")
        held.clock.run_for(5_000)
        held.clock.pause_at(held.says("Date.now()") + 1_000)
        at = place(held, "#out1-1")
        held.page.touchscreen.tap(*at)
        held.page.locator("[data-field=count1].is-open").wait_for()
        held.page.touchscreen.tap(*at)
        quiet(held)
        expect(held.page.locator("[data-field=count1] .shown b")).to_have_text("–")
        held.clock.run_for(1_000)
        held.touch("#count1-8")
        expect(held.page.locator("[data-field=count1] .shown b")).to_have_text("8")


def test_a_double_touch_on_save_saves_once_and_tells_so(running: Browser, server: Served, haggis: Haggis) -> None:
    for number, wait in enumerate((60, 300), 1):
        with phone(running, server) as held:
            Thumb(held, "/m/friday/score").choose("out1", 1).choose("count1", number + 2).type("captured1", "20")
            quiet(held)
            expect(held.page.locator(SAVE)).to_be_enabled()
            at = place(held, SAVE)
            held.slow_down(300)
            held.page.touchscreen.tap(*at)
            held.page.wait_for_timeout(wait)  # whatever is there by then
            held.page.touchscreen.tap(*at)
            held.see(f"Round {number} is saved")
            assert "kept and not saved" not in held.page.content()
            held.go("/m/friday/score")
            held.see(f"Round {number + 1}")
        assert haggis.text().count("[rounds.table]") == number


def test_who_goes_back_after_saving_is_not_asked_for_another_round(running: Browser, server: Served) -> None:
    """The page was opened without a word of which round is meant."""
    with phone(running, server) as held:
        Thumb(held, "/m/friday/score").choose("out1", 1).choose("count1", 8).type("captured1", "20").save()
        held.page.go_back()
        held.see("It was entered here or on another phone.")
        expect(held.page.locator("h1")).to_have_text("Round 1 is already saved")
        held.touch("text=Score round 2")
        expect(held.page.locator("h1")).to_have_text("Round 2")


def test_a_double_touch_on_what_leads_to_the_pad_leaves_its_keys_open(running: Browser, server: Served) -> None:
    with phone(running, server, SIZES[0]) as held:
        held.clock.install(time=0)
        held.clock.pause_at(1_000)
        held.go("/m/friday/score")
        keys = held.page.locator("[data-field=out1].is-open")
        keys.wait_for()
        at = place(held, "[data-open=out1]")
        held.page.touchscreen.tap(*at)
        quiet(held)
        expect(keys).to_be_visible()
        held.clock.run_for(1_000)
        held.page.touchscreen.tap(*at)
        expect(keys).to_be_hidden()


def test_a_double_touch_enters_one_event(running: Browser, server: Served, haggis: Haggis) -> None:
    """The next player's pass stands where the last one's stood."""
    haggis.ok("new", "--variant", "three-player", "-p", "Noah", "-p", "Isla", "-p", "Rory", "--name", "three")
    haggis.ok("record", "three", "Noah: 7r")
    with phone(running, server) as held:
        held.clock.install()
        held.go("/m/three/record")
        held.clock.run_for(5_000)
        held.clock.pause_at(held.says("Date.now()") + 1_000)
        at = place(held, "[value='pass.1']")
        held.page.touchscreen.tap(*at)
        held.page.locator("[value='pass.2']").wait_for()
        assert hit(held, at) == "Rory passes"
        for wait in (60, 150, 90):
            held.clock.run_for(wait)
            held.page.touchscreen.tap(*at)
        expect(held.page.locator("[value='pass.2']")).to_be_disabled()
        assert '"Rory: pass"' not in haggis.text("three")
        held.clock.run_for(1_000)
        held.touch("[value='pass.2']")
        held.see("Noah leads the next trick")
    assert '  "Noah: 7r",\n  "Isla: pass",\n  "Rory: pass",\n]' in haggis.text("three")


def test_a_double_touch_starts_one_match(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server) as held:
        held.go("/new?variant=two-player")
        for seat, name in enumerate(("Ailsa", "Hamish"), 1):
            held.page.fill(f"#player-{seat}", name)
        expect(held.page.locator("main form .primary")).to_be_enabled()
        held.says("(b => { b.click(); b.click(); })(document.querySelector('main form .primary'))")
        held.page.wait_for_url("**/m/*ailsa-hamish")
    assert len(haggis.json("list")["matches"]) == 3
