"""A new match: which variant, then who plays, to what goal, by which house rules, who begins; and a rematch."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.new_match import (
    BY_LOT,
    FURTHER,
    HOUSE_RULES,
    TEAMS,
    MatchField,
    NewMatchRequest,
    fields_of,
    fill_in,
    find_plugins,
    find_usual_variants,
)
from haggis_cli.book.starting import load_rematch, make_record, start_match
from haggis_cli.history.timeline import find_played_here
from haggis_cli.matches.heading import MOST_PLAYERS, safe_id
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import normalize_unicode
from haggis_cli.support.text import join_words
from haggis_cli.web.forms import ONCE, time_of_attempt
from haggis_cli.web.pages.history import ask_history, known_events
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
"""What a goal of one's own may count, the usual first."""


MOST_GROUPS = 3
"""So many of those who sat together lately are offered as one."""


class NewMatchForm(NamedTuple):
    """What a form of a new match shows."""

    fields: list[MatchField]
    """What there is to say of the match."""
    texts: Mapping[str, str]
    """What was filled in, by field; a field that is not named has its usual value."""
    refusals: Mapping[str, str]
    """What is wrong, by field; under the empty name what concerns no field."""
    wanted: NewMatchRequest
    """What is known of the match."""

    @property
    def groups(self) -> list[tuple[str, list[MatchField]]]:
        """The fields that belong together, with their heading; a field that stands alone has its own."""
        found = groupby(self.fields, lambda field: field.group or field.label)
        return [(heading, list(fields)) for heading, fields in found]

    def value(self, field: MatchField) -> str:
        """What a field holds."""
        text = self.texts.get(field.key, field.given or "")
        return text if text or not field.choices else field.usual or ""

    def chosen(self, field: MatchField) -> str:
        """Which answer of a field is chosen: one of them, or for a goal of one's own that."""
        value = self.value(field)
        fits = [each.answer for each in field.choices if value in each]
        return fits[0] if fits else OWN_GOAL if value == field.given else value

    @property
    def own_goal(self) -> tuple[str, str]:
        """The number and the unit of a goal that is none of those to choose from."""
        number = next((each for each in self.wanted.goal if each), None)
        unit = GOAL_UNITS[self.wanted.goal.index(number)] if number else ""
        return self.texts.get("goal-number", str(number or "")), self.texts.get("goal-unit", unit)

    def is_changed(self, fields: list[MatchField]) -> bool:
        """Whether anything is said in these fields that is not usual."""
        return any(self.value(field) not in ("", field.usual) for field in fields)


def ask_for_match(request: Request) -> Response:
    """Which variant, by the number of players; then, with a variant in the address, the form."""
    query = request.query_params
    if not may_write(request):
        return render_watch_only(request)
    if "variant" not in query:
        return _show_offers(request)
    begun = _begin(load(query["variant"]), query.get("players", ""))
    names = [*query.getlist("player"), *begun.players]
    return _show_form(request, begun._replace(players=names[: len(begun.players)]), {}, {})


def ask_for_rematch(request: Request) -> Response:
    """The form, filled in as the match was, and the next player begins."""
    if not may_write(request):
        return render_watch_only(request)
    path = request.app.state.matches.find_path(request.path_params["match"])
    wanted = load_rematch(str(path), NewMatchRequest(), request.app.state.settings.store)
    return _show_form(request, wanted._replace(number=len(wanted.players)), {"like": path.stem}, {})


def start(request: Request, fields: Mapping[str, str]) -> Response:
    """Start the match; the form again, with what is wrong at its field, if it cannot be."""
    store: Store = request.app.state.settings.store
    begun = _begin(load(fields.get("variant", "")), fields.get("number", ""))
    wanted, refusals = fill_in(begun, _texts_of(fields), store)
    if not set(refusals) - {"name"}:  # the match that has the name may be this very one
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


def _begin(variant: Variant, number: str) -> NewMatchRequest:
    """A request without names, for so many players; for as many as is usual where the text says no number of them."""
    seats = next((each for each in variant.players if str(each) == number), variant.players[0])
    return NewMatchRequest(variant.id, [""] * seats, seats, event="")


def _texts_of(fields: Mapping[str, str]) -> dict[str, str]:
    """What was filled in, as people type it: a goal of one's own in words, a name as files may be called."""
    texts = {key: normalize_unicode(text) if "player" in key else text for key, text in fields.items()}
    texts["notes"] = texts.get("notes", "").replace("\r\n", "\n")
    if texts.get("goal") == OWN_GOAL:
        texts["goal"] = f"{texts.get('goal-number', '').strip()} {texts.get('goal-unit') or GOAL_UNITS[0]}"
    with suppress(HaggisError):
        texts["name"] = safe_id(texts.get("name", ""))
    return texts


def _find_started(texts: Mapping[str, str], asked: MatchRecord, store: Store) -> Path | None:
    """The match that was started just so since the form was made, and of which no round is played yet; None for none.

    It is this form's own, where the server was started anew and the form sent again, or another phone's at this table.
    """
    since, name = time_of_attempt(texts.get(ONCE, "")), texts.get("name", "").strip()
    left_out = {"id", "created", *(("lead", "dealer") if texts.get("beginner") == BY_LOT else ())}
    for path in store.matches():
        with suppress(HaggisError, OSError):
            if path.stat().st_mtime < since or name.casefold() not in ("", path.stem.casefold()):
                continue
            found = _read_record(store, path)
            if found.model_dump(exclude=left_out) == asked.model_dump(exclude=left_out):
                return path
    return None


def _read_record(store: Store, path: Path) -> MatchRecord:
    return MatchFile(store.read(path).data, path.name).record


def _show_offers(request: Request) -> Response:
    """The program's own variants by the number of players, the usual one first; plugins, of which no code runs yet."""
    offers = {number: list(map(load, find_usual_variants(number))) for number in range(1, MOST_PLAYERS + 1)}
    current = title = ""
    with suppress(HaggisError):
        store: Store = request.app.state.settings.store
        path = store.find_current()
        if path is not None and path.is_file():
            current = title = path.stem
            title = title_of_record(current, _read_record(store, path))
    return render_page(
        request,
        "new.html",
        offers={number: found for number, found in offers.items() if found},
        plugins=find_plugins(),
        current=current,
        current_title=title,
    )


def _show_form(
    request: Request, wanted: NewMatchRequest, texts: Mapping[str, str], refusals: Mapping[str, str], status: int = 200
) -> Response:
    played, events = ask_history(request, lambda index, _survey: (find_played_here(index), known_events(index)))
    variant = load(wanted.variant or "")
    form = NewMatchForm(fields_of(wanted, request.app.state.settings.store), texts, refusals, wanted)
    return render_page(
        request,
        "new_match.html",
        status=status,
        form=form,
        variant=variant,
        names=played.names,
        groups=[
            (
                urlencode({"variant": variant.id, "players": wanted.number, "player": group}, doseq=True),
                join_words(group),
            )
            for group in played.groups
            if len(group) == wanted.number
        ][:MOST_GROUPS],
        events=events,
        GOAL_UNITS=GOAL_UNITS,
        OWN_GOAL=OWN_GOAL,
        FOLDED=(TEAMS, HOUSE_RULES, FURTHER),
    )
