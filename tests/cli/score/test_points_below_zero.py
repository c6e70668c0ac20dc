"""Cards that are worth less than nothing: typed in, kept, shown, exported and read back."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.plugins import COPY, plugged

THISTLE = COPY + (
    "from haggis_cli.rules.api import CardValues\n"
    'VALUES = CardValues("each 10 is -3, each 9 -1, a K 4", (0,) * 7 + (-1, -3), (0, 0, 4))\n'
    'V = replace(TWO_PLAYER, id="thistle", options=(), card_values=VALUES, hand_points=0)\n'
)
NEW = ("new", "--variant", "thistle", "-p", "Noah", "-p", "Isla", "--lead", "Noah", "--name", "pricks")


@pytest.fixture
def pricking(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"thistle": THISTLE}):
        haggis.ok(*NEW)
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
        (("Noah: out 8, cards -20", "Isla: cards 8"), "all cards worth less than nothing make -16"),
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


def test_where_no_card_is_worth_less_a_figure_below_zero_is_refused(haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday")
    ran = haggis("score", "Noah: out 8, cards -8", "Isla: cards 12")
    assert (ran.code, ran.err) == (2, "haggis: '-8' is less than nothing for what Noah captured\n")
    path = haggis.path("friday")
    rounds = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = -8, Isla = 12 }\n'
    path.write_text(path.read_text().replace("\n# end", rounds + "\n# end"), encoding="utf-8")
    ran = haggis("check", "friday")
    assert ran.code == 1
    assert "Noah cannot have captured -8: no card is worth less than nothing." in ran.out
