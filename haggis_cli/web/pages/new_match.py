"""A new match: which variant, then who plays, to what goal, by which house rules, who begins; and a rematch."""

import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.match_settings import find_usual_variants
from haggis_cli.book.new_match import NewMatchRequest, make_record, start_match
from haggis_cli.book.rematch import load_rematch
from haggis_cli.history.filters import recent_names
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.plugins.registry import enabled_claims, is_own, load
from haggis_cli.referee.seating import SetupFault
from haggis_cli.support.errors import HaggisError
from haggis_cli.web.forms import ONCE, time_of_attempt
from haggis_cli.web.navigation import match_path
from haggis_cli.web.new_match.filling_in import form_of
from haggis_cli.web.new_match.form import BY_LOT, OWN_GOAL, NewMatchForm
from haggis_cli.web.new_match.reading import read_request
from haggis_cli.web.pages.history import ask_history, known_events
from haggis_cli.web.rendering import page_values, render_error, render_page

_ONLY_WATCHES = "This phone may watch, and change nothing."
_MOST_PLAYERS = 8


class Offer(NamedTuple):
    """A variant to choose."""

    id: str
    """What commands call it."""
    name: str
    """What people call it."""
    summary: str
    """One sentence about it; empty for a plugin, of which no code runs yet."""


async def ask_for_match(request: Request) -> Response:
    """Which variant, by the number of players; then, with a variant in the address, the form."""
    query = request.query_params
    if not page_values(request)["may_write"]:
        return render_error(request, 403, _ONLY_WATCHES)
    if "variant" not in query:
        return _show_offers(request)
    variant = load(query["variant"])
    numbers = {str(number): number for number in variant.players}
    number = numbers.get(query.get("players", ""), variant.players[0])
    return _show_form(request, NewMatchForm(variant, number))


async def ask_for_rematch(request: Request) -> Response:
    """The form, filled in as the match was, and the next player begins."""
    if not page_values(request)["may_write"]:
        return render_error(request, 403, _ONLY_WATCHES)
    path = request.app.state.matches.find_path(request.path_params["match"])
    wanted = load_rematch(str(path), NewMatchRequest(), request.app.state.settings.store)
    form = form_of(wanted, load(wanted.variant or ""))
    form.values["like"] = path.stem
    return _show_form(request, form)


async def start(request: Request, fields: Mapping[str, str]) -> Response:
    """Start the match; the form again, with what is wrong at its field, if it cannot be."""
    store: Store = request.app.state.settings.store
    variant = load(fields.get("variant", ""))
    numbers = {str(number): number for number in variant.players}
    form = NewMatchForm(variant, numbers.get(fields.get("number", ""), variant.players[0]), dict(fields))
    with guard_rules(variant.id):
        wanted = read_request(form, store)
    if not set(form.refusals) - {"name"}:  # the match that has the name may be this very one
        try:
            if like := form.value("like"):
                wanted = load_rematch(str(request.app.state.matches.find_path(like)), wanted, store)
            path = _find_started(form, make_record(wanted._replace(name=None), store), store)
            if path is None and not form.refusals:
                path = start_match(make_record(wanted, store), store)
        except SetupFault as fault:
            form.refusals[str(fault.key[0]) if fault.key[0] == "suits" else ""] = str(fault)
        except HaggisError as error:
            form.refusals[""] = str(error)
        else:
            if path is not None:
                return RedirectResponse(match_path(path.stem), 303)
    return _show_form(request, form, status=422)


def _find_started(form: NewMatchForm, asked: MatchRecord, store: Store) -> Path | None:
    """The match that was started just so since the form was made, and of which no round is played yet; None for none.

    It is this form's own, where the server was started anew and the form sent again, or another phone's at this table.
    """
    since, name = time_of_attempt(form.value(ONCE)), form.value("name").strip()
    left_out = {"id", "created", *(("lead", "dealer") if form.value("beginner") == BY_LOT else ())}
    for path in store.matches():
        with suppress(HaggisError, OSError):
            if path.stat().st_mtime < since or name.casefold() not in ("", path.stem.casefold()):
                continue
            found = MatchFile(store.read(path).data, path.name).record
            if found.model_dump(exclude=left_out) == asked.model_dump(exclude=left_out):
                return path
    return None


def _show_offers(request: Request) -> Response:
    offers = {number: _offers_for(number) for number in range(1, _MOST_PLAYERS + 1)}
    plugins = [
        Offer(variant_id, variant_id, f"{claims[0].package} {claims[0].version}")
        for variant_id, claims in enabled_claims().items()
        if not all(map(is_own, claims))
    ]
    current = None
    with suppress(HaggisError):
        current = request.app.state.settings.store.find_current()
    return render_page(
        request,
        "new.html",
        offers={number: found for number, found in offers.items() if found},
        plugins=plugins,
        current=current.stem if current is not None and current.is_file() else "",
    )


def _offers_for(number: int) -> list[Offer]:
    """The program's own variants for so many players, the usual one first."""
    variants = map(load, find_usual_variants(number))
    return [Offer(variant.id, variant.name, variant.summary) for variant in variants]


def _show_form(request: Request, form: NewMatchForm, status: int = 200) -> Response:
    names, events = ask_history(request, lambda index, _survey: _suggest(index))
    return render_page(
        request,
        "new_match.html",
        status=status,
        form=form,
        variant=form.variant,
        names=names,
        events=events,
        BY_LOT=BY_LOT,
        OWN_GOAL=OWN_GOAL,
    )


def _suggest(index: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """The names and the events that are offered while one is typed, the newest first."""
    return recent_names(index), known_events(index)
