"""`haggis sheet --review`: what every play gave away, on the page and on paper."""

import re
from html import unescape

import pytest

from haggis_cli.cli.sheet import writing
from haggis_cli.history.reviews import reviews_path
from tests.support.haggis import ROOT, Haggis, refused

EXAMPLE = ROOT / "examples" / "matches" / "two-player-known-hands.toml"
REFUSAL = "--review is for the html and pdf sheet of one match: add --format html"


@pytest.fixture
def match(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> Haggis:
    """A computer with a match whose hands are known, and a program that has little time."""
    monkeypatch.setattr(writing, "REVIEW_SECONDS", 0.05)
    haggis.keep(EXAMPLE.read_text())
    return haggis


def test_tables_the_course_and_the_better_plays_stand_on_the_page(match: Haggis) -> None:
    page = unescape(match.ok("sheet", "friday", "--format", "html", "--review"))
    review = page[page.index('<h2 id="review-title">') :]
    found = match.json("review", "friday", "--seconds", "0.05")["rounds"]
    assert re.findall(r"<h3>(Round \d)</h3>", review) == ["Round 1", "Round 2", "Round 3"]
    figures = [re.sub(r"<[^>]*>", " ", row).split() for row in re.findall(r"<tr>(?!<td>)(.*?)</tr>", review)]
    assert figures == [
        [name, *(str(losses[key]) for key in ("plays", "exact", "best", "lost", "about"))]
        for each in found
        for name, losses in each["players"].items()
    ]
    for each in found:
        costly = sorted((play for play in each["plays"] if play["lost"]), key=lambda play: -play["lost"])[:3]
        for play in costly:
            link = f'href="#r{each["number"]}e{play["event"]}"'
            marked = play["low"] == play["high"]
            assert review.count(link) == (2 if marked else 1)
            better = play["best_text"].partition(": ")[2]
            name, _, done = play["text"].partition(": ")
            did = "passed" if done == "pass" else f"played {done}"
            assert f"{name} {did} and lost {'' if play['exact'] else 'at least '}{play['lost']} point" in review
            assert f"Better: <bdi>{better}" in review
    assert review.count("<polyline") >= 3


def test_a_sheet_has_none_unless_it_is_asked_for(match: Haggis) -> None:
    page = match.ok("sheet", "friday", "--format", "html")
    assert "review-title" not in page
    assert ".review article" not in page


def test_names_are_text_alone(match: Haggis) -> None:
    match.keep(EXAMPLE.read_text().replace("Ailsa =", '"<b>&" =').replace("Ailsa", "<b>&"))
    page = match.ok("sheet", "friday", "--format", "html", "--review")
    review = page[page.index('<h2 id="review-title">') :]
    assert "<b>" not in review
    assert "&lt;b&gt;&amp;" in review


@pytest.mark.slow
def test_it_stands_on_paper(match: Haggis) -> None:
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")
    match.ok("sheet", "friday", "-o", str(match.folder / "friday.pdf"), "--review")
    text = "\n".join(page.extract_text() for page in pypdf.PdfReader(match.folder / "friday.pdf").pages)
    found = match.json("review", "friday", "--seconds", "0.05")["rounds"][2]
    assert "Round 3: review" in text
    worst = max(found["plays"], key=lambda play: play["lost"])
    name, _, done = worst["text"].partition(": ")
    did = "passed" if done == "pass" else f"played {done}"
    assert f"Event {worst['event']}: {name} {did} and lost {worst['lost']} points" in " ".join(text.split())


def test_refusals(match: Haggis) -> None:
    for words in (("friday",), ("friday", "--format", "csv"), ("--event", "x", "--format", "html", "-o", "out/")):
        assert match("sheet", *words, "--review") == refused(2, REFUSAL)
    match.keep((EXAMPLE.parent / "two-player-unknown-hands.toml").read_text(), "unknown")
    ran = match("sheet", "unknown", "--format", "html", "--review")
    assert (ran.code, ran.out) == (2, "")
    assert "no round can be reviewed: " in ran.err


def test_a_file_that_is_there_is_refused_before_anything_is_searched(match: Haggis) -> None:
    (match.folder / "friday.html").write_text("mine", encoding="utf-8")
    ran = match("sheet", "friday", "--review", "-o", "friday.html")
    assert (ran.code, ran.err) == (3, "haggis: friday.html: there is such a file already; --force replaces it\n")
    assert not reviews_path(match.home).exists()
