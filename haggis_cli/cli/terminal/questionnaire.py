"""A dialogue that one can go back through: which question comes next follows from the answers so far.

The questions are written as a plain function that yields them and is sent the answers. Going back runs it again with
one answer less, so that nothing an answer has brought about is left behind. What was answered further on is kept, and
is what Enter means when its question comes again.
"""

from collections.abc import Callable, Generator, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import YES_OR_NO, ask_line, drop_typed_ahead
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import capitalize, wrap_text

T = TypeVar("T")

BACK_WORDS = ("<", "back")
HELP = "?"
TAKE_OFFER = "-"
"""Takes what is offered, as Enter does, also where a former answer would be given again."""
_UNWRAPPED_WIDTH = 10_000
KEYS_HELP = "'<' goes back, '?' explains, q or Ctrl-C leaves"


@dataclass(frozen=True)
class Question:
    """One question. Its texts are escaped where they are shown."""

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
    echo: Callable[[str, Any], str | None] | None = None
    """What is said of an answer that was typed, given the text and its value; None to say nothing."""
    key: Hashable = None
    """What is asked for, by which an answer is found again; the text of the question if left out."""
    split: Callable[[str], tuple[str, str] | None] | None = None
    """Gives the answers to this question and to the next, for a line that has both; None for any other line."""
    spell: Callable[[Any], str] | None = None
    """Gives the whole text of a value, to be offered where one comes back; what was typed is offered if left out."""
    words: tuple[str, ...] = ()
    """The answers that Tab offers."""
    doubt: Callable[[Any], str | None] | None = None
    """Says what looks wrong with a value that was typed and can all the same be; it is taken when it is given again."""

    @property
    def id(self) -> Hashable:
        """What tells the question from others."""
        return self.text if self.key is None else self.key


QuestionFlow: TypeAlias = Generator[Question, Any, T]


class Answer(NamedTuple):
    """What a question was answered with."""

    text: str
    """What was typed; empty where what Enter meant was taken."""
    value: Any
    """What it means."""
    asked: str = ""
    """The text of the question that it was given to; empty where it was given to none yet."""


class Questionnaire(Generic[T]):
    """Where a dialogue stands: the question that is due, or the result once everything is answered."""

    def __init__(self, script: Callable[[], QuestionFlow[T]]) -> None:
        self._flow = script
        self._answers: list[tuple[Hashable, Answer]] = []  # in the order of the questions
        self._former: dict[Hashable, Answer] = {}  # the answers to questions that one has gone back over
        self._asked_again: Callable[[Hashable], bool] | None = None  # what is asked though its answer is known
        self._doubted: Answer | None = None  # what was told to look wrong, of the question that is due
        self.question: Question | None = None
        self.result: T | None = None
        self._replay()

    @property
    def default(self) -> str | None:
        """What Enter means now: what was doubted just now, the former answer, or what the question offers.

        None where a former answer cannot be given any more: another in its place must be typed.
        """
        if self.question is None or (self.misfit and not self._doubted):
            return None
        return self._typed_before or self.question.default

    @property
    def _typed_before(self) -> str:
        """What was typed and Enter gives again: the answer in doubt, or the former one; empty if there is none."""
        if self.question is None or self._doubted:
            return self._doubted.text if self._doubted else ""
        return "" if self.misfit else self._former.get(self.question.id, _NO_ANSWER).text

    @property
    def misfit(self) -> str | None:
        """The former answer to the question that is due and why it cannot be given any more; None if it can."""
        question = self.question
        former = "" if question is None else self._former.get(question.id, _NO_ANSWER).text
        if question is None or not former:
            return None
        try:
            question.parse(former)
        except HaggisError as error:
            why = capitalize(str(error)).removesuffix(".")
            return f"The answer was {former}. {why}. Type the correct answer; '<' goes back."
        return None

    @property
    def values(self) -> dict[Hashable, Any]:
        """What is answered so far by what was asked for; of a question gone back over what was typed before.

        Of what was filled in and not asked for yet it is the text.
        """
        former = {
            key: each.text if each.value is _UNKNOWN else each.value for key, each in self._former.items() if each.text
        }
        return former | {key: answer.value for key, answer in self._answers}

    def doubt(self, text: str) -> str | None:
        """What looks wrong with an answer; None if nothing does, or if it was told already. HaggisError for no answer.

        Enter, and the same answer, stand for it then.
        """
        question = self.question
        if question is None or question.doubt is None or not text:
            return None
        value = question.parse(text)
        said = question.doubt(value)
        if said is None or (self._doubted and self._doubted.value == value):
            return None
        self._doubted = Answer(text, value)
        return said

    def answer(self, text: str) -> Any:
        """Answer the question that is due and go on to the next; the answer's value, or HaggisError."""
        value = self._answer(text)
        self._skip_known()
        return value

    def _answer(self, text: str) -> Any:
        question = self.question
        assert question is not None
        given = text or self.default or ""
        value = question.parse(given)
        # What was offered and taken is worked out anew when an answer before it changes; what was typed stays.
        is_offered = question.default is not None and question.parse(question.default) == value
        is_taken = text == TAKE_OFFER or not (text or self._typed_before)
        spelled = given if question.spell is None else question.spell(value)
        self._former.pop(question.id, None)
        self._answers.append((question.id, Answer("" if is_offered and is_taken else spelled, value, question.text)))
        self._replay()
        return value

    def go_back(self) -> bool:
        """Go back to the question before; False if there is none."""
        if not self._answers:
            return False
        key, answer = self._answers.pop()
        self._former[key] = answer
        self._replay()
        return True

    def fill(self, texts: Mapping[Hashable, str]) -> None:
        """Answer with these texts as far as they go, by what is asked for; Enter keeps those that are left."""
        while self.question is not None and self.question.id in texts:
            try:
                self._answer(texts[self.question.id])
            except HaggisError:
                break
        answered = {key for key, _ in self._answers}
        self._former |= {key: Answer(text, _UNKNOWN) for key, text in texts.items() if key not in answered}

    def go_to(self, is_meant: Callable[[Hashable], bool]) -> None:
        """Go back to the first of the questions that are meant, or to the last; all other answers stay.

        The questions that are meant are asked again. Of the others those alone whose answer will not do any more.
        """
        first = next((place for place, (key, _) in enumerate(self._answers) if is_meant(key)), len(self._answers) - 1)
        while len(self._answers) > max(first, 0):
            self.go_back()
        self._asked_again = is_meant
        self._skip_known()

    def go_to_start(self) -> None:
        """Go back to the first question; Enter keeps each answer."""
        while self.go_back():
            pass

    def _skip_known(self) -> None:
        """Give the former answers again, after one has gone to a question in question."""
        is_asked = self._asked_again
        while is_asked is not None and self.question is not None:
            question, former = self.question, self._former.get(self.question.id)
            if former is None or is_asked(question.id) or (former.text and former.text != self.default):
                return
            if former.asked not in ("", question.text):  # it answers another question, as where others still hold cards
                return
            try:
                self._answer("")
            except HaggisError:
                return

    def _replay(self) -> None:
        self._doubted = None
        script = self._flow()
        try:
            self.question = next(script)
            for _, answer in self._answers:
                self.question = script.send(answer.value)
        except StopIteration as end:
            self.question, self.result = None, end.value


_UNKNOWN = object()  # what a text means that was not given as an answer yet
_NO_ANSWER = Answer("", _UNKNOWN)


def ask_questionnaire(printer: Printer, talk: Questionnaire[T], after_answer: Callable[[], None] = lambda: None) -> T:
    """Ask at the terminal until everything is answered; its result.

    after_answer: called after each answer, to keep it.
    Leave, EOFError (Ctrl-D) and KeyboardInterrupt (Ctrl-C) end the command.
    """
    shown = None
    while talk.question is not None:
        question = talk.question
        if shown != question.text:
            for line in question.introduction:
                _print_wrapped(printer, line)
            if talk.misfit:
                _print_wrapped(printer, f"  {talk.misfit}")
        shown = question.text
        offered = f" [{talk.default}]" if talk.default else ""
        typed = ask_line(printer, f"{question.text}{offered}: ", question.words).strip()
        if typed.casefold() in BACK_WORDS:
            if not talk.go_back():
                printer.print_message("  This is the first question.")
        elif typed == HELP:
            _print_wrapped(printer, f"  {question.help}")
        elif submit_answer(printer, talk, typed):
            after_answer()
        else:
            drop_typed_ahead(printer)
    assert talk.result is not None
    return talk.result


def submit_answer(printer: Printer, talk: Questionnaire[T], typed: str) -> bool:
    """Answer the question that is due, and the next where the line does; whether the answer will do.

    What is wrong with it is printed.
    """
    question = talk.question
    assert question is not None
    try:
        both = question.split(typed) if question.split else None
    except HaggisError as error:
        _print_wrapped(printer, f"  {error!s}")
        return False
    if both is None:
        return _submit_one(printer, talk, typed)
    is_answered = _submit_one(printer, talk, both[0])
    if is_answered:
        _submit_one(printer, talk, both[1])
    return is_answered


def _submit_one(printer: Printer, talk: Questionnaire[T], typed: str) -> bool:
    """Answer the question that is due; whether the answer will do."""
    question = talk.question
    assert question is not None
    try:
        doubt = talk.doubt(typed)
        if doubt:
            _print_wrapped(printer, f"  {doubt}")
            return False
        value = talk.answer(typed)
    except HaggisError as error:
        _print_wrapped(printer, f"  {error!s}")
        printer.print_pointer(error.told_in)
        return False
    said = question.echo(typed, value) if question.echo and typed else None
    if said:
        _print_wrapped(printer, f"  {said}")
    return True


def _print_wrapped(printer: Printer, line: str) -> None:
    """A line of talk; where the terminal is narrow its parts stay as far in as it begins."""
    text = line.lstrip(" ")
    indent = line[: len(line) - len(text)]
    for part in wrap_text(escape_text(text), printer.columns or _UNWRAPPED_WIDTH, first=indent, others=indent + indent):
        printer.print_message(part)


def parse_yes_no(text: str) -> bool:
    """Whether an answer is yes; HaggisError if it is neither."""
    answer = YES_OR_NO.get(text.casefold())
    if answer is None:
        raise UsageError("answer y or n")
    return answer
