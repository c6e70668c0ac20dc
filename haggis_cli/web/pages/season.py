"""The season: how everybody has played, one person in every detail, figures over time."""

import sqlite3
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.history.filters import Filter, known_names, parse_date
from haggis_cli.history.people import People
from haggis_cli.history.query import StatisticsRequest, StatisticsResult, available_charts, find_statistics
from haggis_cli.history.renderers.person import render_figures, render_opponent_rows, render_partner_rows
from haggis_cli.history.renderers.season_page import render_courses, render_season_summary, render_sections
from haggis_cli.history.renderers.table import render_summary
from haggis_cli.history.season import find_season
from haggis_cli.matches.store.entries import Survey
from haggis_cli.support.errors import HaggisError
from haggis_cli.web.navigation import match_path
from haggis_cli.web.pages.history import ask_history, find_people, known_events, variant_name
from haggis_cli.web.rendering import render_page

ORDERS = {"won": "matches won", "rate": "share won", "points": "points a round", "matches": "matches", "name": "name"}
"""The orders of the table that a page offers, each in words."""


class Choices(NamedTuple):
    """What can be chosen for the filters."""

    players: list[str]
    """Everybody who has played."""
    variants: list[tuple[str, str]]
    """The variants that were played: id and name."""
    events: list[str]
    """The events that matches belong to, the newest first."""


class PersonPage(NamedTuple):
    """What is told of one person."""

    name: str
    """What the person is called."""
    figures: list[tuple[str, str]]
    """The figures, each with a label."""
    company: list[list[list[str]]]
    """Tables of opponents and partners, the headings first."""


class Told(NamedTuple):
    """What the page shows."""

    person: PersonPage | None
    """The person asked about; None for everybody."""
    season: Markup
    """Table, charts, who beat whom and records of everybody, or the charts of the person; empty without a figure."""
    summary: list[str]
    """Sentences on what the figures are of."""
    left_out: list[tuple[str, str]]
    """Files that count in nothing, each with the reason."""


async def show_season(request: Request) -> Response:
    """What `haggis stats` tells, for the player, the variant, the event and the time that are asked for."""
    query, people = request.query_params, find_people(request)
    choices = ask_history(request, lambda index, _survey: _find_choices(index))
    asked = {name: query.get(name, "").strip() for name in ("player", "variant", "event", "since", "sort")}
    refusal, told = "", None
    try:
        wanted = _read_filter(query)
        tell = _tell_of_person if asked["player"] else _tell_of_all
        told = ask_history(request, lambda index, survey: tell(index, survey, wanted, people, asked))
    except HaggisError as error:
        refusal = str(error)
    return render_page(
        request,
        "season.html",
        status=422 if refusal else 200,
        refusal=refusal,
        told=told,
        choices=choices,
        asked=asked,
        orders=ORDERS,
    )


def _find_choices(index: sqlite3.Connection) -> Choices:
    variants = [row[0] for row in index.execute("SELECT DISTINCT variant FROM matches WHERE variant IS NOT NULL")]
    return Choices(
        players=sorted(known_names(index).values(), key=str.casefold),
        variants=sorted(((each, variant_name(each)) for each in variants if each), key=lambda pair: pair[1]),
        events=known_events(index),
    )


def _read_filter(query: QueryParams) -> Filter:
    """What the address asks for; UsageError for what is no date."""
    since = query.get("since", "").strip()
    return Filter(
        variant=query.get("variant", "").strip() or None,
        event=query.get("event", "").strip() or None,
        since=parse_date(since, "Since") if since else None,
    )


def _tell_of_all(
    index: sqlite3.Connection, survey: Survey, wanted: Filter, people: People, asked: dict[str, str]
) -> Told:
    season = find_season(index, survey, wanted, people)

    def link(name: str) -> str:
        return f"/season?{urlencode(asked | {'player': name})}"

    order = asked["sort"] if asked["sort"] in ORDERS else "won"
    shown = render_sections(season, order=order, match_link=match_path, person_link=link, matches=False)
    return _tell(season.figures, None, shown, render_season_summary(season.figures))


def _tell_of_person(
    index: sqlite3.Connection, survey: Survey, wanted: Filter, people: People, asked: dict[str, str]
) -> Told:
    charts = available_charts()
    request = StatisticsRequest(asked["player"], company=False, ratings="rating" in charts, charts=charts)
    found = find_statistics(index, survey, wanted, people, request)
    assert found.person is not None
    company = [render_opponent_rows(found, found.person), render_partner_rows(found, found.person)]
    person = PersonPage(
        found.display_name(found.person),
        list(render_figures(found, found.person)),
        [table for table in company if table],
    )
    return _tell(found, person, render_courses(found), render_summary(found))


def _tell(found: StatisticsResult, person: PersonPage | None, shown: str, said: list[str]) -> Told:
    return Told(
        person,
        Markup(shown) if found.players else Markup(),
        said if found.players else [],
        [(each.name, each.reason) for each in found.left_out],
    )
