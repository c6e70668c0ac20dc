"""Every prompt: a lone q leaves, what can mean two things is refused with both, and none is too wide."""

import re
import sys
from pathlib import Path

import pytest

import haggis_cli
from haggis_cli.cli.terminal import prompts
from haggis_cli.cli.terminal.printer import Printer
from tests.support.haggis import Haggis
from tests.support.terminal import Here, Terminal, unwrapped


def asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], prompt: str, columns: int) -> list[str]:
    """The lines in which a question is shown on a terminal of that width."""
    monkeypatch.setattr(Printer, "columns", columns)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    shown: list[str] = []

    def answer(text: str) -> str:
        shown.append(text)
        return ""

    monkeypatch.setattr("builtins.input", answer)
    prompts.ask_line(Printer(), prompt)
    return [*capsys.readouterr().err.splitlines(), *shown]


@pytest.mark.parametrize(
    ("columns", "lines"),
    [
        (80, ["Bet of High Rollas: who, how much [Noah little]: "]),
        (50, ["Bet of High Rollas: who, how much", "[Noah little]: "]),
        (20, ["Bet of High", "Rollas: who,", "how much", "[Noah", "little]: "]),
    ],
)
def test_what_is_offered_stays_in_one_piece_where_it_can(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int, lines: list[str]
) -> None:
    assert asked(monkeypatch, capsys, "Bet of High Rollas: who, how much [Noah little]: ", columns) == lines


PLAYERS = ("Jamie", "Jack", "Ann 2", "Rory")


def start(haggis: Haggis, variant: str, number: int) -> None:
    """A match of these players, called friday."""
    players = [word for name in PLAYERS[:number] for word in ("-p", name)]
    haggis.ok("new", "--variant", variant, *players, "--rounds", "4", "--lead", "Jamie", "--name", "friday")


NEW = ("2", "", "Noah", "Isla", "", "", "")
TATTIES = ("jac9", "3 5", "18", "17", "", "ann30", "n")
NEEPS = ("r9", "jac", "20", "20", "20", "", "ann15", "")
"""What is answered to every question of a new match, and of a round."""


def answered(command: str, *lines: str) -> tuple[int, str, str]:
    """How a command ends in which these lines are typed, what it says after the last of them, and its last question."""
    typed = iter(lines)
    screen = Here(lambda _: next(typed))
    code = screen.run(command)
    said = screen.getvalue().rpartition(f"{screen.asked[-1]}{lines[-1]}\n")[2]
    assert not [*typed]
    return code, said, screen.asked[-1]


@pytest.mark.sample(3)
@pytest.mark.parametrize("answers", range(len(NEW)))
def test_q_leaves_every_question_of_a_new_match(haggis: Haggis, answers: int) -> None:
    code, said, _ = answered("new", *NEW[:answers], "q")
    assert code == 1
    assert "No match was started." in said
    words = said.partition("To continue with your answers:\n")[2].splitlines()
    kept = [word for word in ("--variant two-player", "--player Noah", "--player Isla", "--points 250") if word in said]
    assert len(kept) == sum(answers > at for at in (1, 2, 3, 4))
    assert bool(words) is bool(kept)
    assert not list(haggis.home.glob("matches/*.toml"))


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("variant", "number", "answers"),
    [
        *(("tatties", 3, TATTIES[:at]) for at in range(len(TATTIES))),
        *(("neeps", 4, NEEPS[:at]) for at in range(len(NEEPS))),
    ],
)
def test_q_leaves_every_question_of_a_round_and_the_answers_are_kept(
    haggis: Haggis, variant: str, number: int, answers: tuple[str, ...]
) -> None:
    start(haggis, variant, number)
    before = haggis.text()
    code, said, asked = answered("score", *answers, "q")
    assert code == 1
    assert ("your answers are saved" if answers else "Round 1 has not begun.") in unwrapped(said)
    if answers:
        assert answered("score", "q")[::2] == (1, "Continue the half-entered round? [Y/n]: ")
        assert answered("score", "", "q")[::2] == (1, asked)
    assert haggis.text() == before


def test_every_prompt_comes_from_where_q_leaves() -> None:
    """Nobody else reads a line: a prompt that is added cannot forget it."""
    reads = re.compile(r"\binput\(|stdin\.readline\(|\.prompt\(")
    folder = Path(haggis_cli.__file__).parent
    found = {path.name for path in folder.rglob("*.py") if reads.search(path.read_text("utf-8"))}
    assert found == {"prompts.py", "line_editor.py"}


class TestWhatFitsTwo:
    """A beginning that fits two things is refused with both, in every way to type."""

    def test_in_entries_and_events(self, haggis: Haggis) -> None:
        start(haggis, "three-player", 3)
        for words, told in (
            (("score", "j: out 9, cards 20"), "'j' can be Jamie or Jack"),
            (("score", "jam: out 9, bet b, cards 20"), "'b' can be baby or big"),
            (("score", "j9: out 9, cards 20"), "'j9' can be Jamie or Jack: write more of the name"),
            (("record", "j: 4r"), "'j' can be Jamie or Jack"),
            (("record", "j passes"), "'j' can be Jamie or Jack"),
            (("record", "Jack: bet b"), "'b' can be baby or big"),
        ):
            ran = haggis(*words)
            assert ran.code == 2
            assert told in ran.err
        haggis.ok("record", "Jack: bet bi", "Ann 2 bets l")
        assert 'events = [\n  "Jack: bet big",\n  "Ann 2: bet little",\n]' in haggis.text()


def test_what_is_typed_ahead_answers_no_other_question_after_a_refusal(haggis: Haggis) -> None:
    start(haggis, "two-player", 2)
    with Terminal(haggis, "score") as screen:
        screen.expect("Who went out first: ")
        screen.press("j\n2\n10\n20\n\n\n")
        screen.expect("Input typed ahead was dropped.")
        screen.answer("Who went out first: ", "q")
        assert "Round 1 has not begun." in screen.end()[1]


@pytest.mark.parametrize(
    ("names", "line", "told"),
    [
        (("Jamie", "Isla"), "j 3r", "'j 3r' can be the cards 3r J, or 3r by Jamie: write '3r J'"),
        (("Isla", "Quentin"), "Q 2g", "'Q 2g' can be the cards 2g Q, or 2g by Quentin"),
        (("Ann", "Ann 2"), "ann 2 4g", "'ann 2 4g' can be 'Ann: 2 4g' or 'Ann 2: 4g': write the colon"),
    ],
)
def test_cards_that_may_begin_with_a_player_are_refused_with_both(
    haggis: Haggis, names: tuple[str, str], line: str, told: str
) -> None:
    players = [word for name in names for word in ("-p", name)]
    haggis.ok("new", "--variant", "two-player", *players, "--rounds", "2", "--name", "friday")
    ran = haggis("record", line)
    assert (ran.code, told in ran.err) == (2, True)
    assert haggis("record", "J Q" if names[0] == "Jamie" else "3r J").code == 0  # as files have it
