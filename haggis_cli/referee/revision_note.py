"""What is said of a match that was recorded under another revision of its variant than the installed one."""

from typing import Any, NamedTuple

from haggis_cli.matches.model import MatchRecord
from haggis_cli.support.english import pluralize


class RevisionNote(NamedTuple):
    """That a match was recorded under another revision than the installed one.

    variant: the id of the variant.
    recorded: the revision by which its rounds were recorded.
    installed: the revision of today.
    differ: how many results, each of a player in a round, the installed revision would change; None where the rules of
        the recorded one are not known, so that the match is judged by the installed one.
    """

    variant: str
    recorded: int
    installed: int
    differ: int | None

    @property
    def judged_by(self) -> int:
        """The revision by whose rules the match is judged."""
        return self.installed if self.differ is None else self.recorded

    @property
    def text(self) -> str:
        """What people are told before anything else."""
        begin = other_revision_text(self.variant, self.recorded, self.installed)
        if self.differ is None:
            return f"{begin}: results may differ, for it does not say what revision {self.recorded} was"
        results = f"{pluralize(self.differ, 'result')} {'differs' if self.differ == 1 else 'differ'}"
        return f"{begin}: {results if self.differ else 'no result differs'} (judged by revision {self.recorded})"

    def as_json(self) -> dict[str, Any]:
        """The note as JSON."""
        return {
            "recorded": self.recorded,
            "installed": self.installed,
            "judged_by": self.judged_by,
            "differ": self.differ,
            "message": self.text,
        }


def other_revision_text(variant: str, recorded: int, installed: int) -> str:
    """The beginning of what is said of such a match."""
    return f"recorded under revision {recorded} of '{variant}', installed is {installed}"


def recorded_revision(record: MatchRecord, installed: int) -> int:
    """The revision by which a match was recorded; one without rounds will be by the installed one."""
    return (record.revision or 1) if record.rounds else installed
