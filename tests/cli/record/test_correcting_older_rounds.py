"""An event of an earlier round is put right in the dialogue: changed, taken out or put in, and what follows is told."""

from pathlib import Path

import pytest

from tests.support.haggis import Haggis, Ran, header, refused
from tests.support.terminal import DrawnTerminal

FIRST = ("Noah: bet big", "Noah: 2-8r", "Isla: pass", "Noah: 2-8g", "Isla: pass")
LAST = ("Noah: J Q K",)
SECOND = ("Isla: 4r 4g", "Noah: 5r 5g", "Isla: pass")


def two_rounds(goal: str = "rounds = 4") -> str:
    blocks = "".join(
        "\n[[rounds]]\nevents = [\n" + "".join(f'  "{event}",\n' for event in events) + "]\n"
        for events in ((*FIRST, *LAST), SECOND)
    )
    return header(goal=goal) + blocks


@pytest.fixture
def played(haggis: Haggis) -> Path:
    """Round 1 is over, round 2 is in progress."""
    return haggis.keep(two_rounds())


@pytest.mark.slow
def test_the_line_editor_offers_the_old_event_to_be_changed(haggis: Haggis, played: Path) -> None:
    with DrawnTerminal(haggis, "record", "--round", "1", columns=50) as screen:
        screen.see("Round 1, event>")
        screen.press("1\r")
        screen.see("Event 1> Noah: bet big\n  Noah bets big (30)")
        screen.press("\x7f\x7f\x7flittle\r")
        screen.see("Save it? [Y/n]:")
        screen.press("y\r")
        screen.see("Put right: round 1, event 1.")
        screen.press("q\r")
        assert screen.end()[0] == 0
        assert screen.broken == []


def test_in_no_terminal_the_event_must_be_given(haggis: Haggis, played: Path) -> None:
    assert haggis("record", "--round", "1") == refused(
        2, "which event of round 1 is wrong: add --amend N EVENT (nothing is asked, because this is not a terminal)"
    )


def test_an_event_is_put_in_behind_the_last_one(haggis: Haggis) -> None:
    haggis.keep(header() + '\n[[rounds]]\nevents = [\n  "Noah: 4r", # low\n]\n')
    assert haggis("record", "--insert", "2", "Isla: 5r").code == 0
    assert haggis.text().endswith('events = [\n  "Noah: 4r", # low\n  "Isla: 5r",\n]\n')
    assert haggis("record", "--insert", "4", "Noah: 6r").code == 2


def test_without_a_dialogue_the_changed_rounds_are_told_too(haggis: Haggis, played: Path) -> None:
    ran = haggis("record", "--round", "1", "--amend", "1", "Noah: bet baby")
    assert ran == Ran(
        0,
        "Put right in friday: round 1, event 1.\nRound 1: Noah 141 → 116.\nTotals: Noah 141 → 116, Isla 10 → 10.\n"
        "Noah leads the next trick of round 2 with 15 cards; Isla holds 15 cards.\n",
        "",
    )
