"""Commands as processes of their own: at the same moment, killed, with a reader that goes away, and light to start."""

import json
import os
import signal
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from haggis_cli.cli.app import COMMANDS
from haggis_cli.matches.store.folder import Store
from tests.support.haggis import PATIENCE, ROOT, SCRIPT, Haggis, header
from tests.support.terminal import Terminal

ENTRIES = ("Noah: out 8, cards 12, bet little", "Isla: bet baby")
EXAMPLE = str(ROOT / "examples/matches/two-player-unknown-hands.toml")
MODELS = {"pydantic", "tomli", "tomli_w"}
DIALOGUES = {
    *("cli.record.dialogue", "cli.score.round_dialogue", "cli.new_match"),
    *("cli.play.questions", "cli.terminal.questionnaire"),
}
COMMAND_MODULES = {f"haggis_cli.cli.{entry.module}" for entry in COMMANDS.values()}


EVENING: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("new", ("--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday"), ""),
    ("score", ENTRIES, ""),
    ("record", ("-",), "7r\n8r\npass\n"),
    ("check", (), ""),
    ("undo", (), ""),
    ("redo", (), ""),
    ("show", ("--json",), ""),
    ("sheet", (), ""),
    ("judge", ("4r 4g 5r 5b",), ""),
    ("judge", (), ""),
    ("nonsense", (), ""),
    ("score", (), "n8\n\n"),
)
"""From nothing to a sheet, and what ends with each code: commands, words and what is typed."""


@pytest.mark.sample("2")
@pytest.mark.parametrize("steps", [2, len(EVENING)])
def test_fresh_and_forked_a_command_is_the_same(tmp_path: Path, steps: int) -> None:
    """Most tests run the program forked from one that is loaded: it says, does and ends as the installed script."""
    ended = []
    for fresh in (True, False):
        folder = tmp_path / str(fresh)
        folder.mkdir()
        haggis = Haggis(folder)
        run = haggis.fresh if fresh else haggis.process
        ran = [run(name, *words, stdin=stdin) for name, words, stdin in EVENING[:steps]]
        ran = [each._replace(out=each.out.replace(str(folder), "")) for each in ran]
        ended.append((ran, haggis.text()))
    assert ended[0] == ended[1]
    codes = [ran.code for ran in ended[0][0]]
    assert codes == [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 1][:steps]


@pytest.mark.slow
def test_fresh_and_forked_it_is_the_same_in_a_terminal(haggis: Haggis) -> None:
    haggis.new()
    shown = []
    for program in (str(SCRIPT), ""):
        with Terminal(haggis, "score", program=program) as screen:
            screen.answer("Who went out first: ", "z")
            screen.expect("Who went out first: ")
            screen.interrupt()
            shown.append((*screen.end(), screen.shown))
    assert shown[0] == shown[1]
    assert shown[0][0] == 130


@pytest.mark.slow  # the README's commands are run by default
def test_an_evening_with_the_installed_program(haggis: Haggis) -> None:
    """From nothing to a sheet; each step is a process."""
    assert haggis.process("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday").code == 0
    assert haggis.process("score", *ENTRIES).out.splitlines()[2].split()[-1] == "72"
    assert haggis.process("record", "-", stdin="7r\n8r\npass\n").code == 0
    assert haggis.process("check").code == 0
    assert haggis.process("undo").out.startswith("Taken back in friday: round 2, Isla: pass\n")
    assert haggis.process("redo").code == 0
    assert json.loads(haggis.process("show", "--json").out)["totals"] == {"Noah": 72, "Isla": 24}
    # Byte for byte what it is when everything is done in one process.
    text = haggis.text()
    haggis.path().unlink()
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday")
    haggis.ok("score", *ENTRIES)
    haggis.ok("record", "Isla: 7r", "Noah: 8r", "Isla: pass")
    assert haggis.text() == text


@pytest.mark.sample(1)
@pytest.mark.parametrize("time", range(3))
def test_two_rounds_scored_at_the_same_moment_are_both_there(haggis: Haggis, time: int) -> None:
    """Issue: both rounds are there, or one is told that it must try again."""
    haggis.new()
    started = [haggis.start("score", "friday", *ENTRIES), haggis.start("score", "friday", "Isla: out 6, cards 13")]
    ended = [(process.communicate(timeout=PATIENCE), process.returncode) for process in started]
    assert [code for _, code in ended] == [0, 0], ended
    assert haggis.text().count("[[rounds]]") == 2
    assert 'out = ["Noah"]' in haggis.text()
    assert 'out = ["Isla"]' in haggis.text()
    assert haggis.ok("check") == ""
    assert [path.name for path in haggis.path().parent.iterdir()] == ["friday.toml"]


def test_many_who_record_at_once_lose_nothing(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 7r")
    started = [haggis.start("record", "friday", event) for event in ("Isla: 8r", "Isla: pass", "Isla: 8g")]
    ended = [(process.communicate(timeout=PATIENCE), process.returncode) for process in started]
    assert sorted(str(code) for _, code in ended) == ["0", "1", "1"], ended
    assert haggis.json("show")["pending"]["player"] == "Noah"


def test_a_lock_that_is_not_given_back_is_told(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that hangs keeps its lock: the other one waits some seconds, changes nothing and says so."""
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(Store.__init__, "__kwdefaults__", {"patience": 0.05})
    before = haggis.new().read_bytes()
    (lock,) = (haggis.folder / "locks").iterdir()
    with lock.open("r+b") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        ran = haggis("score", *ENTRIES)
    assert (ran.code, ran.out) == (3, "")
    assert "another haggis has been working on this match" in ran.err
    assert "try again" in ran.err
    assert haggis.path().read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals and pipes")
class TestTheEndOfTheProcess:
    def test_killed_while_it_reads_it_loses_nothing_of_what_was_typed(self, haggis: Haggis) -> None:
        haggis.new()
        process = haggis.start("record", "-")
        assert process.stdin
        for event in ("7r", "8r", "pass"):
            process.stdin.write(f"{event}\n")
            process.stdin.flush()
        until(lambda: "Noah: pass" in haggis.text())
        process.kill()
        process.communicate(timeout=PATIENCE)
        assert haggis.text() == header() + (
            '\n[[rounds]]\nevents = [\n  "Noah: 7r",\n  "Isla: 8r",\n  "Noah: pass",\n]\n'
        )
        assert haggis.process("record", "Isla: 9r").code == 0

    def test_interrupted_it_ends_with_130_and_tells_what_was_saved_and_is_there(self, haggis: Haggis) -> None:
        haggis.new()
        process = haggis.start("record", "-")
        assert process.stdin
        process.stdin.write("7r\n")
        process.stdin.flush()
        until(lambda: "Noah: 7r" in haggis.text())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert out.startswith("friday, round 1\nNoah: 7r\n")
        assert "Traceback" not in err
        assert "Noah: 7r" in haggis.text()


class TestWhatIsLoaded:
    @pytest.mark.slow
    def test_judge_and_moves_load_no_models_and_where_the_variant_is_named_no_store(self, haggis: Haggis) -> None:
        haggis.new()
        for command in (("judge", "5r J Q"), ("moves", "4-6r J"), ("judge", "4r 5r", "--json"), ("rules", "bombs")):
            heavy = (MODELS - {"tomli"}) | {"platformdirs", "importlib.metadata", "rich", "click", "json", "hashlib"}
            assert haggis.loaded(*command) & heavy <= ({"json"} if "--json" in command else set())
            named = haggis.loaded(*command, "--variant", "tatties")
            assert named & (heavy | {"tomli", "haggis_cli.matches.store.folder"}) <= {"json"}

    @pytest.mark.slow
    @pytest.mark.sample(2)
    @pytest.mark.parametrize("command", [("check", EXAMPLE), ("show",), ("score", *ENTRIES), ("undo",), ("list",)])
    def test_a_command_that_asks_nothing_loads_no_dialogue(self, haggis: Haggis, command: tuple[str, ...]) -> None:
        haggis.new()
        haggis.ok("score", *ENTRIES)
        modules = haggis.loaded(*command)
        asking = {f"haggis_cli.{name}" for name in DIALOGUES}
        assert all(find_spec(name) for name in asking)
        # importlib.metadata is not among them: pydantic looks for its own plugins with it.
        heavy = {"rich", "click", "platformdirs", "readline", "prompt_toolkit"}
        assert modules & (asking | heavy) == set()
        assert modules & COMMAND_MODULES == {f"haggis_cli.cli.{COMMANDS[command[0]].module}"}

    @pytest.mark.slow
    def test_where_no_match_has_changed_the_history_loads_no_models(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.ok("list")
        for command in ("list", "stats"):
            assert haggis.loaded(command) & {"pydantic", "haggis_cli.matches.model"} == set()

    @pytest.mark.slow
    def test_what_only_reads_loads_nothing_that_writes(self, haggis: Haggis) -> None:
        haggis.new()
        for command in (("variants",), ("judge", "5r", "--variant", "two-player")):
            files = {name for name in haggis.loaded(*command) if name.startswith("haggis_cli.matches")}
            notation = {name for name in files if name.startswith("haggis_cli.matches.notation")}
            assert files - notation <= {"haggis_cli.matches", "haggis_cli.matches.heading"}


def until(happened: Callable[[], bool]) -> None:
    """Wait for something that happens soon."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)
