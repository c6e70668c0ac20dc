"""A line on the terminal that tells how far long work has come; short work shows none, and in a pipe there is none."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from time import monotonic

from haggis_cli.cli.screen.show import Printer

_BAR = 24  # columns
_PATIENCE = 0.5  # seconds of work before anything is shown
_PAUSE = 0.1  # seconds between two states of the line


@contextmanager
def progress(
    printer: Printer, what: str = "", *, patience: float | None = None
) -> Iterator[Callable[[int, int], None]]:
    """What to call with the number done and the number of all; the line is gone when the block ends.

    what: what is counted, if that is to be said. patience: seconds before anything is shown, if not the usual.
    """
    if not printer.err.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done, of: None
        return
    from haggis_cli.sheets.glyphs import glyphs_for

    glyphs = glyphs_for(printer.err.encoding)
    due = monotonic() + (_PATIENCE if patience is None else patience)
    shown = False

    def show(done: int, of: int) -> None:
        nonlocal due, shown
        if monotonic() < due:
            return
        text = f" {done} of {of} {what}".rstrip()
        room = max(0, min(_BAR, get_terminal_size().columns - len(text) - 1))
        full = room * done // of
        printer.err.write(f"\r{glyphs.shades[0] * full}{glyphs.track * (room - full)}{text}")
        printer.err.flush()
        due, shown = monotonic() + _PAUSE, True

    try:
        yield show
    finally:
        if shown:
            printer.err.write("\r\x1b[K")
            printer.err.flush()
