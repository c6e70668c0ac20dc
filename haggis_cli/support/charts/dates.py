"""Dates below the axis of a chart: days, months or years, as many as there is room for."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

_DAY = 24 * 60 * 60
_DAYS = (1, 2, 7, 14)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120)


def date_ticks(first: float, last: float, most: int) -> list[tuple[float, str]]:
    """Moments from the first to the last, in seconds since 1970, each with its date in words; at most so many.

    >>> [words for _, words in date_ticks(1768046400, 1775822400, 5)]
    ['Feb 2026', 'Mar 2026', 'Apr 2026']
    """
    begin, end = datetime.fromtimestamp(first, UTC), datetime.fromtimestamp(last, UTC)
    if (last - first) / _DAY <= _DAYS[-1] * most:
        for step in _DAYS:
            found = list(_days(begin, end, step))
            if len(found) <= most:
                return [(day.timestamp(), f"{day.day} {day:%b}") for day in found]
    for step in _MONTHS:
        found = list(_months(begin, end, step))
        if len(found) <= most:
            break
    return [(month.timestamp(), f"{month:%Y}" if step >= 12 else f"{month:%b} {month:%Y}") for month in found]


def _days(begin: datetime, end: datetime, step: int) -> Iterator[datetime]:
    day = begin.replace(hour=0, minute=0, second=0, microsecond=0)
    while day < begin:
        day += timedelta(days=1)
    while day <= end:
        yield day
        day += timedelta(days=step)


def _months(begin: datetime, end: datetime, step: int) -> Iterator[datetime]:
    """The first days of every so many months, counted from January of the year 0."""
    number = -(-(begin.year * 12 + begin.month - 1 + (begin.day > 1)) // step) * step
    while number < (end.year * 12 + end.month):
        yield datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)
        number += step
