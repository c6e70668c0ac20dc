"""Which files of the package import which others, as their sources say it."""

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT

PACKAGE = "haggis_cli"


@cache
def modules() -> Mapping[str, Path]:
    """The file of each module of the package, by the name of the module."""
    return {_module_name(path): path for path in sorted((ROOT / PACKAGE).rglob("*.py"))}


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """The modules of the package that each one imports: anywhere in its file, also inside functions and for types."""
    return {name: frozenset(_imported(path)) - {name} for name, path in modules().items()}


def reachable(starts: Iterable[str]) -> set[str]:
    """The modules that are imported by these, directly or by way of others, and these themselves."""
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports()[name]
    return found


def room(module: str) -> str:
    """The room that a module is in: the folder right below the package."""
    return module.split(".")[1]


def _module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path) -> Iterable[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in modules())
        elif isinstance(node, ast.ImportFrom) and node.module and node.module in modules():
            for each in node.names:
                inner = f"{node.module}.{each.name}"
                yield inner if inner in modules() else node.module
