"""Questions to the referee without a match: which cards are written, whether a play is legal, what a hand can play."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from itertools import chain, repeat
from types import UnionType
from typing import Any, NamedTuple, ParamSpec, TypeAlias, TypeVar, Union, get_args, get_origin

from haggis_cli.matches.heading import find_name_fault, find_repeated_name
from haggis_cli.matches.notation import card_list, parse_cards, parse_play
from haggis_cli.plugins import registry
from haggis_cli.referee.seating import check_players, check_suits, find_told_in, name_card, read_options, refusal
from haggis_cli.rules.cards import Cards, count, court_cards, suit_cards, unpack
from haggis_cli.rules.events import Breach, Clause, Play, rule_text
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import legal_readings, read_play
from haggis_cli.rules.variant import OptionValue, Table, Variant, seat_players
from haggis_cli.support.errors import NotationError, RulesError, UsageError
from haggis_cli.support.escaping import cut_repr, escape_text
from haggis_cli.support.text import join_words

# Arguments of a wrong kind, refused before anything is done with them: `checked` reads the annotations of a function.


_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_TAKES_MORE = 4
"""The flag of a function with `*arguments`, as `inspect` has it, which takes a tenth of a start to load."""


def checked(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """The function; arguments that are not of the kinds that its annotations say are refused with UsageError."""
    kinds: dict[str, Any] = function.__annotations__
    types = {name: kind.__args__ if isinstance(kind, UnionType) else (kind,) for name, kind in kinds.items()}
    code = getattr(function, "__code__")  # noqa: B009 - a type checker thinks of all that can be called
    names = code.co_varnames[: code.co_argcount]
    more = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & _TAKES_MORE else ""

    @wraps(function)
    def call(*given: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
        for name, value in chain(zip(chain(names, repeat(more)), given, strict=False), named.items()):
            if name in kinds and type(value) not in types[name]:  # most have one of these
                check_argument(name, value, kinds[name])
        return function(*given, **named)

    return call


def check_argument(name: str, value: object, kind: Any) -> None:
    """UsageError for an argument that is not of this kind, which is written as annotations are."""
    if not _test_of(kind)(value):
        raise UsageError(f"{name} must be {_describe(kind)}, not {type(value).__name__}: {cut_repr(value)}")


@cache
def _test_of(kind: Any) -> Callable[[Any], bool]:
    """Whether a value is of this kind, as a function: to take a kind apart took a fifth of dealing a round."""
    outer = get_origin(kind)
    if outer is Callable:
        return callable
    inner = [_test_of(each) for each in get_args(kind)]
    if outer is Sequence:
        return lambda value: (
            isinstance(value, Sequence) and not isinstance(value, str | bytes) and all(map(inner[0], value))
        )
    if outer is Mapping:
        return lambda value: (
            isinstance(value, Mapping) and all(map(inner[0], value)) and all(map(inner[1], value.values()))
        )
    if outer in (Union, UnionType):
        return lambda value: any(fits(value) for fits in inner)
    if kind in (int, float):
        return lambda value: isinstance(value, int | kind) and not isinstance(value, bool)
    return lambda value: isinstance(value, outer or kind)


def _describe(kind: Any) -> str:
    """A kind in words, `str, Variant or None`."""
    outer, inner = get_origin(kind), [_describe(each) for each in get_args(kind) if not isinstance(each, list)]
    if outer is Sequence:
        return f"a list of {inner[0]}"
    if outer is Mapping:
        return f"a mapping of {inner[0]} to {inner[1]}"
    if outer is Callable:
        return "a function"
    if outer in (Union, UnionType):
        return join_words(inner, "or")
    return "None" if kind is type(None) else (outer or kind).__name__


# Which variants there are, and the table at which one of them is played.


VariantName: TypeAlias = str | Variant
"""A variant: its id, or the value itself, which need not be installed."""
Players: TypeAlias = int | Sequence[str]
"""The players: their names clockwise, or only how many there are."""


def variant_ids() -> tuple[str, ...]:
    """List the ids of the installed variants.

    None of their code runs. Plugins switched off with `HAGGIS_NO_PLUGINS` are omitted.
    """
    return tuple(registry.enabled_claims())


@checked
def load_variant(variant: VariantName | None = None) -> Variant:
    """Load an installed variant by its id; without an id, the one that `haggis judge` uses by default.

    A `Variant` is returned unchanged. VariantError: it is not installed, two packages claim it, or it cannot be loaded.
    """
    if isinstance(variant, Variant):
        return variant
    return registry.load(registry.default_id() if variant is None else variant)


def build_table(
    variant: VariantName | None,
    players: Players | None,
    *,
    teams: Sequence[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    suits: str | None = None,
) -> Table:
    """The table for these players; without players the smallest number that the variant is for.

    UsageError: the variant is not for so many players, has no such option or teams, or a name cannot be one.
    """
    found = load_variant(variant)
    seated = found.players[0] if players is None else players if isinstance(players, int) else tuple(players)
    key = id(found), seated, tuple(teams), tuple((options or {}).items()), suits
    known = _tables.get(key)
    if known is None:
        if len(_tables) >= _MOST_TABLES:
            _tables.clear()
        known = _tables[key] = found, _seat(found, seated, teams, options or {}, suits)
    return known[1]


_MOST_TABLES = 100
_tables: dict[object, tuple[Variant, Table]] = {}
"""The tables that were asked for, which took a sixth of dealing a round; the variant stands there so that no other has
its identity meanwhile.
"""


def _seat(
    found: Variant, players: Players, teams: Sequence[str], options: Mapping[str, OptionValue], suits: str | None
) -> Table:
    number = players if isinstance(players, int) else len(players)
    check_players(found, number)
    names = tuple(f"Player {seat + 1}" for seat in range(number)) if isinstance(players, int) else _trim(players)
    team_names = _trim(teams)
    if team_names and len(team_names) != len(found.teams):
        raise UsageError(f"{found.name} has {len(found.teams) or 'no'} teams, but {len(team_names)} are named")
    if team_names or not isinstance(players, int):
        _check_names((*names, *team_names))
    return seat_players(
        found,
        names,
        options=read_options(found, options, len(names)),
        letters=check_suits(found, suits, len(names)),
        team_names=team_names,
    )


def _trim(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name.strip() for name in names)


def _check_names(names: tuple[str, ...]) -> None:
    for name in names:
        fault = find_name_fault(name)
        if fault:
            raise UsageError(f"'{name}': {fault}")
    repeated = find_repeated_name(names)
    if repeated is not None:
        raise UsageError(f"every name must be different: {repeated} is already playing")


class Judgement(NamedTuple):
    """The verdict on a play (docs/reference.md, `judge --json`). It is true if the play is legal.

    legal: whether the play is legal.
    cards: its cards in canonical order; empty if the deck does not have one of them.
    code: the violation's code, such as `not-higher`; None if it is legal.
    message: why it is not legal, in a sentence; None if it is.
    rule: the rulebook and the heading; None if it is legal.
    readings: every reading of the cards that would be legal, best first.
    words: the same readings in words, such as `a sequence of 3 cards up to J`.
    unasked: the variant's own rule on plays, which needs a round and was not applied here; None if there is none, or
        if the play is not legal anyway.
    topic: the topic of `haggis rules` that explains the rule, such as `combinations`; None if the play is legal.
    """

    legal: bool
    cards: tuple[str, ...]
    code: str | None
    message: str | None
    rule: str | None
    readings: tuple[Reading, ...]
    words: tuple[str, ...]
    unasked: str | None = None
    topic: str | None = None

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        return f"legal: {' or '.join(self.words)}" if self.legal else f"illegal: {self.message} ({self.rule})"


@checked
def read_cards(cards: str, *, variant: VariantName | None = None, suits: str | None = None) -> tuple[str, ...]:
    """Read cards as people write them, `4rg 3-6r JQ`, and return them one by one in canonical order.

    variant, suits: the variant and suits of the deck; by default those of the default variant.

    NotationError: the cards cannot be read, or the deck does not have one of them.
    """
    deck = build_table(variant, None, suits=suits).deck
    return tuple(card_list(parse_cards(cards, deck), deck))


@checked
def judge(
    cards: str,
    over: str | None = None,
    *,
    variant: VariantName | None = None,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    suits: str | None = None,
) -> Judgement:
    """Judge a play, as a lead or over a combination; it may name its reading, as in `5r J Q as run@6`.

    A lead with several readings is legal here; the judgement lists them all.

    variant, players, options, suits: the game; by default the default variant with its smallest number of players.

    NotationError: the play or `over` cannot be read. IllegalEventError: `over` is not a combination.
    AmbiguousEventError: `over` has more than one reading.
    """
    table = build_table(variant, players, options=options, suits=suits)
    return judge_play(cards, read_combination(over, table) if over is not None else None, table)


class Combination(NamedTuple):
    """Cards and how they are read.

    cards: the cards in canonical order.
    reading: kind, width, length and rank (docs/reference.md, `moves --json`).
    words: the reading in words, such as `a pair of 4s`.
    """

    cards: tuple[str, ...]
    reading: Reading
    words: str

    def __str__(self) -> str:
        return f"{' '.join(self.cards)}: {self.words}"


@checked
def legal_plays(
    hand: str,
    over: str | None = None,
    *,
    variant: VariantName | None = None,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    suits: str | None = None,
) -> list[Combination]:
    """List every legal play of a hand, as a lead or over a combination, once for each reading; passing is not listed.

    The arguments and errors are those of `judge`. RulesError: no player can hold this hand.
    """
    from haggis_cli.rules.moves import legal_plays as find_plays  # `judge` starts without

    table = build_table(variant, players, options=options, suits=suits)
    on_table, beaten = read_combination(over, table) if over is not None else (0, None)
    parse_cards(hand, table.deck)
    cards = read_hand(hand, on_table, table)
    if isinstance(cards, Judgement):
        raise RulesError(f"{cards.message} ({cards.rule})", told_in=find_told_in(table, cards.topic))
    combinations, deck = table.variant.combinations, table.deck
    return [
        Combination(tuple(card_list(played, deck)), reading, describe(reading, combinations.bombs))
        for played, reading in find_plays(combinations, deck, cards, beaten)
    ]


# The same with packed cards at a table, as the commands and the pages ask.


def read_hand(text: str, on_table: Cards, table: Table) -> Cards | Judgement:
    """The cards of a hand, or why nobody can hold them; NotationError if they cannot be read."""
    try:
        cards = parse_cards(text, table.deck)
    except NotationError as error:
        return _judge_unread(error, table)
    breach = _find_impossible_cards(cards, on_table, table)
    return _illegal(card_list(cards, table.deck), breach, table) if breach else cards


def read_combination(text: str, table: Table) -> tuple[Cards, Reading]:
    """The combination that lies on the table; errors as of `judge`."""
    try:
        cards, claim = parse_play(text, table.deck)
    except NotationError as error:
        raise name_card(error, table) from None
    reading = read_play(table, Play(0, cards, claim), None)
    if isinstance(reading, Breach):
        raise refusal(text, reading, table)
    return cards, reading


def judge_play(text: str, over: tuple[Cards, Reading] | None, table: Table) -> Judgement:
    """Judge a play at this table."""
    on_table, beaten = over or (0, None)
    try:
        cards, claim = parse_play(text, table.deck)
    except NotationError as error:
        return _judge_unread(error, table)
    play, names = Play(0, cards, claim), card_list(cards, table.deck)
    breach = _find_impossible_cards(cards, on_table, table)
    readings = legal_readings(table, play, beaten)
    if not breach and not readings:
        found = read_play(table, play, beaten)
        assert isinstance(found, Breach)
        breach = found
    if breach:
        return _illegal(names, breach, table)
    words = tuple(describe(reading, table.variant.combinations.bombs) for reading in readings)
    return Judgement(True, tuple(names), None, None, None, readings, words, find_unasked_rule(table))


def _judge_unread(error: NotationError, table: Table) -> Judgement:
    """What the referee says of a card that the deck does not have; every other complaint is raised."""
    if error.code == "syntax":
        raise error
    return _illegal([], Breach(error.code, f"{name_card(error, table)}.", Clause.SETUP), table)


def find_unasked_rule(table: Table) -> str | None:
    """The variant's own rule on plays in words, which cannot be asked without a round; None if it has none."""
    may_play = table.variant.may_play
    return None if may_play is None else rule_text(may_play)


def describe_unasked(rule: str, table: Table) -> str:
    """That a rule was not asked, and what it says."""
    return escape_text(f"A rule of {table.variant.name} was not applied, because it depends on the round: {rule}")


def _find_impossible_cards(cards: Cards, on_table: Cards, table: Table) -> Breach | None:
    """Why nobody can hold these cards: they lie on the table already, or they are too many."""
    if court_cards(cards) & ~table.setup.court_cards:
        from haggis_cli.rules.judge import refuse_absent_courts  # few games lack a court card

        return refuse_absent_courts(table, cards)
    suited = suit_cards(cards)
    if count(suited) > table.setup.dealt:
        return Breach("too-many-cards", f"No hand has {count(suited)} suit cards.", Clause.SETUP)
    both = unpack(suited) + unpack(on_table)
    for card in unpack(suited & on_table):
        if both.count(card) > table.deck.copies:
            text = f"{table.deck.card_text(card)} is already in the combination to beat."
            return Breach("card-already-played", text, Clause.SETUP)
    return None


def _illegal(cards: list[str], breach: Breach, table: Table) -> Judgement:
    rule = table.variant.cite(breach.clause, breach.question)
    return Judgement(False, tuple(cards), breach.code, breach.message, rule, (), (), topic=breach.clause.topic)
