"""The current match: what commands mean where no match is named, and how it stands in two lines.

People make a match the current one by starting it, by scoring or recording a round of it, and by dealing one. Looking
at a match, correcting it, taking something back and bringing it back leave the current one as it is. A match that the
computer plays in is never the current one; `haggis play` remembers apart which match was played with it last.
"""

from typing import TYPE_CHECKING, NamedTuple

from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.bookmarks import BETWEEN_ROUNDS, COMPUTER, IN_A_ROUND, OVER, TABLE
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.snapshot import Snapshot
from haggis_cli.plugins.isolation import is_third_party
from haggis_cli.referee.sentences import due
from haggis_cli.support.escaping import escape_text

if TYPE_CHECKING:  # a match that is being started has no report yet
    from haggis_cli.referee.report import Report


class Standing(NamedTuple):
    """How a match stands.

    state: where it is, one of the STATES of bookmarks.
    lines: what is to be told of it, safe to be shown.
    """

    state: str
    lines: tuple[str, ...]


def mark_current(
    store: Store, snapshot: Snapshot, record: MatchRecord, standing: Standing, *, played_here: bool = False
) -> None:
    """Remember a match, as it was saved, as the current one; apart from that where the computer plays in it.

    played_here: whether it was played on this computer, which is remembered, too.
    """
    kinds = [COMPUTER] if record.bots else [TABLE, COMPUTER] if played_here else [TABLE]
    # The rules of a third party may change without the match: then nothing is remembered but its name.
    lines = () if is_third_party(record.variant) else standing.lines
    for kind in kinds:  # the later one says where the match was last
        store.set_bookmark(kind, snapshot, standing.state, lines)


def describe(report: "Report") -> Standing:
    """How a match stands: the totals with the goal, and what is due or who has won."""
    lines = [due(report)]
    if report.totals is not None and report.rounds and not report.over:
        names = [escape_text(name) for name in report.table.side_names]
        totals = ", ".join(f"{name} {total}" for name, total in zip(names, report.totals, strict=True))
        lines.insert(0, f"{totals}; to {report.goal}")
    state = OVER if report.over else IN_A_ROUND if report.current else BETWEEN_ROUNDS
    return Standing(state, tuple(filter(None, lines)))
