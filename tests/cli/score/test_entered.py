"""Entries of `haggis score`: for several players, for an older round, from a sheet filled in with a pen."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.rules.variant import Variant, seat_players
from haggis_cli.sheets.columns import blocks
from haggis_cli.sheets.sheet import blank_sheet
from tests.support.haggis import Haggis, header
from tests.support.matches import EXAMPLES
from tests.support.tables import VARIANTS
from tests.support.terminal import Terminal, unwrapped

ROUND_1 = (
    '\n[[rounds]]\nnotes = "Late"\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\n'
    "captured = { Noah = 12, Isla = 24 }\nbets = { Isla = 5 }\n"
)
ROUND_2 = '\n[[rounds]]\n[rounds.table]\nout = ["Isla"]\nhands = { Isla = 3 }\ncaptured = { Noah = 16, Isla = 20 }\n'


@pytest.fixture
def friday(haggis: Haggis) -> Haggis:
    """A match of four rounds with two typed in."""
    haggis.keep(header() + ROUND_1 + ROUND_2)
    return haggis


@pytest.mark.parametrize("columns", [80, 50])
def test_a_stored_figure_that_cannot_be_is_named_and_must_be_typed(haggis: Haggis, columns: int) -> None:
    """Captured totals above what the cards of the round are worth cannot have happened."""
    haggis.keep(header() + ROUND_1.replace("Noah = 12", "Noah = 20"))
    with Terminal(haggis, "score", "--round", "1", columns=columns) as screen:
        shown = unwrapped(screen.answer("first [Noah]: ", ""))
        assert "warning: round 1: the captured points 20 + 24 add up to 44" in shown
        screen.answer("still hold [8]: ", "")
        screen.answer("Noah capture [20]: ", "")
        shown = unwrapped(screen.answer("Isla capture: ", ""))
        assert "The answer was 24. Isla cannot have captured 24: 16 are left, because" in shown
        assert "give the points" in unwrapped(screen.answer("Isla capture: ", "<"))
        screen.answer("Noah capture [20]: ", "12")
        screen.answer("Isla capture [24]: ", "")
        screen.answer("Noah bet [none]: ", "")
        screen.answer("Isla bet [baby]: ", "")
        screen.answer("Save this correction? [Y/n]: ", "")
        assert screen.end()[0] == 0
    assert haggis.text() == header() + ROUND_1


@pytest.mark.slow
def test_an_edited_round_that_looks_wrong_is_asked_about(friday: Haggis, tmp_path: object) -> None:
    friday.variables["EDITOR"] = "sed -i s/Isla.=.24/Isla\\ =\\ 20/"
    before = friday.path().read_bytes()
    ran = friday.process("edit", "--round", "1")
    assert (ran.code, friday.path().read_bytes()) == (1, before)
    assert "warning: round 1: the captured points 12 + 20 add up to 32" in ran.err
    assert friday.process("edit", "--round", "1", "--yes").code == 0
    assert "Isla = 20 }\nbets" in friday.text()


SUMS = {"bonus", "total", "pts", "round", "game"}
"""Boxes that only help to reckon: the program fills them in by itself."""


def boxes(match: dict[str, Any]) -> set[str]:
    """The headings on the blank sheet for such a match, but for sums."""
    table = seat_players(VARIANTS[match["variant"]], tuple(match["players"]))
    groups = (group for block in blocks(blank_sheet(table)) for group in block)
    return {each.column.name for group in groups for each in group.columns} - SUMS


def entries_of(played: dict[str, Any], written: set[str], bet: str) -> list[str]:
    """What is typed in for one round, as far as there are boxes for it, in the order of the seats."""
    typed = []
    for name, mine in played["players"].items():
        went_out = f"out{mine['went_out'] if 'out' in written else ''} {mine['hand'] or ''}"
        parts = {
            "hand": went_out if mine["went_out"] else "",
            "cards": f"cards {mine['captured']}",
            "bet": "" if mine["bet"] is None else f"{bet} {mine['bet']}",
        }
        typed.append(f"{name}: " + ", ".join(part for box, part in parts.items() if part and box in written))
    return typed


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_a_blank_sheet_holds_is_all_that_must_be_typed_in(haggis: Haggis, path: Path) -> None:
    match, sheet = tomllib.loads(path.read_text()), json.loads(haggis.ok("sheet", str(path), "--json"))
    written = boxes(match)
    begun = "dealer" if "dealer" in match else "lead"
    players = [word for name in match["players"] for word in ("-p", name)]
    teams = [word for name in match.get("teams", ()) for word in ("--team", name)]
    goal = [f"--{kind}={number}" for kind, number in match["goal"].items()]
    options = [f"--option={name}={str(value).lower()}" for name, value in match.get("options", {}).items()]
    first = [f"--{begun}", match[begun], "--date", sheet["date"], "--name", "typed"]
    haggis.ok("new", "--variant", match["variant"], *players, *teams, *goal, *options, *first)
    scored = [played for played in sheet["rounds"] if played["players"]]
    for played in scored:
        bet = "bid" if VARIANTS[match["variant"]].betting.by_auction else "bet"
        haggis.ok("score", "typed", "--yes", *entries_of(played, written, bet))
    typed = json.loads(haggis.ok("sheet", "typed", "--json"))
    for played in scored:
        played["kind"] = "typed"
    assert typed["rounds"] == scored
    assert (typed["date"], typed["totals"], typed["winner"]) == (sheet["date"], sheet["totals"], sheet["winner"])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_box_is_a_sum_or_has_its_word(variant: Variant) -> None:
    for players in variant.players:
        match = {"variant": variant.id, "players": [f"Player {seat}" for seat in range(players)]}
        assert boxes(match) == {"hand", "cards", "bet"} | ({"out"} if players > 2 else set())
