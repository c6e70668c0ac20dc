"""The matches one after another: streaks, who beat whom, how figures change over time, and who sits together lately."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from haggis_cli.history.selection import CLOCK, IN_ORDER, People, WhereClause
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import fold_name
from haggis_cli.support.extras import install_command

FORM_LENGTH = 5
"""So many of the last matches are somebody's form."""


class Participant(NamedTuple):
    """A person's part in a match.

    person: the key of the person.
    won: 1 if the side has won, else 0.
    decisive: what has decided a match that is over for the side: its game total, or how many rounds it has won.
    rounds: the scored rounds of the match.
    round_points: the points of the person's own lines.
    """

    person: str
    side: int
    won: int
    decisive: int
    rounds: int
    round_points: int


class PlayedMatch(NamedTuple):
    """A match with a scored round or final scores.

    clock: when it was begun on the clock there, in seconds since 1970 on that clock.
    over: whether it is finished: one that goes on counts for points per round alone.
    """

    clock: float
    seats: tuple[Participant, ...]
    over: bool = True


@dataclass(slots=True)
class HeadToHead:
    """Matches against somebody.

    ahead: in how many the own side had more points, or more rounds won where they were the goal.
    behind: in how many it had fewer.
    """

    matches: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(slots=True)
class Partnership:
    """Matches as somebody's partner, and how many of them were won."""

    matches: int = 0
    won: int = 0


@dataclass(slots=True)
class PlayerHistory:
    """A person's matches in order.

    current_streak: how many of the last ones were won in a row.
    longest_streak: the most that were ever won in a row.
    form: the last matches, at most FORM_LENGTH, the newest last: W won, L lost, D drawn.
    """

    current_streak: int = 0
    longest_streak: int = 0
    form: str = ""
    opponents: defaultdict[str, HeadToHead] = field(default_factory=lambda: defaultdict(HeadToHead))
    partners: defaultdict[str, Partnership] = field(default_factory=lambda: defaultdict(Partnership))


class SeriesPoint(NamedTuple):
    """A figure of a person after a match; `place` is that of the match among all, from 0."""

    place: int
    value: float


def played_matches(index: sqlite3.Connection, counted: WhereClause, people: People) -> Iterator[PlayedMatch]:
    """The matches with a scored round or final scores among those that count, the oldest first."""
    rows = index.execute(
        f"""SELECT m.id, {CLOCK}, s.matches, s.key, s.side, s.won, s.decisive, s.rounds, s.points
        FROM matches m JOIN seats s ON s.match = m.id
        WHERE {counted.sql} AND (s.rounds OR s.matches) ORDER BY {IN_ORDER}, s.seat""",
        counted.values,
    )
    for _, seats in groupby(rows, itemgetter(0)):
        found = list(seats)
        clock = datetime.fromisoformat(found[0][1]).replace(tzinfo=UTC).timestamp()
        parts = tuple(Participant(people.person(row[3]), *row[4:]) for row in found)
        yield PlayedMatch(clock, parts, over=bool(found[0][2]))


def player_histories(matches: Iterable[PlayedMatch], people: Iterable[str]) -> dict[str, PlayerHistory]:
    """The histories of these persons."""
    histories = {person: PlayerHistory() for person in people}
    for match in matches:
        for seat in match.seats:
            if seat.person in histories:
                _add_match(histories[seat.person], seat, match.seats)
    return histories


def _add_match(mine: PlayerHistory, seat: Participant, seats: Sequence[Participant]) -> None:
    mine.current_streak = mine.current_streak + 1 if seat.won else 0
    mine.longest_streak = max(mine.longest_streak, mine.current_streak)
    result = "W" if seat.won else "L" if any(each.won for each in seats) else "D"
    mine.form = (mine.form + result)[-FORM_LENGTH:]
    for other in seats:
        if other.side != seat.side:
            versus = mine.opponents[other.person]
            versus.matches += 1
            versus.ahead += seat.decisive > other.decisive
            versus.behind += seat.decisive < other.decisive
        elif other is not seat:
            together = mine.partners[other.person]
            together.matches += 1
            together.won += seat.won


def running_averages(
    matches: Iterable[PlayedMatch], part: Callable[[Participant], tuple[int, int]]
) -> dict[str, list[SeriesPoint]]:
    """After each match of a person, an average so far; `part`: what a match adds to the sum and to the number."""
    sums: dict[str, list[int]] = {}
    points: dict[str, list[SeriesPoint]] = {}
    for place, match in enumerate(matches):
        for seat in match.seats:
            tally = sums.setdefault(seat.person, [0, 0])
            for at, value in enumerate(part(seat)):
                tally[at] += value
            points.setdefault(seat.person, []).append(SeriesPoint(place, tally[0] / max(tally[1], 1)))
    return points


# How strong everybody is: ratings of the Plackett-Luce model, worked out anew from the finished matches each time.
#
# Partners are rated as a team, three players by their ranks; results count only for who is ahead of whom. R. C. Weng
# and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), as the package openskill has it.

MIN_MATCHES = 5
"""Nobody has a rating with fewer finished matches: before, it says more of the first opponents than of the player."""


class Rating(NamedTuple):
    """A person's strength after so many matches: the likeliest value, and how unsure that is."""

    mu: float
    sigma: float
    matches: int

    @property
    def rating(self) -> float:
        """The strength that the person most probably has at least: three sigma below mu."""
        return self.mu - 3 * self.sigma


class Ratings:
    """Everybody's rating, match by match; HaggisError where the package that does the mathematics is missing.

    people: the ratings of those with enough matches.
    series: their ratings after each match, from the first one that counts as one.
    """

    def __init__(self) -> None:
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            raise HaggisError(f"ratings need openskill: {install_command('ratings')}") from None
        self._model = PlackettLuce()
        self._known: dict[str, Rating] = {}
        self.people: dict[str, Rating] = {}
        self.series: dict[str, list[SeriesPoint]] = {}

    def add_all(self, matches: Iterable[PlayedMatch]) -> "Ratings":
        """Rate these matches, the oldest first."""
        for place, match in enumerate(matches):
            self._add_match(place, match)
        return self

    def _add_match(self, place: int, match: PlayedMatch) -> None:
        sides: dict[int, list[str]] = {}
        results: dict[int, int] = {}
        for seat in match.seats:
            sides.setdefault(seat.side, []).append(seat.person)
            results[seat.side] = seat.decisive
        before = [[self._player(person) for person in team] for team in sides.values()]
        after = self._model.rate(before, scores=list(results.values()))
        for team, rated in zip(sides.values(), after, strict=True):
            for person, player in zip(team, rated, strict=True):
                matches = self._known[person].matches + 1 if person in self._known else 1
                self._known[person] = Rating(player.mu, player.sigma, matches)
                if matches >= MIN_MATCHES:
                    self.people[person] = self._known[person]
                    self.series.setdefault(person, []).append(SeriesPoint(place, self.people[person].rating))

    def _player(self, person: str) -> Any:
        known = self._known.get(person)
        return self._model.rating(mu=known.mu, sigma=known.sigma) if known else self._model.rating()


# Who has played here, for whoever starts a match.

_MOST_NAMES = 200
_LATELY = 20  # matches of as many players among which the usual group is looked for
_DAY = 24 * 60 * 60.0
_MONTH = 30 * _DAY  # after which a match counts half


class PlayedHere(NamedTuple):
    """Who has played here; computer players are left out.

    names: everybody, as spelled in the latest match: who played on the day of the latest first; among these, and among
        the others, who plays most, matches of the last weeks above all.
    groups: those who sat together lately, in the order of their seats. The group of most of the last matches is the
        usual one and comes first; of several with as many the one that played last.
    """

    names: list[str]
    groups: list[list[str]]

    def names_for(self, numbers: Collection[int]) -> list[str]:
        """Everybody, for a match of one of these numbers of players: first those of its usual group."""
        usual = next((group for group in self.groups if len(group) in numbers), [])
        folded = set(map(fold_name, usual))
        return [*usual, *(name for name in self.names if fold_name(name) not in folded)]

    def known_spelling(self, typed: str) -> str:
        """The name of who is meant: for the history, case makes no difference."""
        folded = fold_name(typed.strip())
        return next((name for name in self.names if fold_name(name) == folded), typed)

    def next_name(self, seated: Sequence[str]) -> str | None:
        """Who sits down next, clockwise, in the first group to which all who are seated belong; None for nobody."""
        taken = [fold_name(name) for name in seated]
        for group in self.groups:
            folded = [fold_name(name) for name in group]
            if set(taken) < set(folded):
                begin = folded.index(taken[-1]) + 1 if taken else 0
                return next(name for name in group[begin:] + group[:begin] if fold_name(name) not in taken)
        return None


def find_played_here(index: sqlite3.Connection) -> PlayedHere:
    """Who has played here, and who with whom lately."""
    rows = index.execute(
        """SELECT m.id, s.key, s.name FROM seats s JOIN
            (SELECT id, created, place,
                ROW_NUMBER() OVER (PARTITION BY players ORDER BY created DESC, place DESC) AS number
             FROM matches WHERE created IS NOT NULL) m ON s.match = m.id
        WHERE s.bot = '' AND m.number <= ? ORDER BY m.created DESC, m.place DESC, s.seat""",
        (_LATELY,),
    )
    groups: dict[frozenset[str], list[str]] = {}
    played = Counter[frozenset[str]]()
    for _, seats in groupby(rows, lambda row: row[0]):
        table = {key: name for _, key, name in seats}
        played[frozenset(table)] += 1
        groups.setdefault(frozenset(table), list(table.values()))
    together = [groups[group] for group, _ in played.most_common() if len(group) > 1]
    rows = index.execute(
        """SELECT s.name, MAX(m.created) AS last, SUM(1 / (1 + (newest - m.created) / ?)) AS often
        FROM seats s JOIN matches m ON m.id = s.match, (SELECT MAX(created) AS newest FROM matches)
        WHERE s.bot = '' GROUP BY s.key ORDER BY last > newest - ? DESC, often DESC, last DESC, s.key LIMIT ?""",
        (_MONTH, _DAY, _MOST_NAMES),
    )
    return PlayedHere([name for name, _, _ in rows], together)
