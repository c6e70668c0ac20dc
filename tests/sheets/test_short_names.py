"""The short forms of names: what fits stays as it is, and no two players are called alike."""

import pytest

from haggis_cli.sheets.sheet import Side
from haggis_cli.sheets.story import story_names
from haggis_cli.support.players import short_names, short_side_names

FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Isla", "Christopher", "נועה", "小明"], ["Isla", "Christopher", "נועה", "小明"]),
        (["Bartholomew Featherstonehaugh", "Mary Queen of Scots"], ["Bartholomew", "Mary"]),
        (["Maximiliane-Alexandra Feathers", "Noah Smith"], ["Maximiliane", "Noah"]),
        (["Jean-Pierre Featherstonehaugh", "Isla"], ["Jean-Pierre", "Isla"]),
        (["Bartholomew Smith", "Bartholomew Jones"], ["Bartholom…1", "Bartholom…2"]),
        (["Bartholomew Smith", "bartholomew"], ["Bartholom…1", "bartholomew"]),
        (["Featherstonehaugh", "小明とたろう", "Isla"], ["Featherst…", "小明とたろう", "Isla"]),
        (["Екатерина Великая", "小明とたろう和子"], ["Екатерина", "小明とた…"]),
        ([FAMILY + "a", FAMILY + "b", "🦊" * 5], ["👨…1", "👨…2", "🦊" * 5]),
    ],
)
def test_a_name_is_itself_or_its_first_word_or_its_beginning(names: list[str], short: list[str]) -> None:
    assert list(short_names(names)) == short


def test_no_two_players_are_called_alike() -> None:
    names = [f"{'W' * 39}{last}" for last in "abcdef"]
    assert len(set(short_names(names))) == len(names)


def test_a_team_is_not_called_like_a_player() -> None:
    two, long = Side("Robbie & Fergus", (0, 2)), Side(f"{'Christopher' * 3} & Ann", (1, 3))
    assert short_side_names([two, long]) == ("Robbie & Fergus", "Christoph… & Ann")
    assert short_side_names([Side("Mary Queen of Scots", (0,)), Side("Ann", (1,))]) == ("Mary", "Ann")


def test_a_name_from_right_to_left_does_not_move_what_follows_it() -> None:
    assert story_names(["Isla", "נועה"]) == ["Isla", "נועה\u200e"]
