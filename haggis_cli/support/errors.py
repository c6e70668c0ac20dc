"""What can go wrong that a person can put right: every message is one clear sentence, every kind has its exit code."""

_MAX_LENGTH = 300  # characters of somebody else's message


class HaggisError(Exception):
    """Something a person asked for could not be done."""

    exit_code = 3


class UsageError(HaggisError):
    """What was asked for cannot be understood, or cannot be done like that."""

    exit_code = 2


class RecordError(HaggisError):
    """A match file says something that cannot be read as a match."""


class StoreError(HaggisError):
    """A match could not be found, read or saved on this computer."""


class Conflict(StoreError):
    """A match file was changed by somebody else in the meantime; nothing was saved."""

    exit_code = 5


class VariantError(HaggisError):
    """A variant is not installed, broken, claimed twice or used in a way it does not allow."""


class NotationError(HaggisError):
    """Cards, a play or an event are written in a way that cannot be read; `code` says which way, as in a violation."""

    exit_code = 2

    def __init__(self, message: str, code: str = "syntax") -> None:
        super().__init__(message)
        self.code = code


class AmbiguousError(NotationError):
    """A beginning that fits several names; the message has them all."""


class NoSuchSuit(NotationError):
    """A card of a suit that this deck does not have; `letter` is the suit's."""

    def __init__(self, message: str, letter: str) -> None:
        super().__init__(message, "no-such-card")
        self.letter = letter


class RulesError(HaggisError):
    """The rules of the game say no."""

    exit_code = 1


class TimeLimitExceeded(BaseException):
    """Third-party code has not come back in time; no `except Exception` of its own catches this."""


def error_text(error: BaseException) -> str:
    """What an exception of somebody else's code says, in one line that is not endless."""
    try:
        text = str(error)
    except Exception:  # even that is somebody else's code
        text = "(what it says cannot be told)"
    line = " ".join(text[:_MAX_LENGTH].split()) + (" …" if len(text) > _MAX_LENGTH else "")
    return f"{type(error).__name__}: {line}" if line else type(error).__name__
