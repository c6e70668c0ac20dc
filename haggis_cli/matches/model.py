"""What a match file says, before anybody judges it: the models, and the complaints about what does not fit them."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_serializer,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from haggis_cli.matches import heading
from haggis_cli.matches.notation import parse_cards, parse_cards_in_order
from haggis_cli.rules.cards import COURTS, Card, Cards, Deck, add, count, holds, unpack
from haggis_cli.rules.round import Deal
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError, RecordError
from haggis_cli.support.escaping import cut_text, escape_text
from haggis_cli.support.text import pluralize

if TYPE_CHECKING:
    from haggis_cli.matches.toml.source_positions import SourcePositions

FORMAT = 1
LONGEST_LINE = 500
"""Characters of what stands on one line (an event, a hand); a play of every card a hand can hold takes 150."""
_CREATED = r"^[ \t]*[\"']?created[\"']?[ \t]*=[ \t]*([0-9][^#\r\n]*)"
YEARS = range(1900, 3000)
MAX_MESSAGES = 20
_MAX_SHOWN_LENGTH = 60


def check_name(text: object) -> str:
    """A player's or team's name, trimmed; PydanticCustomError if it cannot be one (docs/reference.md, Events)."""
    return _check_text(text, "name", "a name", heading.find_name_fault)


def check_label(text: object) -> str:
    """The name of an event, trimmed; PydanticCustomError if it cannot be one."""
    return _check_text(text, "label", "the name of an event", heading.find_label_fault)


def check_title(text: object) -> str:
    """What a match is called, trimmed; PydanticCustomError if it cannot be that."""
    return _check_text(text, "title", "the name of a match", heading.find_title_fault)


def _check_text(text: object, kind: str, what: str, find_fault: Callable[[str], str | None]) -> str:
    if not isinstance(text, str):
        raise PydanticCustomError(kind, "{what} is text in quotation marks", {"what": what})
    trimmed = text.strip()
    fault = find_fault(trimmed)
    if fault:
        raise PydanticCustomError(kind, "{fault}", {"fault": fault})
    return trimmed


def _check_option(value: object) -> object:
    if not isinstance(value, bool | str):
        raise PydanticCustomError("option", "an option is true, false or text in quotation marks")
    return value


Name = Annotated[str, BeforeValidator(check_name)]
Label = Annotated[str, BeforeValidator(check_label)]
Title = Annotated[str, BeforeValidator(check_title)]
OptionChoice = Annotated[bool | str, BeforeValidator(_check_option)]
Line = Annotated[str, Field(max_length=LONGEST_LINE)]
Word = Annotated[str, Field(min_length=1, max_length=100)]
Whole = Annotated[int, Field(ge=0, le=10_000)]
Points = Annotated[int, Field(ge=-10_000, le=10_000)]
FinalScore = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
ShortText = Annotated[str, Field(min_length=1, max_length=LONGEST_LINE)]
Wholes = Annotated[dict[str, Whole], Field(max_length=heading.MOST_PLAYERS)]


FROZEN = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)
"""How every model is checked, and that it never changes."""


class GoalRecord(BaseModel):
    """When the match ends: exactly one of these.

    points: at a total of this many points.
    rounds: after this many rounds.
    round_wins: when a side has won this many rounds.
    """

    model_config = FROZEN

    points: Annotated[int, Field(ge=1, le=100_000)] | None = None
    rounds: Annotated[int, Field(ge=1, le=1_000)] | None = None
    round_wins: Annotated[int, Field(ge=1, le=1_000)] | None = None

    @model_validator(mode="after")
    def _check_one_unit(self) -> "GoalRecord":
        if (self.points, self.rounds, self.round_wins).count(None) != 2:
            raise PydanticCustomError(
                "goal",
                "a goal is exactly one of points, rounds and rounds won: { points = 250 }, { rounds = 6 } or "
                "{ round_wins = 3 }",
            )
        return self


class DealRecord(BaseModel):
    """The cards dealt, in notation: suit cards only.

    haggis: the cards that were not dealt, the top card first.
    hands: the hand of each player.
    """

    model_config = FROZEN

    haggis: Line = ""
    hands: dict[str, Line] = Field(max_length=heading.MOST_PLAYERS)


class TableRecord(BaseModel):
    """A round typed in from the table.

    out: who went out, in order.
    hands: for each player who went out, how many of an opponent's cards that player recorded.
    captured: the points of the cards that each player captured.
    bets: the bets that were made, by player.
    shepherd: who won the auction (Tatties).
    bid: what the Shepherd bid.
    """

    model_config = FROZEN

    out: list[Name] = Field(min_length=1, max_length=heading.MOST_PLAYERS)
    hands: Wholes
    captured: Annotated[dict[str, Points], Field(max_length=heading.MOST_PLAYERS)]
    bets: Wholes = {}
    shepherd: Name | None = None
    bid: Whole | None = None


class RoundRecord(BaseModel):
    """One round: recorded play by play, or typed in.

    events: what happened, one event a string, such as "Isla: 7r 8r 9r".
    deal: the cards dealt, if they are known.
    table: the figures of the round, typed in from the table.
    notes: free text.
    """

    model_config = FROZEN

    events: list[Line] | None = Field(default=None, max_length=2_000)
    deal: DealRecord | None = None
    table: TableRecord | None = None
    notes: str = ""

    @model_validator(mode="after")
    def _check_one_kind(self) -> "RoundRecord":
        if self.table is not None and (self.events is not None or self.deal is not None):
            raise PydanticCustomError("round", "a round has events or a table, not both")
        if self.table is None and self.events is None:
            raise PydanticCustomError("round", "a round needs events (play by play) or a table (typed in)")
        return self


class FinalRecord(BaseModel):
    """The result of a match whose rounds were not recorded.

    scores: the final score of each player, as far as it is known; partners have the score of their team.
    won: who won; by default the players with the highest score.
    place: where it was played.
    minutes: how long it took.
    board: what BG Stats calls the board or the variant, if it is not one of the variants here.
    bgstats: the id of the play in BG Stats.
    bgg: the id of the play on BoardGameGeek.
    """

    model_config = FROZEN

    scores: Annotated[dict[str, FinalScore], Field(max_length=heading.MOST_PLAYERS)]
    won: list[Name] = Field(default=[], max_length=heading.MOST_PLAYERS)
    place: ShortText | None = None
    minutes: Annotated[int, Field(ge=1, le=100_000)] | None = None
    board: ShortText | None = None
    bgstats: Word | None = None
    bgg: Annotated[int, Field(ge=1, lt=1 << 63)] | None = None


class MatchRecord(BaseModel):
    """A whole match file.

    format: the version of this format.
    id: what commands call the match, and the name of its file.
    title: what people call the match, if that is not its id.
    variant: the id of the variant.
    revision: the revision of the variant under which the rounds were recorded; by default the first.
    created: when it was started or played, in local time with the offset from UTC.
    players: the names of the players, clockwise; a name has 1 to 40 characters and no colon.
    teams: the names of the teams, if the variant has teams.
    goal: when the match ends.
    lead: who leads the first round.
    dealer: who deals the first round, if the variant has a dealer apart from the lead player.
    suits: a letter for each suit of the deck; by default r, g, b, y and p.
    event: the evening, league or tournament that the match belongs to.
    notes: free text.
    closed: whether the match was ended before the goal; the highest total wins.
    rated: whether it counts in the statistics.
    bots: the computer players, each with its level.
    options: the options of the variant that differ from its defaults.
    final: the result, if the rounds are not known.
    rounds: the rounds in order.
    """

    model_config = FROZEN

    format: Literal[1] = 1
    id: str = Field(min_length=1, max_length=200)
    title: Title | None = None
    variant: Word
    revision: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    created: datetime
    players: list[Name] = Field(min_length=2, max_length=heading.MOST_PLAYERS)
    teams: list[Name] = Field(default=[], max_length=4)
    goal: GoalRecord
    lead: Name | None = None
    dealer: Name | None = None
    suits: Line | None = None
    event: Label | None = None
    notes: str = ""
    closed: bool = False
    rated: bool = True
    bots: dict[Name, Word] = Field(default={}, max_length=heading.MOST_PLAYERS)
    options: dict[Line, OptionChoice] = Field(default={}, max_length=100)
    final: FinalRecord | None = None
    rounds: list[RoundRecord] = Field(default=[], max_length=1_000)

    @field_validator("created", mode="before")
    @classmethod
    def _read_created(cls, value: object, info: ValidationInfo) -> object:
        with suppress(ValueError):
            return heading.parse_moment(value) if isinstance(value, str) and info.mode == "json" else value
        return value

    @field_validator("created")
    @classmethod
    def _check_year(cls, created: datetime) -> datetime:
        # At the ends of the calendar a moment has no local time, and every program fails in a way of its own.
        if created.year not in YEARS:
            raise PydanticCustomError("year", f"a match is from the years {YEARS[0]} to {YEARS[-1]}")
        return created

    @field_serializer("created", when_used="json")
    def _write_created(self, created: datetime) -> str:
        return heading.render_moment(created)

    @field_validator("players", "teams")
    @classmethod
    def _check_unique(cls, names: list[str]) -> list[str]:
        repeated = heading.find_repeated_name(names)
        if repeated is not None:
            raise PydanticCustomError("unique", "{name} appears twice: all names must be different", {"name": repeated})
        return names

    @field_validator("bots", "final")
    @classmethod
    def _check_players(cls, value: Any, info: ValidationInfo) -> Any:
        named = (*value.scores, *value.won) if isinstance(value, FinalRecord) else value or ()
        for name in named:
            if name not in info.data.get("players", named):
                raise PydanticCustomError("player", "{name} is not one of the players", {"name": name})
        return value

    @field_validator("rounds")
    @classmethod
    def _check_rounds(cls, rounds: list[RoundRecord], info: ValidationInfo) -> list[RoundRecord]:
        if rounds and info.data.get("final"):
            raise PydanticCustomError("rounds", "a match has rounds or final scores, not both")
        return rounds


def parse_match(data: Mapping[str, Any], source: str, text: str) -> MatchRecord:
    """The match that parsed TOML describes; RecordError with every complaint, each with file, line and key."""
    found = data.get("format")
    if type(found) is int and found > FORMAT:
        raise RecordError(
            f"{source}: line {positions_of(text).line(('format',))}: "
            f"this file has format {_shown_value(found)}, "
            f"but this version of haggis reads format {FORMAT}: use a newer version"
        )
    if found is None:
        raise RecordError(f"{source}: line 1: the key 'format' is missing: begin with 'format = {FORMAT}'")
    try:
        return MatchRecord.model_validate(_with_moment_as_written(data, text))
    except ValidationError as error:
        raise RecordError(*validation_messages(error, source, positions_of(text).line)) from None


def _with_moment_as_written(data: Mapping[str, Any], text: str) -> Mapping[str, Any]:
    """The keys of a match file; its parser does not tell `Z` from `+00:00`."""
    created = data.get("created")
    if not isinstance(created, datetime) or created.utcoffset() != timedelta(0):
        return data
    found = re.search(_CREATED, text, re.MULTILINE)
    return {**data, "created": heading.as_written(created, found[1])} if found else data


def positions_of(text: str) -> "SourcePositions":
    """Where the keys and values of a match file stand; loaded for what is wrong, or changed, in one place."""
    from haggis_cli.matches.toml.source_positions import SourcePositions

    return SourcePositions(text)


def validation_messages(
    error: ValidationError, source: str, line: Callable[[tuple[int | str, ...]], int] | None = None
) -> list[str]:
    """What keeps data from being a match, a sentence each; `line` tells where a key stands, if that is known."""
    problems = error.errors(include_url=False, include_context=True)
    lines = [_validation_message(problem, source, line) for problem in problems[:MAX_MESSAGES]]
    if len(problems) > MAX_MESSAGES:
        lines.append(f"{source}: and {len(problems) - MAX_MESSAGES} more")
    return lines


def _validation_message(problem: ErrorDetails, source: str, line: Callable[[tuple[int | str, ...]], int] | None) -> str:
    loc = problem["loc"]  # pydantic puts what is wrong with a name before a bot below that name, as '[key]'
    path = loc[:2] if loc[:1] == ("bots",) and loc[2:] == ("[key]",) else loc
    key = ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
    place = source if line is None else f"{source}: line {line(path)}"
    return f"{place}: {_describe_problem(problem, _shorten(key), path)}"


_EXPECTED = {
    "string_type": "text in quotation marks",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list in [ ]",
    "dict_type": "a table of keys",
    "model_type": "a table of keys",
    "datetime_type": "a date and time like 2026-11-21T19:30:00Z",
}

# What pydantic says about sizes, as a person at the table would.
_LIMITS = {
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "too_short": "needs {min_length} or more, not {actual_length}",
    "too_long": "holds {max_length} at most",
    "string_too_short": "must not be empty",
    "string_too_long": "has {max_length} characters at most",
    "literal_error": "must be {expected}",
}


def _describe_problem(problem: ErrorDetails, key: str, path: tuple[int | str, ...]) -> str:
    kind, given = problem["type"], problem.get("input")
    if kind == "extra_forbidden":
        near = get_close_matches(str(path[-1]), _known_keys(path), 1)
        return f"unknown key '{key}'" + (f": did you mean '{near[0]}'?" if near else "")
    if kind == "missing":
        return f"the key '{key}' is missing"
    if kind in _EXPECTED:
        return f"'{key}' must be {_EXPECTED[kind]}, not {_shown_value(given)}"
    if kind in _LIMITS:
        return f"'{key}' {_LIMITS[kind].format(**problem.get('ctx', {}))}"
    return f"'{key}': {problem['msg']}" if key else problem["msg"]


def _shown_value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return _shorten(str(value) if isinstance(value, date | time) else repr(value))
    except (ValueError, RecursionError):  # Python writes no number of thousands of digits and no nest of lists
        return "a value too long to show"


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN_LENGTH else f"{cut_text(text, _MAX_SHOWN_LENGTH - 3)}..."


def _known_keys(path: tuple[int | str, ...]) -> list[str]:
    model: type[BaseModel] = MatchRecord
    inner: dict[str, type[BaseModel]] = {
        "goal": GoalRecord,
        "final": FinalRecord,
        "rounds": RoundRecord,
        "deal": DealRecord,
        "table": TableRecord,
    }
    for part in path[:-1]:
        if isinstance(part, str):
            model = inner.get(part, model)
    return list(model.model_fields)


# The cards dealt in a round: from the words of a match file to values, and whether they can have been dealt.


_NO_COURTS = "court cards are not dealt: everybody has J, Q and K"


class DealFault(Exception):
    """Why these cards cannot have been dealt; `key` is where the deal says it."""

    def __init__(self, message: str, *key: str) -> None:
        super().__init__(message)
        self.key = key


def parse_deal(record: DealRecord, table: Table) -> Deal:
    """The cards of a deal; DealFault if a hand is missing, too large or small, or a card is dealt too often."""
    for name in record.hands:
        if name not in table.names:
            raise DealFault(f"{escape_text(name)} is not one of the players", "hands", name)
    hands = tuple(_read_hand(record, name, table) for name in table.names)
    haggis = _read_haggis(record.haggis, table.deck)
    wanted = table.setup.haggis(len(table.names))
    if len(haggis) != wanted:
        raise DealFault(f"the haggis has {pluralize(len(haggis), 'card')}, not {wanted}", "haggis")
    _check_copies(hands, haggis, table)
    return Deal(hands, haggis)


def write_deal(deal: Deal, table: Table) -> DealRecord:
    """The deal as a match file keeps it."""
    hands = {name: table.deck.cards_text(hand) for name, hand in zip(table.names, deal.hands, strict=True)}
    return DealRecord(haggis=" ".join(map(table.deck.card_text, deal.haggis)), hands=hands)


def _read_hand(record: DealRecord, name: str, table: Table) -> Cards:
    if name not in record.hands:
        raise DealFault(f"the hand of {escape_text(name)} is missing", "hands")
    hand = _read_suit_cards(record.hands[name], table.deck, "hands", name)
    if count(hand) != table.setup.dealt:
        raise DealFault(
            f"{escape_text(name)} has {pluralize(count(hand), 'suit card')}, not {table.setup.dealt}", "hands", name
        )
    return hand


def _read_suit_cards(text: str, deck: Deck, *key: str) -> Cards:
    try:
        cards = parse_cards(text, deck)
    except NotationError as error:
        raise DealFault(str(error), *key) from error
    if cards & COURTS:
        raise DealFault(_NO_COURTS, *key)
    return cards


@lru_cache(maxsize=1024)
def _read_haggis(text: str, deck: Deck) -> tuple[Card, ...]:
    """The haggis, whose order counts: the first card is the top one."""
    try:
        cards = parse_cards_in_order(text, deck)
    except NotationError as error:
        raise DealFault(str(error), "haggis") from error
    if any(card.suit is None for card in cards):
        raise DealFault(_NO_COURTS, "haggis")
    return tuple(cards)


def _check_copies(hands: tuple[Cards, ...], haggis: tuple[Card, ...], table: Table) -> None:
    together, deck = 0, table.deck
    for part in (*hands, *(card.packed for card in haggis)):
        together = add(together, part)
    if count(together) == sum(map(count, hands)) + len(haggis) and holds(deck.suit_cards, together):
        return
    dealt = Counter([*(card for hand in hands for card in unpack(hand)), *haggis])
    card = next(card for card, times in dealt.items() if times > deck.copies)
    raise DealFault(f"{deck.card_text(card)} is dealt more than {'once' if deck.copies == 1 else 'twice'}", "hands")
