"""An event of an earlier round is put right in the dialogue: changed, taken out or put in, and what follows is told."""

from pathlib import Path

import pytest

from tests.support.haggis import Haggis, Ran, header, refused
from tests.support.terminal import DrawnTerminal, Terminal, unwrapped

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


def events_of(haggis: Haggis, number: int) -> list[str]:
    out = haggis.ok("log", "--events", "--round", str(number))
    return [line.split(maxsplit=1)[1] for line in out.splitlines()[1:]]


def test_the_round_is_listed_and_a_bet_is_changed_once_its_consequences_are_agreed_to(
    haggis: Haggis, played: Path
) -> None:
    before = played.read_bytes()
    with Terminal(haggis, "record", "--round", "1") as screen:
        shown = screen.answer("Round 1, event> ", "1 Noah: bet little")
        assert "A correction is saved once you agree to it." in unwrapped(shown)
        assert "   1  Noah: bet big\n" in shown
        shown = screen.answer("Save it? [Y/n]: ", "what")
        assert "Round 1: Noah 141 → 126.\nTotals: Noah 141 → 126, Isla 10 → 10.\n" in shown
        assert "Answer y or n." in screen.answer("Save it? [Y/n]: ", "n")
        assert "Nothing was changed." in screen.answer("Round 1, event> ", "1 Noah: bet little")
        assert played.read_bytes() == before
        screen.answer("Save it? [Y/n]: ", "")
        assert "Put right: round 1, event 1. 'undo' takes it back." in screen.answer("Round 1, event> ", "undo")
        assert "Taken back: the correction of round 1, event 1" in screen.answer("Round 1, event> ", "redo")
        screen.answer("Round 1, event> ", "q")
        assert screen.end()[0] == 0
    assert events_of(haggis, 1) == ["Noah: bet little", *FIRST[1:], *LAST]
    assert events_of(haggis, 2) == list(SECOND)


def test_a_forgotten_bet_is_put_in_and_an_event_taken_out(haggis: Haggis, played: Path) -> None:
    with Terminal(haggis, "record", "--round", "1") as screen:
        screen.answer("Round 1, event> ", "insert 2 Isla: bet baby")
        assert "Round 1: Noah 141 → 146." in screen.answer("Save it? [Y/n]: ", "y")
        screen.answer("Round 1, event> ", "1 -")
        assert "Totals: Noah 146 → 116" in screen.answer("Save it? [Y/n]: ", "y")
        screen.answer("Round 1, event> ", "quit")
        assert screen.end()[0] == 0
    assert events_of(haggis, 1) == ["Isla: bet baby", *FIRST[1:], *LAST]


def test_what_then_breaks_the_rules_is_told_before_it_is_saved_and_can_be_healed(haggis: Haggis, played: Path) -> None:
    with Terminal(haggis, "record", "--round", "1") as screen:
        shown = screen.answer("Round 1, event> ", "6 -")
        shown = screen.answer("Save it all the same? [y/N]: ", "y")
        assert "Round 1 is not over any more." in shown
        assert "The totals cannot be told until that is put right." in shown
        shown = screen.answer("Round 1, event> ", "insert 6 JQK")
        assert "round 1" in shown.casefold()
        screen.answer("Round 1, event> ", "q")
        assert screen.end()[0] == 0
    assert events_of(haggis, 1) == [*FIRST, *LAST]
    assert haggis("check").code == 0


@pytest.mark.slow
def test_events_log_and_help_are_of_that_round(haggis: Haggis, played: Path) -> None:
    with Terminal(haggis, "record", "--round", "1") as screen:
        screen.answer("Round 1, event> ", "log")
        shown = screen.answer("Round 1, event> ", "events")
        assert "Round 1, Noah to lead" in shown
        assert "Round 2" not in shown
        assert "   1  Noah: bet big\n" in screen.answer("Round 1, event> ", "help")
        assert "7 -              take event 7 out" in screen.answer("Round 1, event> ", "9")
        assert "there is no event 9: round 1 has events 1 to 6" in screen.answer("Round 1, event> ", "seven")
        assert "say which event, by its number" in screen.answer("Round 1, event> ", "2.1")
        screen.answer("Event 1> [Isla: 4r 4g] ", "")
        assert "Nothing was changed." in screen.answer("Round 1, event> ", "q")
        assert screen.end()[0] == 0


@pytest.mark.slow
def test_a_match_that_is_over_can_be_put_right_too(haggis: Haggis) -> None:
    haggis.keep(two_rounds("points = 100").partition('\n[[rounds]]\nevents = [\n  "Isla: 4r')[0])
    with Terminal(haggis, "record") as screen:
        code, shown = screen.end()
        assert code == 1
        assert "or put a round right with 'haggis record --round N'" in unwrapped(shown)
    with Terminal(haggis, "record", "--round", "1") as screen:
        screen.answer("Round 1, event> ", "1 -")
        assert "Noah has won" not in screen.answer("Save it? [Y/n]: ", "y")
        screen.answer("Round 1, event> ", "q")
        assert screen.end()[0] == 0
    assert haggis.json("show")["totals"]["Noah"] == 111


@pytest.mark.slow
def test_rounds_after_an_earlier_end_are_offered_to_be_taken_out(haggis: Haggis) -> None:
    """With the big bet instead of none Noah has won after round 1 already, so that round 2 was never due."""
    text = two_rounds("points = 130").replace('  "Noah: bet big",\n', "")
    haggis.keep(text)
    with Terminal(haggis, "record", "--round", "1") as screen:
        screen.answer("Round 1, event> ", "insert 1 Noah: bet big")
        shown = screen.answer("Take round 2 out? ('haggis undo' brings it back) [y/N]: ", "y")
        assert "Round 1: Noah 111 → 141.\nTotals: Noah 111 → 141, Isla 10 → 10.\nNoah has won: 141 to 10.\n" in shown
        screen.answer("Round 1, event> ", "q")
        assert screen.end()[0] == 0
    report = haggis.json("show")
    assert (len(report["rounds"]), report["winner"]) == (1, "Noah")
    haggis.ok("undo")
    assert haggis.path().read_text(encoding="utf-8") == text


@pytest.mark.slow
def test_amend_without_an_event_asks_for_it(haggis: Haggis, played: Path) -> None:
    with Terminal(haggis, "record", "--round", "1", "--amend", "1") as screen:
        screen.answer("Event 1> [Noah: bet big] ", "Noah: bet little")
        assert "Round 1: Noah 141 → 126." in screen.answer("Save it? [Y/n]: ", "")
        assert screen.end()[0] == 0
    assert events_of(haggis, 1)[0] == "Noah: bet little"
    with Terminal(haggis, "record", "--insert", "1") as screen:
        screen.answer("Before 1> ", "")
        assert screen.end()[0] == 1


@pytest.mark.slow
def test_while_a_round_is_recorded_amend_reaches_every_round(haggis: Haggis, played: Path) -> None:
    with Terminal(haggis, "record") as screen:
        screen.answer("Noah> ", "amend round 1")
        screen.answer("Which number, Enter for none> ", "1")
        screen.answer("Event 1> [Noah: bet big] ", "Noah: bet baby")
        screen.answer("Save it? [Y/n]: ", "")
        screen.answer("Noah> ", "amend 1.")
        assert "   1  Noah: bet baby\n" in screen.answer("Which number, Enter for none> ", "")
        screen.answer("Noah> ", "quit")
        assert screen.end()[0] == 0
    assert events_of(haggis, 1)[0] == "Noah: bet baby"


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


@pytest.mark.slow
def test_a_round_typed_in_and_one_that_is_not_there_are_told(haggis: Haggis) -> None:
    typed = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    haggis.keep(header() + typed)
    for number, said in (("1", "put it right with 'haggis score --round 1'"), ("3", "there is no round 3")):
        with Terminal(haggis, "record", "--round", number) as screen:
            code, shown = screen.end()
        assert (code, said in unwrapped(shown)) == (2, True)


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
