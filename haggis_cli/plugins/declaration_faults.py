"""Whether what a plugin exports can be used as a variant: its type, its interface, and the numbers it declares.

It knows the rules; the registry, which `list` and `stats` ask, says without them which variants there are.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from haggis_cli.rules.cards import COURT_RANKS, MAX_SUITS, Setup
from haggis_cli.rules.variant import API, Option, Variant
from haggis_cli.support.errors import error_text
from haggis_cli.support.escaping import cut_repr, escape_text

_COURTS = [courts for number in range(len(COURT_RANKS) + 1) for courts in combinations(COURT_RANKS, number)]
"""What can be the court cards of a setup: some of them, the lowest first."""


def find_declaration_fault(variant_id: str, value: object) -> str | None:
    """What is wrong with what a plugin exports as the variant of that id; None if it can be used."""
    if not isinstance(value, Variant):
        return f"it exports {escape_text(type(value).__name__)}, not a Variant"
    try:
        if value.api != API:
            return f"it is written for plugin interface {value.api!r}, but this haggis offers {API}"
        if value.id != variant_id:
            return f"it is installed as '{escape_text(variant_id)}' but calls itself '{escape_text(str(value.id))}'"
        for field in ("name", "summary", "source", "rulebook"):
            if not isinstance(getattr(value, field), str):
                return f"its {field} is not text"
        if not value.setups or not value.goals:
            return "it declares no setup or no goal"
        return _find_setup_fault(value.setups) or _find_option_fault(value.options) or _find_revision_fault(value)
    except Exception as error:  # a field holds something else than it should, and whatever may come of that
        reason = error_text(error)
        return f"its declaration cannot be used: {escape_text(reason)}"


def _find_setup_fault(setups: Any) -> str | None:
    if not isinstance(setups, Mapping):
        return f"its setups are {_shown(setups)}: they must map numbers of players to Setups, like {{2: Setup(…)}}"
    for players, setup in setups.items():
        if type(players) is not int:
            return f"its setups have {_shown(players)}, which is not a number of players"
        fault = _find_deck_fault(players, setup)
        if fault:
            return f"its setups have {_shown(setup)}, {fault}"
    return None


def _find_deck_fault(players: int, setup: Any) -> str | None:
    if not isinstance(setup, Setup):
        return "which is not a Setup"
    if not _is_whole(*setup[:3]):
        return "which is not a Setup of whole numbers"
    if not 1 <= setup.suits <= MAX_SUITS or setup.copies not in (1, 2):
        return f"with {setup.suits} suits in {setup.copies} copies: a deck has 1 to {MAX_SUITS} suits in 1 or 2 copies"
    if setup.courts not in _COURTS:
        return f"with the court cards {setup.courts!r}: they must be some of {COURT_RANKS}, the lowest first"
    if setup.haggis(players) < 0:
        return f"but {players} players cannot be dealt {setup.dealt} cards each from its deck"
    return None


def _find_option_fault(options: Any) -> str | None:
    if not isinstance(options, tuple | list) or isinstance(options, Option):
        return f"its options are {_shown(options)}: they must be a tuple of Options, like (Option(…),)"
    for option in options:
        if not isinstance(option, Option):
            return f"its options have {_shown(option)}, which is not an Option"
        whose = f"its option '{escape_text(str(option.name))}'"
        if not is_mapping(option.choices):
            return f"the choices of {whose} are {_shown(option.choices)}: they must map values to Choices"
        for value in option.choices:
            if type(value) not in (bool, str):
                return f"{whose} has the value {_shown(value)}: it must be True, False or a word"
        if not any(type(option.default) is type(value) and option.default == value for value in option.choices):
            return f"the default of {whose} is not one of its choices"
    return None


def _find_revision_fault(value: Variant) -> str | None:
    if type(value.revision) is not int or value.revision < 1:
        return f"its revision is {value.revision!r}: it must be a whole number, 1 or more"
    if not is_mapping(value.former):
        return f"its former revisions are {_shown(value.former)}: they must map numbers to Variants"
    if not all(type(number) is int and isinstance(variant, Variant) for number, variant in value.former.items()):
        return "its former revisions must map whole numbers to Variants"
    return None


def is_mapping(value: object) -> bool:
    """Whether it is a mapping; asked of what should be one by its type."""
    return isinstance(value, Mapping)


def _is_whole(*values: object) -> bool:
    return all(type(value) is int for value in values)


def _shown(value: object) -> str:
    return escape_text(cut_repr(value))
