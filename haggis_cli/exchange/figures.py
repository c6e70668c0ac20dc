"""A match as figures alone: its rounds as if they had been typed in from the table."""

from haggis_cli.matches.model import MatchRecord, RoundRecord, TableRecord
from haggis_cli.referee.report import Report
from haggis_cli.rules.scoring import Outcome
from haggis_cli.rules.table import Table


def to_typed_in_match(report: Report) -> MatchRecord:
    """The match with every round that is over as a typed-in one; a round in progress is left out."""
    rounds = [
        RoundRecord(table=table_record(each.outcome, report.table), notes=each.record.notes)
        for each in report.rounds
        if each.outcome
    ]
    return report.match.record.model_copy(update={"rounds": rounds})


def table_record(outcome: Outcome, table: Table) -> TableRecord:
    """What counts of a round, as a match file keeps it; in an auction the one bet is the Shepherd's bid."""
    names = table.names
    stakes = {names[seat]: stake for seat, stake in enumerate(outcome.stakes) if stake is not None}
    bids = list(stakes.items()) if table.variant.betting.by_auction else []
    return TableRecord(
        out=[names[seat] for seat in outcome.out],
        hands={names[seat]: outcome.counts[seat] for seat in outcome.out},
        captured=dict(zip(names, outcome.captured, strict=True)),
        bets={} if bids else stakes,
        shepherd=bids[0][0] if bids else None,
        bid=bids[0][1] if bids else None,
    )


def has_same_figures(one: Report, other: Report) -> bool:
    """Whether two matches have the same players and the same figures, however their rounds are told."""
    return one.table.names == other.table.names and _outcomes(one) == _outcomes(other)


def _outcomes(report: Report) -> list[Outcome]:
    return [each.outcome for each in report.rounds if each.outcome]
