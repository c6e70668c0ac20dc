"""The list of all matches, with matches in progress first, and the season: everybody's results."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.history.figures import COPY
from haggis_cli.history.index import query_index
from haggis_cli.history.query import (
    ORDERS,
    StatisticsRequest,
    StatisticsResult,
    available_charts,
    find_season,
    find_statistics,
)
from haggis_cli.history.renderers.season_page import draw_row_badges, render_courses, render_sections, render_uncounted
from haggis_cli.history.renderers.tables import (
    columns_of,
    render_company_rows,
    render_figures,
    render_summary,
)
from haggis_cli.history.selection import (
    CLOCK,
    Filter,
    People,
    find_sides,
    known_events,
    known_names,
    list_matches,
    parse_date,
    read_people,
    render_state,
    title_of,
    with_looks,
)
from haggis_cli.matches.heading import spell_day, split_title
from haggis_cli.matches.store.files import Survey
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.registry import variant_name
from haggis_cli.sheets.renderers.svg import draw_fans
from haggis_cli.support.errors import HaggisError, RecordError
from haggis_cli.web.forms import read_number
from haggis_cli.web.matches import AllMatches
from haggis_cli.web.rendering import match_path, render_page, this_year

ON_A_PAGE = 20
_MAIN = ("matches", "won", "points", "first")
"""The figures that are told of a person first."""
Answer = TypeVar("Answer")


class Listed(NamedTuple):
    """The list of all matches."""

    rows: list[dict[str, Any]]
    """Every match, the newest first, as in `haggis list --json`."""
    conflicts: list[str]
    """The names of copies left by a sync program or a save."""
    events: list[str]
    """The events that matches belong to."""
    sides: dict[str, list[int]]
    """The sides of the seats, by the id of the match."""


def ask_history(request: Request, question: Callable[[sqlite3.Connection, Survey], Answer]) -> Answer:
    """Query the index of the matches after updating it."""
    store: Store = request.app.state.settings.store
    return query_index(store, with_looks(store, question), lambda _done, _all: None)


def find_people(request: Request) -> People:
    """The aliases of players; if their file cannot be read, names are used unchanged."""
    with suppress(RecordError):
        return read_people(request.app.state.settings.store.home)
    return People()


def show_matches(request: Request) -> Response:
    """The list of matches; or the match that the server was started with, unless the list is requested."""
    settings, query = request.app.state.settings, request.query_params
    if settings.match_id and not query:
        return RedirectResponse(match_path(settings.match_id), 303)
    all_matches: AllMatches = request.app.state.all_matches
    seen = all_matches.mark()  # before the query: a change during it is reported afterwards
    rows, conflicts, events, sides = all_matches.ask("list", lambda: _list_all(request))
    unseen = [(row["id"], render_state(row)) for row in rows if row["error"]]
    found = [row for row in rows if not row["error"] and _fits(row, query)]
    found.sort(key=lambda row: row["over"])  # stable: the newest stay first in each group
    pages = max(1, -(-len(found) // ON_A_PAGE))
    page = min(max(1, read_number(query.get("page", ""))), pages)
    return render_page(
        request,
        "matches.html",
        lines=[_shown(row, sides[row["id"]]) for row in found[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]],
        unseen=unseen + [(name, COPY) for name in conflicts],
        number=len(found),
        there_are_any=bool(rows),
        searched=query.get("q", "").strip(),
        event=query.get("event", "").strip(),
        events=events,
        page=page,
        number_of_pages=pages,
        seen=seen,
    )


def _list_all(request: Request) -> Listed:
    people = find_people(request)
    return ask_history(
        request,
        lambda index, survey: Listed(
            list_matches(index, Filter(), people), survey.conflicts, known_events(index), find_sides(index)
        ),
    )


def _fits(row: dict[str, Any], query: QueryParams) -> bool:
    """Whether every searched word occurs in the match's id, title, players, event or variant."""
    event = (row.get("event") or "").casefold()
    if (wanted := query.get("event", "").strip().casefold()) and wanted != event:
        return False
    texts = [row["id"], title_of(row), row.get("day", ""), row.get("variant", ""), event, *row.get("players", ())]
    text = "\n".join((*texts, *(row.get("totals") or {}))).casefold()
    return all(word in text for word in query.get("q", "").casefold().split())


def _shown(row: dict[str, Any], sides: list[int]) -> dict[str, Any]:
    """A match in the list: the players with the figures that decide, None if unknown, and the standing."""
    players = row.get("players", ())
    title = title_of(row, this_year=this_year())
    is_named = title in (row["id"], row.get("title"))
    totals = row.get("round_wins") or row.get("totals") or dict.fromkeys(players)
    return {
        "id": row["id"],
        "title": title,
        "own_title": title if is_named else "",
        "day": spell_day(row.get("day", ""), this_year=this_year()) if is_named else split_title(title)[1],
        "variant": variant_name(row.get("variant", "")),
        "event": row.get("event") or "",
        "sides": list(totals.items()),
        "badges": draw_row_badges(row, sides),
        "winner": row.get("winner"),
        "state": render_state(row) + (f", goal {row['goal']}" if row.get("winner") and not row.get("final") else ""),
        "goes_on": not row["over"],
    }


# The season: everybody's results, one person in detail, figures over time.


def show_season(request: Request) -> Response:
    """The same as `haggis stats`, for the requested player, variant, event and time."""
    all_matches: AllMatches = request.app.state.all_matches
    asked = {
        name: request.query_params.get(name, "").strip() for name in ("player", "variant", "event", "year", "sort")
    }
    found = all_matches.ask(("season", *asked.values()), lambda: _find_season_page(request, asked))
    return render_page(
        request,
        "season.html",
        status=422 if found["refusal"] else 200,
        asked=asked,
        **found,
    )


def _find_season_page(request: Request, asked: dict[str, str]) -> dict[str, Any]:
    """The choices, and what is told of all players or one, or the reason why nothing is."""
    people = find_people(request)
    return ask_history(request, lambda index, survey: _answer_season(index, survey, people, asked))


def _answer_season(index: sqlite3.Connection, survey: Survey, people: People, asked: dict[str, str]) -> dict[str, Any]:
    refusal, told = "", None
    try:
        wanted = Filter(
            variant=asked["variant"] or None,
            event=asked["event"] or None,
            since=parse_date(asked["year"], "Year") if asked["year"] else None,
            until=parse_date(asked["year"], "Year", end=True) if asked["year"] else None,
        )
        told = (_tell_of_person if asked["player"] else _tell_of_all)(index, survey, wanted, people, asked)
    except HaggisError as error:
        refusal = str(error)
    return {"choices": _find_choices(index), "told": told, "refusal": refusal}


def _find_choices(index: sqlite3.Connection) -> dict[str, Any]:
    """The choices: all players, the variants by id and name, the events."""
    variants = [row[0] for row in index.execute("SELECT DISTINCT variant FROM matches WHERE variant IS NOT NULL")]
    return {
        "players": sorted(known_names(index).values(), key=str.casefold),
        "variants": sorted(((each, variant_name(each)) for each in variants if each), key=lambda pair: pair[1]),
        "years": [
            row[0]
            for row in index.execute(
                f"SELECT DISTINCT substr({CLOCK}, 1, 4) FROM matches m WHERE m.created IS NOT NULL ORDER BY 1 DESC"
            )
        ],
        "events": known_events(index),
    }


def _tell_of_all(
    index: sqlite3.Connection, survey: Survey, wanted: Filter, people: People, asked: dict[str, str]
) -> dict[str, Any]:
    """The podium, the table, the charts, the head-to-head results and the records of all players."""
    season = find_season(index, survey, wanted, people)

    def address(**other: str) -> str:
        return f"/season?{urlencode(asked | other)}"

    shown = render_sections(
        season,
        draw_fans,
        order=asked["sort"] if asked["sort"] in ORDERS else "won",
        filtered=any(asked[name] for name in ("variant", "event", "year")),
        match_link=match_path,
        person_link=lambda name: address(player=name),
        sort_link=lambda order: address(sort=order),
    )
    return _tell(season.figures, season.matches, shown)


def _tell_of_person(
    index: sqlite3.Connection, survey: Survey, wanted: Filter, people: People, asked: dict[str, str]
) -> dict[str, Any]:
    """The figures and charts of the requested person, with tables of opponents and partners."""
    charts = available_charts()
    request = StatisticsRequest(asked["player"], company=False, ratings="rating" in charts, charts=charts)
    found = find_statistics(index, survey, wanted, people, request)
    assert found.person is not None
    person = {
        "name": found.display_name(found.person),
        "look_names": {found.display_name(person): name for person, name in found.look_names.items()},
        "summary": render_summary(found),
        "main": [(each.means, each.render(found, found.person)) for each in columns_of(found) if each.order in _MAIN],
        "figures": list(render_figures(found, found.person)),
        "company": render_company_rows(found, found.person),
    }
    matches = list_matches(index, wanted, people) if found.uncounted else []
    return _tell(found, matches, render_courses(found), person)


def _tell(
    found: StatisticsResult, matches: list[dict[str, Any]], shown: str, person: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The contents of the page: the results, the requested person, and the files that count in nothing."""
    return {
        "person": person,
        "season": shown,
        "uncounted": render_uncounted(found, matches),
    }
