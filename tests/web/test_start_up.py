"""What the server needs is loaded by `serve` alone: no other command starts slower for it."""

import pytest

from tests.support.haggis import Haggis

LIBRARIES = {"starlette", "uvicorn", "jinja2", "h11", "anyio", "asyncio", "haggis_cli.web"}


@pytest.mark.sample("show friday")
@pytest.mark.parametrize("words", ["show friday", "check friday", "list", "sheet friday", "judge 4r", "serve --help"])
def test_no_other_command_loads_the_servers_libraries_and_neither_does_its_help(haggis: Haggis, words: str) -> None:
    haggis.new()
    assert not haggis.loaded(*words.split()) & LIBRARIES
