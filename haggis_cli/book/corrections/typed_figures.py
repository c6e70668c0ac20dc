"""Figures of typed-in rounds that an edit of the text has changed: what cannot have happened is not saved.

In a file that exists already such figures are only told of: it stays readable, and whatever else is edited in it is
saved. Who types figures in, in an editor too, is told as `haggis score` tells it.
"""

from collections.abc import Iterator

from haggis_cli.book.match import OpenMatch
from haggis_cli.book.scoring import round_violations
from haggis_cli.matches.model import TableRecord
from haggis_cli.referee.sentences import message_with_rule
from haggis_cli.referee.table_records import typed_outcome
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.support.errors import NotationError, RulesError


def check_changed_figures(before: OpenMatch, after: OpenMatch) -> None:
    """RulesError where the figures of a typed-in round are others than before and cannot be, a line for each rule."""
    refusals = [
        f"not saved: round {number}: {message_with_rule(each.message, each.rule)}"
        for number in _changed_rounds(before, after)
        for each in round_violations(after, number)
    ]
    if refusals:
        raise RulesError("\n".join(refusals))


def _changed_rounds(before: OpenMatch, after: OpenMatch) -> Iterator[int]:
    """The numbers of the typed-in rounds whose figures stood nowhere before, neither by name nor by seat."""
    tables = [each.table for each in before.file.record.rounds if each.table is not None]
    outcomes = [_outcome(before, table) for table in tables]
    for number, played in enumerate(after.file.record.rounds, 1):
        if played.table is None or played.table in tables:
            continue
        outcome = _outcome(after, played.table)
        if outcome is None or outcome not in outcomes:
            yield number


def _outcome(match: OpenMatch, record: TableRecord) -> Outcome | None:
    """What counts of a typed-in round; None if its names are no players'."""
    try:
        return typed_outcome(record, match.report.table)
    except NotationError:
        return None
