"""Reading never writes and never waits: seen from below, in the system calls of every command that only reads."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability import strace
from tests.reliability.stage import FRIDAY, NOAH_OUT, READING, Scenario, Stage, Words
from tests.support.haggis import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not strace.available(), reason="needs strace, which is on Linux alone"
)

# What each is asked for. `doctor` is not among them: it tries whether folders can be written and locks taken.
WORDS: dict[str, Words] = {
    "show": ("friday",),
    "log": ("friday",),
    "judge": ("4r 4g",),
    "moves": ("4-6r J",),
    "rules": ("bombs",),
    "solve": ("--hand", "Noah: 4r J", "--hand", "Isla: 5g"),
    "review": (str(ROOT / "examples" / "matches" / "two-player-known-hands.toml"), "--round", "3", "--seconds", "0.05"),
    "check": (),
    "list": (),
    "stats": (),
    "variants": (),
    "help": ("score",),
}
CHANGES = re.compile(
    r"flock|fcntl|O_CREAT|O_WRONLY|O_RDWR|^(?:p?write|rename|f?ch|f?truncate|link|unlink|symlink|mkdir)"
)


@pytest.fixture(scope="module")
def tracer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[strace.Tracer]:
    with strace.Tracer(tmp_path_factory.mktemp("notes")) as tracer:
        yield tracer


def test_none_is_left_out() -> None:
    assert READING.keys() - WORDS.keys() == {"doctor", "serve"}  # which goes on until it is ended


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("command", WORDS)
def test_a_command_that_reads_changes_nothing_and_takes_no_lock(
    tracer: strace.Tracer, tmp_path: Path, command: str
) -> None:
    stage = Stage(tmp_path / "stage")
    scenario = Scenario(command, (command, *WORDS[command]), {}, (FRIDAY, ("score", "friday", NOAH_OUT)))
    stage.set(scenario)
    points, ended = tracer.points(stage, scenario)
    assert ended.code == 0, ended
    cache = str(stage.folder / "cache")  # of what can be worked out again; made by `list`, `stats` and `review` alone
    touching = [point.line for point in points if str(stage.folder) in point.line and cache not in point.line]
    assert bool(touching) is (command not in {"variants", "help"})
    assert [line for line in touching if CHANGES.search(line)] == []
