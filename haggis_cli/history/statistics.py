"""The statistics: everybody's figures over the matches asked about, added up from the index."""

import sqlite3
from dataclasses import dataclass, field, fields
from itertools import groupby
from json import loads
from os import fsdecode
from typing import Any, NamedTuple

from haggis_cli.history.figures import Sums
from haggis_cli.history.filters import Filter, WhereClause, known_names, placeholders
from haggis_cli.history.people import People
from haggis_cli.matches.store.places import SUFFIX

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


class ExcludedMatch(NamedTuple):
    """A file that counts in nothing.

    name: what the match is called by its file.
    reason: why it does not count.
    """

    name: str
    reason: str


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
    rounds: scored rounds.
    players: the figures of everybody by the key of the person, most victories first.
    lead: whether it helps to lead.
    """

    matches: int
    unfinished: int
    rounds: int
    players: dict[str, PlayerStats]
    lead: LeadStats


class Selection(NamedTuple):
    """The matches that count among those asked about.

    where: which they are.
    excluded: the files that do not count.
    """

    where: WhereClause
    excluded: list[ExcludedMatch]


def select_matches(index: sqlite3.Connection, wanted: Filter, people: People) -> Selection:
    """Which of the matches wanted count."""
    where = wanted.where(index, people)
    twice = _find_twice_told(index, people, where)
    counted = WhereClause("m.reason IS NULL").and_where(where)
    if twice:
        counted = counted.and_where(WhereClause(f"m.id NOT IN ({placeholders(list(twice))})", tuple(twice)))
    return Selection(counted, [*_find_excluded(index, where), *twice.values()])


def compute_statistics(index: sqlite3.Connection, counted: WhereClause, people: People) -> Stats:
    """The statistics of the matches that count."""
    matches, unfinished, rounds, chance = _totals(index, counted)
    players = _players(index, counted, people)
    _add_bets(index, counted, people, players)
    led, led_first = (sum(getattr(each, name) for each in players.values()) for name in ("led", "led_first"))
    ranked = sorted(players.items(), key=lambda item: (-item[1].won, item[1].matches, -item[1].points, item[0]))
    return Stats(matches, unfinished, rounds, dict(ranked), LeadStats(led, led_first, chance))


def _totals(index: sqlite3.Connection, counted: WhereClause) -> tuple[int, int, int, float]:
    """Matches finished and not, scored rounds, and how often any one player is first out of a round by chance."""
    row = index.execute(
        f"""SELECT TOTAL(matches), TOTAL(unfinished), TOTAL(rounds), TOTAL(led * 1.0 / players), TOTAL(led)
        FROM matches m WHERE {counted.sql}""",
        counted.values,
    ).fetchone()
    matches, unfinished, rounds, expected, led = row
    return int(matches), int(unfinished), int(rounds), expected / led if led else 0.0


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


def _find_twice_told(index: sqlite3.Connection, people: People, where: WhereClause) -> dict[int, ExcludedMatch]:
    """The matches asked about that count for nobody though nothing is wrong in their files, by number."""
    return _find_copies(index, where) | _find_doubly_seated(index, people, where)


def _find_copies(index: sqlite3.Connection, where: WhereClause) -> dict[int, ExcludedMatch]:
    """Of files that give one id and one moment the others than the match's own, which is called so, or the shortest."""
    rows = index.execute(
        f"""SELECT m.called, m.created, m.id, m.file, {where.sql} FROM matches m
        JOIN (SELECT called, created FROM matches WHERE created IS NOT NULL AND called != ''
              GROUP BY called, created HAVING COUNT(*) > 1) USING (called, created)""",
        where.values,
    ).fetchall()
    copies: dict[int, ExcludedMatch] = {}
    for _, group in groupby(sorted(rows, key=lambda row: row[:2]), lambda row: row[:2]):
        files = {match: (id_of(file), wanted) for _, _, match, file, wanted in group}
        called = next(row[0] for row in rows if row[2] in files)
        own = min(files, key=lambda match: (files[match][0] != called, len(files[match][0]), files[match][0]))
        reason = f"a copy of {files.pop(own)[0]}: both files say the same 'id' and 'created'"
        copies |= {match: ExcludedMatch(name, reason) for match, (name, wanted) in files.items() if wanted}
    return copies


def _find_doubly_seated(index: sqlite3.Connection, people: People, where: WhereClause) -> dict[int, ExcludedMatch]:
    """The matches in which two names are one person's, by number: they count for nobody."""
    aliased = people.aliased_keys()
    if not aliased:
        return {}
    rows = index.execute(
        f"""SELECT m.id, m.file, s.key, s.name FROM matches m JOIN seats s ON s.match = m.id
        WHERE m.reason IS NULL AND {where.sql} AND s.key IN ({placeholders(aliased)}) ORDER BY m.id, s.seat""",
        (*where.values, *aliased),
    )
    seen: dict[tuple[int, str], str] = {}
    twice = {}
    for match, file, key, name in rows:
        person = people.person(key)
        if (match, person) in seen:
            reason = f"{seen[match, person]} and {name} are one person in players.toml"
            twice[match] = ExcludedMatch(id_of(file), reason)
        seen[match, person] = name
    return twice


def _find_excluded(index: sqlite3.Connection, where: WhereClause) -> list[ExcludedMatch]:
    """What counts in nothing; a file that nothing is known of is among it whatever is asked about."""
    rows = index.execute(
        f"SELECT m.file, m.reason FROM matches m WHERE m.reason IS NOT NULL AND (m.created IS NULL OR {where.sql}) "
        "ORDER BY m.file",
        where.values,
    )
    return [ExcludedMatch(id_of(file), reason) for file, reason in rows]


def id_of(file: bytes) -> str:
    """What a match is called by its file."""
    return fsdecode(file).removesuffix(SUFFIX)


def list_matches(index: sqlite3.Connection, wanted: Filter, people: People) -> list[dict[str, Any]]:
    """What `haggis list` shows of each match asked about, the newest first.

    id: what its file is called.
    not_counted: why it counts in nothing, where the file of aliases is at fault.
    """
    where = wanted.where(index, people)
    twice = _find_twice_told(index, people, where)
    rows = index.execute(
        f"SELECT m.id, m.file, m.listed FROM matches m WHERE {where.sql} ORDER BY COALESCE(m.created, 0) DESC, m.file",
        where.values,
    )
    return [
        {"id": id_of(file), **loads(listed)} | ({"not_counted": twice[match].reason} if match in twice else {})
        for match, file, listed in rows
    ]
