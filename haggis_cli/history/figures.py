"""What the history keeps of one match, and the statistics: the same figures added up over many, from the index."""

import sqlite3
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from haggis_cli.history.selection import People, WhereClause, known_names

UNRATED = "marked as unrated"
"""The reason why a match counts in nothing if its file has `rated = false`."""
COPY = "a copy of a match, left by a sync program or a save"
"""The reason why a file counts in nothing if its name says so."""


@dataclass(slots=True)
class Sums:
    """What is added up of a player: over the scored rounds of a match, and over many matches.

    A statistic more is a field here and its addition in `match_figures`; the index, JSON and CSV have it then.
    """

    matches: int = 0
    """Matches that are over and had a round."""
    unfinished: int = 0
    """Matches that still go on."""
    won: int = 0
    """Of the matches that are over: won by the player's side."""
    drawn: int = 0
    """Of the matches that are over: won by nobody."""
    match_points: int = 0
    """Points of the player's side in matches that are over."""
    rounds: int = 0
    """Scored rounds."""
    points: int = 0
    """The player's own round totals in them: a team's bet is the team's."""
    tops: int = 0
    """Rounds in which the player's side alone scored most."""
    first: int = 0
    """Rounds in which the player was first out."""
    out: int = 0
    """Rounds in which the player went out at all."""
    hand: int = 0
    """Opponents' cards recorded on going out."""
    hand_points: int = 0
    """Points for them."""
    captured: int = 0
    """Points for captured cards."""
    bonus: int = 0
    """Points for being first out, in variants that have them."""
    bet_points: int = 0
    """Points won and lost by bets and bids; those of a team stand with one of its players, beside `points`."""
    led: int = 0
    """Rounds that the player led."""
    led_first: int = 0
    """Of those the ones that the player was first out of."""
    recorded: int = 0
    """Rounds recorded play by play: only they tell of bombs."""
    bombs: int = 0
    """Bombs thrown."""
    bombs_won: int = 0
    """Tricks won by them."""
    bomb_cost: int = 0
    """Points of the cards that went to another side by that."""
    slams: int = 0
    """Rounds in which players of the team went out first and second."""

    @property
    def counts(self) -> bool:
        """Whether there is a figure: a scored round, or a match that is over, be it by its final scores alone."""
        return bool(self.rounds or self.matches)


@dataclass(slots=True, kw_only=True)
class SeatFigures(Sums):
    """One player's share of a match."""

    seat: int
    """Where the player sits, from 0."""
    side: int
    """The number of the player's side."""
    key: str
    """The name as names are compared."""
    name: str
    """The name as it stands in the match."""
    bot: str
    """The level of a computer player, which is part of its name here; empty for a person."""
    best: int = 0
    """The highest points of a round."""
    best_round: int = 0
    """The number of that round."""
    decisive: int = 0
    """What has decided a match that is over: the rounds the player's side has won where they are the goal, else its
    points."""
    comeback: int = 0
    """In a match that was won by points: how far behind the best other side the player's side was at most, after a
    round."""
    longest_bomb: int = 0
    """The number of cards of the longest bomb thrown."""
    bomb_cards: str = ""
    """The cards of that bomb, as in a match file."""


class BetFigures(NamedTuple):
    """A player's bets of one size in a match; `kept` counts those with which the player went out first."""

    seat: int
    amount: int
    made: int
    kept: int


class MatchFigures(NamedTuple):
    """A match file in the history.

    called, variant: the id that the match gives itself, and that of its variant; empty if the file cannot be read.
    event: the event that the match belongs to, as events are compared; empty for none.
    created: when the match was begun, in seconds since 1970; None if the file cannot be read.
    clock: what the clock showed there, such as `2026-11-24T00:30:00`; None if that is up to the computer that reads it.
    finished: whether it is over; None where that is not known.
    reason: why it counts in no statistics; None if it does.
    listing: what `haggis list` shows of it.
    transient: whether what kept it from being used may pass without the file being changed.
    """

    called: str = ""
    variant: str = ""
    event: str = ""
    created: float | None = None
    clock: str | None = None
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
    """What one match adds to the history.

    matches, unfinished: 1 if it is over, and 1 if it still goes on.
    led: scored rounds of which it is known who led.
    """

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


# The statistics: everybody's figures over the matches asked about, added up from the index.

_SUMMED_COLUMNS = tuple(each.name for each in fields(Sums))


@dataclass(slots=True, kw_only=True)
class PlayerStats(Sums):
    """A person's figures over many matches."""

    name: str = ""
    """The name that is shown."""
    bot: str = ""
    """The level of a computer player; empty for a person."""
    best: int | None = None
    """The highest points of a round; None before the first."""
    best_match: int | None = None
    """The highest points of a match that is over; None before the first."""
    bets: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By the size of a bet: how many were made, and how many kept."""

    @property
    def bets_made(self) -> int:
        """The bets of all sizes."""
        return sum(made for made, _ in self.bets.values())

    @property
    def bets_kept(self) -> int:
        """The bets of all sizes whose player was first out."""
        return sum(kept for _, kept in self.bets.values())


class Stats(NamedTuple):
    """The statistics of the matches chosen.

    matches, unfinished: how many are over, and how many still go on.
    begun: how many of those that still go on have a scored round.
    without_rounds: how many were closed before their first round was scored: they count in nothing else.
    players: the figures of everybody by the key of the person, most victories first.
    led: rounds of which it is known who led.
    led_first: of those the ones in which the leader went out first.
    led_chance: the share that would go out first if leading did not matter.
    """

    matches: int
    unfinished: int
    begun: int
    without_rounds: int
    rounds: int
    players: dict[str, PlayerStats]
    led: int
    led_first: int
    led_chance: float


def compute_statistics(index: sqlite3.Connection, counted: WhereClause, people: People) -> Stats:
    """The statistics of the matches that count."""
    matches, unfinished, begun, without_rounds, rounds, chance = _totals(index, counted)
    players = _players(index, counted, people)
    rows = index.execute(
        f"""SELECT s.key, b.amount, SUM(b.made), SUM(b.kept)
        FROM bets b JOIN seats s ON s.match = b.match AND s.seat = b.seat
        WHERE b.match IN {counted.ids_subquery} GROUP BY 1, 2 ORDER BY 2""",
        counted.values,
    )
    for key, amount, made, kept in rows:
        bets = players[people.person(key)].bets
        before = bets.get(amount, (0, 0))
        bets[amount] = (before[0] + made, before[1] + kept)
    led, led_first = (sum(getattr(each, name) for each in players.values()) for name in ("led", "led_first"))
    ranked = sorted(players.items(), key=lambda item: (-item[1].won, item[1].matches, -item[1].points, item[0]))
    return Stats(matches, unfinished, begun, without_rounds, rounds, dict(ranked), led, led_first, chance)


def _totals(index: sqlite3.Connection, counted: WhereClause) -> tuple[int, int, int, int, int, float]:
    """Matches finished, going on, begun and without a round, scored rounds, and the share first out by chance."""
    row = index.execute(
        f"""SELECT TOTAL(matches), TOTAL(unfinished), TOTAL(unfinished AND rounds), TOTAL(finished AND NOT matches),
            TOTAL(rounds), TOTAL(led * 1.0 / players), TOTAL(led)
        FROM matches m WHERE {counted.sql}""",
        counted.values,
    ).fetchone()
    *numbers, expected, led = row
    matches, unfinished, begun, without_rounds, rounds = map(int, numbers)
    return matches, unfinished, begun, without_rounds, rounds, expected / led if led else 0.0


def _players(index: sqlite3.Connection, counted: WhereClause, people: People) -> dict[str, PlayerStats]:
    sums = ", ".join(f"SUM(s.{name})" for name in _SUMMED_COLUMNS)
    rows = index.execute(  # the plus keeps SQLite to the order of the players: nothing has to be sorted
        f"""SELECT s.key, s.bot, MAX(CASE WHEN s.rounds THEN s.best END),
            MAX(CASE WHEN s.matches THEN s.match_points END), {sums}
        FROM seats s WHERE +s.match IN {counted.ids_subquery} GROUP BY s.key""",
        counted.values,
    )
    names = known_names(index)
    players: dict[str, PlayerStats] = {}
    for key, bot, best, best_match, *figures in rows:
        player = players.setdefault(people.person(key), PlayerStats())
        player.name, player.bot = people.display_name(key, names[key]), bot
        player.best = _higher(player.best, best)
        player.best_match = _higher(player.best_match, best_match)
        for column, value in zip(_SUMMED_COLUMNS, figures, strict=True):
            setattr(player, column, getattr(player, column) + value)
    return players


def _higher(one: int | None, other: int | None) -> int | None:
    return max((each for each in (one, other) if each is not None), default=None)
