"""The score pad in a real browser: whole rounds by touch, by keyboard, while the match changes, under other rules."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from haggis_cli.plugins.registry import load
from tests.support.browser import DESK, NO_BROWSER, PATIENCE, PHONE, PROGRAM, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.plugins import COPY, MOOR, begin_on_the_moor, plugged
from tests.support.served import Served, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

PAD = "/m/friday/score"
MINUS = ".is-open [data-key='-']"


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


@contextmanager
def started(haggis: Haggis, variant: str) -> Iterator[Served]:
    """A server with a match called friday, led by Noah."""
    haggis.ok("new", "--variant", variant, "-p", "Noah", "-p", "Isla", "--lead", "Noah", "--name", "friday")
    with served(haggis, "friday") as server:
        yield server


@pytest.fixture
def server(haggis: Haggis) -> Iterator[Served]:
    with started(haggis, "two-player") as server:
        yield server


def test_a_half_round_is_there_again_on_the_same_phone_alone(running: Browser, server: Served) -> None:
    with phone(running, server) as mine, phone(running, server) as theirs:
        Thumb(mine, PAD).choose("out1", 2).choose("count1", 3).type("captured1", "1")
        mine.page.locator("[data-field=captured1] .shown").get_by_text("1").wait_for()
        mine.page.reload()
        expect(mine.page.locator("[data-open=count1]")).to_contain_text("Opponent’s hand 3")
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
        held.see("= 17: J 2, Q 3, K 5, 7 cards = 7")
        thumb.type("captured1", "!").sees("+57").open("captured1").type("captured1", "10+5!").sees("+55")


def test_cards_that_count_have_a_key_and_keys_stay_where_they_are(running: Browser, server: Served) -> None:
    with phone(running, server, (375, 667)) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8)
        counter = held.page.locator(".is-open [data-key=card1]")
        expect(counter).to_have_text("3579+1")
        assert held.page.locator(MINUS).count() == 0  # no card has points below zero
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
        held.see("can be the cards 3, 2 and J, 3 points, or J with 5 point cards, 7 points: type 3 or 7")
        assert counter.bounding_box() == place


def test_a_round_with_counted_cards_and_a_bet_takes_eleven_touches(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    with phone(running, server) as held:
        held.go("/m/friday")
        held.touches = 0
        held.touch("main a[href*='/score?']")
        thumb = Thumb(held).choose("out1", 1).choose("count1", 8).type("captured1", "JQK10!").at("stakes")
        assert thumb.choose("bet1", "1-15").sees("+").save() == 11
    assert "captured = { Noah = 20, Isla = 16 }" in haggis.text()


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
    haggis.new()
    with Served(haggis) as first, phone(running, first) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8).type("captured1", "12!").sees("+52").at("stakes")
        first.process.kill()
        held.see("No answer from the server since")
        held.touch("#actions .primary")
        held.see("Nothing was sent")
        thumb.choose("bet1", "1-15")
        expect(held.page.locator("#actions .primary")).to_be_hidden()  # beside it stand the former totals
        with Served(haggis, "--port", str(first.port)):
            thumb.sees("+67")
            expect(held.page.locator("#away")).to_have_count(0)
            thumb.save()
        held.troubles.clear()  # of which the browser tells, too
    assert "bets = { Noah = 15 }" in haggis.text()


def test_while_the_server_is_away_a_figure_is_seen_as_it_is_typed(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with Served(haggis) as server, phone(running, server) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8).type("captured1", "1").at("captured1")
        server.process.kill()
        thumb.type("captured1", "2")
        expect(held.page.locator("[data-open=captured1] b")).to_have_text("12")
        expect(held.page.locator("#total")).to_have_text("")
        expect(held.page.locator("[data-open=captured2] b")).to_have_text("–")
        expect(held.page.locator("#outlook")).to_be_hidden()
        held.troubles.clear()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops a process as only Unix does")
def test_a_server_that_hangs_is_away_too_and_all_that_is_touched_is_seen(running: Browser, haggis: Haggis) -> None:
    players = (word for name in ("Noah", "Isla", "Jamie") for word in ("-p", name))
    haggis.ok("new", "--variant", "three-player", *players, "--name", "friday")
    with Served(haggis) as server, phone(running, server) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8)
        server.process.send_signal(signal.SIGSTOP)
        thumb.choose("out2", "2-5")
        held.see("No answer from the server since")
        rows = held.page.locator("[data-open=out2] b")
        expect(rows).to_have_text(["Isla", "5"])
        thumb.type("captured1", "12!").at("captured2").open("stakes").choose("bet1", "1-15")
        expect(held.page.locator("[data-open=captured1] b")).to_have_text("12")
        expect(held.page.locator("[data-open=stakes] b").first).to_have_text("little (15)")
        server.process.send_signal(signal.SIGCONT)
        expect(held.page.locator("#away")).to_have_count(0)
        expect(held.page.locator("#scorepad")).to_have_attribute("aria-busy", "false")
        held.go(PAD)
        expect(rows).to_have_text(["Isla", "5"])
        expect(held.page.locator("[data-open=stakes] b").first).to_have_text("little (15)")
        held.troubles.clear()


def test_while_the_server_is_away_an_answer_opens_the_next_row_whose_keys_stay_while_they_are_used(
    running: Browser, haggis: Haggis
) -> None:
    players = (word for name in ("Noah", "Jamie", "Isla") for word in ("-p", name))
    haggis.ok("new", "--variant", "three-player", *players, "--name", "friday")
    with Served(haggis) as first, phone(running, first) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).at("count1")
        first.process.kill()
        thumb.choose("count1", 8).choose("out2", "2-5").type("captured1", "1")
        with Served(haggis, "--port", str(first.port)):
            expect(held.page.locator("#away")).to_have_count(0)
            expect(held.page.locator("#total")).to_contain_text("1 of")
            thumb.type("captured1", "2")
            expect(held.page.locator("[data-open=captured1] b")).to_have_text("12")
        held.troubles.clear()


def test_the_keyboard_alone_enters_a_round(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server, scripts=True) as held:
        held.go(PAD)
        expect(held.page.locator("#out1-1")).to_be_focused()
        for key in ("Space",):
            held.press(key)
        expect(held.page.locator("#count1-1")).to_be_focused()
        for _ in range(7):
            held.press("ArrowRight")
        expect(held.page.locator("[data-open=count1]")).to_contain_text("Opponent’s hand 8")
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


def test_a_choice_in_a_correction_closes_its_keys_and_leaves_what_changes_alone_with_save(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.ok("score", "friday", "Noah: out 8, cards 12")
    with phone(running, server) as held:
        Thumb(held, "/m/friday/rounds/1").open("count1").choose("count1", 9).sees("Save the correction")
        expect(held.page.locator(".is-open")).to_have_count(0)
        expect(held.page.locator("[data-open=count1]")).to_be_focused()


@pytest.mark.longest("(320, 568)")
@pytest.mark.parametrize("size", [(320, 568), (375, 667)], ids=str)
def test_in_a_correction_both_piles_are_in_reach_and_the_check_mark_shows_what_changes(
    running: Browser, server: Served, haggis: Haggis, size: tuple[int, int]
) -> None:
    haggis.ok("score", "Noah: out 8, cards 12", "Isla: cards 24")
    with phone(running, server, size) as held:
        thumb = Thumb(held, "/m/friday/rounds/1").open("captured2").type("captured2", "16")
        thumb.open("captured1").type("captured1", "20!")
        thumb.sees("Totals: Noah 52 \u2192 60, Isla 24 \u2192 16.")
        expect(held.page.locator(".is-open")).to_have_count(0)
        thumb.save()
    assert "Noah = 20, Isla = 16" in haggis.text()


def test_in_a_correction_every_figure_stays_in_reach_however_much_changes(running: Browser, haggis: Haggis) -> None:
    names = ("Maximilianenbergerstrassendorf", "Featherstonehaugh Bartholomews", "Wilhelmina-Charlotte Vandenbur")
    haggis.begin("tatties", names)
    first, second, third = names
    for outcome in (
        [f"{third}: out1 8, cards 21", f"{second}: out2 1, cards 20", f"{first}: cards 10, bid 30"],
        [f"{second}: out1 4, cards 21", f"{first}: out2 2, cards 21", f"{third}: cards 9"],
    ):
        haggis.ok("score", "-y", *outcome)
    with served(haggis) as server, phone(running, server, (375, 667)) as held:
        Thumb(held, "/m/friday/rounds/1").open("out1").choose("out1", 1).sees("bids first in round 2, not")
        expect(held.page.locator(".settling")).to_have_count(0)
        reached = set(held.says(_REACHED))
        assert reached == {"stakes", "out1", "count1", "out2", *(f"captured{seat}" for seat in (1, 2, 3))}


def test_a_correction_that_changes_no_score_says_so_and_its_button_has_the_width_of_the_page(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.ok("score", "friday", "Noah: out 8, cards 12", "Isla: cards 24")
    with phone(running, server, (375, 667)) as held:
        held.go("/m/friday/rounds/1")
        held.page.locator(".note-field summary").click()
        held.page.locator("#notes").fill("by candlelight")
        held.page.locator("#notes").blur()
        Thumb(held).sees("The scores stay as they are.")
        button = held.page.locator("#actions .primary").bounding_box()
        assert button
        assert button["width"] > 300


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

        thumb.choose("out1", 1).choose("count1", 8).type("captured1", "37")
        held.see("cannot have captured 37")
        look()
        thumb.type("captured1", "12").sees("+52")
        look()


def test_on_its_side_a_phone_shows_the_keys_beside_what_it_says_of_the_server(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with Served(haggis) as server, phone(running, server, (667, 375)) as held:
        Thumb(held, PAD).choose("out1", 1).at("count1")
        server.process.kill()
        held.see("No answer from the server since")
        keys, said = (held.page.locator(each).bounding_box() for each in (".is-open > .entry", "#away"))
        assert keys
        assert said
        assert said["x"] + said["width"] <= keys["x"]
        more = "form.classList.add('hides', 'rests'); return parseFloat(getComputedStyle(form, '::after').height)"
        assert held.says(f"(form => {{ {more} }})(document.querySelector('.guided'))") < 20  # it has one line
        held.troubles.clear()


_STOP = """() => {
    const box = (each) => each.getBoundingClientRect(), form = document.querySelector(".guided");
    const docks = [...document.querySelectorAll(".is-open > .entry, .foot, #ways")].map(box);
    const below = docks.filter(({ height, left }) => height && left < innerWidth / 3);  // not beside the figures
    const bar = document.querySelector(".top");
    const first = getComputedStyle(bar).position === "sticky" ? box(bar).bottom : 0;
    const last = Math.min(innerHeight, ...below.map(({ top }) => top));
    const faded = form.matches(".hides.rests") ? parseFloat(getComputedStyle(form, "::before").height) : 0;
    const cuts = (edge) => (line) => box(line).top < edge - 1 && box(line).bottom > edge + 1;
    const parts = [...form.querySelectorAll("h2, .figures .shown, summary, .drop button")];
    const lines = parts.filter((line) => box(line).height);
    const row = box(form.querySelector(".is-open > .shown"));
    const hidden = lines.filter(cuts(last)).filter((line) => box(line).top < last - faded - 1);
    const cut = [...lines.filter(cuts(first)), ...hidden].map((line) => line.textContent);
    return [row.top >= first, row.bottom <= last, cut];
}"""
"""Whether the open figure is below the bar, and above the keys, and which lines are cut there without fading."""


@pytest.mark.longest("size0", "size2", "size3")
@pytest.mark.parametrize("size", [(320, 568), (375, 667), (667, 375), DESK])
def test_the_figure_that_is_asked_for_is_in_sight_and_no_line_is_cut(
    running: Browser, server: Served, size: tuple[int, int]
) -> None:
    with phone(running, server, size) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).at("count1")
        assert held.says(_STOP) == [True, True, []]
        thumb.choose("count1", 8).at("captured1")
        assert held.says(_STOP) == [True, True, []]
        thumb.type("captured1", "12").sees("+52").at("captured1")
        assert held.says(_STOP) == [True, True, []]
        for button in (held.page.locator("#actions .primary"), held.page.locator(".is-open [data-key='0']")):
            box = button.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= size[1] - 60  # above the links
        thumb.save()


def test_the_pile_that_the_pad_finds_itself_is_in_sight_beside_save(running: Browser, haggis: Haggis) -> None:
    players = ("-p", "Noah", "-p", "Jamie", "-p", "Isla")
    haggis.ok("new", "--variant", "three-player", *players, "--name", "friday")
    with served(haggis, "friday") as server, phone(running, server, (320, 568)) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8).choose("out2", "2-5")
        thumb.type("captured1", "11").type("captured2", "12").sees("Save")
        foot = held.says("document.getElementById('foot').getBoundingClientRect().top")
        piles = "[...document.querySelectorAll('.captured .shown')].map(each => each.getBoundingClientRect().bottom)"
        assert max(held.says(piles)) < foot


def test_beside_a_bet_a_team_has_a_line_for_each_name(running: Browser, haggis: Haggis) -> None:
    names = ("Isla", "Jamie", "Rory", "Noah")
    haggis.begin("neeps", names)
    with served(haggis) as server, phone(running, server, (320, 568)) as held:
        thumb = Thumb(held, PAD).choose("team1", "1-15").choose("team2", "2-15")
        thumb.choose("out1", 1).choose("count1", 1).at("out2")
        lines = "each => each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight)"
        shown = held.says(f"[...document.querySelectorAll('.stakes > .shown .named > span')].map({lines})")
        assert [round(each) for each in shown] == [2, 2]


@pytest.mark.longest(
    *(
        "two-player-names0",
        "three-player-names1",
        "three-player-names2",
        "tatties-names3",
        "neeps-names4",
        "neeps-names5",
    )
)
@pytest.mark.parametrize(
    ("variant", "names"),
    [
        ("two-player", ("Hamish", "Mohammed")),
        ("three-player", ("Tommy", "Wendy", "Norman")),
        ("three-player", ("Gwendolyn", "Mohammed", "Norman")),
        ("tatties", ("Ann-Marie", "Max Woods", "Tommy")),
        ("neeps", ("O'Connor", "Rosemary", "Alexandra", "Mohammed")),
        ("neeps", ("Hamish", "Morgan", "Willem", "Gordon")),
        ("three-player", ("Gwendolyn", "Mohammed", "Max Woods")),
        ("tatties", ("Ann-Marie", "Emmanuel", "Winnie")),
        ("tatties", ("Mohammed", "Rosemary", "Gordon")),
        ("neeps", ("O'Connor", "Rosemary", "Wilhelmi", "Mohammed")),
        ("neeps", ("Hamish", "Morgan", "Willem", "Alexandra")),
    ],
)
def test_no_common_name_breaks_within_a_word_or_is_cut(
    running: Browser, haggis: Haggis, variant: str, names: tuple[str, ...]
) -> None:
    haggis.begin(variant, names)
    with served(haggis) as server, phone(running, server, (320, 568)) as held:
        for size in ((320, 568), (360, 640), (375, 667)):
            held.screen(*size)
            Thumb(held, PAD).at("out1")
            held.says("document.querySelectorAll('.captured .shown b').forEach(each => { each.textContent = '88' })")
            assert held.find_torn(".faces, .sums, .captured .shown, .by") == [], size
            assert held.says(_MEETS_FIGURE) == [], size


@pytest.mark.longest("three-player")
@pytest.mark.parametrize("variant", ["two-player", "three-player"])
def test_common_names_are_whole_beside_save_and_where_figures_are_compared(
    running: Browser, haggis: Haggis, variant: str
) -> None:
    names = ("Gwendolyn", "Mohammed", "O'Connor")[: max(load(variant).players)]
    haggis.begin(variant, names)
    sizes = ((320, 568), (360, 640), (375, 667))
    theirs = ["out 4, cards 12", "cards 24"] if len(names) == 2 else ["out 4, cards 12", "out 3, cards 20", "cards 18"]
    with served(haggis) as server, phone(running, server, (320, 568)) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 7)
        if len(names) == 3:
            thumb.at("out2").choose("out2", "2-5").at("captured1").type("captured1", "8!")
        thumb.at(f"captured{len(names) - 1}").type(f"captured{len(names) - 1}", "8!").sees("Save")
        for size in sizes:
            held.screen(*size)
            assert held.find_torn("#foot") == [], size
        haggis.ok("score", *(f"{name}: {took}" for name, took in zip(names[::-1], theirs, strict=True)), "--yes")
        held.see("Keep theirs")
        for size in sizes:
            held.screen(*size)
            assert held.find_torn(".compared") == [], size


def test_the_figures_in_the_head_of_a_correction_meet_no_badge(running: Browser, haggis: Haggis) -> None:
    haggis.begin("three-player", ("Noah", "Isla", "Jamie"), "--points", "2000")
    haggis.ok("score", "Noah: out 14, cards 30, bet 30", "Isla: out 10, cards 5, bet 30", "Jamie: cards 15", "--yes")
    with served(haggis) as server, phone(running, server, (320, 568)) as held:
        held.go("/m/friday/rounds/1")
        held.see("as saved")
        assert (
            held.says(
                "[...document.querySelectorAll('.sums b')].filter(figure => {"
                "const box = figure.getBoundingClientRect();"
                "return [...document.querySelectorAll('.sums .badge')].map(each => each.getBoundingClientRect()).some("
                "badge => badge.left < box.right + 4 && box.left < badge.right && badge.top < box.bottom"
                " && box.top < badge.bottom) }).map(figure => figure.textContent)"
            )
            == []
        )


_MEETS_FIGURE = """[...document.querySelectorAll(".captured .shown")].filter((each) => {
    const [name, figure] = ["bdi", "b"].map((part) => each.querySelector(part).getBoundingClientRect());
    return name.right > figure.left;
}).map((each) => each.textContent)"""
"""The names that are behind the figure beside them."""


def test_a_bet_of_a_player_with_a_long_name_is_below_the_team_on_the_smallest_phone(
    running: Browser, haggis: Haggis
) -> None:
    names = ("Featherstonehaugh", "Isla", "Rory", "Jo")
    haggis.begin("neeps", names)
    with served(haggis) as server, phone(running, server, (320, 568)) as held:
        Thumb(held, PAD).choose("team1", "1-5").choose("out1", 1).at("count1")
        assert held.says("document.documentElement.scrollWidth") == 320


def test_all_keys_are_whole_below_a_refusal_however_long_the_names_are(running: Browser, haggis: Haggis) -> None:
    names = ("Alexandrinamariaclementinarose", "Christopher Brown", "Bartholomewmaximilianfrederick", "Dorothea")
    haggis.begin("neeps", names)
    with served(haggis) as server, phone(running, server, (320, 568)) as held:
        Thumb(held, PAD).choose("out1", 1).at("count1").open("captured1").type("captured1", "99")
        held.see("cannot have captured 99")
        said = held.page.locator(".is-open .refusal")
        assert names[0] not in said.inner_text()
        for more in ("", " and so on" * 40):
            said.evaluate("(said, more) => said.append(more)", more)
            keys, links = (held.page.locator(each).bounding_box() for each in (".is-open .keys", ".ways"))
            assert keys
            assert links
            assert keys["y"] + keys["height"] <= links["y"]
        assert said.evaluate("said => said.scrollHeight > said.clientHeight")


_REACHED = """(() => {
    const found = [];
    for (let at = 0; at < document.documentElement.scrollHeight; at += 40) {
        scrollTo({ top: at, behavior: "instant" });
        for (const each of document.querySelectorAll("[data-open]")) {
            const box = each.getBoundingClientRect();
            if (each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)))
                found.push(each.dataset.open);
        }
    }
    return found;
})()"""
"""The figures that can be touched, wherever the page is scrolled to."""

_OVERLAPS = """() => {
    const shown = [...document.querySelectorAll(".is-open :is(.keys button, label), #actions button")];
    const boxes = shown.filter(({ offsetParent }) => offsetParent)
        .map((each) => [each.textContent, each.getBoundingClientRect()]);
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const outside = boxes.filter(([, { left, right }]) => left < 0 || right > innerWidth).map(([text]) => text);
    return outside.concat(boxes.flatMap(([text, one], place) =>
        boxes.slice(place + 1).filter(([, other]) => meet(one, other)).map(([other]) => `${text} ${other}`)));
}"""
"""What lies over something else, or beside the screen."""


@pytest.mark.parametrize("size", [(250, 541), (568, 320)])
def test_no_key_lies_over_another_where_letters_are_large(
    running: Browser, server: Served, size: tuple[int, int]
) -> None:
    """A phone whose pages are enlarged to 150 %, and a small one on its side."""
    with phone(running, server, size) as held:
        thumb = Thumb(held, PAD)
        for field, answer, then in (("out1", 1, "count1"), ("count1", 8, "captured1")):
            assert held.says(_OVERLAPS) == []
            thumb.choose(field, answer).at(then)
        assert held.says(_OVERLAPS) == []
        thumb.type("captured1", "12").sees("+52").at("captured1")
        assert held.says(_OVERLAPS) == []
        assert held.says("document.documentElement.scrollWidth") == size[0]
        thumb.save()


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


def test_figures_sums_and_piles_may_go_below_zero_and_every_key_is_large_enough(
    running: Browser, haggis: Haggis
) -> None:
    with (
        plugged(haggis, {"thistle": THISTLE}),
        started(haggis, "thistle") as server,
        phone(running, server, (320, 568)) as held,
    ):
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8)
        keys = held.page.locator(".is-open .keys button")
        expect(keys).to_have_count(17)  # twelve of the digits, J, Q, K, minus and plus
        for box in (key.bounding_box() for key in keys.all()):
            assert box is not None
            assert min(box["width"], box["height"]) >= 43.5
            assert box["y"] + box["height"] <= 568
        held.screen(*PHONE)
        minus = held.page.locator(MINUS)
        expect(minus).to_have_text("−")
        expect(minus).to_have_accessible_name("Minus")
        thumb.type("captured1", "-12!").sees("+28").open("captured1").type("captured1", "K-6")
        held.see("= -2: K 4, -6 points of suit cards")
        thumb.type("captured1", "!").sees("+38").open("captured1").type("captured1", "-")
        assert held.page.locator("[data-field=captured1] .refusal").count() == 0  # a number follows
        thumb.type("captured1", "17")
        held.see("the cards with negative points add up to \u221216")
        thumb.type("captured1", "<<4")
        expect(held.page.locator("[data-field=captured1] .shown b")).to_have_text("-4")
        thumb.type("captured1", "!").sees("+36").save()
    assert "captured = { Noah = -4, Isla = 4 }" in haggis.text()


QUEENS = COPY + (
    "from haggis_cli.rules.api import Setup\n"
    "SETUPS = {2: Setup(suits=4, copies=1, dealt=14, courts=(12,))}\n"
    'V = replace(TWO_PLAYER, id="queens", name="Queens", setups=SETUPS)\n'
)


def test_one_court_card_and_plus_fill_their_column(running: Browser, haggis: Haggis) -> None:
    with plugged(haggis, {"queens": QUEENS}), started(haggis, "queens") as server, phone(running, server) as held:
        thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8)
        keys = held.page.locator(".is-open .keys > button, .is-open .fourth button")
        expect(keys).to_have_count(14)
        boxes = [box for key in keys.all() if (box := key.bounding_box())]
        rows = sorted({round(box["y"]) for box in boxes[:12]})
        columns = sorted({round(box["x"]) for box in boxes[:12]})
        assert (len(rows), len(columns)) == (4, 3)
        assert all(box["x"] > columns[-1] + 44 for box in boxes[12:])
        thumb.type("captured1", "Q4")
        held.see("= 7: Q 3, 4 cards")


def test_blind_bets_are_buttons_while_recording_and_chips_on_the_score_pad(running: Browser, haggis: Haggis) -> None:
    with plugged(haggis, {"moor": MOOR}):
        begin_on_the_moor(haggis, 3)
        with served(haggis) as server, phone(running, server) as held:
            held.go("/m/friday/record")
            held.see("Blind bets first, with 8 cards seen")
            held.touch("[name=deed][value='bet.1.90']")
            expect(held.page.locator(".bet > .unseen")).to_have_text("bet royal (90) blind")
            expect(held.page.locator("[value='bet.1.60']")).to_have_count(0)
            assert held.find_barriers() == []
            assert held.says("document.documentElement.scrollWidth") == 375
            held.touch("[name='c.3r']")
            held.page.locator("#verdict .legal").wait_for()
            held.touch(".last [value=play]")
            expect(held.page.locator(".blind")).to_have_count(0)
            held.touch(".bets summary")
            assert held.page.locator("[name=deed][value='bet.2.30']").count() == 1
            assert '"Isla: bet royal",\n  "Noah: 3r",' in haggis.text()
            haggis.ok("undo", "--round")

            thumb = Thumb(held, PAD).choose("out1", 1).choose("count1", 8)
            thumb.choose("out2", "2-4").type("captured1", "10").type("captured2", "10!")
            chip = held.page.locator("label[for='bet1-1-60']")
            chip.wait_for()
            expect(chip).to_have_text("grand (60) blind")
            box = chip.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            thumb.choose("bet1", "1-60")
            expect(held.page.locator("[data-open=stakes]")).to_contain_text("grand (60) blind")
            thumb.choose("bet2", "2-15").sees("+").save()
    assert "bets = { Noah = 60, Isla = 15 }" in haggis.text()
