"""Whole evenings in a real terminal: from an empty home to a finished sheet, with slips, Ctrl-C and crashes."""

from collections.abc import Iterable

import pytest

from tests.support.haggis import Haggis, Ran
from tests.support.terminal import DrawnTerminal, unwrapped

EVENINGS = [
    pytest.param(variant, columns, crashes, id=f"{variant}-{columns}-{'kill' if crashes else 'Ctrl-C'}")
    for variant, wide_crashes in (("two-player", True), ("tatties", False), ("neeps", True))
    for columns, crashes in ((80, wide_crashes), (50, not wide_crashes))
]
"""Each variant at both widths of 24 rows; once the first sitting ends with kill -9, once with Ctrl-C."""

WON = (" has won", " have won")

evening = pytest.mark.parametrize(("variant", "columns", "crashes"), EVENINGS)

PLAYERS = {
    "two-player": ("Noah", "Isla"),
    "tatties": ("Noah", "Jamie", "Isla"),
    "neeps": ("Noah", "Jamie", "Isla", "Rory"),
}


def stop(screen: DrawnTerminal, *, crashes: bool) -> None:
    """End a sitting as a power cut does, or with Ctrl-C."""
    if crashes:
        screen.kill()
        return
    screen.interrupt()
    code, _ = screen.end()
    assert code == 130
    assert "Traceback" not in screen.shown


def finished(haggis: Haggis, screens: Iterable[DrawnTerminal]) -> str:
    """The sheet of a match that is over and breaks no rule; nothing on the screens ran over the edge."""
    for screen in screens:
        assert screen.broken == []
    assert haggis("check") == Ran(0, "", "")
    sheet = haggis.ok("sheet")
    assert any(word in sheet.splitlines()[-1] for word in WON)
    return sheet


def totals(haggis: Haggis) -> dict[str, int]:
    told = haggis.json("show")
    assert told["complete"]
    return dict(told["totals"])


ROUNDS = {
    "two-player": (
        [("Who went out first: ", "n"), ("Isla still hold: ", "8"), ("Noah capture: ", "10+2")],
        ("Isla capture [24]: ", "25-", "'25-' is not a number"),
        [("Isla capture [24]: ", ""), ("Noah bet [none]: ", "little"), ("Isla bet [none]: ", "baby")],
        {"Noah": 72, "Isla": 24},
        "Noah has won: 72 to 24.",
    ),
    "tatties": (
        [("first: ", "Noah"), ("'s: ", "9"), ("second: ", "Isla")],
        ("Jamie still hold: ", "12", "cannot have recorded more cards (12 after 9)"),
        [
            ("Jamie still hold: ", "5"), ("Noah capture: ", "20"), ("Jamie capture: ", "12"),
            ("Isla capture [19]: ", ""), ("Shepherd [nobody]: ", "j"), ("What did Jamie bid: ", "30"),
        ],
        {"Noah": 85, "Jamie": 12, "Isla": 54},
        "Noah has won with 85, ahead of Isla (54) and Jamie (12).",
    ),
    "neeps": (
        [("first: ", "Isla"), ("'s: ", "7"), ("second: ", "Noah"), ("Noah capture: ", "30")],
        ("Jamie capture: ", "55", "Jamie cannot have captured 55: 54 are left"),
        [
            ("Jamie capture: ", "20"), ("Isla capture: ", "10+10"), ("Rory capture [14]: ", ""),
            ("Bet of Noah & Isla: who, how much [none]: ", "i big"), ("Bet of Jamie & Rory", ""),
        ],
        {"Noah & Isla": 180, "Jamie & Rory": 34},
        "Noah & Isla have won: 180 to 34.",
    ),
}  # fmt: skip
"""What is answered to `score`: up to a slip, the slip and what is said of it, the rest; the totals, the sheet's end."""


@pytest.mark.sample("neeps-50-Ctrl-C")
@evening
def test_keeping_the_score(haggis: Haggis, variant: str, columns: int, crashes: bool) -> None:
    before, (question, slip, said), after, wanted, ending = ROUNDS[variant]
    with DrawnTerminal(haggis, "new", "--name", "friday", columns=columns) as new:
        new.answer("How many players [2]: ", variant)
        for place, name in enumerate(PLAYERS[variant], 1):
            new.answer(f"Player {place}{', clockwise' if place > 1 else ''}: ", name)
        if variant == "neeps":
            new.answer("& Isla]: ", "")
            new.answer("& Rory]: ", "")
        new.answer("points]: ", "1 round")
        if variant != "tatties":  # which has no house rules
            new.answer("[no]: ", "")
        begins = "deals" if variant == "tatties" else "leads"
        new.answer(f"Who {begins} first, or random [Noah]: ", "<")
        new.answer("[no]: " if variant != "tatties" else "[1 round]: ", "")
        new.answer(f"Who {begins} first, or random [Noah]: ", "")
        assert new.end()[0] == 0
    started = haggis.text()
    with DrawnTerminal(haggis, "score", columns=columns) as first:
        for prompt, line in (*before, (question, slip)):
            first.answer(prompt, line)
        assert unwrapped(said) in unwrapped(first.expect(question))
        stop(first, crashes=crashes)
    assert haggis.text() == started
    with DrawnTerminal(haggis, "score", columns=columns) as second:
        second.answer("Continue the half-entered round? [Y/n]: ", "")
        second.answer(question, "<")
        second.answer(before[-1][0].removesuffix(": "), "")
        for prompt, line in after:
            second.answer(prompt, line)
        second.answer("Save this round? [Y/n]: ", "")
        assert second.end()[0] == 0
    saved = haggis.text()
    haggis.ok("undo")
    assert haggis.text() == started
    haggis.ok("redo")
    assert haggis.text() == saved
    assert totals(haggis) == wanted
    assert finished(haggis, (new, first, second)).endswith(f"\n{ending}\n")


PLAYS = {
    "two-player": (
        [("Noah", "Isla: bet big"), ("Noah", "2-8r"), ("Isla", "p")],
        ("Noah", "3b 5g 7b", "3b 5g 7b is no"),
        [("Noah", "2-8g"), ("Isla", "."), ("Noah", "JQK")],
        {"Noah": 141, "Isla": 10},
        "Noah has won: 141 to 10.",
    ),
    "tatties": (
        [("Jamie", "15"), ("Isla", "p"), ("Noah", "p"), ("Jamie", "2-8r"), ("Isla", "p"), ("Noah", "p")],
        ("Jamie", "8r", "8r has already been played"),
        [
            ("Jamie", "2-8g"), ("Isla", "."), ("Noah", "."), ("Jamie", "JQK"), ("Isla", "."), ("Noah", "."),
            ("Isla", "2-8b"), ("Noah", "."), ("Isla", "2-8y"), ("Noah", "."), ("Isla", "JQK"),
        ],
        {"Noah": 0, "Jamie": 134, "Isla": 102},
        "Jamie has won with 134, ahead of Isla (102) and Noah (0).",
    ),
    "neeps": (
        [("Noah", "2-10r"), ("Jamie", "p"), ("Isla", "p"), ("Rory", "p")],
        ("Noah", "pass", "leads the trick"),
        [
            ("Noah", "2-10g"), ("Jamie", "."), ("Isla", "."), ("Rory", "."),
            ("Noah", "JQK"), ("Jamie", "."), ("Isla", "."), ("Rory", "."),
            ("Noah", "lead"), ("Isla", "2-10b"), ("Rory", "."), ("Jamie", "."),
            ("Isla", "2-10y"), ("Rory", "."), ("Jamie", "."), ("Isla", "JQK"),
        ],
        {"Noah & Isla": 288, "Jamie & Rory": 6},
        "Noah & Isla have won: 288 to 6.",
    ),
}  # fmt: skip
"""What is typed to `record`, by whose prompt: up to a play that is refused, that play, the rest."""


def record(screen: DrawnTerminal, plays: Iterable[tuple[str, str]]) -> None:
    for player, line in plays:
        screen.see(f"{player}>\n")
        screen.press(line if line == "." else f"{line}\r")
        screen.see(f"{player}> {'pass' if line == '.' else line}\n")


@pytest.mark.slow
@pytest.mark.longest("two-player-80-kill", "tatties-50-kill", "neeps-50-Ctrl-C")
@evening
def test_recording_play_by_play(haggis: Haggis, variant: str, columns: int, crashes: bool) -> None:
    before, (player, slip, said), after, wanted, ending = PLAYS[variant]
    names = [word for name in PLAYERS[variant] for word in ("-p", name)]
    haggis.ok("new", "--variant", variant, *names, "--rounds", "1", "--name", "friday")
    with DrawnTerminal(haggis, "record", columns=columns) as first:
        record(first, before)
        first.see(f"{player}>\n")
        saved = haggis.text()
        first.press(f"{slip}\r")
        first.see(said)
        first.see(f"{player}>\n")
        assert haggis.text() == saved
        record(first, after[:2])
        first.see(f"{after[2][0]}>\n")
        done = haggis.text()
        first.press("4")
        stop(first, crashes=crashes)
    assert haggis.text() == done
    with DrawnTerminal(haggis, "record", columns=columns) as second:
        record(second, [(after[2][0], "undo"), (after[1][0], "undo")])
        second.see(f"{after[0][0]}>\n")
        assert haggis.text() == saved
        record(second, after)
        code, _ = second.end()
        assert code == 0
    assert totals(haggis) == wanted
    assert finished(haggis, (first, second)).endswith(f"\n{ending}\n")


@pytest.mark.slow
@pytest.mark.longest("two-player-80-kill", "tatties-50-kill", "neeps-50-Ctrl-C")
@evening
def test_playing_against_the_computer(haggis: Haggis, variant: str, columns: int, crashes: bool) -> None:
    words = ("play", "--rounds", "1", "--seed", "21", "--playouts", "1")
    with DrawnTerminal(haggis, *words, "--name", "friday", columns=columns, USER="noah") as first:
        first.answer("How many players [2]: ", variant)
        first.answer("Your name [Noah]: ", "")
        for place in range(2, len(PLAYERS[variant]) + 1):
            first.expect(f"Player {place}: ")
            first.answer("[normal]: ", "easy")
        first.see("Noah>\n")
        saved = haggis.text()
        first.press("9k9\r")
        first.see("haggis: ")
        first.see("Noah>\n")
        assert haggis.text() == saved
        advised(first)
        first.see("Noah>\n")
        done = haggis.text()
        assert done != saved
        stop(first, crashes=crashes)
    assert haggis.text() == done
    with DrawnTerminal(haggis, "play", *words[3:], columns=columns) as second:
        second.see("Noah>\n")
        second.press("undo\r")
        second.see("Taken back: Noah: ")
        second.see("Noah>\n")
        assert haggis.text() == saved
        second.press("redo\r")
        second.see("Restored.")
        second.see("Noah>\n")
        assert haggis.text() == done
        while "Noah>\n" in (shown := second.see("Noah>\n", *WON).rpartition("Round 1 |")[2]):
            if "To beat: " in shown:
                record(second, [("Noah", ".")])
            else:
                advised(second)
        code, _ = second.end()
        assert code == 0
    assert sum(totals(haggis).values()) > 0
    ending = finished(haggis, (first, second)).splitlines()[-1]
    offer = "'haggis review friday' shows the points that each play gave away."
    assert unwrapped(second.screen).endswith(f"{ending} {offer}")


def advised(screen: DrawnTerminal) -> None:
    """Do what the adviser would do."""
    screen.press("hint\r")
    screen.see("Hint: ")
    screen.see("Noah>\n")
    screen.press("1\r")
    screen.see("Noah> 1\n")
