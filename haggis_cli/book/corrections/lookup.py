"""The round or the event that a person names by its number; UsageError says which ones there are."""

from haggis_cli.book.match import OpenMatch, command_word
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.support.errors import UsageError


def find_round(report: Report, number: int) -> RoundReport:
    """The round of that number, counted from 1. UsageError if there is none."""
    rounds = report.rounds
    if 1 <= number <= len(rounds):
        return rounds[number - 1]
    there = f"rounds 1 to {len(rounds)}" if len(rounds) > 1 else "one round" if rounds else "no round yet"
    raise UsageError(f"there is no round {number}: the match has {there}")


def find_recorded_round(match: OpenMatch, number: int | None = None) -> RoundReport:
    """The round of that number, the last for None, if it is recorded play by play. UsageError if it is not."""
    found = find_round(match.report, len(match.report.rounds) or 1 if number is None else number)
    number = found.number
    if not found.recorded:
        raise UsageError(
            f"round {number} is typed in and has no events: put it right with "
            f"'haggis score{command_word(match)} --round {number}'"
        )
    return found


def find_round_of_event(
    match: OpenMatch, event: int, number: int | None = None, *, insert: bool = False
) -> RoundReport:
    """The round that has this event, counted from 1. UsageError if there is none.

    number: the round's number; None for the last round.
    insert: whether something is put in before it; behind the last event that can be, too.
    """
    found = find_recorded_round(match, number)
    number = found.number
    events = found.record.events or []
    if not 1 <= event <= len(events) + insert:
        there = f"events 1 to {len(events)}" if len(events) > 1 else "one event" if events else "no event yet"
        counts = f"'haggis log{command_word(match)} --events' counts them"
        raise UsageError(f"there is no event {event}: round {number} has {there} ({counts})")
    return found
