"""`haggis` alone: what to do next, and which commands there are, on one small screen."""

import re

import pytest

from haggis_cli.cli.app import COMMANDS
from haggis_cli.cli.first_page import COMMANDS as SHOWN
from tests.support.haggis import Haggis
from tests.support.terminal import Terminal

TWO = ("--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "2")
ROUND = ("Noah: out 8, cards 12", "Isla: bet 5")
LONG = [f"{letter * 39}{number}" for number, letter in enumerate("WMQG", 1)]


def test_it_shows_every_command_in_the_order_of_the_help() -> None:
    assert [name for names in SHOWN.values() for name in names] == list(COMMANDS)


def test_without_a_match_it_says_how_to_begin(haggis: Haggis) -> None:
    ran = haggis()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[2:4] == [
        "Begin",
        "  haggis new          starts a match: asks who plays, and to what goal",
    ]
    assert not haggis.home.exists()


def test_it_names_the_current_match_with_its_standing_and_what_is_due(haggis: Haggis) -> None:
    haggis.ok("new", *TWO, "--name", "friday")
    assert haggis.ok().splitlines()[:3] == [
        "Go on with friday",
        "  Noah deals and leads round 1.",
        "  haggis score        types in the round, once it is over",
    ]
    haggis.ok("score", *ROUND)
    assert haggis.ok().splitlines()[:3] == [
        "Go on with friday",
        "  Noah 57, Isla 24; to 2 rounds",
        "  Isla deals and leads round 2.",
    ]
    haggis.ok("record", "Isla: 4r")
    assert haggis.ok().splitlines()[3] == "  haggis record       goes on play by play"


def test_of_a_match_that_is_over_it_says_who_has_won_and_offers_a_rematch(haggis: Haggis) -> None:
    haggis.ok("new", *TWO, "--name", "friday")
    haggis.ok("score", *ROUND)
    haggis.ok("score", *ROUND, "--yes")
    assert haggis.ok().splitlines()[:3] == [
        "friday is over",
        "  Noah has won: 114 to 48.",
        "  haggis new --again  starts a rematch",
    ]


@pytest.mark.parametrize("change", ["undo", "by hand"])
def test_a_match_that_was_changed_since_is_looked_at_anew(haggis: Haggis, change: str) -> None:
    haggis.ok("new", *TWO, "--name", "friday")
    haggis.ok("score", *ROUND)
    if change == "undo":
        haggis.ok("undo")
        assert haggis.ok().splitlines()[1] == "  Noah deals and leads round 1."
    else:
        path = haggis.home / "matches" / "friday.toml"
        path.write_text(path.read_text().replace("Noah = 8", "Noah = 9"))
        assert haggis.ok().splitlines()[1] == "  Noah 62, Isla 24; to 2 rounds"


def test_a_match_that_cannot_be_read_is_told_and_the_page_helps_all_the_same(haggis: Haggis) -> None:
    haggis.ok("new", *TWO, "--name", "friday")
    (haggis.home / "matches" / "friday.toml").write_text("format = 1\nvariant = 7\x1b[2J")
    out = haggis.ok()
    assert "friday.toml: line 2" in out
    assert "\x1b" not in out
    assert "judge moves solve review check" in out


def test_nothing_in_a_bookmark_can_steer_the_terminal(haggis: Haggis) -> None:
    haggis.ok("new", *TWO, "--name", "friday")
    path = haggis.home / "bookmarks" / "table"
    path.write_text(path.read_text().replace("Noah", "No\x1b[2Jah"))
    assert "No\\x1b[2Jah" in haggis.ok()


def test_a_match_against_the_computer_goes_on_with_play(haggis: Haggis) -> None:
    haggis.ok(
        *("play", "--variant", "two-player", "-p", "Noah", "-b", "Robbie=random", "--name", "train"), stdin="quit\n"
    )
    lines = haggis.ok().splitlines()
    assert "Begin" in lines
    assert "  haggis play         goes on with train" in lines


def test_a_folder_of_matches_that_cannot_be_read_is_an_error(haggis: Haggis) -> None:
    haggis.home.mkdir()
    (haggis.home / "matches").write_text("no folder")
    ran = haggis()
    assert (ran.code, ran.out) == (3, "")
    assert re.fullmatch(r"haggis: \S+/matches: cannot be read: Not a directory\n", ran.err)


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (50, 30)])
def test_it_fits_a_small_screen_whatever_the_names_are(haggis: Haggis, columns: int, lines: int) -> None:
    players = [word for name in LONG for word in ("-p", name)]
    haggis.ok("new", "--variant", "neeps", *players, "--team", "A" * 40, "--team", "B" * 40, "--name", "f" * 80)
    haggis.ok(
        "score", f"{LONG[0]}: out 8, cards 30", f"{LONG[1]}: out 6, cards 30", f"{LONG[2]}: out 2, cards 20", "--yes"
    )
    with Terminal(haggis, columns=columns, rows=lines) as screen:
        code, shown = screen.end()
    assert code == 0
    assert "haggis help COMMAND" in shown
    rows = shown.splitlines()
    assert len(rows) < lines
    assert max(map(len, rows)) <= columns


def test_a_half_entered_round_that_waits_is_told_of(haggis: Haggis) -> None:
    haggis.ok("new", *TWO, "--name", "friday")
    told = "  A half round is waiting: 'haggis score' goes on with it."
    assert told not in haggis.ok().splitlines()
    with Terminal(haggis, "score") as screen:
        screen.answer("Who went out", "Noah")
        screen.expect("cards")
        screen.interrupt()
        screen.end()
    assert haggis.ok().splitlines()[2] == told
