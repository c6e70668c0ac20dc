"""The score pad in a real browser: whole rounds by touch, by keyboard, while the match changes, under other rules."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browser import NO_BROWSER, PATIENCE, PROGRAM, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.plugins import COPY, MOOR, begin_on_the_moor, plugged
from tests.support.served import Served, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

PLAYERS = ("Noah", "Isla", "Rory", "Jamie")
PAD = "/m/friday/score"


@contextmanager
def held_back(page: Page) -> Iterator[None]:
    """A network that lets go what the form sends only at the end of the block, in which it must send something."""
    forms: list[Route] = []
    page.route("**/score", lambda route: forms.append(route) if route.request.method == "POST" else route.continue_())
    yield
    until = monotonic() + PATIENCE
    while not forms:
        assert monotonic() < until, "nothing was sent"
        page.wait_for_timeout(10)
    page.unroute("**/score")  # which lets go what was held back


def enter_tatties(thumb: Thumb) -> None:
    thumb.choose("shepherd", "1-30").choose("out1", 3).choose("count1", 9).choose("out2", 1).choose("count2", 5)
    thumb.type("captured1", "20").type("captured2", "11").sees("+21")


def enter_neeps(thumb: Thumb) -> None:
    """The longest: three go out, one pile is told by a single digit, both teams bet."""
    thumb.choose("team1", "3-30").choose("team2", "2-5").choose("out1", 1).choose("count1", 19).choose("out2", 2)
    thumb.choose("count2", 5).choose("out3", 4).choose("count3", 4)
    thumb.type("captured1", "20").type("captured2", "11").type("captured3", "9").sees("Rory")


ROUNDS: dict[str, tuple[int, Callable[[Thumb], None], tuple[str, ...], int, int]] = {
    "tatties": (3, enter_tatties, ("out2 5, cards 20, bid 30", "cards 11", "out1 9"), 10, 10),
    "neeps": (4, enter_neeps, ("out1 19, cards 20", "out2 5, cards 11, bet 5", "cards 9, bet 30", "out3 4"), 14, 14),
}
"""Of a variant: its players, a round with every bet that can be made, the same as entries, the touches it takes, and
those that it may take. Those without teams and auctions are counted over whole matches (`test_at_one_table`)."""


def begin(haggis: Haggis, variant: str = "two-player", players: int = 2, match: str = "friday") -> None:
    names = (word for name in PLAYERS[:players] for word in ("-p", name))
    haggis.ok("new", "--variant", variant, *names, "--points", "350", "--name", match)


@pytest.fixture
def server(haggis: Haggis) -> Iterator[Served]:
    begin(haggis)
    with served(haggis, "friday") as started:
        yield started


def test_a_round_takes_few_touches_and_makes_the_file_that_haggis_score_makes(running: Browser, haggis: Haggis) -> None:
    typed = {}
    for variant, (players, _, entries, _, _) in ROUNDS.items():
        begin(haggis, variant, players, variant)
        haggis.ok("score", variant, *(f"{name}: {said}" for name, said in zip(PLAYERS[:players], entries, strict=True)))
        typed[variant] = haggis.text(variant)
        haggis.ok("undo", variant)
    with served(haggis) as started, phone(running, started) as held:
        for variant, (_, enter, _, takes, most) in ROUNDS.items():
            thumb = Thumb(held, f"/m/{variant}/score")
            enter(thumb)
            assert thumb.save() == takes <= most, variant
    assert {variant: haggis.text(variant) for variant in ROUNDS} == typed


def test_a_half_round_is_there_again_on_the_same_phone_alone(running: Browser, server: Served) -> None:
    with phone(running, server) as mine, phone(running, server) as theirs:
        Thumb(mine, PAD).choose("out1", 2).choose("count1", 3).type("captured1", "1")
        mine.page.locator("[data-field=captured1] .shown").get_by_text("1").wait_for()
        mine.page.reload()
        expect(mine.page.locator("[data-open=count1]")).to_contain_text("Hand held 3")
        theirs.go(PAD)
        expect(theirs.page.locator("[data-open=out1]")).to_contain_text("–")


def test_piles_and_sums_are_counted_and_a_wrong_figure_is_refused_while_they_are_touched(
    running: Browser, server: Served
) -> None:
    with phone(running, server) as held:
        held.go("/m/friday")
        held.delay("scorepad.js", until="#out1-1:checked")
        held.touch("main a[href*='/score?']")
        thumb = Thumb(held).choose("out1", 1).at("count1").choose("count1", 8).type("captured1", "37")
        held.see("Noah cannot have captured 37: all cards together are worth 36.")
        thumb.type("captured1", "12!").sees("+52").open("captured1").type("captured1", "JQK7")
        held.see("= 17: J 2, Q 3, K 5, 7 cards")
        thumb.type("captured1", "!").sees("+57").open("captured1").type("captured1", "10+5!").sees("+55")


def test_cards_that_count_have_a_key_and_keys_stay_where_they_are(running: Browser, server: Served) -> None:
    with phone(running, server, (375, 667)) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8)
        counter = held.page.locator(".is-open [data-key=card1]")
        expect(counter).to_have_text("3579+1")
        place = counter.bounding_box()
        assert place is not None
        assert min(place["width"], place["height"]) >= 44
        assert place["y"] > 667 / 3
        for _ in range(3):
            held.touch(".is-open [data-key=card1]")
        thumb.type("captured1", "JK")
        held.touch(".is-open [data-key=card1]")
        held.see("J 2, K 5")
        assert held.says("document.querySelector('#input-captured1').value") == "4 JK"
        thumb.type("captured1", "<<2")
        held.see("'3 J 2' can be the cards 3, 2 and J, 3 points, or J with 5 point cards, 7 points: type 3 or 7")
        assert counter.bounding_box() == place


def test_saving_before_the_last_answer_is_there_asks_again_only_if_that_brings_news(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    with phone(running, server) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8).type("captured1", "12!").sees("+52").at("stakes")
        with held_back(held.page):
            thumb.choose("bet1", "1-15")
            held.touch("#actions .primary")
        held.see("Round 1 is saved")
        assert "bets = { Noah = 15 }" in haggis.text()
        held.touch("a.primary")
        thumb.choose("out1", 2).choose("count1", 8).type("captured1", "24!").sees("+52").at("stakes")
        with held_back(held.page):
            thumb.choose("bet2", "2-15")
            haggis.ok("score", "friday", "--round", "1", "Noah: out 9, cards 12")
            held.touch("#actions .primary")
        held.see("Not saved yet")
        assert haggis.text().count("rounds.table") == 1
        thumb.sees("+67").save()


def test_while_the_server_is_away_the_page_says_so_and_keeps_what_is_entered(running: Browser, haggis: Haggis) -> None:
    begin(haggis)
    with Served(haggis) as first, phone(running, first) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8).type("captured1", "12!").sees("+52").at("stakes")
        first.process.kill()
        thumb.choose("bet1", "1-15")
        held.see("The server has not answered since")
        held.touch("#actions .primary")
        held.see("Nothing was sent")
        with Served(haggis, "--port", str(first.port)):
            thumb.sees("+67")
            expect(held.page.locator("#away")).to_have_count(0)
            thumb.save()
        held.troubles.clear()  # of which the browser tells, too
    assert "bets = { Noah = 15 }" in haggis.text()


def test_the_keyboard_alone_enters_a_round(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server, scripts=True) as held:
        held.go(PAD)
        expect(held.page.locator("#out1-1")).to_be_focused()
        for key in ("Space",):
            held.press(key)
        expect(held.page.locator("#count1-1")).to_be_focused()
        for _ in range(7):
            held.press("ArrowRight")
        expect(held.page.locator("[data-open=count1]")).to_contain_text("Hand held 8")
        held.press("Enter")
        expect(held.page.locator("#input-captured1")).to_be_focused()
        held.page.keyboard.type("12")
        held.press("Enter")
        expect(held.page.locator("#bet1-none")).to_be_focused()
        expect(held.page.locator("#actions .primary")).to_be_enabled()
        held.page.locator("#actions .primary").focus()
        held.press("Enter")
        held.see("Round 1 is saved")
    assert "hands = { Noah = 8 }" in haggis.text()


def test_nothing_is_in_anybodys_way_at_any_step(running: Browser, server: Served) -> None:
    with phone(running, server) as held:
        thumb = Thumb(held, PAD)

        def look() -> None:
            for dark in (True, False):
                held.page.emulate_media(color_scheme="dark" if dark else "light")
                assert held.find_barriers(*(["color-contrast"] if dark else [])) == []
            assert held.says("document.documentElement.scrollWidth") == 375
            small = "[...document.querySelectorAll('.is-open button, .is-open label, #actions button')]"
            assert (
                held.says(f"{small}.filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).length") == 0
            )

        look()
        thumb.choose("out1", 1).choose("count1", 8).type("captured1", "37")
        held.see("cannot have captured 37")
        look()
        thumb.type("captured1", "12").sees("+52")
        look()


def test_a_round_is_entered_and_saved_without_scripts(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server, scripts=False) as held:
        held.go(PAD)
        for answer in ("out1-1", "count1-8", "bet2-2-5"):
            held.page.locator(f"[id='{answer}']").tap()
        held.page.fill("#input-captured1", "12")
        held.page.locator("#actions .primary").tap()
        held.see("Isla deals and leads round 2.")
        held.page.locator("#actions .primary").tap()
        held.see("Round 1 is saved")
    assert "captured = { Noah = 12, Isla = 24 }" in haggis.text()


def test_bets_without_scripts_have_a_line_for_each_player(running: Browser, haggis: Haggis) -> None:
    names = [word for name in ("Isla", "Jamie", "Rory", "Noah") for word in ("-p", name)]
    haggis.ok("new", "--variant", "neeps", *names, "--name", "four")
    with served(haggis) as server, phone(running, server, (320, 568), scripts=False) as held:
        held.go("/m/four/score")
        assert held.says("document.documentElement.scrollWidth") == 320
        tops = "Array.from(document.querySelectorAll('.made label'), (each) => each.getBoundingClientRect().top)"
        lines = held.says(tops)
        assert [len(set(lines[first : first + 3])) for first in range(0, 12, 3)] == [1] * 4
        assert len(set(lines)) == 4


THISTLE = COPY + (
    "from haggis_cli.rules.api import CardValues\n"
    'VALUES = CardValues("each 10 is -3, each 9 -1, J Q 2, K 4", (0,) * 7 + (-1, -3), (2, 2, 4))\n'
    'V = replace(TWO_PLAYER, id="thistle", name="Thistle", options=(), card_values=VALUES)\n'
)
PAD_OF_PRICKS = "/m/pricks/score"
MINUS = ".is-open [data-key='-']"


@pytest.fixture
def pricking(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"thistle": THISTLE}):
        haggis.ok("new", "--variant", "thistle", "-p", "Noah", "-p", "Isla", "--lead", "Noah", "--name", "pricks")
        yield haggis


def test_a_figure_below_zero_is_touched_and_saved(running: Browser, pricking: Haggis) -> None:
    with served(pricking) as server, phone(running, server, (375, 667)) as held:
        thumb = Thumb(held, PAD_OF_PRICKS).choose("out1", 1).choose("count1", 8)
        minus = held.page.locator(MINUS)
        expect(minus).to_have_text("−")
        expect(minus).to_have_accessible_name("Minus")
        thumb.type("captured1", "-4")
        expect(held.page.locator("[data-field=captured1] .shown b")).to_have_text("-4")
        thumb.type("captured1", "!").sees("+36").save()
    assert "captured = { Noah = -4, Isla = 4 }" in pricking.text("pricks")


def test_sums_and_piles_may_go_below_zero(running: Browser, pricking: Haggis) -> None:
    with served(pricking) as server, phone(running, server) as held:
        thumb = Thumb(held, PAD_OF_PRICKS).choose("out1", 1).choose("count1", 8).type("captured1", "-12!").sees("+28")
        thumb.open("captured1").type("captured1", "K-6")
        held.see("= -2: K 4, -6 points of suit cards")
        thumb.type("captured1", "!").sees("+38").open("captured1").type("captured1", "5-9!").sees("+36")
        thumb.open("captured1").type("captured1", "-")
        assert held.page.locator("[data-field=captured1] .refusal").count() == 0  # a number follows
        thumb.type("captured1", "17")
        held.see("the cards with negative points add up to -16")


def test_every_key_is_large_enough_and_in_sight(running: Browser, pricking: Haggis) -> None:
    with served(pricking) as server, phone(running, server, (320, 568)) as held:
        Thumb(held, PAD_OF_PRICKS).choose("out1", 1).choose("count1", 8)
        keys = held.page.locator(".is-open .keys button")
        expect(keys).to_have_count(17)  # twelve of the digits, J, Q, K, minus and plus
        for box in (key.bounding_box() for key in keys.all()):
            assert box is not None
            assert min(box["width"], box["height"]) >= 43.5
            assert box["y"] + box["height"] <= 568


@pytest.mark.parametrize("variant", ["two-player", "neeps"])
def test_elsewhere_there_is_no_minus(running: Browser, haggis: Haggis, variant: str) -> None:
    names = ("Noah", "Isla", "Rory", "Jamie")[: 4 if variant == "neeps" else 2]
    haggis.ok("new", "--variant", variant, *(word for name in names for word in ("-p", name)), "--name", "friday")
    with served(haggis) as server, phone(running, server) as held:
        Thumb(held, "/m/friday/score").open("captured1")
        held.page.locator(".is-open [data-key='+']").wait_for()
        assert held.page.locator(MINUS).count() == 0


QUEENS = COPY + (
    "from haggis_cli.rules.api import Setup\n"
    "SETUPS = {2: Setup(suits=4, copies=1, dealt=14, courts=(12,))}\n"
    'V = replace(TWO_PLAYER, id="queens", name="Queens", setups=SETUPS)\n'
)


@pytest.fixture
def queens(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"queens": QUEENS}):
        haggis.ok("new", "--variant", "queens", "-p", "Noah", "-p", "Isla", "--name", "friday")
        yield haggis


def test_one_court_card_and_plus_fill_their_column(running: Browser, queens: Haggis) -> None:
    with served(queens) as server, phone(running, server) as held:
        thumb = Thumb(held, "/m/friday/score").choose("out1", 1).choose("count1", 8)
        keys = held.page.locator(".is-open .keys > button, .is-open .fourth button")
        expect(keys).to_have_count(14)
        boxes = [box for key in keys.all() if (box := key.bounding_box())]
        rows = sorted({round(box["y"]) for box in boxes[:12]})
        columns = sorted({round(box["x"]) for box in boxes[:12]})
        assert (len(rows), len(columns)) == (4, 3)
        assert all(box["x"] > columns[-1] + 44 for box in boxes[12:])
        thumb.type("captured1", "Q4")
        held.see("= 7: Q 3, 4 cards")


RECORD = "/m/friday/record"
OFFER = "Blind bets first, with 8 cards seen"


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"moor": MOOR}):
        begin_on_the_moor(haggis, 3)
        yield haggis


def test_a_chip_is_touched_on_the_score_pad(running: Browser, moor: Haggis) -> None:
    with served(moor) as server, phone(running, server) as held:
        thumb = Thumb(held, "/m/friday/score").choose("out1", 1).choose("count1", 8).choose("out2", 2)
        thumb.choose("count2", 4).type("captured1", "10").type("captured2", "10!")
        chip = held.page.locator("label[for='bet1-1-60']")
        chip.wait_for()
        expect(chip).to_have_text("grand (60) blind")
        box = chip.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        thumb.choose("bet1", "1-60")
        expect(held.page.locator("[data-open=stakes]")).to_contain_text("grand (60) blind")
        thumb.choose("bet2", "2-15").sees("+").save()
    assert "bets = { Noah = 60, Isla = 15 }" in moor.text()


def test_a_button_is_touched_while_recording(running: Browser, moor: Haggis) -> None:
    with served(moor) as server, phone(running, server) as held:
        held.go(RECORD)
        held.see(OFFER)
        held.touch("[name=deed][value='bet.1.90']")
        expect(held.page.locator(".bet")).to_have_text("bet royal (90) blind")
        expect(held.page.locator("[value='bet.1.60']")).to_have_count(0)
        assert held.find_barriers() == []
        assert held.says("document.documentElement.scrollWidth") == 375
        held.touch("[name='c.3r']")
        held.page.locator("#verdict .legal").wait_for()
        held.touch(".last [value=play]")
        expect(held.page.locator(".blind")).to_have_count(0)
        held.touch(".bets summary")
        assert held.page.locator("[name=deed][value='bet.2.30']").count() == 1
    assert '"Isla: bet royal",\n  "Noah: 3r",' in moor.text()
