"""The variants that are installed: find them all without running their code, load one, check what it exports.

A variant is an entry point of the group `haggis_cli.variants`. Ours come in by the same door as anyone else's.
"""

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import cache
from typing import NamedTuple

from haggis_cli.entry_points import Found, find_entry_points
from haggis_cli.errors import VariantError, error_text
from haggis_cli.rules.cards import MAX_SUITS
from haggis_cli.rules.variant import API, Variant
from haggis_cli.visible import visible

GROUP = "haggis_cli.variants"
DEFAULT_GROUP = "haggis_cli.default_variant"
OWN_PACKAGE = "haggis-cli"


class Listed(NamedTuple):
    """A variant in the listing: where it comes from, and the variant itself or what is wrong with it."""

    id: str
    package: str
    version: str
    variant: Variant | None
    fault: str | None


@cache
def found() -> Mapping[str, tuple[Found, ...]]:
    """Every claim to a variant id, from the metadata of installed packages alone; none of their code runs."""
    claims: dict[str, list[Found]] = {}
    for claim in find_entry_points(GROUP):
        claims.setdefault(claim.name, []).append(claim)
    return {name: tuple(claims[name]) for name in sorted(claims)}


def load(variant_id: str) -> Variant:
    """The variant of that id; VariantError if it is not installed, claimed twice, or broken."""
    claims = found().get(variant_id, ())
    if not claims:
        raise VariantError(f"there is no variant '{visible(variant_id)}'{_meant(variant_id)}")
    if len(claims) > 1:
        named = " and ".join(_named(claim) for claim in claims)
        raise VariantError(f"the variant '{visible(variant_id)}' is claimed by {named}: uninstall one of them")
    return _import(claims[0])


def _meant(variant_id: str) -> str:
    """What a mistyped id may have meant, and what there is."""
    from difflib import get_close_matches

    wanted = variant_id.casefold()
    near = [each for each in found() if each.startswith(wanted)] or get_close_matches(wanted, found(), 1)
    hint = f": did you mean '{visible(near[0])}'?" if wanted and len(near) == 1 else ""
    return f"{hint or ';'} installed are: {', '.join(map(visible, found())) or 'none'}"


@cache
def _import(claim: Found) -> Variant:
    try:
        # What a plugin prints while it loads must not end up in a result that a script reads.
        with redirect_stdout(sys.stderr):
            value = claim.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit included: a stranger's plugin ends nobody's command
        reason = error_text(error)
        raise VariantError(f"{_named(claim)} cannot be loaded: {visible(reason)}") from error
    fault = fault_of(claim.name, value)
    if fault or not isinstance(value, Variant):
        raise VariantError(f"{_named(claim)} is no usable variant: {fault}")
    return value


def fault_of(variant_id: str, value: object) -> str | None:
    """What is wrong with what a plugin exports as the variant of that id; None if it can be used."""
    if not isinstance(value, Variant):
        return f"it exports {visible(type(value).__name__)}, not a Variant"
    try:
        return _declared_fault(variant_id, value)
    except Exception as error:  # a field holds something else than it should, and whatever may come of that
        reason = error_text(error)
        return f"its declaration cannot be used: {visible(reason)}"


def _declared_fault(variant_id: str, value: Variant) -> str | None:
    if value.api != API:
        return f"it is written for plugin interface {value.api!r}, and this haggis offers {API}"
    if value.id != variant_id:
        return f"it is installed as '{visible(variant_id)}' and calls itself '{visible(str(value.id))}'"
    for field in ("name", "summary", "source", "rulebook"):
        if not isinstance(getattr(value, field), str):
            return f"its {field} is not text"
    if not value.setups or not value.goals:
        return "it declares no setup or no goal"
    for players, setup in value.setups.items():
        if not 1 <= setup.suits <= MAX_SUITS or setup.copies not in (1, 2):
            return f"its deck has {setup.suits} suits in {setup.copies} copies: it can be 1 to {MAX_SUITS} in 1 or 2"
        if setup.haggis(players) < 0:
            return f"{players} players cannot get {setup.dealt} cards each from its deck"
    for option in value.options:
        if option.default not in option.choices:
            return f"the default of its option '{visible(option.name)}' is none of its choices"
    return None


def default_id() -> str:
    """The variant that is meant where none is named: the one that this program's own package marks as its default."""
    claims = find_entry_points(DEFAULT_GROUP)
    own = [claim for claim in claims if claim.package == OWN_PACKAGE] or claims
    if not own:
        raise VariantError("no variant is installed that is meant by default: name one with --variant")
    return own[0].name


def _named(claim: Found) -> str:
    return f"{visible(claim.package)} {visible(claim.version)} ({visible(claim.value)})"


def listing() -> list[Listed]:
    """Every installed variant, loaded, with the faults of those that cannot be used."""
    rows = []
    for variant_id, claims in found().items():
        fault, variant = None, None
        try:
            variant = load(variant_id)
        except VariantError as error:
            fault = str(error)
        packages = ", ".join(dict.fromkeys(claim.package for claim in claims))
        rows.append(Listed(variant_id, packages, claims[0].version, variant, fault))
    return rows
