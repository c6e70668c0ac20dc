"""A line on the terminal that tells how far long work has come; short work shows none, and in a pipe there is none."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from time import monotonic

from haggis_cli.cli.terminal.printer import Printer

_BAR = 24  # columns
_PATIENCE = 0.5  # seconds of work before anything is shown
_PAUSE = 0.1  # seconds between two states of the line


class ProgressLine:
    """The line; called with the number done and the number of all it shows them, seldom enough to cost nothing."""

    def __init__(self, printer: Printer, what: str, patience: float) -> None:
        from haggis_cli.support.glyphs import glyphs_for  # a pipe has no such line

        self._err, self._what = printer.err, what
        self._glyphs = glyphs_for(printer.err.encoding)
        self._due = monotonic() + patience
        self._shown = False

    def __call__(self, done: int, of: int) -> None:
        if monotonic() < self._due:
            return
        text = f" {done} of {of} {self._what}".rstrip()
        room = max(0, min(_BAR, get_terminal_size().columns - len(text) - 1))
        full = room * done // of
        self._err.write(f"\r{self._glyphs.shades[0] * full}{self._glyphs.track * (room - full)}{text}")
        self._err.flush()
        self._due, self._shown = monotonic() + _PAUSE, True

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if self._shown:
            self._err.write("\r\x1b[K")
            self._err.flush()
            self._shown = False


class NoProgressLine:
    """What is called where there is no terminal to show a line on."""

    def __call__(self, done: int, of: int) -> None:
        """Show nothing."""

    def clear(self) -> None:
        """Take nothing away."""


@contextmanager
def progress(
    printer: Printer, what: str = "", *, patience: float | None = None
) -> Iterator[ProgressLine | NoProgressLine]:
    """What to call with the number done and the number of all; the line is gone when the block ends.

    what: what is counted, if that is to be said.
    patience: seconds before anything is shown, if not the usual.
    """
    if not printer.err.isatty() or os.environ.get("TERM") == "dumb":
        yield NoProgressLine()
        return
    line = ProgressLine(printer, what, _PATIENCE if patience is None else patience)
    try:
        yield line
    finally:
        line.clear()
