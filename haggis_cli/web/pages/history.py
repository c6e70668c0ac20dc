"""The matches there are, those that go on first, and what can be looked for among them."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from json import loads
from typing import Any, NamedTuple, TypeVar

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.history.filters import Filter
from haggis_cli.history.index import query_index
from haggis_cli.history.listing import is_going_on, render_state
from haggis_cli.history.people import People, read_people
from haggis_cli.history.selection import list_matches
from haggis_cli.matches.store.entries import Survey
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.registry import load
from haggis_cli.support.errors import HaggisError, RecordError
from haggis_cli.web.match_list import MatchList
from haggis_cli.web.navigation import match_path
from haggis_cli.web.rendering import render_page

ON_A_PAGE = 60
Answer = TypeVar("Answer")


class MatchLine(NamedTuple):
    """A match as the list shows it."""

    id: str
    """What it is called."""
    address: str
    """Where it is."""
    day: str
    """When it was begun, such as 2026-11-21."""
    variant: str
    """What is played."""
    event: str
    """The evening, league or tournament; empty for none."""
    sides: tuple[tuple[str, int | None], ...]
    """Who plays, each with the total; None where that is not known."""
    winner: str | None
    """Who has won."""
    state: str
    """Where it stands."""
    goes_on: bool
    """Whether a round can be added to it."""


class Listed(NamedTuple):
    """What is known of all matches."""

    rows: list[dict[str, Any]]
    """Every match, the newest first, as `haggis list --json` tells it."""
    conflicts: list[str]
    """The names of copies that a sync program or a save has left."""
    events: list[str]
    """The events that matches belong to."""


def ask_history(request: Request, question: Callable[[sqlite3.Connection, Survey], Answer]) -> Answer:
    """Put a question to the index of the matches, brought up to date."""
    store: Store = request.app.state.settings.store
    return query_index(store, question, lambda _done, _all: None)


def find_people(request: Request) -> People:
    """Who is who; where the file of aliases cannot be read, names are taken as they are."""
    with suppress(RecordError):
        return read_people(request.app.state.settings.store.home)
    return People()


async def show_matches(request: Request) -> Response:
    """The matches; or the one match that the server was started with, unless the list is asked for."""
    settings, query = request.app.state.settings, request.query_params
    if settings.match_id and not query:
        return RedirectResponse(match_path(settings.match_id), 303)
    match_list: MatchList[Listed] = request.app.state.match_list
    seen = match_list.mark()  # before asking: what changes meanwhile is told afterwards
    rows, conflicts, events = match_list.ask(lambda: _list_all(request))
    broken = [row for row in rows if row["error"]]
    found = [row for row in rows if not row["error"] and _fits(row, query)]
    found.sort(key=lambda row: not is_going_on(row))  # stable: the newest first among those alike
    pages = max(1, -(-len(found) // ON_A_PAGE))
    page = min(_read_number(query, "page"), pages)
    return render_page(
        request,
        "matches.html",
        lines=[_make_line(row) for row in found[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]],
        broken=[(row["id"], render_state(row)) for row in broken],
        conflicts=list(conflicts),
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
        lambda index, survey: Listed(list_matches(index, Filter(), people), survey.conflicts, known_events(index)),
    )


def _fits(row: dict[str, Any], query: QueryParams) -> bool:
    """Whether every word that is looked for stands in the match's name, its players, its event or its variant."""
    event = (row.get("event") or "").casefold()
    if (wanted := query.get("event", "").strip().casefold()) and wanted != event:
        return False
    texts = [row["id"], row.get("day", ""), row.get("variant", ""), event, *row.get("players", ())]
    text = "\n".join((*texts, *(row.get("totals") or {}))).casefold()
    return all(word in text for word in query.get("q", "").casefold().split())


def _read_number(query: QueryParams, name: str) -> int:
    text = query.get(name, "")
    return max(1, int(text)) if text.isascii() and text.isdecimal() and len(text) < 6 else 1


def known_events(index: sqlite3.Connection) -> list[str]:
    """The events that matches belong to, the newest first, whatever their case."""
    rows = index.execute("SELECT listed, MAX(created) FROM matches WHERE event != '' GROUP BY event ORDER BY 2 DESC")
    return [loads(listed)["event"] for listed, _ in rows]


def _make_line(row: dict[str, Any]) -> MatchLine:
    totals = row.get("totals") or dict.fromkeys(row.get("players", ()))
    return MatchLine(
        id=row["id"],
        address=match_path(row["id"]),
        day=row.get("day", ""),
        variant=variant_name(row.get("variant", "")),
        event=row.get("event") or "",
        sides=tuple(totals.items()),
        winner=row.get("winner"),
        state=render_state(row),
        goes_on=is_going_on(row),
    )


def variant_name(variant_id: str) -> str:
    """What people call a variant; its id where it is not installed."""
    with suppress(HaggisError):
        return load(variant_id).name
    return variant_id
