"""The variants that are installed: find all of them without running their code, load one, check what it exports.

Begin with `load`, which gives the variant of an id.

A variant is an entry point of the group `haggis_cli.variants`. Ours come in by the same door as anyone else's; only
they stay when plugins are switched off.
"""

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from haggis_cli.support.errors import VariantError
from haggis_cli.support.escaping import escape_text

# The entry points of installed packages, read from their metadata files alone.
#
# `importlib.metadata` says the same and costs more to import than the whole rules engine; so it is asked only where
# packages lie in something else than folders (zip files, frozen programs). A test holds both answers equal.
#
# Source: PyPA specifications, "Recording installed projects" and "Entry points".


_MAX_CHARACTERS = 1 << 20  # characters of a metadata file


class EntryPoint(NamedTuple):
    """An entry point: its name, what it points at (`module:attribute`), and the package it comes from."""

    name: str
    value: str
    package: str
    version: str

    def load(self) -> Any:
        """Import the module and give the attribute; whatever its code raises comes through."""
        module, _, attributes = self.value.partition("[")[0].strip().partition(":")
        found: Any = import_module(module.strip())
        for attribute in filter(None, attributes.strip().split(".")):
            found = getattr(found, attribute)
        return found


def find_entry_points(group: str) -> list[EntryPoint]:
    """Every entry point of the group, in the order in which Python would import the packages."""
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    if len(finders) == 1 and not any(os.path.isfile(folder) for folder in sys.path):
        return list(_find_in_folders(group))
    from importlib.metadata import distributions

    found: dict[str, list[EntryPoint]] = {}
    for dist in distributions():
        name = str(dist.metadata["Name"])
        try:
            points = [EntryPoint(e.name, e.value, name, dist.version) for e in dist.entry_points if e.group == group]
        except (OSError, ValueError):  # a package whose files are damaged
            continue
        found.setdefault(_normalize_name(name), points)
    return [point for points in found.values() for point in points]


def _find_in_folders(group: str) -> Iterator[EntryPoint]:
    seen = set()
    for folder in sys.path:
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for name in names:
            if not name.endswith((".dist-info", ".egg-info")):
                continue
            package, _, version = name.rpartition(".")[0].partition("-")
            if _normalize_name(package) in seen:
                continue
            seen.add(_normalize_name(package))
            path = os.path.join(folder, name)
            points = _read_section(os.path.join(path, "entry_points.txt"), group)
            if points:  # who it is stands in a file with the whole description: it is read once
                package, version = _read_identity(path, package, version)
            for entry, value in points:
                yield EntryPoint(entry, value, package, version)


def _normalize_name(name: str) -> str:
    return name.lower().replace("-", "_").replace(".", "_")


def _read_lines(path: str, errors: str = "strict") -> list[str]:
    """The lines of a metadata file; none of what is not there, no file (a pipe would be waited for) or no text."""
    try:
        with open(path, encoding="utf-8", errors=errors, opener=_open_nonblocking) as file:
            return file.read(_MAX_CHARACTERS).splitlines() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else []
    except (OSError, UnicodeDecodeError):
        return []


def _open_nonblocking(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _read_section(path: str, group: str) -> list[tuple[str, str]]:
    """The `name = value` lines of one section."""
    found, inside = [], False
    for line in map(str.strip, _read_lines(path)):
        if line.startswith("["):
            inside = line == f"[{group}]"
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            found.append((name.strip(), value.strip()))
    return found


def _read_identity(path: str, package: str, version: str) -> tuple[str, str]:
    """The package's name and version as its metadata writes them, else as its folder does."""
    for file_name in ("METADATA", "PKG-INFO"):
        lines = _read_lines(os.path.join(path, file_name), "replace")
        for line in map(str.rstrip, lines):
            if not line:
                break
            key, _, value = line.partition(": ")
            if key == "Name":
                package = value
            elif key == "Version":
                version = value
        if lines:
            break
    return package, version


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
    return not is_own(claim) and bool(os.environ.get(NO_PLUGINS))


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


def variant_name(variant_id: str) -> str:
    """What people call a variant; its id where it is not installed."""
    try:
        return load(variant_id).name
    except VariantError:
        return variant_id


def find_claim(variant_id: str) -> EntryPoint:
    """Where the variant of that id comes from; VariantError if it is not installed, switched off, or claimed twice."""
    claims = [claim for claim in installed_claims().get(variant_id, ()) if not is_disabled(claim)]
    if not claims:
        raise _missing_variant(variant_id)
    if len(claims) > 1:
        named = " and ".join(map(describe_claim, claims))
        raise VariantError(f"the variant '{variant_id}' is claimed by {named}: uninstall one of them")
    return claims[0]


def _missing_variant(variant_id: str) -> VariantError:
    """Why there is no such variant: it is switched off, or not installed, and what a mistyped id may have meant.

    Of those that are installed the few that are spelled most alike are named.
    """
    switched_off = installed_claims().get(variant_id)
    if switched_off:
        plugins = " and ".join(map(describe_claim, switched_off))
        return VariantError(
            f"the variant '{escape_text(variant_id)}' comes from a plugin, {plugins}, and plugins are switched off",
            advice=f": omit --no-plugins and unset {NO_PLUGINS}",
        )
    wanted, there = variant_id.casefold(), enabled_claims()
    near = [each for each in there if each.startswith(wanted)] or get_close_matches(wanted, there, 1)
    hint = f": did you mean '{escape_text(near[0])}'?" if wanted and len(near) == 1 else ""
    alike = get_close_matches(wanted, there, len(there) or 1, 0)
    named = sorted(alike, key=lambda each: not each.startswith(wanted))[:_MOST_NAMED]
    more = f" and {len(there) - len(named)} more" if len(there) > len(named) else ""
    known = f"{hint or ';'} installed are: {', '.join(map(escape_text, named)) or 'none'}{more}"
    return VariantError(
        f"there is no variant '{escape_text(variant_id)}'{known}", advice=more and " (see 'haggis variants')"
    )


@cache
def _import_variant(claim: EntryPoint) -> "Variant":
    from haggis_cli.rules.variant import Variant

    try:
        value, fault = (claim.load(), None) if is_own(claim) else _load_plugin(claim)  # ours are tested
    except BaseException as error:  # SystemExit included: no plugin ends the command
        from haggis_cli.plugins.isolation import failure_text, is_not_plugin_fault

        if is_not_plugin_fault(error):
            raise
        raise VariantError(f"{_loading_failure(claim)}: {failure_text(error)}") from error
    if fault or not isinstance(value, Variant):
        raise VariantError(f"{describe_claim(claim)} is not a usable variant: {fault}")
    return value


def _load_plugin(claim: EntryPoint) -> tuple[object, str | None]:
    """What a third party exports, whose code may do anything while it is loaded, and what is wrong with it."""
    from haggis_cli.plugins.declaration_faults import find_declaration_fault
    from haggis_cli.plugins.isolation import IMPORT_SECONDS, end_from_outside, isolate, register_third_party

    register_third_party(claim.name, claim.value)
    failure = _loading_failure(claim)
    with end_from_outside(IMPORT_SECONDS, failure), isolate(IMPORT_SECONDS, failure):
        value = claim.load()
        return value, find_declaration_fault(claim.name, value)


def _loading_failure(claim: EntryPoint) -> str:
    return f"{describe_claim(claim)} cannot be loaded"


@cache
def default_id() -> str:
    """The variant that is meant where none is named: the one that this program's own package marks as its default."""
    claims = find_entry_points(DEFAULT_GROUP)
    own = list(filter(is_own, claims)) or claims
    if not own:
        raise VariantError("no default variant is installed: name one", advice=" with --variant")
    return own[0].name


def describe_claim(claim: EntryPoint) -> str:
    """A claim as it is named in complaints: its package with the version, and what it points at."""
    return f"{escape_text(claim.package)} {escape_text(claim.version)} ({escape_text(claim.value)})"
