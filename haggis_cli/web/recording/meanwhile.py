"""What has happened in a match since a page was made, in the words of the match file."""

import re
from typing import NamedTuple

from haggis_cli.referee.report import Report


class Place(NamedTuple):
    """How far a match had come when a page was made."""

    round: int
    """The number of the last round; 0 if there was none."""
    events: int
    """How many events it had."""

    def __str__(self) -> str:
        return f"{self.round}.{self.events}"


def place_of(report: Report) -> Place:
    """How far a match has come."""
    last = report.rounds[-1] if report.rounds else None
    return Place(last.number if last else 0, len(last.record.events or ()) if last else 0)


def read_place(text: str) -> Place | None:
    """The place that a page carried; None for a text that is none."""
    found = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", text)
    return Place(int(found[1]), int(found[2])) if found else None


def find_news(report: Report, seen: Place | None) -> tuple[str, ...]:
    """What has been recorded since a page was made; a sentence where something was taken back or put right."""
    now = place_of(report)
    if seen is None or now < seen:
        return ("Something was taken back.",)
    if now == seen:
        return ("Something was put right.",)
    news: list[str] = []
    for played in report.rounds[max(seen.round - 1, 0) :]:
        events = played.record.events
        if played.number > seen.round and events is None:
            news.append(f"Round {played.number} was typed in.")
        news += (events or ())[seen.events if played.number == seen.round else 0 :]
    return tuple(news)
