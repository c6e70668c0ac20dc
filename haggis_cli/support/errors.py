"""What can go wrong that a person can put right: every message is one clear sentence, every kind has its exit code."""

_MAX_LENGTH = 300  # characters of somebody else's message


class HaggisError(Exception):
    """The base class of all errors that people can cause.

    args: what went wrong, a sentence each. They may contain text of files and people unchanged: `str()` of the error
        escapes it and puts each sentence on a line of its own.
    told_in: the words of the command that explains the rule, such as `("rules", "tatties", "passing")`; empty if the
        error is not about a rule.
    advice: which command or option helps, written to follow the last sentence; shown to people who run commands, not to
        programs that import this package.
    """

    exit_code = 3

    def __init__(self, *sentences: str, told_in: tuple[str, ...] = (), advice: str = "") -> None:
        super().__init__(*sentences)
        self.told_in = told_in
        self.advice = advice

    @property
    def topic(self) -> str | None:
        """The topic of `haggis rules` that explains the rule, such as `passing`; None if there is none."""
        return self.told_in[2] if self.told_in else None

    def __str__(self) -> str:
        from haggis_cli.support.escaping import escape_text  # `haggis --version` needs none of it

        text = "\n".join(escape_text(str(sentence)) for sentence in self.args)
        return text + escape_text(self.advice) if is_command() else text


class UsageError(HaggisError):
    """The request cannot be understood, or cannot be carried out with these arguments."""

    exit_code = 2


class RecordError(HaggisError):
    """A match file cannot be read as a match."""


class StoreError(HaggisError):
    """A match could not be found, read or saved on this computer."""


class Conflict(StoreError):
    """Another program changed the match file in the meantime; nothing was saved."""

    exit_code = 5


class VariantError(HaggisError):
    """A variant is not installed, is broken, is claimed by two packages, or is used in a way that it does not allow."""


class NotationError(HaggisError):
    """Cards, a play or an event cannot be read; `code` is the code of the fault, as in a violation."""

    exit_code = 2

    def __init__(self, message: str, code: str = "syntax") -> None:
        super().__init__(message)
        self.code = code


class AmbiguousError(NotationError):
    """A beginning that fits several names; the message has them all."""


class NoSuchSuit(NotationError):
    """A card of a suit that this deck does not have; `letter` is the suit's."""

    def __init__(self, message: str, letter: str, advice: str = "") -> None:
        super().__init__(message, "no-such-card")
        self.letter, self.advice = letter, advice


class RulesError(HaggisError):
    """The rules of the game do not allow it."""

    exit_code = 1


class TimeLimitExceeded(BaseException):
    """Third-party code has not come back in time; no `except Exception` of its own catches this."""


def error_text(error: BaseException) -> str:
    """What an exception of somebody else's code says, in one line that is not endless."""
    try:
        text = str(error)
    except Exception:  # even that is somebody else's code
        text = "(its message cannot be shown)"
    line = " ".join(text[:_MAX_LENGTH].split()) + (" …" if len(text) > _MAX_LENGTH else "")
    return f"{type(error).__name__}: {line}" if line else type(error).__name__


# What a failure says of something that was saved before it, and whether this process is a command at all.


INTERRUPTED = 130
"""What a shell reports for a program stopped with Ctrl-C; also of a command whose input ended before the answer."""
SAVED_THEN_FAILED = 8
"""The exit code of a failure after something was saved: whoever runs the command again would add a round twice."""

_SAVED_PREFIX = "saved, but the result could not be shown: "
_saved = False
_doubt = 0
_commands = 0


def note_saved() -> None:
    """Remember that this process has saved something that people keep."""
    global _saved
    _saved = True


def has_saved() -> bool:
    """Whether this process has saved something that people keep."""
    return _saved


def note_doubt(exit_code: int) -> None:
    """Remember what the command ends with if nothing worse comes: what was saved was told, and a doubt of it, too."""
    global _doubt
    _doubt = max(_doubt, exit_code)


def exit_code_of_saving() -> int:
    """What a command ends with that has nothing worse to tell: 0 unless there is doubt of what it saved."""
    return _doubt


def describe_failure(sentence: str, exit_code: int) -> tuple[str, int]:
    """The sentence and the exit code of a failure; both tell of a save that came before it."""
    return (f"{_SAVED_PREFIX}{sentence}", SAVED_THEN_FAILED) if _saved else (sentence, exit_code)


class CommandProcess:  # `haggis --version` loads no contextlib
    """Within this block the process is a command of haggis, or works for one."""

    def __enter__(self) -> None:
        global _commands, _doubt
        _commands += 1
        _doubt = 0

    def __exit__(self, *_: object) -> None:
        global _commands
        _commands -= 1


def is_command() -> bool:
    """Whether nothing but haggis runs in this process."""
    return _commands > 0
