"""The variants that are installed: find all of them without running their code, load one, check what it exports.

Begin with `load`, which gives the variant of an id.

A variant is an entry point of the group `haggis_cli.variants`. Ours come in by the same door as anyone else's; only
they stay when plugins are switched off.
"""

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from haggis_cli.plugins.entry_points import EntryPoint, find_entry_points
from haggis_cli.support.errors import VariantError
from haggis_cli.support.escaping import escape_text

if TYPE_CHECKING:  # which variants there are is asked without the rules, too
    from haggis_cli.rules.variant import Variant

GROUP = "haggis_cli.variants"
DEFAULT_GROUP = "haggis_cli.default_variant"
OWN_PACKAGE = "haggis-cli"
NO_PLUGINS = "HAGGIS_NO_PLUGINS"
_MOST_NAMED = 5
"""So many variants are named where one is not found: an evening's plugins would fill the screen."""


@cache
def installed_claims() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Every claim to a variant id, from the metadata of installed packages alone; none of their code runs."""
    claims: dict[str, list[EntryPoint]] = {}
    for claim in find_entry_points(GROUP):
        claims.setdefault(claim.name, []).append(claim)
    return {name: tuple(claims[name]) for name in sorted(claims)}


def is_own(claim: EntryPoint) -> bool:
    """Whether a variant is one of this program's own package; all others are plugins."""
    return claim.package == OWN_PACKAGE


def is_disabled(claim: EntryPoint) -> bool:
    """Whether a variant is switched off with all plugins: `--no-plugins`, or HAGGIS_NO_PLUGINS set to anything."""
    return bool(os.environ.get(NO_PLUGINS)) and not is_own(claim)


def enabled_claims() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The claims that are not switched off; still none of their code runs."""
    on = {
        name: tuple(claim for claim in claims if not is_disabled(claim)) for name, claims in installed_claims().items()
    }
    return {name: claims for name, claims in on.items() if claims}


def guard_plugins() -> AbstractContextManager[None]:
    """Where a page or a command enters rules that may be a third party's: a failure there names the variant."""
    if all(is_own(claim) for claims in enabled_claims().values() for claim in claims):
        return nullcontext()
    from haggis_cli.plugins.isolation import guard_met_rules

    return guard_met_rules()


def own_ids() -> list[str]:
    """The ids of this program's own variants, which may be tried without being named; one that is contested is not."""
    return [name for name, claims in enabled_claims().items() if all(map(is_own, claims))]


def load(variant_id: str) -> "Variant":
    """The variant of that id; VariantError if it is not installed, switched off, claimed twice, or broken."""
    claim = find_claim(variant_id)
    variant = _import_variant(claim)
    if not is_own(claim):
        from haggis_cli.plugins.isolation import meet_variant

        meet_variant(variant_id)
    return variant


def find_claim(variant_id: str) -> EntryPoint:
    """Where the variant of that id comes from; VariantError if it is not installed, switched off, or claimed twice."""
    claims = [claim for claim in installed_claims().get(variant_id, ()) if not is_disabled(claim)]
    if not claims:
        raise VariantError(_missing_message(variant_id))
    if len(claims) > 1:
        named = " and ".join(map(describe_claim, claims))
        raise VariantError(f"the variant '{variant_id}' is claimed by {named}: uninstall one of them")
    return claims[0]


def _missing_message(variant_id: str) -> str:
    """Why there is no such variant: it is switched off, or not installed, and what a mistyped id may have meant.

    Of those that are installed the few that are spelled most alike are named.
    """
    switched_off = installed_claims().get(variant_id)
    if switched_off:
        plugins = " and ".join(map(describe_claim, switched_off))
        return (
            f"the variant '{escape_text(variant_id)}' is a plugin's, {plugins}, and plugins are switched off: "
            f"leave out --no-plugins and {NO_PLUGINS}"
        )
    wanted, there = variant_id.casefold(), enabled_claims()
    near = [each for each in there if each.startswith(wanted)] or get_close_matches(wanted, there, 1)
    hint = f": did you mean '{escape_text(near[0])}'?" if wanted and len(near) == 1 else ""
    alike = get_close_matches(wanted, there, len(there) or 1, 0)
    named = sorted(alike, key=lambda each: not each.startswith(wanted))[:_MOST_NAMED]
    more = f" and {len(there) - len(named)} more (see 'haggis variants')" if len(there) > len(named) else ""
    known = f"{hint or ';'} installed are: {', '.join(map(escape_text, named)) or 'none'}{more}"
    return f"there is no variant '{escape_text(variant_id)}'{known}"


@cache
def _import_variant(claim: EntryPoint) -> "Variant":
    from haggis_cli.rules.variant import Variant

    try:
        value, fault = _load_declaration(claim) if is_own(claim) else _load_plugin(claim)
    except BaseException as error:  # SystemExit included: no plugin ends the command
        from haggis_cli.plugins.isolation import failure_text, is_not_plugin_fault

        if is_not_plugin_fault(error):
            raise
        raise VariantError(f"{_loading_failure(claim)}: {failure_text(error)}") from error
    if fault or not isinstance(value, Variant):
        raise VariantError(f"{describe_claim(claim)} is no usable variant: {fault}")
    return value


def _load_declaration(claim: EntryPoint) -> tuple[object, str | None]:
    """What is exported, and what is wrong with it."""
    from haggis_cli.plugins.declaration_faults import find_declaration_fault

    value = claim.load()
    return value, find_declaration_fault(claim.name, value)


def _load_plugin(claim: EntryPoint) -> tuple[object, str | None]:
    """The same of a third party, whose code may do anything while it is loaded."""
    from haggis_cli.plugins.isolation import IMPORT_SECONDS, end_from_outside, isolate, register_third_party

    register_third_party(claim.name, claim.value)
    failure = _loading_failure(claim)
    with end_from_outside(IMPORT_SECONDS, failure), isolate(IMPORT_SECONDS, failure):
        return _load_declaration(claim)


def _loading_failure(claim: EntryPoint) -> str:
    return f"{describe_claim(claim)} cannot be loaded"


def default_id() -> str:
    """The variant that is meant where none is named: the one that this program's own package marks as its default."""
    claims = find_entry_points(DEFAULT_GROUP)
    own = [claim for claim in claims if claim.package == OWN_PACKAGE] or claims
    if not own:
        raise VariantError("no variant is installed that is meant by default: name one with --variant")
    return own[0].name


def describe_claim(claim: EntryPoint) -> str:
    """A claim as it is named in complaints: its package with the version, and what it points at."""
    return f"{escape_text(claim.package)} {escape_text(claim.version)} ({escape_text(claim.value)})"
