"""The walls of the house: who may import whom, what the core may not know, what the wheel holds."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.support.haggis import ROOT
from tests.support.program import imported_modules, imports, modules, reachable, room


def official_variants() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return set(project["entry-points"]["haggis_cli.variants"])


def test_every_room_but_the_command_line_is_kept_from_the_terminals_libraries() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (kept_away,) = (each for each in settings["contracts"] if each["name"].startswith("Only the command line"))
    rooms = {f"haggis_cli.{room(name)}" for name in modules() if name != "haggis_cli"}
    assert set(kept_away["source_modules"]) == (rooms - {"haggis_cli.cli", "haggis_cli.__main__"}) | {"haggis_variants"}


@pytest.mark.slow
def test_no_room_imports_the_librarys_face() -> None:
    """The face imports the rooms; a room that imported it would know all of them."""
    assert [name for name, imported in imports().items() if "haggis_cli" in imported] == []


@pytest.mark.slow
@pytest.mark.parametrize("package", ["haggis_cli", "haggis_variants"])
def test_no_files_import_each_other_in_a_circle(package: str) -> None:
    """Imports for types count: who reads one file of a circle has to read all of it."""
    graph = imports(package)
    assert graph
    assert [name for name in graph if name in reachable(graph[name], graph)] == []


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
    assert set(imported_modules(source, {"house", "house.a", "house.b"})) == {"house.b"}


def test_a_circle_is_seen() -> None:
    assert "a" in reachable({"b"}, {"a": {"b"}, "b": {"c"}, "c": {"a"}})


@pytest.mark.slow
def test_the_core_names_no_official_variant() -> None:
    """What differs between variants is a field of the variant, never a question which one it is."""
    official = official_variants()
    assert official
    named = {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.value}"
        for path in (ROOT / "haggis_cli").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in official
    }
    assert named == set()


@pytest.mark.slow
def test_the_wheel_holds_two_packages_and_nothing_else(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    about = {top for top in tops if top.endswith((".dist-info", ".data"))}
    assert (tops - about, len(about)) == ({"haggis_cli", "haggis_variants"}, 2)
    assert {"haggis_cli/py.typed", "haggis_variants/py.typed"} <= set(names)
    assert [name.partition(".data/")[2] for name in names if ".data/" in name] == ["data/share/man/man1/haggis.1"]
    shown = archive.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    links = re.findall(r"\]\(([^)]+)\)", shown)
    assert links
    published = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
    assert all(link.startswith(f"{published}/blob/main/") for link in links)
