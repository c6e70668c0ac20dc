"""Two teams of three at the table: in a slam the second out records the first count again, however it is entered."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.plugins import VARIANTS, plugged

SIX = tuple(word for name in ("Noah", "Isla", "Rory", "Jamie", "Skye", "Ailsa") for word in ("-p", name))


SAME_COUNT = "In a slam Rory records the same count as Noah, 9."
PILES = ("Isla: cards 10", "Jamie: cards 10", "Ailsa: cards 9")


@pytest.fixture(autouse=True)
def begun(haggis: Haggis) -> Iterator[None]:
    with plugged(haggis, {"team-six": VARIANTS["team-six"]}):
        haggis.ok("new", "--variant", "team-six", *SIX, "--name", "six")
        yield


def score(haggis: Haggis, noah: str, rory: str, skye: str) -> tuple[int, str]:
    """A slam of the first team, all three of which go out; how the command ended, and what it wrote to the screen."""
    out = (f"Noah: {noah}, cards 30", f"Rory: {rory}, cards 20", f"Skye: {skye}, cards 21")
    ran = haggis("score", *out, *PILES, "--yes")
    return ran.code, ran.err


def hands(haggis: Haggis) -> dict[str, int]:
    """What each has scored for hands in the last round."""
    scores = haggis.json("show")["rounds"][-1]["scores"]
    return {name: figures["hand_points"] for name, figures in scores.items() if figures["hand_points"]}


def test_another_count_for_the_second_out_is_refused(haggis: Haggis) -> None:
    code, err = score(haggis, "out 9", "out 4", "out 3")
    assert (code, SAME_COUNT in err) == (1, True)
    assert haggis.json("show")["rounds"] == []


@pytest.mark.parametrize("rory", ["out", "out 9"])
def test_the_second_out_scores_the_first_count_again_and_the_third_the_hand_held_then(
    haggis: Haggis, rory: str
) -> None:
    assert score(haggis, "out 9", rory, "out 3")[0] == 0
    assert hands(haggis) == {"Noah": 45, "Rory": 45, "Skye": 15}


def test_the_third_out_cannot_have_recorded_more_than_the_first(haggis: Haggis) -> None:
    code, err = score(haggis, "out 9", "out", "out 10")
    assert (code, "hands only shrink" in err) == (1, True)


def test_an_opponent_in_between_makes_it_no_slam(haggis: Haggis) -> None:
    out = ("Noah: out 9, cards 30", "Isla: out 8, cards 10", "Rory: out 4, cards 20", "Skye: out 3, cards 21")
    haggis.ok("score", *out, "Jamie: cards 10", "Ailsa: cards 9", "--yes")
    assert hands(haggis) == {"Noah": 45, "Isla": 40, "Rory": 20, "Skye": 15}


def test_a_slam_that_an_opponent_ends_is_one_all_the_same(haggis: Haggis) -> None:
    out = ("Noah: out 9, cards 30", "Rory: out 4, cards 20", "Isla: out 5, cards 10", "Skye: out 3, cards 21")
    ran = haggis("score", *out, "Jamie: cards 10", "Ailsa: cards 9", "--yes")
    assert (ran.code, SAME_COUNT in ran.err) == (1, True)


def test_the_statistics_count_a_slam_for_the_whole_team(haggis: Haggis) -> None:
    out = ("Noah: out 9, cards 30", "Rory: out, cards 20", "Isla: out 5, cards 10", "Skye: out 3, cards 21")
    haggis.ok("score", *out, "Jamie: cards 10", "Ailsa: cards 9", "--yes")
    figures = haggis.json("stats", "--unfinished")["players"]
    assert {each["name"] for each in figures if each["slams"] == 1} == {"Noah", "Rory", "Skye"}


def test_random_rounds_of_it_could_be_typed_in(haggis: Haggis) -> None:
    assert haggis("variants", "check", "team-six", "--rounds", "10") == (0, "", "")


def test_the_check_names_another_count_in_a_file(haggis: Haggis) -> None:
    assert score(haggis, "out 9", "out 9", "out 3")[0] == 0
    file = haggis.path("six")
    file.write_text(file.read_text(encoding="utf-8").replace("Rory = 9", "Rory = 4"), encoding="utf-8")
    ran = haggis("check", "six")
    assert (ran.code, SAME_COUNT in ran.out + ran.err) == (1, True)


def test_the_message_about_a_round_that_is_not_over_speaks_of_all_of_a_team(haggis: Haggis) -> None:
    ran = haggis("score", "Noah: out 9, cards 30", "Rory: out, cards 20", "Skye: cards 21", *PILES)
    assert "name every player but the last, or all of a team, to go out" in ran.err


def test_the_description_says_what_the_third_records(haggis: Haggis) -> None:
    said = " ".join(haggis.ok("variants", "show", "team-six").split())
    assert "hold fewer cards by then. - A third partner scores what is held then." in said
