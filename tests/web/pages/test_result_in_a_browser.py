"""The result in a real browser: it is sent by the device's own means, copied, or downloaded; nothing has to move."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import DESK, NO_BROWSER, PHONE, PROGRAM, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.matches import ROUND as PLAYS
from tests.support.served import Served, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

ROUND = ("Noah: out 8, cards 20", "Isla: cards 16")
SHARES = """
navigator.canShare = () => true;
navigator.share = async (what) => {
  document.body.dataset.sent = [what.text, ...(what.files ?? []).flatMap((file) => [file.type, file.name])].join("|");
};
true
"""
DOES_NOT_SHARE = """
delete Navigator.prototype.share;
document.execCommand = () => { window.copied = String(getSelection()); };
"""


@pytest.fixture
def server(haggis: Haggis) -> Iterator[Served]:
    haggis.new("--rounds", "1")
    haggis.ok("score", *ROUND)
    with served(haggis) as started:
        yield started


def test_a_device_that_can_share_gets_the_text_and_the_picture(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    named = haggis.path().read_text("utf-8").replace("variant =", 'title = "Zoë’s night"\nvariant =', 1)
    haggis.path().write_text(named, "utf-8")
    with phone(running, server, PHONE) as page:
        page.go("/m/friday")
        assert page.says("document.getAnimations().length") == 0  # as the device asks
        page.says(SHARES)
        page.touch(".share summary")
        page.page.wait_for_selector("body[data-sent]")
        text, kind, name = page.says("document.body.dataset.sent").split("|")
        assert text == haggis.ok("show", "--share").strip()
        assert (kind, name) == ("image/png", "Zoë’s night.png")


def test_a_winner_of_one_long_word_stands_large_in_two_lines(running: Browser, server: Served, haggis: Haggis) -> None:
    haggis.ok("edit", "friday", "--player", "Noah=Maximilianenbergerstrassendorf")
    with phone(running, server, PHONE) as page:
        for least, path, box in ((20, "/m/friday", ".won-who strong"), (14, "/m/friday/board", ".won .board-name bdi")):
            for size in ((320, 568), (768, 1024), (1280, 720)):
                page.screen(*size)
                page.go(path)
                page.says(f"window.box = document.querySelector('{box}')")
                assert page.says("box.textContent").strip() == "Maximilianenbe\u00adrgerstrassendorf"
                letters = page.says("parseFloat(getComputedStyle(box).fontSize)")
                assert letters >= (least if size[0] < 700 else 1.2 * least), (path, size, letters)
                assert page.says("box.offsetHeight") < 2.6 * letters, (path, size)


LINES = """[...document.querySelectorAll('.won-names bdi')].map((each) => {
  const all = document.createRange();
  all.selectNodeContents(each);
  return all.getClientRects().length;
})"""
LETTERS = "[...document.querySelectorAll('.won-names')].map((each) => parseFloat(getComputedStyle(each).fontSize))"


@pytest.mark.longest("two-player-names0", "three-player-names2", "neeps-names3")
@pytest.mark.parametrize(
    ("variant", "names"),
    [
        ("two-player", ("Maximilianenbergerin Zoe", "Featherstonehaugh Bartholomew")),
        ("three-player", ("Bartholomew", "Maximiliane", "Wilhelmina")),
        ("three-player", ("Maximilianenbergerin Zoe", "Featherstonehaugh Bartholomew", "Isla")),
        ("neeps", ("Maximilianenbergerin Zoe", "Featherstonehaugh Bartholomew", "Isla", "Jamie")),
    ],
)
def test_no_name_on_a_card_is_tiny_or_broken(
    running: Browser, server: Served, haggis: Haggis, variant: str, names: tuple[str, ...]
) -> None:
    players = [word for name in names for word in ("--bot", f"{name}=easy")]
    haggis("play", "--simulate", "1", "--variant", variant, *players, "--seed", "1", "--save", "--jobs", "1")
    with phone(running, server, PHONE) as page:
        for size in ((320, 568), (375, 667), (768, 1024), (1280, 800)):
            page.screen(*size)
            page.go("/m/simulated-1-0001")
            assert page.says(LINES) == [1] * len(names), size
            assert min(page.says(LETTERS)) >= 11, size
            button, links = (page.page.locator(each).bounding_box() for each in (".won-next > .button", ".ways"))
            assert button
            assert links
            assert button["y"] + button["height"] <= links["y"], size
        page.says("document.querySelector('.share').open = true")
        broad = page.says("document.querySelector('.won-scores').matches('.longer')")
        below = page.says(
            "document.querySelector('.won-scores').offsetTop > document.querySelector('.won-who').offsetTop"
        )
        assert below or not broad


def test_else_the_text_is_copied_and_the_picture_downloaded(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server, PHONE) as page:
        page.go("/")
        page.delay("share.js", until=".share[open]")
        page.touch("a[href='/m/friday']")
        page.touch(".share summary")
        page.says(f"{DOES_NOT_SHARE} Object.defineProperty(navigator, 'clipboard', {{ value: undefined }});")
        page.touch(".share [data-copy]")
        page.see("Copied")
        assert page.says("window.copied") == haggis.ok("show", "--share").strip()
        with page.page.expect_download() as kept:
            page.touch(".share [data-picture]")
        assert kept.value.suggested_filename == "friday.png"


def test_a_phone_that_waits_at_the_form_sees_who_has_won_and_can_share_it(running: Browser, haggis: Haggis) -> None:
    haggis.new("--rounds", "1")
    with served(haggis) as server, phone(running, server, PHONE) as page:
        page.go("/m/friday/score")
        page.page.locator(".guided").wait_for()
        haggis.ok("score", *ROUND)
        page.see("has won")
        page.says(SHARES)
        page.touch("#won .share summary")
        page.page.wait_for_selector("body[data-sent]")
        haggis.ok("undo", "friday")
        page.page.locator(".guided").wait_for()  # the round is to be entered again


def test_a_phone_whose_round_others_have_saved_follows_the_match_to_its_end(running: Browser, haggis: Haggis) -> None:
    haggis.new("--rounds", "4")
    with served(haggis) as server, phone(running, server, PHONE) as empty, phone(running, server, PHONE) as begun:
        empty.go("/m/friday/score?round=1")
        Thumb(begun, "/m/friday/score").choose("out1", 2).at("count1")
        haggis.ok("score", "-y", *ROUND)
        empty.see("Score round 2")
        begun.see("save yours as round 2")
        begun.screen(320, 568)
        begun.page.locator(".goes-on").wait_for()
        haggis.ok("score", "-y", *ROUND)
        empty.see("Round 2 has been saved since")
        empty.see("Score round 3")
        begun.see("save yours as round 3")
        haggis.ok("score", "-y", *ROUND)
        haggis.ok("score", "-y", *ROUND)
        empty.see("has won")
        empty.says(SHARES)
        begun.see("With theirs")
        assert "Keep both" not in begun.page.inner_text("main")


def test_the_page_of_a_round_that_was_taken_back_becomes_one_that_says_so_until_it_is_there_again(
    running: Browser, haggis: Haggis
) -> None:
    haggis.new("--rounds", "4")
    haggis.ok("score", "-y", *ROUND)
    with served(haggis) as server, phone(running, server, PHONE) as page:
        page.go("/m/friday/rounds/1/result?saved=now")
        page.see("leads round 2")
        haggis.ok("undo", "friday")
        page.see("There is no round 1")
        expect(page.page.get_by_role("heading")).to_have_text("Not found")
        expect(page.page.get_by_role("link", name="Go to the match")).to_be_visible()
        assert page.find_barriers() == []
        assert "leads" not in page.page.inner_text("main")
        haggis.ok("score", "-y", *ROUND)
        page.see("leads round 2")
        assert all("status of 404" in each for each in page.troubles)
        page.troubles.clear()


def test_a_board_whose_match_cannot_be_read_says_so_above_what_it_shows_and_follows_it_again(
    running: Browser, haggis: Haggis
) -> None:
    haggis.new("--rounds", "4")
    haggis.ok("score", "-y", *ROUND)
    whole = haggis.text()
    with served(haggis) as server, phone(running, server, PHONE) as page:
        page.go("/m/friday/board")
        haggis.keep(whole + "broken = [")
        expect(page.page.locator("#gone")).to_be_visible()
        expect(page.page.locator(".board-total").first).to_be_visible()
        haggis.keep(whole)
        expect(page.page.locator("#gone")).to_have_count(0)
        assert all("status of 4" in each for each in page.troubles)
        page.troubles.clear()


def test_a_phone_that_has_compared_figures_has_its_own_again_after_an_undo(running: Browser, haggis: Haggis) -> None:
    haggis.new("--rounds", "2")
    with served(haggis) as server, phone(running, server, PHONE) as page:
        Thumb(page, "/m/friday/score").choose("out1", 1).at("count1")
        haggis.ok("score", "-y", "Isla: out 2, cards 16", "Noah: cards 20")
        page.see("Round 1 is already saved")
        haggis.ok("undo", "friday")
        page.page.locator(".guided").wait_for()
        assert page.says("document.querySelector('[name=out1]:checked').value") == "Noah"


def test_a_phone_that_waits_on_the_page_of_the_match_shares_what_is_so_now(running: Browser, haggis: Haggis) -> None:
    haggis.new("--rounds", "2")
    haggis.ok("score", *ROUND)
    with served(haggis) as server, phone(running, server, PHONE) as page:
        page.go("/m/friday")
        text = page.page.locator("#share-text")
        expect(text).to_contain_text("after round 1")
        haggis.ok("score", "Noah: cards 20", "Isla: out 2, cards 16")
        expect(text).to_contain_text("has won")
        page.touch("#share summary")
        page.page.locator(".share [data-copy]").wait_for()


def test_a_phone_that_waits_where_a_round_was_saved_sees_who_has_won(running: Browser, haggis: Haggis) -> None:
    haggis.new("--rounds", "2")
    with served(haggis) as server, phone(running, server, PHONE) as page:
        haggis.ok("score", *ROUND)
        page.go("/m/friday/rounds/1/result?saved=now")
        haggis.ok("score", "Noah: cards 20", "Isla: out 2, cards 16")
        page.page.locator("#won .won-who").wait_for()
        page.go("/m/friday/rounds/1/result")
        expect(page.page.locator(".won-who")).to_have_count(0)


LAID_OUT = """(() => {
    const box = (each) => each.getBoundingClientRect(), rows = [...document.querySelectorAll(".gains li")].map(box);
    const below = [...rows.slice(1), box(document.querySelector(".gains + p"))];
    return below.every((each, place) => each.top >= rows[place].bottom + 4)
        && [...document.querySelectorAll(".gains .half")].every((each) => each.offsetHeight < 30);
})()"""
"""Whether each side and what is due have a place of their own below what is before, and each name has one line."""


@pytest.mark.parametrize("width", [320, 1280])
def test_a_round_that_is_already_saved_has_a_line_for_each_name_and_each_side(
    running: Browser, haggis: Haggis, width: int
) -> None:
    names = ("Alexandrina Maria Clementina", "Christopher", "Bartholomew", "Dorothea Wilhelmina")
    haggis.begin("neeps", names)
    figures = ("out 8, cards 25", "cards 12", "out, cards 30", "cards 17")
    haggis.ok("score", "friday", *(f"{name}: {said}" for name, said in zip(names, figures, strict=True)), "--yes")
    with served(haggis) as server, phone(running, server, (width, 720)) as page:
        page.go("/m/friday/score?round=1")
        assert page.says(LAID_OUT)


def test_a_phone_that_waits_while_a_round_is_recorded_follows_to_the_next_and_to_the_end(
    running: Browser, haggis: Haggis
) -> None:
    haggis.new("--rounds", "2", "--lead", "Isla")
    haggis.ok("record", "friday", *PLAYS[:-1])
    with served(haggis) as server, phone(running, server, PHONE) as page:
        page.go("/m/friday/score")
        page.see("Round 1 is being recorded")
        haggis.ok("record", "friday", PLAYS[-1])
        page.page.locator(".guided[data-round='2']").wait_for()
        haggis.ok("undo", "friday")
        haggis.ok("edit", "friday", "--rounds", "1")
        page.go("/m/friday/score")
        page.see("Round 1 is being recorded")
        haggis.ok("record", "friday", PLAYS[-1])
        page.see("has won")
        page.see("The match is over")
        page.touch("#why .share summary")
        page.page.locator(".share [data-copy]").wait_for()


@pytest.mark.longest("(320, 568)")
@pytest.mark.parametrize("size", [(320, 568), (375, 667)], ids=str)
def test_the_text_to_send_comes_into_sight(running: Browser, server: Served, size: tuple[int, int]) -> None:
    with phone(running, server, size) as page:
        page.go("/m/friday")
        page.says(DOES_NOT_SHARE)
        page.touch(".share summary")
        page.page.wait_for_function(
            "() => document.querySelector('#share-text').getBoundingClientRect().bottom <= "
            "document.querySelector('.ways').getBoundingClientRect().top"
        )


def test_the_board_of_a_match_that_is_over_leads_to_the_text_to_send(running: Browser, server: Served) -> None:
    with phone(running, server, DESK) as page:
        page.go("/m/friday/board")
        page.touch("#board-share a")
        page.page.locator("#share-text").wait_for()  # unfolded
        page.page.locator(".share [data-copy]").wait_for()


def test_an_address_that_lets_a_browser_in_is_copied_whole(running: Browser, server: Served) -> None:
    with phone(running, server, PHONE) as page:
        page.go("/share")
        page.touch("summary:has-text('Other browsers')")
        page.says(DOES_NOT_SHARE)
        page.says("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
        page.touch("section:has-text('To score and watch') [data-copy]")
        page.see("Copied")
        assert page.says("window.copied") == server.link


def test_without_scripts_there_are_the_text_and_the_pictures(running: Browser, server: Served) -> None:
    with phone(running, server, PHONE, scripts=False) as page:
        page.go("/m/friday")
        page.touch(".share summary")
        page.see("Tall picture")
