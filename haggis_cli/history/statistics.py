"""The statistics: everybody's figures over the matches asked about, added up from the index."""

import sqlite3
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from haggis_cli.history.figures import Sums
from haggis_cli.history.filters import WhereClause, known_names
from haggis_cli.history.people import People

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


class LeadStats(NamedTuple):
    """Whether it helps to lead.

    rounds: rounds of which it is known who led.
    first: rounds in which the leader went out first.
    chance: the share that would go out first if leading did not matter.
    """

    rounds: int
    first: int
    chance: float


class Stats(NamedTuple):
    """The statistics of the matches chosen.

    matches: how many are over.
    unfinished: how many still go on.
    without_rounds: how many were closed before their first round was scored: they count in nothing else.
    rounds: scored rounds.
    players: the figures of everybody by the key of the person, most victories first.
    lead: whether it helps to lead.
    """

    matches: int
    unfinished: int
    without_rounds: int
    rounds: int
    players: dict[str, PlayerStats]
    lead: LeadStats


def compute_statistics(index: sqlite3.Connection, counted: WhereClause, people: People) -> Stats:
    """The statistics of the matches that count."""
    matches, unfinished, without_rounds, rounds, chance = _totals(index, counted)
    players = _players(index, counted, people)
    _add_bets(index, counted, people, players)
    led, led_first = (sum(getattr(each, name) for each in players.values()) for name in ("led", "led_first"))
    ranked = sorted(players.items(), key=lambda item: (-item[1].won, item[1].matches, -item[1].points, item[0]))
    return Stats(matches, unfinished, without_rounds, rounds, dict(ranked), LeadStats(led, led_first, chance))


def _totals(index: sqlite3.Connection, counted: WhereClause) -> tuple[int, int, int, int, float]:
    """Matches finished, going on and without a round, scored rounds, and the share first out of a round by chance."""
    row = index.execute(
        f"""SELECT TOTAL(matches), TOTAL(unfinished), TOTAL(finished AND NOT matches), TOTAL(rounds),
            TOTAL(led * 1.0 / players), TOTAL(led)
        FROM matches m WHERE {counted.sql}""",
        counted.values,
    ).fetchone()
    *numbers, expected, led = row
    matches, unfinished, without_rounds, rounds = map(int, numbers)
    return matches, unfinished, without_rounds, rounds, expected / led if led else 0.0


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


def _add_bets(index: sqlite3.Connection, counted: WhereClause, people: People, players: dict[str, PlayerStats]) -> None:
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
