"""A dialogue that one can go back through: which question comes next follows from the answers so far.

The questions are written as a plain function that yields them and is sent the answers. Going back runs it again with
one answer less, so that nothing an answer has brought about is left behind.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import line_from
from haggis_cli.matches.notation import read_name
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.wrapping import wrap_text

T = TypeVar("T")

BACK = ("<", "back")
HELP = "?"
_ENDLESS = 10_000
KEYS = "'<' goes back to the question before, '?' explains one."


@dataclass(frozen=True)
class Question:
    """One question. Its texts are shown as they are: names in them have passed through `safe`.

    read: the answer's value, or HaggisError for what cannot be one. default: what Enter means. help: what `?` tells.
    before: lines shown when the question comes up. counts: whether a sum may be typed, which is then worked out aloud.
    """

    text: str
    read: Callable[[str], Any]
    help: str
    default: str | None = None
    before: tuple[str, ...] = ()
    counts: bool = False


Script: TypeAlias = Generator[Question, Any, T]


class Talk(Generic[T]):
    """Where a dialogue stands: the question that is due, or the result once everything is answered."""

    def __init__(self, script: Callable[[], Script[T]]) -> None:
        self._script = script
        self._answers: list[Any] = []
        self._typed: list[tuple[str, str]] = []  # the question and what was typed, for each answer
        self._former: dict[str, str] = {}  # what was typed at the questions that one has gone back over
        self.question: Question | None = None
        self.result: T | None = None
        self._run()

    @property
    def default(self) -> str | None:
        """What Enter means now: the former answer where one has gone back, if it can still be given."""
        question = self.question
        if question is None:
            return None
        former = self._former.get(question.text)
        if former is not None:
            try:
                question.read(former)
            except HaggisError:
                return question.default
        return former or question.default

    def answer(self, text: str) -> Any:
        """Answer the question that is due and go on to the next; the answer's value, or HaggisError."""
        question = self.question
        assert question is not None
        given = text or self.default or ""
        value = question.read(given)
        # What was merely offered is worked out anew when an answer before it changes.
        offered = question.default is not None and question.read(question.default) == value
        self._typed.append((question.text, "" if offered else given))
        self._former.pop(question.text, None)
        self._answers.append(value)
        self._run()
        return value

    def back(self) -> bool:
        """Go back to the question before; False if there is none."""
        if not self._answers:
            return False
        self._answers.pop()
        asked, typed = self._typed.pop()
        if typed:
            self._former[asked] = typed
        self._run()
        return True

    def _run(self) -> None:
        script = self._script()
        try:
            self.question = next(script)
            for value in self._answers:
                self.question = script.send(value)
        except StopIteration as end:
            self.question, self.result = None, end.value


def hold(printer: Printer, talk: Talk[T]) -> T:
    """Ask at the terminal until everything is answered; its result.

    EOFError (Ctrl-D) and KeyboardInterrupt (Ctrl-C) end the command.
    """
    shown = None
    while talk.question is not None:
        question = talk.question
        if shown != question.text:
            for line in question.before:
                _say(printer, line)
        shown = question.text
        offered = f" [{safe(talk.default)}]" if talk.default else ""
        typed = line_from(printer, f"{question.text}{offered}: ").strip()
        if typed.casefold() in BACK:
            if not talk.back():
                printer.say("  This is the first question.")
        elif typed == HELP:
            _say(printer, f"  {question.help}")
        else:
            _answer(printer, talk, question, typed)
    assert talk.result is not None
    return talk.result


def _answer(printer: Printer, talk: Talk[T], question: Question, typed: str) -> None:
    try:
        value = talk.answer(typed)
    except HaggisError as error:
        _say(printer, f"  {safe(str(error))}")
        return
    if question.counts and not (typed or "0").isdigit():
        printer.say(f"  = {value}")


def _say(printer: Printer, line: str) -> None:
    """A line of talk; where the terminal is narrow its parts stay as far in as it begins."""
    text = line.lstrip(" ")
    indent = line[: len(line) - len(text)]
    for part in wrap_text(text, printer.columns or _ENDLESS, first=indent, others=indent + indent):
        printer.say(part)


def agreed(printer: Printer, question: str, *, default: bool) -> bool | None:
    """Whether a person says yes to saving what came of the answers; None to go back to them."""
    while True:
        typed = line_from(printer, f"{question} [{'Y/n' if default else 'y/N'}]: ").strip()
        if typed.casefold() in BACK:
            return None
        if typed == HELP:
            _say(printer, "  y saves it, n leaves without saving, < goes back to correct it.")
            continue
        try:
            return yes_or_no(typed or ("y" if default else "n"))
        except HaggisError as error:
            printer.say(f"  {str(error).capitalize()}, or < to go back and correct it.")


def yes_or_no(text: str) -> bool:
    """Whether an answer is yes; HaggisError if it is neither."""
    answer = {"y": True, "yes": True, "n": False, "no": False}.get(text.casefold())
    if answer is None:
        raise UsageError("answer y or n")
    return answer


def read_seat(text: str, names: Sequence[str]) -> int:
    """The player of that name, of an unambiguous beginning of it, or at that seat counted from 1."""
    try:
        return read_name(text, names)
    except HaggisError:
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(names):
            return int(text) - 1
        raise
