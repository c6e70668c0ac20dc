"""Lines typed at the table: looked at and completed while they are typed, where the terminal can show that."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import ask_line

LineHint: TypeAlias = Callable[[str], str]
"""What is said below the line while it is typed; an empty text says nothing."""

CompletionSource: TypeAlias = Callable[[str], Sequence[str]]
"""The words that may stand where the person types, given the line so far up to there."""


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
        """One line as it was typed; EOFError (Ctrl-D) and KeyboardInterrupt (Ctrl-C on an empty line) as of `input`.

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
        offered = f"[{safe(default)}] " if default else ""
        text = ask_line(self._printer, prompt + offered)
        return (keys or {}).get(text.strip(), text) or default

    def forget_pasted(self) -> list[str]:
        """Nothing: the terminal hands over line for line."""
        return []


def find_completions(text: str, words: Sequence[str]) -> list[tuple[str, int]]:
    """Each word that the text may go on with, and how many characters of it are typed; a name may hold blanks.

    >>> find_completions("Mary A", ["Mary Ann: ", "Mary Lou: ", "pass"]), find_completions("4r p", ["pass"])
    ([('Mary Ann: ', 6)], [('pass', 1)])
    """
    begun = text.rpartition(" ")[2]
    found = ((word, _typed_length(text, word)) for word in words)
    return [(word, typed) for word, typed in found if typed >= len(begun)]


def _typed_length(text: str, word: str) -> int:
    for size in range(min(len(text), len(word)), 0, -1):
        if text[-size:].casefold() == word[:size].casefold() and (size == len(text) or text[-size - 1] in " :,"):
            return size
    return 0


def _can_move_cursor() -> bool:
    """Whether a person sits at a terminal that can move its cursor."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return os.environ.get("TERM", "dumb" if os.name != "nt" else "").casefold() not in ("dumb", "unknown")
