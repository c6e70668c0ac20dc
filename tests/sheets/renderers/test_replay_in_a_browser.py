"""The replay in a real browser: every moment as the referee has it, the controls, addresses, and reviews."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.analysis.review import review_round
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.players.hard import estimate_play
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.replay import Frame, Replay
from haggis_cli.sheets.review import sheet_reviews
from haggis_cli.sheets.sheet import Sheet, scoresheet
from haggis_cli.support.players import short_names
from haggis_cli.support.text import in_print, keep_together
from tests.sheets.renderers.shown import of_many_rounds, open_sheet, page_file
from tests.support import matches
from tests.support.browser import NO_BROWSER, PROGRAM, Page
from tests.support.haggis import ROOT
from tests.support.matches import EMPTY, ROUND, judged, recorded
from tests.support.sheets import FIRSTS, PLAYED, example, hostile

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

WHERE = "document.getElementById('replay-where').textContent"
SAID = "document.getElementById('replay-said').textContent"
# Goes through a match from its first moment to its last, and tells of each what is shown, and where the boxes are.
WALK = Path(__file__).with_name("walk.js").read_text(encoding="utf-8")


@pytest.fixture
def shown(running: Page, tmp_path: Path) -> Iterator[Page]:
    """A round of nine tricks, hands known, then one that was typed in; it must not displease the browser."""
    running.screen(1000, 800)
    running.asked.clear()
    running.troubles.clear()
    open_sheet(running, scoresheet(judged(matches.HANDS_KNOWN + FIRSTS), plays=True), tmp_path)
    yield running
    assert running.troubles == []
    assert {asked.partition("#")[0] for asked in running.asked} == {page_file(tmp_path).as_uri()}


def expected(frame: Frame, replay: Replay, place: int) -> dict[str, Any]:
    """What a moment must look like."""
    return {
        "address": f"#r{replay.number}e{place}",
        "laid": [list(laid.cards) for laid in frame.laid],
        "hands": [list(hand) for hand in (frame.courts if frame.hands is None else frame.hands)],
        "held": list(frame.held),
        "bets": list(frame.bets),
    }


@pytest.mark.longest("neeps-known-hands-phone", "taylor-unknown-hands-desktop")
@pytest.mark.parametrize(
    ("path", "size"),
    [
        *(pytest.param(path, (375, 667), id=f"{path.stem}-phone") for path in PLAYED),
        *(
            pytest.param(path, (1280, 900), id=f"{path.stem}-desktop")
            for path in PLAYED
            if "neeps" in path.stem or "taylor" in path.stem
        ),
    ],
)
def test_every_moment_is_shown_as_it_was_and_nothing_jumps(
    running: Page, tmp_path: Path, path: Path, size: tuple[int, int]
) -> None:
    running.screen(*size)
    sheet = example(path)
    open_sheet(running, sheet, tmp_path, "#r1e0")
    told, boxes = running.says(WALK)
    frames = [(frame, replay, at) for replay in sheet.replays for at, frame in enumerate(replay.frames)]
    for seen, (frame, replay, at) in zip(told, frames, strict=True):
        wanted = expected(frame, replay, at)
        assert {key: seen[key] for key in wanted} == wanted
        assert not any(seen["cut"])
        due = dict(enumerate(replay.due)).get(at, "leads")
        comes = "" if frame.turn is None else f"{short_names(sheet.players)[frame.turn]} {keep_together(due)}"
        assert seen["middle"] == ("" if frame.laid or frame.is_result else comes)
        for seat, state in enumerate(seen["states"]):
            assert (state in ("to play", "decides")) == (seat == frame.turn)
            assert state.startswith("out") == (seat in frame.out and seat != frame.turn)
        assert frame.captured is not None
        for text, cards, points in zip(seen["captured"], frame.captured, frame.points, strict=True):
            assert text.startswith(f"{cards} card")
            assert f" {points} point" in text or cards == points
        scored = sheet.rounds[replay.number - 1]
        totals = [side.game for side in scored.sides] if frame.is_result else replay.before
        assert seen["totals"] == list(map(str, totals or ()))
    assert len(boxes) == 1, [
        [one for one, two in zip(json.loads(boxes[0]), json.loads(other), strict=True) if one != two]
        for other in boxes[1:2]
    ]


def test_the_keys_go_by_plays_by_tricks_and_from_round_to_round(shown: Page) -> None:
    assert shown.says(SAID) == "Before the first trick. Round 1 begins."
    shown.press("ArrowRight")
    assert (
        shown.says(SAID) == "Trick 1. Isla: 2r 2y 4y 5r 5y J Q K, a\u00a0stair of\u00a04\u00a0pairs up\u00a0to\u00a05."
    )
    shown.press("ArrowDown")  # the page scrolls, as nothing in the replay has the focus
    assert shown.says(WHERE) == "1 / 27"
    shown.says("document.querySelector('[data-step=on]').focus()")
    stops = []
    for key in ("ArrowDown", "PageDown", "ArrowLeft", "ArrowUp", "End", "ArrowRight", "ArrowLeft", "PageUp", "Home"):
        shown.press(key)
        stops.append(shown.says("location.hash"))
    assert stops == ["#r1e2", "#r1e5", "#r1e4", "#r1e2", "#r1e27", "#r2e0", "#r1e27", "#r1e26", "#r1e0"]
    assert shown.says("document.activeElement.dataset.step") == "on"


def wait_for_moment(shown: Page, where: str) -> None:
    """Wait until a moment stands there: an address is heard of a moment after a click or a step back."""
    shown.page.locator("#replay-where", has_text=where).wait_for()
    assert shown.says(WHERE) == where


def test_every_line_of_the_story_is_an_address_and_back_leads_back(shown: Page) -> None:
    shown.page.locator("#r1 a", has_text="7g").click()
    wait_for_moment(shown, "9 / 27")
    assert shown.says(SAID).startswith("Trick 3. Noah: 7g K, a\u00a0pair of\u00a07s")
    shown.press("ArrowRight")
    assert shown.says("location.hash") == "#r1e10"
    assert shown.says("document.activeElement === document.querySelector('[aria-current=step]')") is True
    shown.page.locator("#r1 .end a").click()
    wait_for_moment(shown, "27 / 27")
    assert shown.says("document.querySelector('#replay-result caption').textContent") == "Result of round 1"
    shown.page.go_back()
    wait_for_moment(shown, "10 / 27")
    shown.says("document.querySelector('[data-step=round-on]').click()")
    assert shown.says("document.querySelector('#replay-score').innerText.split(/\\s+/)") == [
        *("N", "Noah", "90", "+72", "I", "Isla", "77", "+24")
    ]
    shown.page.go_back()
    wait_for_moment(shown, "10 / 27")


def test_an_address_opens_at_its_moment(running: Page, tmp_path: Path) -> None:
    sheet = scoresheet(judged(EMPTY + FIRSTS + recorded(*ROUND)), plays=True)
    running.screen(375, 667)
    open_sheet(running, sheet, tmp_path, "#r2e9")
    assert running.says(SAID).startswith("Trick 3. Noah: 7g K")
    in_view = (
        "['.centre', '.controls'].map((part) => document.querySelector(part).getBoundingClientRect())"
        ".every((box) => box.top >= 0 && box.bottom <= innerHeight)"
    )
    assert running.says(in_view) is True
    for nonsense in ("#r9e1", "#r2e999", "#r2", "#x"):
        open_sheet(running, sheet, tmp_path, nonsense)
    assert running.troubles == []


def test_it_plays_and_is_quiet_meanwhile(shown: Page) -> None:
    shown.says("document.getElementById('replay-speed').value = 600")
    shown.says("document.querySelector('[data-step=play]').focus()")
    entries = shown.says("history.length")
    shown.press(" ")
    assert shown.says("document.querySelector('[data-step=play]').getAttribute('aria-label')") == "Pause"
    assert shown.says("document.getElementById('replay-said').getAttribute('aria-live')") == "off"
    shown.page.wait_for_url("**#r1e2")
    shown.press(" ")
    assert shown.says("document.getElementById('replay-said').getAttribute('aria-live')") == "polite"
    assert shown.says("history.length") == entries


def test_captured_cards_can_be_looked_at(shown: Page) -> None:
    shown.says("document.querySelector('[data-step=last]').click()")
    shown.says("document.querySelector('[data-seat=\"1\"] .pile').click()")
    assert shown.says("document.querySelector('#replay-pile p').textContent") == "Captured by Isla: 21 cards, 18 points"
    assert shown.says("document.querySelectorAll('#replay-pile [data-card]').length") == 21
    shown.press("Escape")
    assert shown.says("document.getElementById('replay-pile').hidden") is True


@pytest.mark.longest("phone-dark-neeps-known-hands", "desktop-light-tatties-unknown-hands")
@pytest.mark.parametrize("name", ["neeps-known-hands", "tatties-unknown-hands"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(375, 667), (1280, 900)], ids=["phone", "desktop"])
def test_nothing_is_in_anybodys_way(
    running: Page, tmp_path: Path, size: tuple[int, int], dark: bool, name: str
) -> None:
    running.screen(*size, dark=dark)
    sheet = example(ROOT / "examples" / "matches" / f"{name}.toml")
    open_sheet(running, of_many_rounds(sheet, 1), tmp_path, "#r1e12")
    assert running.find_barriers() == []
    running.says("document.querySelector('[data-step=last]').click()")
    assert running.find_barriers() == []
    assert running.says("document.documentElement.scrollWidth") <= size[0]


def test_names_that_are_markup_do_nothing(running: Page, tmp_path: Path) -> None:
    running.screen(1000, 800)
    running.troubles.clear()
    sheet = hostile()
    open_sheet(running, sheet, tmp_path)
    running.press("ArrowRight")
    assert running.says(SAID) == f"Before the first trick. {short_names(sheet.players)[0]} bets little (15)."
    assert running.troubles == []


def test_a_pass_reads_alike_in_the_story_and_below_the_table(running: Page, tmp_path: Path) -> None:
    (path,) = (each for each in PLAYED if each.stem == "neeps-known-hands")
    running.screen(1280, 800)
    open_sheet(running, example(path), tmp_path)
    lines = "[...document.querySelectorAll('details[open] .tricks a')].map((each) => each.textContent)"
    before = running.says(lines)
    pairs = running.says(
        "Array.from({length: 60}, () => { document.querySelector('[data-step=on]').click();"
        " const line = document.querySelector('[aria-current=step]'), text = (each) => each.textContent;"
        " const told = [...line?.childNodes ?? []].filter((each) => each.nodeName !== 'I').map(text).join('');"
        f" return [told, [...line?.querySelectorAll('.now') ?? []].map(text).join(), {SAID}]; }})"
    )
    passes = [(told, now, said) for told, now, said in pairs if " pass" in told]
    assert "Isla passes 3g to\u00a0Rory" in [told for told, _, _ in passes]
    assert ("Rory, Noah and Isla pass", "Noah", "Trick 1. Noah passes.") in passes
    assert {told for told, now, _ in passes if not now} >= {"All pass"}
    assert [(told, said) for told, now, said in passes if f". {f'{now} passes' if now else told}." not in said] == []
    running.says("document.querySelector('[data-step=first]').click()")
    assert running.says(lines) == before


def test_the_scores_of_teams_have_room_beside_the_button_before_them(running: Page, tmp_path: Path) -> None:
    running.screen(375, 667)
    open_sheet(running, example(ROOT / "examples" / "matches" / "neeps-known-hands.toml"), tmp_path, "#r1e9")
    parts = ".map((part) => document.querySelector(`#replay ${part}`).getBoundingClientRect())"
    button, score = running.says(
        f"['[data-step=round-on]', '#replay-score']{parts}.map((box) => [box.right, box.left, box.top, box.bottom])"
    )
    assert score[1] - button[0] >= 8
    assert button[2] <= score[2] < score[3] <= button[3]
    assert running.says("document.documentElement.scrollWidth") == 375


@pytest.mark.parametrize("name", ["two-player", "three-player", "neeps"])
def test_totals_beside_the_round_stand_in_the_middle_of_their_badges(running: Page, tmp_path: Path, name: str) -> None:
    running.screen(320, 568)
    open_sheet(running, example(ROOT / "examples" / "matches" / f"{name}-known-hands.toml"), tmp_path)
    box = "document.querySelector(`#replay-${part}`).getBoundingClientRect()"
    chosen, score, badge, total = running.says(
        f"['round', 'score', 'score .badge', 'score b'].map((part) => {box}).map((box) => box.toJSON())"
    )
    assert score["left"] - chosen["right"] >= 8
    assert abs(badge["top"] + badge["bottom"] - total["top"] - total["bottom"]) < 2


@pytest.mark.parametrize("name", ["two-player", "three-player", "neeps"])
def test_a_screen_of_720_pixels_shows_the_whole_table_above_the_controls(
    running: Page, tmp_path: Path, name: str
) -> None:
    running.screen(1280, 720)
    open_sheet(running, example(ROOT / "examples" / "matches" / f"{name}-known-hands.toml"), tmp_path, "#r1e9")
    assert height_used(running) <= 720 - BARS


@pytest.mark.parametrize("name", ["three-player", "neeps"])
def test_on_a_low_phone_no_room_is_left_below_the_players(running: Page, tmp_path: Path, name: str) -> None:
    running.screen(320, 568)
    open_sheet(running, example(ROOT / "examples" / "matches" / f"{name}-known-hands.toml"), tmp_path, "#r1e9")
    lowest = (
        "(where) => Math.max(...[...document.querySelectorAll(where)].map((one) => one.getBoundingClientRect().bottom))"
    )
    felt, plates = running.says(f"['#replay .felt', '#replay .plate'].map({lowest})")
    assert felt - plates < 8


def test_names_are_whole_where_they_have_room(running: Page, tmp_path: Path) -> None:
    played = matches.HANDS_KNOWN.replace("Noah", "Bartholomewmax").replace("Isla", "Christopher")
    cut = ".map((one) => [one.textContent, one.scrollWidth > one.clientWidth + 1])"
    for size, event, where, names in (
        ((375, 667), 0, ".plate", ("Christopher", "Bartholomewmax")),
        ((1280, 720), 1, ".plate", ("Christopher", "Bartholomewmax")),
        ((320, 568), 1, ":is(.play, #replay-best)", ("Christopher", "Christopher")),
    ):
        running.screen(*size)
        open_sheet(running, scoresheet(judged(played), plays=True), tmp_path, f"#r1e{event}")
        shown = running.says(f"[...document.querySelectorAll('#replay {where} bdi')]{cut}")
        assert shown == [[name, False] for name in names]


# With reviews: the course over the slider, costly plays, what was better.

WALK_REVIEWED = WALK.replace("'.controls button'", "'.row button', '#replay-course', '#replay-value'")
VALUE = "[...document.getElementById('replay-value').children].map((each) => each.innerText)"
MARKS = "[...document.querySelectorAll('#replay-lost button')]"
BOXES = (
    "['.over', '.seats:last-child', '.controls'].map((part) => document.querySelector(`#replay ${part}`))"
    ".map((part) => part.getBoundingClientRect()).map((box) => [box.top, box.bottom, box.height])"
)
BARS = 108
"""Pixels that pages of a match have above and below."""


def height_used(running: Page) -> float:
    """The pixels from the top of the table to the bottom of the controls."""
    head, hands, controls = running.says(BOXES)
    used: float = hands[1] - head[0] + controls[2]
    return used


SIZES = {"phone": (375, 667), "desktop": (1280, 900)}


@cache
def reviewed(name: str) -> Sheet:
    """The first three rounds of an example, each reviewed in a moment."""
    path = ROOT / "examples" / "matches" / f"{name}-known-hands.toml"
    file = MatchFile(path.read_bytes(), path.name)
    report = adjudicate(file, load(file.record.variant))
    reviews = {each.number: review_round(each.steps(), 0.4, None, estimate_play) for each in report.rounds[:3]}
    sheet = of_many_rounds(scoresheet(report, plays=True), 3)
    return sheet._replace(reviews=sheet_reviews(report, reviews))


def in_words(lead: int | None) -> str:
    assert lead is not None
    return f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}" if lead else "level"


def without_a_review(sheet: Sheet, number: int) -> Sheet:
    return sheet._replace(reviews=tuple(each for each in sheet.reviews if each.number != number))


@pytest.mark.longest("two-player-phone")
@pytest.mark.parametrize(("name", "size"), [("two-player", "phone"), ("three-player", "desktop")])
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


def test_a_screen_of_720_pixels_shows_a_reviewed_table_above_the_controls(running: Page, tmp_path: Path) -> None:
    running.screen(1280, 720)
    open_sheet(running, reviewed("two-player"), tmp_path, "#r1e9")
    assert height_used(running) <= 720 - BARS


def test_marks_lead_to_costly_plays_and_what_was_better_is_told_there(running: Page, tmp_path: Path) -> None:
    sheet = reviewed("two-player")
    review = sheet.reviews[2]
    running.screen(1280, 900)
    open_sheet(running, sheet, tmp_path, "#r3e0")
    assert running.says(VALUE) == ["", f"Above 0: {review.side} ahead", ""]
    assert running.says(f"{MARKS}.map((mark) => Number(mark.dataset.place))") == sorted(
        each.event for each in review.costly
    )
    worst = next(each for each in review.costly if not each.estimated)
    running.page.locator(f"#replay-lost [data-place='{worst.event}']").focus()
    running.press("Enter")
    assert running.says("location.hash") == f"#r3e{worst.event}"
    said = running.says(SAID)
    assert said.endswith(in_print(f". {worst.player} {worst.loss}. Better: {worst.instead_text}."))
    assert running.says("document.getElementById('replay-at').getAttribute('aria-valuetext')") == said
    assert running.says(f"{MARKS}.find((mark) => mark.matches('.here')).getAttribute('aria-label')") == said
    value = dict(review.course)[worst.event]
    assert running.says(VALUE) == ["Expected:", "Ailsa", in_words(value)]
    left, right = running.says(
        "['.here', '#replay-at'].map((each) => document.querySelector(`#replay ${each}`).getBoundingClientRect())"
        ".map((box) => [box.left, box.width])"
    )
    thumb = 16  # pixels: it stays within the slider
    along = right[0] + thumb / 2 + (right[1] - thumb) * worst.event / (len(sheet.replays[2].frames) - 1)
    assert abs(left[0] + left[1] / 2 - along) < 4
    over = f"getComputedStyle({MARKS}.find((mark) => mark.matches('.here')), '::before').backgroundColor"
    assert running.says(over) == "rgba(0, 0, 0, 0)"  # the handle is seen in the mark
    running.press("ArrowRight")
    assert running.says("location.hash") == f"#r3e{worst.event + 1}"
    assert " lost " not in running.says(SAID)


@pytest.mark.longest("two-player")
@pytest.mark.parametrize("name", ["two-player", "neeps"])
def test_a_line_from_a_costly_play_to_the_better_one_is_as_long_as_the_loss(
    running: Page, tmp_path: Path, name: str
) -> None:
    sheet = reviewed(name)
    review = sheet.reviews[2]
    open_sheet(running, sheet, tmp_path, "#r3e0")
    drawn = running.says("document.querySelector('#replay-course .lost').getAttribute('d')")
    lines = {
        int(place): float(low) - float(high) for place, high, low in re.findall(r"M(\d+) ([\d.]+)V([\d.]+)", drawn)
    }
    told = {each.event: each for each in review.costly if each.better_result is not None}
    assert told
    assert lines.keys() == told.keys()
    signs = {event: 1 if each.player in review.side.split(" and ") else -1 for event, each in told.items()}
    a_point = lines[min(told)] / signs[min(told)] / points_of(told[min(told)].loss)
    assert a_point > 0
    for event, each in told.items():
        assert lines[event] == pytest.approx(signs[event] * points_of(each.loss) * a_point)


def test_the_handle_is_on_the_course_from_the_beginning_of_the_round(running: Page, tmp_path: Path) -> None:
    sheet = reviewed("two-player")
    running.screen(375, 667)
    open_sheet(running, sheet, tmp_path, "#r3e0")
    drawn = running.says("document.querySelector('#replay-course path.about').getAttribute('d')")
    ((height, next_height),) = re.findall(r"^M0 ([\d.]+)L1 ([\d.]+)", drawn)
    assert height == next_height
    assert running.says("document.getElementById('replay-here').style.top") == f"{float(height):g}%"
    below = "document.getElementById('replay-course').getBoundingClientRect().top"
    assert running.says(f"{below} - document.getElementById('replay-said').getBoundingClientRect().bottom") >= 4


def points_of(loss: str) -> int:
    return int(re.sub(r"\D", "", loss))


def test_what_is_estimated_is_called_so(running: Page, tmp_path: Path) -> None:
    sheet = reviewed("two-player")
    review = sheet.reviews[2]
    event = next(event for event, value in review.estimated_course if value is not None)
    about = dict(review.estimated_course)[event]
    running.screen(375, 667)
    open_sheet(running, sheet, tmp_path, f"#r3e{event}")
    assert running.says(VALUE) == ["Expected:", "Ailsa", f"about {in_words(about)}"]
    assert running.says(
        "[...document.querySelector('#replay-value').children].every((one) => one.scrollWidth <= one.clientWidth)"
    )
    assert running.says("document.querySelector('#replay-course path.about').getTotalLength()") > 0
    estimated = sorted(each.event for each in review.costly if each.estimated)
    assert running.says(f"{MARKS}.filter((one) => one.className === 'about').map((one) => one.dataset.place)") == [
        *map(str, estimated)
    ]


# Goes through a match, and tells the captions of costly plays and of the course that are cut off.
CUT = """() => {
    const on = document.querySelector('[data-step=on]'), cut = [];
    const parts = ['said', 'value'].map((name) => document.getElementById(`replay-${name}`));
    const is_cut = (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
    for (;;) {
        cut.push(...parts.flatMap((part) => [part, ...part.children]).filter(is_cut).map((part) => part.textContent)
            .filter((text) => / (lost|ahead|behind) /.test(`${text} `)));
        if (on.getAttribute('aria-disabled') === 'true') return cut;
        on.click();
    }
}"""


@pytest.mark.longest("two-player")
@pytest.mark.parametrize("name", ["two-player", "neeps"])
def test_a_small_phone_has_the_whole_captions_of_costly_plays_and_of_the_course(
    running: Page, tmp_path: Path, name: str
) -> None:
    running.screen(320, 568)
    sheet = reviewed(name)
    reviews = tuple(each._replace(side="Alexandri\u2026 and Bartholom\u2026") for each in sheet.reviews)
    open_sheet(running, sheet._replace(reviews=reviews), tmp_path, "#r1e0")
    assert running.says(CUT) == []


@pytest.mark.parametrize("size", [(320, 568), (375, 667), (667, 375), (1280, 900)], ids=str)
def test_what_the_rings_of_costly_plays_mean_stands_beside_or_right_below_the_controls(
    running: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    running.screen(*size)
    open_sheet(running, reviewed("neeps"), tmp_path, "#r1e0")
    box = "document.querySelector('{}').getBoundingClientRect().{}"
    top, bottom, end = (
        running.says(box.format(*each))
        for each in (("#replay-key", "top"), ("#replay-key", "bottom"), (".controls", "bottom"))
    )
    assert running.says("document.getElementById('replay-key').checkVisibility({checkVisibilityCSS: true})")
    assert bottom > top
    assert abs(bottom - end) < 100
    below = "document.querySelector('.overview > .scores, .review').getBoundingClientRect().top"
    assert running.says(below) >= bottom - 2  # it covers nothing: a heading begins lower


PLATES = (
    "[0, 1, 2, 3].flatMap((seat) => [...document.querySelectorAll(`[data-seat='${seat}'] .plate`)]).map((plate) => { "
    "const part = (name) => plate.querySelector(name), cut = (one) => one.scrollWidth > one.clientWidth; "
    "return [part('.short').innerText, part('.pile svg').checkVisibility(), cut(part('bdi')) || cut(part('.pile')), "
    "Math.round(part('.badge').getBoundingClientRect().width)]; })"
)


@pytest.mark.parametrize(
    ("name", "place", "texts"),
    [
        ("three-player", "#r1e20", ["0 cards", "16", "10"]),
        ("neeps", "#r1e28", ["0", "0", "19", "12"]),
        ("classic", "#r1e20", ["0 pts", "15 pts", "6 pts"]),
    ],
)
def test_a_low_phone_says_points_has_a_sign_for_cards_and_room_for_short_names_and_around_signs_of_players(
    running: Page, tmp_path: Path, name: str, place: str, texts: list[str]
) -> None:
    running.screen(320, 568)
    open_sheet(running, example(ROOT / "examples" / "matches" / f"{name}-known-hands.toml"), tmp_path, place)
    shown = running.says(PLATES)
    assert shown == [[text, name != "classic", False, shown[at][3]] for at, text in enumerate(texts)]
    assert max(room for *_, room in shown) == 20  # a sign of 16 pixels has 2 free on both sides, if the name has room


@pytest.mark.longest("phone-True")
@pytest.mark.parametrize(("size", "dark"), [("phone", True), ("desktop", False)])
def test_reviews_are_in_nobodys_way(running: Page, tmp_path: Path, size: str, dark: bool) -> None:
    running.screen(*SIZES[size], dark=dark)
    sheet = reviewed("two-player")
    open_sheet(running, sheet, tmp_path, f"#r3e{sheet.reviews[2].costly[0].event}")
    assert running.find_barriers() == []
    assert running.says("document.documentElement.scrollWidth") <= SIZES[size][0]


@pytest.mark.longest("(320, 568)-neeps", "(375, 667)-two-player")
@pytest.mark.parametrize("name", ["two-player", "three-player", "neeps"])
@pytest.mark.parametrize("size", [(375, 667), (320, 568)], ids=str)
def test_a_small_phone_shows_all_hands_above_the_controls(
    running: Page, tmp_path: Path, size: tuple[int, int], name: str
) -> None:
    running.screen(*size)
    open_sheet(running, reviewed(name), tmp_path, "#r2e3")
    head, hands, controls = running.says(BOXES)
    assert hands[1] - head[0] + controls[2] <= size[1] - BARS


@pytest.mark.longest("(667, 375)-neeps", "(844, 390)-two-player", "(740, 290)-neeps")
@pytest.mark.parametrize("name", ["two-player", "three-player", "neeps"])
@pytest.mark.parametrize("size", [(667, 375), (844, 390), (740, 290)], ids=str)
def test_a_phone_on_its_side_shows_the_table_beside_the_controls(
    running: Page, tmp_path: Path, size: tuple[int, int], name: str
) -> None:
    running.screen(*size)
    open_sheet(running, reviewed(name), tmp_path, "#r2e3")
    running.says("document.documentElement.style.setProperty('--nav', '3.75rem')")  # the links of a page of a match
    head, hands, controls = running.says(BOXES)
    assert head[1] <= controls[0]
    if size[1] > 300:  # what is too high for a lower one comes by scrolling
        assert max(hands[1], controls[1]) - head[0] <= size[1] - BARS
    assert running.says("document.documentElement.scrollWidth") <= size[0]


def test_a_page_of_thirty_rounds_with_reviews_is_no_larger_than_a_photograph() -> None:
    sheet = reviewed("neeps")
    many = of_many_rounds(sheet, 30)
    reviews = [sheet.reviews[at % len(sheet.reviews)]._replace(number=at + 1) for at in range(30)]
    page = FORMATS["html"].render_bytes(many._replace(reviews=tuple(reviews)), Style())
    assert page.count(b'"course":[null') == 30
    assert len(page) <= 380_000  # 281,000 without the reviews, 368,000 with them
