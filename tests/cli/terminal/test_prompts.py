"""Questions at the terminal: what is shown of one that is wider than the terminal."""

import sys

import pytest

from haggis_cli.cli.terminal import prompts
from haggis_cli.cli.terminal.printer import Printer


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
