"""`--no-plugins`: a command that runs no code of plugins."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer.core import TyperOption


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


def _switch_off(ctx: Any, _: Any, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        ctx.with_resource(without_plugins())


OPTION = TyperOption(
    param_decls=["--no-plugins"], is_flag=True, is_eager=True, expose_value=False, hidden=True, callback=_switch_off
)
"""`--no-plugins` after the name of a command; it is told of in `haggis --help`."""
