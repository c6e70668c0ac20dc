"""A field of the form of a round."""

from enum import Enum
from typing import NamedTuple

NONE = "none"
"""The answer that nobody made a bet."""


class FieldKind(Enum):
    """What a field asks for."""

    OUT = "out"
    COUNT = "count"
    CAPTURED = "captured"
    STAKE = "stake"


class FieldChoice(NamedTuple):
    """One answer that can be chosen."""

    answer: str
    """What is sent for it."""
    text: str
    """What it is called."""
    by: str = ""
    """Who it is of, where one field is for several players."""
    is_refused: bool = False
    """Whether it cannot be chosen now."""


class RoundField(NamedTuple):
    """A figure of the round: what is asked, and what was answered."""

    name: str
    """What the field is called in forms, such as `out1`; places and seats count from 1 there."""
    kind: FieldKind
    """What it asks for."""
    label: str
    """What it is called on a narrow screen."""
    question: str
    """What is asked, as a question without its mark."""
    answer: str
    """What was answered; empty for nothing yet."""
    says: str
    """The answer in words, also one that was worked out; empty for none."""
    choices: tuple[FieldChoice, ...] = ()
    """The answers that can be chosen; empty where a number is typed."""
    fault: str = ""
    """Why the answer cannot be, in a sentence; empty if it can."""
    note: str = ""
    """What is told about the answer: what was counted, or what looks odd."""
    is_derived: bool = False
    """Whether the answer was worked out and need not be given."""
    is_missing: bool = False
    """Whether the round is not complete without an answer."""

    @property
    def is_due(self) -> bool:
        """Whether something has to be answered here."""
        return self.is_missing or bool(self.fault)
