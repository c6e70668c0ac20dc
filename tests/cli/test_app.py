"""The commands stand side by side, and their words become values in every version of Typer alike."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from haggis_cli.cli.app import COMMANDS, app

ROOT = Path(__file__).parents[2]
CLI = ROOT / "haggis_cli" / "cli"
PREFIX = "haggis_cli.cli."
FAMILIES = {entry.module.partition(".")[0] for entry in COMMANDS.values()}
COMMAND_MODULES = {entry.module for entry in COMMANDS.values()}


def modules() -> list[str]:
    """The modules of the command line, named from its folder: `record.dialogue`."""
    paths = sorted(path.relative_to(CLI) for path in CLI.rglob("*.py"))
    return [".".join(path.with_suffix("").parts) for path in paths]


def imports_of(module: str) -> Iterator[tuple[int, str]]:
    """The modules of the command line that a module imports, wherever it does, each with the line."""
    path = CLI / f"{module.replace('.', '/')}.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            if name.startswith(PREFIX):
                yield node.lineno, name.removeprefix(PREFIX)


def family_of(module: str) -> str | None:
    """The family of a module; None for what all commands share."""
    first = module.partition(".")[0]
    return first if first in FAMILIES else None


def test_every_command_has_a_module_or_a_folder_of_its_name() -> None:
    for entry in COMMANDS.values():
        folder, inner = CLI / entry.module.partition(".")[0], "." in entry.module
        assert (folder.is_dir(), folder.with_suffix(".py").is_file()) == (inner, not inner)


@pytest.mark.sample(3)
@pytest.mark.parametrize("module", modules())
def test_a_module_imports_no_command_and_nothing_of_another_family(module: str) -> None:
    own = family_of(module)
    for line, imported in imports_of(module):
        place = f"haggis_cli/cli/{module.replace('.', '/')}.py:{line} imports {PREFIX}{imported}"
        assert imported not in COMMAND_MODULES, f"{place}: no command is imported; move what is shared to cli/views"
        assert family_of(imported) in (None, own), (
            f"{place}: families of commands do not know each other, and what all share knows none of them; "
            "move it to cli/views, cli/terminal or cli/round_dialogue, or to the book if it prints nothing"
        )


PACKAGE = Path(__file__).parents[2] / "haggis_cli"


def parameters() -> list[Any]:
    """Those of every command and group."""
    group: Any = get_command(app)
    found = list(group.params)
    for name in COMMANDS:
        command = group.get_command(None, name)
        for each in getattr(command, "commands", {"": command}).values():
            found += each.params
    return found


def test_typer_reads_none() -> None:
    found = parameters()
    assert found
    assert all("process_value" in vars(each) for each in found)


def test_nothing_private_of_typer_is_imported() -> None:
    private = re.compile(
        r"^\s*(?:from|import) +(?:typer\.(?:\w+\.)*_|typer\.\w+ import .*\b_|typer import _)", re.MULTILINE
    )
    sources = [path for path in PACKAGE.rglob("*.py") if private.search(path.read_text(encoding="utf-8"))]
    assert not sources
