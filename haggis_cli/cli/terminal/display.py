"""What a terminal shows beside text: how far long work has come, who is thinking, an empty screen, a QR code."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from shutil import get_terminal_size
from time import monotonic

from haggis_cli.cli.terminal.printer import Printer, Styled
from haggis_cli.cli.terminal.prompts import forget_typed_lines
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.extras import QUIET_ZONE, QrDrawing
from haggis_cli.support.text import can_hold, glyphs_for, shorten

_BAR = 24  # columns
_PATIENCE = 0.5  # seconds of work before anything is shown
_PAUSE = 0.1  # seconds between two states of the line


class ProgressLine:
    """The line; called with the number done and the number of all it shows them, seldom enough to cost nothing."""

    def __init__(self, printer: Printer, what: str, patience: float) -> None:
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


@contextmanager
def progress(printer: Printer, what: str = "", *, patience: float | None = None) -> Iterator[ProgressLine]:
    """What to call with the number done and the number of all; the line is gone when the block ends.

    what: what is counted, if that is to be said.
    patience: seconds before anything is shown, if not the usual.
    """
    if not printer.err.isatty() or os.environ.get("TERM") == "dumb":
        patience = inf  # there is no terminal to show a line on
    line = ProgressLine(printer, what, _PATIENCE if patience is None else patience)
    try:
        yield line
    finally:
        line.clear()


@contextmanager
def spinner(printer: Printer, name: str) -> Iterator[None]:
    """Say that a player is thinking while the block runs; the line is gone when it ends."""
    if not printer.err.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        yield
        return
    shown = threading.Event()

    def show() -> None:
        shown.set()
        room = get_terminal_size().columns - 1  # a line that wraps could not be taken back
        printer.err.write(shorten(f"{escape_text(name)} is thinking ...", room))
        printer.err.flush()

    timer = threading.Timer(_PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if shown.is_set():
            printer.err.write("\r\x1b[K")
            printer.err.flush()


def clear_screen(printer: Printer) -> None:
    """Empty the screen, what can be scrolled back to where the terminal can do that, and the lines typed before."""
    printer.err.flush()
    forget_typed_lines()
    if os.environ.get("TERM", "dumb") == "dumb":
        printer.out.write("\n" * get_terminal_size().lines)
    else:
        printer.out.write("\x1b[H\x1b[2J\x1b[3J")
    printer.out.flush()


def privacy_prompt(name: str) -> str:
    """The question that a person answers with Enter when nobody else looks."""
    return f"{name}, press Enter when only you can see the screen: "


# A QR code on the terminal, large enough to hold a phone up to.
#
# With colours it is black on white. Without them what is light is drawn, which is right on a dark terminal; on a light
# one the code stands the other way round, and most phones read that, too.

_NARROW_QUIET_ZONE = 2  # phones find a code on a screen with less around it than paper needs


def knows_blocks(printer: Printer) -> bool:
    """Whether the terminal knows the characters that a code is drawn with."""
    return can_hold("▀▄█", printer.out.encoding)


def width_needed(drawing: QrDrawing) -> int:
    """The columns that a code takes at least."""
    return drawing.size + 2 * _NARROW_QUIET_ZONE


def render_code(printer: Printer, drawing: QrDrawing, columns: int) -> list[Styled]:
    """The lines of a code on a terminal that is wide enough for it."""
    quiet_zone = QUIET_ZONE if drawing.size + 2 * QUIET_ZONE <= columns else _NARROW_QUIET_ZONE
    lines = drawing.render_lines(quiet_zone, ink_is_dark=printer.colored)
    return [printer.styled(line, "paper") for line in lines]
