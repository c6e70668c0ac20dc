"""The page in a real browser: it steps through the rounds, fits the screen, prints, and is content with itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from haggis_cli.sheets.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Sheet, scoresheet
from tests.sheets import matches
from tests.sheets.browser import PROGRAM, Page, browser
from tests.sheets.everyday import SHEETS
from tests.sheets.matches import judged
from tests.sheets.test_html import hostile

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no chromium is installed")

WHERE = "document.getElementById('replay-trick').textContent"
SAID = "document.getElementById('replay-said').textContent"


@pytest.fixture(scope="module")
def running() -> Iterator[Page]:
    with browser() as page:
        yield page


@pytest.fixture
def shown(running: Page, tmp_path: Path) -> Iterator[Page]:
    """A page with a round of nine tricks, hands known; it must not have displeased the browser in the end."""
    running.screen(1000, 800)
    open_sheet(running, scoresheet(judged(matches.HANDS_KNOWN), plays=True), tmp_path)
    running.asked.clear()
    yield running
    assert running.troubles == []
    assert running.asked == []


def open_sheet(page: Page, sheet: Sheet, folder: Path) -> None:
    path = folder / "sheet.html"
    path.write_bytes(FORMATS["html"].data(sheet, Style()))
    page.open(path)


def cells(page: Page) -> list[str]:
    """What the replay says of each player: cards held, which, captured."""
    script = (
        "[...document.getElementById('replay-seats').rows].map(row => [...row.cells].slice(1).map(c => c.textContent))"
    )
    return [" / ".join(row) for row in page.says(script)]


def test_the_replay_goes_by_plays_and_by_tricks(shown: Page) -> None:
    assert shown.says(WHERE) == "Before the first trick (event 0 of 26)"
    shown.press("ArrowRight")
    assert shown.says(SAID) == "Trick 1. Isla: 2r 2y 4y 5r 5y J Q K, a stair of 4 pairs up to 5"
    shown.says("document.querySelector('[data-step=on]').focus()")
    stops = []
    for key in ("ArrowDown", "PageDown", "ArrowLeft", "ArrowUp", "End", "PageUp", "Home"):
        shown.press(key)
        stops.append(shown.says(WHERE))
    assert stops == [
        "Trick 1 (event 2 of 26)",
        "Trick 2 (event 5 of 26)",
        "Trick 2 (event 4 of 26)",
        "Trick 1 (event 2 of 26)",
        "Trick 9 (event 26 of 26)",
        "Trick 8 (event 24 of 26)",
        "Before the first trick (event 0 of 26)",
    ]


def test_hands_and_captures_follow_the_plays(shown: Page) -> None:
    assert cells(shown)[1] == "17 / 2r 2y 3g 3b 4y 5r 5y 6g 6b 7y 8g 9y 10r 10b J Q K / 0"
    shown.says("document.querySelector('[data-step=trick-on]').click()")
    assert cells(shown)[1] == "9 / 3g 3b 6g 6b 7y 8g 9y 10r 10b / 8"
    shown.says("document.querySelector('[data-step=last]').click()")
    assert cells(shown) == ["1 / 6y / 21", "0 /  / 21"]
    assert "haggis 2g 3y 6r 7r 7b 8r 9g 10g 8 cards" in shown.says(
        "document.getElementById('replay-deeds').textContent"
    )


def test_up_and_down_scroll_the_page_outside_the_replay(shown: Page) -> None:
    shown.press("ArrowDown")
    shown.press("End")
    assert shown.says(WHERE) == "Before the first trick (event 0 of 26)"


def test_another_round_can_be_chosen(shown: Page, tmp_path: Path) -> None:
    open_sheet(shown, scoresheet(judged(matches.IN_PROGRESS), plays=True), tmp_path)
    shown.asked.clear()
    shown.says("document.getElementById('replay-round').value = 1")
    shown.says("document.getElementById('replay-round').dispatchEvent(new Event('change'))")
    assert shown.says(WHERE) == "Before the first trick (event 0 of 16)"
    assert cells(shown)[0] == "17 / J Q K and 14 unknown / 0"


def test_every_control_has_a_name(shown: Page) -> None:
    nodes = shown("Accessibility.getFullAXTree")["nodes"]
    roles = ("button", "combobox", "slider", "image")
    named = [
        (node["role"]["value"], node["name"]["value"]) for node in nodes if node.get("role", {}).get("value") in roles
    ]
    assert all(name for _, name in named)
    assert ("button", "Trick forward") in named
    assert ("slider", "Event of the round") in named
    assert ("image", "Game totals by round Goal: 250 points. Noah: 18. Isla: 53.") in named


@pytest.mark.parametrize("name", ["long-names", "teams", "three", "30-rounds", "hostile-names"])
@pytest.mark.parametrize("dark", [False, True])
def test_nothing_sticks_out_of_a_narrow_screen(running: Page, tmp_path: Path, name: str, dark: bool) -> None:
    running.screen(360, 700, dark=dark)
    open_sheet(running, SHEETS[name], tmp_path)
    assert running.says("document.documentElement.scrollWidth") == 360
    paper = running.says("getComputedStyle(document.body).backgroundColor")
    assert paper == ("rgb(22, 25, 29)" if dark else "rgb(255, 255, 255)")


@pytest.mark.parametrize("name", ["long-names", "teams", "three", "30-rounds", "classic-known-hands"])
def test_every_figure_is_in_sight_on_a_wide_screen(running: Page, tmp_path: Path, name: str) -> None:
    running.screen(1200, 900)
    open_sheet(running, SHEETS[name], tmp_path)
    hidden = "[...document.querySelectorAll('.scroll')].filter(each => each.scrollWidth > each.clientWidth).length"
    assert running.says(hidden) == 0


def test_on_paper_there_are_the_sheet_the_chart_and_the_rounds_unfolded(shown: Page) -> None:
    shown("Emulation.setEmulatedMedia", media="print")
    seen = "[...document.querySelectorAll('.scores, .drawing, #replay, .rounds')].map(each => each.offsetHeight > 0)"
    assert shown.says(seen) == [True, True, False, False]
    shown.says("document.querySelector('details').open = true")
    assert shown.says(seen) == [True, True, False, True]
    shown("Emulation.setEmulatedMedia", media="")


def test_names_that_are_markup_do_nothing(running: Page, tmp_path: Path) -> None:
    running.screen(1000, 800)
    sheet = hostile()
    open_sheet(running, sheet, tmp_path)
    running.press("ArrowRight")
    assert running.says(SAID) == f"Before the first trick. {sheet.players[0]} bets little (15)"
    names = "[...document.querySelectorAll('#replay-seats th')].map(cell => cell.textContent)"
    assert running.says(names) == list(sheet.players)
    assert running.troubles == []
