"""The finished matches one after another: streaks, who beat whom, partners, and how figures change over time."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from haggis_cli.history.filters import Where
from haggis_cli.history.people import People


class Seated(NamedTuple):
    """A person's part in a finished match."""

    person: str
    side: int
    won: int
    points: int
    rounds: int
    round_points: int


class Finished(NamedTuple):
    """A finished match: when it was begun, and everybody's part in it."""

    created: float
    seats: tuple[Seated, ...]


@dataclass(slots=True)
class Versus:
    """Matches against somebody: in how many the own side came in ahead, and behind."""

    matches: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(slots=True)
class Together:
    """Matches as somebody's partner, and how many of them were won."""

    matches: int = 0
    won: int = 0


@dataclass(slots=True)
class Company:
    """A person's matches in order: won in a row now and at best, and with whom they were played."""

    streak: int = 0
    best_streak: int = 0
    opponents: defaultdict[str, Versus] = field(default_factory=lambda: defaultdict(Versus))
    partners: defaultdict[str, Together] = field(default_factory=lambda: defaultdict(Together))


class Point(NamedTuple):
    """A figure of a person after a match: the match's place among all, from 0, and the value."""

    place: int
    value: float


def finished_matches(index: sqlite3.Connection, counted: Where, people: People) -> Iterator[Finished]:
    """The finished matches among those that count, the oldest first."""
    rows = index.execute(
        f"""SELECT m.id, m.created, s.key, s.side, s.won, s.match_points, s.rounds, s.points
        FROM matches m JOIN seats s ON s.match = m.id
        WHERE {counted.sql} AND s.matches ORDER BY m.created, m.file, s.seat""",
        counted.values,
    )
    for _, seats in groupby(rows, itemgetter(0)):
        found = list(seats)
        yield Finished(found[0][1], tuple(Seated(people.person(row[2]), *row[3:]) for row in found))


def company(matches: Iterable[Finished], whose: str | None = None) -> dict[str, Company]:
    """Everybody's company, or only one person's."""
    kept = defaultdict[str, Company](Company)
    for match in matches:
        for seat in match.seats:
            if whose is None or seat.person == whose:
                _meet(kept[seat.person], seat, match.seats)
    return dict(kept)


def _meet(mine: Company, seat: Seated, seats: Sequence[Seated]) -> None:
    mine.streak = mine.streak + 1 if seat.won else 0
    mine.best_streak = max(mine.best_streak, mine.streak)
    for other in seats:
        if other.side != seat.side:
            versus = mine.opponents[other.person]
            versus.matches += 1
            versus.ahead += seat.points > other.points
            versus.behind += seat.points < other.points
        elif other is not seat:
            together = mine.partners[other.person]
            together.matches += 1
            together.won += seat.won


def share_won(matches: Iterable[Finished]) -> dict[str, list[Point]]:
    """After each match of a person, the share of the matches won so far, in percent."""
    return _running(matches, lambda seat: (100 * seat.won, 1))


def points_a_round(matches: Iterable[Finished]) -> dict[str, list[Point]]:
    """After each match of a person, the points a round so far."""
    return _running(matches, lambda seat: (seat.round_points, seat.rounds))


def _running(matches: Iterable[Finished], part: Callable[[Seated], tuple[int, int]]) -> dict[str, list[Point]]:
    sums: dict[str, list[int]] = {}
    points: dict[str, list[Point]] = {}
    for place, match in enumerate(matches):
        for seat in match.seats:
            tally = sums.setdefault(seat.person, [0, 0])
            for at, value in enumerate(part(seat)):
                tally[at] += value
            points.setdefault(seat.person, []).append(Point(place, tally[0] / max(tally[1], 1)))
    return points
