"""Whatever a plugin does to the process, results stay results, files keep their rights, and every command ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from haggis_cli.plugins.surroundings import kept_surroundings
from haggis_cli.support.exit_codes import CommandProcess
from tests.support.haggis import PATIENCE, SCRIPT, Haggis
from tests.support.plugins import COPY, Site

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and rights of POSIX systems")

LOUD = f"""{COPY}
import os, sys

def shout():
    os.write(1, b"by os.write\\n")
    os.system("echo by os.system")
    print("by print")
    print("by sys.__stdout__", file=sys.__stdout__)
    sys.stdout.buffer.write(b"by its bytes\\n")
    sys.stdout.flush()
    sys.__stdout__.flush()
    os.umask(0o777)

def leads(standing):
    shout()
    return 0

shout()
V = replace(TWO_PLAYER, id="loud", next_leader=leads)
"""
LEFT_BEHIND = {
    "a thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()\n",
    "a sleeper at the end": "import atexit, time\natexit.register(time.sleep, 1000)\n",
    "a signal that is ignored": (
        "import signal, threading, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "threading.Thread(target=time.sleep, args=(1000,)).start()\n"
    ),
    "no limit to recursion": (
        "import sys, threading, time\nsys.setrecursionlimit(10**9)\n"
        "threading.Thread(target=time.sleep, args=(1000,)).start()\n"
    ),
}
STUBBORN = f"""{COPY}
import pathlib, time

def leads(standing):
    while any(standing.totals):
        try:
            pathlib.Path(NOTE).touch()
            time.sleep(0.01)
        except BaseException:
            pass
    return 0

V = replace(TWO_PLAYER, id="stubborn", next_leader=leads)
"""
TABLE = 'out = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "site")


@pytest.mark.slow
def test_nothing_that_rules_write_is_part_of_a_result_and_new_files_keep_their_rights(
    haggis: Haggis, site: Site
) -> None:
    site.put("loud", LOUD)
    new = ("new", "--variant", "loud", "-p", "Noah", "-p", "Isla", "--lead", "Noah", "--name", "friday", "--json")
    for words in (new, ("score", "Noah: out 8, cards 12", "Isla: cards 24", "--json")):
        ran = haggis.fresh(*words, PYTHONPATH=str(site.folder))
        assert ran.code == 0, ran.err
        assert ran.out.startswith("{")
        assert ran.out.count("\n") == 1
        for way in ("os.write", "os.system", "print", "sys.__stdout__", "its bytes"):
            assert f"by {way}\n" in ran.err
    assert haggis.path().stat().st_mode & 0o600 == 0o600


def keep_match(haggis: Haggis, variant: str) -> None:
    path = haggis.new()
    text = path.read_text().replace('"two-player"', f'"{variant}"')
    path.write_text(text.replace("\n# end", f"\n[[rounds]]\n[rounds.table]\n{TABLE}\n# end"))


@pytest.mark.parametrize("buffering", ["", "1"])
@pytest.mark.parametrize("words", [("show",), ("log",), ("sheet",), ("deal",), ("list",)], ids=" ".join)
def test_what_a_command_tells_of_a_plugins_match_is_its_result(
    haggis: Haggis, site: Site, words: tuple[str, ...], buffering: str
) -> None:
    keep_match(haggis, "two-player")
    own = haggis.fresh(*words)
    haggis.path().unlink()
    site.put("two-quiets", f"{COPY}V = replace(TWO_PLAYER, id='two-quiets')\n")
    keep_match(haggis, "two-quiets")
    ran = haggis.fresh(*words, PYTHONPATH=str(site.folder), PYTHONUNBUFFERED=buffering)
    assert ran.out.replace("two-quiets", "two-player") == own.out
    assert ran.err == own.err


@pytest.mark.slow
def test_rules_that_call_themselves_without_end_fail_at_once(haggis: Haggis, site: Site) -> None:
    site.put(
        "deep",
        f"""{COPY}
import sys

def leads(standing):
    sys.setrecursionlimit(10**9)
    return leads(standing) + 1

V = replace(TWO_PLAYER, id="deep", next_leader=leads)
""",
    )
    keep_match(haggis, "deep")
    ran = haggis.fresh("show", PYTHONPATH=str(site.folder))
    assert (ran.code, ran.out) == (3, "")
    assert "the variant 'deep' fails" in ran.err
    assert "recursion" in ran.err


def test_what_rules_leave_in_the_process_of_a_command_is_put_back() -> None:
    mask = os.umask(0o022)
    depth, streams = sys.getrecursionlimit(), (sys.stdout, sys.__stdout__)
    try:
        with CommandProcess(), kept_surroundings(None):
            os.umask(0o777)
            sys.setrecursionlimit(10**6)
            assert sys.stdout is not streams[0]
        assert os.umask(0o022) == 0o022
        assert sys.getrecursionlimit() == depth
        assert (sys.stdout, sys.__stdout__) == streams
    finally:
        os.umask(mask)


@pytest.mark.slow
@pytest.mark.parametrize("what", LEFT_BEHIND)
@pytest.mark.parametrize("words", [("moves", "2r 2g", "--variant", "lingers"), ("variants",)], ids=" ".join)
def test_what_a_plugin_leaves_behind_keeps_no_command_from_ending(
    haggis: Haggis, site: Site, what: str, words: tuple[str, ...]
) -> None:
    site.put("lingers", f"{COPY}{LEFT_BEHIND[what]}V = replace(TWO_PLAYER, id='lingers', name='Lingers')\n")
    ran = haggis.fresh(*words, PYTHONPATH=str(site.folder))
    assert ran.code == 0, ran.err
    assert words[0] == "moves" or "Lingers" in ran.out


def press_until_it_ends(running: "subprocess.Popen[str]", number: int) -> tuple[str, str]:
    end = time.monotonic() + PATIENCE
    while running.poll() is None and time.monotonic() < end:
        running.send_signal(number)
        time.sleep(0.05)
    return running.communicate(timeout=PATIENCE)


def start(haggis: Haggis, site: Site, command: list[str], *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*command, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=haggis.environment(PYTHONPATH=str(site.folder)),
        cwd=haggis.folder,
    )


def wait_for(path: Path, running: "subprocess.Popen[str]") -> None:
    end = time.monotonic() + PATIENCE
    while not path.exists() and running.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    assert path.exists(), running.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("words", [("show",), ("undo",)], ids=" ".join)
def test_ctrl_c_ends_a_command_whose_plugin_catches_everything(
    haggis: Haggis, site: Site, tmp_path: Path, words: tuple[str, ...]
) -> None:
    site.put("stubborn", STUBBORN.replace("NOTE", repr(str(tmp_path / "asked"))))
    keep_match(haggis, "stubborn")
    running = start(haggis, site, [str(SCRIPT)], *words)
    wait_for(tmp_path / "asked", running)
    out, err = press_until_it_ends(running, signal.SIGINT)
    assert (running.returncode, out) == (130, "")
    assert "haggis: interrupted while a plugin was at work\n" in err


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interruption_ends_also_the_module_whose_interpreter_waits_for_a_plugins_thread(
    haggis: Haggis, site: Site, number: int
) -> None:
    site.put("lingers", f"{COPY}{LEFT_BEHIND['a thread']}V = replace(TWO_PLAYER, id='lingers')\n")
    running = start(haggis, site, [sys.executable, "-m", "haggis_cli"], "moves", "2r 2g", "--variant", "lingers")
    assert running.stdout
    first = running.stdout.readline()
    wait_until_told = running.stderr.readline() if running.stderr else ""
    out, _ = press_until_it_ends(running, number)
    assert running.returncode in (0, 130, -number), wait_until_told  # it may have come while the command still ran
    assert first + out
