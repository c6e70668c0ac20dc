"""What an examination finds: a sentence, how bad it is, and what can safely be done about it."""

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple


class Level(Enum):
    """How bad it is."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"
    FIXED = "fixed"


class Finding(NamedTuple):
    """One finding.

    level: how bad it is.
    about: what it is about, in a word or two.
    message: what was found, in a sentence.
    path: the file or folder, if there is one.
    fix: does what is safe and returns a sentence on what it did; StoreError or OSError where it cannot. None where
        nothing can be done.
    """

    level: Level
    about: str
    message: str
    path: Path | None = None
    fix: Callable[[], str] | None = None

    def as_json(self) -> dict[str, Any]:
        """The finding as JSON."""
        return {
            "level": self.level.value,
            "about": self.about,
            "path": str(self.path) if self.path else None,
            "says": self.message,
            "fixable": self.fix is not None,
        }


def apply_fix(finding: Finding) -> Finding:
    """Put right what can safely be put right; the finding as it stands afterwards: wrong where that failed."""
    if finding.fix is None:
        return finding
    try:
        return finding._replace(level=Level.FIXED, message=finding.fix(), fix=None)
    except OSError as error:
        why = f"not put right: {error.strerror or error}"
    except Exception as error:  # one thing that cannot be put right keeps nothing else from it
        why = f"not put right: {error}"
    return finding._replace(level=Level.WRONG, message=f"{finding.message}; {why}", fix=None)
