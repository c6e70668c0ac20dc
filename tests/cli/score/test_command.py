"""`haggis score`: rounds typed in from the table, on the command line."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis, header, refused
from tests.support.plugins import COPY, plugged
from tests.support.rows import read_rows

ONE = """
[[rounds]]
[rounds.table]
out = ["Noah"]
hands = { Noah = 8 }
captured = { Noah = 12, Isla = 24 }
bets = { Noah = 15, Isla = 5 }
"""
TWO = """
[[rounds]]
[rounds.table]
out = ["Isla"]
hands = { Isla = 6 }
captured = { Noah = 23, Isla = 13 }
bets = { Isla = 15 }
"""
FIRST = ("Noah: out 8, cards 12, bet little", "Isla: bet baby")


def test_entries_are_read_in_capitals_and_with_any_blanks(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("score", " noah:OUT1\t8 , Captured  12,BET\u2003Little", "Isla: bet baby")
    assert haggis.text() == header() + ONE


def test_as_json_it_is_the_report_and_that_it_is_saved(haggis: Haggis) -> None:
    haggis.new()
    report = haggis.json("score", *FIRST)
    assert report["saved"] == 1
    assert report["totals"] == {"Noah": 72, "Isla": 24}
    assert report["rounds"][0]["scores"]["Noah"] == {
        "hand": 8, "hand_points": 40, "captured": 12, "bonus": 0, "bet": 15, "bet_points": 20, "total": 72,
    }  # fmt: skip
    assert report["next"] == {"leader": "Isla", "dealer": "Isla"}
    del report["saved"]
    del report["file"]
    assert report.items() <= haggis.json("show").items()


def test_a_note_is_kept_with_the_round(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("score", *FIRST, "--notes", "Late.\n[[rounds]]")
    assert haggis.text() == header() + ONE.replace("[[rounds]]\n", '[[rounds]]\nnotes = "Late.\\n[[rounds]]"\n')


@pytest.mark.parametrize(("entries", "message"), read_rows(__file__, "refused_entries.txt"))
def test_an_entry_that_cannot_be_understood_is_a_wrong_usage(haggis: Haggis, entries: str, message: str) -> None:
    before = haggis.new().read_bytes()
    assert haggis("score", *entries.split(" / ")) == refused(2, message)
    assert haggis.path().read_bytes() == before


def test_what_a_person_wrote_into_the_file_stays_byte_for_byte(haggis: Haggis) -> None:
    mine = (
        "# The Friday match\r\n" + header().replace("\n", "\r\n").replace("rounds = 4", "rounds=4") + "\r\n"
        "[[rounds]] # the first\r\n[rounds.table]\r\n  out = ['Noah'] # at last\r\n  hands.Noah = 8\r\n"
        "  captured = {Noah=12,Isla=24}\r\n# and so to bed\r\n"
    )
    haggis.keep(mine)
    haggis.ok("score", "Isla: out 6, bet 15", "Noah: cards 23")
    assert haggis.path().read_bytes().decode() == mine + TWO.replace("\n", "\r\n")
    haggis.ok("undo")
    assert haggis.path().read_bytes().decode() == mine


THISTLE = COPY + (
    "from haggis_cli.rules.api import CardValues\n"
    'VALUES = CardValues("each 10 is -3, each 9 -1, a K 4", (0,) * 7 + (-1, -3), (0, 0, 4))\n'
    'V = replace(TWO_PLAYER, id="thistle", options=(), card_values=VALUES, hand_points=0)\n'
)
NEW_THISTLE = ("new", "--variant", "thistle", "-p", "Noah", "-p", "Isla", "--lead", "Noah", "--name", "pricks")


@pytest.fixture
def pricking(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"thistle": THISTLE}):
        haggis.ok(*NEW_THISTLE)
        yield haggis


def test_a_figure_below_zero_is_typed_and_what_is_left_follows(pricking: Haggis) -> None:
    assert "-8" in pricking.ok("score", "Noah: out 8, cards -10+2", "Isla: cards -")
    pricking.ok("score", "Isla: out 3, cards -12", "Noah: cards 4")
    assert pricking.json("show")["totals"] == {"Noah": -4, "Isla": -12}
    assert "captured = { Noah = -8, Isla = 0 }" in pricking.text("pricks")
    for command in ("show", "sheet", "list", "stats", "check"):
        pricking.ok(command)


@pytest.mark.parametrize(
    ("figures", "why"),
    [
        (("Noah: out 8, cards -20", "Isla: cards 8"), "the cards with negative points add up to -16"),
        (("Noah: out 8, cards 10", "Isla: cards 0"), "all cards together are worth -8"),
    ],
)
def test_what_cannot_have_been_captured_is_refused(pricking: Haggis, figures: tuple[str, str], why: str) -> None:
    ran = pricking("score", *figures, "--yes")
    assert (ran.code, ran.out) == (1, "")
    assert why in ran.err


@pytest.mark.parametrize("form", ["json", "csv", "text", "toml", "bgg", "bgstats"])
def test_it_is_exported_and_read_back(pricking: Haggis, form: str) -> None:
    pricking.ok("score", "Noah: out 8, cards -8", "Isla: cards 0")
    written = pricking.ok("export", "pricks", "--format", form)
    file = pricking.folder / f"out.{form}"
    file.write_text(written, encoding="utf-8")
    pricking.ok("remove", "pricks", "--yes")
    pricking.ok("import", str(file))
    assert pricking.json("list")["matches"][0]["totals"] == {"Noah": -8, "Isla": 0}
