"""The score chart: its figures, and that its lines can be told apart and its words be read."""

import re
from itertools import combinations, pairwise
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from haggis_cli.matches.heading import MOST_PLAYERS
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.renderers.json import sheet_json
from haggis_cli.sheets.renderers.svg import draw_in_words, render_chart
from haggis_cli.sheets.sheet import Sheet, Side, SideFigures
from haggis_cli.support.charts import BOARD, FELT, LARGE, NARROW, PANEL, PICTURE, SLIM, WIDE, Canvas, text_width
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.players import short_side_names
from tests.support.sheets import SHEETS, alone, between

NAMESPACE = "{http://www.w3.org/2000/svg}"


def svg(sheet: Sheet) -> str:
    return FORMATS["svg"].render(sheet, Style(chart=True))


def parsed(sheet: Sheet) -> Element:
    return ElementTree.fromstring(svg(sheet))


def classed(root: Element, name: str) -> list[Element]:
    return [each for each in root.iter() if name in each.get("class", "").split()]


def labels(root: Element) -> list[tuple[str, float, float]]:
    """Every line of the names at the lines' ends, with its place."""
    found = [each for each in classed(root, "isolated") if each.get("font-size") != "18"]
    return [(each.text or "", float(each.get("x", 0)), float(each.get("y", 0))) for each in found]


def drawing(sheet: Sheet, *, narrow: bool = False) -> Element:
    return ElementTree.fromstring(render_chart(sheet, NARROW if narrow else WIDE))


@pytest.mark.parametrize("name", SHEETS)
def test_the_chart_has_the_totals_of_the_json_sheet(name: str) -> None:
    sheet = SHEETS[name]
    told = [title.text or "" for title in parsed(sheet).iter(f"{NAMESPACE}title")][1:]
    expected = [
        f"{escape_text(short)}, round {each['number']}: {each['sides'][side]['game']}"
        for side, short in zip((side.name for side in sheet.sides), short_side_names(sheet.sides), strict=True)
        for each in sheet_json(sheet)["rounds"]
        if side in each["sides"] and each["sides"][side]["game"] is not None
    ]
    assert told == expected


def test_the_description_tells_everything_to_those_who_do_not_see_it() -> None:
    root = parsed(SHEETS["teams"])
    about = "Haggis and Neeps \u00b7 friday, 21 November 2026"
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "chart-wide-title chart-wide-desc"
    assert (root.findtext(f"{NAMESPACE}title"), root.findtext(f"{NAMESPACE}desc")) == (
        f"Slam Jamma lead 280 to 130 after round 2: game totals by round, {about}",
        "Goal: 550 points. High Rollas: 130, 130. Slam Jamma: 57, 280.",
    )


@pytest.mark.parametrize("players", [3, MOST_PLAYERS])
def test_lines_differ_in_more_than_colour(players: int) -> None:
    root = parsed(alone(players))
    lines = classed(root, "line")
    assert len({line.get("stroke-dasharray") for line in lines}) == len(lines) == players
    marks = {(mark.get("class"), mark.get("d")) for mark in classed(root, "mark")}
    assert len(marks) == len({kind for kind, _ in marks}) == len({shape for _, shape in marks}) == players


class Box(NamedTuple):
    """The room of a word in a drawing."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def boxes(root: Element, canvas: Canvas) -> list[Box]:
    """The room of every text: from the top of its capitals to below its letters, rather too wide than too narrow."""
    found = []
    for each in root.iter(f"{NAMESPACE}text"):
        size = float(each.get("font-size", canvas.size))
        x, y, wide = (
            float(each.get("x", 0)),
            float(each.get("y", 0)),
            text_width(each.text or "", size * canvas.breadth),
        )
        left = x - wide * {"end": 1, "middle": 0.5}.get(each.get("text-anchor", ""), 0)
        found.append(Box(each.text or "", left, y - 0.74 * size, left + wide, y + 0.22 * size))
    return found


def touching(found: list[Box]) -> list[tuple[str, str]]:
    """The texts that overlap."""
    return [
        (one.text, other.text)
        for one, other in combinations(found, 2)
        if one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom
    ]


def crossed(root: Element, found: list[Box]) -> list[str]:
    """The texts that a player's line, the goal or a line of the grid runs through."""
    lines = [
        pairwise([tuple(map(float, point.split())) for point in each.get("d", "")[1:].split("L")])
        for each in classed(root, "line")
    ]
    points = [
        (x + (to_x - x) * part / 50, y + (to_y - y) * part / 50)
        for line in lines
        for (x, y), (to_x, to_y) in line
        for part in range(51)
    ]
    grid = classed(root, "grid") if lines else []  # before the first round the names stand on it
    drawn = " ".join(each.get("d", "") for each in (*classed(root, "goal"), *grid))
    for left, top, way, end in re.findall(r"M([-\d.]+) ([-\d.]+)([HV])([-\d.]+)", drawn):
        x, y = float(left), float(top)
        points += [(at, y) if way == "H" else (x, at) for at in range(int(x if way == "H" else y) + 1, int(float(end)))]
    return [box.text for box in found if any(box.left < x < box.right and box.top < y < box.bottom for x, y in points)]


CANVASES = {
    "wide": WIDE,
    "narrow": NARROW,
    "large": LARGE,
    "board": BOARD,
    "felt": FELT,
    "panel": PANEL,
    "slim": SLIM,
    "picture": PICTURE,
}
LONG = ("Bartholomew Featherstonehaughs", "Maximiliane-Alexandra von Thur", "Wolfeschlegelsteinhausenberger", "W" * 30)


@pytest.mark.parametrize("canvas", CANVASES)
@pytest.mark.parametrize("name", SHEETS)
def test_no_word_touches_another_or_a_line_or_leaves_the_drawing(name: str, canvas: str) -> None:
    is_of_sheets = canvas in ("wide", "narrow", "large")  # others are not drawn before the first round
    if is_of_sheets or SHEETS[name].totals_by_round(0):
        check_words(SHEETS[name], CANVASES[canvas])


@pytest.mark.parametrize("canvas", CANVASES)
@pytest.mark.parametrize("totals", [(250, 249, 248, 247), (250, 250, 250, 250), (3, 2, 1, 0), (280, 150, 149, 20)])
@pytest.mark.parametrize("letters", [1, 30])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_names_of_any_length_at_close_and_distant_totals_stand_apart(
    players: int, letters: int, totals: tuple[int, ...], canvas: str
) -> None:
    names = tuple(name[:letters] for name in LONG[:players])
    sheet = alone(players)._replace(sides=tuple(Side(name, (seat,)) for seat, name in enumerate(names)))
    last = sheet.rounds[-1]._replace(sides=tuple(SideFigures(None, 0, 0, total) for total in totals[:players]))
    root = check_words(sheet._replace(rounds=(*sheet.rounds[:-1], last)), CANVASES[canvas])
    figures = sorted(float(each.get("y", 0)) for each in classed(root, "total"))
    lines = sorted(y for _, _, y in labels(root))
    size = CANVASES[canvas].size
    for figure in figures[1:]:  # a name and the next label are further apart than two lines of a name
        assert figure - max(y for y in lines if y < figure - 1) >= size * 1.25


def check_words(sheet: Sheet, canvas: Canvas) -> Element:
    root = ElementTree.fromstring(render_chart(sheet, canvas))
    found = boxes(root, canvas)
    assert touching(found) == []
    assert crossed(root, found) == []
    inside = Box("", 0, 0, canvas.width, canvas.height)
    for box in found:
        assert inside.left <= box.left < box.right <= inside.right, box
        assert inside.top <= box.top < box.bottom <= inside.bottom, box
    return root


@pytest.mark.parametrize("total", [0, 125, 250])
def test_labels_of_players_who_are_level_stand_apart_and_are_led_to_their_lines(total: int) -> None:
    last = SHEETS["three"].rounds[-1]._replace(sides=(SideFigures(None, 0, total, total),) * 3)
    root = drawing(SHEETS["three"]._replace(rounds=(last,)))
    heights = sorted(y for _, _, y in labels(root))
    assert all(below - above >= 17 for above, below in pairwise(heights))
    assert heights[0] >= 14
    assert len(classed(root, "leader")) == 3


def test_labels_that_have_room_stand_at_their_lines_and_no_marker_is_drawn_twice() -> None:
    root = drawing(SHEETS["teams"])
    assert classed(root, "leader") == []
    assert len(classed(root, "mark")) == 2 * 2  # sides, rounds: a team's line has one marker a round


def test_a_long_name_is_told_in_several_lines_and_not_cut() -> None:
    for narrow in (False, True):
        root = drawing(between("Maximiliane Featherstone", "Bartholomew Cholmondeley"), narrow=narrow)
        told = " ".join(text for text, _, _ in labels(root))
        assert "Maximiliane Featherstone" in told
        assert "Bartholomew Cholmondeley" in told


def test_no_name_breaks_within_a_word_and_where_one_is_too_long_all_are_short() -> None:
    root = drawing(between("Maximiliane-Alexandra Hohenstein", "Bartholomew Featherstonehaugh"), narrow=True)
    assert [text for text, _, _ in labels(root)] == ["Maximiliane", "Bartholomew"]


def test_every_value_of_the_axis_is_told_beside_the_goal_too() -> None:
    sheet = SHEETS["three"]
    for points in range(100, 500, 10):
        drawn = render_chart(sheet._replace(goal=sheet.goal._replace(points=points)))
        told = [int(each) for each in re.findall(r'<text x="38" [^>]*>(\d+)', drawn)]
        assert told == list(range(0, told[-1] + 1, told[1])), points


def test_every_line_begins_at_nothing_before_the_first_round() -> None:
    """The start is round 0, at the left edge of the grid and at the height of 0 points."""
    root = drawing(SHEETS["teams"])
    start = re.findall(r"[\d.]+", classed(root, "grid")[0].get("d", ""))[:2]
    begins = {tuple(re.findall(r"[\d.]+", each.get("d", ""))[:2]) for each in classed(root, "line")}
    assert [tuple(map(float, begin)) for begin in begins] == [tuple(map(float, start))]


def test_a_match_in_which_nothing_is_scored_says_so() -> None:
    for narrow in (False, True):
        assert [each.text for each in classed(drawing(SHEETS["nothing-yet"], narrow=narrow), "empty")] == [
            "No round has been scored yet"
        ]
    assert classed(drawing(SHEETS["teams"]), "empty") == []


def test_a_goal_in_points_lies_across_and_one_in_rounds_stands_upright() -> None:
    (across,) = classed(parsed(SHEETS["three"]), "goal")
    assert re.fullmatch(r"(M\S+ \S+H[\d.]+){2}", across.get("d", ""))
    (upright,) = classed(parsed(SHEETS["two-player-known-hands"]), "goal")
    assert re.fullmatch(r"M\S+ \S+V\S+", upright.get("d", ""))


def test_a_total_that_a_violation_hides_is_a_question_mark() -> None:
    assert [each.text for each in classed(parsed(SHEETS["violation"]), "total")] == ["?", "?"]
    assert [each.text for each in classed(parsed(SHEETS["nothing-yet"]), "total")] == ["0", "0"]


def test_names_are_text_in_the_chart() -> None:
    root = drawing(between("<script>", "a & 'b'"))
    assert [name for name, _, _ in labels(root)] == ["<script>", "a & 'b'"]
    assert not [each for each in root.iter() if "script" in each.tag]


def test_the_file_is_for_dark_screens_too_and_fetches_nothing() -> None:
    shown = svg(SHEETS["teams"])
    assert "@media screen and (prefers-color-scheme: dark)" in shown
    assert shown.isascii()
    assert not re.search(r"url\(|@import|href|https?:(?!//www\.w3\.org/2000/svg)", shown)


def test_the_file_says_what_it_is_of_and_the_drawing_in_a_page_leaves_that_to_the_page() -> None:
    sheet = SHEETS["two-player-known-hands"]._replace(event="The 12th <Burns> Night", own_title="Scotland")
    words = [each.text for each in classed(parsed(sheet), "isolated")][:2]
    about = "Haggis (2-Player) \u00b7 Scotland, 14 November 2026 \u00b7 The 12th <Burns> Night"
    assert words == ["Ailsa has won: 122 to 56", about]
    assert parsed(sheet).findtext(f"{NAMESPACE}title") == f"Ailsa has won: 122 to 56: game totals by round, {about}"
    page = FORMATS["html"].render(sheet._replace(event="Burns Night"), Style())
    assert page.count("Burns Night") == 2, "in the title and the facts"


def test_cards_in_words_are_drawn_and_keep_their_notation_for_those_who_do_not_see_them() -> None:
    drawn = draw_in_words("A 10r\u00a0J beats\u00a09b, not <5g>; J\u00a0Q is a bomb, and\u00a0I hold 9 cards.")
    plain = re.sub("<svg.*?</svg>", "@", drawn)
    assert plain == (
        'A <span class="run whole"><span class="suited r"><span class="unseen">10r</span>@</span> '
        "<b>J</b></span> beats "
        '<span class="run whole"><span class="suited b"><span class="unseen">9b</span>@</span>,</span> not '
        '&lt;<span class="run whole"><span class="suited g"><span class="unseen">5g</span>@</span></span>&gt;; '
        '<span class="run whole"><b>J</b> <b>Q</b></span> is a bomb, and\u00a0I hold 9 cards.'
    )
    assert re.findall('href="#([^"]+)"', drawn) == [
        *("rank-10", "suit-r", "rank-9", "suit-b", "rank-5", "suit-g"),
    ]
    assert "whole" not in draw_in_words("4r 4r 4g 5r 5g 5g J"), "so many may be parted"
