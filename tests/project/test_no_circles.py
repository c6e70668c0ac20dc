"""No file of the package imports one that imports it, not even for types or inside a function."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGES = (ROOT / "haggis_cli", ROOT / "variants" / "haggis_variants")


def modules() -> dict[str, Path]:
    """Every module of both packages by its name, `package` for `package/__init__.py`."""
    found = {}
    for package in PACKAGES:
        for path in package.rglob("*.py"):
            parts = path.relative_to(package.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(source: str, known: set[str]) -> Iterator[str]:
    """The known modules that a file names in its imports, wherever they stand in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else node.module


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of one circle in order, the first once more at the end; nothing if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_file_imports_one_that_imports_it() -> None:
    files = modules()
    graph = {
        name: set(imports(path.read_text(encoding="utf-8"), set(files))) & set(files) - {name}
        for name, path in files.items()
    }
    assert not circle(graph)


@pytest.mark.parametrize(
    "source",
    [
        "import house.b",
        "from house.b import value",
        "from house import b",
        "def act():\n    from house.b import value",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.b import Value",
    ],
)
def test_every_way_to_import_is_seen(source: str) -> None:
    known = {"house", "house.a", "house.b"}
    assert set(imports(source, known)) & known == {"house.b"}
    assert circle({"house.a": {"house.b"}, "house.b": {"house.a"}}) != []
