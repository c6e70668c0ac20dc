"""A match to a number of rounds won: begun, told, won by whoever has won most rounds, and carried along."""

import pytest

from haggis_cli.rules.scoring import Goal, winner
from tests.support.haggis import Haggis

FIRST = ("Noah: out 8, cards 12", "Isla: cards 24")
SECOND = ("Isla: out 2, cards 36", "Noah: cards 0")


def begin(haggis: Haggis, number: int = 2) -> None:
    haggis.ok(
        "new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--round-wins", str(number), "--name", "few"
    )


def test_whoever_wins_the_rounds_wins_with_fewer_points(haggis: Haggis) -> None:
    begin(haggis)
    assert "goal = { round_wins = 2 }" in haggis.text("few")
    haggis.ok("score", *FIRST)
    haggis.ok("score", "Isla: out 9, cards 36", "Noah: cards 0")
    assert "goal 2 rounds won, round 3; rounds won: Noah 1, Isla 1" in haggis.ok("show")
    assert haggis.json("show")["round_wins"] == {"Noah": 1, "Isla": 1}
    haggis.ok("score", "Noah: out 1, cards 20", "Isla: cards 16")
    shown = haggis.json("show")
    assert (shown["winner"], shown["complete"]) == ("Noah", True)
    assert shown["totals"] == {"Noah": 77, "Isla": 121}
    assert "Noah has won 2 rounds, Isla 1." in haggis.ok("show")
    assert haggis("score", *SECOND).code != 0
    assert "Noah has won" in haggis.ok("list")
    for command in ("sheet", "stats", "check", "log"):
        haggis.ok(command)


@pytest.mark.parametrize("form", ["json", "csv", "text"])
def test_the_goal_travels(haggis: Haggis, form: str) -> None:
    begin(haggis)
    haggis.ok("score", *FIRST)
    file = haggis.folder / f"out.{form}"
    file.write_text(haggis.ok("export", "few", "--format", form), encoding="utf-8")
    haggis.ok("remove", "few", "--yes")
    haggis.ok("import", str(file))
    assert "goal = { round_wins = 2 }" in haggis.text(haggis.json("list")["matches"][0]["id"])


def test_a_rematch_has_the_same_goal(haggis: Haggis) -> None:
    begin(haggis, 4)
    haggis.ok("new", "--again", "--name", "again")
    assert "goal = { round_wins = 4 }" in haggis.text("again")


def test_one_goal_and_not_two(haggis: Haggis) -> None:
    ran = haggis("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--round-wins", "2", "--rounds", "3")
    assert (ran.code, "give one of --points" in ran.err) == (2, True)


def test_a_match_at_one_screen_has_such_a_goal(haggis: Haggis) -> None:
    bots = ("--variant", "two-player", "-b", "random", "-b", "random", "--seed", "7")
    haggis.ok("play", *bots, "--round-wins", "2", "--name", "screen")
    assert "goal = { round_wins = 2 }" in haggis.text("screen")
    shown = haggis.json("show", "screen")
    assert (shown["complete"], max(shown["round_wins"].values())) == (True, 2)
    assert haggis.json("play", "--simulate", "1", *bots, "--round-wins", "2")["goal"] == "2 rounds won"
    both = haggis("play", "--simulate", "1", *bots, "--round-wins", "2", "--points", "100")
    assert (both.code, "give one of --points, --rounds and --round-wins" in both.err) == (2, True)


def test_an_imported_match_has_such_a_goal(haggis: Haggis) -> None:
    table = "match_id,round,player,hand,captured,went_out\npub,1,Noah,9,20,1\npub,1,Isla,,16,\n"
    haggis.ok("import", "-", "--variant", "two-player", "--round-wins", "3", "--as", "pasted", stdin=table)
    assert "goal = { round_wins = 3 }" in haggis.text("pasted")
    both = haggis("import", "-", "--variant", "two-player", "--round-wins", "3", "--rounds", "3", stdin=table)
    assert (both.code, "give one of --points, --rounds and --round-wins" in both.err) == (2, True)


def test_a_round_that_is_level_is_won_by_nobody() -> None:
    goal = Goal(round_wins=2)
    assert winner(goal, (50, 50), 3, (1, 1)) is None
    assert winner(goal, (10, 50), 3, (2, 1)) == 0
    assert str(goal) == "2 rounds won"
    assert str(Goal(round_wins=1)) == "1 round won"
