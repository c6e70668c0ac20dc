"""A match that computer players have played, as a match file keeps it."""

from datetime import UTC, datetime

from haggis_cli.matches.deal import write_deal
from haggis_cli.matches.model import Goal, MatchRecord, RoundRecord
from haggis_cli.matches.notation import render_event
from haggis_cli.players.matches import PlayedRound
from haggis_cli.players.tournament import MatchResult, TournamentSettings
from haggis_cli.rules.table import Table


def played_record(match_id: str, terms: TournamentSettings, result: MatchResult) -> MatchRecord:
    """The record of a match, with its deals and every event."""
    table = terms.table(result.number)
    first = table.names[0]
    return MatchRecord(
        id=match_id,
        variant=terms.variant,
        created=datetime.now(UTC).replace(microsecond=0),
        players=list(table.names),
        goal=Goal(points=terms.goal.points, rounds=terms.goal.rounds),
        lead=first,
        suits=terms.letters,
        bots=dict(terms.seating(result.number)),
        options=dict(terms.options),
        rounds=[_round_record(each, table) for each in result.match.rounds],
    )


def _round_record(played: PlayedRound, table: Table) -> RoundRecord:
    return RoundRecord(
        events=[render_event(event, table) for event in played.events], deal=write_deal(played.deal, table)
    )
