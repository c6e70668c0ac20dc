"""The fields of a new match: what there is to say of it, what the texts mean, and what is refused.

`NewMatchRequest` is what is known, `fields_of` what there is to say: the terminal asks the next field that is open, a
page shows all of them (`fill_in`), and what options and programs say is checked by them (`check_request`). `starting`
makes a match of a request.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import partial
from random import SystemRandom
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from haggis_cli.matches import heading
from haggis_cli.matches.model import YEARS, GoalRecord, check_label, check_name, check_title
from haggis_cli.matches.notation import parse_name, parse_seat
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.registry import enabled_claims, is_own, load
from haggis_cli.referee.seating import check_suits
from haggis_cli.rules.events import option_text
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Option, Variant, name_sides
from haggis_cli.support.errors import AmbiguousError, HaggisError, StoreError, UsageError, VariantError
from haggis_cli.support.escaping import fold_name
from haggis_cli.support.text import join_words, pluralize

# The request for a match.


class NewMatchRequest(NamedTuple):
    """What is known of a match that is to be started; what is left out has its usual value."""

    variant: str | None = None
    players: Sequence[str] = ()
    number: int | None = None
    """How many play; None as long as there may be more of them."""
    teams: Sequence[str] = ()
    """The names of the teams; the first sits at seats 1 and 3."""
    goal: Goal = Goal()
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
    """What the match is called; without a name it goes by the players and the day."""
    event: str | None = None
    """The evening, league or tournament that the match belongs to; empty for none, where a rematch would take one."""
    notes: str = ""
    played_at: datetime | date | None = None
    """When the match was played; a day alone means after the matches of that day that are there, None means now."""
    more: Mapping[str, Any] = MappingProxyType({})
    """Other keys of the match file, such as `bots`, with their values."""


# The fields of a new match, in the order in which they are asked.

PLAYERS, TEAMS, HOUSE_RULES = "Players, clockwise", "Team names", "House rules"
FURTHER = "Event, name, suits and note"
"""What the fields are called together that belong together; of those that stand alone their group is empty."""


class FieldChoice(NamedTuple):
    """An answer that can be chosen."""

    answer: str
    """What is typed or sent for it."""
    text: str
    """What it means, in words."""


class MatchField(NamedTuple):
    """Something that is to be said of a new match: a name, the goal, a house rule."""

    key: str
    """What it is called in forms, such as `player-2` or `goal`."""
    label: str
    """What it is called on a page."""
    parse: Callable[[str], NewMatchRequest]
    """Gives the request with what a text says; HaggisError for a text that says nothing of it."""
    given: str | None = None
    """What the request says already; None for nothing."""
    usual: str | None = ""
    """What an empty text means; None if something must be said."""
    question: str = ""
    """What is asked in a dialogue; empty if nothing is."""
    help: str = ""
    """What is explained there on demand."""
    hint: str = ""
    """A sentence that stands beside the field."""
    choices: tuple[FieldChoice, ...] = ()
    """The answers that can be chosen; empty where a text is typed."""
    group: str = ""
    """The heading of the fields that belong together."""
    words: tuple[str, ...] = ()
    """The words behind `haggis new` that say the same as the request."""
    longest: int = heading.LONGEST_NAME
    """How many characters it may have."""


def fields_of(request: NewMatchRequest, store: Store) -> list[MatchField]:
    """What there is to say of the match, as far as what is known tells: the variant says which fields there are."""
    return [field for make in FIELDS for field in make(request, store)]


def fill_in(request: NewMatchRequest, texts: Mapping[str, str], store: Store) -> tuple[NewMatchRequest, dict[str, str]]:
    """The request with the texts of a form, by the keys of its fields; and why a text is refused, by its key."""
    refusals = {}
    for key in [field.key for field in fields_of(request, store)]:
        field = _find_field(request, key, store)
        text = texts.get(key, "").strip() or field.usual
        try:
            request = request if text == "" else field.parse(text or "")
        except HaggisError as error:
            refusals[key] = str(error)
    return request, refusals


def check_request(request: NewMatchRequest, store: Store) -> NewMatchRequest:
    """The request with its texts as a match keeps them; UsageError or StoreError for what no answer can mend.

    A dialogue calls it before it asks for what is missing.
    """
    check_one_goal(request.goal)
    if request.variant:
        request = request._replace(variant=load(parse_variant(request.variant)).id)
    for field in fields_of(request, store):
        if field.given is not None:
            request = _find_field(request, field.key, store).parse(field.given)
    return request


def _find_field(request: NewMatchRequest, key: str, store: Store) -> MatchField:
    return next(field for field in fields_of(request, store) if field.key == key)


def _variant_of(request: NewMatchRequest) -> Variant | None:
    return load(request.variant) if request.variant else None


def _player_fields(request: NewMatchRequest, store: Store) -> Iterator[MatchField]:
    players, variant = request.players, _variant_of(request)
    seats = request.number or len(players)
    if variant and request.number is None:
        seats = min(len(players) + 1, variant.players[-1])
    for seat in range(seats):
        name = players[seat] if seat < len(players) else None
        may_end = variant is not None and name is None and len(players) in variant.players
        more = ", Enter if there are no more" if may_end else ""
        yield MatchField(
            f"player-{seat + 1}",
            f"Seat {seat + 1}",
            partial(_with_player, request, seat),
            name,
            "" if may_end else None,
            f"Player {seat + 1}{', clockwise' if seat else ''}{more}",
            f"A name of 1 to {heading.LONGEST_NAME} characters, without a colon; in the order you sit.",
            group=PLAYERS,
            words=("--player", name or ""),
        )


def _with_player(request: NewMatchRequest, seat: int, text: str) -> NewMatchRequest:
    """The request with a player at a seat; an empty text says that there are no more."""
    players = request.players
    if not text and request.variant and seat == len(players) and seat in load(request.variant).players:
        return request._replace(number=seat)
    if not text:
        raise UsageError("a name is missing")
    name = parse_new_name(text, players[:seat])
    return request._replace(players=[*players[:seat], name, *players[seat + 1 :]])


def _team_fields(request: NewMatchRequest, store: Store) -> Iterator[MatchField]:
    teams = load(request.variant).teams if request.variant else ()
    if not teams or len(request.players) <= max(map(max, teams)):
        return
    members = [[request.players[seat] for seat in team] for team in teams]
    usual = list(name_sides(teams, request.players))

    def parse(place: int, text: str) -> NewMatchRequest:
        """Where all keep their usual names, those of their players, none is said."""
        name = text if text == usual[place] else parse_player_name(text)
        named = [*(request.teams or usual)[:place], name, *request.teams[place + 1 :]]
        return request._replace(teams=() if named == usual else named)

    for place, seats in enumerate(teams):
        given = request.teams[place] if place < len(request.teams) else None
        yield MatchField(
            f"team-{place + 1}",
            f"Team of seats {join_words([str(seat + 1) for seat in seats])}",
            partial(parse, place),
            given,
            usual[place],
            f"The team of {join_words(members[place])} is called",
            f"A name of 1 to {heading.LONGEST_NAME} characters.",
            "If left empty, the team is named after its players.",
            group=TEAMS,
            words=("--team", given or "") if len(request.teams) == len(teams) else (),
        )


def goal_fields(request: NewMatchRequest, store: Store) -> Iterator[MatchField]:
    """The goal: one of those of the rulebook, or any other."""
    variant = _variant_of(request)
    if variant is None:
        return
    goal = request.goal
    presets = _usual_goals(variant)
    units = zip(("--points", "--rounds", "--round-wins"), goal, strict=True)
    yield MatchField(
        "goal",
        "Goal",
        lambda text: request._replace(goal=parse_goal(text, variant)),
        str(goal) if any(goal) else None,
        str(variant.goals[0]),
        f"Goal ({', '.join(presets)})",
        "The match ends when somebody has that many points, or after that many rounds. You can also type another goal.",
        choices=tuple(FieldChoice(text, text) for text in presets),
        words=tuple(word for option, number in units if number for word in (option, str(number))),
    )


def _option_fields(request: NewMatchRequest, store: Store) -> Iterator[MatchField]:
    variant, number = _variant_of(request), request.number or len(request.players)
    for option in variant.options if variant else ():
        if not option.players or number in option.players:
            yield _option_field(request, option)


def _option_field(request: NewMatchRequest, option: Option) -> MatchField:
    """A house rule: what it settles, and what each choice means."""
    texts = [option_text(value) for value in option.choices]
    said = request.options.get(option.name, "").casefold()

    def parse(text: str) -> NewMatchRequest:
        value = parse_choice(text, texts, "the value")
        return request._replace(options={**request.options, option.name: value})

    return MatchField(
        f"option-{option.name}",
        option.help,
        parse,
        str(texts.index(said) + 1) if said in texts else None,
        str(texts.index(option_text(option.default)) + 1),
        "" if said else option.help.rstrip(".?"),
        f"The number of a choice. Match files call this {option.name}: {' or '.join(texts)}.",
        choices=tuple(FieldChoice(str(at), each.means) for at, each in enumerate(option.choices.values(), 1)),
        group=HOUSE_RULES,
        words=("--option", f"{option.name}={said}"),
    )


def _beginner_fields(request: NewMatchRequest, store: Store) -> Iterator[MatchField]:
    """Who leads first, or deals where there is a dealer."""
    variant, players = _variant_of(request), request.players
    if not variant or not players:
        return
    key, usual = ("dealer", len(players)) if variant.has_dealer else ("lead", 1)
    does = "deals" if asks_who_deals(variant) else "leads"
    said = request.dealer if variant.has_dealer else request.lead

    def parse(text: str) -> NewMatchRequest:
        beginner = text if draws_lots(text, players) else players[parse_seat(text, players)]
        return request._replace(dealer=beginner) if variant.has_dealer else request._replace(lead=beginner)

    left = " The player to the left leads." if variant.has_dealer else ""
    left = " The player to the left bids first." if variant.betting.by_auction else left
    named = Counter(map(fold_name, players))  # two of one name are refused, but told apart until it is mended
    seats = [
        FieldChoice(str(seat), name if name and named[fold_name(name)] == 1 else f"Seat {seat}")
        for seat, name in enumerate(players, 1)
    ]
    yield MatchField(
        "beginner",
        f"Who {does} first",
        parse,
        said if said in players or draws_lots(said, players) else None,
        RANDOM if variant.begins_by_lot else players[usual - 1] or str(usual),
        "" if request.lead or request.dealer else f"Who {does} first, or {RANDOM}",
        f"A name, its beginning, or the seat, counted clockwise from 1; '{RANDOM}' draws lots.{left}",
        variant.beginner,
        (*seats, FieldChoice(BY_LOT, "Draw lots")),
        words=(f"--{key}", said or ""),
    )


def _further_fields(request: NewMatchRequest, store: Store) -> Iterator[MatchField]:
    """What has its usual value where nobody says it: in a dialogue nothing of it is asked."""

    def parse_event(text: str) -> NewMatchRequest:
        return request._replace(event=parse_label(text) if text.strip() else "")

    def parse_suits(text: str) -> NewMatchRequest:
        variant, number = _variant_of(request), request.number or len(request.players)
        is_sure = variant is not None and number in variant.players
        return request._replace(suits=check_suits(variant, text, number) if variant and is_sure else text)

    def parse_match_name(text: str) -> NewMatchRequest:
        """UsageError or StoreError for a name that a new match cannot have."""
        name = parse_title(text)
        match_id, _ = id_and_title(name)
        if match_id and store.path_of(match_id).exists():
            raise StoreError(f"a match called {match_id} exists already: choose another name")
        return request._replace(name=name)

    belongs = "The evening, league or tournament that it belongs to."
    called = "Such as Burns Night. If left empty, the match is named after its players and the day."
    letters = (
        "Only if you play with suits other than the usual ones: their first letters, such as rgby for red, green, "
        "blue and yellow."
    )
    for key, label, given, parse, longest, hint in (
        ("event", "Event", request.event, parse_event, heading.LONGEST_LABEL, belongs),
        ("name", "Name", request.name, parse_match_name, heading.MAX_ID_LENGTH, called),
        ("suits", "Suits", request.suits, parse_suits, 12, letters),
        ("notes", "Note", request.notes or None, lambda text: request._replace(notes=text), 2000, ""),
    ):
        words = (f"--{key}", given or "")
        yield MatchField(key, label, parse, given, hint=hint, group=FURTHER, words=words, longest=longest)


FIELDS: list[Callable[[NewMatchRequest, Store], Iterable[MatchField]]] = [
    _player_fields,
    _team_fields,
    goal_fields,
    _option_fields,
    _beginner_fields,
    _further_fields,
]
"""Each makes the fields of one kind, given what is known and the folder of the matches."""


# What the texts of the fields mean.

RANDOM = "random"
"""The word that has lots drawn for who begins."""
BY_LOT = f"{RANDOM}:"
"""Has lots drawn even where a player is called so: no name holds a colon."""


def parse_player_name(text: str) -> str:
    """A player's or team's name as a match keeps it; UsageError if it cannot be one."""
    return _read(text, check_name)


def parse_new_name(text: str, players: Iterable[str]) -> str:
    """The name of one more player; UsageError also where somebody plays under it already."""
    name = parse_player_name(text)
    if heading.find_repeated_name([*filter(None, players), name]):
        raise UsageError(f"every name must be different: {name} is already playing")
    return name


def parse_title(text: str) -> str:
    """What a match is called, as its file has it; UsageError if it cannot be that."""
    return _read(text, check_title)


def id_and_title(name: str | None) -> tuple[str | None, str | None]:
    """The id that a name makes, and the name itself if that says more.

    None for an id of the day and the players: there is no name, or no file may be called so.

    >>> id_and_title("friday"), id_and_title("Burns Night"), id_and_title("\u674e\u96f7")
    (('friday', None), ('burns-night', 'Burns Night'), (None, '\u674e\u96f7'))
    """
    if not name:
        return None, None
    with suppress(UsageError):
        made = heading.safe_id(name)
        return made, None if made == name else name
    return None, name


def parse_label(text: str) -> str:
    """The name of an event as a match keeps it; UsageError if it cannot be one."""
    return _read(text, check_label)


def parse_choice(text: str, values: Sequence[str], what: str) -> str:
    """The value that is typed as its number or its beginning; UsageError if it is none, AmbiguousError if several."""
    typed = text.casefold()
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(values):
        return values[int(typed) - 1]
    fits = [value for value in values if typed and value.casefold().startswith(typed)]
    if typed in fits:
        return typed
    if len(fits) > 1:
        raise AmbiguousError(f"'{text}' can be {join_words(fits, 'or')}: write more letters")
    if not fits:
        raise UsageError(f"type a number from 1 to {len(values)}, or the beginning of {what}")
    return fits[0]


def parse_variant(text: str) -> str:
    """The id of a variant, or of the usual one for so many players: `2 players`, `2-player`.

    UsageError for a number of players that no variant is for; any other text is taken for an id as it is.
    """
    counted = re.fullmatch(r"([1-9][0-9]?)[ -]?players?", text.strip().casefold())
    if not counted or text in enabled_claims():
        return text
    variants = find_usual_variants(int(counted[1]))
    if not variants:
        raise UsageError(
            f"no variant is for {pluralize(int(counted[1]), 'player')}: 'haggis variants' lists the variants"
        )
    return variants[0]


def find_plugins() -> dict[str, str]:
    """The variants of other packages, each with its package and version; none of their code runs."""
    claims = enabled_claims().items()
    return {each: f"{of[0].package} {of[0].version}" for each, of in claims if not all(map(is_own, of))}


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


def asks_who_deals(variant: Variant) -> bool:
    """Whether it is asked who deals round 1: who leads it follows from that, or from an auction."""
    return variant.has_dealer or variant.betting.by_auction


def parse_beginner(text: str, players: Sequence[str]) -> str:
    """The player who leads or deals first: named, or drawn by lot for the word `random`, unless a player is called so.

    NotationError if nobody, or several, may be meant.
    """
    if draws_lots(text, players):
        return SystemRandom().choice(players)
    return players[parse_name(text, players)]


def draws_lots(text: str | None, players: Sequence[str]) -> bool:
    """Whether it has lots drawn: the word for them, where no player is called so."""
    return text == BY_LOT or (is_random_word(text) and RANDOM not in map(str.casefold, players))


def is_random_word(text: str | None) -> bool:
    """Whether it is the word that has lots drawn, whoever plays."""
    return (text or "").strip().casefold() == RANDOM


def parse_moment_played(text: str | None) -> datetime | date | None:
    """When a match was played: a day such as 2026-11-21, or a moment of it; UsageError for anything else."""
    if text is None:
        return None
    with suppress(ValueError, OverflowError):
        found = heading.read_typed_moment(text)
        if found.year in YEARS:
            return found
    raise UsageError(
        f"--date needs a day such as 2026-11-21, or a day and time such as '2026-11-21 20:15', not '{text}'"
    )


_FEWEST_POINTS = 50  # a bare number from here on means points


def _usual_goals(variant: Variant) -> list[str]:
    """The goals of the rulebook, points before rounds."""
    return [str(each) for each in sorted(variant.goals, key=lambda each: each.points is None)]


def parse_goal(text: str, variant: Variant) -> Goal:
    """A goal such as `250 points`, `6 rounds` or `3 rounds won`; a bare number as the goals of the variant have it.

    UsageError for what is none, and for a number of which it is not clear what it counts.
    """
    found = re.fullmatch("([1-9][0-9]*) *(?:(points?|p)|(rounds? won)|(rounds?|r))?", text.strip().casefold())
    if not found:
        raise UsageError(
            f"a goal must be a number of points or rounds above 0, such as {join_words(_usual_goals(variant), 'or')}"
        )
    number, points, won, rounds = found.groups()
    counted = int(number[:9])
    if won:
        return make_goal(round_wins=counted)
    if rounds or (not points and any(each.rounds == counted for each in variant.goals)):
        return make_goal(rounds=counted)
    if points or any(each.points == counted for each in variant.goals) or counted >= _FEWEST_POINTS:
        return make_goal(counted)
    raise UsageError(f"is that '{number} points' or '{number} rounds'?")


def check_one_goal(goal: Goal) -> None:
    """UsageError where a match is to have more than one goal."""
    if sum(map(bool, goal)) > 1:
        raise UsageError("a goal is points, rounds or rounds won: give one of them")


def make_goal(points: int | None = None, rounds: int | None = None, round_wins: int | None = None) -> Goal:
    """The goal that is given; UsageError for more than one, and for a number that is none."""
    goal = Goal(points, rounds, round_wins)
    check_one_goal(goal)
    try:
        if goal != Goal():
            GoalRecord(**goal._asdict())
    except ValidationError:
        raise UsageError("a goal is 1 to 100000 points, or 1 to 1000 rounds, played or won") from None
    return goal


def _read(text: str, check: Callable[[object], str]) -> str:
    try:
        return check(text)
    except PydanticCustomError as error:
        raise UsageError(f"'{text}': {error.message()}") from None
