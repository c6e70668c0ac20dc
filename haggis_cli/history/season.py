"""A season as one value for a page: the table of everybody, who beat whom, figures over time, records, all matches."""

import sqlite3
from typing import Any, NamedTuple

from haggis_cli.history.filters import IN_ORDER, Filter, WhereClause
from haggis_cli.history.people import People
from haggis_cli.history.query import StatisticsRequest, StatisticsResult, answer_request, available_charts
from haggis_cli.history.selection import id_of, list_matches, select_matches
from haggis_cli.matches.model import MOST_PLAYERS
from haggis_cli.matches.store.entries import Survey
from haggis_cli.support.english import join_words, pluralize

_MOST_HOLDERS = 3
"""So many people are named who share a record."""


class SeasonRecord(NamedTuple):
    """The best of its kind in the season.

    label: what it is, such as `best round`.
    text: who did it, and how much.
    match: the id of the match; empty for what is not of one match.
    """

    label: str
    text: str
    match: str


class Season(NamedTuple):
    """A season.

    figures: everybody's figures, company and, where they can be worked out, ratings.
    courses: the figures over time, one for each chart.
    records: the best of each kind.
    matches: what a list shows of each match, the newest first (`selection.list_matches`).
    """

    figures: StatisticsResult
    courses: tuple[StatisticsResult, ...]
    records: tuple[SeasonRecord, ...]
    matches: list[dict[str, Any]]

    def title(self, event: str | None) -> str:
        """What the season is called; `event`: the event that was asked for, which is told as its matches write it."""
        if event is None:
            return "Haggis season"
        return next((row["event"] for row in self.matches if row.get("event")), event)


def find_season(index: sqlite3.Connection, survey: Survey, wanted: Filter, people: People) -> Season:
    """The season of the matches wanted; ratings are left out where the library for them is not installed."""
    charts = available_charts()
    request = StatisticsRequest(None, company=True, ratings="rating" in charts, charts=charts)
    selection = select_matches(index, wanted, people)
    figures = answer_request(index, survey, selection, people, request)
    return Season(
        figures=figures,
        courses=tuple(figures.by_course()),
        records=tuple(_find_records(index, selection.where, people, figures)),
        matches=list_matches(index, wanted, people),
    )


def _find_records(
    index: sqlite3.Connection, counted: WhereClause, people: People, figures: StatisticsResult
) -> list[SeasonRecord]:
    records = []
    for label, column, text in (
        ("Best round", "best", "{name}, {value} points in round {round}"),
        ("Most points in a match", "match_points", "{name}, {value}"),
        ("Biggest comeback", "comeback", "{name} won after being {value} behind"),
        ("Longest bomb", "longest_bomb", "{name}, {value} cards"),
    ):
        condition = "s.rounds" if column == "best" else "s.matches" if column == "match_points" else f"s.{column}"
        number = "s.best_round" if column == "best" else "0"
        rows = index.execute(  # those who share it in one match, as partners do, follow each other
            f"""SELECT m.file, s.{column}, {number}, s.key, s.name FROM matches m JOIN seats s ON s.match = m.id
            WHERE {counted.sql} AND {condition} ORDER BY s.{column} DESC, {IN_ORDER}, s.seat LIMIT {MOST_PLAYERS}""",
            counted.values,
        ).fetchall()
        if rows:
            file, value, played = first = rows[0][:3]
            names = join_words([people.display_name(*row[3:]) for row in rows if row[:3] == first])
            records.append(SeasonRecord(label, text.format(name=names, value=value, round=played), id_of(file)))
    streak = max((each.longest_streak for each in figures.company.values()), default=0)
    if streak > 1:
        winners = [figures.display_name(key) for key, each in figures.company.items() if each.longest_streak == streak]
        named = join_words(winners) if len(winners) <= _MOST_HOLDERS else pluralize(len(winners), "player")
        records.append(SeasonRecord("Longest winning streak", f"{named}, {streak} in a row", ""))
    return records
