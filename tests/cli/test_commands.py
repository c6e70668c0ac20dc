"""What commands print where nobody sits at a terminal: each section of the files of `tests/golden/commands/`."""

import pytest

from tests.cli.transcripts import commands, run_commands
from tests.support.haggis import Haggis


@pytest.mark.parametrize(
    "name",
    [*commands(on_screen=False), *(pytest.param(name, marks=pytest.mark.slow) for name in commands(on_screen=True))],
)
def test_exactly_this_comes_out(haggis: Haggis, name: str) -> None:
    run_commands(haggis, name)
