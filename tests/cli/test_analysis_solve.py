"""`haggis solve`: what a position with all hands open is worth."""

import re

import pytest

from tests.support.haggis import Haggis
from tests.support.terminal import Terminal, unwrapped

HANDS = ("--hand", "Noah: 4r 4g J", "--hand", "Isla: 9b 10b Q")
SMALL = ("--hand", "Noah: 4r", "--hand", "Isla: 4y")
THREE = ("--hand", "Noah: 3r 3g J", "--hand", "Isla: 9b 4r", "--hand", "Jamie: 5g K 6r")


def test_when_time_runs_out_bounds_are_told_for_every_play(haggis: Haggis) -> None:
    full = ("--hand", "Noah: 2-8r 2-8g JQK", "--hand", "Isla: 2-8b 2-8y JQK", "--seconds", "0.01")
    found = haggis.json("solve", *full)
    assert (found["value"], found["exact"], found["line"]) == (None, False, [])
    assert found["low"] < found["high"]
    assert len(found["best"]) > 100
    assert all(play["low"] <= play["high"] for play in found["best"])
    out = haggis.ok("solve", *full)
    assert re.match(r"From here on Noah gets from -\d+ to \+\d+ against Isla\.\n", out)
    assert "Time ran out, so these are bounds." in out


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
    assert counted == f"  and {len(every) - 40} more, down to {every[-1]['value']}; --json lists them all."


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
