"""Whether every field of a variant holds what it should; each complaint begins with the field's name.

`field_faults` looks at all fields, `amount_faults` at those of a betting rule, `betting_faults` at what it answers.
"""

from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from re import fullmatch
from typing import Any

from haggis_cli.plugins.declaration_faults import is_mapping
from haggis_cli.rules.bets import BlindBets
from haggis_cli.rules.betting import NO_BET, Betting, FreeBets, Stakes
from haggis_cli.rules.cards import RANKS
from haggis_cli.rules.events import Bet, Clause, OpenQuestion, TableView, rule_text
from haggis_cli.rules.readings import Bomb, Combinations
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import CardValues, Goal
from haggis_cli.rules.variant import Choice, Option, Ruling, Variant
from haggis_cli.support.escaping import cut_repr
from haggis_cli.support.text import join_words

_MOST_POINTS = 10_000
_FLAGS = ("usual", "begins_by_lot", "bomb_lead", "haggis_taken", "slam_repeats", "only_first_records")
_TEXTS = ("id", "name", "summary", "source", "rulebook", "beginner")


def _is_whole(value: object, least: int = -_MOST_POINTS, most: int = _MOST_POINTS) -> bool:
    """Whether it is a whole number from `least` to `most`, and no truth value."""
    return type(value) is int and least <= value <= most


def field_faults(variant: Any) -> Iterator[str]:
    """What is in a field that cannot be there; the fields that only fit together or not are looked at elsewhere."""
    for name in _FLAGS:
        if not isinstance(getattr(variant, name), bool):
            yield f"{name} is {getattr(variant, name)!r}: it must be True or False"
    for name in _TEXTS:
        text: object = getattr(variant, name)
        if not isinstance(text, str) or len(text.splitlines()) > 1:
            yield f"{name} is {text!r}: it must be text on one line"
    shapes = list(_shape_faults(variant))
    yield from shapes
    for check in () if shapes else (_setups, _goals, _points, _card_values, _gives, _teams, _words, _revisions):
        yield from check(variant)


def _setups(variant: Any) -> Iterator[str]:
    for players, setup in variant.setups.items():
        if not _is_whole(players, 0) or not all(_is_whole(each, 0) for each in setup[:3]):
            yield f"setups[{players!r}] is {setup!r}: it must be a Setup of whole numbers for a number of players"


def _goals(variant: Any) -> Iterator[str]:
    for goal in variant.goals:
        if not all(each is None or _is_whole(each, 1, 100_000) for each in goal):
            yield f"goals: {goal!r} is not a Goal with a whole number, 1 or more"


def _points(variant: Any) -> Iterator[str]:
    if not _is_whole(variant.hand_points):
        yield f"hand_points is {variant.hand_points!r}: it must be a whole number"
    for players, bonus in variant.first_out_bonus.items():
        if not _is_whole(bonus):
            yield f"first_out_bonus is {bonus!r} for {players!r} players: it must be a whole number"
        if players not in variant.setups:
            wanted = " or ".join(map(str, variant.setups))
            yield f"first_out_bonus is for {players!r} players, but the variant is for {wanted}"


def _card_values(variant: Any) -> Iterator[str]:
    values: CardValues = variant.card_values
    if (len(values.suit_cards), len(values.courts)) != (len(RANKS), 3):
        yield "card_values must have nine numbers for 2 to 10 and three for J, Q and K"
    elif not all(map(_is_whole, (*values.suit_cards, *values.courts))):
        yield f"card_values has {(*values.suit_cards, *values.courts)!r}: all must be whole numbers"
    elif not _is_text(values.name):
        yield "card_values has no name to tell players what cards are worth"


def _gives(variant: Any) -> Iterator[str]:
    if not _is_whole(variant.gives, 0):
        yield f"gives is {variant.gives!r}: it must be a whole number, 0 or more"
        return
    for players, setup in variant.setups.items():
        if variant.gives > setup.dealt:
            yield f"gives is {variant.gives}, but {players} players are dealt only {setup.dealt} suit cards each"


def _teams(variant: Any) -> Iterator[str]:
    for name in ("slam_repeats", "bomb_lead"):
        partners = variant.round_sides or any(len(team) > 1 for team in variant.teams)
        if getattr(variant, name) is True and not partners:
            yield f"{name} is about partners, but there are no teams"
    if variant.round_sides is None:
        return
    if not callable(variant.round_sides):
        yield "'round_sides' is not a function"
    if variant.teams:
        yield "round_sides and teams: partners either stay the same or change from round to round"
    betting = variant.betting
    if betting.by_auction:
        yield "round_sides and an auction: the auction decides who plays alone"
    elif betting.by_team:
        yield "round_sides and bets of teams: everybody scores alone, so everybody must bet alone, as with SideBets()"


def _words(variant: Any) -> Iterator[str]:
    for clause, heading in variant.headings.items():
        if not isinstance(clause, Clause):
            yield f"headings has {clause!r}, which is not a Clause"
        elif not _is_text(heading):
            yield f"headings calls {clause} {heading!r}: it must be text"
    for ruling in variant.rulings:
        if not (_is_text(ruling.says) and _is_text(ruling.source)):
            yield f"rulings has {ruling!r}, which is not a Ruling with a sentence and a source"
        elif not isinstance(ruling.settles, tuple) or not all(
            isinstance(each, OpenQuestion) for each in ruling.settles
        ):
            yield f"rulings: settles is {ruling.settles!r}: it must be a tuple of OpenQuestions"


def _revisions(variant: Any) -> Iterator[str]:
    for number, former in variant.former.items():
        if number >= variant.revision:
            yield f"former has revision {number}, but the variant is revision {variant.revision}"
        elif former.revision != number:
            yield f"former has a variant of revision {former.revision} under the number {number}"
        elif former.id != variant.id:
            yield f"former has '{former.id}' as revision {number} of '{variant.id}': it must have the same id"


# Whether every field of a variant holds the kind of thing it should: several where there are several, and of what.
#
# Nothing is known of what is in a field, so this comes before all other checks, which may then rely on it.


_TUPLES: dict[str, tuple[type, str]] = {
    "goals": (Goal, "(Goal(points=250), Goal(rounds=6))"),
    "teams": (tuple, "((0, 2), (1, 3))"),
    "options": (Option, "(Option(name, help, choices, default),)"),
    "rulings": (Ruling, "(Ruling(says, source),)"),
}
"""Of what a field is a tuple, and how that is written."""
_COMBINATION_TUPLES: dict[str, tuple[type, str]] = {
    "bombs": (Bomb, "(BOMBS[0], *of_a_kind(4))"),
    "set_sizes": (int, "(2, 3)"),
}
_MAPPINGS = {"headings": '{Clause.BETTING: "Bets"}', "first_out_bonus": "{3: 5}"}


def _shape_faults(variant: Any) -> Iterator[str]:
    """Fields that hold another kind of thing than they should, each with what is wanted there."""
    for name, (kind, example) in _TUPLES.items():
        yield from _tuple_faults(name, getattr(variant, name), kind, example)
    for name, example in _MAPPINGS.items():
        if not isinstance(getattr(variant, name), Mapping):
            yield f"{name} is {getattr(variant, name)!r}: it must be a mapping, like {example}"
    if not isinstance(variant.betting, Betting):
        yield f"betting is {type(variant.betting).__name__}: it must be a Betting, such as FreeBets()"
    if not isinstance(variant.card_values, CardValues):
        yield f"card_values is {type(variant.card_values).__name__}: it must be a CardValues"
    elif not all(isinstance(numbers, tuple) for numbers in variant.card_values[1:]):
        yield "card_values must have two tuples of numbers: nine for 2 to 10 and three for J, Q and K"
    yield from _combination_shapes(variant.combinations)
    for team in _those_of(tuple, variant.teams):
        if not _are_whole(team):
            yield f"teams has {team!r}: a team is a tuple of seats, numbered from 0"
        elif not team:
            yield "teams has (), a team without players"
    yield from _option_shapes(variant.options)


def _tuple_faults(name: str, values: object, kind: type, example: str) -> Iterator[str]:
    if not isinstance(values, tuple):
        yield f"{name} is {cut_repr(values)}: it must be a tuple, like {example}"
        return
    yield from (
        f"{name} has {cut_repr(each)}, which is not of type {kind.__name__}: it must be like {example}"
        for each in values
        if not isinstance(each, kind) or (kind is int and isinstance(each, bool))
    )


def _combination_shapes(rules: Any) -> Iterator[str]:
    if not isinstance(rules, Combinations):
        yield f"'combinations' is {type(rules).__name__}, not Combinations"
        return
    for name in ("sets", "courts_climb", "any_card"):
        if not isinstance(getattr(rules, name), bool):
            yield f"combinations.{name} is {getattr(rules, name)!r}: it must be True or False"
    for name, (kind, example) in _COMBINATION_TUPLES.items():
        yield from _tuple_faults(f"combinations.{name}", getattr(rules, name), kind, example)
    for bomb in _those_of(Bomb, rules.bombs):
        if not _are_whole(bomb.ranks):
            yield f"combinations.bombs has the ranks {bomb.ranks!r}: they must be a tuple, like Bomb((3, 5, 7, 9))"
        elif not isinstance(bomb.one_suit, bool):
            yield f"combinations.bombs has one_suit={bomb.one_suit!r}: it must be True or False"


def _option_shapes(options: Any) -> Iterator[str]:
    for option in _those_of(Option, options):
        if not _is_text(option.name):
            yield f"options has an Option named {option.name!r}: a name must be text"
        if not _is_text(option.help):
            yield f"option {option.name}: its help is {option.help!r}: it must be text"
        if not _are_whole(option.players):
            yield f"option {option.name}: its players are {option.players!r}: they must be a tuple, like (2, 3)"
        for value, choice in option.choices.items():
            yield from (f"option {option.name} = {value}: {fault}" for fault in _choice_shapes(choice))


def _choice_shapes(choice: Any) -> Iterator[str]:
    if not isinstance(choice, Choice):
        yield f"options must map values to Choices, not to {choice!r}"
    elif not _is_text(choice.means):
        yield f"Choice.means is {choice.means!r}: it must be text"
    elif not is_mapping(choice.changes):
        yield f"Choice.changes is {choice.changes!r}: it must be a mapping from fields to their values"


def _is_text(value: object) -> bool:
    """Whether it is text that says something."""
    return isinstance(value, str) and bool(value.strip())


def _those_of(kind: type, values: Any) -> list[Any]:
    """What is of this kind in a tuple; what is not has been told."""
    return [each for each in values if isinstance(each, kind)] if isinstance(values, tuple) else []


def _are_whole(values: object) -> bool:
    return isinstance(values, tuple) and all(type(each) is int for each in values)


# Whether a betting rule can be played: its amounts and names, what it refuses, and what it settles for every bet.


_WRITTEN_BY_AUTHORS = ("describe", "settle")  # what a subclass of `Betting` must define


def amount_faults(betting: Betting, variant: Variant) -> Iterator[str]:
    """What is wrong with the fields of a betting rule: amounts, names, blind bets; and whether it is all written."""
    amounts: Any = betting.amounts
    if not isinstance(amounts, tuple) or not all(_is_whole(amount, 0) for amount in amounts):
        yield f"betting.amounts is {amounts!r}: it must be whole numbers, 0 or more"
        return
    if list(amounts) != sorted(set(amounts)):
        yield f"betting.amounts is {amounts!r}: the lowest must come first, and each once"
    for name in _WRITTEN_BY_AUTHORS:
        if getattr(type(betting), name) is getattr(Betting, name):
            yield f"betting.{name} is missing: {type(betting).__name__} must define it, as every Betting does"
    yield from _kind_faults(betting)
    yield from _name_faults(betting)
    yield from _blind_faults(betting, variant)


def _kind_faults(betting: Betting) -> Iterator[str]:
    """What only some kinds of betting have."""
    settlement: object = getattr(betting, "settlement", rule_text)
    if not callable(settlement):
        yield f"betting.settlement is {settlement!r}, which is not a function"
    elif not rule_text(settlement):
        yield "betting.settlement has no docstring to tell players what becomes of a bet"
    elif isinstance(betting, FreeBets) and (fault := find_arity_fault(settlement, "the stakes", "who went out")):
        yield f"betting.settlement {fault}"
    for name in ("won", "lost"):
        times: object = getattr(betting, name, 0)
        if not _is_whole(times):
            yield f"betting.{name} is {times!r}: it must be a whole number"
    if not isinstance(getattr(betting, "single", False), bool):
        yield f"betting.single is {getattr(betting, 'single', False)!r}: it must be True or False"
    exchange: object = getattr(betting, "exchange", {})
    if not isinstance(exchange, Mapping) or not all(map(_is_whole, (*exchange, *exchange.values()))):
        yield f"betting.exchange is {exchange!r}: it must be a mapping from bids to numbers of cards, like {{15: 3}}"


def _name_faults(betting: Betting) -> Iterator[str]:
    """Names that cannot be typed as they stand, or mean something else, or call no amount."""
    names: object = betting.names
    if not isinstance(names, Mapping):
        yield f'betting.names is {names!r}: it must be a mapping from names to amounts, like {{"big": 30}}'
        return
    for name, named in names.items():
        if not set(named if isinstance(named, range) and named else [named]) <= set(betting.amounts):
            yield (
                f"betting.names calls {named!r} {name!r}, but it is not offered: amounts of your own need names of "
                "their own, or names={}"
            )
        elif not isinstance(name, str) or not fullmatch(r"[^\W\d_]+([ '-][^\W\d_]+)*", name) or name != name.casefold():
            yield f"betting.names has {name!r}: a name has lower-case letters and no digits, as people type it"
        elif name in NO_BET:
            yield f"betting.names has {name!r}, which people type for no bet at all"


def _blind_faults(betting: Betting, variant: Variant) -> Iterator[str]:
    """Blind bets are among the amounts, and when they are made some cards have been seen and some have not."""
    blind: Any = betting.blind
    if not isinstance(blind, tuple):
        yield f"betting.blind is {blind!r}: it must be a tuple of amounts, like (60,)"
        return
    if isinstance(betting, BlindBets) and not blind:
        yield "betting.blind is (): without blind bets use FreeBets"
    for amount in blind:
        if amount not in betting.amounts:
            yield f"betting.blind has {amount!r}, but it is not offered: {betting.amounts_text()}"
    dealt = min(setup.dealt for setup in variant.setups.values())
    seen: object = getattr(betting, "seen", 1)
    if blind and not _is_whole(seen, 1, dealt - 1):
        yield f"betting.seen is {seen!r}: it must be from 1 to {dealt - 1}, for {dealt} suit cards are dealt to each"


def betting_faults(state: Round) -> Iterator[str]:
    """What is wrong with the betting of a round that has just begun."""
    betting, table = state.table.variant.betting, state.table
    bidder = betting.next_bidder(table, state.leader, ())
    if bidder is not None and bidder not in table.seats:
        yield f"betting.next_bidder returns {bidder!r}, which is not a seat of {len(table.names)} players"
        return
    rest = table.setup.haggis(len(table.names))
    for amount in betting.amounts if betting.by_auction else ():
        try:
            drawn = betting.draws(amount)
        except LookupError:
            yield f"betting.draws returns nothing for {amount}, which can be bid"
            continue
        if not _is_whole(drawn, 0, rest):
            yield f"betting.draws returns {drawn!r} cards for {amount}, but the haggis has {rest}"
    unheard_of = max(betting.amounts, default=0) + 1
    if betting.refuse(state, betting.event(state.turn, unheard_of)) is None:
        yield f"betting.refuse allows {unheard_of}, which is not among the amounts: {betting.amounts_text()}"
        return
    for amount in () if betting.by_auction else betting.amounts:
        bet = Bet(state.turn, amount)
        if betting.refuse(state, bet) is None and betting.stakes(state.table, (bet,))[state.turn] != amount:
            yield f"betting.stakes omits a bet of {amount} that was made"
    yield from settlement_faults(betting, table)


def settlement_faults(betting: Betting, table: TableView) -> Iterator[str]:
    """Every single bet, won and lost: always the same points, and none for partners of whoever has lost it."""
    if not betting.amounts:
        return
    amount = betting.amounts[-1]
    for better in table.seats:
        stakes: Stakes = tuple(amount if seat == better else None for seat in table.seats)
        for first in table.seats:
            out = table.clockwise_from(first)[:-1] or (first,)
            points = betting.settle(table, stakes, out)
            fault = find_points_fault(betting, points, len(stakes))
            if fault:
                yield fault
                return
            if betting.settle(table, stakes, out) != points:
                yield f"{settled_by(betting)} returns different points when called again: rules must keep no state"
                return
            if first != better and any(points[partner] > 0 for partner in table.partners(better)):
                by = settled_by(betting)
                yield f"{by} gives partners points for a bet that their side has lost: it ignores teams"
                return


def find_arity_fault(rule: Callable[..., object], *given: str) -> str | None:
    """Why a function cannot be called with so many arguments; None if it can.

    given: what it is called with, in words.
    """
    try:
        signature(rule).bind(*given)
    except TypeError:
        name = getattr(rule, "__name__", "a function")
        return f"({name}) cannot be called: it is given {join_words(list(given))} but takes {signature(rule)}"
    except ValueError:  # a builtin that does not say what it takes
        return None
    return None


def find_points_fault(betting: Betting, points: object, players: int) -> str | None:
    """What is wrong with the bet points of a round; None if there is a whole number for each player."""
    if isinstance(points, tuple | list) and len(points) == players and all(map(_is_whole, points)):
        return None
    return f"{settled_by(betting)} returns {points!r}: it must be a whole number for each of {players} players"


def settled_by(betting: Betting) -> str:
    """The field, and the author's function, that says what becomes of bets."""
    if isinstance(betting, FreeBets) and type(betting).settle is FreeBets.settle:
        return f"betting.settlement ({getattr(betting.settlement, '__name__', 'a function')})"
    return "betting.settle"
