"""The list of commands, what each says of itself, and the complaints about wrong usage."""

import sys
from types import ModuleType
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from haggis_cli.cli.app import COMMANDS, WORDS_SAID, app
from haggis_cli.cli.first_page import render_first_page
from haggis_cli.cli.options import Json, Match, PlayerCount, VariantOptions, parse_option_pairs
from haggis_cli.support.errors import UsageError
from tests.support.haggis import Haggis

run = CliRunner()


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command `judge` and a group `variants` that only tell what they were given."""

    def command(
        cards: Annotated[list[str], typer.Argument(metavar="CARDS")],
        players: PlayerCount = None,
        option: VariantOptions = None,
        json: Json = False,
    ) -> None:
        """Say whether a play is allowed."""
        typer.echo(f"{cards} {players} {parse_option_pairs(option)} {json}")

    def variants(json: Json = False) -> None:
        """List the variants."""
        typer.echo(f"list {json}")

    def show(match: Match = None) -> None:
        """Show one."""
        typer.echo(f"show {match}")

    for name, function, subcommands in (("judge", command, {}), ("variants", variants, {"show": show})):
        module = ModuleType(f"haggis_cli.cli.{COMMANDS[name].module}")
        module.__dict__.update({COMMANDS[name].function: function, "SUBCOMMANDS": subcommands})
        monkeypatch.setitem(sys.modules, module.__name__, module)


def test_the_help_lists_every_command_once_under_its_heading() -> None:
    lines = run.invoke(app, ["--help"]).stdout.splitlines()
    for name, entry in COMMANDS.items():
        assert [line.split() for line in lines].count([name, *entry.purpose.split()]) == 1
        assert f"{entry.section}:" in lines


def test_haggis_alone_shows_its_first_page_however_it_is_started() -> None:
    result = run.invoke(app, [])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == render_first_page()


@pytest.mark.usefixtures("judge")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "no such command 'chek', did you mean 'check'? (see 'haggis --help')"),
        (["add"], "no such command 'add', did you mean 'score'? (see 'haggis --help')"),
        (["Standings"], "no such command 'Standings', did you mean 'show'? (see 'haggis --help')"),
        (["rulebook"], "no such command 'rulebook', did you mean 'rules'? (see 'haggis --help')"),
        (["help", "delete"], "no such command 'delete', did you mean 'remove'? (see 'haggis --help')"),
        (["xyzzy"], "no such command 'xyzzy' (see 'haggis --help')"),
        (["--jso"], "no such option: --jso (see 'haggis --help')"),
        (["judge"], "missing argument 'CARDS' (see 'haggis judge --help')"),
        (["judge", "5r", "--players", "x"], "'x' is not a whole number (see 'haggis judge --help')"),
        (["variants", "shw"], "no such command 'shw', did you mean 'show'? (see 'haggis variants --help')"),
        (["judge", "5r", "--option", "scoring"], "--option needs KEY=VALUE, such as scoring=cards, but got 'scoring'"),
    ],
)
def test_a_wrong_usage_is_one_sentence_and_exit_code_2(arguments: list[str], message: str) -> None:
    result = run.invoke(app, arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("haggis: ")
    assert result.stderr.endswith(f"{message}\n")
    assert len(result.stderr.splitlines()) == 1


def test_every_word_that_people_say_means_a_command_that_there_is(haggis: Haggis) -> None:
    for word, meant in WORDS_SAID.items():
        assert word == word.casefold()
        assert word not in COMMANDS
        first, *rest = meant.split()
        if first in COMMANDS and rest and not rest[0].startswith("-"):
            haggis.ok(first, *rest, "--help")
        elif rest:
            assert rest[0] in haggis.ok(first, "--help")
        else:
            assert first in COMMANDS or first in haggis.ok("--help")


@pytest.mark.parametrize("words", [(), ("score",), ("variants",), ("variants", "show"), ("help",)], ids=" ".join)
def test_help_shows_what_the_option_shows(haggis: Haggis, words: tuple[str, ...]) -> None:
    assert haggis("help", *words) == haggis(*words, "--help")
    assert haggis.ok("help", *words).startswith(f"Usage: haggis {' '.join(words)}".rstrip())


@pytest.mark.usefixtures("judge")
def test_a_command_gets_its_arguments_as_typed_values() -> None:
    result = run.invoke(app, ["judge", "5r", "J", "--players", "2", "--option", "scoring=cards", "--json"])
    assert result.stdout == "['5r', 'J'] 2 {'scoring': 'cards'} True\n"


@pytest.mark.usefixtures("judge")
@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        ([], "list False\n"),
        (["--json"], "list True\n"),
        (["list", "--json"], "list True\n"),
        (["show"], "show None\n"),
        (["show", "x"], "show x\n"),
    ],
)
def test_a_group_lists_unless_told_otherwise(arguments: list[str], out: str) -> None:
    assert run.invoke(app, ["variants", *arguments]).stdout == out


@pytest.mark.usefixtures("judge")
def test_the_usage_line_is_written_as_in_every_manual() -> None:
    assert run.invoke(app, ["judge", "--help"]).stdout.startswith("Usage: haggis judge [OPTIONS] CARDS\n")
    assert run.invoke(app, ["variants", "show", "-h"]).stdout.startswith(
        "Usage: haggis variants show [OPTIONS] [MATCH]\n"
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_shows_an_example_of_its_use(name: str) -> None:
    out = run.invoke(app, [name, "--help"], prog_name="haggis").stdout
    examples = [line for line in out.splitlines()[1:] if line.startswith("  ") and f"haggis {name}" in line]
    assert examples
    assert max(map(len, examples)) <= 80  # an example is never broken into lines


def test_an_option_given_twice_differently_is_refused() -> None:
    assert parse_option_pairs(["a=1", "a=1"]) == {"a": "1"}
    with pytest.raises(UsageError, match="given twice"):
        parse_option_pairs(["a=1", "a=2"])


@pytest.mark.parametrize(
    "words",
    [("judge", "5r"), ("moves", "5r"), ("variants",), ("variants", "show", "two-player"), ("list",), ("check",)],
    ids=" ".join,
)
def test_every_command_takes_home(haggis: Haggis, words: tuple[str, ...]) -> None:
    assert haggis(*words, "--home", str(haggis.home)).code == 0
