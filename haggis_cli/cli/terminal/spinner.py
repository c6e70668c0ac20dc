"""A quiet sign on the terminal that somebody is thinking, if it takes long enough to wonder."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.text_tables import shorten

_PATIENCE = 0.5  # seconds


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
        printer.err.write(shorten(f"{name} is thinking ...", room))
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
