"""When a match was played: how a file tells it, and the one day that the match has everywhere.

A file keeps the time on the clock where the match was played, with its offset from UTC: `2026-11-24T00:30:00+01:00`.
The day of the match is the day on that clock, on whichever computer it is read. A time that ends in `Z`, as older
versions wrote it, says when and not where (RFC 9557, 2.2): it is told by the clock of the computer that reads it. A
time without any offset has the day that it says.
"""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, timezone

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
