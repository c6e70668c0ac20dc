"""Which files of the package import which others, as their sources say it."""

import ast
from collections.abc import Container, Iterable, Mapping
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT

PACKAGE = "haggis_cli"
_FOLDERS = {PACKAGE: ROOT, "haggis_variants": ROOT / "variants"}
"""Where each package lies."""


@cache
def modules(package: str = PACKAGE) -> Mapping[str, Path]:
    """The file of each module of a package, by the name of the module."""
    folder = _FOLDERS[package]
    return {_module_name(path.relative_to(folder)): path for path in sorted((folder / package).rglob("*.py"))}


@cache
def imports(package: str = PACKAGE) -> Mapping[str, frozenset[str]]:
    """The modules of the package that each one imports: anywhere in its file, also inside functions and for types."""
    known = modules(package)
    return {
        name: frozenset(imported_modules(path.read_text(encoding="utf-8"), known)) - {name}
        for name, path in known.items()
    }


def imported_modules(source: str, known: Container[str]) -> Iterable[str]:
    """The known modules that a source names in its imports, wherever they stand in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module in known:
            for each in node.names:
                inner = f"{node.module}.{each.name}"
                yield inner if inner in known else node.module


def reachable(starts: Iterable[str], graph: Mapping[str, Iterable[str]] | None = None) -> set[str]:
    """The modules that are imported by these, directly or by way of others, and these themselves."""
    graph = imports() if graph is None else graph
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += graph[name]
    return found


def room(module: str) -> str:
    """The room that a module is in: the folder right below the package."""
    return module.split(".")[1]


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
