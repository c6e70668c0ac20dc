"""Lines typed at the table: looked at and completed while they are typed, where the terminal can show that."""

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import CompletionSource, LineHint, ask_line

if TYPE_CHECKING:
    from haggis_cli.cli.terminal.line_editor import LineEditor

LineReader: TypeAlias = "PlainReader | LineEditor"
"""A person who types, a line at a time."""


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
        """One line as it was typed; Leave for a word that leaves, EOFError and KeyboardInterrupt as of `input`.

        verdict, words: what is said of the line, and offered for it, while it is typed; nothing here.
        keys: a key that on an empty line enters a whole line at once, here with Enter; no line begins with one.
        default: what stands in the line already, to be changed; here Enter alone takes it.
        """
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
