"""Starting a match: from a request, in which much may be left out, to a saved match."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from itertools import count
from pathlib import Path
from random import SystemRandom
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from haggis_cli.book.current import mark_started
from haggis_cli.matches.ids import MAX_ID_LENGTH, safe_id, slug
from haggis_cli.matches.model import Goal, MatchRecord, check_label, check_name
from haggis_cli.matches.notation import parse_name
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.guard import encode_utf8
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.plugins.registry import enabled_claims, is_own, load
from haggis_cli.referee.seating import check_players, check_suits, make_table, read_options
from haggis_cli.rules.phrases import option_text
from haggis_cli.rules.variant import Variant
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import StoreError, UsageError, VariantError
from haggis_cli.support.escaping import escape_text

RANDOM = "random"
"""The word that has lots drawn for who begins."""
_NOT_COPIED = {
    *("format", "id", "created", "notes", "closed", "rounds"),
    *("variant", "players", "teams", "goal", "options", "suits", "lead", "dealer", "event"),
}
"""The keys of a match that a rematch does not copy: they belong to one match alone, or have a rule of their own."""


@dataclass(frozen=True)
class NewMatchRequest:
    """What is known of a match that is to be started; what is left out has its usual value."""

    variant: str | None = None
    """The variant's id."""
    players: Sequence[str] = ()
    """The players, clockwise."""
    teams: Sequence[str] = ()
    """The names of the teams; the first sits at seats 1 and 3."""
    points: int | None = None
    """The goal in points; a goal is points or rounds."""
    rounds: int | None = None
    """The goal in rounds."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the variant by name, as they are typed: `{"scoring": "cards"}`."""
    suits: str | None = None
    """The letters of the suits in play, such as `rgby`."""
    lead: str | None = None
    """Who leads round 1; the beginning of a name will do, and `random` draws lots."""
    dealer: str | None = None
    """Who deals round 1, in a variant with a dealer; named as for `lead`."""
    name: str | None = None
    """The id of the match; without one it is made of the day and the players."""
    event: str | None = None
    """The evening, league or tournament that the match belongs to; empty for none, where a rematch would take one."""
    notes: str = ""
    """A note to keep with the match."""
    played_at: datetime | None = None
    """When the match was played; None for now."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Other keys of the match file, such as `bots`, with their values."""


def create_match(request: NewMatchRequest, store: Store) -> MatchRecord:
    """Start a match and save it; UsageError for a request that cannot be met, StoreError if the name is taken."""
    record = make_record(request, store)
    start_match(record, store)
    return record


def start_match(record: MatchRecord, store: Store) -> Path:
    """Save a match that is not in the store yet, and have it be the current one; the file it is in."""
    path = save_new_match(record, store)
    mark_started(store, path)
    return path


def save_new_match(record: MatchRecord, store: Store) -> Path:
    """Save a match that is not in the store yet; the file it is in."""
    return store.create(record.id, encode_utf8(render_match(record)))


def check_request(request: NewMatchRequest, store: Store) -> NewMatchRequest:
    """The request with its names as a match keeps them; UsageError or StoreError for what no answer can mend.

    A dialogue calls it before it asks for what is missing.
    """
    if request.points and request.rounds:
        raise UsageError("a goal is points or rounds, not both: leave out --points or --rounds")
    _check_id(request.name, store)
    variant = parse_variant(request.variant) if request.variant else None
    if variant:
        load(variant)
    return replace(request, variant=variant, players=[parse_player_name(name) for name in request.players])


def make_record(request: NewMatchRequest, store: Store) -> MatchRecord:
    """The match that is requested, not saved; UsageError for a request that cannot be met.

    store: where the match is to be; its id is one that is free there.
    """
    request = check_request(request, store)
    if not request.variant:
        raise UsageError(f"name the variant with --variant, one of: {', '.join(map(escape_text, enabled_claims()))}")
    if not request.players:
        raise UsageError("name the players, clockwise, each with --player NAME")
    variant = load(request.variant)
    check_players(variant, len(request.players))
    record = _build_record(request, variant, store)
    make_table(record, variant)
    return record


def load_rematch(match: str | None, request: NewMatchRequest, store: Store) -> NewMatchRequest:
    """The request completed from an earlier match, as `rematch` does; None: from the current one."""
    if request.variant:
        request = replace(request, variant=parse_variant(request.variant))
    snapshot = store.read(store.find(match))
    old = MatchFile(snapshot.data, snapshot.path.name).record
    return rematch(request, old, has_dealer=load(request.variant or old.variant).has_dealer)


def rematch(request: NewMatchRequest, old: MatchRecord, *, has_dealer: bool) -> NewMatchRequest:
    """The request with everything that it leaves open taken from an earlier match.

    Who began there does not begin again: the next player clockwise does. Another variant has other options, suits and
    goals, so with one only the players and the event are taken over; other players have other teams.

    has_dealer: whether the variant that is requested has a dealer.
    """
    players = list(request.players) or old.players
    event = old.event if request.event is None else request.event
    taken = replace(request, variant=request.variant or old.variant, players=players, event=event)
    if taken.variant != old.variant:
        return taken
    taken = _with_rules_of(taken, old)
    if taken.players == old.players:
        more = {name: getattr(old, name) for name in type(old).model_fields if name not in _NOT_COPIED}
        taken = replace(taken, teams=request.teams or old.teams, more=more)
    if request.lead or request.dealer:
        return taken
    return _with_next_leader(taken, old, has_dealer=has_dealer)


def parse_player_name(text: str) -> str:
    """A player's or team's name as a match keeps it; UsageError if it cannot be one."""
    try:
        return check_name(text)
    except PydanticCustomError as error:
        raise UsageError(f"'{escape_text(text)}': {error.message()}") from None


def parse_beginner(text: str, players: Sequence[str]) -> str:
    """The player who leads or deals first: named, or drawn by lot for the word `random`, unless a player is called so.

    NotationError if nobody, or several, may be meant.
    """
    if draws_lots(text, players):
        return SystemRandom().choice(players)
    return players[parse_name(text, players)]


def draws_lots(text: str | None, players: Sequence[str]) -> bool:
    """Whether it is the word that has lots drawn, and no player is called so."""
    return is_random_word(text) and RANDOM not in map(str.casefold, players)


def is_random_word(text: str | None) -> bool:
    """Whether it is the word that has lots drawn, whoever plays."""
    return (text or "").strip().casefold() == RANDOM


def find_usual_variants(number: int) -> list[str]:
    """The program's own variants for so many players, the one that is proposed first before the others."""
    found = []
    for variant_id, claims in enabled_claims().items():
        if all(map(is_own, claims)):
            with suppress(VariantError):
                variant = load(variant_id)
                if number in variant.players:
                    found.append((not variant.usual, variant_id))
    return [variant_id for _, variant_id in sorted(found)]


def parse_variant(text: str) -> str:
    """The id of a variant, or of the usual one for so many players: `2 players`, `2-player`.

    UsageError for a number of players that no variant is for; any other text is taken for an id as it is.
    """
    counted = re.fullmatch(r"([1-9][0-9]?)[ -]?players?", text.strip().casefold())
    if not counted or text in enabled_claims():
        return text
    variants = find_usual_variants(int(counted[1]))
    if not variants:
        raise UsageError(f"no variant is for {pluralize(int(counted[1]), 'player')}: 'haggis variants' lists them")
    return variants[0]


def parse_label(text: str) -> str:
    """The name of an event as a match keeps it; UsageError if it cannot be one."""
    try:
        return check_label(text)
    except PydanticCustomError as error:
        raise UsageError(f"'{escape_text(text)}': {error.message()}") from None


def parse_day(day: str | None) -> datetime | None:
    """Noon, in this computer's time zone, of a day such as 2026-11-21; UsageError for anything else."""
    if day is None:
        return None
    try:
        noon = datetime.combine(date.fromisoformat(day.strip()), time(12)).astimezone()
    except (ValueError, OverflowError):
        noon = None
    if noon is None or len(noon.strftime("%z")) > len("+0000"):  # clocks of old differ by seconds
        raise UsageError(f"--date needs a day such as 2026-11-21, not '{escape_text(day)}'")
    return noon


def _build_record(request: NewMatchRequest, variant: Variant, store: Store) -> MatchRecord:
    players = list(request.players)
    lead, dealer = _find_beginners(request, variant)
    try:
        return MatchRecord(
            id=_find_free_id(store, players, request.played_at) if request.name is None else request.name,
            variant=variant.id,
            created=request.played_at or datetime.now(UTC).replace(microsecond=0),
            players=players,
            teams=[parse_player_name(name) for name in request.teams],
            goal=_make_goal(request, variant),
            lead=lead,
            dealer=dealer,
            suits=check_suits(variant, request.suits, len(players)),
            event=parse_label(request.event) if request.event and request.event.strip() else None,
            notes=request.notes,
            options=_find_changed_options(request, variant, len(players)),
            **request.more,
        )
    except ValidationError as error:
        raise UsageError("; ".join(problem["msg"] for problem in error.errors(include_url=False))) from None


def _find_beginners(request: NewMatchRequest, variant: Variant) -> tuple[str | None, str | None]:
    """Who leads and who deals round 1, as the match keeps it; UsageError where the two do not go together.

    If both are given and one is drawn by lot, it goes by the other.
    """
    players = request.players
    drawn_lead, drawn_dealer = draws_lots(request.lead, players), draws_lots(request.dealer, players)
    lead = parse_beginner(request.lead, players) if request.lead else None
    dealer = parse_beginner(request.dealer, players) if request.dealer else None
    if not lead and not dealer:
        return (None, players[-1]) if variant.has_dealer else (players[0], None)
    if not lead or not dealer or not variant.has_dealer:
        return lead, dealer
    if drawn_dealer:
        return lead, players[players.index(lead) - 1]
    left = players[(players.index(dealer) + 1) % len(players)]
    if drawn_lead or lead == left:
        return left, dealer
    raise UsageError(
        f"{escape_text(lead)} cannot lead where {escape_text(dealer)} deals: round 1 is led by the player to the "
        f"dealer's left, {escape_text(left)}; leave out --lead or --dealer"
    )


def _find_changed_options(request: NewMatchRequest, variant: Variant, players: int) -> dict[str, bool | str]:
    """The options that differ from the variant's defaults: only those stand in a match file."""
    chosen = read_options(variant, request.options, players)
    defaults = {option.name: option.default for option in variant.options}
    return {name: value for name, value in chosen.items() if value != defaults[name]}


def _check_id(name: str | None, store: Store) -> None:
    """UsageError or StoreError for an id that a new match cannot have."""
    if name is None:
        return
    if safe_id(name) != name:
        raise UsageError(f"'{escape_text(name)}' cannot be the name of a match: '{safe_id(name)}' could")
    if store.path_of(name).exists():
        raise StoreError(f"there is a match called {escape_text(name)} already: choose another --name")


def _make_goal(request: NewMatchRequest, variant: Variant) -> Goal:
    """The goal that is requested, else the variant's first one."""
    if request.points or request.rounds:
        return Goal(points=request.points, rounds=request.rounds)
    return Goal(points=variant.goals[0].points, rounds=variant.goals[0].rounds)


def _find_free_id(store: Store, players: Sequence[str], when: datetime | None) -> str:
    """The day and the players, with a number if there is such a match already."""
    day = (when or datetime.now().astimezone()).date()
    base = "-".join(filter(None, [day.isoformat(), *map(slug, players)]))
    taken = {path.stem.casefold() for path in store.matches()}
    for number in count(1):
        ending = f"-{number}" if number > 1 else ""
        free = base[: MAX_ID_LENGTH - len(ending)].rstrip("-") + ending
        if free not in taken:
            return free
    raise AssertionError


def _with_rules_of(request: NewMatchRequest, old: MatchRecord) -> NewMatchRequest:
    """The request with the options, the goal and the suits of an earlier match, as far as it leaves them open."""
    kept = {name: option_text(value) for name, value in old.options.items() if name not in request.options}
    request = replace(request, options={**request.options, **kept})
    if not request.points and not request.rounds:
        request = replace(request, points=old.goal.points, rounds=old.goal.rounds)
    if request.suits is None and len(request.players) == len(old.players):
        request = replace(request, suits=old.suits)
    return request


def _with_next_leader(request: NewMatchRequest, old: MatchRecord, *, has_dealer: bool) -> NewMatchRequest:
    """Whoever sits left of the old match's first leader or dealer begins; the usual one if that player is not there."""
    if has_dealer and not (old.lead and not old.dealer):
        dealer = _find_next_player(old.dealer or old.players[-1], request.players)
        return replace(request, dealer=dealer)
    return replace(request, lead=_find_next_player(old.lead or old.players[0], request.players))


def _find_next_player(name: str, players: Sequence[str]) -> str | None:
    if name not in players:
        return None
    return players[(parse_name(name, players) + 1) % len(players)]
