"""`--no-plugins`: a command that runs no code of plugins."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Annotated, Any

import typer
from typer.main import get_command


@contextmanager
def without_plugins() -> Iterator[None]:
    """Switch plugins off until the command ends, in the processes that it starts, too."""
    from haggis_cli.plugins.registry import NO_PLUGINS

    before = os.environ.get(NO_PLUGINS)
    os.environ[NO_PLUGINS] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[NO_PLUGINS]
        else:
            os.environ[NO_PLUGINS] = before


def _switch_off(ctx: typer.Context, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        ctx.with_resource(without_plugins())


def _take_it_alone(
    no_plugins: Annotated[
        bool, typer.Option("--no-plugins", is_eager=True, expose_value=False, hidden=True, callback=_switch_off)
    ] = False,
) -> None:
    """What Typer reads the option from."""


@cache
def option() -> Any:
    """`--no-plugins` after the name of a command; it is told of in `haggis --help`."""
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command()(_take_it_alone)
    return get_command(alone).params[0]
