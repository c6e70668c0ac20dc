"""From a form that was filled in to the request for a match."""

from contextlib import suppress
from random import SystemRandom

from haggis_cli.book.match_settings import parse_label, parse_player_name
from haggis_cli.book.new_match import NewMatchRequest
from haggis_cli.matches.ids import safe_id
from haggis_cli.matches.store.folder import Store
from haggis_cli.rules.phrases import option_text
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text, normalize_unicode
from haggis_cli.web.new_match.form import BY_LOT, GOAL_UNITS, OWN_GOAL, NewMatchForm

_MOST = 99_999  # points or rounds of a goal


def read_request(form: NewMatchForm, store: Store) -> NewMatchRequest:
    """The request that was filled in; what is wrong goes to `refusals`."""
    players = _read_players(form)
    goal = _read_goal(form)
    beginner = _read_beginner(form, players)
    return NewMatchRequest(
        variant=form.variant.id,
        players=players,
        teams=_read_teams(form, players),
        points=goal.points,
        rounds=goal.rounds,
        round_wins=goal.round_wins,
        options=_read_options(form),
        suits=form.value("suits").strip() or None,
        lead=None if form.variant.has_dealer else beginner,
        dealer=beginner if form.variant.has_dealer else None,
        name=_read_name(form, store),
        event=_read_event(form),
        notes=form.value("notes").replace("\r\n", "\n").strip(),
    )


def _read_players(form: NewMatchForm) -> list[str]:
    players: list[str] = []
    for seat in range(1, form.number + 1):
        name = _read_player(form, f"player-{seat}")
        if name.casefold() in (each.casefold() for each in players if each):
            form.refusals[f"player-{seat}"] = f"{escape_text(name)} is already playing: every name must be different"
        players.append(name)
    return players


def _read_player(form: NewMatchForm, name: str) -> str:
    text = form.value(name).strip()
    if not text:
        form.refusals[name] = "A name is missing."
        return ""
    try:
        return parse_player_name(normalize_unicode(text))
    except UsageError as error:
        form.refusals[name] = str(error)
        return ""


def _read_teams(form: NewMatchForm, players: list[str]) -> list[str]:
    """The names of the teams; an empty list if all keep their usual names, those of their players."""
    texts = [form.value(f"team-{place}").strip() for place in range(1, len(form.variant.teams) + 1)]
    if not any(texts):
        return []
    names = []
    for place, (text, seats) in enumerate(zip(texts, form.variant.teams, strict=True), 1):
        try:
            names.append(parse_player_name(text or " & ".join(players[seat] for seat in seats)))
        except UsageError as error:
            form.refusals[f"team-{place}"] = str(error)
    return names


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
    if not name:
        return None
    try:
        name = safe_id(name)
    except UsageError as error:
        form.refusals["name"] = str(error)
        return None
    if name.casefold() in (path.stem.casefold() for path in store.matches()):
        form.refusals["name"] = f"There is a match called {name} already: choose another name."
    return name


def _read_event(form: NewMatchForm) -> str:
    event = form.value("event").strip()
    try:
        return parse_label(event) if event else ""
    except UsageError as error:
        form.refusals["event"] = str(error)
        return ""
