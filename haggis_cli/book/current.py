"""The current match: what commands mean where no match is named, and how it stands in two lines.

People make a match the current one by starting it, by scoring or recording a round of it, and by dealing one. Looking
at a match, correcting it, taking something back and bringing it back leave the current one as it is. A match that the
computer plays in is never the current one; `haggis play` remembers it apart.
"""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from haggis_cli.book.match import OpenMatch, read_match, save_match
from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable
from haggis_cli.matches.store.bookmarks import BETWEEN_ROUNDS, COMPUTER, IN_A_ROUND, OVER, TABLE
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.isolation import is_third_party
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import due
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import escape_text


class Standing(NamedTuple):
    """How a match stands.

    state: where it is, one of the STATES of bookmarks.
    lines: what is to be told of it, safe to be shown.
    """

    state: str
    lines: tuple[str, ...]


def save_progress(before: OpenMatch, after: OpenMatch) -> OpenMatch:
    """Save a change by which the match goes on, as `save_match` does; from then on it is the current one."""
    try:
        saved = save_match(before, after)
    except (KeptConflict, NotDurable):  # it is saved all the same
        mark_current(after._replace(snapshot=before.snapshot._replace(data=after.file.data)))
        raise
    mark_current(saved)
    return saved


def mark_current(saved: OpenMatch) -> None:
    """Remember a match, as it was saved, as the current one; apart from that where the computer plays in it."""
    kind = COMPUTER if saved.file.record.bots else TABLE
    # The rules of a third party may change without the match: then nothing is remembered but its name.
    standing = describe(saved.report)
    lines = () if is_third_party(saved.variant.id) else standing.lines
    saved.store.set_bookmark(kind, saved.snapshot, standing.state, lines)


def mark_started(store: Store, path: Path) -> None:
    """Remember a match that has just been started as the current one."""
    with suppress(HaggisError):  # it is saved: what is wrong with it is told when it is opened
        mark_current(read_match(store, path))


def describe(report: Report) -> Standing:
    """How a match stands: the totals with the goal, and what is due or who has won."""
    lines = [due(report)]
    if report.totals is not None and report.rounds and not report.over:
        names = [escape_text(name) for name in report.table.side_names]
        totals = ", ".join(f"{name} {total}" for name, total in zip(names, report.totals, strict=True))
        lines.insert(0, f"{totals}; to {report.goal}")
    state = OVER if report.over else IN_A_ROUND if report.current else BETWEEN_ROUNDS
    return Standing(state, tuple(filter(None, lines)))


def find_standing(store: Store, path: Path) -> Standing:
    """How a match stands, worked out anew; HaggisError for one that cannot be read or judged."""
    return describe(read_match(store, path).report)
