"""Keeping a hand from others who look at the same screen."""

import os
from shutil import get_terminal_size

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import forget_typed_lines


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
    return f"{name}, press Enter when you alone look: "
