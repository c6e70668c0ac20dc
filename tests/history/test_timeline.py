"""Figures over time: ratings, and the drawing of a course."""

import re
from datetime import datetime
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from haggis_cli.history.query import Course
from haggis_cli.history.renderers.season_page import CourseChart
from haggis_cli.history.timeline import MIN_MATCHES, Participant, PlayedMatch, Rating, Ratings, SeriesPoint
from haggis_cli.support.charts import NARROW, WIDE, Canvas, date_ticks, draw_chart, noon, text_width
from haggis_cli.support.players import short_names

pytest.importorskip("openskill")


def match(*sides: tuple[int, str]) -> PlayedMatch:
    """A finished match: for each side its points and its players, one or two letters."""
    best = max(points for points, _ in sides)
    return PlayedMatch(
        0.0,
        tuple(
            Participant(person, side, int(points == best), points, 1, points)
            for side, (points, people) in enumerate(sides)
            for person in people
        ),
    )


def rated(*matches: PlayedMatch) -> dict[str, Rating]:
    """The ratings after these matches, which are played as often as it takes to be rated."""
    return Ratings().add_all(matches * MIN_MATCHES).people


def test_three_players_are_rated_by_their_ranks() -> None:
    people = rated(match((250, "a"), (100, "b"), (20, "c")))
    assert people["a"].mu > people["b"].mu > people["c"].mu
    assert all(each.matches == 5 for each in people.values())


def test_by_how_much_one_is_ahead_does_not_matter() -> None:
    assert rated(match((250, "a"), (249, "b"))) == rated(match((250, "a"), (1, "b")))


def test_partners_are_rated_as_a_team() -> None:
    people = rated(match((250, "ac"), (100, "bd")))
    assert people["a"] == people["c"]
    assert people["b"] == people["d"]
    assert people["a"].mu > people["b"].mu


def test_a_tie_between_equals_moves_nobody_apart() -> None:
    people = rated(match((100, "a"), (100, "b")))
    assert people["a"].mu == pytest.approx(people["b"].mu)


def test_more_matches_make_it_surer() -> None:
    some, more = (rated(*[match((250, "a"), (100, "b"))] * number)["a"] for number in (1, 3))
    assert (more.matches, more.sigma < some.sigma, more.rating > some.rating) == (15, True, True)


def test_the_course_begins_with_the_fifth_match_and_ends_at_the_rating() -> None:
    ratings = Ratings().add_all([match((250, "a"), (100, "b")), match((250, "a"), (100, "c"))] * 3)
    assert [point.place for point in ratings.series["a"]] == [4, 5]
    assert ratings.series["a"][-1].value == ratings.people["a"].rating


def test_nobody_is_rated_below_five_matches() -> None:
    ratings = Ratings().add_all([match((250, "a"), (100, "b"))] * 4)
    assert (ratings.people, ratings.series) == ({}, {})
    ratings.add_all([match((250, "a"), (100, "c"))])
    assert list(ratings.people) == list(ratings.series) == ["a"]


DAY = 24 * 60 * 60
START = datetime(2026, 1, 10, 20).timestamp()


def drawn(moments: list[float], canvas: Canvas = WIDE) -> ElementTree.Element:
    """Noah has played every match, Isla only the first."""
    noah = [SeriesPoint(place, 10.0 * place) for place in range(len(moments))]
    course = Course("points per round so far", {"noah": noah, "isla": [SeriesPoint(0, 5.0)]}, tuple(moments))
    chart = CourseChart(course, ["noah", "isla"], ["Noah", "Isla"], ["Noah", "Isla"], (5, 1), canvas)
    return ElementTree.fromstring(draw_chart(chart, "title", "words"))


def places(root: ElementTree.Element, kind: str) -> list[float]:
    marks = [each for each in root.iter() if each.get("class") == kind]
    return [float(re.findall(r"[-\d.]+", each.get("transform", ""))[0]) for each in marks]


@pytest.mark.parametrize("canvas", [WIDE, NARROW], ids=["wide", "narrow"])
def test_dates_are_to_scale(canvas: Canvas) -> None:
    first, second, last = places(drawn([START, START + 10 * DAY, START + 100 * DAY], canvas), "mark p5")
    assert (second - first) / (last - first) == pytest.approx(0.1, abs=0.01)


@pytest.mark.parametrize("last", [3600, 100 * DAY])
def test_matches_of_one_evening_or_two_stand_one_after_another(last: int) -> None:
    first, second, third = places(drawn([START, START + 60, START + last]), "mark p5")
    assert second - first == pytest.approx(third - second, abs=0.2)


def test_matches_of_evenings_of_several_stand_one_after_another() -> None:
    marks = places(
        drawn([START + 50 * DAY * evening + hour * 3600 for evening in range(4) for hour in (0, 1)]), "mark p5"
    )
    steps = [later - sooner for sooner, later in pairwise(marks)]
    assert steps == pytest.approx([steps[0]] * 7, abs=0.2)


@pytest.mark.parametrize(("hours", "said"), [(1, "10 January 2026"), (5, "10 Jan to 11 Jan 2026")])
def test_the_day_of_one_evening_is_told_with_its_year(hours: int, said: str) -> None:
    texts = [each.text or "" for each in drawn([START, START + 3600 * hours]).iter()]
    assert [text for text in texts if "Jan" in text or "2026" in text] == [said]


def test_whoever_stopped_playing_is_named_at_the_side_as_all_are_and_led_to_the_line() -> None:
    root = drawn([START, START + 50 * DAY, START + 100 * DAY])
    assert [each.text for each in root.iter() if each.get("class") == "isolated"] == ["Noah", "Isla"]
    leaders = [each for each in root.iter() if (each.get("class") or "").startswith("leader")]
    assert len(leaders) == 2


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (3, ["10 Jan", "11 Jan", "12 Jan", "13 Jan 2026"]),
        (30, ["10 Jan", "20 Jan", "30 Jan", "9 Feb 2026"]),
        (31, ["10 Jan", "20 Jan", "31 Jan", "10 Feb 2026"]),
        (72, ["10 Jan", "28 Jan", "15 Feb", "5 Mar", "23 Mar 2026"]),
        (150, ["Feb 2026", "Mar 2026", "Apr 2026", "May 2026", "Jun 2026"]),
        (365 * 6, ["2028", "2030", "2032"]),
    ],
)
def test_dates_below_the_axis_are_days_months_or_years(days: int, expected: list[str]) -> None:
    begin, end = noon(START), noon(START + days * DAY)
    found = date_ticks(begin, end, 5)
    assert [words for _, words in found] == expected
    assert all(begin <= moment <= end for moment, _ in found)


def test_the_date_next_to_a_match_is_its_own() -> None:
    hour = DAY // 24
    root = drawn([START, START + 27 * hour, START + 61 * hour])
    dates = [(float(each.get("x", "")), each.text) for each in root.iter() if " Jan" in (each.text or "")]
    nearest = [min((abs(x - at), date) for x, date in dates) for at in places(root, "mark p5")]
    assert [date for _, date in nearest] == ["10 Jan", "11 Jan", "13 Jan 2026"]


@pytest.mark.parametrize("canvas", [WIDE, NARROW], ids=["wide", "narrow"])
def test_eight_long_names_stand_inside_the_drawing_and_the_dates_beside_them_apart(canvas: Canvas) -> None:
    names = [f"Maximiliane-Alexandra Featherstonehaugh {number}" for number in range(8)]
    points = {name: [SeriesPoint(0, 50.0), SeriesPoint(1, 40.0 + at)] for at, name in enumerate(names)}
    chart = CourseChart(
        Course("points", points, (START, START + 200 * DAY)), names, names, short_names(names), range(8), canvas
    )
    root = ElementTree.fromstring(draw_chart(chart, "title", "words"))
    heights = [float(each.get("y", "")) for each in root.iter() if each.get("class") == "isolated"]
    assert 8 <= len(heights) == len(set(heights))
    assert canvas.size < min(heights) < max(heights) < canvas.height - canvas.size
    dates = [float(each.get("x", "")) for each in root.iter() if (each.text or "").endswith(" 2026")]
    assert all(right - left > text_width("Mmm 0000", canvas.size) for left, right in pairwise(dates))
