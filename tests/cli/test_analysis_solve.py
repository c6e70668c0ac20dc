"""`haggis solve`: what a position with all hands open is worth."""

import re

import pytest

from tests.support.haggis import USUAL_KEYS, USUAL_RULES, Haggis, refused
from tests.support.terminal import Terminal, unwrapped

HANDS = ("--hand", "Noah: 4r 4g J", "--hand", "Isla: 9b 10b Q")
SMALL = ("--hand", "Noah: 4r", "--hand", "Isla: 4y")
THREE = ("--hand", "Noah: 3r 3g J", "--hand", "Isla: 9b 4r", "--hand", "Jamie: 5g K 6r")
FOUR = ("--hand", "Noah: 3r 5r", "--hand", "Isla: 9b 4r", "--hand", "Jamie: 5g K", "--hand", "Rory: 4y Q")
NEEPS = ("--variant", "neeps")


def without_time(message: str) -> str:
    return re.sub(r"in \d+\.\d s", "in no time", message)


def test_the_verdict_every_play_by_value_and_a_best_line(haggis: Haggis) -> None:
    ran = haggis("solve", *HANDS)
    assert ran.code == 0
    assert ran.out == (
        "From here on Noah gets 21 points more than Isla.\n"
        "\n"
        "What Noah can do, the best first\n"
        "  +21  4r 4g J\n"
        "  -11  4r; 4g; 4r J; 4g J; 4r 4g\n"
        "  -16  J\n"
        "\n"
        "One best line\n"
        "  1  Noah: 4r 4g J\n"
    )
    assert without_time(ran.err) == f"{USUAL_RULES}2 positions in no time\n"


def test_as_json_every_event_with_its_value(haggis: Haggis) -> None:
    found = haggis.json("solve", *HANDS, "--over", "8y", "--pile", "7y 8y", "--turn", "isla")
    assert found.pop("nodes") >= 0
    assert found.pop("seconds") >= 0
    assert found == USUAL_KEYS | {
        "player": "Isla",
        "side": None,
        "value": 17,
        "exact": True,
        "low": 17,
        "high": 17,
        "best": [
            {"event": "Isla: 9b", "value": 17},
            {"event": "Isla: 10b", "value": 17},
            {"event": "Isla: Q", "value": -4},
            {"event": "Isla: pass", "value": -22},
        ],
        "line": found["line"],
    }


def test_the_cards_of_the_trick_and_of_the_haggis_count(haggis: Haggis) -> None:
    def value(*more: str) -> int:
        found = haggis.json("solve", "--hand", "Noah: 6r", "--hand", "Isla: 2y", *more)["value"]
        assert isinstance(found, int)
        return found

    assert value() == 5
    assert value("--over", "5g") == 5 + 1
    assert value("--over", "5g", "--pile", "3g 5g J") == 5 + 1 + 1 + 2
    assert value("--haggis", "3r 5r 8r") == 5 + 2
    assert value("--option", "scoring=cards", "--haggis", "3r 5r 8r") == 5 + 2 + 3


def test_teams_are_the_sides_and_a_pass_goes_on_to_the_next(haggis: Haggis) -> None:
    out = haggis.ok("solve", *FOUR, *NEEPS)
    assert re.match(r"From here on Noah and Jamie get \d+ points \w+ than Isla and Rory\.\n", out)
    assert haggis.json("solve", *FOUR, *NEEPS, "--turn", "Rory")["player"] == "Rory"


def test_in_tatties_the_shepherd_is_a_side(haggis: Haggis) -> None:
    out = haggis.ok("solve", *THREE, "--variant", "tatties", "--side", "Isla")
    assert re.match(r"From here on Noah and Jamie get \d+ points \w+ than Isla\.\n", out)
    assert "at least" not in out


def test_of_three_alone_one_is_asked_for_and_the_bound_is_called_so(haggis: Haggis) -> None:
    out = haggis.ok("solve", *THREE, "--variant", "three-player", "--side", "noah", "--turn", "Jamie")
    assert out.startswith("From here on Isla and Jamie get")
    assert "The others are taken to play together against Noah, who gets so much at least.\n" in out
    found = haggis.json("solve", *THREE, "--variant", "three-player", "--side", "noah")
    assert (found["side"], found["player"]) == ("Noah", "Noah")


def test_who_is_out_has_recorded_cards(haggis: Haggis) -> None:
    out = ("--hand", "Noah: out 9", *FOUR[2:], *NEEPS)
    assert haggis.json("solve", *out)["player"] == "Isla"
    # The partner of who went out first repeats that count: nine cards of five points.
    slam = ("--hand", "Noah: 10r", "--hand", "Isla: 2r", "--hand", "Jamie: out 9", "--hand", "Rory: 2g", *NEEPS)
    assert haggis.json("solve", *slam)["value"] == 9 * 5 + 3


def test_when_time_runs_out_bounds_are_told_for_every_play(haggis: Haggis) -> None:
    full = ("--hand", "Noah: 2-8r 2-8g JQK", "--hand", "Isla: 2-8b 2-8y JQK", "--seconds", "0.01")
    found = haggis.json("solve", *full)
    assert (found["value"], found["exact"], found["line"]) == (None, False, [])
    assert found["low"] < found["high"]
    assert len(found["best"]) > 100
    assert all(play["low"] <= play["high"] for play in found["best"])
    out = haggis.ok("solve", *full)
    assert re.match(r"From here on Noah gets from -\d+ to \+\d+ against Isla\.\n", out)
    assert "Time ran out: bounds are proven, no more." in out


def test_a_play_names_its_reading_where_the_cards_alone_mean_another(haggis: Haggis) -> None:
    found = haggis.json("solve", "--hand", "Noah: 5r J Q", "--hand", "Isla: 6g 7g 8g")
    said = {play["event"] for play in found["best"]}
    assert {"Noah: 5r J Q as set", "Noah: 5r J Q as sequence@5"} <= said


def test_the_rules_are_those_of_the_current_match(haggis: Haggis) -> None:
    haggis.ok("new", *NEEPS, "-p", "A", "-p", "B", "-p", "C", "-p", "D", "--rounds", "4", "--name", "friday")
    ran = haggis("solve", *FOUR)
    assert (ran.code, ran.err.splitlines()[0]) == (0, "by Haggis and Neeps, as in friday")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "name everybody's cards, as in --hand 'Noah: 4r 4g J' --hand 'Isla: 9b 10b Q'"),
        (("--hand", "4r"), "--hand needs a name and cards, such as 'Noah: 4r 4g J', but got '4r'"),
        ((*SMALL[:2], *SMALL[:2]), "--hand: Noah stands twice: every name must be different"),
        (("--hand", "Noah: 4r 4r", *SMALL[2:]), "Noah: 4r is named 2 times, and the deck has 1"),
        ((*SMALL[:3], "Isla: 4r"), "4r is named 2 times in all, and there is one of it"),
        ((*SMALL, "--variant", "tatties"), "Haggis and Tatties is for 3 players, not 2"),
        ((*SMALL, "--turn", "Rory"), "--turn: nobody called 'Rory' plays here: the players are Noah, Isla"),
        ((*SMALL[:3], "Isla: out"), "the round is over: nobody plays on when these players are out"),
        ((*SMALL, "--over", "5r 6r"), "--over: 5r 6r is no combination: a sequence has at least 3 cards."),
        ((*SMALL, "--over", "J", "--pile", "3r"), "--pile: all cards of the trick are named, and J of --over, too"),
        (
            (*SMALL, "--pile", "3r"),
            "--pile: cards lie in a trick only where there is something to beat: say it with --over",
        ),
        ((*SMALL[:3], "Isla: 4y J", "--over", "J"), "--over: Isla, who has played it, still holds J"),
        ((*SMALL, "--haggis", "J"), "--haggis: J, Q and K are never in the haggis"),
        ((*SMALL, "--haggis", "2-10b"), "--haggis: 9 cards are named, and the haggis has 8"),
        ((*SMALL[:3], "Isla: 2-10r 2-10g"), "Isla has 18 cards, and a hand has at most 17 cards"),
        ((*SMALL, "--side", "Rory"), "--side: nobody called 'Rory' plays here: the players are Noah, Isla"),
        ((*FOUR, *NEEPS, "--side", "Noah"), "nobody plays alone where partners score together: leave the side out"),
        (
            (*THREE, "--variant", "three-player"),
            "3 players each for themselves have no single value: --side NAME asks for NAME against the others together",
        ),
        (
            (*THREE, "--variant", "tatties"),
            "--side NAME says who is the Shepherd, and plays against the others together",
        ),
        (
            ("--hand", "Noah: out", *FOUR[2:], *NEEPS),
            "the partner may repeat what Noah recorded on going out: say how many cards, as in 'Noah: out 9'",
        ),
        (
            ("--hand", "Noah: out 2", "--hand", "Isla: out 2", *FOUR[4:], *NEEPS),
            "several players are out: say who was first, as in 'Noah: out1 9' and 'Isla: out2 5'",
        ),
        ((*FOUR, *NEEPS, "--turn", "Noah", "--over", "8r 8r"), ""),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(haggis: Haggis, words: tuple[str, ...], sentence: str) -> None:
    ran = haggis("solve", *words)
    if sentence:
        assert ran == refused(2, sentence)
    else:
        assert ran.code == 0


def test_a_bomb_over_cards_of_somebody_unknown_is_refused_where_that_somebody_captures(haggis: Haggis) -> None:
    tournament = ("--variant", "classic", "--option", "tournament=true", "--side", "Noah")
    ran = haggis("solve", *THREE, *tournament, "--over", "J Q", "--pile", "J Q 8r")
    assert ran == refused(2, "--pile: who played the cards under a bomb captures them here, and that cannot be said")


def test_names_that_steer_a_terminal_are_refused(haggis: Haggis) -> None:
    ran = haggis("solve", "--hand", "\x1b[31mNoah: 4r", *SMALL[2:])
    assert ran.code == 2
    assert "\x1b" not in ran.err


def test_of_hundreds_of_plays_the_best_are_listed_and_the_rest_counted(haggis: Haggis) -> None:
    hands = ("--hand", "Noah: 2-8r 3g 5g J K", "--hand", "Isla: 2b 9b Q")
    every = haggis.json("solve", *hands)["best"]
    page = haggis.ok("solve", *hands)
    listed, _, counted = page.partition("the best first\n")[2].partition("\n\n")[0].rpartition("\n")
    assert len(every) > 300
    assert listed.count(";") + len(listed.splitlines()) == 40
    assert counted == f"  and {len(every) - 40} more, down to {every[-1]['value']}; --json has them all."


def test_in_a_narrow_terminal_lines_are_broken(haggis: Haggis) -> None:
    three = (*THREE, "--variant", "three-player", "--side", "Noah")
    with Terminal(haggis, "solve", *three, columns=40) as screen:
        code, said = screen.end()
    assert code == 0
    lines = said.splitlines()
    assert len(lines) > 10
    assert all(len(line) <= 40 for line in lines)
    assert unwrapped(haggis.ok("solve", *three)) in unwrapped(said)


def test_cards_have_colours_where_they_are_wanted(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in haggis.ok("solve", *HANDS)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[38;5;160m4r\x1b[0m" in haggis.ok("solve", *HANDS)
    assert "\x1b" not in haggis.ok("solve", *HANDS, "--no-color")
