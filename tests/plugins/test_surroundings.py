"""Whatever a plugin does to the process, results stay results, files keep their rights, and every command ends."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from haggis_cli.plugins.isolation import end_from_outside, isolate
from haggis_cli.support.errors import CommandProcess
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
DEAF = """
import signal, time
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
signal.setitimer(signal.ITIMER_REAL, 0)
try:
    time.sleep(1000)
except BaseException:
    time.sleep(1000)
"""
"""What no signal ends but KILL."""
GREEDY = DEAF.replace("time.sleep(1000)", "sum(range(10**12))")
"""What lets nothing else of its process run, neither handlers nor threads."""
IMPATIENT = """
import sys
from haggis_cli.__main__ import main
from haggis_cli.plugins import isolation
from haggis_cli.referee import adjudication
isolation.IMPORT_SECONDS = adjudication.JUDGE_SECONDS = isolation._GRACE = 0.3
sys.exit(main())
"""
"""The program, which waits less long for plugins."""
STUBBORN = f"""{COPY}
import time

def leads(standing):
    while any(standing.totals):
        try:
            with open(NOTE, "a") as note:
                note.write("asked ")
            time.sleep(1000)
        except BaseException:
            pass
    return 0

V = replace(TWO_PLAYER, id="stubborn", next_leader=leads)
"""
TABLE = 'out = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'


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


@pytest.mark.sample("show-", "list-1")
@pytest.mark.parametrize(
    ("words", "buffering"),
    [(("show",), ""), (("log",), "1"), (("sheet",), ""), (("deal",), "1"), (("list",), "1")],
    ids=" ".join,
)
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
        with CommandProcess(), isolate(None, "it fails"):
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


def wait_for(path: Path, words: int, running: "subprocess.Popen[str]") -> None:
    """Wait until so many words are noted."""
    end = time.monotonic() + PATIENCE
    while not (path.exists() and len(path.read_text().split()) >= words):
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("words", [("show",), ("undo",)], ids=" ".join)
def test_ctrl_c_ends_a_command_whose_plugin_catches_everything(
    haggis: Haggis, site: Site, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """The third time that somebody presses it; each time the plugin is where it catches that."""
    note = tmp_path / "asked"
    site.put("stubborn", STUBBORN.replace("NOTE", repr(str(note))))
    keep_match(haggis, "stubborn")
    running = start(haggis, site, [str(SCRIPT)], *words)
    for times in (1, 2, 3):
        wait_for(note, times, running)
        running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (130, "")
    assert "haggis: interrupted while a plugin was running\n" in err


def run_impatient(haggis: Haggis, site: Site, *words: str) -> tuple[int, str, str]:
    running = start(haggis, site, [sys.executable, "-c", IMPATIENT], *words)
    try:
        out, err = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    return running.returncode, out, err


def test_a_module_that_hears_no_signal_is_not_waited_for_and_the_other_variants_go_on(
    haggis: Haggis, site: Site
) -> None:
    site.put("deaf", f"{DEAF}{COPY}V = replace(TWO_PLAYER, id='deaf')\n")
    new = ("new", "-p", "Noah", "-p", "Isla", "--rounds", "4", "--variant")
    said = "it does not answer within 0.3 seconds, and cannot be stopped"
    failed = f"\nhaggis: pub-deaf 1.0 (plugin_pub_deaf:V) cannot be loaded: {said}\n"
    assert run_impatient(haggis, site, *new, "deaf") == (3, "", failed)
    assert not haggis.path().parent.exists()
    assert run_impatient(haggis, site, *new, "two-player")[0] == 0


def test_a_module_that_keeps_the_interpreter_to_itself_is_killed_from_outside(haggis: Haggis, site: Site) -> None:
    site.put("greedy", f"{GREEDY}{COPY}V = replace(TWO_PLAYER, id='greedy')\n")
    ran = run_impatient(haggis, site, "new", "-p", "Noah", "-p", "Isla", "--rounds", "4", "--variant", "greedy")
    said = "it does not answer within 0.3 seconds, and was killed"
    failed = f"\nhaggis: pub-greedy 1.0 (plugin_pub_greedy:V) cannot be loaded: {said}\n"
    assert ran == (-signal.SIGKILL, "", failed)


def children() -> set[str]:
    """The processes that this one has started and not taken leave of: the tests' servers, say."""
    return {each for task in Path("/proc/self/task").iterdir() for each in (task / "children").read_text().split()}


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs the processes as Linux tells them")
def test_who_waits_for_a_module_from_outside_is_gone_when_it_is_loaded() -> None:
    before = children()
    with CommandProcess(), end_from_outside(1000, "it fails"):
        assert children() > before
    assert children() == before


def test_rules_that_hear_no_signal_are_not_waited_for(haggis: Haggis, site: Site) -> None:
    body = "\n    ".join(DEAF.strip().splitlines())
    rules = f"def leads(standing):\n    {body}\n    return 0\n"
    site.put("deaf", f"{COPY}{rules}V = replace(TWO_PLAYER, id='deaf', next_leader=leads)\n")
    keep_match(haggis, "deaf")
    assert run_impatient(haggis, site, "show") == (
        3,
        "",
        "\nhaggis: the variant 'deaf' fails: it does not answer within 0.3 seconds, and cannot be stopped\n",
    )


def test_signals_that_rules_block_or_ignore_are_heard_again() -> None:
    hang_up = signal.getsignal(signal.SIGHUP)
    with CommandProcess(), isolate(None, "it fails"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert signal.getsignal(signal.SIGHUP) == hang_up


@pytest.mark.slow
@pytest.mark.parametrize("body", [DEAF, GREEDY], ids=["deaf", "greedy"])
def test_a_plugin_that_is_looked_at_ends_with_the_one_who_looks(
    haggis: Haggis, site: Site, tmp_path: Path, body: str
) -> None:
    """Even where that is killed: what holds the note open, the plugin's process, is gone at once."""
    os.mkfifo(tmp_path / "note")
    held = os.open(tmp_path / "note", os.O_RDONLY | os.O_NONBLOCK)
    noted = f"import os\nnote = os.open({str(tmp_path / 'note')!r}, os.O_WRONLY)\nos.write(note, b'1')\n"
    site.put("deaf", f"{noted}{body}{COPY}V = replace(TWO_PLAYER, id='deaf')\n")
    running = start(haggis, site, [str(SCRIPT)], "variants")
    try:
        assert select.select([held], [], [], PATIENCE)[0]
        os.set_blocking(held, True)
        assert os.read(held, 1) == b"1"
        running.kill()
        running.communicate(timeout=PATIENCE)
        assert select.select([held], [], [], PATIENCE)[0]
        assert os.read(held, 1) == b""
    finally:
        os.close(held)


@pytest.mark.slow
@pytest.mark.parametrize("when", ["loading", "ruling"])
def test_a_plugin_that_throws_every_module_away_is_named(haggis: Haggis, site: Site, when: str) -> None:
    clear = "import sys\nsys.modules.clear()\n"
    rules = "def leads(standing):\n    import sys\n    sys.modules.clear()\n    import decimal, nothing\n    return 0\n"
    made = (clear, "") if when == "loading" else (rules, ", next_leader=leads")
    site.put("clears", f"{COPY}{made[0]}V = replace(TWO_PLAYER, id='clears'{made[1]})\n")
    keep_match(haggis, "clears")
    ran = haggis.fresh("show", PYTHONPATH=str(site.folder))
    assert (ran.code, ran.out) == (3, "")
    named = "pub-clears 1.0 (plugin_pub_clears:V) cannot be loaded: " if when == "loading" else "'clears' fails: "
    assert named in ran.err
    assert "Traceback" not in ran.err


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
