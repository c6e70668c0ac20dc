"""What `haggis stats` finds out in one go, before it is told in one way or another."""

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from haggis_cli.history.filters import Filter, known_names, person_clause
from haggis_cli.history.people import People
from haggis_cli.history.statistics import ExcludedMatch, PlayerStats, Stats, compute_statistics, select_matches
from haggis_cli.matches.store.entries import Survey
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text

if TYPE_CHECKING:
    from haggis_cli.history.ratings import Rating, Ratings
    from haggis_cli.history.timeline import FinishedMatch, PlayerHistory, SeriesPoint

CHARTS = {"won": "matches won so far, in %", "points": "points a round so far", "rating": "rating"}
"""The figures that a chart can show over time."""


class StatisticsRequest(NamedTuple):
    """What is asked for besides the table: one person, company and streaks, ratings, a chart by name."""

    player: str | None
    company: bool
    ratings: bool
    chart: str | None


class Course(NamedTuple):
    """A figure over time: what it is, everybody's points, how many matches there are, when the outer ones were."""

    title: str
    points: "dict[str, list[SeriesPoint]]"
    matches: int
    first: float
    last: float


class StatisticsResult(NamedTuple):
    """The statistics, with what was wished for; `whose`: the one person asked about."""

    stats: Stats
    left_out: Sequence[ExcludedMatch]
    conflicts: Sequence[str]
    files: int
    person: str | None
    company: "dict[str, PlayerHistory]" = {}  # noqa: RUF012 - nobody changes it
    ratings: "dict[str, Rating] | None" = None
    course: Course | None = None

    @property
    def players(self) -> dict[str, PlayerStats]:
        """Everybody to tell of who has a round."""
        wanted = self.stats.players.items()
        return {key: each for key, each in wanted if each.rounds and self.person in (None, key)}

    def display_name(self, person: str) -> str:
        """How a person is written."""
        return self.stats.players[person].name


def find_statistics(
    index: sqlite3.Connection, survey: Survey, wanted: Filter, people: People, wish: StatisticsRequest
) -> StatisticsResult:
    """The answer of the index; UsageError if nobody or several people are called as asked."""
    known = known_names(index) if wish.player is not None else {}
    whose = people.find(wish.player, known) if wish.player is not None else None
    counted, left_out = select_matches(index, wanted, people)
    stats = compute_statistics(index, counted, people)
    if whose is not None and (whose not in stats.players or not stats.players[whose].rounds):
        raise UsageError(f"'{escape_text(wish.player or '')}' has no round among the matches that count here")
    plain = StatisticsResult(stats, left_out, survey.conflicts, len(survey.matches), whose)
    if not (wish.company or wish.ratings or wish.chart or whose is not None):
        return plain
    from haggis_cli.history.ratings import Ratings
    from haggis_cli.history.timeline import finished_matches, player_histories

    if whose is not None and not (wish.ratings or wish.chart):  # a person's company is that of the person's matches
        counted = counted.and_where(person_clause(people, whose, known))
    matches = list(finished_matches(index, counted, people))
    rated = Ratings().add_all(matches) if wish.ratings or wish.chart == "rating" else None
    return plain._replace(
        company=player_histories(matches, whose) if wish.company or whose is not None else {},
        ratings=rated.people if rated else None,
        course=_make_course(wish.chart, matches, rated) if wish.chart and matches else None,
    )


def _make_course(chart: str, matches: "list[FinishedMatch]", rated: "Ratings | None") -> Course:
    from haggis_cli.history.timeline import points_per_round_series, win_rate_series

    if rated and chart == "rating":
        points = rated.series
    else:
        points = win_rate_series(matches) if chart == "won" else points_per_round_series(matches)
    return Course(CHARTS[chart], points, len(matches), matches[0].created, matches[-1].created)
