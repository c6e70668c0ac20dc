"""From the request for a new match to a saved match; a rematch is a request that takes the rest from another match."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from itertools import count

from pydantic import ValidationError

from haggis_cli.book.match import mark_current, read_record
from haggis_cli.book.new_match import (
    NewMatchRequest,
    check_request,
    draws_lots,
    id_and_title,
    parse_beginner,
    parse_variant,
)
from haggis_cli.matches.heading import MAX_ID_LENGTH, day_of, noon_of, now_here, parse_moment, slug
from haggis_cli.matches.model import GoalRecord, MatchRecord
from haggis_cli.matches.store.files import SUFFIX, Snapshot, Survey
from haggis_cli.matches.store.folder import BETWEEN_ROUNDS, Store
from haggis_cli.matches.toml.match_file import render_match
from haggis_cli.matches.toml.parsing import encode_utf8, find_identity
from haggis_cli.plugins.registry import enabled_claims, load
from haggis_cli.referee.seating import check_players, initial_standing, make_table, read_options
from haggis_cli.referee.sentences import describe_round_due
from haggis_cli.rules.events import option_text
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.escaping import escape_text

_SECOND, _HOUR = timedelta(seconds=1), timedelta(hours=1)
_RECENT = 600.0
"""Seconds after which no file is of a match that was made in the same second as this one, or right after it."""


def create_match(request: NewMatchRequest, store: Store) -> Snapshot:
    """Start a match and save it; UsageError for a request that cannot be met, StoreError if the name is taken."""
    return start_match(make_record(request, store), store)


def start_match(record: MatchRecord, store: Store) -> Snapshot:
    """Save a match that is not in the store yet, and have it be the current one; what is in which file now."""
    table = make_table(record, load(record.variant))
    first_round = describe_round_due(table, initial_standing(table, record), 1)
    saved = save_new_match(record, store)
    mark_current(store, saved, record, BETWEEN_ROUNDS, (first_round,))
    return saved


def save_new_match(record: MatchRecord, store: Store) -> Snapshot:
    """Save a match that is not in the store yet; what is in which file now."""
    saved = store.create(record.id, encode_utf8(render_match(record)))
    store.recall_players(record.players)
    return saved


def make_record(request: NewMatchRequest, store: Store) -> MatchRecord:
    """The match that is requested, not saved; UsageError for a request that cannot be met.

    store: where the match is to be; its id is one that is free there.
    """
    request = check_request(request, store)
    if not request.variant:
        raise UsageError(f"name the variant with --variant, one of: {', '.join(map(escape_text, enabled_claims()))}")
    if not request.players:
        raise UsageError("name the players, clockwise", advice=", each with --player NAME")
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
    match_id, title = id_and_title(request.name)
    try:
        return MatchRecord(
            id=match_id or _find_free_id(survey, players, created),
            title=title,
            variant=variant.id,
            created=created,
            players=players,
            teams=list(request.teams),
            goal=GoalRecord(**(request.goal if any(request.goal) else variant.goals[0])._asdict()),
            lead=lead,
            dealer=dealer,
            suits=request.suits,
            event=request.event or None,
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
        f"{lead} cannot lead if {dealer} deals: the player to the dealer's left, {left}, leads round 1",
        advice="; omit --lead or --dealer",
    )


def _find_changed_options(request: NewMatchRequest, variant: Variant, players: int) -> dict[str, bool | str]:
    """The options that differ from the variant's defaults: only those stand in a match file."""
    chosen = read_options(variant, request.options, players)
    defaults = {option.name: option.default for option in variant.options}
    return {name: value for name, value in chosen.items() if value != defaults[name]}


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


# A rematch: a request for a new match that takes what it leaves open from an earlier one.

_NOT_COPIED = {
    *("format", "id", "title", "revision", "created", "notes", "closed", "final", "rounds"),
    *("variant", "players", "teams", "goal", "options", "suits", "lead", "dealer", "event"),
}
"""The keys of a match that a rematch does not copy: they belong to one match alone, or have a rule of their own."""


def load_rematch(match: str | None, request: NewMatchRequest, store: Store) -> NewMatchRequest:
    """The request with everything that it leaves open taken from an earlier match; None: from the current one.

    Who began there does not begin again: the next player clockwise does. Another variant has other options, suits and
    goals, so with one only the players and the event are taken over; other players have other teams.
    """
    old = read_record(store, store.find(match))
    variant = load(parse_variant(request.variant) if request.variant else old.variant)
    players = list(request.players) or old.players
    event = old.event if request.event is None else request.event
    taken = request._replace(variant=variant.id, players=players, event=event)
    if variant.id != old.variant:
        return taken
    kept = {name: option_text(value) for name, value in old.options.items() if name not in request.options}
    goal = request.goal if any(request.goal) else Goal(**dict(old.goal))
    taken = taken._replace(options={**request.options, **kept}, goal=goal)
    if request.suits is None and len(players) == len(old.players):
        taken = taken._replace(suits=old.suits)
    if players == old.players:
        more = {name: getattr(old, name) for name in type(old).model_fields if name not in _NOT_COPIED}
        taken = taken._replace(teams=request.teams or old.teams, more=more)
    return taken if request.lead or request.dealer else _with_next_beginner(taken, old, has_dealer=variant.has_dealer)


def _with_next_beginner(request: NewMatchRequest, old: MatchRecord, *, has_dealer: bool) -> NewMatchRequest:
    """Whoever sits left of the old match's first leader or dealer begins; the usual one if that player is not there."""
    is_dealt = has_dealer and not (old.lead and not old.dealer)
    began = (old.dealer or old.players[-1]) if is_dealt else (old.lead or old.players[0])
    players = request.players
    following = players[(players.index(began) + 1) % len(players)] if began in players else None
    return request._replace(dealer=following) if is_dealt else request._replace(lead=following)
