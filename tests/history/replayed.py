"""Recorded rounds of a match file, played again by the slow referee of the tests, which shares no line with haggis."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.rules.reference.combos import beats
from tests.rules.reference.referee import Round, play_text, reading_text


def replay_rounds(file: Mapping[str, Any]) -> Iterator[Round]:
    """The rounds at the beginning of a match that are recorded to their end, each with its scores."""
    players: Sequence[str] = file["players"]
    lead: str = file.get("lead") or players[(players.index(file["dealer"]) + 1) % len(players)]
    totals = None
    for kept in file.get("rounds", []):
        if "events" not in kept:
            return
        hands = {name: kept["deal"]["hands"][name].split() for name in players}
        haggis = kept["deal"].get("haggis", "").split()
        played = Round(file["variant"], players, hands, haggis, leader=lead, totals=totals)
        for event in kept["events"]:
            played.apply(_spelled_out(event, played))
        if not played.over:
            return
        yield played
        (lead, _), totals = played.next_round(), played.totals_after()


def _spelled_out(event: str, played: Round) -> str:
    """The event with the reading of its cards, which files leave out where there is one, or the highest is meant."""
    if played.is_legal(event):
        return event
    name, _, action = event.partition(": ")
    before, _, named = action.partition(" as ")
    cards = before.split()
    fitting = [
        reading
        for reading in played.readings(cards)
        if beats(reading, played.current()) and reading_text(reading).startswith(named)
    ]
    return f"{name}: {play_text(cards, max(fitting, key=lambda reading: reading[3]))}"


def lines_of(played: Round) -> dict[str, dict[str, int]]:
    """Everybody's line of the scoresheet; a team's bet is the team's alone (Rulebook 2.1, Scoresheets)."""
    return {
        name: {
            "hand": line.hand,
            "hand_points": line.hand_points,
            "captured": line.captured,
            "bonus": line.bonus,
            "bet": line.bet or 0,
            "bet_points": line.bet_points,
            "total": line.total - (line.bet_points if played.rules.teams else 0),
        }
        for name, line in played.scores().items()
    }
