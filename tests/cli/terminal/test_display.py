"""The line that tells how far long work has come."""

import io

import pytest

from haggis_cli.cli.terminal import display
from haggis_cli.cli.terminal.printer import Printer


class Screen(io.StringIO):
    """A stream that takes itself for a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    monkeypatch.setattr(display, "_PAUSE", 0)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    return Screen()


def shown(err: io.StringIO, patience: float, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(display, "_PATIENCE", patience)
    with display.progress(Printer(out=io.StringIO(), err=err), "matches read") as show:
        show(1, 4)
        show(4, 4)
    return err.getvalue()


def test_long_work_is_shown_and_the_line_is_gone_in_the_end(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(screen, 0, monkeypatch).split("\r")
    assert lines == ["", f"{'█' * 6}{'·' * 18} 1 of 4 matches read", f"{'█' * 24} 4 of 4 matches read", "\x1b[K"]


def test_short_work_shows_nothing(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(screen, 60, monkeypatch) == ""


def test_a_narrow_terminal_gets_a_short_line(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert all(len(line) < 30 for line in shown(screen, 0, monkeypatch).split("\r"))


def test_a_pipe_and_a_dumb_terminal_get_none(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(io.StringIO(), 0, monkeypatch) == ""
    monkeypatch.setenv("TERM", "dumb")
    assert shown(screen, 0, monkeypatch) == ""
