"""`haggis log`: rounds told play by play."""

import json
import re

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.story import print_rounds
from haggis_cli.referee.report import Report
from haggis_cli.support.text import strip_colors, width
from tests.support import matches
from tests.support.haggis import Haggis, assert_golden, header
from tests.support.matches import judged, recorded
from tests.support.terminal import drawn

THREE = '"Noah", "Jamie", "Isla"'
FOUR = '"Isla", "Jamie", "Rory", "Noah"'


def all_rounds(printer: Printer, report: Report) -> None:
    print_rounds(printer, report, report.rounds)


@pytest.mark.parametrize("columns", [80, 50])
@pytest.mark.parametrize(
    ("name", "text"), [*matches.DRAWN.items(), ("unknown", matches.HANDS_UNKNOWN), ("known", matches.HANDS_KNOWN)]
)
def test_the_log(monkeypatch: pytest.MonkeyPatch, name: str, text: str, columns: int) -> None:
    shown = drawn(all_rounds, judged(text), monkeypatch, columns=columns)
    assert max(map(width, shown.splitlines())) <= columns
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202a-\u202e]", shown)
    assert_golden(f"log-{name}-{columns}.txt", shown)


def test_suits_have_colours_that_only_add_to_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    report = judged(matches.HANDS_KNOWN)
    coloured = drawn(all_rounds, report, monkeypatch, colors=True)
    assert "\x1b[38;5;160m10r\x1b[0m \x1b[38;5;33m10b\x1b[0m" in coloured
    assert strip_colors(coloured) == drawn(all_rounds, report, monkeypatch)


def test_a_bombed_trick_is_won_by_one_and_captured_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    events = ("Noah: 2r", "Jamie: pass", "Isla: J Q", "Noah: pass", "Jamie: pass", "Isla: award Jamie")
    shown = drawn(all_rounds, judged(header(THREE, "points = 250") + recorded(*events), THREE_PLAYER), monkeypatch)
    assert_golden("log-award-80.txt", shown)


def test_an_auction_comes_before_the_first_trick(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = (
        '[rounds.deal]\nhaggis = "2r 3r 4r"\n[rounds.deal.hands]\n'
        'Noah = "5-10r 2-9g"\nJamie = "10g 2-10b 2-5y"\nIsla = "6-10y 2-10p"\n'
    )
    events = ("Noah: bid 15", "Jamie: bid 30", "Isla: pass", "Noah: pass", "Jamie: exchange 10g 2b", "Jamie: 3-5b")
    report = judged(header(THREE, "points = 250", lead="Isla") + recorded(*events, more=dealt), TATTIES)
    assert_golden("log-auction-80.txt", drawn(all_rounds, report, monkeypatch))


def test_cards_given_and_the_lead_handed_over_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    events = (
        *("Jamie: bet little", "Isla: 2r", "Jamie: J Q", "Rory: pass", "Noah: pass", "Isla: pass"),
        *("Jamie: award Rory", "Jamie: lead Noah", "Noah: 3r 4r 5r 6r"),
    )
    report = judged(header(FOUR, "points = 250", lead="Isla") + recorded(*events), NEEPS)
    assert report.ok, report.violations
    assert_golden("log-lead-80.txt", drawn(all_rounds, report, monkeypatch))


def test_one_round_can_be_told_alone(haggis: Haggis) -> None:
    haggis.keep(matches.IN_PROGRESS)
    out = haggis("log", "friday", "--round", "2").out
    assert "Round 2" in out
    assert "Round 1" not in out


@pytest.mark.parametrize(
    ("text", "number", "there"),
    [
        (matches.EMPTY, "1", "no round yet"),
        (matches.HANDS_UNKNOWN, "2", "only 1 round"),
        (matches.IN_PROGRESS, "3", "only 2 rounds"),
        (matches.IN_PROGRESS, "0", "only 2 rounds"),
    ],
)
def test_a_round_that_is_not_there_is_a_wrong_usage(haggis: Haggis, text: str, number: str, there: str) -> None:
    haggis.keep(text)
    for more in ((), ("--json",)):
        ran = haggis("log", "--round", number, *more)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"haggis: there is no round {number}: the match has {there}\n"


def test_only_a_told_violation_ends_with_1(haggis: Haggis) -> None:
    haggis.keep(matches.VIOLATION)
    assert haggis("log").code == 1
    assert haggis("log", "-r", "1").code == 1
    assert haggis("log", "-r", "2").code == 0


def test_json_has_the_tricks_with_readings_and_captures(haggis: Haggis) -> None:
    haggis.keep(matches.HANDS_KNOWN)
    ran = haggis("log", "--json")
    told = json.loads(ran.out)["rounds"][0]
    assert ran.out.count("\n") == 1
    assert told["leader"] == "Isla"
    assert told["tricks"][1] == {
        "number": 2,
        "events": [
            {
                "event": 3,
                "player": "Isla",
                "action": "play",
                "cards": ["10r", "10b"],
                "kind": "set",
                "width": 2,
                "length": 1,
                "rank": 10,
            },
            {"event": 4, "player": "Noah", "action": "bet", "amount": 30},
            {"event": 5, "player": "Noah", "action": "pass"},
        ],
        "winner": "Isla",
        "captured_by": "Isla",
        "cards": 2,
        "points": 0,
    }
    assert told["tricks"][-1]["events"][-1]["out"] == 1
    assert told["left"][0] == {"player": "Noah", "count": 1, "cards": ["6y"], "points": 0, "captured_by": "Isla"}
    assert told["left"][1]["player"] is None
    assert sum(trick["cards"] for trick in told["tricks"]) + sum(left["count"] for left in told["left"]) == 42
    assert told["scores"]["Isla"]["total"] == told["totals"]["Isla"] == 53


def test_json_of_unknown_hands_leaves_open_what_nobody_saw(haggis: Haggis) -> None:
    haggis.keep(matches.HANDS_UNKNOWN)
    told = json.loads(haggis("log", "--json").out)["rounds"][0]
    assert [(left["count"], left["cards"], left["points"]) for left in told["left"]] == [
        (1, None, None),
        (8, None, None),
    ]
    assert told["left_points"] == 4


def test_json_lists_what_was_not_judged(haggis: Haggis) -> None:
    haggis.keep(matches.VIOLATION)
    ran = haggis("log", "--json")
    told = json.loads(ran.out)
    assert ran.code == 1
    assert told["rounds"][0]["not_judged"][0] == {"event": 23, "text": "Isla: pass"}
    assert told["violations"][0]["event"] == 22
