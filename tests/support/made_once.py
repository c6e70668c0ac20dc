"""What a process of its own makes once, and a run of the tests would make for every command: Typer's own commands."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import typer.main
import typer.testing

from haggis_cli.cli import command_groups


def make_commands_once() -> None:
    """Keep what Typer makes of the signatures: reading them anew takes a tenth of the time of the tests."""
    build, built = command_groups.build_command, dict[Callable[..., None], Any]()

    def build_once(
        name: str, function: Callable[..., None], purpose: str, more: Mapping[str, Callable[..., None]] | None = None
    ) -> Any:
        if function not in built:
            built[function] = build(name, function, purpose, more)
        return built[function]

    command_groups.build_command = build_once
    typer.testing._get_command = cache(typer.main.get_command)  # type: ignore[attr-defined] # its own name for it
