"""What the history keeps of one match: how it stands, and each player's figures summed over its scored rounds."""

from dataclasses import dataclass
from typing import Any, NamedTuple

UNRATED = "rated = false"
"""The reason why a match counts in nothing if its file says so."""


@dataclass(slots=True)
class SeatFigures:
    """One player's share of a match.

    key: the name as names are compared; bot: the level of a computer player, which is part of its name here.
    matches, unfinished: 1 for a match that is over (and had a round), or is still going on; of one that is over: won,
    drawn (nobody has won), match_points (the side's total). The others are sums over the scored rounds: points of the
    player's own lines, best the highest of them; tops: rounds in which the side alone scored most; first, out:
    times gone out first, and at all; hand: opponents' cards recorded; led, led_first: rounds led, and of those the ones
    gone out first in. Only recorded rounds tell of bombs: thrown, tricks won by them, points of the cards that went to
    another side by that. slams: rounds in which the whole team was out first.
    """

    seat: int
    side: int
    key: str
    name: str
    bot: str
    matches: int = 0
    unfinished: int = 0
    won: int = 0
    drawn: int = 0
    match_points: int = 0
    rounds: int = 0
    points: int = 0
    best: int = 0
    tops: int = 0
    first: int = 0
    out: int = 0
    hand: int = 0
    hand_points: int = 0
    captured: int = 0
    bonus: int = 0
    bet_points: int = 0
    led: int = 0
    led_first: int = 0
    recorded: int = 0
    bombs: int = 0
    bombs_won: int = 0
    bomb_cost: int = 0
    slams: int = 0


class BetFigures(NamedTuple):
    """A player's bets of one size in a match: how often made, and how often the player was first out."""

    seat: int
    amount: int
    made: int
    kept: int


class MatchFigures(NamedTuple):
    """A match file in the history.

    listed: what `haggis list` says of it. reason: why it counts in no statistics, None if it does. created: seconds
    since 1970, None if the file cannot be read. finished: None where that is not known. transient: what kept it from
    being used may pass without the file being changed.
    """

    variant: str = ""
    created: float | None = None
    finished: bool | None = None
    reason: str | None = None
    listing: dict[str, Any] = {}  # noqa: RUF012 - nobody changes it
    seats: tuple[SeatFigures, ...] = ()
    bets: tuple[BetFigures, ...] = ()
    transient: bool = False

    @property
    def counts(self) -> "Counts":
        """What the match adds to the history as a whole."""
        seats = self.seats
        return Counts(
            max((seat.matches for seat in seats), default=0),
            max((seat.unfinished for seat in seats), default=0),
            max((seat.rounds for seat in seats), default=0),
            sum(seat.led for seat in seats),
            len(seats),
        )


class Counts(NamedTuple):
    """Of one match: 1 if it is over, 1 if it still goes on, scored rounds, those with a known leader, and players."""

    matches: int
    unfinished: int
    rounds: int
    led: int
    players: int


def unreadable_figures(error: str) -> MatchFigures:
    """A file that is no match."""
    return MatchFigures(reason=exclusion_reason(error), listing={"error": error})


def exclusion_reason(error: str) -> str:
    """The reason why a file counts in nothing, from the complaint about it."""
    return f"cannot be used: {error.splitlines()[0]}"
