"""A match as figures alone: its rounds as if they had been typed in from the table."""

from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.referee.report import Report
from haggis_cli.referee.table_records import table_record
from haggis_cli.rules.scoring.scores import Outcome


def to_typed_in_match(report: Report) -> MatchRecord:
    """The match with every round that is over as a typed-in one; a round in progress is left out."""
    rounds = [
        RoundRecord(table=table_record(each.outcome, report.table), notes=each.record.notes)
        for each in report.rounds
        if each.outcome
    ]
    return report.match.record.model_copy(update={"rounds": rounds})


def has_same_figures(one: Report, other: Report) -> bool:
    """Whether two matches have the same players and the same figures, however their rounds are told."""
    return one.table.names == other.table.names and _outcomes(one) == _outcomes(other)


def _outcomes(report: Report) -> list[Outcome]:
    return [each.outcome for each in report.rounds if each.outcome]
