"""Questions to a person at the terminal. Nothing is asked where nobody is there to answer."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from haggis_cli.cli.show import Printer, safe
from haggis_cli.errors import HaggisError, UsageError

T = TypeVar("T")


def can_ask() -> bool:
    """Whether a person sits at both ends: answers are typed, and questions are seen."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def need_terminal(missing: str) -> None:
    """UsageError that names what is missing, where it cannot be asked for."""
    if not can_ask():
        raise UsageError(f"{missing} (nothing is asked, because this is not a terminal)")


def ask(printer: Printer, question: str, read: Callable[[str], T], default: str | None = None) -> T:
    """Ask until the answer can be read; `read` gives its value or raises HaggisError. Enter takes the default.

    EOFError (Ctrl-D) and KeyboardInterrupt (Ctrl-C) end the command.
    """
    offered = f" [{safe(default)}]" if default else ""
    while True:
        answer = line_from(printer, f"{question}{offered}: ").strip() or default or ""
        try:
            return read(answer)
        except HaggisError as error:
            printer.say(f"  {safe(str(error))}")


def confirm(printer: Printer, question: str, *, default: bool = False) -> bool:
    """Ask yes or no until it is one of them; Enter takes the default."""
    answers = {"y": True, "yes": True, "n": False, "no": False, "": default}
    while True:
        answer = line_from(printer, f"{question} [{'Y/n' if default else 'y/N'}]: ").strip().casefold()
        if answer in answers:
            return answers[answer]
        printer.say("  Answer y or n.")


@contextmanager
def told_if_left(printer: Printer, what: str) -> Iterator[None]:
    """Say what leaving with Ctrl-C or Ctrl-D means, so that nobody has to wonder."""
    try:
        yield
    except (KeyboardInterrupt, EOFError):
        printer.say(f"\n{what}")
        raise


def line_from(printer: Printer, prompt: str) -> str:
    """One typed line; EOFError at its end. The prompt goes to standard error, so that results stay clean."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - input() then edits the line and remembers the ones before
        return input(prompt)
    printer.err.write(prompt)
    printer.err.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")
