"""Which of the matches that are asked about count, which do not and why, and what a list says of each."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from itertools import groupby
from json import loads
from os import fsdecode
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from haggis_cli.matches.heading import match_title
from haggis_cli.matches.store.files import SUFFIX, Survey, pick_original, read_regular
from haggis_cli.support.errors import RecordError, UsageError
from haggis_cli.support.escaping import escape_text, fold_name, forbidden_character
from haggis_cli.support.text import join_words, pluralize

if TYPE_CHECKING:
    from haggis_cli.matches.store.folder import Store

Answer = TypeVar("Answer")

# Who is who in the history: spellings that differ only in capitals are one person, and so are aliases.
#
# Aliases stand in one small file of the home:
#
#     [aliases]
#     "Noah" = ["Noah P.", "Noah Pettigrew"]

PEOPLE_FILE = "players.toml"
BREAKS_RULES = "breaks the rules"
"""The reason why a match counts in nothing if a play or a figure in it cannot be."""


def seat_name(name: str, bot: str) -> str:
    """What a player is called in the history; a computer player is another one at every level.

    >>> seat_name("Robbie", "hard"), seat_name("Isla", "")
    ('Robbie (hard)', 'Isla')
    """
    return f"{name} ({bot})" if bot else name


def names_in_matches(players: Iterable[tuple[str, str]]) -> list[str]:
    """The names that ask for looks: of computer players, given with their levels, those that matches show.

    A second level of the same name keeps its name of the history, so that the two are told apart.

    >>> names_in_matches([("Isla", ""), ("Robbie (hard)", "hard"), ("Robbie (easy)", "easy")])
    ['Isla', 'Robbie', 'Robbie (easy)']
    """
    names: list[str] = []
    for name, bot in players:
        bare = name.removesuffix(seat_name("", bot))
        names.append(name if bare in names else bare)
    return names


class People:
    """The names of the history, as they are folded, and the person behind each."""

    def __init__(self, aliases: Mapping[str, Iterable[str]] | None = None) -> None:
        self._display_names = {fold_name(name): name for name in aliases or {}}
        self._person_by_key = {
            fold_name(alias): fold_name(name) for name, known in (aliases or {}).items() for alias in known
        }

    def person(self, key: str) -> str:
        """The person a folded name stands for."""
        return self._person_by_key.get(key, key)

    def display_name(self, key: str, spelling: str) -> str:
        """How the person is written: as in the file of aliases, else as spelled in a match."""
        return self._display_names.get(self.person(key), spelling)

    def aliased_keys(self) -> tuple[str, ...]:
        """All folded names that the file of aliases says something of."""
        return tuple({*self._display_names, *self._person_by_key})

    def find(self, typed: str, known: Mapping[str, str]) -> str:
        """The person somebody means: a name, an alias, or the beginning of just one; `known`: spellings by folded name.

        UsageError if that is nobody, or several people.
        """
        wanted = fold_name(typed.strip())
        if wanted in known or wanted in self._person_by_key or wanted in self._display_names:
            return self.person(wanted)
        played = {self.person(key) for key in known}
        names = {**known, **{key: name for key, name in self._display_names.items() if key in played}}
        fitting = {
            self.person(key): self.display_name(key, name) for key, name in names.items() if key.startswith(wanted)
        }
        if len(fitting) == 1 and wanted:
            return next(iter(fitting))
        if fitting and wanted:
            named = join_words(sorted(fitting.values())[:10], "or")
            raise UsageError(f"'{typed}' can be {named}: type more of the name")
        from difflib import get_close_matches

        near = get_close_matches(wanted, names, 1)
        meant = f": did you mean {self.display_name(near[0], names[near[0]])}?" if near else ""
        raise UsageError(f"nobody called '{typed}' has played{meant}")


def read_people(home: Path) -> People:
    """The people of a home; RecordError with the line if its file of aliases says something that cannot be."""
    path = home / PEOPLE_FILE
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return People()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from None
    from haggis_cli.matches.toml.parsing import parse_toml

    text, parsed = parse_toml(data, PEOPLE_FILE)
    return People(_AliasReader(text).read(parsed))


class _AliasReader:
    """Says of the file of aliases what is wrong with it, and where."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, parsed: dict[str, Any]) -> dict[str, list[str]]:
        for key in parsed:
            if key != "aliases":
                raise self._error((key,), f"unknown key '{key}': the file holds one table, [aliases]")
        aliases = parsed.get("aliases", {})
        if not isinstance(aliases, dict):
            raise self._error(("aliases",), "'aliases' must be a table: write [aliases]")
        taken: dict[str, str] = {}
        for name in aliases:
            self._claim_name(name, name, taken, ("aliases", name))
        for name, known in aliases.items():
            if not isinstance(known, list) or not all(isinstance(alias, str) for alias in known):
                wanted = f'"{name}" = ["one name", "another name"]'
                raise self._error(("aliases", name), f"write the aliases as a list of texts: {wanted}")
            for place, alias in enumerate(known):
                if fold_name(alias) != fold_name(name):  # the same name with other capitals says nothing new
                    self._claim_name(alias, name, taken, ("aliases", name, place))
        return {name.strip(): [alias.strip() for alias in known] for name, known in aliases.items()}

    def _claim_name(self, alias: str, name: str, taken: dict[str, str], path: tuple[str | int, ...]) -> None:
        if not alias.strip():
            raise self._error(path, "a name must not be empty")
        before = taken.setdefault(fold_name(alias.strip()), name)
        if before != name or (alias != name and alias.strip() == name.strip()):
            raise self._error(path, f"'{alias}' already stands for {before}: give each name once")

    def _error(self, path: tuple[str | int, ...], message: str) -> RecordError:
        from haggis_cli.matches.toml.source_positions import SourcePositions

        return RecordError(f"{PEOPLE_FILE}: line {SourcePositions(self._text).line(path)}: {message}")


CLOCK = "COALESCE(m.clock, clock_here(m.created))"
"""In SQL, what the clock showed where the match `m` was played (`matches.heading`); the day is its first part."""
IN_ORDER = "m.created, m.place"
"""In SQL, the order of the matches, the oldest first; those of one moment go by their ids: `x`, `x-2`, `x-10`."""

_MOST_EVENTS = 8  # that are named where none fits


class WhereClause(NamedTuple):
    """A condition of SQL on the matches `m`, and what its question marks stand for."""

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
    event: case is ignored.
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

    def where(self, index: sqlite3.Connection, people: People) -> WhereClause:
        """The condition; UsageError for a player whom nobody knows, VariantError for such a variant."""
        parts: list[WhereClause] = [WhereClause("m.created IS NOT NULL")] if self != Filter() else []
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
    where = WhereClause("m.event = ?", (fold_name(event.strip()),))
    is_text = event.strip() and forbidden_character(event) is None
    if not is_text or not index.execute(f"SELECT 1 FROM matches m WHERE {where.sql} LIMIT 1", where.values).fetchone():
        raise UsageError(f"no match belongs to '{event}': {_describe_events(index)}")
    return where


def _describe_events(index: sqlite3.Connection) -> str:
    events = known_events(index)
    if not events:
        return "no match has an event yet ('haggis new --event TEXT', 'haggis edit MATCH --event TEXT')"
    more = f" and {len(events) - _MOST_EVENTS} more" if len(events) > _MOST_EVENTS else ""
    return f"the events are {', '.join(map(escape_text, events[:_MOST_EVENTS]))}{more}"


def known_events(index: sqlite3.Connection) -> list[str]:
    """The events of the matches, the newest first, ignoring case."""
    rows = index.execute("SELECT listed, MAX(created) FROM matches WHERE event != '' GROUP BY event ORDER BY 2 DESC")
    return [loads(listed)["event"] for listed, _ in rows]


def person_clause(people: People, person: str, known: Iterable[str]) -> WhereClause:
    """The condition that a person sits in the match; `known`: the folded names of everybody who sits in one."""
    keys = [key for key in known if people.person(key) == person]
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


def with_looks(store: "Store", question: Callable[[sqlite3.Connection, Survey], Answer]) -> Callable[..., Answer]:
    """The question to the index, put once everybody in the book has the look that stays: for what shows looks."""

    def ask(index: sqlite3.Connection, survey: Survey) -> Answer:
        store.recall_players(*_tables_by_age(index))
        return question(index, survey)

    return ask


def _tables_by_age(index: sqlite3.Connection) -> list[list[str]]:
    """Who sat in each match that was somebody's first, the oldest first, as the matches have the names."""
    rows = index.execute(
        """SELECT s.key, s.match, s.name, s.bot, MIN(m.created) FROM seats s JOIN matches m ON m.id = s.match
        GROUP BY s.key ORDER BY 5, s.seat"""
    ).fetchall()
    names = dict(zip((row[0] for row in rows), names_in_matches(row[2:4] for row in rows), strict=True))
    seats = "SELECT key FROM seats WHERE match = ? ORDER BY seat"
    return [
        [names[key] for (key,) in index.execute(seats, (match,))] for match in dict.fromkeys(row[1] for row in rows)
    ]


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
    raise UsageError(f"{option} needs a date such as 2026-11-21, 2026-11 or 2026, not '{text}'")


def _span_end(start: datetime, form: str) -> datetime:
    if form == "%Y":
        return start.replace(year=start.year + 1)
    if form == "%Y-%m":
        return (start.replace(day=1) + timedelta(days=32)).replace(day=1)
    return start + timedelta(days=1)


class ExcludedMatch(NamedTuple):
    """A file that counts in nothing, by the name of its file, and why."""

    name: str
    reason: str


class Selection(NamedTuple):
    """The matches that count among those asked about, and the files that do not."""

    where: WhereClause
    excluded: list[ExcludedMatch]


def select_matches(index: sqlite3.Connection, wanted: Filter, people: People) -> Selection:
    """Which of the matches wanted count."""
    where = wanted.where(index, people)
    twice = _find_twice_told(index, people, where)
    counted = WhereClause("m.reason IS NULL").and_where(where)
    if twice:
        counted = counted.and_where(WhereClause(f"m.id NOT IN ({placeholders(list(twice))})", tuple(twice)))
    rows = index.execute(
        f"SELECT m.file, m.reason FROM matches m WHERE m.reason IS NOT NULL AND (m.created IS NULL OR {where.sql}) "
        "ORDER BY m.file",
        where.values,
    )
    return Selection(counted, [*[ExcludedMatch(id_of(file), reason) for file, reason in rows], *twice.values()])


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


def find_sides(index: sqlite3.Connection) -> dict[str, list[int]]:
    """The sides of the seats, by the id of the match."""
    found: dict[str, list[int]] = {}
    for file, side in index.execute(
        "SELECT m.file, s.side FROM matches m JOIN seats s ON s.match = m.id ORDER BY s.seat"
    ):
        found.setdefault(id_of(file), []).append(side)
    return found


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
        reason = f"a copy of {files.pop(own)[0]}: both files have the same 'id' and 'created'"
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


def id_of(file: bytes) -> str:
    """What a match is called by its file."""
    return fsdecode(file).removesuffix(SUFFIX)


# How a match stands, in the words of a list: from the rows of `list_matches`.

ORDERS: dict[str, Callable[[dict[str, Any]], Any] | None] = {
    "newest": None,  # as the index gives them
    "oldest": None,
    "id": lambda row: row["id"].casefold(),
    "variant": lambda row: row.get("variant", ""),
    "rounds": lambda row: -row.get("rounds", 0),
    "event": lambda row: (not row.get("event"), (row.get("event") or "").casefold()),
}
"""The orders of a list, by name."""


def sort_rows(rows: list[dict[str, Any]], order: str) -> list[dict[str, Any]]:
    """The rows, which come newest first, in one of ORDERS."""
    if order == "oldest":
        return rows[::-1]
    key = ORDERS[order]
    return sorted(rows, key=key) if key else rows


def title_of(row: dict[str, Any], *, this_year: str = "") -> str:
    """What people call the match; `this_year` need not be said."""
    players, day = row.get("players", ()), row.get("day", "")
    return match_title(row["id"], players, day, title=row.get("title"), this_year=this_year)


def render_totals(row: dict[str, Any], spelled: Callable[[str], str] = escape_text) -> str:
    """The totals in a row, such as `Noah 250, Isla 272`; empty where they are not known."""
    return ", ".join(f"{spelled(name)} {total}" for name, total in (row.get("totals") or {}).items())


def render_state(row: dict[str, Any]) -> str:
    """Where the match stands, or why it does not count."""
    if row["error"]:
        return f"cannot be used: {row['error'].splitlines()[0]}"
    told = f"{row['revision']['message']}; " if row.get("revision") else ""
    if not row["ok"]:
        return f"{told}{BREAKS_RULES}"
    counts = row.get("rated", True) and not (row["over"] and _is_without_rounds(row))
    why = f" (not counted: {row['not_counted']})" if "not_counted" in row else "" if counts else " (not counted)"
    return f"{told}{_render_standing(row)}{why}"


def _is_without_rounds(row: dict[str, Any]) -> bool:
    return bool(row["rounds"] == row["in_progress"] and not row.get("final"))


def _render_standing(row: dict[str, Any]) -> str:
    wins = row.get("round_wins", {})
    if row["winner"]:
        won = f"{row['winner']} {'has' if row['winner'] in row['players'] else 'have'} won"
        others = ", ".join(f"{name} {number}" for name, number in wins.items() if name != row["winner"])
        return f"{won} {pluralize(wins[row['winner']], 'round')}, {others}" if wins else won
    each = f" ({', '.join(f'{name} {number}' for name, number in wins.items())})" if wins else ""
    if row.get("final"):
        return "no single winner" if row["totals"] else "not all final scores are known"
    if row["over"]:
        return "closed without a round" if _is_without_rounds(row) else f"closed{each}"
    rounds = row["rounds"]
    if row["in_progress"]:
        return f"in round {rounds}, goal {row['goal']}{each}"
    played = pluralize(rounds, "round") if rounds else "not begun"
    return f"{played}, goal {row['goal']}{each}"
