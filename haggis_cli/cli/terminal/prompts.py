"""Questions to a person at the terminal. Nothing is asked where nobody is there to answer."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType, ModuleType
from typing import TypeAlias

import typer

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import INTERRUPTED, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import width, wrap_text

YES_OR_NO = {"y": True, "yes": True, "n": False, "no": False}
"""The answers to a question that is answered with yes or no."""
LEAVE_WORDS = ("q", "quit", "exit")
"""What leaves a dialogue at every prompt, whatever else such a word could mean there."""
_ANSWER_COLUMNS = 8  # columns left for the answer behind a prompt that is broken into lines
_NO_BREAK = "\0"  # stands for a blank at which no line is broken; no text that is printed has it
_line_history: ModuleType | None = None
"""The module `readline`, once a line has been asked for in a terminal."""


class Leave(typer.Exit):
    """The person leaves the dialogue; the command ends with exit code 1 where no dialogue expects it."""

    def __init__(self, word: str) -> None:
        super().__init__(1)
        self.word = word
        """What was typed, in small letters."""


def check_stays(line: str) -> str:
    """The line that was typed at a prompt; Leave for a word that leaves."""
    word = line.strip().casefold()
    if word in LEAVE_WORDS:
        raise Leave(word)
    return line


def can_ask() -> bool:
    """Whether a person sits at both ends: answers are typed, and questions are seen."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def require_terminal(missing: str) -> None:
    """UsageError that names what is missing, where it cannot be asked for."""
    if not can_ask():
        raise UsageError(f"{missing} (haggis cannot ask, because this is not a terminal)")


def confirm(printer: Printer, question: str, *, default: bool = False, ask: Callable[[str], str] | None = None) -> bool:
    """Ask yes or no until it is one of them; Enter takes the default.

    ask: gives the line that is typed after a prompt; `ask_line` if left out.
    """
    answers = YES_OR_NO | {"": default}
    prompt = f"{question} [{'Y/n' if default else 'y/N'}]: "
    while True:
        answer = (ask(prompt) if ask else ask_line(printer, prompt)).strip().casefold()
        if answer in answers:
            return answers[answer]
        printer.print_message("  Answer y or n.")


@contextmanager
def print_if_interrupted(printer: Printer, what: str, more: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Say what leaving means, so that nobody has to wonder; `more` tells what is beyond that."""
    try:
        yield
    except (KeyboardInterrupt, EOFError, Leave) as left:
        if not isinstance(left, Leave):
            printer.print_message("")
        printer.print_message(what)
        more()
        if isinstance(left, EOFError):
            raise typer.Exit(INTERRUPTED) from None
        raise


def forget_typed_lines() -> None:
    """Empty the list of the lines typed before, which the arrow keys bring back."""
    if _line_history:
        _line_history.clear_history()


def ask_line(printer: Printer, prompt: str, words: Sequence[str] = ()) -> str:
    """One typed line; Leave for a word that leaves, EOFError at the end of all lines.

    The prompt goes to standard error, so that results stay clean. Tab goes on to one of the words, or shows them.
    """
    return check_stays(_read_line(printer, prompt, words))


def drop_typed_ahead(printer: Printer) -> None:
    """Drop what was typed before its question was seen, and say so: after a refusal it would answer another."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    with suppress(ImportError, OSError, ValueError):
        import select
        import termios

        if select.select([sys.stdin], [], [], 0)[0]:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
            printer.print_message("  Input typed ahead was dropped.")


def _read_line(printer: Printer, prompt: str, words: Sequence[str]) -> str:
    prompt = escape_text(prompt)
    if sys.stdin.isatty() and sys.stdout.isatty():
        global _line_history
        with suppress(ImportError):
            import readline  # input() then edits the line and remembers the ones before

            _line_history = readline
            readline.set_completer_delims("")
            readline.set_completer(partial(_find_completion, words))
            readline.parse_and_bind(
                "bind ^I rl_complete" if readline.__doc__ and "libedit" in readline.__doc__ else "tab: complete"
            )
        with heard_interrupts():
            return input(_print_leading_lines(printer, prompt))
    printer.err.write(prompt)
    printer.err.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _find_completion(words: Sequence[str], text: str, number: int) -> str | None:
    """The word of that number, from 0, among those that begin so; None if there are not so many."""
    found = [word for word in words if word.casefold().startswith(text.casefold())]
    return found[number] if number < len(found) else None


def _print_leading_lines(printer: Printer, prompt: str) -> str:
    """The last line of a prompt that is too wide for the terminal; the lines before it are written.

    What is offered in brackets stays in one piece where a line can hold it.
    """
    columns = printer.columns
    text = prompt.rstrip(" ")
    if columns is None or width(prompt) + _ANSWER_COLUMNS <= columns:
        return prompt
    head, opening, offered = text.rpartition(" [")
    if width(offered) < columns - _ANSWER_COLUMNS:
        text = head + opening + offered.replace(" ", _NO_BREAK)
    *before, last = wrap_text(text, columns - _ANSWER_COLUMNS)
    for line in before:
        printer.print_message(line)
    return last.replace(_NO_BREAK, " ") + prompt[len(text) :]


# Ctrl-C while Python's readline waits for keys: heard whatever was typed a moment before.
#
# readline asks for signals only where one breaks off its waiting. One that comes between a key and the next wait stays
# unheard until another key; and Ctrl-C throws away the keys that are not read yet, so that readline then waits, deaf,
# for a key that it was told of. So the keys stay, and a timer breaks off the waiting a few times a second.

_EVERY = 0.2  # seconds
_LOCAL = 3  # the place of the local modes among what termios tells


@contextmanager
def heard_interrupts() -> Iterator[None]:
    """In here Ctrl-C ends `input()` at once, where the system has terminals and timers of POSIX."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGALRM)
    if before is None or signal.getitimer(signal.ITIMER_REAL)[0]:  # somebody else waits for it
        yield
        return
    with _kept_keys():
        signal.signal(signal.SIGALRM, _break_off)
        signal.setitimer(signal.ITIMER_REAL, _EVERY, _EVERY)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def _break_off(number: int, frame: FrameType | None) -> None:
    """That a signal was handled is all that is wanted."""


@contextmanager
def _kept_keys() -> Iterator[None]:
    """Ctrl-C throws no typed keys away meanwhile; nor does it leave them to the shell."""
    import termios

    try:
        terminal = sys.stdin.fileno()
        modes = termios.tcgetattr(terminal)
    except (OSError, ValueError, termios.error):
        yield
        return
    kept = [*modes]
    kept[_LOCAL] |= termios.NOFLSH
    with suppress(termios.error):
        termios.tcsetattr(terminal, termios.TCSANOW, kept)
    try:
        yield
    except KeyboardInterrupt:
        with suppress(termios.error):
            termios.tcflush(terminal, termios.TCIFLUSH)
        raise
    finally:
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, modes)


# What a line may go on with while it is typed, and what is shown below it.

LineHint: TypeAlias = Callable[[str], str]
"""What is said below the line while it is typed; an empty text says nothing."""

CompletionSource: TypeAlias = Callable[[str], Sequence[str]]
"""The words that may stand where the person types, given the line so far up to there."""


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
