"""A new match: which variant, then who plays, to what goal, by which house rules, who begins; and a rematch."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import SystemRandom

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.new_match import (
    NewMatchRequest,
    find_usual_variants,
    load_rematch,
    make_record,
    parse_label,
    parse_player_name,
    start_match,
)
from haggis_cli.history.selection import recent_names
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.names import safe_id
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import enabled_claims, is_own, load
from haggis_cli.referee.seating import SetupFault
from haggis_cli.rules.events import option_text
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Option, Variant
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.escaping import escape_text, normalize_unicode
from haggis_cli.web.forms import ONCE, time_of_attempt
from haggis_cli.web.pages.history import ask_history, known_events
from haggis_cli.web.rendering import answer_saved, match_path, may_write, render_page, render_watch_only

BY_LOT = "lot"
OWN_GOAL = "own"
GOAL_UNITS = ("points", "rounds", "round_wins")
"""What a goal of one's own may count, the usual first."""
_MOST_PLAYERS = 8


@dataclass
class NewMatchForm:
    """What a form of a new match shows."""

    variant: Variant
    """What is played."""
    number: int
    """How many play."""
    values: dict[str, str] = field(default_factory=dict)
    """What was filled in, by field; a field that is not named has its usual value."""
    refusals: dict[str, str] = field(default_factory=dict)
    """What is wrong, by field; under the empty name what concerns no field."""

    @property
    def options(self) -> list[Option]:
        """The house rules that so many players can choose."""
        return [each for each in self.variant.options if not each.players or self.number in each.players]

    @property
    def has_changed_options(self) -> bool:
        """Whether a house rule is chosen that is not the usual one."""
        fields = [f"option-{place}" for place in range(len(self.options))]
        return any(self.value(name) != self._usual(name) for name in fields)

    def value(self, name: str) -> str:
        """What a field holds."""
        return self.values.get(name, self._usual(name))

    def parse(self, name: str, text: str, parser: Callable[[str], str]) -> str:
        """What the text in a field says; empty where it is refused."""
        try:
            return parser(text)
        except UsageError as error:
            self.refusals[name] = str(error)
            return ""

    def _usual(self, name: str) -> str:
        kind, _, place = name.partition("-")
        if kind == "goal":
            return "0" if not place else "points" if place == "unit" else ""
        if kind == "option":
            option = self.options[int(place)]
            return str(list(option.choices).index(option.default))
        if kind == "beginner":
            if self.variant.begins_by_lot:
                return BY_LOT
            return str(self.number if self.variant.has_dealer else 1)
        return ""


def ask_for_match(request: Request) -> Response:
    """Which variant, by the number of players; then, with a variant in the address, the form."""
    query = request.query_params
    if not may_write(request):
        return render_watch_only(request)
    if "variant" not in query:
        return _show_offers(request)
    variant = load(query["variant"])
    return _show_form(request, NewMatchForm(variant, _read_players_number(query.get("players", ""), variant)))


def ask_for_rematch(request: Request) -> Response:
    """The form, filled in as the match was, and the next player begins."""
    if not may_write(request):
        return render_watch_only(request)
    path = request.app.state.matches.find_path(request.path_params["match"])
    wanted = load_rematch(str(path), NewMatchRequest(), request.app.state.settings.store)
    form = _form_of(wanted, load(wanted.variant or ""))
    form.values["like"] = path.stem
    return _show_form(request, form)


def start(request: Request, fields: Mapping[str, str]) -> Response:
    """Start the match; the form again, with what is wrong at its field, if it cannot be."""
    store: Store = request.app.state.settings.store
    variant = load(fields.get("variant", ""))
    form = NewMatchForm(variant, _read_players_number(fields.get("number", ""), variant), dict(fields))
    wanted = _read_request(form, store)
    if not set(form.refusals) - {"name"}:  # the match that has the name may be this very one
        try:
            if like := form.value("like"):
                wanted = load_rematch(str(request.app.state.matches.find_path(like)), wanted, store)
            path = _find_started(form, make_record(wanted._replace(name=None), store), store)
            if path is None and not form.refusals:
                started = start_match(make_record(wanted, store), store)
                return answer_saved(request, [started.notice] if started.notice else [], match_path(started.path.stem))
        except SetupFault as fault:
            form.refusals[str(fault.key[0]) if fault.key[0] == "suits" else ""] = str(fault)
        except HaggisError as error:
            form.refusals[""] = str(error)
        else:
            if path is not None:
                return RedirectResponse(match_path(path.stem), 303)
    return _show_form(request, form, status=422)


def _read_players_number(text: str, variant: Variant) -> int:
    """How many play; as many as is usual where the text says no number that the variant is for."""
    return next((number for number in variant.players if str(number) == text), variant.players[0])


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
    """The program's own variants by the number of players, the usual one first; plugins, of which no code runs yet."""
    offers = {number: list(map(load, find_usual_variants(number))) for number in range(1, _MOST_PLAYERS + 1)}
    plugins = {
        variant_id: f"{claims[0].package} {claims[0].version}"
        for variant_id, claims in enabled_claims().items()
        if not all(map(is_own, claims))
    }
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


def _show_form(request: Request, form: NewMatchForm, status: int = 200) -> Response:
    names, events = ask_history(request, lambda index, _survey: (recent_names(index), known_events(index)))
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


# From a form that was filled in to the request for a match.

_MOST = 99_999  # points or rounds of a goal


def _read_request(form: NewMatchForm, store: Store) -> NewMatchRequest:
    """The request that was filled in; what is wrong goes to `refusals`."""
    players = _read_players(form)
    beginner, event = _read_beginner(form, players), form.value("event").strip()
    return NewMatchRequest(
        variant=form.variant.id,
        players=players,
        teams=_read_teams(form, players),
        goal=_read_goal(form),
        options=_read_options(form),
        suits=form.value("suits").strip() or None,
        lead=None if form.variant.has_dealer else beginner,
        dealer=beginner if form.variant.has_dealer else None,
        name=_read_name(form, store),
        event=form.parse("event", event, parse_label) if event else "",
        notes=form.value("notes").replace("\r\n", "\n").strip(),
    )


def _read_players(form: NewMatchForm) -> list[str]:
    players: list[str] = []
    for seat in [f"player-{number}" for number in range(1, form.number + 1)]:
        text = normalize_unicode(form.value(seat).strip())
        name = form.parse(seat, text, parse_player_name) if text else ""
        if not text:
            form.refusals[seat] = "A name is missing."
        elif name and name.casefold() in map(str.casefold, players):
            form.refusals[seat] = f"{escape_text(name)} is already playing: every name must be different"
        players.append(name)
    return players


def _read_teams(form: NewMatchForm, players: list[str]) -> list[str]:
    """The names of the teams; an empty list if all keep their usual names, those of their players."""
    texts = {f"team-{place}": form.value(f"team-{place}").strip() for place in range(1, len(form.variant.teams) + 1)}
    if not any(texts.values()):
        return []
    return [
        form.parse(team, text or " & ".join(players[seat] for seat in seats), parse_player_name)
        for (team, text), seats in zip(texts.items(), form.variant.teams, strict=True)
    ]


def _read_goal(form: NewMatchForm) -> Goal:
    """The goal that was chosen; an empty one where it is refused."""
    chosen, goals = form.value("goal"), form.variant.goals
    if chosen != OWN_GOAL:
        with suppress(ValueError, IndexError):
            return goals[int(chosen)]
        form.refusals["goal"] = "Choose one of these goals."
        return Goal()
    text, unit = form.value("goal-number").strip(), form.value("goal-unit")
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= _MOST and len(text) < 6):
        form.refusals["goal"] = f"Type a number from 1 to {_MOST}, of points or of rounds."
        return Goal()
    return Goal(**{unit if unit in GOAL_UNITS else GOAL_UNITS[0]: int(text)})


def _read_options(form: NewMatchForm) -> dict[str, str]:
    chosen = {}
    for place, option in enumerate(form.options):
        try:
            chosen[option.name] = option_text(list(option.choices)[int(form.value(f"option-{place}"))])
        except (ValueError, IndexError):
            form.refusals[f"option-{place}"] = "Choose one of these."
    return chosen


def _read_beginner(form: NewMatchForm, players: list[str]) -> str | None:
    chosen = form.value("beginner")
    if chosen == BY_LOT:
        return SystemRandom().choice(players)
    with suppress(ValueError, IndexError):
        return players[range(len(players))[int(chosen) - 1]]
    form.refusals["beginner"] = "Say who begins, or have lots drawn."
    return None


def _read_name(form: NewMatchForm, store: Store) -> str | None:
    name = form.value("name").strip()
    name = form.parse("name", name, safe_id) if name else ""
    if name and name.casefold() in (path.stem.casefold() for path in store.matches()):
        form.refusals["name"] = f"There is a match called {name} already: choose another name."
    return name or None


# From the request for a match to a form that is filled in so: for a rematch.


def _form_of(request: NewMatchRequest, variant: Variant) -> NewMatchForm:
    """A form that is filled in as a request says."""
    form = NewMatchForm(variant, len(request.players))
    values = {f"player-{seat}": name for seat, name in enumerate(request.players, 1)}
    values |= {f"team-{place}": name for place, name in enumerate(request.teams, 1)}
    values |= _goal_values(request, variant) | _option_values(form, request.options)
    beginner = request.dealer if variant.has_dealer else request.lead
    if beginner in request.players:
        values["beginner"] = str([*request.players, None].index(beginner) + 1)
    values |= {"event": request.event or "", "suits": request.suits or "", "notes": request.notes}
    return replace(form, values=values)


def _goal_values(request: NewMatchRequest, variant: Variant) -> dict[str, str]:
    if not any(request.goal):
        return {}
    if request.goal in variant.goals:
        return {"goal": str(variant.goals.index(request.goal))}
    number = next(each for each in request.goal if each)
    unit = GOAL_UNITS[request.goal.index(number)]
    return {"goal": OWN_GOAL, "goal-number": str(number), "goal-unit": unit}


def _option_values(form: NewMatchForm, chosen: Mapping[str, str]) -> dict[str, str]:
    values = {}
    for place, option in enumerate(form.options):
        texts = list(map(option_text, option.choices))
        if chosen.get(option.name) in texts:
            values[f"option-{place}"] = str(texts.index(chosen[option.name]))
    return values
