"""The question which variant is played, and answers that are one of several values."""

from collections.abc import Sequence
from contextlib import suppress

from haggis_cli.cli.terminal.printer import safe
from haggis_cli.cli.terminal.questionnaire import Question, QuestionFlow
from haggis_cli.plugins.registry import enabled_claims, is_own, load
from haggis_cli.referee.seating import check_players
from haggis_cli.support.errors import UsageError, VariantError


def variant_question(players: int) -> QuestionFlow[str]:
    """Ask for a variant that is for so many players, or more; its id."""
    usable = _find_usable_variants()
    if len(usable) == 1:
        return next(iter(usable))

    def chosen(text: str) -> str:
        variant = load(parse_choice(text, list(usable), "an id"))
        if players > variant.players[-1]:
            check_players(variant, players)
        return variant.id

    lines = tuple(
        f"  {number}  {safe(variant_id)}: {safe(words)}" for number, (variant_id, words) in enumerate(usable.items(), 1)
    )
    help_text = "The number or the beginning of the id. 'haggis variants show ID' tells a variant's rules."
    variant_id: str = yield Question("Which variant", chosen, help_text, introduction=lines)
    return variant_id


def _find_usable_variants() -> dict[str, str]:
    """The ids of the variants to choose from, each described without running a plugin's code."""
    found = {}
    for variant_id, claims in enabled_claims().items():
        if all(map(is_own, claims)):
            with suppress(VariantError):
                variant = load(variant_id)
                found[variant_id] = f"{variant.name}, {' or '.join(map(str, variant.players))} players"
        else:
            found[variant_id] = f"a plugin, {claims[0].package} {claims[0].version}"
    return found


def parse_choice(text: str, values: Sequence[str], what: str) -> str:
    """The value that is typed as its number or its beginning; UsageError if it is none, or several."""
    typed = text.casefold()
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(values):
        return values[int(typed) - 1]
    fits = [value for value in values if typed and value.startswith(typed)]
    if typed in fits:
        return typed
    if len(fits) != 1:
        raise UsageError(f"type a number from 1 to {len(values)}, or the beginning of {what}")
    return fits[0]
