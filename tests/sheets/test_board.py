"""The bars of the totals, how a match stands in one line, and what it will be remembered for."""

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES

from haggis_cli.sheets.board import leaders, render_bars
from haggis_cli.sheets.result import headline, highlights
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.text import ASCII, UNICODE, glyphs_for, width
from tests.support import matches
from tests.support.haggis import header
from tests.support.matches import EMPTY, judged, typed
from tests.support.sheets import SHEETS, blank, rounds


def test_a_bar_has_a_stretch_for_every_round_and_runs_against_the_goal() -> None:
    sheet = scoresheet(judged(matches.RULEBOOK.replace("rounds = 6", "points = 250")))
    assert render_bars(sheet, 64, UNICODE) == [
        "▸ Noah  95 " + "█" * 14 + "▒" * 4 + "·" * 31 + " 250",
        "  Isla  72 " + "█" * 4 + "▒" * 10 + "·" * 35 + " 250",
    ]


def test_without_a_goal_in_points_the_leader_fills_the_line() -> None:
    sheet = scoresheet(judged(matches.RULEBOOK))
    assert render_bars(sheet, 50, ASCII) == ["> Noah  95 " + "#" * 28 + "=" * 10, "  Isla  72 " + "#" * 9 + "=" * 19]


def test_nobody_leads_before_the_first_points_and_two_can_be_level() -> None:
    assert leaders(scoresheet(judged(EMPTY))) == ()
    level = EMPTY + matches.typed('"Noah"', "Noah = 2", "Noah = 13, Isla = 23")
    assert leaders(scoresheet(judged(level))) == (0, 1)


@pytest.mark.parametrize("columns", [30, 50, 80, 120])
def test_bars_keep_to_the_width_whatever_the_names_are(columns: int) -> None:
    sheet = scoresheet(judged(matches.LONG_NAMES))
    drawn = render_bars(sheet, columns, UNICODE)
    assert max(map(width, drawn)) <= columns
    assert all(line.endswith(" 250") for line in drawn)


@pytest.mark.parametrize(
    ("encoding", "glyphs"), [("utf-8", UNICODE), ("ascii", ASCII), ("cp1252", ASCII), ("no", ASCII)]
)
def test_signs_are_those_the_encoding_has(encoding: str, glyphs: object) -> None:
    assert glyphs_for(encoding) is glyphs


def round_of(noah: int, isla: int) -> str:
    """A round that brought them so many of 46 points: 36 captured, and two cards in Isla's hand."""
    return typed('"Noah"', "Noah = 2", f"Noah = {noah - 10}, Isla = {isla}", "")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("two-player-rulebook-sheet", "Noah leads, 95 to 82, after round 2 of 6"),
        ("neeps-rulebook-sheet", "Slam Jamma lead, 280 to 171, after round 2, to 550 points"),
        (
            "three-player-rulebook-bets",
            "Noah leads with 110, before Isla (59) and Jamie (11), after round 1, to 250 points",
        ),
        ("neeps-known-hands", "High Rollas have won: 502 to 333"),
        ("nothing-yet", "No round has been scored yet"),
    ],
)
def test_the_headline_says_how_the_match_stands(name: str, line: str) -> None:
    assert headline(SHEETS[name]) == line


def test_a_match_that_cannot_be_scored_says_why() -> None:
    assert headline(SHEETS["violation"]) == SHEETS["violation"].due.removesuffix(".")
    assert highlights(SHEETS["violation"]) == []


def test_a_blank_sheet_has_no_headline() -> None:
    assert headline(blank(TATTIES, 3)) == ""


def test_who_is_level_is_named() -> None:
    level = scoresheet(judged(header(goal="rounds = 9", lead="Isla") + round_of(23, 23)))
    assert headline(level) == "Noah and Isla are level at 23 after round 1 of 9"
    assert dict(highlights(level))["Lead"] == "nobody was ever ahead"


@pytest.mark.parametrize(
    ("played", "lead"),
    [
        ([(26, 20), (23, 23)], "Noah from round 1 on"),
        ([(26, 20), (20, 26), (20, 26)], "changed once; Isla from round 3 on"),
        ([(26, 20), (14, 32), (38, 8)], "changed twice; Noah from round 3 on"),
        ([(26, 20), (14, 32), (38, 8), (10, 36)], "changed 3 times; Isla from round 4 on"),
    ],
)
def test_a_tie_does_not_change_who_leads(played: list[tuple[int, int]], lead: str) -> None:
    text = header(goal="rounds = 9", lead="Isla") + "".join(round_of(noah, isla) for noah, isla in played)
    assert dict(highlights(scoresheet(judged(text))))["Lead"] == lead


def test_the_best_round_and_the_bets_kept_are_those_of_a_side() -> None:
    found = dict(highlights(scoresheet(judged(matches.RULEBOOK_NEEPS, NEEPS))))
    assert found["Best round"] == "Slam Jamma, 223 in round 2"
    assert found["Bets kept"] == "High Rollas 1 of 1, Slam Jamma 1 of 1"


def test_without_bets_nothing_is_said_of_them() -> None:
    assert "Bets kept" not in dict(
        highlights(scoresheet(judged(header(goal="rounds = 9", lead="Isla") + round_of(23, 23))))
    )
    assert dict(highlights(rounds(1)))["Bets kept"] == "Noah 1 of 1, Isla 0 of 1"
