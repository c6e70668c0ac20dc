"""How the words of a command line become values, in every version of Typer alike."""

import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from haggis_cli.cli.app import COMMANDS, app
from tests.support.haggis import Haggis, refused

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


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["new", "--points", "x"], "'--points': 'x' is not a whole number"),
        (["new", "--points", "2.5"], "'--points': '2.5' is not a whole number"),
        (["new", "--points", "0"], "'--points': 0 is not in the range 1<=x<=100000"),
        (["import", "f", "--points", "0"], "'--points': 0 is not in the range 1<=x<=100000"),
        (["serve", "--port", "65536"], "'--port': 65536 is not in the range 0<=x<=65535"),
        (["solve", "--seconds", "soon"], "'--seconds': 'soon' is not a number"),
        (["solve", "--seconds", "nan"], "'--seconds': nan is not in the range 0.01<=x<=86400"),
    ],
)
def test_a_number_that_cannot_be_is_refused(haggis: Haggis, words: list[str], complaint: str) -> None:
    assert haggis(*words) == refused(2, f"invalid value for {complaint} (see 'haggis {words[0]} --help')")


@pytest.mark.parametrize(
    ("words", "missing"), [(["judge"], "argument 'CARDS'"), (["variants", "show"], "argument 'ID'")]
)
def test_what_must_be_given_is_named(haggis: Haggis, words: list[str], missing: str) -> None:
    assert haggis(*words) == refused(2, f"missing {missing} (see 'haggis {' '.join(words)} --help')")


def test_nothing_private_of_typer_is_imported() -> None:
    private = re.compile(
        r"^\s*(?:from|import) +(?:typer\.(?:\w+\.)*_|typer\.\w+ import .*\b_|typer import _)", re.MULTILINE
    )
    sources = [path for path in PACKAGE.rglob("*.py") if private.search(path.read_text(encoding="utf-8"))]
    assert not sources
