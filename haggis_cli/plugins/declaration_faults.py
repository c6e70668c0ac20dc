"""Whether what a plugin exports can be used as a variant: its type, its interface, and the numbers it declares."""

from collections.abc import Mapping
from typing import Any

from haggis_cli.rules.cards import COURT_RANKS, MAX_SUITS
from haggis_cli.rules.deck import Setup
from haggis_cli.rules.variant import API, Variant
from haggis_cli.support.errors import error_text
from haggis_cli.support.escaping import escape_text


def find_declaration_fault(variant_id: str, value: object) -> str | None:
    """What is wrong with what a plugin exports as the variant of that id; None if it can be used."""
    if not isinstance(value, Variant):
        return f"it exports {escape_text(type(value).__name__)}, not a Variant"
    try:
        return _find_fault(variant_id, value)
    except Exception as error:  # a field holds something else than it should, and whatever may come of that
        reason = error_text(error)
        return f"its declaration cannot be used: {escape_text(reason)}"


def _find_fault(variant_id: str, value: Variant) -> str | None:
    if value.api != API:
        return f"it is written for plugin interface {value.api!r}, and this haggis offers {API}"
    if value.id != variant_id:
        return f"it is installed as '{escape_text(variant_id)}' and calls itself '{escape_text(str(value.id))}'"
    for field in ("name", "summary", "source", "rulebook"):
        if not isinstance(getattr(value, field), str):
            return f"its {field} is not text"
    if not value.setups or not value.goals:
        return "it declares no setup or no goal"
    fault = _find_setup_fault(value.setups)
    if fault:
        return fault
    for option in value.options:
        if option.default not in option.choices:
            return f"the default of its option '{escape_text(option.name)}' is none of its choices"
    return _find_revision_fault(value)


def _find_setup_fault(setups: Mapping[int, Any]) -> str | None:
    for players, setup in setups.items():
        if not isinstance(setup, Setup):
            return f"its setups have {escape_text(repr(setup))}, which is no Setup"
        if not 1 <= setup.suits <= MAX_SUITS or setup.copies not in (1, 2):
            return f"its deck has {setup.suits} suits in {setup.copies} copies: it can be 1 to {MAX_SUITS} in 1 or 2"
        if setup.courts != tuple(rank for rank in COURT_RANKS if rank in setup.courts):
            return f"its setup has the court cards {setup.courts!r}: they are some of {COURT_RANKS}, the lowest first"
        if setup.haggis(players) < 0:
            return f"{players} players cannot get {setup.dealt} cards each from its deck"
    return None


def _find_revision_fault(value: Variant) -> str | None:
    if type(value.revision) is not int or value.revision < 1:
        return f"its revision is {value.revision!r}: it must be a whole number from 1"
    if not all(type(number) is int and isinstance(former, Variant) for number, former in value.former.items()):
        return "its former revisions are no Variants by whole numbers"
    return None
