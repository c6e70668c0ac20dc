"""One question to the history and its answer: figures, and on request company, ratings and a figure over time.

Begin with `find_statistics`; `find_season` asks for all of it at once, for a page.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from itertools import product
from typing import Any, NamedTuple

from haggis_cli.history import timeline
from haggis_cli.history.figures import COPY, PlayerStats, Stats, compute_statistics
from haggis_cli.history.selection import (
    IN_ORDER,
    ExcludedMatch,
    Filter,
    People,
    Selection,
    WhereClause,
    find_judged_anew,
    find_sides,
    id_of,
    known_names,
    list_matches,
    names_in_matches,
    parse_date,
    person_clause,
    select_matches,
)
from haggis_cli.matches.store.files import Survey
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import fold_name
from haggis_cli.support.text import join_words

CHARTS = {"won": "matches won so far, in %", "points": "points per round so far", "rating": "rating"}
"""The figures that a chart can show over time."""
MAX_CHARTED = 8
"""Players that a chart shows: more could not be told apart."""


def available_charts() -> tuple[str, ...]:
    """Those of CHARTS that can be worked out here: ratings need a library."""
    return tuple(name for name in CHARTS if name != "rating" or find_spec("openskill"))


class StatisticsRequest(NamedTuple):
    """What is asked for besides the figures of everybody.

    player: the name of the one person asked about, None for everybody.
    company: whether opponents, partners and streaks are asked for.
    charts: the figures over time that are asked for, keys of CHARTS.
    """

    player: str | None
    company: bool
    ratings: bool
    charts: tuple[str, ...] = ()


class Course(NamedTuple):
    """A figure over time.

    points: the values of each person, by the key of the person.
    moments: when each of its matches was begun, in their order, in seconds since 1970 on the clock there.
    least: so many finished matches somebody needs to have a value.
    whole: the lowest and the highest value that there can be; None where nothing limits them.
    """

    title: str
    points: dict[str, list[timeline.SeriesPoint]]
    moments: tuple[float, ...]
    least: int = 0
    whole: tuple[float, float] | None = None

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return len(self.moments)

    @property
    def first(self) -> float:
        """When the first match was begun."""
        return min(self.moments)

    @property
    def last(self) -> float:
        """When the last match was begun."""
        return max(self.moments)

    @property
    def first_day(self) -> str:
        """The day of the first match."""
        return _render_day(self.first)

    @property
    def last_day(self) -> str:
        """The day of the last match."""
        return _render_day(self.last)

    def day(self, place: int) -> str:
        """The day of one of the matches."""
        return _render_day(self.moments[place])

    def bounds(self, people: Iterable[str]) -> tuple[float, float]:
        """The lowest and the highest value that there can be, or else that these persons ever had."""
        if self.whole:
            return self.whole
        values = [point.value for person in people for point in self.points[person]]
        return min(values), max(values)


def _render_day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


class StatisticsResult(NamedTuple):
    """The answer to a request.

    conflicts: the names of copies that sync programs left.
    files: how many match files there are.
    person: the key of the one person asked about, None for everybody.
    company: by person, the opponents, partners and streaks; of nobody where they are not asked for.
    ratings: of the persons with enough matches for one; None where they are not asked for.
    courses: the figures over time that are asked for.
    judged_anew: the matches that count by other rules than those of their day.
    """

    stats: Stats
    left_out: Sequence[ExcludedMatch]
    conflicts: Sequence[str]
    files: int
    person: str | None
    company: dict[str, timeline.PlayerHistory] = {}  # noqa: RUF012 - nobody changes it
    ratings: dict[str, timeline.Rating] | None = None
    courses: tuple[Course, ...] = ()
    judged_anew: Sequence[str] = ()

    @property
    def course(self) -> Course | None:
        """The figure over time, the first of several; None where there is none."""
        return self.courses[0] if self.courses else None

    def by_course(self) -> "list[StatisticsResult]":
        """The same answer with one figure over time at a time."""
        return [self._replace(courses=(course,)) for course in self.courses]

    @property
    def players(self) -> dict[str, PlayerStats]:
        """Those asked about who have a scored round or a final score, by the key of the person."""
        return {key: each for key, each in self.stats.players.items() if each.counts and self.person in (None, key)}

    @property
    def uncounted(self) -> list[ExcludedMatch]:
        """All files that count in nothing, with the copies that sync programs left."""
        return [*self.left_out, *(ExcludedMatch(name, COPY) for name in self.conflicts)]

    @property
    def unscored_people(self) -> list[str]:
        """The names of those in a match that counts who have no scored round or final score: no figure is theirs."""
        return [each.name for each in self.stats.players.values() if not each.counts]

    @property
    def chartable_people(self) -> list[str]:
        """Who has a value in the figure over time, those with the most matches first."""
        if self.course is None:
            return []
        played = [person for person in self.players if self.course.points.get(person)]
        return sorted(played, key=lambda person: -self.players[person].matches)

    @property
    def charted_people(self) -> list[str]:
        """Whom a chart shows: the one asked about, else those with the most matches."""
        return self.chartable_people[:MAX_CHARTED]

    def rank(self, order: str, *, reverse: bool = False) -> list[str]:
        """The persons in one of ORDERS: names from A on, figures from the highest on; or the other way round.

        Either way those without the figure come last, after them those without a finished match. Where the figure does
        not decide, the one with more victories comes first.
        """
        players = self.players
        if order == "name":
            from unicodedata import normalize  # a letter with an accent stands right behind the one without

            spelled = {person: normalize("NFD", fold_name(each.name)) for person, each in players.items()}
            return sorted(players, key=spelled.__getitem__, reverse=reverse)

        def place(person: str) -> tuple[bool, bool, float]:
            figure = self.figure(person, order)
            return not players[person].matches, figure is None, (figure or 0) * (1 if reverse else -1)

        return sorted(players, key=place)

    def figure(self, person: str, order: str) -> float | None:
        """Somebody's figure of one of ORDERS; None where there is none yet."""
        if order == "rating":
            rated = (self.ratings or {}).get(person)
            return rated.rating if rated else None
        if order in STREAKS:
            return STREAKS[order](self.company[person]) if self.company and self.players[person].matches else None
        return FIGURES[order](self.stats.players[person])

    def display_name(self, person: str) -> str:
        """How a person is written."""
        return self.stats.players[person].name

    @property
    def look_names(self) -> dict[str, str]:
        """The name by which everybody's look is known, by person: people come before computer players."""
        players = self.stats.players
        order = sorted(players, key=lambda person: (bool(players[person].bot), -players[person].matches))
        names = names_in_matches((players[person].name, players[person].bot) for person in order)
        return dict(zip(order, names, strict=True))


FIGURES: dict[str, Callable[[PlayerStats], float | None]] = {
    "won": lambda each: each.won,
    "rate": lambda each: each.won / each.matches if each.matches else None,
    "points": lambda each: each.points / each.rounds if each.rounds else None,
    "matches": lambda each: each.matches,
    "rounds": lambda each: each.rounds,
    "best": lambda each: each.best,
    "first": lambda each: each.first / each.rounds if each.rounds else None,
    "bets": lambda each: each.bets_kept if each.bets else None,
}
"""What the table of everybody shows of a player and is ordered by: parts of a whole as shares, points on average."""
STREAKS: dict[str, Callable[[timeline.PlayerHistory], int]] = {
    "current": lambda each: each.current_streak,
    "longest": lambda each: each.longest_streak,
}
"""The same of somebody's company."""
ORDERS = (*FIGURES, *STREAKS, "rating", "name")
"""The orders of the table."""


def find_statistics(
    index: sqlite3.Connection, survey: Survey, wanted: Filter, people: People, request: StatisticsRequest
) -> StatisticsResult:
    """The answer of the index; UsageError if nobody or several people are called as asked."""
    return answer_request(index, survey, select_matches(index, wanted, people), people, request)


def answer_request(
    index: sqlite3.Connection, survey: Survey, selection: Selection, people: People, request: StatisticsRequest
) -> StatisticsResult:
    """The same of matches that are chosen already."""
    known = known_names(index) if request.player is not None else {}
    person = people.find(request.player, known) if request.player is not None else None
    counted, left_out = selection
    stats = compute_statistics(index, counted, people)
    if person is not None and (person not in stats.players or not stats.players[person].counts):
        raise UsageError(f"'{request.player or ''}' has no round among the matches that count here")
    plain = StatisticsResult(
        stats, left_out, survey.conflicts, len(survey.matches), person, judged_anew=find_judged_anew(index, counted)
    )
    if not (request.company or request.ratings or request.charts or person is not None):
        return plain
    # A person's company is that of the person's matches.
    if person is not None and not (request.ratings or request.charts):
        counted = counted.and_where(person_clause(people, person, known))
    played = list(timeline.played_matches(index, counted, people))
    matches = [each for each in played if each.over]
    asked = stats.players if person is None else [person]
    rated = timeline.Ratings().add_all(matches) if request.ratings or "rating" in request.charts else None
    return plain._replace(
        company=timeline.player_histories(matches, asked) if request.company or person is not None else {},
        ratings=rated.people if rated else None,
        courses=tuple(_make_course(chart, played, matches, rated) for chart in request.charts),
    )


def _make_course(
    chart: str, played: list[timeline.PlayedMatch], finished: list[timeline.PlayedMatch], rated: timeline.Ratings | None
) -> Course:
    """A figure over time, of nobody where no match counts for it."""
    matches, least = finished, 1
    if chart == "points":  # as in the table, all scored rounds count; final scores have none
        matches, least = [each for each in played if each.seats[0].rounds], 0
    if rated and chart == "rating":
        points, least = rated.series, timeline.MIN_MATCHES
    elif chart == "won":
        points = timeline.running_averages(matches, lambda seat: (100 * seat.won, 1))
    else:
        points = timeline.running_averages(matches, lambda seat: (seat.round_points, seat.rounds))
    whole = (0, 100) if chart == "won" else None
    return Course(CHARTS[chart], points, tuple(match.clock for match in matches), least, whole)


# A season as one value for a page: the table of everybody, who beat whom, figures over time, records, all matches.

_MOST_HOLDERS = 3
"""What more people share is no record."""


class SeasonRecord(NamedTuple):
    """The best of its kind in the season.

    people: the keys of those who hold it.
    match: the id of its match; empty for what is not of one match.
    cards: of a record that is about cards, those of each who holds it, in the order of their names.
    """

    label: str
    text: str
    people: tuple[str, ...]
    match: str
    cards: tuple[tuple[str, ...], ...] = ()


class Choice(NamedTuple):
    """The matches that a reader of the page chooses: those of a variant, a year and an event; empty for all of them."""

    variant: str = ""
    year: str = ""
    event: str = ""

    def narrow(self, wanted: Filter) -> Filter:
        """Of the matches wanted, those chosen."""
        wanted = wanted._replace(variant=self.variant or wanted.variant, event=self.event or wanted.event)
        if not self.year:
            return wanted
        begin, end = parse_date(self.year, "year"), parse_date(self.year, "year", end=True)
        return wanted._replace(since=max(begin, wanted.since or begin), until=min(end, wanted.until or end))


class Season(NamedTuple):
    """A season.

    figures: everybody's figures, company and, where they can be worked out, ratings.
    matches: what a list shows of each match, the newest first (`selection.list_matches`).
    sides: the sides of the seats, by the id of the match.
    parts: the season of each choice of matches, where they are asked for; choices of the same matches share one.
    """

    figures: StatisticsResult
    records: tuple[SeasonRecord, ...]
    matches: list[dict[str, Any]]
    sides: dict[str, list[int]]
    parts: "tuple[tuple[list[Choice], Season], ...]" = ()

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
        records=tuple(_find_records(index, selection.where, people, figures)),
        matches=list_matches(index, wanted, people),
        sides=find_sides(index),
    )


def find_season_in_parts(index: sqlite3.Connection, survey: Survey, wanted: Filter, people: People) -> Season:
    """The season of the matches wanted, and those of the variants, years and events in it."""
    season = find_season(index, survey, wanted, people)
    chosen = defaultdict[Choice, list[str]](list)
    for row in season.matches:
        for choice in choices_of(row):
            chosen[choice].append(row["id"])
    alike = defaultdict[tuple[str, ...], list[Choice]](list)
    for choice, matches in chosen.items():
        alike[tuple(matches)].append(choice)
    whole = alike.pop(tuple(chosen[Choice()]), [Choice()])
    parts = [(choices, find_season(index, survey, choices[0].narrow(wanted), people)) for choices in alike.values()]
    return season._replace(parts=((whole, season), *parts))


def choices_of(row: dict[str, Any]) -> list[Choice]:
    """All choices to which a match of `selection.list_matches` belongs; none for a file that is no match."""
    if not row.get("variant") or "day" not in row:
        return []
    year, event = row["day"].partition("-")[0], fold_name(row.get("event") or "")
    return [Choice(*each) for each in product(("", row["variant"]), ("", year), ("", event) if event else ("",))]


def _find_records(
    index: sqlite3.Connection, counted: WhereClause, people: People, figures: StatisticsResult
) -> list[SeasonRecord]:
    records = []
    for label, column, text in (
        ("Best round of a player", "best", "{name}, {value} points in round {round}"),
        ("Most points in a match", "match_points", "{name}, {value} points"),
        ("Biggest comeback", "comeback", "{name} won from {value} points behind"),
        ("Longest bomb", "longest_bomb", "{name}, {value} cards"),
    ):
        condition = "s.rounds" if column == "best" else "s.matches" if column == "match_points" else f"s.{column}"
        number = "s.best_round" if column == "best" else "0"
        cards = "s.bomb_cards" if column == "longest_bomb" else "''"
        rows = index.execute(  # the first to reach it hold it: those of one match, as partners are, follow each other
            f"""SELECT m.file, s.{column}, {number}, s.key, s.name, s.side, {cards}
            FROM matches m JOIN seats s ON s.match = m.id WHERE {counted.sql} AND {condition} AND s.{column} =
                (SELECT MAX(s.{column}) FROM matches m JOIN seats s ON s.match = m.id
                WHERE {counted.sql} AND {condition})
            ORDER BY {IN_ORDER}, s.seat""",
            (*counted.values, *counted.values),
        ).fetchall()
        if 0 < len({people.person(key) for *_, key, _, _, _ in rows}) <= _MOST_HOLDERS:
            file, value, played = first = rows[0][:3]
            best = [row[3:] for row in rows if row[:3] == first]
            holding = [people.display_name(key, name) for key, name, *_ in best]
            are_partners = len({side for *_, side, _ in best}) == 1
            names = " & ".join(holding) if are_partners else join_words(holding)
            held = tuple(tuple(cards.split()) for *_, cards in best if cards)
            said = text.format(name=names, value=value, round=played)
            holders = tuple(people.person(key) for key, *_ in best)
            records.append(SeasonRecord(label, said, holders, id_of(file), held))
    streak = max((each.longest_streak for each in figures.company.values()), default=0)
    winners = tuple(key for key, each in figures.company.items() if each.longest_streak == streak)
    if streak > 1 and len(winners) <= _MOST_HOLDERS:
        said = f"{join_words(list(map(figures.display_name, winners)))}, {streak} in a row"
        records.append(SeasonRecord("Longest winning streak", said, winners, ""))
    return records
