"""A blank sheet filled in with a pen: its boxes hold all that must be typed in later, each under its own word."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.rules.variant import Variant, seat_players
from haggis_cli.sheets.renderers.text import blocks
from haggis_cli.sheets.sheet import blank_sheet
from haggis_cli.support.text import UNICODE
from tests.support.haggis import Haggis
from tests.support.sheets import EXAMPLES
from tests.support.tables import VARIANTS

SUMS = {"bonus", "total", "pts", "round", "game"}
"""Boxes that only help to reckon: the program fills them in by itself."""


def boxes(match: dict[str, Any]) -> set[str]:
    """The headings on the blank sheet for such a match, but for sums."""
    table = seat_players(VARIANTS[match["variant"]], tuple(match["players"]))
    groups = (group for block in blocks(blank_sheet(table), UNICODE) for group in block)
    return {column.heading for group in groups for column in group.columns} - SUMS


def entries(played: dict[str, Any], written: set[str], bet: str) -> list[str]:
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
        haggis.ok("score", "typed", "--yes", *entries(played, written, bet))
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
