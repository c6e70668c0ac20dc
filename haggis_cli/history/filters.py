"""Which matches of the history are asked about."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import reduce
from json import loads
from typing import NamedTuple

from haggis_cli.history.people import People
from haggis_cli.matches.names import fold_label
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text, forbidden_character

CLOCK = "COALESCE(m.clock, clock_here(m.created))"
"""In SQL, what the clock showed where the match `m` was played (`matches.moments`); the day is its first part."""
IN_ORDER = "m.created, m.place"
"""In SQL, the order of the matches, the oldest first; those of one moment go by their ids: `x`, `x-2`, `x-10`."""

_MOST_EVENTS = 8  # that are named where none fits
_MOST_NAMES = 200


class WhereClause(NamedTuple):
    """A condition of SQL on the matches `m`.

    sql: its text.
    values: what its question marks stand for.
    """

    sql: str
    values: tuple[object, ...] = ()

    @property
    def ids_subquery(self) -> str:
        """The numbers of these matches, for SQL: looked up once for a whole query."""
        return f"(SELECT m.id FROM matches m WHERE {self.sql})"

    def and_where(self, other: "WhereClause") -> "WhereClause":
        """The matches that fulfil both."""
        return WhereClause(f"{self.sql} AND {other.sql}", (*self.values, *other.values))


class Filter(NamedTuple):
    """Which matches are asked about.

    players: those in which all of these people sat.
    variant: those of a variant.
    event: those of an event, case ignored.
    since, until: those from this day on, and those before that day, such as `2026-11-24`.
    finished: those that are over, or those that are not; None for both.
    bots: whether those with computer players are among them.
    """

    players: Sequence[str] = ()
    variant: str | None = None
    event: str | None = None
    since: str | None = None
    until: str | None = None
    finished: bool | None = None
    bots: bool = True

    @property
    def is_active(self) -> bool:
        """Whether it leaves anything out."""
        return self != Filter()

    def where(self, index: sqlite3.Connection, people: People) -> WhereClause:
        """The condition; UsageError for a player whom nobody knows, VariantError for such a variant."""
        parts: list[WhereClause] = [WhereClause("m.created IS NOT NULL")] if self.is_active else []
        if self.variant is not None:
            parts.append(_variant_clause(index, self.variant))
        if self.event is not None:
            parts.append(_event_clause(index, self.event))
        if self.since is not None:
            parts.append(WhereClause(f"{CLOCK} >= ?", (self.since,)))
        if self.until is not None:
            parts.append(WhereClause(f"{CLOCK} < ?", (self.until,)))
        if self.finished is not None:
            parts.append(WhereClause("m.finished = ?", (self.finished,)))
        if not self.bots:
            parts.append(WhereClause("m.id NOT IN (SELECT match FROM seats WHERE bot != '')"))
        if self.players:
            known = known_names(index)
            parts += [person_clause(people, people.find(typed, known), known) for typed in self.players]
        return reduce(WhereClause.and_where, parts) if parts else WhereClause("1")


def _variant_clause(index: sqlite3.Connection, variant: str) -> WhereClause:
    """The condition that the match is of a variant: one that is installed, or else was when it was played."""
    where = WhereClause("m.variant = ?", (variant,))
    # A word of stray bytes is no text to the database, and no variant is called so.
    is_text = forbidden_character(variant) is None
    if not is_text or not index.execute(f"SELECT 1 FROM matches m WHERE {where.sql} LIMIT 1", where.values).fetchone():
        from haggis_cli.plugins.registry import installed_claims, load

        if variant not in installed_claims():
            load(variant)  # says that there is none, and which may have been meant
    return where


def _event_clause(index: sqlite3.Connection, event: str) -> WhereClause:
    """The condition that the match belongs to an event; UsageError, with those there are, if none does."""
    where = WhereClause("m.event = ?", (fold_label(event.strip()),))
    is_text = event.strip() and forbidden_character(event) is None
    if not is_text or not index.execute(f"SELECT 1 FROM matches m WHERE {where.sql} LIMIT 1", where.values).fetchone():
        raise UsageError(f"no match belongs to '{escape_text(event)}': {_describe_events(index)}")
    return where


def _describe_events(index: sqlite3.Connection) -> str:
    rows = index.execute(
        "SELECT listed, MAX(created) FROM matches WHERE event != '' GROUP BY event ORDER BY 2 DESC"
    ).fetchall()
    if not rows:
        return "no match has an event yet ('haggis new --event TEXT', 'haggis edit MATCH --event TEXT')"
    more = f" and {len(rows) - _MOST_EVENTS} more" if len(rows) > _MOST_EVENTS else ""
    return f"the events are {', '.join(escape_text(loads(listed)['event']) for listed, _ in rows[:_MOST_EVENTS])}{more}"


def person_clause(people: People, person: str, known: Iterable[str]) -> WhereClause:
    """The condition that a person sits in the match; `known`: the folded names of everybody who sits in one."""
    keys = people.keys_of(person, known)
    return WhereClause(f"m.id IN (SELECT match FROM seats WHERE key IN ({placeholders(keys)}))", tuple(keys))


def placeholders(values: Sequence[object]) -> str:
    """A question mark of SQL for each value."""
    return ", ".join("?" * len(values))


def known_names(index: sqlite3.Connection) -> dict[str, str]:
    """Everybody who sits in a match, by folded name, as spelled in the latest match."""
    rows = index.execute("SELECT DISTINCT key, name FROM seats").fetchall()
    known = dict(rows)
    if len(known) == len(rows):
        return known
    rows = index.execute(  # putting the matches in order takes longer than all the rest
        "SELECT s.key, s.name, MAX(m.created) FROM seats s JOIN matches m ON m.id = s.match GROUP BY s.key"
    ).fetchall()
    return {key: name for key, name, _ in rows}


def recent_names(index: sqlite3.Connection) -> list[str]:
    """The people who sit in a match, as spelled in the latest one; those who played last come first."""
    rows = index.execute(
        "SELECT s.name, MAX(m.created) FROM seats s JOIN matches m ON m.id = s.match WHERE s.bot = '' "
        "GROUP BY s.key ORDER BY 2 DESC LIMIT ?",
        (_MOST_NAMES,),
    )
    return [name for name, _ in rows]


def parse_date(text: str, option: str, *, end: bool = False) -> str:
    """The first day of a day, month or year, or with `end` the first one after it.

    UsageError for what is no date.
    """
    for form in ("%Y-%m-%d", "%Y-%m", "%Y"):
        try:
            start = datetime.strptime(text.strip(), form)
            return (_span_end(start, form) if end else start).date().isoformat()
        except (ValueError, OverflowError):
            continue
    raise UsageError(f"{option} needs a date such as 2026-11-21, 2026-11 or 2026, not '{escape_text(text)}'")


def _span_end(start: datetime, form: str) -> datetime:
    if form == "%Y":
        return start.replace(year=start.year + 1)
    if form == "%Y-%m":
        return (start.replace(day=1) + timedelta(days=32)).replace(day=1)
    return start + timedelta(days=1)
