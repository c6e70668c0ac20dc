"""The pages for reading and starting in a real browser: the board that follows and speaks, sheets that are shut off."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import DESK, NO_BROWSER, PHONE, PROGRAM, Phone, phone
from tests.support.haggis import Haggis
from tests.support.served import Served, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

ROUND = ("Noah: out 8, cards 20", "Isla: cards 16")
WIDE = ((812, 375), (768, 1024), (1280, 800))
SPOKEN = "window.told = []; speechSynthesis.speak = (words) => told.push(words.text); speechSynthesis.cancel = () => {}"


@pytest.fixture
def server(haggis: Haggis) -> Iterator[Served]:
    haggis.new("--event", "Burns Night")
    haggis.ok("score", *ROUND)
    haggis.ok("record", "Isla: 4r 5r 6r", "Noah: pass", "Isla: 7g")
    with served(haggis) as started:
        yield started


def fits(page: Phone) -> bool:
    """Whether nothing of a page sticks out of a large screen, or of a phone that lies on its side."""
    for width, height in WIDE:
        page.screen(width, height)
        if page.says("document.documentElement.scrollWidth") > width:
            return False
    page.screen(*PHONE)
    return True


def test_the_board_has_the_screen_of_a_phone_to_itself(running: Browser, server: Served, haggis: Haggis) -> None:
    """Nothing is below the bar: the chart has the height that is left, or is not there, with a trick and without."""
    with phone(running, server) as page:
        for _ in range(2):
            for size in ((375, 667), (320, 568)):
                page.screen(*size)
                page.go("/m/friday/board")
                assert page.says("document.documentElement.scrollHeight") == size[1]
            assert fits(page)
            haggis.ok("undo", "--round")


def test_a_long_name_of_a_match_has_two_lines_above_its_pages(running: Browser, server: Served, haggis: Haggis) -> None:
    haggis.ok("new", "--like", "friday", "--name", f"Burns Night{' of the Featherstonehaughs' * 2}, and tatties")
    with phone(running, server, (320, 568)) as page:
        for path in ("board", "referee", "score"):
            page.go(f"/m/burns-night-of-the-featherstonehaughs-of-the-featherstonehaughs-and-tatties/{path}")
            assert page.says("document.querySelector('.top').offsetHeight") < 60
            assert page.says("document.documentElement.scrollWidth") == 320
            assert page.says("document.querySelector('.top > :last-child').getBoundingClientRect().right") <= 320


def test_without_a_bar_to_the_goal_names_and_totals_are_in_the_middle_of_their_tiles(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.ok("edit", "friday", "--rounds", "6")
    with phone(running, server, PHONE) as page:
        page.go("/m/friday")
        for part in (".side-name", ".side-total"):
            above, below = page.says(
                f"(({{ top, bottom }}, inner) => [inner.top - top, bottom - inner.bottom])"
                f"(...['.side', '{part}'].map((each) => document.querySelector(each).getBoundingClientRect()))"
            )
            assert abs(above - below) < 1


def test_on_paper_a_replay_has_all_rounds_below_the_title_of_the_match(running: Browser, server: Served) -> None:
    with phone(running, server) as page:
        page.go("/m/friday/replay")
        page.page.emulate_media(media="print")
        parts = "[...document.querySelectorAll('.top, .rounds summary, .rounds .tricks')]"
        assert page.says(f"{parts}.map(each => each.offsetHeight > 0)") == [True] * 5
        assert page.says("getComputedStyle(document.querySelector('summary')).minHeight") == "0px"


def test_on_paper_a_score_pad_has_the_bets_and_no_mark_of_a_screen(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with served(haggis) as server, phone(running, server, (375, 667)) as page:
        page.go("/m/friday/score")
        page.page.locator(".guided [data-field=out1].is-open").wait_for()
        page.page.emulate_media(media="print")
        assert page.page.locator("[data-open=stakes]").inner_text().count("no bet") == 2
        assert page.says("getComputedStyle(document.getElementById('scorepad'), '::after').display") == "none"


LONG = (
    "Alexandrinamariaclementinarose",
    "Bartholomewmaximilianfrederick",
    "Christopher Featherstonehaugh1",
    "Dorothea Wilhelmina Marguerite",
)


def test_each_badge_of_a_team_stands_at_the_first_line_of_a_name_also_of_the_leading_one(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.begin("neeps", LONG, name="long")
    taken = ("out 1, cards 40", "cards 20", "out 1, cards 20", "cards 4")
    haggis.ok("score", "long", *(f"{name}: {took}" for name, took in zip(LONG, taken, strict=True)), "--yes")
    with phone(running, server, (320, 568)) as page:
        page.go("/m/long")
        assert page.says("document.querySelectorAll('.side-name .crown').length") == 1
        away = page.says(
            "[...document.querySelectorAll('.side-name')].flatMap(side => {"
            "const middle = box => (box.top + box.bottom) / 2, names = [...side.querySelectorAll('.half')];"
            "return [...side.querySelectorAll('.badge')].map((badge, at) => {"
            "const range = document.createRange(); range.selectNodeContents(names[at]);"
            "return Math.abs(middle(badge.getBoundingClientRect()) - middle(range.getClientRects()[0])) } ) })"
        )
        assert len(away) == 4
        assert max(away) < 4


FEET = """[...document.querySelectorAll('.board-total')].map(each =>
    each.getBoundingClientRect().bottom - .15 * parseFloat(getComputedStyle(each).fontSize))"""
NEVER_CUT = "(place => place.scrollHeight <= place.clientHeight)(document.querySelector('.trick-place'))"


def spread(heights: list[float]) -> float:
    return max(heights) - min(heights)


def test_a_trick_of_nine_cards_each_has_room_on_a_broad_board(running: Browser, server: Served, haggis: Haggis) -> None:
    haggis.begin("neeps", LONG, name="long")
    stairs = [
        " ".join(f"{rank}{suit}" for rank in ranks for suit in "rgb") for ranks in ((3, 4, 5), (6, 7, 8), (7, 8, 9))
    ]
    haggis.ok("record", "long", *(f"{name}: {cards}" for name, cards in zip(LONG, stairs, strict=False)))
    with phone(running, server) as page:
        for size in ((1280, 720), (1024, 768), (1920, 1080)):
            page.screen(*size)
            page.go("/m/long/board")
            page.see("after 1 earlier play")
            assert page.says("document.documentElement.scrollHeight") == size[1]
            assert page.says("document.querySelector('.highest').getBoundingClientRect().bottom") < size[1] - 60
            assert page.says(NEVER_CUT)
            assert page.page.locator(".reading").last.is_visible()


def test_four_long_names_in_a_trick_leave_nothing_to_scroll_for_but_the_trick(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.begin("neeps", LONG, name="long")
    cards = ("5y", "6y", "7y", "8y", "9y", "10y")
    haggis.ok("record", "long", *(f"{name}: {card}" for name, card in zip(LONG * 2, cards, strict=False)))
    with phone(running, server) as page:
        for size in ((375, 667), (320, 568)):
            page.screen(*size)
            page.go("/m/long/board")
            page.see("Christopher must beat Bartholom…")
            assert page.says("document.documentElement.scrollHeight") == size[1]
            assert (
                page.says(
                    "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('main'))"
                )
                <= 0
            )
            assert page.says("document.querySelector('.highest').getBoundingClientRect().bottom") < size[1] - 60
            assert page.says(NEVER_CUT)


def test_names_in_a_trick_are_whole_words_and_totals_beside_each_other_on_one_line(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.begin("neeps", LONG, name="four")
    haggis.ok("record", "four", *(f"{name}: {rank}y" for name, rank in zip(LONG, "2345", strict=True)))
    for match, events in (("two", ("4r",)), ("begun", ())):
        haggis.ok("new", "--like", "friday", "-p", "Isla", "-p", LONG[3], "--lead", "Isla", "--name", match)
        for event in events:
            haggis.ok("record", match, event)
    players = ("-p", "Noah", "-p", "Jamie", "-p", "Isla")
    haggis.ok("new", "--variant", "three-player", *players, "--lead", "Noah", "--name", "three")
    haggis.ok("record", "three", "Noah: 3r", "Jamie: 10r", "Isla: pass", "Noah: pass")
    haggis.ok("new", "--like", "friday", "--name", "over", "--points", "10")
    haggis.ok("score", "over", *ROUND)
    with phone(running, server) as page:
        for size in ((1280, 720), (1280, 1024), (1920, 1080)):
            page.screen(*size)
            page.go("/m/four/board")
            cut = "[...document.querySelectorAll('.by')].filter(each => each.scrollWidth > each.clientWidth).length"
            assert page.says(cut) == 0
            for match in ("two", "begun", "three", "over"):
                page.go(f"/m/{match}/board")
                assert spread(page.says(FEET)) < 2, (match, size)


def test_what_partners_have_stays_inside_their_tile_and_on_a_large_screen_is_large(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    names = ("Noah", "Rory", "Catherine", "Elizabeth")
    haggis.begin("neeps", names, name="four")
    bets = [f"{name}: bet little" for name in names[2:]]
    plays = [f"{name}: {card}" for name, card in zip(names, ("3r", "5r", "9r", "pass"), strict=True)]
    haggis.ok("record", "four", *bets, *plays, "Noah: pass", "Rory: pass")
    foot = (
        "each => Math.max(...[...each.querySelectorAll('.board-has *')].map(one => one.getBoundingClientRect().bottom))"
    )
    room = f"(each => each.getBoundingClientRect().bottom - ({foot})(each))"
    letters = "parseFloat(getComputedStyle(document.querySelector('.board-has')).fontSize)"
    with phone(running, server) as page:
        for size in ((1280, 720), (1920, 1080), (1080, 1920), (375, 667), (320, 568)):
            page.screen(*size)
            page.go("/m/four/board")
            page.see("to lead")
            assert page.page.locator(".took").inner_text() == "3 points captured"
            assert min(page.says(f"[...document.querySelectorAll('.board-side')].map({room})")) >= 8, size
            if size[0] > 1000:
                assert page.says(letters) > 21, size
            if size[0] > size[1]:
                assert spread(page.says(FEET)) < 2, size


def test_the_board_follows_and_reads_aloud_when_asked(running: Browser, server: Served, haggis: Haggis) -> None:
    haggis.ok("undo", "--round")
    with phone(running, server) as page:
        page.go("/m/friday/board")
        page.says(SPOKEN)
        page.touch(".board-controls summary")
        page.touch("text=Read aloud")
        first = (
            "Round 1: Noah went out first. Noah 60, Isla 16. Totals: Noah 60, Isla 16. Isla deals and leads round 2."
        )
        assert page.says("told") == [first]
        haggis.ok("score", "Isla: out 8, cards 20", "Noah: cards 16")
        page.see("deals and leads round 3.")
        assert page.says("told") == [first]  # only on request
        page.touch("text=Read every round")
        haggis.ok("score", "--yes", *ROUND)
        page.see("round 4.")
        assert page.says("told")[-1].startswith("Round 3: Noah went out first. Noah 60, Isla 16.")


OVERTAKEN = ("Isla: out 9, cards 24", "Noah: cards 12")
LAST_ROUND = "Round 2: Isla went out first. Noah 12, Isla 69."
WATCH_TOTALS = """
const shown = () => document.querySelector("[data-side=Isla] .board-total").textContent;
window.watched = [shown()];
window.moved = 0;
new MutationObserver(() => {
    watched.push(shown());
    moved += document.getAnimations().length;
}).observe(document.getElementById("sides"), { childList: true, characterData: true, subtree: true });
"""


def test_sides_stand_by_rank_and_totals_count_up_unless_nothing_may_move(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.ok("undo", "--round")
    with phone(running, server, DESK) as still, phone(running, server, DESK) as moving:
        moving.page.emulate_media(reduced_motion="no-preference")
        for page in (still, moving):
            page.go("/m/friday/board")
            page.says(WATCH_TOTALS)
        haggis.ok("score", *OVERTAKEN)
        for page in (still, moving):
            page.see(LAST_ROUND)
            expect(page.page.locator(".board-total").first).to_have_text("85")
            names = page.page.locator(".board-name").all_inner_texts()
            assert names == ["I\nIsla\N{NO-BREAK SPACE}", "N\nNoah"]  # a crown follows
        assert still.says("[watched, moved]") == [["16", "85"], 0]
        counted = [int(total) for total in moving.says("watched")]
        assert (counted[0], counted[-1]) == (16, 85)
        assert any(16 < total < 85 for total in counted)
        assert moving.says("moved") > 0


def test_without_scripts_the_board_says_the_same_when_it_is_loaded_again(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.ok("undo", "--round")
    with phone(running, server, scripts=False) as page:
        page.go("/m/friday/board")
        haggis.ok("score", *OVERTAKEN)
        page.go("/m/friday/board")
        page.see(LAST_ROUND)
        assert page.page.locator(".board-total").all_inner_texts() == ["85", "72"]


def test_the_totals_of_the_board_can_be_read_from_three_metres(running: Browser, server: Served) -> None:
    with phone(running, server) as page:
        page.go("/m/friday/board")
        for size, share in (((1280, 800), 0.2), ((1920, 1080), 0.2), (PHONE, 0.08)):
            page.screen(*size)
            height = page.says("parseFloat(getComputedStyle(document.querySelector('.board-total')).fontSize)")
            assert height >= share * size[1], size


def test_rounds_are_stepped_through_and_the_sheet_of_a_phone_sees_nothing_of_the_server(
    running: Browser, server: Served
) -> None:
    with phone(running, server) as page:
        for path in ("/m/friday/replay?round=2", "/m/friday/sheet.html"):
            page.go(path)
            page.see("0 / 3")
            assert fits(page)
            page.touch("[data-step=on]")
            page.see("1 / 3")
        assert page.says("self.origin") == "null"


def test_a_season_is_printed_with_the_headings_of_its_table(running: Browser, server: Served) -> None:
    with phone(running, server, DESK) as page:
        page.go("/season")
        page.page.emulate_media(media="print")
        headings = page.page.locator(".season thead th").all_inner_texts()
        assert len(headings) > 12
        assert all(headings)


def test_on_a_narrow_phone_a_sum_and_each_of_its_parts_have_one_line(running: Browser, server: Served) -> None:
    with phone(running, server, (320, 568)) as page:
        page.go("/season?player=Noah")
        lines = "[...document.querySelectorAll('.facts .half')].map(each => [each.innerText, each.offsetHeight])"
        parts, heights = zip(*page.says(lines), strict=True)
        assert parts[1] == "40.0\u00a0for opponents’ hands"
        assert len({*heights}) == 1


def test_charts_seats_and_chosen_cards_have_the_colours_of_the_device_where_it_has_its_own(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "1", "--name", "won")
    haggis.ok("score", "won", *ROUND)
    color = "(([at, name]) => getComputedStyle(document.querySelector(at))[name])"
    with phone(running, server) as page:
        for dark in (False, True):
            page.screen(*PHONE, dark=dark)
            page.page.emulate_media(forced_colors="active")
            for path in ("/m/won", "/m/won/board"):
                page.go(path)
                ink = page.page.evaluate(color, ["body", "color"])
                assert page.page.evaluate(color, [".chart text", "fill"]) == ink
                assert page.page.evaluate(color, [".chart .paper", "fill"]) != ink
            assert page.page.evaluate(color, [".board-total", "forcedColorAdjust"]) != "auto"  # covers names
            page.go("/m/friday/record")
            seats = [page.page.evaluate(color, [seat, "borderTopColor"]) for seat in (".turn", ".seat:not(.turn)")]
            assert seats[0] != seats[1] == page.page.evaluate(color, ["body", "backgroundColor"])
            page.page.locator(".pick input:enabled").first.tap()
            for name in ("backgroundColor", "color"):
                card = ".pick:has(:checked) span", ".pick:not(:has(:checked)) span"
                assert page.page.evaluate(color, [card[0], name]) != page.page.evaluate(color, [card[1], name])
        page.page.emulate_media(forced_colors="none")


@pytest.mark.longest("/m/friday/board")
@pytest.mark.parametrize("path", ["/", "/m/friday/board", "/m/friday/record"])
def test_without_colours_too_one_sees_which_page_is_open(running: Browser, server: Served, path: str) -> None:
    behind = "(at => getComputedStyle(document.querySelector(at)).backgroundColor)"
    with phone(running, server) as page:
        for dark in (False, True):
            page.screen(*PHONE, dark=dark)
            page.go(path)
            pill = page.page.evaluate(behind, ".ways a[aria-current] .icon")
            assert pill not in ("rgba(0, 0, 0, 0)", page.page.evaluate(behind, ".ways"))


def test_figures_on_the_felt_are_as_bright_as_words(running: Browser, server: Served, haggis: Haggis) -> None:
    """Players' bright colours are for shapes: as letters they have too little contrast there."""
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "1", "--name", "won")
    haggis.ok("score", "won", *ROUND)
    fills = "[...document.querySelectorAll('.felt .chart .total')].map(each => getComputedStyle(each).fill)"
    with phone(running, server) as page:
        for path in ("/m/won", "/m/won/board"):
            page.go(path)
            assert set(page.says(fills)) == {page.says("getComputedStyle(document.querySelector('.felt')).color")}


def test_who_has_played_here_takes_a_seat_by_touch(running: Browser, server: Served) -> None:
    with phone(running, server) as page:
        page.go("/new?variant=two-player")
        for name in ("Isla", "Noah"):
            page.touch(f"#played-here >> text={name}")
        assert [page.page.locator(f"#player-{seat}").input_value() for seat in (1, 2)] == ["Isla", "Noah"]
        assert page.page.locator("label[for=beginner-is-2]").inner_text() == "Noah"
        assert page.page.locator("#played-here").is_hidden()
        page.page.locator("#player-1").fill("")
        page.touch("#played-here >> text=Isla")


def test_a_very_long_name_has_a_hyphen_on_the_button_of_who_begins_until_it_is_another(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.ok("new", "--like", "friday", "-p", "Isla", "-p", LONG[0], "--name", "long")
    with phone(running, server, (320, 568)) as page:
        page.go("/m/long/rematch")
        seats = page.page.locator("#beginner label")
        assert "\u00ad" in "".join(seats.all_text_contents())
        page.page.locator("#player-1").fill("Jo")
        assert seats.first.text_content() == "Jo"
        page.page.locator("#player-2").fill("jo ")  # it will be refused: until then they are told apart
        assert seats.all_text_contents()[:2] == ["Seat 1", "Seat 2"]


def test_what_is_asked_stands_apart_from_a_heading_of_two_lines(running: Browser, server: Served) -> None:
    with phone(running, server, (320, 568)) as page:
        page.go("/new?variant=two-player")
        page.touch("summary >> text=and note")
        words = (
            "const words = document.createRange(); words.selectNodeContents(document.querySelector('[open] > summary'))"
        )
        asked = "document.querySelector('[for=event]').getBoundingClientRect().top"
        assert page.says(f"(() => {{ {words}; return {asked} - words.getBoundingClientRect().bottom }})()") >= 12


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_match_is_started_by_touch(running: Browser, server: Served, haggis: Haggis, scripts: bool) -> None:
    with phone(running, server, scripts=scripts) as page:
        page.go("/new")
        page.delay("new.js", until="#beginner-is-2:checked")
        page.touch("text=Haggis (2-Player)")
        page.page.locator("#player-1").fill("Ailsa")
        page.page.locator("#player-2").fill("Hamish")
        page.touch("#beginner-is-2")
        expect(page.page.locator("label[for=beginner-is-2]")).to_have_text("Hamish" if scripts else "Seat 2")
        page.touch("#goal-is-own")
        page.page.locator("#goal-number").fill("77")
        page.touch("text=Start the match")
        page.see("Hamish deals and leads round 1.")
        page.see("Goal 77 points")


@pytest.mark.parametrize("path", ["/new?variant=neeps", "/m/friday/record"])
def test_what_has_the_focus_of_a_keyboard_is_above_the_buttons(running: Browser, haggis: Haggis, path: str) -> None:
    haggis.new()
    with served(haggis) as server, phone(running, server, (320, 568)) as page:
        page.go(path)
        hidden = []
        for _ in range(40):
            page.page.keyboard.press("Tab")
            hidden += page.says("""[...document.querySelectorAll(":focus:not(.actions *, .ways *, .skip)")]
                .filter((each) => document.querySelector(".actions").getBoundingClientRect().top
                    < each.getBoundingClientRect().bottom)
                .map((each) => each.textContent || each.name)""")
        assert hidden == []
