"""Pages in a real browser: they step through the rounds, fit the screen, print, and shut nobody out."""

import re
from collections.abc import Iterator
from html import escape
from io import BytesIO
from pathlib import Path

import pytest
from haggis_variants.classic import CLASSIC
from haggis_variants.neeps import NEEPS

from haggis_cli.library.judging import build_table
from haggis_cli.plugins.registry import own_ids
from haggis_cli.sheets.aid import render_aid
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Sheet, scoresheet
from haggis_cli.sheets.standing import render_bars
from haggis_cli.support.design import COLORS, LOOKS, Color
from haggis_cli.support.html import pack_styles
from haggis_cli.support.text import UNICODE
from tests.sheets.renderers.shown import open_sheet, page_file
from tests.support import matches
from tests.support.browser import NO_BROWSER, PROGRAM, Page
from tests.support.haggis import ROOT, Haggis
from tests.support.matches import judged
from tests.support.sheets import SHEETS, between, blank, by_chance

ROOM = ROOT / "haggis_cli"

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]


@pytest.fixture
def shown(running: Page, tmp_path: Path) -> Iterator[Page]:
    """A page with a round of nine tricks, hands known; it must not have displeased the browser in the end."""
    running.screen(1000, 800)
    running.asked.clear()
    open_sheet(running, scoresheet(judged(matches.HANDS_KNOWN), plays=True), tmp_path)
    yield running
    assert running.troubles == []
    assert set(running.asked) == {page_file(tmp_path).as_uri()}


def test_every_control_has_a_name(shown: Page) -> None:
    nodes = shown.page.context.new_cdp_session(shown.page).send("Accessibility.getFullAXTree")["nodes"]
    roles = ("button", "combobox", "slider", "image")
    named = [
        (node["role"]["value"], node["name"]["value"]) for node in nodes if node.get("role", {}).get("value") in roles
    ]
    assert all(name for _, name in named)
    assert ("button", "Next trick") in named
    assert ("slider", "Event of the round") in named
    assert ("button", "Captured by Noah: 0 cards, 0 points") in named
    assert ("image", "Game totals by round Goal: 250 points. Noah: 18. Isla: 53.") in named


@pytest.mark.longest(4)
@pytest.mark.parametrize("name", ["long-names", "teams", "three", "30-rounds", "hostile-names"])
@pytest.mark.parametrize("dark", [False, True])
def test_nothing_sticks_out_of_a_narrow_screen(running: Page, tmp_path: Path, name: str, dark: bool) -> None:
    running.screen(360, 700, dark=dark)
    open_sheet(running, SHEETS[name], tmp_path)
    assert running.says("document.documentElement.scrollWidth") == 360
    paper = running.says("getComputedStyle(document.body).backgroundColor")
    assert paper == told(COLORS["paper"], dark=dark)


def told(color: Color, *, dark: bool) -> str:
    """A colour as browsers tell it."""
    text = color.dark if dark else color.light
    return f"rgb({', '.join(str(int(text[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_the_widest_names_and_their_short_forms_stick_out_nowhere(running: Page, tmp_path: Path) -> None:
    running.screen(375, 667)
    open_sheet(running, by_chance("neeps", [f"{'W' * 39}{last}" for last in "abcd"], rounds=1), tmp_path)
    assert running.says("document.documentElement.scrollWidth") == 375
    assert running.find_barriers() == []


def test_a_long_name_goes_on_below_its_beginning_and_no_total_is_alone_in_a_line(running: Page, tmp_path: Path) -> None:
    names = ["Maximiliane-Alexandra Hohenstein", "Bartholomew", "Wilhelmina Josephine van der Berg", "Isla"]
    running.screen(768, 1024)
    open_sheet(running, by_chance("neeps", names, rounds=1), tmp_path)
    begins = running.says(
        "[...document.querySelectorAll('.scores :is(th, caption) .badge + bdi')]"
        ".map((name) => [...name.getClientRects()].map((line) => Math.round(line.left)))"
    )
    assert max(map(len, begins)) > 1
    assert all(len(set(lefts)) == 1 for lefts in begins), begins
    lefts = "['bdi', 'b'].map((part) => each.querySelector(part).getBoundingClientRect().left)"
    for name, total in running.says(f"[...document.querySelectorAll('.scores caption')].map((each) => {lefts})"):
        assert total > name + 9


def test_no_line_of_the_headline_ends_at_a_hyphen_that_it_has_room_for(running: Page, tmp_path: Path) -> None:
    names = ["Maximiliane-Alexandra Hohenstein", "Maximiliane-Alexandra Bartholomew"]
    open_sheet(running, by_chance("two-player", names, rounds=1), tmp_path)
    for width in range(320, 720, 40):
        running.screen(width, 667)
        [lines] = running.says("[...document.querySelectorAll('h1 span')].map((word) => word.getClientRects().length)")
        assert lines == 1, width


@pytest.mark.parametrize("name", ["long-names", "teams", "three", "30-rounds", "classic-known-hands"])
def test_every_figure_is_in_sight_on_a_wide_screen(running: Page, tmp_path: Path, name: str) -> None:
    running.screen(1200, 900)
    open_sheet(running, SHEETS[name], tmp_path)
    hidden = "[...document.querySelectorAll('.scroll')].filter(each => each.scrollWidth > each.clientWidth).length"
    assert running.says(hidden) == 0
    badges = "[...document.querySelectorAll('.scores th .badge')].map(each => each.checkVisibility())"
    assert running.says(badges) == [True] * 4 * SHEETS[name].teams


@pytest.mark.parametrize(
    ("name", "width", "heading"),
    [
        ("three", 412, "Captured cards"),
        ("12-rounds", 412, "Captured cards"),
        ("12-rounds", 375, "Cards"),
        ("12-rounds", 320, "Cards"),
        ("teams", 768, "Captured cards"),
        ("teams", 412, "Cards"),
        ("teams", 375, "Cards"),
        ("teams", 320, "Cap"),
    ],
)
def test_headings_are_shorter_where_their_words_have_no_room_side_by_side(
    running: Page, tmp_path: Path, name: str, width: int, heading: str
) -> None:
    running.screen(width, 800)
    open_sheet(running, SHEETS[name], tmp_path)
    heads = "[...document.querySelectorAll('.scores thead [scope=col]')]"
    shown = "getComputedStyle(document.querySelector('.scores .cards span'), '::after').content"
    assert running.says(f"{shown}.split('\"')[1] ?? 'Captured cards'") == heading
    assert running.says("document.querySelector('.scores .key').checkVisibility()") is (heading == "Cap")
    wider = f"{heads}.filter(each => each.firstChild.getBoundingClientRect().width > each.clientWidth).length"
    assert running.says(wider) == 0
    assert running.says("[...document.querySelectorAll('.scroll')].every(each => each.scrollWidth <= each.clientWidth)")


@pytest.mark.parametrize(
    ("name", "width", "large", "is_wider"),
    [
        ("blank neeps", 320, False, True),
        ("teams", 375, True, True),
        ("teams", 320, False, False),
        ("teams", 1200, True, False),
        ("three", 375, True, False),
    ],
)
def test_below_a_table_that_is_wider_than_the_screen_stands_that_there_are_more_columns(
    running: Page, tmp_path: Path, name: str, width: int, large: bool, is_wider: bool
) -> None:
    running.screen(width, 800)
    open_sheet(running, blank(NEEPS, 4) if name == "blank neeps" else SHEETS[name], tmp_path, large=large)
    hints = (
        "[...document.querySelectorAll('.scores .scroll')].map(each => getComputedStyle(each, '::after'))"
        ".map(({ content, paddingBottom }) => content.includes('More columns') && parseFloat(paddingBottom) > 16)"
    )
    assert set(running.says(hints)) == {is_wider}
    box = ".map((one) => one.getBoundingClientRect().toJSON())"
    table, key = running.says(f"[...document.querySelectorAll('.scores .scroll:has(.key) > *')]{box}")
    assert not key["height"] or (key["top"] - table["bottom"] > 28) is is_wider  # the hint stands between them


@pytest.mark.parametrize(("at", "fades"), [(0, [False, True]), (60, [True, True]), (9999, [True, False])])
def test_a_figure_that_scrolls_out_of_sight_fades_and_the_total_that_stays_is_told_to_be_the_teams(
    running: Page, tmp_path: Path, at: int, fades: list[bool]
) -> None:
    """A cut 118 must not be read as 1."""
    running.screen(375, 800)
    open_sheet(running, SHEETS["teams"], tmp_path, large=True)
    running.says(f"document.querySelector('.scores .scroll').scrollLeft = {at}")
    running.page.wait_for_function("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    row = "document.querySelector('.scores tbody tr')"
    sides = (f"getComputedStyle({row}.firstChild, '::after')", f"getComputedStyle({row}.lastChild, '::before')")
    assert [running.says(f"+{side}.opacity") == 1 for side in sides] == fades
    digit = f"parseFloat(getComputedStyle({row}.lastChild).fontSize) * .65"
    assert all(running.says(f"parseFloat({side}.width) / ({digit})") > 3 for side in sides)  # more than 3 digits
    above = running.says(
        "[...document.querySelectorAll('.scores thead tr:first-child .game span')].map((each) => "
        "[each.innerText, getComputedStyle(each).clipPath, each.getBoundingClientRect().right <= innerWidth])"
    )
    assert above == [["Team", "none", True]] * 2


TOTALS_OUT_OF_SIGHT = """[...document.querySelectorAll('.scores tbody td:last-child')].filter(cell => {
    const box = cell.getBoundingClientRect(), seen = document.elementFromPoint(box.left + box.width / 2, box.top + 2);
    return box.left < 0 || box.right > innerWidth || (box.top > 0 && box.bottom < innerHeight && seen !== cell);
}).length"""
SMALL_WORDS = """[...document.querySelectorAll('.chart text')].filter(each => each.getClientRects().length).map(each =>
    parseFloat(getComputedStyle(each).fontSize) * each.getCTM().a).filter(size => size < 11)"""
"""The sizes in pixels of words in charts that are too small to be read."""


@pytest.mark.longest(5)
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (375, False), (375, True), (320, False)])
@pytest.mark.parametrize("name", ["long-names", "teams", "three", "30-rounds", "classic-known-hands", "noted"])
def test_totals_are_in_sight_charts_are_read_and_nobody_is_shut_out(
    running: Page, tmp_path: Path, name: str, width: int, dark: bool
) -> None:
    running.screen(width, 800, dark=dark)
    sheet = scoresheet(judged(matches.NOTED), plays=True) if name == "noted" else SHEETS[name]
    open_sheet(running, sheet, tmp_path)
    assert running.says(TOTALS_OUT_OF_SIGHT) == 0
    assert running.says(SMALL_WORDS) == []
    assert running.says("document.querySelectorAll('.chart.wide, .chart.narrow').length") == 2
    if width != 320 and name != "30-rounds":  # more of what the others have, too
        assert running.find_barriers() == []


def with_notes(sheet: Sheet) -> Sheet:
    """With a note on every round that fills a line."""
    note = "Jamie opened the second packet of crisps, and nobody was sure whose turn it was."
    return sheet._replace(rounds=tuple(each._replace(notes=note) for each in sheet.rounds))


@pytest.mark.longest(5)
@pytest.mark.parametrize("paper", [(8.27, 11.69), (8.5, 11)], ids=["a4", "letter"])
@pytest.mark.parametrize(
    ("sheet", "pages"),
    [
        pytest.param(SHEETS["12-rounds"], 1, id="twelve"),
        pytest.param(SHEETS["30-rounds"], 1, id="thirty"),
        pytest.param(with_notes(SHEETS["30-rounds"]), 2, id="noted"),
        pytest.param(SHEETS["classic-known-hands"], 1, id="bonus"),
        pytest.param(SHEETS["neeps-known-hands"], 1, id="teams"),
        pytest.param(blank(CLASSIC, 3), 1, id="blank"),
    ],
)
def test_nothing_is_cut_off_on_paper(
    running: Page, tmp_path: Path, sheet: Sheet, pages: int, paper: tuple[float, float]
) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf, which reads the pages, is not installed")
    width, height = paper
    open_sheet(running, sheet, tmp_path)
    running.screen(int(width * 96 - 2 * 12 / 25.4 * 96), 1000)  # the margins are 12 mm
    running.page.emulate_media(media="print")
    assert (
        running.says(
            "[...document.querySelectorAll('.scores :not(text)')].filter(each => each.clientWidth)"
            ".filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.outerHTML.slice(0, 80))"
        )
        == []
    )
    running.page.emulate_media(media="null")
    read = pypdf.PdfReader(BytesIO(running.page.pdf(width=f"{width}in", height=f"{height}in")))
    assert len(read.pages) == pages
    told = "".join(page.extract_text() for page in read.pages).split()
    for each in sheet.rounds:
        for side in each.sides:
            assert str(side.game) in told


def test_on_paper_there_is_the_sheet_and_of_a_replay_alone_all_rounds(shown: Page) -> None:
    shown.page.emulate_media(media="print")
    seen = (
        "['.drawing', '.scores', '#replay-stage', '.rounds'].map(each => document.querySelector(each).offsetHeight > 0)"
    )
    assert shown.says(seen) == [True, True, False, False]
    shown.press("ArrowRight")
    assert shown.says(seen) == [True, True, False, False]
    shown.says("document.querySelector('main').append(document.querySelector('#replay'))")
    assert shown.says(
        "[...document.querySelectorAll('.rounds .tricks')].every(each => each.checkVisibility() && each.offsetHeight)"
    )


def test_a_phone_has_chart_replay_and_tables_before_the_story_of_the_rounds(shown: Page) -> None:
    top = "['.drawing', '#replay-stage', '.scores', '.rounds'].map(each => document.querySelector(each).offsetTop)"
    shown.screen(375, 800)
    tops = shown.says(top)
    assert tops == sorted(set(tops))
    shown.screen(1280, 800)
    drawing, stage, scores, rounds = shown.says(top)
    assert drawing == scores < stage
    assert rounds >= stage


def test_names_from_right_to_left_stand_over_their_own_figures(running: Page, tmp_path: Path) -> None:
    """A browser lays a line of text out as a terminal does that knows these letters."""
    names = ("\u05e0\u05d5\u05e2\u05d4", "\u05e2\u05d5\u05de\u05e8")
    sheet = between(*names)
    text = FORMATS["text"].render(sheet, Style()) + "\n".join(render_bars(sheet, 80, UNICODE))
    path = tmp_path / "sheet.html"
    path.write_text(f"<!DOCTYPE html><meta charset=utf-8><pre>{escape(text)}</pre>", encoding="utf-8")
    running.open(path)

    def left(sign: str, nth: int) -> float:
        """Where the sign's nth occurrence is seen, from the left."""
        at = [found.start() for found in re.finditer(re.escape(sign), text)][nth]
        script = (
            "(() => { const range = new Range(), text = document.querySelector('pre').firstChild;"
            f"range.setStart(text, {at}); range.setEnd(text, {at + len(sign)});"
            "return range.getBoundingClientRect().left })()"
        )
        place: float = running.says(script)
        return place

    first, second = names
    assert left(first, 0) < left(second, 0)  # in the order of their seats
    assert left(first, 1) < left("game", 0) < left(second, 1)
    assert left(first, 2) < left("95", 1)  # a name, then the total
    assert left(second, 3) < left("72", 3)


@pytest.mark.parametrize(
    "sheet",
    [
        *(SHEETS[name] for name in ("long-names", "hostile-names", "foreign-names", "neeps-known-hands", "30-rounds")),
        between("W" * 40, "\u05e0\u05d5\u05e2\u05d4 " * 4 + "\u05d0"),
        between("GOOD QUEEN MAUD", "<script>alert(1)</script>"),
    ],
)
def test_the_chart_by_itself_is_drawn_with_every_word_inside(running: Page, tmp_path: Path, sheet: Sheet) -> None:
    running.screen(960, 600)
    path = tmp_path / "chart.svg"
    path.write_bytes(FORMATS["svg"].render_bytes(sheet, Style(chart=True)))
    running.asked.clear()
    running.open(path)
    outside = (
        "[...document.querySelectorAll('text, path')].filter(each => { const box = each.getBoundingClientRect();"
        "return box.left < 0 || box.top < 0 || box.right > 960 || box.bottom > 600 }).map(each => each.outerHTML)"
    )
    assert running.says(outside) == []
    color = LOOKS[sheet.side_looks()[0][0]].color
    assert running.says("getComputedStyle(document.querySelector('.line')).stroke") == told(color, dark=False)
    running.screen(960, 600, dark=True)
    assert running.says("getComputedStyle(document.querySelector('.line')).stroke") == told(color, dark=True)
    assert running.troubles == []
    assert running.asked == [path.as_uri()]


def test_index_season_and_matches_are_for_everybody(running: Page, haggis: Haggis, tmp_path: Path) -> None:
    for name in ("neeps-known-hands", "tatties-unknown-hands"):
        haggis.keep((ROOT / "examples" / "matches" / f"{name}.toml").read_text("utf-8"), name)
    haggis.keep(matches.LONG_NAMES, "friday")
    haggis.ok("sheet", "--all", "-o", "site")
    for width, dark in ((1280, False), (375, True)):
        running.screen(width, 800, dark=dark)
        for name in ("index.html", "season.html", "matches/friday.html"):
            page = tmp_path / "site" / name
            running.asked.clear()
            running.open(page)
            assert running.find_barriers(*(["color-contrast"] if dark else [])) == [], (name, width)
            assert running.says("document.documentElement.scrollWidth") <= width
            assert running.asked == [page.as_uri()]
    running.open(tmp_path / "site" / "season.html")
    running.page.emulate_media(media="print")
    assert all(running.page.locator(".season thead th").all_inner_texts())
    assert running.troubles == []


@pytest.mark.longest(4)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", ["blank classic", "blank neeps", "12-rounds", "teams", "three", "long-names"])
def test_in_large_print_each_player_or_team_has_a_page_and_figures_are_large_on_a_phone(
    running: Page, tmp_path: Path, name: str, paper: str
) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf, which reads the pages, is not installed")
    sheet = {"blank classic": blank(CLASSIC, 3), "blank neeps": blank(NEEPS, 4)}.get(name) or SHEETS[name]
    running.screen(375, 800)
    open_sheet(running, sheet, tmp_path, large=True)
    assert running.says("document.documentElement.scrollWidth") == 375
    assert running.says(SMALLEST_FIGURES) == 20
    assert running.find_barriers() == []
    read = pypdf.PdfReader(BytesIO(running.page.pdf(format=paper, prefer_css_page_size=sheet.teams)))
    tables = [len(re.findall("Game ?total(?!s)", " ".join(page.extract_text().split()))) for page in read.pages]
    assert [number for number in tables if number] == [1] * len(sheet.sides)
    assert len(tables) <= len(sheet.sides) + (not sheet.blank)
    assert all(page.mediabox.width > page.mediabox.height for page in read.pages) is sheet.teams


SMALLEST_FIGURES = """Math.min(...[...document.querySelectorAll('.scores tbody :is(th, td)')].map(each =>
    parseFloat(getComputedStyle(each).fontSize)))"""
SMALLEST_LETTERS = """Math.min(...[...document.querySelectorAll('article :is(h1, h2, li span)')].map(each =>
    parseFloat(getComputedStyle(each).fontSize)))"""


@pytest.mark.longest(2)
@pytest.mark.parametrize("variant", own_ids())
@pytest.mark.parametrize(("large", "letters"), [(False, 18), (True, 24)])
def test_the_player_aid_is_read_on_a_phone_and_printed_on_one_page(
    running: Page, tmp_path: Path, variant: str, large: bool, letters: int
) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf, which reads the pages, is not installed")
    path = tmp_path / "aid.html"
    path.write_bytes(render_aid(build_table(variant, None), ".html", "letter", large=large))
    for dark in (False, True):
        running.screen(375, 800, dark=dark)
        running.open(path)
        assert running.says("document.documentElement.scrollWidth") == 375
        assert running.says(SMALLEST_LETTERS) == letters
        assert running.says("document.querySelector('main > svg').getClientRects().length") == 0
        assert running.find_barriers(*(["color-contrast"] if dark else [])) == []
    (page,) = pypdf.PdfReader(BytesIO(running.page.pdf(prefer_css_page_size=True))).pages
    assert page.extract_text().count("Combinations") == (1 if large else 2)
    assert page.mediabox.width == pytest.approx(792 if large else 612, abs=1)


def test_packed_styles_mean_the_same(running: Page) -> None:
    read = (
        "(texts) => texts.map((text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text);"
        " return [...sheet.cssRules].map((rule) => rule.cssText.replace(/([,:]) /g, '$1')); })"
    )
    for path in sorted((ROOM / "sheets").rglob("*.css")) + sorted((ROOM / "web").rglob("*.css")):
        text = path.read_text(encoding="utf-8")
        written, packed = running.page.evaluate(read, [text, pack_styles(text)])
        assert packed == written, path
