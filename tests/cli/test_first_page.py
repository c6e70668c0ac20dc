"""`haggis` alone: what to do next, and which commands there are, on one small screen."""

import pytest

from haggis_cli.cli.app import COMMANDS
from haggis_cli.cli.first_page import COMMANDS as SHOWN
from tests.support.haggis import Haggis
from tests.support.terminal import Terminal

TWO = ("--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "2")
LONG = [f"{letter * 39}{number}" for number, letter in enumerate("WMQG", 1)]


def test_it_shows_every_command_in_the_order_of_the_help() -> None:
    assert [name for names in SHOWN.values() for name in names] == list(COMMANDS)


def test_a_match_that_cannot_be_read_is_told_and_the_page_helps_all_the_same(haggis: Haggis) -> None:
    haggis.ok("new", *TWO, "--name", "friday")
    (haggis.home / "matches" / "friday.toml").write_text("format = 1\nvariant = 7\x1b[2J")
    out = haggis.ok()
    assert "friday.toml: line 2" in out
    assert "\x1b" not in out
    assert "judge moves rules solve review check" in out


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
    assert "  haggis play         continues train" in lines


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
