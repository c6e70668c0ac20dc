"""Starting a match: from a request, in which much may be left out, to a saved match."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import ValidationError

from haggis_cli.book.current import Standing, mark_current
from haggis_cli.book.match_settings import (
    check_one_goal,
    draws_lots,
    parse_beginner,
    parse_label,
    parse_player_name,
    parse_variant,
)
from haggis_cli.matches.ids import MAX_ID_LENGTH, safe_id, slug
from haggis_cli.matches.model import Goal, MatchRecord
from haggis_cli.matches.moments import day_of, noon_of, now_here, parse_moment
from haggis_cli.matches.store.bookmarks import BETWEEN_ROUNDS
from haggis_cli.matches.store.entries import Survey
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.places import SUFFIX
from haggis_cli.matches.store.snapshot import Snapshot
from haggis_cli.matches.toml.glance import find_identity
from haggis_cli.matches.toml.guard import encode_utf8
from haggis_cli.matches.toml.match_file import render_match
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.plugins.registry import enabled_claims, load
from haggis_cli.referee.seating import check_players, check_suits, initial_standing, make_table, read_options
from haggis_cli.referee.sentences import describe_round_due
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.escaping import escape_text

_SECOND, _HOUR = timedelta(seconds=1), timedelta(hours=1)
_RECENT = 600.0
"""Seconds after which no file is of a match that was made in the same second as this one, or right after it."""


class NewMatchRequest(NamedTuple):
    """What is known of a match that is to be started; what is left out has its usual value."""

    variant: str | None = None
    """The variant's id."""
    players: Sequence[str] = ()
    """The players, clockwise."""
    teams: Sequence[str] = ()
    """The names of the teams; the first sits at seats 1 and 3."""
    points: int | None = None
    """The goal in points; a goal is points, rounds or rounds won."""
    rounds: int | None = None
    """The goal in rounds."""
    options: Mapping[str, str] = MappingProxyType({})
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
    played_at: datetime | date | None = None
    """When the match was played; a day alone means after the matches of that day that are there, None means now."""
    more: Mapping[str, Any] = MappingProxyType({})
    """Other keys of the match file, such as `bots`, with their values."""
    round_wins: int | None = None
    """The goal in rounds won."""

    @property
    def names_goal(self) -> bool:
        """Whether a goal is named."""
        return bool(self.points or self.rounds or self.round_wins)


def create_match(request: NewMatchRequest, store: Store) -> MatchRecord:
    """Start a match and save it; UsageError for a request that cannot be met, StoreError if the name is taken."""
    record = make_record(request, store)
    start_match(record, store)
    return record


def start_match(record: MatchRecord, store: Store) -> Path:
    """Save a match that is not in the store yet, and have it be the current one; the file it is in."""
    table = make_table(record, load(record.variant))
    with guard_rules(record.variant):  # who plays with whom is asked of the variant before anything is saved
        first_round = describe_round_due(table, initial_standing(table, record), 1)
    saved = save_new_match(record, store)
    mark_current(store, saved, record, Standing(BETWEEN_ROUNDS, (first_round,)))
    return saved.path


def save_new_match(record: MatchRecord, store: Store) -> Snapshot:
    """Save a match that is not in the store yet; what is in which file now."""
    data = encode_utf8(render_match(record))
    return Snapshot(store.create(record.id, data), data)


def check_request(request: NewMatchRequest, store: Store) -> NewMatchRequest:
    """The request with its names as a match keeps them; UsageError or StoreError for what no answer can mend.

    A dialogue calls it before it asks for what is missing.
    """
    check_one_goal(request.points, request.rounds, request.round_wins)
    _check_id(request.name, store)
    variant = parse_variant(request.variant) if request.variant else None
    if variant:
        load(variant)
    return request._replace(variant=variant, players=[parse_player_name(name) for name in request.players])


def names_players(request: NewMatchRequest) -> bool:
    """Whether the variant and enough players are named; anything else that is left out has its usual value."""
    return bool(request.variant) and len(request.players) >= load(request.variant or "").players[0]


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


def _build_record(request: NewMatchRequest, variant: Variant, store: Store) -> MatchRecord:
    players = list(request.players)
    lead, dealer = find_beginners(request, variant)
    survey = store.survey()
    created = _find_moment(request.played_at, store, survey)
    try:
        return MatchRecord(
            id=_find_free_id(survey, players, created) if request.name is None else request.name,
            variant=variant.id,
            created=created,
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


def find_beginners(request: NewMatchRequest, variant: Variant) -> tuple[str | None, str | None]:
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
    if request.names_goal:
        return Goal(points=request.points, rounds=request.rounds, round_wins=request.round_wins)
    return Goal(**variant.goals[0]._asdict())


def _find_moment(played_at: datetime | date | None, store: Store, survey: Survey) -> datetime:
    """When the match was played, later than the matches that were made before it for the same moment.

    A match of a day without a time has noon, or a second more than the latest of the hour from then on.
    """
    moment, names = now_here(), list(survey.matches)
    if isinstance(played_at, datetime):
        moment = played_at
    elif played_at is not None:
        noon = noon_of(played_at)
        found = _find_made_from(noon, names, store)
        return max([noon, *(each + _SECOND for each in found if each < noon + _HOUR)])
    else:
        names = [name for name in names if moment.timestamp() - survey.matches[name].st_mtime < _RECENT]
    made = set(_find_made_from(moment, names, store))
    while moment in made:
        moment += _SECOND
    return moment


def _find_made_from(moment: datetime, names: Iterable[str], store: Store) -> Iterator[datetime]:
    """When those of these matches were made that were made at a moment or later, as far as a glance tells."""
    for name in names:
        with suppress(HaggisError, ValueError, TypeError):  # a file that cannot be read, or no time with an offset
            found = find_identity(store.read(store.matches_folder / name).data)
            if found and (made := parse_moment(found.created.strip())) >= moment:
                yield made.astimezone(moment.tzinfo)


def _find_free_id(survey: Survey, players: Sequence[str], created: datetime) -> str:
    """The day and the players, with a number if there is such a match already."""
    base = "-".join(filter(None, [day_of(created), *map(slug, players)]))
    taken = {name.removesuffix(SUFFIX).casefold() for name in survey.matches}
    for number in count(1):
        ending = f"-{number}" if number > 1 else ""
        free = base[: MAX_ID_LENGTH - len(ending)].rstrip("-") + ending
        if free not in taken:
            return free
    raise AssertionError
