"""`haggis show`: the scoreboard and what is due next, with the signs of the suits."""

import re
import subprocess
import sys

import pytest
from haggis_variants.classic import CLASSIC
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.cli.views.scoreboard import print_scoreboard
from haggis_cli.sheets.columns import blocks
from haggis_cli.sheets.renderers.text import render_columns
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.design import TERMINAL_GOLD, TERMINAL_LOOKS
from haggis_cli.support.text import UNICODE, strip_colors, width
from tests.support import matches
from tests.support.haggis import Haggis, assert_golden, header
from tests.support.matches import EMPTY, judged, recorded, typed
from tests.support.pages import Page
from tests.support.terminal import Terminal, drawn


@pytest.mark.parametrize("columns", [80, 50])
@pytest.mark.parametrize("name", matches.DRAWN)
def test_the_scoreboard(monkeypatch: pytest.MonkeyPatch, name: str, columns: int) -> None:
    shown = drawn(print_scoreboard, judged(matches.DRAWN[name]), monkeypatch, columns=columns)
    assert max(map(width, shown.splitlines())) <= columns
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202a-\u202e]", shown)
    assert_golden(f"show-{name}-{columns}.txt", shown)


def test_three_players_fit_and_teams_score_together(monkeypatch: pytest.MonkeyPatch) -> None:
    three = drawn(print_scoreboard, judged(matches.THREE, THREE_PLAYER), monkeypatch)
    assert max(map(width, three.splitlines())) <= 80
    assert_golden("show-three-80.txt", three)
    assert_golden("show-teams-80.txt", drawn(print_scoreboard, judged(matches.RULEBOOK_NEEPS, NEEPS), monkeypatch))


@pytest.mark.parametrize("columns", [100, 130])
def test_a_wide_terminal_has_the_columns_of_the_scoresheet(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    for name, report in (
        ("three", judged(matches.THREE, THREE_PLAYER)),
        ("teams", judged(matches.RULEBOOK_NEEPS, NEEPS)),
        ("long-names", judged(matches.LONG_NAMES)),
        ("hostile", judged(matches.HOSTILE)),
    ):
        shown = drawn(print_scoreboard, report, monkeypatch, columns=columns)
        assert max(map(width, shown.splitlines())) <= columns
        sheet = scoresheet(report)
        for line in render_columns(sheet, blocks(sheet), UNICODE, columns):
            assert line in shown
        assert_golden(f"show-{name}-{columns}.txt", shown)
    assert drawn(print_scoreboard, report, monkeypatch, columns=99) != shown


def test_the_bet_column_says_what_bets_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Noah goes out first: a bet that is won has its points, a lost one none, and who gets it has them."""
    bets = {"Noah = 15, Isla = 5": ("little +20", "baby lost"), "Isla = 30": ("+30", "big lost"), "": ("-", "-")}
    for made, (noah, isla) in bets.items():
        text = EMPTY + typed('"Noah"', "Noah = 8", "Noah = 12, Isla = 24", bets=made)
        shown = drawn(print_scoreboard, judged(text), monkeypatch)
        (line,) = [each for each in shown.splitlines() if each.startswith("    1 ")]
        left, right = (re.split(r" {2,}", part.strip())[0] for part in line.split("│")[1:])
        assert (left, right) == (noah, isla)


def test_a_team_that_loses_its_bet_may_still_get_the_other_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    teams = 'teams = ["High Rollas", "Slam Jamma"]'
    text = header('"Isla", "Jamie", "Rory", "Noah"', "points = 550", lead="Isla", more=teams) + typed(
        '"Isla", "Rory"',
        "Isla = 10, Rory = 10",
        "Isla = 40, Jamie = 0, Rory = 44, Noah = 0",
        bets="Rory = 15, Noah = 30",
    )
    shown = drawn(print_scoreboard, judged(text, NEEPS), monkeypatch)
    assert "little lost +30 " in shown
    assert " big lost +15 " in shown


def test_colours_only_add_to_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    report = judged(matches.IN_PROGRESS)
    coloured = drawn(print_scoreboard, report, monkeypatch, colors=True)
    assert "\x1b[" in coloured
    assert strip_colors(coloured) == drawn(print_scoreboard, report, monkeypatch)


def test_the_leader_is_bold_with_a_mark_in_gold_and_bars_have_the_colours_of_the_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report = judged(matches.RULEBOOK)
    shown = drawn(print_scoreboard, report, monkeypatch, colors=True)
    noah, isla = (TERMINAL_LOOKS[looks[0] % len(TERMINAL_LOOKS)] for looks in scoresheet(report).side_looks())
    gold = f"\x1b[1;38;5;{TERMINAL_GOLD}m"
    assert f"{gold}▸\x1b[0m \x1b[1mNoah  95\x1b[0m \x1b[38;5;{noah}m█" in shown
    assert f"\n  Isla  72 \x1b[38;5;{isla}m█" in shown
    won = drawn(
        print_scoreboard, judged(matches.RULEBOOK.replace("rounds = 6", "rounds = 2")), monkeypatch, colors=True
    )
    assert won.startswith(f"{gold}Noah has won: 95 to 72")


def test_a_player_has_the_colour_of_the_book_in_a_terminal_too(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    haggis.keep(matches.RULEBOOK)
    (haggis.home / "looks.txt").write_text("Somebody\nIsla\nNoah\n")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    (noah,) = (line for line in haggis.ok("show").splitlines() if "95" in line and "█" in line)
    assert f"\x1b[38;5;{TERMINAL_LOOKS[2]}m█" in noah


def test_a_violation_is_shown_with_its_place_and_ends_with_1(haggis: Haggis) -> None:
    haggis.keep(matches.VIOLATION)
    ran = haggis("show", "friday")
    assert ran.code == 1
    assert "illegal: Round 1, event 22: Isla holds 1 card, not 4." in ran.out
    assert ran.err == ""


def test_leaders_in_json_are_those_of_the_first_trick() -> None:
    from haggis_cli.referee.report_json import report_json, show_json

    three = header('"Noah", "Jamie", "Isla"', "points = 250", lead="Isla")
    typed_in = typed(
        '"Noah", "Jamie"', "Noah = 3, Jamie = 2", "Noah = 20, Jamie = 11, Isla = 20", 'shepherd = "Noah"\nbid = 30'
    )
    told = report_json(judged(three + typed_in + recorded(), TATTIES))
    assert [each["leader"] for each in told["rounds"]] == ["Noah", None]
    asked = show_json(judged(three + recorded("Noah: bid 15"), TATTIES))
    assert (asked["pending"]["player"], asked["pending"]["kind"]) == ("Jamie", "bid")
    neeps = report_json(judged(matches.RULEBOOK_NEEPS, NEEPS))
    assert neeps["totals"] == {"High Rollas": 130, "Slam Jamma": 280}
    dealt = report_json(judged(header(goal="points = 250", more='dealer = "Noah"', lead=""), CLASSIC))
    assert dealt["next"] == {"leader": "Isla", "dealer": "Noah"}


@pytest.mark.slow
def test_a_pipe_of_ascii_gets_ascii_signs(haggis: Haggis) -> None:
    haggis.keep(matches.RULEBOOK)
    done = subprocess.run(
        [sys.executable, "-m", "haggis_cli", "show", "--home", str(haggis.home)],
        capture_output=True,
        check=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert done.stdout.isascii()
    assert b"> Noah  95 ###" in done.stdout
    assert b"\x1b" not in done.stdout
    assert b"\\u" not in done.stdout


def test_a_match_that_is_won_names_the_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    text = header(goal="points = 100", lead="Isla") + typed('"Noah"', "Noah = 17", "Noah = 36, Isla = 0", "Noah = 30")
    assert_golden("show-won-80.txt", drawn(print_scoreboard, judged(text), monkeypatch))


SIGNS = "\u2665\u2666\u2663\u2660"


@pytest.fixture
def ordinary(haggis: Haggis) -> Haggis:
    players = ("-p", "Noah", "-p", "4h", "--lead", "Noah")
    haggis.ok("new", "--variant", "two-player", *players, "--suits", SIGNS, "--name", "friday")
    haggis.ok("record", "Noah: 4h 4d", "4h: 5h 5c")
    return haggis


def shown(haggis: Haggis, *words: str, encoding: str = "utf-8") -> str:
    with Terminal(haggis, *words, PYTHONIOENCODING=encoding) as screen:
        code, text = screen.end()
    assert code == 0
    return text


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("words", "letters", "drawn"),
    [
        (("log",), "  5h 5c ", "  5\u2665 5\u2663 "),
        (("show",), "4h 5h 5c", "4h 5\u2665 5\u2663"),
        (("moves", "6h 6s", "--over", "5h 5c"), "6h 6s  a pair of 6s", "6\u2665 6\u2660  a pair of 6s"),
        (("record", "Noah: 6h 6s"), "Noah: 6h 6s\n", "Noah: 6\u2665 6\u2660\n"),
        (
            ("undo",),
            "Taken back in friday: round 1, 4h: 5h 5c\n",
            "Taken back in friday: round 1, 4h: 5\u2665 5\u2663\n",
        ),
    ],
)
def test_cards_have_signs_on_a_terminal_that_has_them(
    ordinary: Haggis, words: tuple[str, ...], letters: str, drawn: str
) -> None:
    """A player's name that looks like a card is left alone."""
    saved = ordinary.path().read_text(encoding="utf-8")
    assert drawn in shown(ordinary, *words)
    ordinary.keep(saved)
    assert letters in ordinary.ok(*words)
    ordinary.keep(saved)
    assert letters in shown(ordinary, *words, encoding="latin-1")
    assert '"Noah: 4h 4d",' in ordinary.text()


def test_the_page_has_signs_and_its_data_letters(ordinary: Haggis) -> None:
    page = ordinary.ok("sheet", "--format", "html")
    assert "<b class=h>4\u2665</b>" in page
    assert "Suits: \u2665 hearts, \u2666 diamonds, \u2663 clubs, \u2660 spades." in Page(page).words
    assert '"p":[0,"4hd"]' in page
