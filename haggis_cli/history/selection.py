"""Which of the matches that are asked about count, which do not and why, and what a list says of each."""

import sqlite3
from itertools import groupby
from json import loads
from os import fsdecode
from typing import Any, NamedTuple

from haggis_cli.history.filters import CLOCK, Filter, WhereClause, placeholders
from haggis_cli.history.people import People
from haggis_cli.matches.store.entries import pick_original
from haggis_cli.matches.store.places import SUFFIX


class ExcludedMatch(NamedTuple):
    """A file that counts in nothing.

    name: what the match is called by its file.
    reason: why it does not count.
    """

    name: str
    reason: str


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


def list_matches(index: sqlite3.Connection, wanted: Filter, people: People) -> list[dict[str, Any]]:
    """What `haggis list` shows of each match asked about, the newest first.

    id: what its file is called.
    day: the day of the match, where its file can be read.
    not_counted: why it counts in nothing, where the file of aliases is at fault.
    """
    where = wanted.where(index, people)
    twice = _find_twice_told(index, people, where)
    rows = index.execute(
        f"""SELECT m.id, m.file, m.listed, {CLOCK} FROM matches m WHERE {where.sql}
        ORDER BY COALESCE(m.created, 0) DESC, m.place DESC""",
        where.values,
    )
    return [
        {"id": id_of(file), **loads(listed)}
        | ({"day": clock.partition("T")[0]} if clock else {})
        | ({"not_counted": twice[match].reason} if match in twice else {})
        for match, file, listed, clock in rows
    ]


def find_judged_anew(index: sqlite3.Connection, counted: WhereClause) -> list[str]:
    """The matches that count by other rules than those of their day, because their variant does not tell these."""
    rows = index.execute(
        f"""SELECT m.file, m.listed FROM matches m WHERE {counted.sql} AND m.listed LIKE '%"revision"%'
        ORDER BY m.file""",
        counted.values,
    )
    revisions = ((file, loads(listed).get("revision")) for file, listed in rows)
    return [id_of(file) for file, revision in revisions if revision and revision["differ"] is None]


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
        original = pick_original(called, (name for name, _ in files.values()))
        own = next(match for match, (name, _) in files.items() if name == original)
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
