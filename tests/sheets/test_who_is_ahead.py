"""Who is ahead, on every page and in every file: by rounds won where they are the goal, elsewhere by points."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller
from tests.support.plugins import VARIANTS, plugged

NOAH = ("Noah: out 1, cards 20", "Isla: cards 16")
ISLA = ("Isla: out 9, cards 36", "Noah: cards 0")
Begin = Callable[..., None]


@pytest.fixture
def begin(haggis: Haggis) -> Begin:
    def begin(*rounds: tuple[str, str], goal: tuple[str, str] = ("--round-wins", "2"), variant: str = "") -> None:
        """A match with these rounds."""
        named = variant or "two-player"
        haggis.ok("new", "--variant", named, "-p", "Noah", "-p", "Isla", *goal, "--name", "few")
        for entries in rounds:
            haggis.ok("score", *entries, "--yes")

    return begin


@pytest.fixture
def speed(haggis: Haggis) -> Iterator[None]:
    with plugged(haggis, {"speed": VARIANTS["speed"]}):
        yield


def marked(haggis: Haggis) -> list[str]:
    """Before whose name the scoreboard has its mark."""
    return [line.split()[1] for line in haggis.ok("show").splitlines() if line.startswith(("▸", ">", "►"))]


def sheet(haggis: Haggis, *more: str) -> str:
    haggis.ok("sheet", "few", "-o", "few.html", "--force", *more)
    return (haggis.folder / "few.html").read_text(encoding="utf-8").replace("\u00a0", " ")


def exported(haggis: Haggis, form: str) -> str:
    return haggis.ok("export", "few", "--format", form)


def test_the_scoreboard_marks_the_winner_of_most_rounds(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA, NOAH)
    assert haggis.json("show")["totals"] == {"Noah": 50, "Isla": 113}
    assert marked(haggis) == ["Noah"]


def test_a_third_partys_variant_marks_the_winner_of_most_rounds(haggis: Haggis, begin: Begin, speed: None) -> None:
    few = (("Noah: out 1, cards 15", "Isla: cards 3"), ("Isla: out 9, cards 10", "Noah: cards 8"))
    begin(few[0], few[1], few[0], goal=("--round-wins", "2"), variant="speed")
    assert marked(haggis) == ["Noah"]


def test_points_decide_where_they_are_the_goal(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA, NOAH, goal=("--points", "300"))
    assert marked(haggis) == ["Isla"]
    assert "Isla leads 113 to 50 after round 3 \u00b7 Haggis" in sheet(haggis)


def test_both_are_marked_who_have_won_as_many(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA)
    assert marked(haggis) == ["Noah", "Isla"]
    assert "Noah and Isla are level at 1 round after round 2" in sheet(haggis)


def test_the_page_says_who_leads_by_rounds(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA, NOAH, goal=("--round-wins", "3"))
    page = sheet(haggis)
    assert "Noah leads 2 rounds to 1 after round 3" in page
    assert "Noah from round 1 on, but for a tie after round 2" in page


def test_the_rounds_won_are_large_on_every_screen_and_in_the_chart(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA, NOAH)
    pages = Caller(haggis)
    for path, figure in (("/m/few/board", "board-total numbers"), ("/", "numbers")):
        assert re.findall(rf'class="{figure}">(\d+)<', pages.get(path).text) == ["2", "1"]
    assert "Rounds won: Noah 2, Isla 1." in pages.get("/m/few/board").text
    drawn = ET.fromstring(haggis.ok("sheet", "--format", "svg", "--chart"))
    assert (drawn.findtext("{*}title") or "").startswith("Noah has won 2 rounds, Isla 1: rounds won, round by round")
    assert drawn.findtext("{*}desc") == "Goal: 2 rounds won. Noah: 1, 1, 2. Isla: 0, 1, 1."
    assert re.search(r"^\S Noah  2 ", haggis.ok("show"), re.MULTILINE)


def test_the_list_tells_the_rounds_won(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA)
    assert haggis.json("list")["matches"][0]["round_wins"] == {"Noah": 1, "Isla": 1}
    assert "2 rounds, goal 2 rounds won (Noah 1, Isla 1)" in haggis.ok("list", "--csv")
    haggis.ok("score", *NOAH)
    assert "Noah has won 2 rounds, Isla 1" in haggis.ok("list", "--csv")
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--points", "300", "--name", "more")
    assert ["round_wins" in each for each in haggis.json("list", "--sort", "id")["matches"]] == [True, False]


def test_a_match_that_is_closed_is_a_tie_of_rounds(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA)
    file = haggis.path("few")
    file.write_text(file.read_text(encoding="utf-8").replace("[[rounds]]", "closed = true\n\n[[rounds]]", 1), "utf-8")
    assert "The match is closed, a tie at 1 round: Noah and Isla." in haggis.ok("show")
    assert "closed (Noah 1, Isla 1)" in haggis.ok("list", "--csv")


def test_the_winner_is_first_in_bg_stats(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA, NOAH)
    scores = json.loads(exported(haggis, "bgstats"))["plays"][0]["playerScores"]
    assert [(each["rank"], each["winner"], each["score"]) for each in scores] == [(1, True, "50"), (2, False, "113")]
    link = json.loads(unquote(exported(haggis, "link")).partition("data=")[2])
    assert [(each["rank"], each["winner"]) for each in link["players"]] == [(1, True), (2, False)]


def test_the_statistics_take_the_winner_for_ahead(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA, NOAH)
    noah = next(each for each in haggis.json("stats", "Noah")["players"] if each["name"] == "Noah")
    assert noah["opponents"]["Isla"] == {"matches": 1, "ahead": 1, "behind": 0}
    haggis.ok("stats", "-o", "season.html")
    assert "Biggest comeback" not in (haggis.folder / "season.html").read_text(encoding="utf-8").replace("\u00a0", " ")


@pytest.mark.parametrize("page", ["/m/few", "/m/few/board"])
def test_the_pages_mark_who_has_won_most_rounds(haggis: Haggis, begin: Begin, page: str) -> None:
    begin(NOAH, ISLA, NOAH, goal=("--round-wins", "3"))
    text = Caller(haggis).get(page).text
    ahead = [re.findall(r"<bdi>(?:<span[^>]*>)?(\w+)", part)[0] for part in text.split(" ahead")[1:]]
    assert ahead == ["Noah"]


def test_the_page_of_all_matches_tells_the_rounds_won(haggis: Haggis, begin: Begin) -> None:
    begin(NOAH, ISLA)
    assert "(Noah 1, Isla 1)" in Caller(haggis).get("/").seen.words
    haggis.ok("sheet", "--all", "-o", "site")
    assert "(Noah 1, Isla 1)" in (Path(haggis.folder) / "site" / "season.html").read_text(encoding="utf-8").replace(
        "\u00a0", " "
    )
