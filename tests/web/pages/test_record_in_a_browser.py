"""Recording by touch in a real browser: the verdict at once, two phones at one trick, and nothing in anybody's way."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, Route, expect

from haggis_cli.plugins.registry import load
from tests.support.browser import NO_BROWSER, PHONE, PROGRAM, Phone, phone
from tests.support.haggis import ROOT, Haggis
from tests.support.served import Served, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]


@pytest.fixture
def server(haggis: Haggis) -> Iterator[Served]:
    haggis.new()
    with served(haggis) as started:
        yield started


def choose(page: Phone, cards: str) -> None:
    for card in cards.split():
        page.touch(f'[name="c.{card}"]')


def play(page: Phone, cards: str) -> None:
    """Choose cards, and play them once they are known to be legal."""
    choose(page, cards)
    page.page.locator("#verdict .legal").wait_for()
    version = page.says(VERSION)
    page.touch(".last [value=play]")
    wait_for_another(page, version)


VERSION = "document.querySelector('[name=version]').value"
"""Of the match that the page shows."""


def wait_for_another(page: Phone, version: object) -> None:
    """Wait until the match as somebody has changed it is in its place."""
    page.page.wait_for_function(f"old => {VERSION} !== old", arg=version)


def wait_for_verdict(page: Phone, words: str) -> None:
    said = "document.getElementById('verdict').textContent.replaceAll('\u00a0', ' ')"
    page.page.wait_for_function(f"words => {said}.includes(words)", arg=words)


def test_the_verdict_comes_while_cards_are_touched(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server) as page:
        page.go("/m/friday")
        page.delay("cards.js", until="[name='c.8r']:checked")
        page.touch("text=Record round")
        choose(page, "7r 8r")
        wait_for_verdict(page, "a sequence has at least 3 cards")
        choose(page, "9r")
        wait_for_verdict(page, "Noah plays a sequence of 3 cards up to 9")
        page.touch(".last [value=play]")
        page.see("Isla must beat a sequence of 3 cards up to 9, or pass")
        assert page.touches == 5
        page.page.locator('[name="c.7r"]:disabled').wait_for(state="attached")
    assert 'events = [\n  "Noah: 7r 8r 9r",\n]' in haggis.text()


def test_two_phones_record_one_trick_and_nothing_twice(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server) as first, phone(running, server) as second:
        for page in (first, second):
            page.go("/m/friday/record")
        choose(second, "7r 8r")
        play(first, "7r 8r 9r")
        second.see("Meanwhile:")
        wait_for_verdict(second, "7r has already been played this round.")
        assert second.says("[...document.querySelectorAll('.pick input:checked')].map(each => each.name).join()") == (
            "c.7r,c.8r"
        )
        choose(second, "7r 8r")
        second.touch('[value="pass.1"]')
        first.see("Noah leads the next trick")
    assert haggis.text().count("Noah: 7r 8r 9r") == 1


LISTEN = "window.told = new Promise(done => document.addEventListener('haggis:changing', done)); 0"
TOLD = "told.then(() => 0)"
"""A wait for the page to be told of the next change, from the time at which it listens."""


class Held:
    """A request of a page that the server has heard, and whose answer is on its way until it is let go."""

    def __init__(self, page: Phone, method: str, query: str = "") -> None:
        self.page, self.method, self.query = page.page, method, query
        self.answered: tuple[Route, APIResponse] | None = None
        page.page.route("**/record*", self._carry)

    def _carry(self, route: Route) -> None:
        if not self.answered and route.request.method == self.method and self.query in route.request.url:
            self.answered = route, route.fetch()
        else:
            route.continue_()

    def let_go(self) -> None:
        assert self.answered
        route, answer = self.answered
        with self.page.expect_event("requestfinished", lambda asked: asked == route.request):
            route.fulfill(response=answer)


def test_what_is_touched_before_the_answer_to_a_play_arrives_stays_touched(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    with phone(running, server) as page:
        page.go("/m/friday/record")
        held = Held(page, "POST")
        choose(page, "3r")
        page.page.locator("#verdict .legal").wait_for()
        page.says(LISTEN)
        page.touch(".last [value=play]")
        page.says(TOLD)  # of the play, before it is answered
        assert "must beat" not in page.page.locator("#table").inner_text()  # nor are the cards for it there
        choose(page, "5r")
        held.let_go()
        page.see("Isla must beat a single 3 or pass")
        wait_for_verdict(page, "Isla plays a single 5")
        assert page.page.locator(".pick input:checked").count() == 1
        page.touch(".last [value=play]")
        page.see("Noah must beat a single 5 or pass")
    assert 'events = [\n  "Noah: 3r",\n  "Isla: 5r",\n]' in haggis.text()


def test_a_verdict_that_comes_after_the_play_is_not_shown(running: Browser, server: Served) -> None:
    with phone(running, server) as page:
        page.go("/m/friday/record")
        held = Held(page, "GET", "c.3r")
        choose(page, "3r")
        page.says(LISTEN)
        page.touch(".last [value=play]")
        page.see("Isla must beat a single 3 or pass")
        page.says(TOLD)
        held.let_go()
        page.says("fetch('/static/icon.svg').then(answer => answer.text())")  # what came before has been dealt with
        assert "Isla must beat" in page.page.locator("#table").inner_text()


def test_cards_with_several_readings_are_asked_about(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server) as page:
        page.go("/m/friday/record")
        choose(page, "5r J Q")
        page.touch('[name=as][value="sequence"]')
        page.see("Isla must beat a sequence of 3 cards up to 7, or pass")
    assert "Noah: 5r J Q as sequence" in haggis.text()


def test_it_works_without_scripts(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server, scripts=False) as page:
        page.go("/m/friday/record")
        choose(page, "7r 8r")
        page.touch(".last [value=judge]")
        page.see("a sequence has at least 3 cards")
        choose(page, "9r")
        page.touch(".last [value=play]")
        page.see("Isla must beat a sequence of 3 cards up to 9, or pass")
        for width in (375, 320):
            page.screen(width, 667)
            assert page.says(TIGHT) == []
    assert "Noah: 7r 8r 9r" in haggis.text()


TIGHT = """
(() => {
    const all = new Range(), width = () => all.getBoundingClientRect().width;
    const words = (each) => { all.selectNodeContents(each); return width(); };
    const buttons = [...document.querySelectorAll('.last button')].filter(each => each.offsetParent);
    const cut = (each) => [...each.querySelectorAll('bdi')].some(name => name.scrollWidth > name.clientWidth + 1);
    return buttons.filter(each => cut(each) || words(each) + 7 > each.clientWidth).map(each => each.innerText);
})()"""
"""The buttons whose words are cut, or touch its edges."""


def test_the_keyboard_alone_is_enough(running: Browser, server: Served, haggis: Haggis) -> None:
    with phone(running, server, (1280, 800)) as page:
        page.go("/m/friday/record")
        page.page.locator('[name="c.7r"]').focus()
        page.press(" ")
        wait_for_verdict(page, "Noah plays a single 7")
        assert page.says("document.activeElement.name") == "c.7r"
        expect(page.page.locator(".last [value=play]")).to_be_enabled()
        page.press("Enter")
        page.see("Isla must beat a single 7 or pass")
        page.page.locator("details.typed summary").focus()
        version = page.says(VERSION)
        haggis.ok("edit", "friday", "--event", "Burns Night")
        wait_for_another(page, version)
        page.press("Enter")
        expect(page.page.locator("#line")).to_be_visible()
        page.page.locator("#line").focus()
        page.page.keyboard.type("8g")
        expect(page.page.locator('.said [name="c.8g"]')).to_have_count(1)
        page.press("Backspace")
        expect(page.page.locator(".said")).to_have_count(0)
        page.press("Backspace")
        page.page.keyboard.type("pass")
        wait_for_verdict(page, "Isla passes")
        expect(page.page.locator(".last [value=play]")).to_be_enabled()
        page.press("Enter")
        page.see("Noah leads the next trick")


def test_nothing_is_in_anybodys_way_while_cards_are_chosen(running: Browser, haggis: Haggis) -> None:
    names = ("Noah", "Jamie", "Isla", "Rory")
    haggis.ok("new", "--name", "friday", "--variant", "neeps", "--rounds", "4", *(w for n in names for w in ("-p", n)))
    haggis.ok("record", "friday", "7r 8r 9r")
    with served(haggis) as server, phone(running, server) as page:
        for path in ("/m/friday/record", "/referee"):
            page.go(path)
            choose(page, "8b 9b")
            wait_for_verdict(page, "8b 9b" if path == "/referee" else "2 of 3 cards")
            assert page.find_barriers() == []
            page.screen(*PHONE, dark=True)
            assert page.find_barriers("color-contrast") == []
            page.screen(*PHONE)
            assert page.says("document.documentElement.scrollWidth") == PHONE[0]
            small = page.says(
                "[...document.querySelectorAll('.pick, main button:not(.unseen), summary, main a.button')]"
                ".filter(each => each.offsetParent && (each.offsetHeight < 44 || each.offsetWidth < 43.5))"
                ".map(each => `${each.textContent.trim()} ${each.offsetWidth}x${each.offsetHeight}`)"
            )
            assert small == []


OUT_OF_REACH = """
(() => {
    const box = (each) => each.getBoundingClientRect(), all = (what) => [...document.querySelectorAll(what)];
    const top = box(document.getElementById('table')).bottom - 1;
    const end = box(document.querySelector('.record-bar')).top + 1;
    const hidden = all('.pick').filter(each => box(each).top < top || box(each).bottom > end);
    const below = all('.picker ~ details, .picker ~ .row');
    const cut = below.filter(each => box(each).top < end - 1 && box(each).bottom > end + 8);
    const away = all('.last button:not(.judge)').filter(each => box(each).bottom > innerHeight);
    return [...hidden, ...cut, ...away].map(each => each.outerHTML.slice(0, 90));
})()"""
"""The cards, and the buttons below them, that are not in sight, and what the bar cuts in half."""
OUT_OF_SIGHT = """
(() => {
    const box = (each) => each.getBoundingClientRect(), links = box(document.querySelector('.ways')).top;
    return [...document.querySelectorAll('.due, .last button:not(.judge)')]
        .filter(each => box(each).top < 0 || box(each).bottom > links).map(each => each.textContent);
})()"""
"""Of the words that tell whose turn it is, and the buttons, what is not in sight."""
CRAMPED = """
(() => {
    const verdict = document.getElementById('verdict');
    const heights = [...document.querySelectorAll('.last button:not(.judge)')].map(each => each.offsetHeight);
    const cut = verdict.scrollHeight > verdict.clientHeight + 1 && verdict.textContent;
    return [cut, new Set(heights).size > 1 && heights].filter(each => each);
})()"""
"""A verdict with more words than room, and buttons that are not of one height."""


BUTTONS = """[...document.querySelectorAll('.last button')].map(button => {
    const line = (button.querySelector('.passes') ?? button).getBoundingClientRect();
    const isSeen = ({ x, y, width, height }) => width > 1 && y + height / 2 < line.bottom;
    const parts = [...button.querySelectorAll('.passes > *')].filter(each => isSeen(each.getBoundingClientRect()));
    if (parts.some(each => each.scrollWidth > each.clientWidth || each.offsetWidth > button.clientWidth)) return 'cut';
    return (parts.length ? parts : [button]).map(each => each.textContent).join(' and ');
})"""
"""The words of the buttons that are in sight."""


LONG_NAMES = (
    "Alexandrinamariaclementinarose", "Christopher Featherstonehaugh1",
    "Bartholomewmaximilianfrederick", "Dorothea Wilhelmina Marguerite",
)  # fmt: skip
"""As long as names may be."""


@pytest.mark.longest("Noah", "Bartholomew Featherstonehaugh")
@pytest.mark.parametrize("name", ["Noah", "Cassiopeia", "Bartholomew Featherstonehaugh"])
def test_a_name_that_has_no_room_beside_the_other_buttons_is_left_out_and_never_cut(
    running: Browser, haggis: Haggis, name: str
) -> None:
    haggis.ok("new", "--variant", "two-player", "--name", "friday", "-p", "Isla", "-p", name, "--lead", "Isla")
    haggis.ok("record", "Isla: 4r")
    with served(haggis) as server, phone(running, server) as page:
        for width in (320, 375, 430, 768, 1280):
            page.screen(width, 800)
            page.go("/m/friday/record")
            says = page.says(BUTTONS)[1]
            assert says in ("Pass", f"{name.split()[0]} passes")
            if width != 430:  # which letters a device has may decide
                assert (says == "Pass") is (width == 320 or (width == 375 and name != "Noah"))


@pytest.mark.longest("two-player", "neeps")
@pytest.mark.parametrize("variant", ["two-player", "three-player", "neeps"])
def test_every_card_and_every_button_is_in_a_thumbs_reach_without_scrolling(
    running: Browser, haggis: Haggis, variant: str
) -> None:
    names = ("Noah", "Isla", "Jamie", "Rory")[: max(load(variant).players)]
    haggis.ok("new", "--name", "friday", "--variant", variant, *(w for n in names for w in ("-p", n)))
    events = ["7r 8r 9r"] if len(names) == 2 else ["Isla: bet baby", "7r 8r 9r", "pass"]
    for event in events:
        haggis.ok("record", event)
    with served(haggis) as server, phone(running, server) as page:
        for size in ((375, 667), (320, 568)):
            page.screen(*size)
            page.go("/m/friday/record")
            passes = f"{names[1 if len(names) == 2 else 2]} passes" if size[0] > 320 else "Pass"
            assert page.says(BUTTONS) == ["Take back", passes, "Judge", "Play"]
            assert page.says(OUT_OF_REACH) == []
        for size in ((667, 375), (844, 390), (740, 290)):  # on its side a phone scrolls to cards, and to nothing else
            page.screen(*size)
            page.go("/m/friday/record")
            assert page.says(OUT_OF_SIGHT) == []
            assert page.says("document.documentElement.scrollWidth") <= size[0]
            choose(page, "2r 3r 4r")  # lower: the words of the verdict and its link are above the buttons
            wait_for_verdict(page, "Illegal")
            assert page.says(CRAMPED) == []


def test_the_news_of_a_round_keeps_every_card_in_reach_however_long_the_names_are(
    running: Browser, haggis: Haggis
) -> None:
    names = ("Maximiliane Hohenstein", "Bartholomew Featherstonehaugh", "Wilhelmina van der Berg", "Christopher Brown")
    haggis.begin("neeps", names)
    figures = ("out 8, cards 25", "cards 12", "out, cards 30", "cards 17")
    haggis.ok("score", "friday", *(f"{name}: {said}" for name, said in zip(names, figures, strict=True)), "--yes")
    with served(haggis) as server, phone(running, server, (320, 568)) as page:
        page.go("/m/friday/record")
        page.see("Bartholomew & Christopher +")
        assert page.says(OUT_OF_REACH) == []
        over = page.page.locator("#news .over").bounding_box()
        assert over
        assert over["width"] > 90  # that the round is over is in sight


def test_on_the_smallest_phone_a_refused_play_covers_no_card_and_keeps_apart_from_the_buttons(
    running: Browser, haggis: Haggis
) -> None:
    names = ("Alexandrinamariaclementina", "Christopher Brown", "Bartholomewmaximilian", "Dorothea Wilhelmina")
    haggis.begin("neeps", names)
    haggis.ok("record", "friday", "4r")
    with served(haggis) as server, phone(running, server, (320, 568)) as page:
        page.go("/m/friday/record")
        choose(page, "2r 3r 4b")
        wait_for_verdict(page, "Illegal")
        assert page.says(OUT_OF_REACH) == []
        link, button = (page.page.locator(each).bounding_box() for each in ("#verdict a", ".last .take-back"))
        assert link
        assert button
        assert button["y"] - link["y"] - link["height"] >= 8


@pytest.mark.parametrize(
    ("variant", "names", "size"),
    [
        ("three-player", ("Noah", "Isla", "Jamie"), (320, 568)),
        ("neeps", ("Noah", "Isla", "Jamie", "Rory"), (320, 568)),
        ("neeps", LONG_NAMES, (375, 667)),
    ],
)
def test_no_refusal_covers_a_card_however_long_it_is(
    running: Browser, haggis: Haggis, variant: str, names: tuple[str, ...], size: tuple[int, int]
) -> None:
    haggis.begin(variant, names)
    haggis.ok("record", "friday", "4r")
    with served(haggis) as server, phone(running, server, size) as page:
        for play in ("2r", "5r 5b", "5r 5b 6r", "3r 5g 7b", "5r 5b 6r 6b"):
            page.go("/m/friday/record?" + "&".join(f"c.{card}=1" for card in play.split()))
            page.see("Illegal")
            assert page.says(OUT_OF_REACH) == [], play


MARK = "[getComputedStyle({}, '{}')].map(each => [each.content.slice(1, 5), each.fontSize, each.borderRadius])[0]"
"""The mark which says that a page goes on, as it is drawn in a part of the page."""


@pytest.mark.parametrize("size", [(320, 568), (375, 667), (1280, 600)], ids=str)
def test_a_mark_says_that_the_page_goes_on_below_the_bar_until_all_of_it_is_in_sight(
    running: Browser, haggis: Haggis, size: tuple[int, int]
) -> None:
    haggis.begin("neeps", LONG_NAMES)
    mark = MARK.format("document.querySelector('.record-bar')", "::before")
    with served(haggis) as server, phone(running, server, size) as page:
        page.go("/m/friday/record")
        page.page.locator(".goes-on").wait_for()
        seen = page.says(mark)
        assert seen[0] == "More"
        page.says("scrollTo(0, 9999)")
        page.page.locator("body:not(.goes-on)").wait_for()
        assert page.says(mark)[0] != "More"
        page.go("/m/friday/score")
        page.says("document.querySelector('.guided').classList.add('hides', 'rests')")
        assert page.says(MARK.format("document.querySelector('.guided')", "::after")) == seen  # one mark on both pages


def test_what_is_below_the_question_who_captures_a_trick_is_seen_whole_or_not_at_all(
    running: Browser, haggis: Haggis
) -> None:
    haggis.ok("new", "--name", "friday", "--variant", "three-player", "-p", "Noah", "-p", "Jamie", "-p", "Isla")
    haggis.ok("record", "friday", "3r", "J Q", "pass", "pass")
    with served(haggis) as server, phone(running, server, (320, 568)) as page:
        page.go("/m/friday/record")
        page.see("Who captures the trick?")
        parts = "[...document.querySelectorAll('#entry > details, #entry > .row')].map(box)"
        edge = "box(document.querySelector('.record-bar')).top"
        cut = f"{parts}.filter(each => each.top < {edge} - 1 && each.bottom > {edge} + 1).length"
        assert page.says(f"(box => {cut})(each => each.getBoundingClientRect())") == 0
        assert page.page.locator(".goes-on").count() == 1


def test_answers_beside_each_other_are_of_one_width(running: Browser, haggis: Haggis) -> None:
    haggis.ok("new", "--name", "friday", "--variant", "three-player", "-p", "Noah", "-p", "Jamie", "-p", "Isla")
    haggis.ok("record", "friday", "3r 5g 7b 9y", "pass", "pass")
    haggis.ok("new", "--name", "duo", "--variant", "two-player", "-p", "Noah", "-p", "Isla")
    haggis.ok("record", "duo", "7r", "8r", "9r", "pass")
    widths = "[...document.querySelectorAll('{}')].filter(each => each.checkVisibility()).map(each => each.offsetWidth)"
    asked = [("friday/record", ".deeds [value^=award]", 2), ("duo/record", ".last > *", 2)]
    asked.append(("duo/record/1?event=2", "form.panel > .row > *", 4))
    with served(haggis) as server, phone(running, server) as page:
        for size in ((375, 667), (320, 568)):
            page.screen(*size)
            for path, answers, count in asked:
                page.go(f"/m/{path}")
                found = page.says(widths.format(answers))
                assert len(found) == count, path
                assert max(found) - min(found) <= 1, (path, found)
                assert max(found) < size[0] / 2, path


CUT = [
    ("two-player-known-hands", (1, 7)),
    ("three-player-known-hands", (3,)),
    ("tatties-known-hands", (6, 8)),
    ("neeps-known-hands", (11, 16, 17, 18, 19)),
    ("neeps-unknown-hands", (14,)),
]
"""Examples, and after how many events of their first round there are many cards in a hand, or many plays."""


@pytest.mark.longest("(320, 568)")
@pytest.mark.parametrize("size", [(375, 667), (320, 568)], ids=str)
def test_a_large_hand_is_in_a_thumbs_reach_however_long_the_trick_is(
    running: Browser, haggis: Haggis, size: tuple[int, int]
) -> None:
    with served(haggis) as server, phone(running, server, size) as page:
        for name, counts in CUT:
            text = (ROOT / "examples" / "matches" / f"{name}.toml").read_text()
            head, first, *_ = text.split("[[rounds]]")
            events, end, rest = first.partition("\n]")
            rest = re.sub(r"\n\[rounds\.table\].*?(?=\n\[|\Z)", "", rest, flags=re.DOTALL)
            for count in counts:
                begun = "\n".join(events.split("\n")[: count + 2])
                haggis.keep(f"{head}[[rounds]]{begun}{end}{rest}", name)
                page.go(f"/m/{name}/record")
                assert page.says(OUT_OF_REACH) == [], (name, count)


TEN = ("3g 4g 5g 6g", "pass", "2r 2y", "pass", "3b", "6b", "8b", "9y", "J", "pass")
"""How a round of easy computer players began; a touch for each card, each pass and each Play would be 21."""
HANDS = """
[[rounds]]
events = []
[rounds.deal]
haggis = "7r 7g 8r 8g 9r 10r 10g 10b"
[rounds.deal.hands]
Noah = "2r 2y 3g 4g 5g 6g 3b 8b 4y 5y 6y 7y 10y 9b"
Isla = "2g 2b 3r 3y 4r 4b 5r 5b 6r 6b 7b 8y 9g 9y"
"""


JUDGED = """
answer => {
    const judged = new DOMParser().parseFromString(answer, 'text/html');
    return document.getElementById('go').innerHTML === judged.getElementById('go').innerHTML;
}"""
"""Whether the page shows what the server has said of the chosen cards."""


def record_play(page: Phone, text: str) -> None:
    """Record a play as quickly as the page allows: its first and last card first, until it offers or plays the rest."""
    version = page.says(VERSION)
    page.page.locator(".last button:disabled").first.wait_for(state="detached")  # nothing rests any more
    if text == "pass":
        page.touch(".last [value^=pass]")
    else:
        first, *others = text.split()
        for card in (first, *reversed(others)):
            with page.page.expect_response(lambda answer: "/record?" in answer.url) as judged:
                page.touch(f'[name="c.{card}"]')
            answer = judged.value.text()
            if whole := "data-whole" in answer:  # it is played now
                break
            page.page.wait_for_function(JUDGED, arg=answer)
            if page.says("document.querySelector('#go .fan .unseen')?.textContent") == text:
                break
        if not whole:
            page.touch("#go button")
    wait_for_another(page, version)


@pytest.mark.longest("-17")
@pytest.mark.parametrize(("hands", "touches"), [(HANDS, 16), ("", 17)])
def test_ten_plays_take_few_touches_and_no_scrolling(
    running: Browser, server: Served, haggis: Haggis, hands: str, touches: int
) -> None:
    haggis.keep(haggis.text().replace("# end\n", "") + hands)
    with phone(running, server, (375, 667)) as page:
        page.go("/m/friday/record")
        for text in TEN:
            record_play(page, text)
            page.says("scrollTo(0, 0)")  # where Playwright has scrolled, a finger does not have to
            assert page.says(OUT_OF_REACH) == []
        assert page.touches == touches
    recorded = [line.partition(": ")[2].rstrip('",') for line in haggis.text().splitlines() if line.startswith('  "')]
    assert tuple(recorded) == TEN


def test_a_pile_of_two_copies_gives_one_both_and_none(running: Browser, haggis: Haggis) -> None:
    haggis.begin("neeps", "ABCD")
    chosen = "[...document.querySelectorAll('.pick input:checked')].map(each => each.name).join()"
    with served(haggis) as server, phone(running, server, (320, 568)) as page:
        page.go("/m/friday/record")
        for found in ("c.8r", "c.8r,c.8r.2", "", "c.8r"):
            page.touch(".copies:has([name='c.8r'])")
            assert page.says(chosen) == found
    with served(haggis) as server, phone(running, server, scripts=False) as page:
        page.go("/m/friday/record")
        choose(page, "8r 8r.2")
        assert page.page.locator(":checked").count() == 2


def test_the_referee_judges_once_the_server_is_back(running: Browser, haggis: Haggis) -> None:
    haggis.new()
    with Served(haggis) as first, phone(running, first) as held:
        held.go("/referee")
        choose(held, "3r")
        wait_for_verdict(held, "Legal")
        first.process.kill()
        choose(held, "3y")
        held.see("Not judged yet: the server did not answer.")
        with Served(haggis, "--port", str(first.port)):
            wait_for_verdict(held, "a pair of 3s")
        held.troubles.clear()


def test_the_events_of_a_round_follow_what_is_recorded_until_one_is_corrected(
    running: Browser, server: Served, haggis: Haggis
) -> None:
    haggis.ok("record", "friday", "Noah: 4r")
    with phone(running, server, PHONE) as page:
        page.go("/m/friday/record/1")
        haggis.ok("record", "friday", "Isla: 5r")
        expect(page.page.locator("#events li")).to_have_count(2)
        page.touch("#events li:first-child a")
        page.page.locator("#line").fill("Noah: 3r")
        haggis.ok("record", "friday", "Noah: 6r")
        page.page.get_by_role("button", name="Correct it").click()
        page.see("The match has changed: check that this is still the event you mean.")
        assert page.page.locator("#line").input_value() == "Noah: 3r"
        assert all("status of 409" in each for each in page.troubles)
        page.troubles.clear()
