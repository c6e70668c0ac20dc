"""A new match: the variant, then the players, the goal, the house rules and who begins; and a rematch."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book import new_match
from haggis_cli.book.match import read_record
from haggis_cli.book.starting import load_rematch, make_record, start_match
from haggis_cli.history.selection import known_events
from haggis_cli.history.timeline import PlayedHere, find_played_here
from haggis_cli.matches.heading import MOST_PLAYERS
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.registry import load
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import normalize_unicode
from haggis_cli.support.players import short_names
from haggis_cli.support.text import join_words
from haggis_cli.web.forms import ONCE, time_of_attempt
from haggis_cli.web.pages.history import ask_history
from haggis_cli.web.rendering import (
    answer_saved,
    match_path,
    may_write,
    render_page,
    render_watch_only,
    title_of_record,
)

OWN_GOAL = "own"
GOAL_UNITS = ("points", "rounds", "rounds won")
"""The units of a custom goal, the usual one first."""


MOST_GROUPS = 3
"""The number of recent groups of players that are offered."""
_CLOCK_STEP = 0.05
"""How many seconds the time of a file may be behind the clock at most: systems take it from a clock of coarse steps."""


class NewMatchForm(NamedTuple):
    """The form of a new match."""

    fields: list[new_match.MatchField]
    """The fields of the match."""
    texts: Mapping[str, str]
    """The entered texts by field; other fields have their usual values."""
    refusals: Mapping[str, str]
    """The errors by field; the empty name has the errors that concern no field."""
    wanted: new_match.NewMatchRequest
    """The match as far as it is known."""

    @property
    def groups(self) -> list[tuple[str, list[new_match.MatchField]]]:
        """The groups of fields with their headings; a single field is its own heading."""
        found = groupby(self.fields, lambda field: field.group or field.label)
        return [(heading, list(fields)) for heading, fields in found]

    def value(self, field: new_match.MatchField) -> str:
        """The value of a field."""
        text = self.texts.get(field.key, field.given or "")
        return text if text or not field.choices else field.usual or ""

    def chosen(self, field: new_match.MatchField) -> str:
        """The chosen answer of a field: one of its choices, or the custom goal."""
        value = self.value(field)
        fits = [each.answer for each in field.choices if value in each]
        if not fits and new_match.is_random_word(value):
            return new_match.BY_LOT
        return fits[0] if fits else OWN_GOAL if value == field.given else value

    @property
    def own_goal(self) -> tuple[str, str]:
        """The number and the unit of a custom goal."""
        number = next((each for each in self.wanted.goal if each), None)
        unit = GOAL_UNITS[self.wanted.goal.index(number)] if number else ""
        return self.texts.get("goal-number", str(number or "")), self.texts.get("goal-unit", unit)

    def is_changed(self, fields: list[new_match.MatchField]) -> bool:
        """Whether any of these fields has an unusual value."""
        return any(self.value(field) not in ("", field.usual) for field in fields)


def ask_for_match(request: Request) -> Response:
    """The choice of a variant, by the number of players; with a variant in the address, the form."""
    query = request.query_params
    if not may_write(request):
        return render_watch_only(request)
    if "variant" not in query:
        return _show_offers(request)
    begun = _begin(load(query["variant"]), query.get("players", ""))
    names = [*query.getlist("player"), *begun.players]
    return _show_form(request, begun._replace(players=names[: len(begun.players)]), {}, {})


def ask_for_rematch(request: Request) -> Response:
    """The form filled in as in the match, with the next player to begin."""
    if not may_write(request):
        return render_watch_only(request)
    path = request.app.state.matches.open(request.path_params["match"]).path
    wanted = load_rematch(str(path), new_match.NewMatchRequest(), request.app.state.settings.store)
    return _show_form(request, wanted._replace(number=len(wanted.players)), {"like": path.stem}, {})


def start(request: Request, fields: Mapping[str, str]) -> Response:
    """Start the match; if that fails, the form again with the errors at their fields."""
    store: Store = request.app.state.settings.store
    begun = _begin(load(fields.get("variant", "")), fields.get("number", ""))
    wanted, refusals = new_match.fill_in(begun, _texts_of(fields, _find_played_here(request)), store)
    if not set(refusals) - {"name"}:  # the match of that name may be this one
        try:
            if like := fields.get("like"):
                wanted = load_rematch(str(request.app.state.matches.find_path(like)), wanted, store)
            path = _find_started(fields, make_record(wanted._replace(name=None), store), store)
            if path is None and not refusals:
                started = start_match(make_record(wanted, store), store)
                return answer_saved(request, [started.notice] if started.notice else [], match_path(started.path.stem))
        except HaggisError as error:
            refusals[""] = str(error)
        else:
            if path is not None:
                return RedirectResponse(match_path(path.stem), 303)
    return _show_form(request, begun._replace(players=wanted.players), fields, refusals, status=422)


def _begin(variant: Variant, number: str) -> new_match.NewMatchRequest:
    """A request without names for this number of players, or for the usual number if the text is not a valid one."""
    seats = next((each for each in variant.players if str(each) == number), variant.players[0])
    return new_match.NewMatchRequest(variant.id, [""] * seats, seats, event="")


def _find_played_here(request: Request) -> PlayedHere:
    """Who has played here; nobody where the matches cannot be read."""
    with suppress(HaggisError):
        return ask_history(request, lambda index, _survey: find_played_here(index))
    return PlayedHere([], [])


def _texts_of(fields: Mapping[str, str], played: PlayedHere) -> dict[str, str]:
    """The entered texts as people mean them: names as they are known here, and a goal in words."""
    texts = dict(fields)
    for key in filter(lambda key: key.startswith("player-"), fields):
        texts[key] = played.known_spelling(normalize_unicode(fields[key]))
    texts["notes"] = texts.get("notes", "").replace("\r\n", "\n")
    if texts.get("goal") == OWN_GOAL:
        texts["goal"] = f"{texts.get('goal-number', '').strip()} {texts.get('goal-unit') or GOAL_UNITS[0]}"
    return texts


def _find_started(texts: Mapping[str, str], asked: MatchRecord, store: Store) -> Path | None:
    """The same match, if it was started after the form was made and no round has been played; None if there is none.

    Either the form was sent again after the server was restarted, or another phone at this table was faster.
    """
    since = time_of_attempt(texts.get(ONCE, "")) - _CLOCK_STEP
    match_id, title = new_match.id_and_title(texts.get("name", "").strip())
    asked = asked.model_copy(update={"title": title})
    left_out = {"id", "created", *(("lead", "dealer") if texts.get("beginner") == new_match.BY_LOT else ())}
    left_out |= set() if title else {"title"}  # another phone may have named it
    for path in store.matches():
        with suppress(HaggisError, OSError):
            if path.stat().st_mtime < since or (match_id or path.stem) != path.stem:
                continue
            found = read_record(store, path)
            if found.model_dump(exclude=left_out) == asked.model_dump(exclude=left_out):
                return path
    return None


def _show_offers(request: Request) -> Response:
    """The built-in variants by the number of players, the usual one first; then plugins, without running their code."""
    offers = {number: list(map(load, new_match.find_usual_variants(number))) for number in range(1, MOST_PLAYERS + 1)}
    current = title = ""
    with suppress(HaggisError):
        store: Store = request.app.state.settings.store
        path = store.find_current()
        if path is not None and path.is_file():
            current = title = path.stem
            title = title_of_record(current, read_record(store, path))
    return render_page(
        request,
        "new.html",
        offers={number: found for number, found in offers.items() if found},
        plugins=new_match.find_plugins(),
        current=current,
        current_title=title,
    )


def _show_form(
    request: Request,
    wanted: new_match.NewMatchRequest,
    texts: Mapping[str, str],
    refusals: Mapping[str, str],
    status: int = 200,
) -> Response:
    played, events = ask_history(request, lambda index, _survey: (find_played_here(index), known_events(index)))
    variant = load(wanted.variant or "")
    form = NewMatchForm(new_match.fields_of(wanted, request.app.state.settings.store), texts, refusals, wanted)
    return render_page(
        request,
        "new_match.html",
        status=status,
        form=form,
        variant=variant,
        names=played.names_for([len(wanted.players)]),
        groups=[
            (
                urlencode({"variant": variant.id, "players": wanted.number, "player": group}, doseq=True),
                join_words(short_names(group)),
            )
            for group in played.groups
            if len(group) == wanted.number
        ][:MOST_GROUPS],
        events=events,
        GOAL_UNITS=GOAL_UNITS,
        OWN_GOAL=OWN_GOAL,
        FOLDED=(new_match.TEAMS, new_match.HOUSE_RULES, new_match.FURTHER),
    )
