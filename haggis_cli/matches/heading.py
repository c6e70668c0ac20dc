"""What stands above the rounds: what players, teams and events may be called, and when the match was played."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, timezone

from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text, fold_name, forbidden_character
from haggis_cli.support.text import LEFT_TO_RIGHT, join_words, shorten, width, with_direction_marks

LONGEST_NAME = 40
LONGEST_LABEL = 60
MOST_PLAYERS = 8
"""What a match file holds."""


def find_name_fault(name: str) -> str | None:
    """Say why a trimmed text cannot be a name; None if it can."""
    if not 1 <= len(name) <= LONGEST_NAME:
        return f"a name has 1 to {LONGEST_NAME} characters"
    if ":" in name:
        return "a name cannot hold a colon, which ends it in an event"
    forbidden = forbidden_character(name)
    return f"a name cannot hold the character {forbidden}" if forbidden else None


def find_label_fault(label: str) -> str | None:
    """Say why a trimmed text cannot be the name of an event, such as an evening or a league; None if it can."""
    if not 1 <= len(label) <= LONGEST_LABEL:
        return f"the name of an event has 1 to {LONGEST_LABEL} characters"
    forbidden = forbidden_character(label)
    return f"the name of an event cannot hold the character {forbidden}" if forbidden else None


def find_title_fault(title: str) -> str | None:
    """Say why a trimmed text cannot be what a match is called; None if it can."""
    if not 1 <= len(title) <= MAX_ID_LENGTH:
        return f"the name of a match has 1 to {MAX_ID_LENGTH} characters"
    forbidden = forbidden_character(title)
    return f"the name of a match cannot hold the character {forbidden}" if forbidden else None


def find_repeated_name(names: Iterable[str]) -> str | None:
    """Find the first name that stands twice, ignoring case; None if all are different."""
    seen = set()
    for name in names:
        folded = fold_name(name)
        if folded in seen:
            return name
        seen.add(folded)
    return None


# What a match may be called: an id names its file, so every computer it may be synced to has to allow it.


MAX_ID_LENGTH = 80
"""Characters of an id: with endings and temporary names a file name stays far below the 255 bytes disks allow."""

# Windows takes these for devices, whatever ending follows.
_PORTS = {f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)}
_RESERVED = frozenset({"con", "prn", "aux", "nul"} | _PORTS)
# Letters that Unicode does not take apart into a Latin letter and a mark.
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})


def slug(text: str) -> str:
    """Return the text in small letters a-z, digits and single hyphens; empty if nothing of it can be written so.

    >>> slug("Zoë & Øyvind")
    'zoe-oyvind'
    >>> slug("李雷")
    ''
    """
    text = text.casefold()
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFKD", text.translate(_LETTERS))
        text = "".join(char for char in text if not unicodedata.combining(char))
    return re.sub(r"[^a-z0-9]+", "-", text)[:MAX_ID_LENGTH].strip("-")


def natural_key(match_id: str) -> str:
    """What sorts ids as people count: `x`, `x-2`, `x-10`.

    >>> sorted(["x-10", "x-2", "x"], key=natural_key)
    ['x', 'x-2', 'x-10']
    """
    return re.sub("[0-9]+", lambda digits: digits[0].zfill(12), match_id)


def safe_id(text: str) -> str:
    """Return the id a text makes, or UsageError if no file may be called so.

    >>> safe_id("2026-11-21 Noah, Jamie")
    '2026-11-21-noah-jamie'
    """
    made = slug(text)
    if not made:
        raise UsageError(f"'{text}' cannot be the name of a match: it needs a letter a-z or a digit")
    if made in _RESERVED:
        raise UsageError(f"'{text}' cannot be the name of a match: Windows reserves '{made}' for a device")
    return made


# What people call a match: the name that somebody gave it, else who played it and when.


_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MARK = re.compile(r"-(?:[0-9a-f]{8}|[0-9]{1,4})$")
"""What keeps ids apart that this program has made: a number, or the mark of an imported match."""
_SIMULATED = re.compile(r"simulated-.+-(?=[0-9]{4})0*([1-9][0-9]*)")
"""The ids of matches between computer players: their seed and a number."""
_LONGEST_TITLE_NAMES = 60
_LONGEST_FILE_NAME = 120
"""Columns. A file name has at most 255 bytes, and what is a column wide may take three."""


def match_title(
    match_id: str, players: Sequence[str], day: str, *, title: str | None = None, this_year: str = ""
) -> str:
    """What people call a match: the name that somebody gave it, else who played and when.

    day: as in 2026-11-23; empty where it is not known.
    title: the name that the match file has; where it has none, somebody may have chosen the id.
    this_year: the year that need not be said, such as `2026`; none for what lasts, as files do.

    >>> match_title("2026-11-23-noah-isla-2", ["Noah", "Isla"], "2026-11-23", this_year="2026")
    'Noah and Isla, 23 November (2)'
    >>> match_title("2026-11-23-seat-1-seat-2", ["Seat 1", "Seat 2"], "2026-11-23", this_year="2026")
    'Seat 1 and Seat 2, 23 November'
    >>> match_title("simulated-7-0012", ["Noah", "Isla"], "2026-11-23")
    'Noah and Isla, 23 November 2026 (12)'
    >>> match_title("burns-night", ["Noah", "Isla"], "2026-11-23")
    'burns-night'
    >>> match_title("burns-night", ["Noah", "Isla"], "2026-11-23", title="Burns Night")
    'Burns Night'
    """
    if title:
        return title
    begun = _DAY.match(match_id)
    rest = match_id[begun.end() if begun else 0 :]
    is_plain = rest.strip("-") == "-".join(filter(None, map(slug, players)))  # a name may end in a number
    mark = None if is_plain else _MARK.search(rest)
    simulated = _SIMULATED.fullmatch(match_id)
    names = rest[: mark.start()] if mark else rest
    is_made = simulated or (bool(begun or mark) and _is_of_names(names, players))
    if not (is_made and day):
        return match_id
    number = simulated[1] if simulated else mark[0][1:] if mark and len(mark[0]) <= len("-9999") else ""
    return f"{players_and_day(players, day, this_year=this_year)}{f' ({number})' if number else ''}"


def title_with_id(title: str | None, match_id: str) -> str:
    """A title for people, and behind it the id that commands take, unless that is the title.

    >>> title_with_id("Burns Night", "burns-night"), title_with_id(None, "friday")
    ('Burns Night (burns-night)', 'friday')
    """
    return f"{title} ({match_id})" if title and title != match_id else match_id


def players_and_day(players: Sequence[str], day: str, *, this_year: str = "") -> str:
    """Who played and when, as far as that is known; `this_year` as in `match_title`."""
    return ", ".join(filter(None, [_join_names(players), spell_day(day, this_year=this_year)]))


_SAID_DAY = re.compile(r"(.+), ([0-9]{1,2} [A-Z][a-z]+(?: [0-9]{4})?(?: \([0-9]+\))?)")


def split_title(title: str) -> tuple[str, str]:
    """A title as who played and when; without a day at its end, as a whole and nothing.

    >>> split_title("Noah and Isla, 23 November (2)"), split_title("Haggis, neeps and tatties")
    (('Noah and Isla', '23 November (2)'), ('Haggis, neeps and tatties', ''))
    """
    found = _SAID_DAY.fullmatch(title)
    return (found[1], found[2]) if found else (title, "")


def spell_day(day: str, *, this_year: str = "") -> str:
    """A day such as 2026-11-23 as people say it, nothing where it is not known; `this_year` as in `match_title`.

    >>> spell_day("2026-11-23"), spell_day("")
    ('23 November 2026', '')
    """
    if not day:
        return ""
    said = date.fromisoformat(day)
    year = "" if day[:4] == this_year else f" {said.year}"
    return f"{said.day} {said:%B}{year}"


def _is_of_names(text: str, players: Sequence[str]) -> bool:
    """Whether an id, or a part of it, has no word but those of the players' names; the last may be cut."""
    own = [word for name in players for word in slug(name).split("-")]
    return all(any(each.startswith(word) for each in own) for word in text.split("-") if word)


def _join_names(players: Sequence[str]) -> str:
    """All names, or as many as a line has room for."""
    players = [*map(with_direction_marks, players)]
    names = join_words(players)
    for shown in range(len(players) - 2, 0, -1):
        if width(names) <= _LONGEST_TITLE_NAMES:
            break
        names = join_words([*players[:shown], f"{len(players) - shown} others"])
    return names


def file_name(title: str, extension: str) -> str:
    """The name of a file of this title that every system takes.

    >>> file_name("AC/DC and Isla, 23 November 2026", ".pdf")
    'AC DC and Isla, 23 November 2026.pdf'
    """
    plain = re.sub(r'[<>:"/\\|?*]', " ", escape_text(title).replace(LEFT_TO_RIGHT, ""))
    return shorten(" ".join(plain.split()), _LONGEST_FILE_NAME).strip(". ") + extension


def file_names(titles: Mapping[str, str]) -> dict[str, str]:
    """What the files of matches are called in one folder, without an ending, by their ids: as the matches are.

    titles: those of the matches by id. Where several have the same, their files are called by the ids.
    """
    names = {match_id: file_name(title, "") for match_id, title in titles.items()}
    taken = Counter(name.casefold() for name in names.values())
    return {match_id: name if taken[name.casefold()] == 1 else match_id for match_id, name in names.items()}


# When a match was played: how a file tells it, and the one day that the match has everywhere.
#
# A file keeps the time on the clock where the match was played, with its offset from UTC: `2026-11-24T00:30:00+01:00`.
# The day of the match is the day on that clock, on whichever computer it is read. A time that ends in `Z`, as older
# versions wrote it, says when and not where (RFC 9557, 2.2): it is told by the clock of the computer that reads it. A
# time without any offset has the day that it says.


GREENWICH = timezone(timedelta(0), "+00:00")
"""The offset of places whose clocks show UTC. `UTC` itself is the `Z` of a moment whose place is not known."""

_NOON = time(12)
_MINUTE = timedelta(minutes=1)


def now_here() -> datetime:
    """This second on the clock of this computer, with its offset."""
    return _by_own_clock(_now())


def _now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC).replace(microsecond=0)


def noon_of(day: date) -> datetime:
    """Noon of a day here; OverflowError at the ends of the calendar."""
    return at_own_clock(datetime.combine(day, _NOON))


def read_typed_moment(text: str) -> datetime | date:
    """A day, or a moment of one, as people type it; ValueError for anything else.

    A moment has the clock of this computer, unless it says another offset.

    >>> read_typed_moment(" 2026-11-21 "), read_typed_moment("2026-11-21 20:15 +01:00").isoformat()
    (datetime.date(2026, 11, 21), '2026-11-21T20:15:00+01:00')
    """
    text = re.sub(r"[ ](?=[+-][0-9]|[Zz]$)", "", " ".join(text.split()))
    with suppress(ValueError):
        return date.fromisoformat(text)
    moment = datetime.fromisoformat(text).replace(microsecond=0)
    if moment.tzinfo is None:
        return at_own_clock(moment)
    if text.endswith(("Z", "z")):
        return _by_own_clock(moment)
    if moment.utcoffset() != _whole_minutes(moment):
        raise ValueError(text)
    return as_written(moment, text)


def parse_moment(text: str) -> datetime:
    """A moment as a file tells it; a day alone is its noon here. ValueError for anything else.

    >>> parse_moment("2026-11-24T00:30:00Z") == parse_moment("2026-11-24T00:30:00+00:00")
    True
    >>> render_moment(parse_moment("2026-11-24T00:30:00Z")), render_moment(parse_moment("2026-11-24T00:30:00+00:00"))
    ('2026-11-24T00:30:00Z', '2026-11-24T00:30:00+00:00')
    """
    found = parse_moment_or_day(text)
    return found if isinstance(found, datetime) else noon_of(found)


def parse_moment_or_day(text: str) -> datetime | date:
    """A moment as a file tells it, or a day alone; ValueError for anything else."""
    with suppress(ValueError):
        return date.fromisoformat(text)
    return as_written(datetime.fromisoformat(text), text)


def as_written(moment: datetime, text: str) -> datetime:
    """A moment that was read from this text, in which `Z` and `+00:00` are not the same."""
    if moment.tzinfo is None or moment.utcoffset():
        return moment
    return moment.replace(tzinfo=UTC if text.rstrip().endswith(("Z", "z")) else GREENWICH)


def render_moment(moment: datetime) -> str:
    """A moment as a file tells it."""
    return moment.isoformat().replace("+00:00", "Z") if moment.tzinfo is UTC else moment.isoformat()


def has_own_clock(created: datetime) -> bool:
    """Whether it says what the clock showed where the match was played, so that this is the same on all computers."""
    return created.tzinfo is not UTC


def clock_at(created: datetime) -> datetime:
    """What the clock showed where the match was played, without an offset."""
    return (created if has_own_clock(created) else _by_own_clock(created)).replace(tzinfo=None)


def day_of(created: datetime) -> str:
    """The day of a match that was made then, such as `2026-11-24`.

    >>> day_of(parse_moment("2026-11-24T00:30:00+01:00"))
    '2026-11-24'
    """
    return clock_at(created).date().isoformat()


def _by_own_clock(moment: datetime) -> datetime:
    """The same moment on the clock of this computer."""
    try:
        return moment.astimezone(_zone_at(moment))
    except (ValueError, OverflowError):
        return moment.astimezone(GREENWICH)


def at_own_clock(clock: datetime) -> datetime:
    """The moment at which the clock of this computer shows this."""
    try:
        return clock.replace(tzinfo=_zone_at(clock))
    except (ValueError, OverflowError):
        return clock.replace(tzinfo=GREENWICH)


def _zone_at(moment: datetime) -> timezone:
    """The offset of this computer then.

    ValueError or OverflowError for one that Python does not know: a day or more (`TZ=UTC+99`).
    """
    offset = _whole_minutes(moment.astimezone())
    return timezone(offset) if offset else GREENWICH


def _whole_minutes(moment: datetime) -> timedelta:
    """The offset in whole minutes, as files tell it: clocks of old differ from UTC by seconds, too."""
    return round((moment.utcoffset() or timedelta(0)) / _MINUTE) * _MINUTE
