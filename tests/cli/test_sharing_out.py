"""Long work shared out by `check`, `play --simulate` and, on Dask, `stats`: they say the same whoever works."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.haggis import PATIENCE, SCRIPT, Haggis, header

ROUND = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
MANY = 260
PADDING = "# " + "x" * 3000 + "\n"  # files large enough that they are shared out


@pytest.fixture
def many(haggis: Haggis) -> Haggis:
    """A home with many matches: some break a rule, some cannot be read."""
    for number in range(MANY):
        text = PADDING + header(name=f"m{number:03}") + ROUND
        if number % 50 == 7:
            text = text.replace('out = ["Noah"]', 'out = ["Nobody"]')
        if number % 60 == 11:
            text += "nonsense\n"
        haggis.keep(text, f"m{number:03}")
    return haggis


@pytest.mark.sample(1)
@pytest.mark.parametrize("form", [(), ("--json",), ("--warnings",)])
def test_check_says_the_same_with_any_number_of_processes(many: Haggis, form: tuple[str, ...]) -> None:
    one, three = (many.process("check", *form, "--jobs", jobs) for jobs in ("1", "3"))
    assert one == three
    assert one.code == 3
    assert "'Nobody'" in one.out
    assert one.out.count("\n") >= 12
    found = re.findall(r"/m(\d+)\.toml", one.err if not form else one.out)
    assert found == sorted(found)


def children_of(process: int) -> list[int]:
    """The processes that a process has begun and that live."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, encoding="ascii", check=True)
    rows = [row.split() for row in listed.stdout.splitlines()]
    return [int(pid) for pid, parent, state in rows if int(parent) == process and not state.startswith("Z")]


HEARING = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
"""A command that hears SIGHUP, also where the tests run under `nohup`."""


@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("ps"), reason="needs ps, and POSIX signals")
@pytest.mark.sample("SIGKILL")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_whatever_ends_a_command_nobody_goes_on_working_for_it(haggis: Haggis, name: str) -> None:
    bots = ["-b", "hard", "-b", "hard", "--playouts", "1000000"]  # a single play takes minutes
    words = ["play", "--simulate", "9", "--variant", "two-player", *bots, "--jobs", "2"]
    running = subprocess.Popen(
        [sys.executable, "-c", HEARING, str(SCRIPT), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=haggis.environment(),
        cwd=haggis.folder,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + PATIENCE
        while len(children_of(running.pid)) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        assert len(children_of(running.pid)) == 2
        running.send_signal(getattr(signal, name))
        running.communicate(timeout=PATIENCE)  # whoever has its output has ended
        assert running.returncode == -getattr(signal, name)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(running.pid, signal.SIGKILL)


def test_dask_without_its_packages_is_one_sentence(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = haggis("check", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "haggis: --backend dask needs joblib and Dask: pip install 'haggis-cli[cluster]'\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--backend", "dask"), "--backend dask needs --scheduler ADDRESS, such as tcp://10.0.0.1:8786"),
        (("--backend", "spark"), "--backend is processes or dask, not 'spark'"),
        (("--backend", "dask", "--jobs", "2", "--scheduler", "tcp://x:1"), "--jobs belongs to --backend processes"),
    ],
)
def test_who_is_to_work_must_be_clear(haggis: Haggis, arguments: tuple[str, ...], said: str) -> None:
    ran = haggis("check", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Dask scheduler and two workers of this machine, each a process of its own."""
    pytest.importorskip("distributed", reason="needs haggis-cli[cluster]")
    folder = tmp_path_factory.mktemp("dask")
    at = ["--host", "127.0.0.1", "--no-dashboard"]
    file = folder / "scheduler.json"
    started = [_dask("scheduler", *at, "--port", "0", "--scheduler-file", str(file))]
    started += [
        _dask(
            "worker", *at, "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", f"--local-directory={folder}"
        )
        for _ in range(2)
    ]
    try:
        yield _address(file)
    finally:
        for each in reversed(started):
            each.kill()  # asked to end, a worker now and then waits for a scheduler that is gone
            each.wait(PATIENCE)


def _dask(kind: str, *arguments: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


def _address(file: Path) -> str:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if file.exists() and file.stat().st_size:
            return str(json.loads(file.read_text())["address"])
        time.sleep(0.05)
    raise AssertionError("the scheduler did not start")


@pytest.mark.slow
@pytest.mark.parametrize(("command", "alone_by"), [(("check",), ("--jobs", "1")), (("stats", "--json"), ())])
def test_dask_workers_say_the_same_as_this_process(
    many: Haggis, scheduler: str, command: tuple[str, ...], alone_by: tuple[str, ...]
) -> None:
    elsewhere = many.process(*command, "--backend", "dask", "--scheduler", scheduler)
    alone = many.process(*command, *alone_by, HAGGIS_CACHE=str(many.folder / "other-cache"))
    assert elsewhere == alone
    assert alone.out


@pytest.mark.slow
def test_simulations_run_on_dask_workers(haggis: Haggis, scheduler: str) -> None:
    players = ("--variant", "two-player", "--bot", "A=random", "--bot", "B=random", "--rounds", "1", "--seed", "7")
    elsewhere = haggis.process("play", *players, "--simulate", "6", "--backend", "dask", "--scheduler", scheduler)
    assert elsewhere.code == 0, elsewhere
    alone = haggis.process("play", *players, "--simulate", "6", "--jobs", "1")
    assert elsewhere.out.splitlines()[:3] == alone.out.splitlines()[:3]
