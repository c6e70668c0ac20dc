"""What a command prints: run in this process on a match of its own, or drawn as on a terminal of some width."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from haggis_cli.cli.app import app
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.referee.report import Report


class Ran(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Haggis:
    """Runs `haggis …` on a folder of matches of its own."""

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.home = home
        self._capsys = capsys

    def keep(self, text: str, name: str = "friday") -> Path:
        """Put a match file into the folder."""
        path = self.home / "matches" / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def __call__(self, *arguments: str) -> Ran:
        code = app([*arguments, "--home", str(self.home)], standalone_mode=False)
        return Ran(int(code or 0), *self._capsys.readouterr())


def drawn(
    draw: Callable[[Printer, Report], None],
    report: Report,
    monkeypatch: pytest.MonkeyPatch,
    *,
    columns: int = 80,
    colors: bool = False,
) -> str:
    """What is drawn on a terminal of so many columns."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "HAGGIS_NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    if not colors:
        monkeypatch.setenv("NO_COLOR", "1")
    screen = Terminal()
    draw(Printer(out=screen), report)
    return screen.getvalue()
