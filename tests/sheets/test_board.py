"""The bars of the totals, and who is ahead."""

import pytest

from haggis_cli.plugins.registry import load
from haggis_cli.referee.sentences import due
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.sheets.standing import leaders, make_board, render_bars
from haggis_cli.support.text import ASCII, UNICODE, glyphs_for, width
from tests.support import matches
from tests.support.haggis import ROOT
from tests.support.matches import EMPTY, judged


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


def test_what_is_only_for_those_who_record_is_not_on_the_board() -> None:
    text = (ROOT / "examples" / "matches" / "tatties-rulebook-auction.toml").read_text()
    report = judged(text, load("tatties"))
    assert due(report).startswith("Isla exchanges 2 cards now; no entry is needed. Isla leads")
    assert make_board(report, scoresheet(report)).due.startswith("Isla exchanges 2 cards now. Isla leads")
