"""What a command loads before it does anything, and how the process ends when it cannot go on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from haggis_cli import __version__
from haggis_cli.cli.app import COMMANDS
from tests.support.haggis import ROOT, Haggis, run_with

POSIX = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals, pipes and shells")
WRITE_TO_NOBODY = "import os; end, writer = os.pipe(); os.close(end); os.dup2(writer, 1); print('x' * 100_000)"
HEAVY = ("pydantic", "pydantic_core", "rich", "importlib.metadata", "click", "tomllib", "tomli", "platformdirs")


def test_the_version_is_told_before_typer_is_loaded(haggis: Haggis) -> None:
    modules = haggis.loaded("--version")
    assert not {name for name in modules if name.split(".")[0] in ("typer", "pydantic", "rich")}
    assert {name for name in modules if name.startswith("haggis_cli")} == {
        "haggis_cli",
        "haggis_cli.__main__",
        "haggis_cli.support",
        "haggis_cli.support.errors",
    }


def test_the_first_page_names_a_match_before_typer_is_loaded(haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla")
    modules = haggis.loaded()
    assert not {name for name in modules if name.split(".")[0] in ("typer", "platformdirs")} | (modules & set(HEAVY))
    assert not {name for name in modules if name.startswith(("haggis_cli.rules", "haggis_cli.referee"))}
    assert {name for name in modules if name.startswith("haggis_cli.cli.")} == {"haggis_cli.cli.first_page"}


@pytest.mark.parametrize("arguments", [("--help",), ("-h",)])
def test_the_help_loads_no_command_and_nothing_heavy(haggis: Haggis, arguments: tuple[str, ...]) -> None:
    modules = haggis.loaded(*arguments)
    commands = {f"haggis_cli.cli.{entry.module}" for entry in COMMANDS.values()}
    assert not modules & (commands | set(HEAVY))


def test_a_command_loads_no_other_command() -> None:
    code, out, _ = run_with(
        "import sys\n"
        "def log_command() -> None:\n"
        "    print(*sorted(sys.modules.keys() & OTHERS))\n"
        f"OTHERS = { ({f'haggis_cli.cli.{entry.module}' for entry in COMMANDS.values()} | set(HEAVY))!r}\n"
    )
    assert (code, out.split()) == (0, ["haggis_cli.cli.show"])


@pytest.mark.slow
def test_a_check_loads_of_its_own_accord_nothing_that_only_other_commands_need(haggis: Haggis) -> None:
    libraries = "import typer, typer.core, typer.main, pydantic\npydantic.BaseModel\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{libraries}import sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    example = str(ROOT / "examples/matches/two-player-rulebook-sheet.toml")
    ours = haggis.loaded("check", example) - set(done.stdout.split())
    others = {"rich", "click", "prompt_toolkit", "wcwidth", "readline", "sqlite3", "ctypes", "csv", "multiprocessing"}
    assert not ours & (others | {"concurrent.futures", "joblib", "json", "tomli_w", "importlib.metadata", "email"})


def test_the_completion_of_a_match_loads_neither_models_nor_hashes() -> None:
    code = (
        "import atexit, os, sys\n"
        "atexit.register(lambda: sys.stderr.write(' '.join(sys.modules)))\n"
        "os.environ |= {'_HAGGIS_COMPLETE': 'complete_bash', '_HAGGIS_LINE': 'haggis show fr', '_HAGGIS_WORD': 'fr'}\n"
        "sys.argv = ['haggis']\n"
        "from haggis_cli.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stderr.split()) & {*HEAVY, "hashlib", "email.message", "haggis_cli.rules.variant"} - {
        "platformdirs"
    }


@pytest.mark.parametrize("arguments", [["--version"], ["-V"]])
def test_the_version_as_a_process(arguments: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "haggis_cli", *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"haggis {__version__}\n", "")


def test_an_error_is_one_sentence_and_its_exit_code() -> None:
    module = (
        "from haggis_cli.support.errors import StoreError\n"
        "def log_command() -> None:\n"
        "    raise StoreError('no match yet: start one with \\'haggis new\\'\\x1b[2J')\n"
    )
    assert run_with(module) == (3, "", "haggis: no match yet: start one with 'haggis new'\\x1b[2J\n")


def test_a_mistake_of_the_program_is_no_traceback() -> None:
    module = "def log_command() -> None:\n    {}['x']\n"
    code, out, err = run_with(module)
    assert (code, out) == (70, "")
    assert err.startswith("haggis: an error in haggis itself, please report it: ")
    assert len(err.splitlines()) == 1
    assert "Traceback" in run_with(module, environment={"HAGGIS_TRACEBACK": "1"})[2]


@pytest.mark.parametrize(
    ("does", "code", "out", "err"),
    [
        ("input()", 130, "", "haggis: the input ended before the question was answered\n"),
        ("print('Zo\\u00eb')", 0, "Zo\\xeb\n", ""),
        ("raise SystemExit(7)", 7, "", ""),
        pytest.param("import os; os.kill(os.getpid(), 2); input()", 130, "", "\n", marks=POSIX),
        pytest.param(WRITE_TO_NOBODY, 141, "", "", marks=POSIX),
    ],
    ids=["the input ends", "a name that the encoding lacks", "an exit past the program", "Ctrl-C", "no reader is left"],
)
def test_what_ends_a_command_early_has_its_code_and_its_words(does: str, code: int, out: str, err: str) -> None:
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert run_with(f"def log_command() -> None:\n    {does}\n", environment=environment) == (code, out, err)


def test_what_wants_to_be_done_at_the_end_is_done_before_the_process_just_ends() -> None:
    code, out, err = run_with(
        "import atexit, sys, threading, typer\n"
        "def log_command() -> None:\n"
        "    atexit.register(lambda: sys.stdout.write('left'))\n"
        "    threading.Timer(0.1, lambda: sys.stderr.write('waited for')).start()\n"
        "    raise typer.Exit(5)\n",
        environment={"PYTHONUNBUFFERED": ""},
    )
    assert (code, out, err) == (5, "left", "waited for")


@POSIX
class TestTheEndOfTheProcess:
    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    def test_a_full_disk_is_told(self) -> None:
        command = f"{sys.executable} -m haggis_cli --version >/dev/full"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (3, "haggis: reading or writing failed: No space left on device\n")

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    def test_closed_streams_are_survived(self, closed: str) -> None:
        shown = 3 if ">&- " in f" {closed} ".replace("2>&-", "") else 0  # nobody gets to see it
        for arguments, code in (("--version", shown), ("--help", shown), ("nonsense", 2)):
            command = f"{sys.executable} -m haggis_cli {arguments} {closed}"
            done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
            assert done.returncode == code
            assert "Traceback" not in done.stderr
