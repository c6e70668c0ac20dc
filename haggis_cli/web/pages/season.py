"""The season: how everybody has played, one person in every detail, figures over time."""

import sqlite3
from typing import NamedTuple

from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.history.filters import Filter, known_names, parse_date
from haggis_cli.history.query import CHARTS, StatisticsRequest, StatisticsResult, find_statistics
from haggis_cli.history.renderers.person import render_figures, render_opponent_rows, render_partner_rows
from haggis_cli.history.renderers.svg import render_charts
from haggis_cli.history.renderers.table import render_summary, render_table_rows
from haggis_cli.support.errors import HaggisError
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


class SeasonPage(NamedTuple):
    """What the page shows."""

    headings: list[str]
    """The headings of the table of everybody; empty where it is not shown."""
    rows: list[list[str]]
    """A row for each player."""
    figures: list[tuple[str, str]]
    """The figures of the one person asked about, each with a label."""
    company: list[list[list[str]]]
    """Tables of that person's opponents and partners, the headings first."""
    summary: list[str]
    """Sentences on what the figures are of."""
    left_out: list[tuple[str, str]]
    """Files that count in nothing, each with the reason."""
    person: str
    """The name of the person asked about; empty for everybody."""


async def show_season(request: Request) -> Response:
    """What `haggis stats` tells, for the player, the variant, the event and the time that are asked for."""
    query, people = request.query_params, find_people(request)
    choices = ask_history(request, lambda index, _survey: _find_choices(index))
    refusal, page, chart = "", None, ""
    try:
        wanted, asked = _read_filter(query), _read_request(query)
        found = ask_history(request, lambda index, survey: find_statistics(index, survey, wanted, people, asked))
        page = _make_page(found, query.get("sort", "won"))
        chart = _draw(found)
    except HaggisError as error:
        refusal = str(error)
    return render_page(
        request,
        "season.html",
        status=422 if refusal else 200,
        refusal=refusal,
        season=page,
        chart=chart,
        choices=choices,
        asked={name: query.get(name, "").strip() for name in ("player", "variant", "event", "since", "sort", "chart")},
        charts=CHARTS,
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


def _read_request(query: QueryParams) -> StatisticsRequest:
    chart = query.get("chart", "")
    return StatisticsRequest(
        player=query.get("player", "").strip() or None,
        company=False,
        ratings=False,
        chart=chart if chart in CHARTS else "won",
    )


def _make_page(found: StatisticsResult, order: str) -> SeasonPage:
    rows = render_table_rows(found, order if order in ORDERS else "won", None) if found.players else []
    shown = found.person is None
    figures, company = [], []
    if found.person is not None:
        figures = list(render_figures(found, found.person))
        company = [render_opponent_rows(found, found.person), render_partner_rows(found, found.person)]
    return SeasonPage(
        headings=rows[0] if rows and shown else [],
        rows=rows[1:] if shown else [],
        figures=figures,
        company=[table for table in company if table],
        summary=render_summary(found) if found.players else [],
        left_out=[(each.name, each.reason) for each in found.left_out],
        person=found.display_name(found.person) if found.person is not None else "",
    )


def _draw(found: StatisticsResult) -> Markup:
    """The figure over time as a picture; nothing where there is no finished match."""
    return Markup(render_charts(found)) if found.course and found.charted_people else Markup()
