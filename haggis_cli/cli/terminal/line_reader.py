"""Lines typed at the table: looked at and completed while they are typed, where the terminal can show that."""

import os
import sys
from collections.abc import Mapping
from typing import Protocol

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import CompletionSource, LineHint, ask_line


class LineReader(Protocol):
    """A person who types, a line at a time."""

    def ask_line(
        self,
        prompt: str,
        *,
        verdict: LineHint | None = None,
        words: CompletionSource | None = None,
        keys: Mapping[str, str] | None = None,
        default: str = "",
    ) -> str:
        """One line as it was typed; Leave for a word that leaves, EOFError and KeyboardInterrupt as of `input`.

        keys: a key that on an empty line enters a whole line at once; choose keys with which no line begins.
        default: what stands in the line already, to be changed.
        """

    def forget_pasted(self) -> list[str]:
        """The lines pasted together with the last one that are not entered yet; they will not be."""


def make_line_reader(printer: Printer) -> LineReader:
    """A reader for this terminal: with all comfort, or plain where the terminal or the installation has none."""
    if _can_move_cursor():
        try:
            from haggis_cli.cli.terminal.line_editor import LineEditor
        except ImportError:
            return PlainReader(printer)
        return LineEditor(colored=printer.messages_colored)
    return PlainReader(printer)


class PlainReader:
    """Line for line as every terminal, and a pipe, can."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    def ask_line(
        self,
        prompt: str,
        *,
        verdict: LineHint | None = None,
        words: CompletionSource | None = None,
        keys: Mapping[str, str] | None = None,
        default: str = "",
    ) -> str:
        """One line; a key counts with Enter, and Enter alone takes the default."""
        offered = f"[{default}] " if default else ""
        text = ask_line(self._printer, prompt + offered)
        return (keys or {}).get(text.strip(), text) or default

    def forget_pasted(self) -> list[str]:
        """Nothing: the terminal hands over line for line."""
        return []


def _can_move_cursor() -> bool:
    """Whether a person sits at a terminal that can move its cursor."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return os.environ.get("TERM", "dumb" if os.name != "nt" else "").casefold() not in ("dumb", "unknown")
