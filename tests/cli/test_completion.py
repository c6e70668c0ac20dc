"""What the shell offers when Tab is pressed: as its script asks for it, and in the shells themselves."""

import os
import shutil
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from haggis_cli.cli.app import COMMANDS, app
from haggis_cli.cli.completion import split_shell_words
from haggis_cli.plugins import registry
from tests.support.haggis import SCRIPT, Haggis
from tests.support.plugins import COPY, Site
from tests.support.terminal import Terminal

HOSTILE = "$(touch p) `touch p` \\$(touch p)"


def offered(line: str, shell: str = "fish", word: str | None = None) -> list[str]:
    """The values offered at the end of a line."""
    environment = {"_HAGGIS_COMPLETE": f"complete_{shell}", "_HAGGIS_LINE": line}
    if word is not None:
        environment["_HAGGIS_WORD"] = word
    result = CliRunner().invoke(app, [], env=environment, prog_name="haggis")
    assert (result.exit_code, result.stderr) == (0, "")
    return [each.partition("\t")[0] for each in result.stdout.splitlines()]


def later(path: Path, seconds: int) -> None:
    """Make a match look as if it was worked on at another time."""
    stamp = time.time() + seconds
    os.utime(path, (stamp, stamp))


@pytest.fixture
def matches(haggis: Haggis) -> Haggis:
    """Three matches, `friday` the one last worked on."""
    later(haggis.new(name="monday"), -30)
    haggis.ok("new", "--variant", "three-player", "-p", "Zoë", "-p", "Anna Maria", "-p", "noah", "--name", "sunday")
    later(haggis.path("sunday"), -20)
    haggis.new()
    return haggis


def test_help_is_completed_like_the_commands_that_it_tells_of() -> None:
    assert offered("haggis help ju") == offered("haggis ju") == ["judge"]
    assert offered("haggis help variants s") == offered("haggis variants s") == ["show"]
    assert offered("haggis help score ") == []


def test_commands_are_offered_without_loading_them() -> None:
    before = set(sys.modules)
    assert offered("haggis s") == [name for name in COMMANDS if name.startswith("s")]
    assert not {name for name in set(sys.modules) - before if name.endswith("_command")}


def test_what_a_command_does_is_told_in_full() -> None:
    environment = {"_HAGGIS_COMPLETE": "complete_zsh", "_HAGGIS_LINE": "haggis rec"}
    out = CliRunner().invoke(app, [], env=environment, prog_name="haggis").stdout
    assert out == f"record\t{COMMANDS['record'].purpose}\n"


def test_events_each_once_the_newest_first(matches: Haggis) -> None:
    later(matches.new(name="sunday-2"), -5)
    for name, event in (("monday", "Burns Night"), ("sunday", "League"), ("sunday-2", "burns night")):
        text = matches.path(name).read_text().replace("goal =", f'event = "{event}"\ngoal =')
        matches.path(name).write_text(text)
    later(matches.path("monday"), -30)
    later(matches.path("sunday-2"), -20)
    assert offered("haggis list --event ") == ["League", "burns night"]
    assert offered("haggis new --event bur") == ["burns night"]


def test_matches_of_another_home(matches: Haggis) -> None:
    elsewhere = str(matches.folder / "elsewhere")
    matches.ok("new", "--variant", "two-player", "-p", "A", "-p", "B", "--name", "away", "--home", elsewhere)
    assert offered(f"haggis show --home {elsewhere} ") == ["away"]


HANDS = "haggis solve --hand 'Noah: 4r' --hand 'Isla: 5g'"


@pytest.mark.usefixtures("matches")
@pytest.mark.parametrize(
    ("line", "values"),
    [
        # The commands of a group, and the options of the one that needs no name.
        ("haggis variants s", ["show"]),
        ("haggis variants show tat", ["tatties"]),
        ("haggis variants --j", ["--json"]),
        *(
            (f"haggis judge {begun}", [question])
            for begun, question in (("b", "bet"), ("tri", "trick"), ("lea", "lead"))
        ),
        # Matches, the newest first; players who played lately and are not named yet.
        ("haggis show ", ["friday", "sunday", "monday"]),
        ("haggis log s", ["sunday"]),
        ("haggis new --like ", ["friday", "sunday", "monday"]),
        ("haggis new --player ", ["Noah", "Isla", "Zoë", "Anna Maria"]),
        ("haggis new -p Isla -p ", ["Noah", "Zoë", "Anna Maria"]),
        ("haggis new -p Isla -p Noah --lead ", ["Isla", "Noah"]),
        # Entries item by item; events, which begin with the players of the match.
        ('haggis score "N', ["Noah: out", "Noah: cards", "Noah: bet", "Noah: bid"]),
        ('haggis score sunday "An', ["Anna Maria: out", "Anna Maria: cards", "Anna Maria: bet", "Anna Maria: bid"]),
        ('haggis score "Noah: out 8, c', ["Noah: out 8, cards"]),
        ('haggis score "Noah: out 8, ', ["Noah: out 8, cards", "Noah: out 8, bet", "Noah: out 8, bid"]),
        ('haggis score "Noah: out 8" ', ["Isla: out", "Isla: cards", "Isla: bet", "Isla: bid"]),
        ("haggis score s", ["sunday"]),
        ('haggis record "I', ["Isla: pass", "Isla: bet"]),
        ('haggis record sunday "A', ["Anna Maria: pass", "Anna Maria: bet"]),
        # Players whose hands are named; levels, also behind a name.
        (f"{HANDS} --turn I", ["Isla"]),
        (f"{HANDS} --side ", ["Noah", "Isla"]),
        ("haggis play --bot e", ["easy"]),
        ("haggis play --bot Robbie=h", ["Robbie=hard"]),
        # The names of the match that is edited, and behind them those of others.
        ("haggis edit --player ", ["Noah=", "Isla="]),
        ("haggis edit sunday --player An", ["Anna Maria="]),
        ("haggis edit --player Noah=", ["Noah=Zoë", "Noah=Anna Maria"]),
        ("haggis edit --player Noah=Z", ["Noah=Zoë"]),
        ("haggis edit sunday --lead ", ["Zoë", "Anna Maria", "noah"]),
        ("haggis edit nowhere --player ", []),
    ],
)
def test_what_may_follow_is_offered(line: str, values: list[str]) -> None:
    assert offered(line) == values


def test_variants_their_options_and_goals() -> None:
    assert offered("haggis new --variant ") == list(registry.installed_claims())
    assert offered("haggis new --variant=thr") == ["--variant=three-player"]
    assert offered("haggis new --variant neeps --option ") == ["partner_cards=nobody", "partner_cards=first-out"]
    assert offered("haggis judge --option scoring=c") == ["scoring=cards"]
    assert offered("haggis new --variant classic --points ") == ["250", "350"]
    assert offered("haggis new --variant neeps --rounds ") == ["4", "6"]
    assert {"text", "csv"} <= set(offered("haggis sheet --format "))


@pytest.mark.parametrize("command", ["new", "play"])
def test_goals_of_rounds_won(command: str, site: Site) -> None:
    goal = "from haggis_cli.rules.api import Goal\nV = replace(TWO_PLAYER, id='barn', goals=(Goal(round_wins=3),))\n"
    site.put("barn", COPY + goal)
    with site.seen():
        assert offered(f"haggis {command} --variant barn --round-wins ") == ["3"]
    assert offered(f"haggis {command} --variant two-player --round-wins ") == []


@pytest.mark.parametrize(
    "line",
    [
        "", "haggis show --home /nowhere ", "haggis new --variant whist --option ", "haggis score 'nobody' 'x",
        "haggis new --player ",
    ],
)  # fmt: skip
def test_where_there_is_nothing_to_offer_nothing_is_said(haggis: Haggis, line: str) -> None:
    haggis.keep("players = 7\x00", "broken")
    haggis.keep('players = ["Ann\\u001b[2J", 5]\n', "hostile")
    offered(line)
    assert offered("haggis new --player ") == []


@pytest.mark.parametrize("text", ["a." * 1200 + "a = 1", f"a = {'[' * 900}", f"a = {'9' * 5000}"])
def test_a_file_that_cannot_be_read_hides_no_players_of_others(matches: Haggis, text: str) -> None:
    matches.keep(text, "odd")
    assert offered("haggis new --player ") == ["Noah", "Isla", "Zoë", "Anna Maria"]


def test_it_loads_neither_models_nor_the_referee(matches: Haggis) -> None:
    matches.variables |= {"_HAGGIS_COMPLETE": "complete_zsh", "_HAGGIS_LINE": 'haggis score "No'}
    loaded = matches.loaded()
    assert not loaded & {"pydantic", "rich", "click", "haggis_cli.referee.adjudication", "prompt_toolkit"}
    assert not {name for name in loaded if name.startswith("haggis_variants")}


@pytest.mark.parametrize(
    ("line", "word", "inserted"),
    [
        ("haggis new -p An", "An", "Anna\\ Maria"),
        ('haggis new -p "An', "An", "Anna Maria"),
        ("haggis new -p 'Anna M", "Anna M", "Anna Maria"),
        ("haggis new -p Anna\\ M", "Anna\\ M", "Anna\\ Maria"),
        ("haggis new --variant=two-p", "two-p", "two-player"),
        ("haggis new --option scoring=c", "c", "cards"),
    ],
)
@pytest.mark.usefixtures("matches")
def test_bash_gets_what_follows_the_colon_or_equals_sign_quoted_as_the_line_is(
    line: str, word: str, inserted: str
) -> None:
    assert offered(line, "bash", word) == [inserted]


@pytest.mark.parametrize(
    ("quote", "inserted"),
    [
        ("", "\\$\\(touch\\ p\\)\\ \\`touch\\ p\\`\\ \\\\\\$\\(touch\\ p\\)"),
        ('"', "\\$(touch p) \\`touch p\\` \\\\\\$(touch p)"),
        ("'", HOSTILE),
    ],
)
def test_bash_is_given_nothing_that_it_would_run(haggis: Haggis, quote: str, inserted: str) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", HOSTILE, "-p", "O'Brien", "--name", "friday")
    assert offered(f"haggis new -p {quote}", "bash", "")[0] == inserted
    assert len(offered(f"haggis new -p {quote}", "bash", "")) == (1 if quote == "'" else 2)


def test_a_line_is_split_as_the_shell_does() -> None:
    words = split_shell_words("haggis score  'a b'\\ c \"d\\\"e' f")
    assert [word.text for word in words] == ["haggis", "score", "a b c", "d\"e' f"]
    assert [word.quote for word in words] == ["", "", "", '"']
    assert split_shell_words("haggis ")[-1].text == ""


@pytest.mark.slow
@pytest.mark.sample("two parts of an entry-bash")
@pytest.mark.parametrize(
    ("shell", "arguments", "setup"),
    [
        ("bash", ("--norc", "--noprofile", "-i"), 'eval "$(haggis --show-completion bash)"'),
        ("zsh", ("-f", "-i"), 'autoload -Uz compinit; compinit -u; eval "$(haggis --show-completion zsh)"'),
        ("fish", ("--no-config", "-i"), "haggis --show-completion fish | source"),
    ],
    ids=("bash", "zsh", "fish"),
)
@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("haggis new -p Ann\t", "Anna Maria"),
        ("haggis new -p \\$\t", HOSTILE),
        ("haggis show fr\t", "friday"),
        ("haggis score Ann\to\t", "Anna Maria: out"),
    ],
    ids=("a name", "a hostile name", "a match", "two parts of an entry"),
)
def test_tab_in_the_shell_itself(
    haggis: Haggis, shell: str, arguments: tuple[str, ...], setup: str, typed: str, word: str
) -> None:
    program = shutil.which(shell)
    if not program:
        pytest.skip(f"{shell} is not installed")
    haggis.ok("new", "--variant", "two-player", "-p", "Anna Maria", "-p", HOSTILE, "--name", "friday")
    path = os.pathsep.join([str(SCRIPT.parent), os.environ["PATH"]])
    with Terminal(haggis, *arguments, program=program, PATH=path, TERM="xterm", PS1="$ ") as screen:
        screen.type(f"{setup}; echo rea''dy")
        screen.expect("ready\n")
        for part in typed.split("\t")[:-1]:
            screen.settle()
            screen.press(f"{part}\t")
        screen.settle()
        screen.press("\x01printf '<%s>' \x05\n")
        screen.expect(f"<{word}>")
    assert not list(haggis.folder.rglob("p"))


def test_the_teams_of_the_match_that_is_edited(haggis: Haggis) -> None:
    players = [word for name in ("Noah", "Jamie", "Isla", "Una") for word in ("-p", name)]
    haggis.ok("new", "--variant", "neeps", *players, "--team", "High Rollas", "--team", "Slam Jamma")
    assert offered("haggis edit --team ") == ["High Rollas=", "Slam Jamma="]
    assert offered("haggis edit --team S") == ["Slam Jamma="]
