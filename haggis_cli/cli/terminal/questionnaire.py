"""A dialogue that one can go back through: which question comes next follows from the answers so far.

The questions are written as a plain function that yields them and is sent the answers. Going back runs it again with
one answer less, so that nothing an answer has brought about is left behind.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import ask_line
from haggis_cli.matches.notation import parse_name
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.text_tables import wrap_text

T = TypeVar("T")

BACK_WORDS = ("<", "back")
HELP = "?"
_UNWRAPPED_WIDTH = 10_000
KEYS_HELP = "'<' goes back to the question before, '?' explains one."


@dataclass(frozen=True)
class Question:
    """One question. Its texts are shown as they are: names in them have passed through `safe`."""

    text: str
    """What is asked, without the colon behind it."""
    parse: Callable[[str], Any]
    """Gives the value of an answer; HaggisError for what is none."""
    help: str
    """What `?` shows."""
    default: str | None = None
    """What Enter means; None if an answer must be typed."""
    introduction: tuple[str, ...] = ()
    """Lines shown when the question comes up."""
    allows_sum: bool = False
    """Whether a sum such as 10+15+8 may be typed; what it comes to is printed."""


QuestionFlow: TypeAlias = Generator[Question, Any, T]


class Questionnaire(Generic[T]):
    """Where a dialogue stands: the question that is due, or the result once everything is answered."""

    def __init__(self, script: Callable[[], QuestionFlow[T]]) -> None:
        self._flow = script
        self._answers: list[Any] = []
        self._typed_texts: list[tuple[str, str]] = []  # the question and what was typed, for each answer
        self._earlier_texts: dict[str, str] = {}  # what was typed at the questions that one has gone back over
        self.question: Question | None = None
        self.result: T | None = None
        self._replay()

    @property
    def default(self) -> str | None:
        """What Enter means now: the former answer where one has gone back, if it can still be given."""
        question = self.question
        if question is None:
            return None
        former = self._earlier_texts.get(question.text)
        if former is not None:
            try:
                question.parse(former)
            except HaggisError:
                return question.default
        return former or question.default

    def answer(self, text: str) -> Any:
        """Answer the question that is due and go on to the next; the answer's value, or HaggisError."""
        question = self.question
        assert question is not None
        given = text or self.default or ""
        value = question.parse(given)
        # What was merely offered is worked out anew when an answer before it changes.
        offered = question.default is not None and question.parse(question.default) == value
        self._typed_texts.append((question.text, "" if offered else given))
        self._earlier_texts.pop(question.text, None)
        self._answers.append(value)
        self._replay()
        return value

    def go_back(self) -> bool:
        """Go back to the question before; False if there is none."""
        if not self._answers:
            return False
        self._answers.pop()
        asked, typed = self._typed_texts.pop()
        if typed:
            self._earlier_texts[asked] = typed
        self._replay()
        return True

    def _replay(self) -> None:
        script = self._flow()
        try:
            self.question = next(script)
            for value in self._answers:
                self.question = script.send(value)
        except StopIteration as end:
            self.question, self.result = None, end.value


def ask_questionnaire(printer: Printer, talk: Questionnaire[T]) -> T:
    """Ask at the terminal until everything is answered; its result.

    EOFError (Ctrl-D) and KeyboardInterrupt (Ctrl-C) end the command.
    """
    shown = None
    while talk.question is not None:
        question = talk.question
        if shown != question.text:
            for line in question.introduction:
                _print_wrapped(printer, line)
        shown = question.text
        offered = f" [{safe(talk.default)}]" if talk.default else ""
        typed = ask_line(printer, f"{question.text}{offered}: ").strip()
        if typed.casefold() in BACK_WORDS:
            if not talk.go_back():
                printer.print_message("  This is the first question.")
        elif typed == HELP:
            _print_wrapped(printer, f"  {question.help}")
        else:
            _submit_answer(printer, talk, question, typed)
    assert talk.result is not None
    return talk.result


def _submit_answer(printer: Printer, talk: Questionnaire[T], question: Question, typed: str) -> None:
    try:
        value = talk.answer(typed)
    except HaggisError as error:
        _print_wrapped(printer, f"  {safe(str(error))}")
        return
    if question.allows_sum and not (typed or "0").isdigit():
        printer.print_message(f"  = {value}")


def _print_wrapped(printer: Printer, line: str) -> None:
    """A line of talk; where the terminal is narrow its parts stay as far in as it begins."""
    text = line.lstrip(" ")
    indent = line[: len(line) - len(text)]
    for part in wrap_text(text, printer.columns or _UNWRAPPED_WIDTH, first=indent, others=indent + indent):
        printer.print_message(part)


def ask_to_save(printer: Printer, question: str, *, default: bool) -> bool | None:
    """Whether a person says yes to saving what came of the answers; None to go back to them."""
    while True:
        typed = ask_line(printer, f"{question} [{'Y/n' if default else 'y/N'}]: ").strip()
        if typed.casefold() in BACK_WORDS:
            return None
        if typed == HELP:
            _print_wrapped(printer, "  y saves it, n leaves without saving, < goes back to correct it.")
            continue
        try:
            return parse_yes_no(typed or ("y" if default else "n"))
        except HaggisError as error:
            printer.print_message(f"  {str(error).capitalize()}, or < to go back and correct it.")


def parse_yes_no(text: str) -> bool:
    """Whether an answer is yes; HaggisError if it is neither."""
    answer = {"y": True, "yes": True, "n": False, "no": False}.get(text.casefold())
    if answer is None:
        raise UsageError("answer y or n")
    return answer


def parse_seat(text: str, names: Sequence[str]) -> int:
    """The player of that name, of an unambiguous beginning of it, or at that seat counted from 1."""
    try:
        return parse_name(text, names)
    except HaggisError:
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(names):
            return int(text) - 1
        raise
