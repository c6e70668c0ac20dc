"""Whether every field of a variant holds the kind of thing it should: several where there are several, and of what.

Nothing is known of what is in a field, so this comes before all other checks, which may then rely on it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from haggis_cli.rules.betting.base import Betting
from haggis_cli.rules.combinations.readings import Bomb, Combinations
from haggis_cli.rules.scoring.card_values import CardValues
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.rules.variant import Choice, Option, Ruling
from haggis_cli.support.escaping import cut_repr

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
_MAPPINGS = {"headings": '{Clause.BETTING: "Bets"}', "first_out_bonus": "{3: 5}", "former": "{1: SPEED_1}"}


def shape_faults(variant: Any) -> Iterator[str]:
    """Fields that hold another kind of thing than they should, each with what is wanted there."""
    for name, (kind, example) in _TUPLES.items():
        yield from _tuple_faults(name, getattr(variant, name), kind, example)
    for name, example in _MAPPINGS.items():
        if not isinstance(getattr(variant, name), Mapping):
            yield f"{name} is {getattr(variant, name)!r}: it must be a mapping, like {example}"
    if not isinstance(variant.betting, Betting):
        yield f"betting is {type(variant.betting).__name__}: it must be a Betting, such as FreeBets()"
    yield from _card_value_shapes(variant.card_values)
    yield from _combination_shapes(variant.combinations)
    yield from _seat_shapes(variant.teams)
    yield from _option_shapes(variant.options)


def _tuple_faults(name: str, values: object, kind: type, example: str) -> Iterator[str]:
    if not isinstance(values, tuple):
        yield f"{name} is {cut_repr(values)}: it must be a tuple, like {example}"
        return
    what = "whole number" if kind is int else kind.__name__
    yield from (
        f"{name} has {cut_repr(each)}, which is no {what}: it must be like {example}"
        for each in values
        if not isinstance(each, kind) or (kind is int and isinstance(each, bool))
    )


def _card_value_shapes(values: Any) -> Iterator[str]:
    if not isinstance(values, CardValues):
        yield f"card_values is {type(values).__name__}: it must be a CardValues"
    elif not all(_is_tuple(numbers) for numbers in values[1:]):
        yield "card_values has two tuples of numbers: nine for 2 to 10 and three for J, Q and K"


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
            yield f"combinations.bombs has the ranks {bomb.ranks!r}: they are a tuple, like Bomb((3, 5, 7, 9))"
        elif not isinstance(bomb.one_suit, bool):
            yield f"combinations.bombs has one_suit={bomb.one_suit!r}: it must be True or False"


def _seat_shapes(teams: Any) -> Iterator[str]:
    for team in _those_of(tuple, teams):
        if not _are_whole(team):
            yield f"teams has {team!r}: a team is a tuple of seats, which are numbers from 0"
        elif not team:
            yield "teams has (), a team without players"


def _option_shapes(options: Any) -> Iterator[str]:
    for option in _those_of(Option, options):
        if not is_text(option.name):
            yield f"options has one called {option.name!r}: its name must be text"
        if not is_text(option.help):
            yield f"option {option.name}: its help is {option.help!r}, and it must be text"
        if not _are_whole(option.players):
            yield f"option {option.name}: its players are {option.players!r}, and they must be a tuple, like (2, 3)"
        for value, choice in option.choices.items():
            yield from (f"option {option.name} = {value}: {fault}" for fault in _choice_shapes(choice))


def _choice_shapes(choice: Any) -> Iterator[str]:
    if not isinstance(choice, Choice):
        yield f"options have {choice!r} there, which is no Choice"
    elif not is_text(choice.means):
        yield f"Choice.means is {choice.means!r}, and it must be text"
    elif not _is_mapping(choice.changes):
        yield f"Choice.changes is {choice.changes!r}: it must be a mapping from fields to their values"


def is_text(value: object) -> bool:
    """Whether it is text that says something."""
    return isinstance(value, str) and bool(value.strip())


def _those_of(kind: type, values: Any) -> list[Any]:
    """What is of this kind in a tuple; what is not has been told."""
    return [each for each in values if isinstance(each, kind)] if isinstance(values, tuple) else []


def _is_tuple(value: object) -> bool:
    return isinstance(value, tuple)


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _are_whole(values: object) -> bool:
    return isinstance(values, tuple) and all(type(each) is int for each in values)
