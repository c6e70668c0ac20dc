"""Many matches between computer players, on all cores: who wins how often, and how sure that is."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import NamedTuple

from haggis_cli.players.levels import Effort
from haggis_cli.players.matches import PlayedMatch, play_match
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.plugins.registry import load
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.rules.table import Table, seat_players
from haggis_cli.rules.variant import OptionValue
from haggis_cli.support.jobs.workers import Workers, parallel_map


class TournamentSettings(NamedTuple):
    """What all matches of a tournament share.

    variant: the id of the variant.
    players: the players' names and levels, clockwise.
    goal: when a match ends.
    options: the options chosen, by name.
    letters: the letters of the suits; None for the usual ones.
    seed: what all chance comes from.
    effort: how long the players think.
    """

    variant: str
    players: tuple[tuple[str, str], ...]
    goal: Goal
    options: Mapping[str, OptionValue]
    letters: str | None
    seed: str
    effort: Effort

    def seating(self, number: int) -> tuple[tuple[str, str], ...]:
        """The players of the match of this number, who move on by a seat each time: partners stay partners."""
        turn = number % len(self.players)
        return self.players[turn:] + self.players[:turn]

    def table(self, number: int) -> Table:
        """The table of the match of this number."""
        names = tuple(name for name, _ in self.seating(number))
        return seat_players(load(self.variant), names, options=self.options, letters=self.letters)


class MatchResult(NamedTuple):
    """A match of the tournament.

    number: which match it is, from 0.
    match: how it went.
    """

    number: int
    match: PlayedMatch


@dataclass
class Tally:
    """What a player has achieved: matches and rounds played, matches won, points scored by the player's side."""

    level: str
    matches: int = 0
    rounds: int = 0
    wins: int = 0
    points: int = 0

    @property
    def win_rate(self) -> float:
        """The share of the matches won."""
        return self.wins / max(self.matches, 1)

    @property
    def mean_points(self) -> float:
        """Points a match."""
        return self.points / max(self.matches, 1)

    @property
    def mean_round_points(self) -> float:
        """Points a round."""
        return self.points / max(self.rounds, 1)


class Tallies:
    """Everybody's tally, in the order of the settings, how many matches it is of, and how many decisions they took."""

    def __init__(self, settings: TournamentSettings) -> None:
        self._settings = settings
        self.players = {name: Tally(level) for name, level in settings.players}
        self.matches = self.decisions = 0

    def add(self, result: MatchResult) -> None:
        """Count one more match; a team's victory and points count for both partners."""
        match = result.match
        table = self._settings.table(result.number)
        self.matches += 1
        self.decisions += match.decisions
        for side, seats in enumerate(table.sides):
            for seat in seats:
                tally = self.players[table.names[seat]]
                tally.matches += 1
                tally.rounds += len(match.rounds)
                tally.wins += match.winner == side
                tally.points += match.totals[side]


def play_one(settings: TournamentSettings, number: int) -> MatchResult:
    """Play the match of this number."""
    levels = [level for _, level in settings.seating(number)]
    with guard_rules(settings.variant):
        match = play_match(
            settings.table(number), settings.goal, levels, f"{settings.seed}, match {number}", settings.effort
        )
    return MatchResult(number, match)


def play_all(settings: TournamentSettings, matches: int, workers: Workers) -> Generator[MatchResult, None, None]:
    """Play so many matches; each is given as it ends. Closing the iterator stops everybody who plays."""
    return parallel_map(partial(play_one, settings), range(matches), workers.for_pieces(matches), in_order=False)


def wilson_interval(wins: int, matches: int) -> tuple[float, float]:
    """Between which rates the true one lies with a probability of 95 % (E. B. Wilson 1927).

    >>> [round(rate, 3) for rate in wilson_interval(171, 200)]
    [0.8, 0.897]
    """
    if not matches:
        return 0.0, 1.0
    z, rate = 1.959964, wins / matches
    middle = rate + z * z / (2 * matches)
    spread = z * sqrt(rate * (1 - rate) / matches + z * z / (4 * matches * matches))
    scale = 1 + z * z / matches
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
