"""Common names of seven to nine letters, in wide letters, stand whole on every page that shows them."""

from shutil import copy

import pytest
from playwright.sync_api import Browser

from tests.support.browser import NO_BROWSER, PROGRAM, phone
from tests.support.haggis import ROOT, Haggis
from tests.support.served import served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

EXAMPLES = ROOT / "examples" / "matches"
NAMES = ("Gwendolyn", "Mohammed", "Alexandra", "Wilhelmi")
SIZES = ((320, 568), (375, 667), (768, 1024), (1280, 720))
SIDEWAYS = (667, 375)
OUTSIDE = """[...document.querySelectorAll(".board-side")].filter((tile) => {
    const end = tile.getBoundingClientRect().bottom;
    return [...tile.querySelectorAll(".board-player *")].some((each) => each.getBoundingClientRect().bottom > end);
}).map((tile) => tile.textContent)"""
"""The tiles of the board of which a part is below their end."""
PLAYED = {
    "two-player-known-hands": ("Ailsa", "Hamish"),
    "tatties-unknown-hands": ("Noah", "Jamie", "Isla"),
    "classic-known-hands": ("Adam", "Brenda", "Carol"),
    "neeps-known-hands": ("Isla", "Jamie", "Rory", "Noah"),
}
PAGES = ("", "/board", "/record/1", "/record/1?event=1", "/rematch", "/replay?round=1", "/replay?round=1#r1e9")


def play(haggis: Haggis, match: str, names: tuple[str, ...]) -> None:
    """An example, played by people of these names."""
    path = haggis.path(match)
    path.parent.mkdir(parents=True)
    copy(EXAMPLES / path.name, path)
    for old, new in zip(PLAYED[match], names, strict=False):
        haggis.ok("edit", match, "--player", f"{old}={new}")


@pytest.mark.longest("neeps-known-hands")
@pytest.mark.parametrize("match", PLAYED)
def test_the_pages_of_a_finished_match_have_whole_names(running: Browser, haggis: Haggis, match: str) -> None:
    play(haggis, match, NAMES)
    torn: dict[tuple[str, int], list[str]] = {}
    with served(haggis) as server, phone(running, server, SIZES[0]) as held:
        for width, height in SIZES:
            held.screen(width, height)
            for page in ("/", "/season", *(f"/m/{match}{below}" for below in PAGES)):
                held.go(page)
                # The smallest phone tells a long combination whole in the sentence below the table alone.
                is_tiny = width == 320 and "replay" in page
                torn[page, width] = held.find_torn("main > :not(#replay), .plate, .play" if is_tiny else "main")
    assert {where: names for where, names in torn.items() if names} == {}


@pytest.mark.longest("classic-known-hands")
@pytest.mark.parametrize("match", PLAYED)
def test_the_winner_and_the_cards_of_the_scores_have_whole_names_of_twelve_letters(
    running: Browser, haggis: Haggis, match: str
) -> None:
    play(haggis, match, ("Maximilian", "Featherstone", "Bartholomew", "Christopher"))
    with served(haggis) as server, phone(running, server, SIZES[0]) as held:
        for width, height in SIZES:
            held.screen(width, height)
            held.go(f"/m/{match}")
            assert held.find_torn(".won-who, .won-names") == [], width


@pytest.mark.longest("tatties-3")
@pytest.mark.parametrize(("variant", "players"), [("two-player", 2), ("three-player", 3), ("tatties", 3), ("neeps", 4)])
def test_a_match_that_begins_has_whole_names(running: Browser, haggis: Haggis, variant: str, players: int) -> None:
    haggis.begin(variant, NAMES[:players])
    torn: dict[tuple[str, int], list[str]] = {}
    with served(haggis) as server, phone(running, server, SIZES[0]) as held:
        for width, height in SIZES:
            held.screen(width, height)
            for page in ("/", "/m/friday", "/m/friday/score", "/m/friday/record", "/m/friday/board"):
                held.go(page)
                torn[page, width] = held.find_torn("main")
    assert {where: names for where, names in torn.items() if names} == {}


@pytest.mark.longest("neeps-4")
@pytest.mark.parametrize(("variant", "players"), [("two-player", 2), ("three-player", 3), ("neeps", 4)])
def test_the_result_of_a_round_and_the_plays_of_the_next_have_whole_names(
    running: Browser, haggis: Haggis, variant: str, players: int
) -> None:
    haggis.begin(variant, NAMES[:players])
    ended = {2: ("out 8, cards 20", "cards 16"), 3: ("out 8, cards 10", "out 4, cards 12", "cards 28")}
    ended[4] = ("out 1, cards 40", "cards 20", "out 1, cards 20", "cards 4")
    haggis.ok("score", *(f"{name}: {took}" for name, took in zip(NAMES, ended[players], strict=False)), "--yes")
    torn: dict[tuple[str, int], list[str]] = {}
    with served(haggis) as server, phone(running, server, SIZES[0]) as held:

        def look(page: str) -> None:
            for width, height in (*SIZES, SIDEWAYS):
                held.screen(width, height)
                held.go(f"/m/friday/{page}")
                torn[page, width] = held.find_torn("main")
                assert held.says(OUTSIDE) == [], (page, width)

        look("rounds/1/result")
        haggis.ok("record", "friday", f"{NAMES[1]}: bet baby", "3r 3g", "4r 4g")
        look("record")
        look("board")
    assert {where: names for where, names in torn.items() if names} == {}
