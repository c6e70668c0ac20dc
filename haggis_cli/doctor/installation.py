"""What is installed: this program, what it needs, its extras, and the variants."""

import platform
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, requires, version

from haggis_cli.doctor.finding import Finding, Level
from haggis_cli.plugins.catalogue import CatalogueEntry
from haggis_cli.plugins.registry import NO_PLUGINS, OWN_PACKAGE
from haggis_cli.support.english import join_words
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.extras import install_command
from haggis_cli.support.version import __version__

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)[^;]*(?:;.*extra\s*==\s*['\"]([^'\"]+)['\"])?")
_HIDDEN_EXTRAS = ("all", "dev")  # extras that only gather others, or are for those who work on the program itself


def check_software() -> Iterator[Finding]:
    """The versions, and the extras that are there or can be had."""
    where = f"Python {platform.python_version()}, {platform.system()}"
    yield Finding(Level.OK, "haggis", f"{__version__} ({where})")
    needed: dict[str, list[str]] = {}
    for line in _requirements():
        match = _REQUIREMENT.match(line)
        if match and match[2] not in _HIDDEN_EXTRAS:
            needed.setdefault(match[2] or "", []).append(match[1])
    base = {name: _version(name) for name in needed.pop("", [])}
    missing = [name for name, found in base.items() if found is None]
    if missing:
        yield Finding(Level.WRONG, "needed", f"{join_words(missing)} cannot be found: install haggis-cli again")
    yield Finding(Level.OK, "needed", ", ".join(f"{name} {found}" for name, found in base.items() if found))
    for extra, names in sorted(needed.items()):
        found = {name: _version(name) for name in names}
        if None in found.values():
            yield Finding(Level.NOTE, f"extra {extra}", f"not installed; this adds it: {install_command(extra)}")
        else:
            yield Finding(Level.OK, f"extra {extra}", ", ".join(f"{name} {each}" for name, each in found.items()))


def _requirements() -> list[str]:
    try:
        return requires(OWN_PACKAGE) or []
    except PackageNotFoundError:  # run from its sources
        return []


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def check_variants(rows: Sequence[CatalogueEntry]) -> Iterator[Finding]:
    """The variants: our own in a line, each plugin with what is wrong with it."""
    own = [row for row in rows if row.own]
    if not own:
        yield Finding(Level.WRONG, "variants", f"none of {OWN_PACKAGE} is there: install it again")
    else:
        yield Finding(Level.OK, "variants", f"{len(own)} of {OWN_PACKAGE}")
    for row in rows:
        if row.fault:
            yield Finding(Level.WRONG, "variant" if row.own else "plugin", row.fault)
        elif not row.own:
            yield _plugin_finding(row)


def _plugin_finding(row: CatalogueEntry) -> Finding:
    title = f"{escape_text(row.id)}, of {escape_text(row.package)} {escape_text(row.version)}"
    if row.off:
        return Finding(Level.NOTE, "plugin", f"{title}: switched off by --no-plugins or {NO_PLUGINS}")
    return Finding(Level.OK, "plugin", f"{title}: {escape_text(row.name or '')}")
