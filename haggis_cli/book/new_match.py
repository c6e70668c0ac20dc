"""Starting a match: from a request, in which much may be left out, to a saved match.

Begin with `NewMatchRequest` and `create_match`; a rematch is a request that takes the rest from an earlier match.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from itertools import count
from random import SystemRandom
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from haggis_cli.book.match import Standing, mark_current
from haggis_cli.matches.model import YEARS, Goal, MatchRecord, check_label, check_name
from haggis_cli.matches.moments import day_of, noon_of, now_here, parse_moment, read_typed_moment
from haggis_cli.matches.names import MAX_ID_LENGTH, find_repeated_name, safe_id, slug
from haggis_cli.matches.notation import parse_name
from haggis_cli.matches.store.bookmarks import BETWEEN_ROUNDS
from haggis_cli.matches.store.files import SUFFIX, Snapshot, Survey
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import encode_utf8, find_identity
from haggis_cli.plugins.registry import enabled_claims, is_own, load
from haggis_cli.referee.seating import check_players, check_suits, initial_standing, make_table, read_options
from haggis_cli.referee.sentences import describe_round_due
from haggis_cli.rules.events import option_text
from haggis_cli.rules.scoring import Goal as RulesGoal
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import HaggisError, NotationError, StoreError, UsageError, VariantError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import pluralize

# What people type for the settings of a match: names, an event, a variant, who begins, a day.

RANDOM = "random"
"""The word that has lots drawn for who begins."""


def parse_player_name(text: str) -> str:
    """A player's or team's name as a match keeps it; UsageError if it cannot be one."""
    return _read(text, check_name)


def rename_all(renamings: Iterable[tuple[str, str]], names: Sequence[str]) -> list[str]:
    """The names after renamings, each the name before and the name then: all at once, so that two may change places.

    Of the name before an unambiguous beginning will do. NotationError if nobody, or several, may be meant by it;
    UsageError for what cannot be a name, or would stand twice.
    """
    renamed: dict[int, str] = {}
    for old, new in renamings:
        place, name = parse_name(old, names), parse_player_name(new)
        if renamed.setdefault(place, name) != name:
            several = f"{escape_text(renamed[place])} and {escape_text(name)}"
            raise UsageError(f"{names[place]} cannot be called both {several}")
    after = [renamed.get(place, name) for place, name in enumerate(names)]
    repeated = find_repeated_name(after)
    if repeated is not None:
        raise UsageError(f"two cannot both be called {repeated}: every name must be different")
    return after


def split_renaming(text: str, names: Sequence[str], option: str) -> tuple[str, str]:
    """The name before and the name after, of a renaming such as `Noha=Noah`; UsageError for what is none.

    A name may hold `=`, too: the one that parts the two stands behind a whole name rather than behind a beginning, and
    between blanks rather than between letters.

    option: the option that it stands behind.
    """
    splits = [(text[:at], text[at + 1 :]) for at, sign in enumerate(text) if sign == "="]
    if not splits:
        raise UsageError(f"{option} needs OLD=NEW, like '{names[0]}=Nell', not '{text}'")
    meant = [split for split in splits if _is_meant(split[0], names)]
    whole = [split for split in meant if find_repeated_name([*names, split[0].strip()])] or meant
    apart = [(old, new) for old, new in whole if old.endswith(" ") and new.startswith(" ")] or whole
    if len(apart) > 1:
        ways = " or ".join(f"'{escape_text(old.strip())}' is called '{escape_text(new.strip())}'" for old, new in apart)
        raise UsageError(f"'{text}' can mean that {ways}: put blanks around the '=' between the two names")
    return apart[0] if apart else splits[0]


def _is_meant(text: str, names: Sequence[str]) -> bool:
    try:
        parse_name(text, names)
    except NotationError:
        return False
    return True


def parse_label(text: str) -> str:
    """The name of an event as a match keeps it; UsageError if it cannot be one."""
    return _read(text, check_label)


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


def parse_moment_played(text: str | None) -> datetime | date | None:
    """When a match was played: a day such as 2026-11-21, or a moment of it; UsageError for anything else."""
    if text is None:
        return None
    with suppress(ValueError, OverflowError):
        found = read_typed_moment(text)
        if found.year in YEARS:
            return found
    raise UsageError(
        f"--date needs a day such as 2026-11-21, or a day and time such as '2026-11-21 20:15', not '{text}'"
    )


def check_one_goal(goal: RulesGoal) -> None:
    """UsageError where a match is to have more than one goal."""
    if sum(map(bool, goal)) > 1:
        raise UsageError("a goal is points, rounds or rounds won: give one of --points, --rounds and --round-wins")


def make_goal(points: int | None, rounds: int | None, round_wins: int | None) -> Goal | None:
    """The goal that is given; None if none is. UsageError for more than one, and for a number that is none."""
    check_one_goal(RulesGoal(points, rounds, round_wins))
    if (points, rounds, round_wins) == (None, None, None):
        return None
    try:
        return Goal(points=points, rounds=rounds, round_wins=round_wins)
    except ValidationError:
        raise UsageError("a goal is 1 to 100000 points, or 1 to 1000 rounds, played or won") from None


def _read(text: str, check: Callable[[object], str]) -> str:
    try:
        return check(text)
    except PydanticCustomError as error:
        raise UsageError(f"'{text}': {error.message()}") from None


# The request for a match, and the match that is made of it.

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
    goal: RulesGoal = RulesGoal()
    """The goal; one that says nothing is the variant's first one."""
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


def create_match(request: NewMatchRequest, store: Store) -> Snapshot:
    """Start a match and save it; UsageError for a request that cannot be met, StoreError if the name is taken."""
    return start_match(make_record(request, store), store)


def start_match(record: MatchRecord, store: Store) -> Snapshot:
    """Save a match that is not in the store yet, and have it be the current one; what is in which file now."""
    table = make_table(record, load(record.variant))
    first_round = describe_round_due(table, initial_standing(table, record), 1)
    saved = save_new_match(record, store)
    mark_current(store, saved, record, Standing(BETWEEN_ROUNDS, (first_round,)))
    return saved


def save_new_match(record: MatchRecord, store: Store) -> Snapshot:
    """Save a match that is not in the store yet; what is in which file now."""
    return store.create(record.id, encode_utf8(render_match(record)))


def check_request(request: NewMatchRequest, store: Store) -> NewMatchRequest:
    """The request with its names as a match keeps them; UsageError or StoreError for what no answer can mend.

    A dialogue calls it before it asks for what is missing.
    """
    check_one_goal(request.goal)
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
            goal=Goal(**(request.goal if any(request.goal) else variant.goals[0])._asdict()),
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
        f"{lead} cannot lead where {dealer} deals: round 1 is led by the player to the "
        f"dealer's left, {left}; leave out --lead or --dealer"
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
        raise UsageError(f"'{name}' cannot be the name of a match: '{safe_id(name)}' could")
    if store.path_of(name).exists():
        raise StoreError(f"there is a match called {name} already: choose another --name")


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
    *("format", "id", "revision", "created", "notes", "closed", "final", "rounds"),
    *("variant", "players", "teams", "goal", "options", "suits", "lead", "dealer", "event"),
}
"""The keys of a match that a rematch does not copy: they belong to one match alone, or have a rule of their own."""


def load_rematch(match: str | None, request: NewMatchRequest, store: Store) -> NewMatchRequest:
    """The request completed from an earlier match, as `rematch` does; None: from the current one."""
    if request.variant:
        request = request._replace(variant=parse_variant(request.variant))
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
    taken = request._replace(variant=request.variant or old.variant, players=players, event=event)
    if taken.variant != old.variant:
        return taken
    taken = _with_rules_of(taken, old)
    if taken.players == old.players:
        more = {name: getattr(old, name) for name in type(old).model_fields if name not in _NOT_COPIED}
        taken = taken._replace(teams=request.teams or old.teams, more=more)
    if request.lead or request.dealer:
        return taken
    return _with_next_leader(taken, old, has_dealer=has_dealer)


def _with_rules_of(request: NewMatchRequest, old: MatchRecord) -> NewMatchRequest:
    """The request with the options, the goal and the suits of an earlier match, as far as it leaves them open."""
    kept = {name: option_text(value) for name, value in old.options.items() if name not in request.options}
    request = request._replace(options={**request.options, **kept})
    if not any(request.goal):
        request = request._replace(goal=RulesGoal(**dict(old.goal)))
    if request.suits is None and len(request.players) == len(old.players):
        request = request._replace(suits=old.suits)
    return request


def _with_next_leader(request: NewMatchRequest, old: MatchRecord, *, has_dealer: bool) -> NewMatchRequest:
    """Whoever sits left of the old match's first leader or dealer begins; the usual one if that player is not there."""
    if has_dealer and not (old.lead and not old.dealer):
        dealer = _find_next_player(old.dealer or old.players[-1], request.players)
        return request._replace(dealer=dealer)
    return request._replace(lead=_find_next_player(old.lead or old.players[0], request.players))


def _find_next_player(name: str, players: Sequence[str]) -> str | None:
    return players[(parse_name(name, players) + 1) % len(players)] if name in players else None
