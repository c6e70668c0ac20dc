"""The replay of a sheet with reviews in a real browser: the course over the slider, costly plays, what was better."""

import json
from functools import cache
from pathlib import Path

import pytest

from haggis_cli.analysis.review import review_round
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.players.reasons import estimate_play
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.review import sheet_reviews
from haggis_cli.sheets.sheet import Sheet, scoresheet
from tests.sheets.renderers.test_replay_in_a_browser import SAID, WALK
from tests.support.browser import NO_BROWSER, PROGRAM, Page
from tests.support.haggis import ROOT
from tests.support.sheets import of_many_rounds, open_sheet

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER),
]

WALK_REVIEWED = WALK.replace("'.controls button'", "'.row button', '#replay-course', '#replay-value'")
VALUE = "document.getElementById('replay-value').innerText.split('\\n')"
MARKS = "[...document.querySelectorAll('#replay-lost button')]"
SIZES = {"phone": (375, 667), "desktop": (1280, 900)}


@cache
def reviewed(name: str) -> Sheet:
    """An example, each round reviewed in a moment."""
    path = ROOT / "examples" / "matches" / f"{name}-known-hands.toml"
    file = MatchFile(path.read_bytes(), path.name)
    report = adjudicate(file, load(file.record.variant))
    reviews = {each.number: review_round(each.steps(), 0.4, None, estimate_play) for each in report.rounds}
    return scoresheet(report, plays=True)._replace(reviews=sheet_reviews(report, reviews))


def without_a_review(sheet: Sheet, number: int) -> Sheet:
    return sheet._replace(reviews=tuple(each for each in sheet.reviews if each.number != number))


@pytest.mark.parametrize(
    ("name", "size"), [("two-player", "phone"), ("two-player", "desktop"), ("three-player", "phone")]
)
def test_nothing_jumps_also_where_a_round_has_no_review(running: Page, tmp_path: Path, name: str, size: str) -> None:
    running.screen(*SIZES[size])
    running.troubles.clear()
    open_sheet(running, without_a_review(reviewed(name), 2), tmp_path, "#r1e0")
    _, boxes = running.says(WALK_REVIEWED)
    assert "replay-course" in boxes[0]
    assert len(boxes) == 1, [
        [one for one, two in zip(json.loads(boxes[0]), json.loads(other), strict=True) if one != two]
        for other in boxes[1:2]
    ]
    assert running.troubles == []


def test_marks_lead_to_costly_plays_and_what_was_better_is_told_there(running: Page, tmp_path: Path) -> None:
    sheet = reviewed("two-player")
    review = sheet.reviews[2]
    running.screen(1280, 900)
    open_sheet(running, sheet, tmp_path, "#r3e0")
    assert running.says(VALUE) == ["Ailsa", "unknown"]
    assert running.says(f"{MARKS}.map((mark) => Number(mark.dataset.place))") == sorted(
        each.event for each in review.costly
    )
    worst = review.costly[0]
    running.page.locator(f"#replay-lost [data-place='{worst.event}']").focus()
    running.press("Enter")
    assert running.says("location.hash") == f"#r3e{worst.event}"
    said = running.says(SAID)
    assert said.endswith(f". {worst.in_short}.")
    assert worst.in_short.startswith(f"Lost {worst.loss.removeprefix('lost ')}. Better: {worst.instead_text}")
    assert running.says("document.getElementById('replay-at').getAttribute('aria-valuetext')") == said
    assert running.says(f"{MARKS}.find((mark) => mark.matches('.here')).getAttribute('aria-label')") == said
    value = dict(review.course)[worst.event]
    assert running.says(VALUE) == ["Ailsa", f"{value:+}"]
    left, right = running.says(
        "['.here', '#replay-at'].map((each) => document.querySelector(`#replay ${each}`).getBoundingClientRect())"
        ".map((box) => [box.left, box.width])"
    )
    thumb = 16  # pixels: it stays within the slider
    along = right[0] + thumb / 2 + (right[1] - thumb) * worst.event / (len(sheet.replays[2].frames) - 1)
    assert abs(left[0] + left[1] / 2 - along) < 4
    running.press("ArrowRight")
    assert running.says("location.hash") == f"#r3e{worst.event + 1}"
    assert "Lost" not in running.says(SAID)


def test_what_is_estimated_is_called_so(running: Page, tmp_path: Path) -> None:
    sheet = reviewed("two-player")
    review = sheet.reviews[2]
    event = next(event for event, value in review.estimated_course if value is not None)
    about = dict(review.estimated_course)[event]
    open_sheet(running, sheet, tmp_path, f"#r3e{event}")
    assert running.says(VALUE) == ["Ailsa", f"about {about:+}" if about else "about 0"]
    assert running.says(
        "[...document.querySelector('#replay-value').children].every((one) => one.scrollWidth <= one.clientWidth)"
    )
    assert running.says("document.querySelector('#replay-course path.about').getTotalLength()") > 0


@pytest.mark.parametrize(("size", "dark"), [("phone", True), ("desktop", False)])
def test_nothing_is_in_anybodys_way(running: Page, tmp_path: Path, size: str, dark: bool) -> None:
    running.screen(*SIZES[size], dark=dark)
    sheet = reviewed("two-player")
    open_sheet(running, sheet, tmp_path, f"#r3e{sheet.reviews[2].costly[0].event}")
    assert running.find_barriers() == []
    assert running.says("document.documentElement.scrollWidth") <= SIZES[size][0]


def test_a_page_of_thirty_rounds_with_reviews_is_no_larger_than_a_photograph() -> None:
    sheet = reviewed("neeps")
    many = of_many_rounds(sheet, 30)
    reviews = [sheet.reviews[at % len(sheet.reviews)]._replace(number=at + 1) for at in range(30)]
    page = FORMATS["html"].render_bytes(many._replace(reviews=tuple(reviews)), Style())
    assert page.count(b'"course":[null') == 30
    assert len(page) <= 350_000
