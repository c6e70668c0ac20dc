"""By whose rules a question is asked where it is not about a match: the variants, and the options of the one chosen."""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.library.tables import build_table, load_variant, variant_ids
from haggis_cli.plugins.registry import own_ids
from haggis_cli.rules.phrases import option_text
from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import Option, OptionValue, Variant
from haggis_cli.support.english import pluralize

_OPTION = "option."


class Choice(NamedTuple):
    """One of several, in a list to choose from."""

    value: str
    """What the form says."""
    words: str
    """What stands in the list."""
    is_chosen: bool
    """Whether it is the one that is chosen."""


class OptionField(NamedTuple):
    """An option of the variant."""

    field: str
    """The name of its field."""
    words: str
    """What it settles."""
    choices: tuple[Choice, ...]
    """Its values."""


class RulesChoice(NamedTuple):
    """The rules that are chosen, and what else could be."""

    table: Table
    """The game by whose rules is answered."""
    variants: tuple[Choice, ...]
    """Every variant, for each number of players."""
    options: tuple[OptionField, ...]
    """The options of the variant that is chosen."""


def choose_rules(fields: Mapping[str, str]) -> RulesChoice:
    """The rules that a form has chosen; the default variant's without one, VariantError for one that is not there."""
    variant_id, _, players_text = fields.get("variant", "").rpartition(".")
    variant = load_variant(variant_id or None)
    offered = [players for players in variant.players if str(players) == players_text]
    players = offered[0] if offered else variant.players[0]
    options = [each for each in variant.options if not each.players or players in each.players]
    chosen = {each.name: _read_option(each, fields) for each in options}
    changed = {each.name: chosen[each.name] for each in options if chosen[each.name] != each.default}
    return RulesChoice(
        build_table(variant, players, options=changed),
        tuple(_variant_choices(variant, players)),
        tuple(_option_field(each, chosen[each.name]) for each in options),
    )


def _read_option(option: Option, fields: Mapping[str, str]) -> OptionValue:
    said = fields.get(_OPTION + option.name, "")
    return next((value for value in option.choices if option_text(value) == said), option.default)


def _option_field(option: Option, chosen: OptionValue) -> OptionField:
    choices = [
        Choice(option_text(value), f"{option_text(value)}: {choice.means}", value == chosen)
        for value, choice in option.choices.items()
    ]
    return OptionField(_OPTION + option.name, f"{option.name}: {option.help}", tuple(choices))


def _variant_choices(chosen: Variant, players: int) -> list[Choice]:
    """Every variant; of plugins only the chosen one is loaded, the others are named by their ids."""
    found, own = [], own_ids()
    for variant_id in variant_ids():
        if variant_id not in own and variant_id != chosen.id:
            found.append(Choice(f"{variant_id}.0", variant_id, False))
            continue
        variant = chosen if variant_id == chosen.id else load_variant(variant_id)
        for number in variant.players:
            many = f", {pluralize(number, 'player')}" if len(variant.players) > 1 else ""
            is_chosen = variant_id == chosen.id and number == players
            found.append(Choice(f"{variant_id}.{number}", f"{variant.name}{many}", is_chosen))
    return found
