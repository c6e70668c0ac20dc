"""The cost of a command as a whole process, as a multiple of a bare interpreter started at the same time.

Usage: python -m benchmarks.startup [ROUNDS]

The processes run in turn (A B C A B C …), so that a busy machine affects all of them; the ratios are medians of the
ratios within each round. Every `score` adds the first round of the same match. Memory is the peak of a process. Install
the program as its users do: an editable installation starts more slowly.
"""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.clock import Row, print_rows

HAGGIS = str(Path(sysconfig.get_path("scripts")) / "haggis")
EXAMPLE = str(Path(__file__).parents[1] / "examples/matches/two-player-rulebook-sheet.toml")
BARE = "python -I -c pass"
CASES = {
    BARE: [sys.executable, "-I", "-c", "pass"],
    "import typer": [sys.executable, "-c", "import typer"],
    "haggis --version": [HAGGIS, "--version"],
    "haggis --help": [HAGGIS, "--help"],
    "haggis judge": [HAGGIS, "judge", "10r 10g J Q", "--over", "9b 9y 10b 10y as stair2"],
    "haggis moves": [HAGGIS, "moves", "2r 2g 3r 3g J Q K"],
    "haggis rules": [HAGGIS, "rules", "neeps"],
    "haggis check": [HAGGIS, "check", EXAMPLE],
    "haggis show": [HAGGIS, "show", EXAMPLE],
    "haggis score": [HAGGIS, "score", "friday", "Noah: out 5, cards 20", "--yes"],
    "completion of a match": [HAGGIS],
}
COMPLETION = {"_HAGGIS_COMPLETE": "complete_bash", "_HAGGIS_LINE": "haggis show fr", "_HAGGIS_WORD": "fr"}
WARM_UP = 2  # rounds that only load files and bytecode into memory


def seconds_of(name: str, environment: dict[str, str]) -> tuple[float, int]:
    """The time of one process from start to end, and its peak memory in KiB."""
    more = COMPLETION if name.startswith("completion") else {}
    started = perf_counter()
    with subprocess.Popen(
        CASES[name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment | more
    ) as process:
        assert process.stderr is not None
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{name} failed: {said.decode()}")
    return perf_counter() - started, usage.ru_maxrss


def rows(rounds: int = 25) -> Iterator[Row]:
    """Every command compared with the bare interpreter, and the memory of `show`."""
    with TemporaryDirectory() as folder:
        environment = os.environ | {"HAGGIS_HOME": folder, "HAGGIS_LOCKS": folder, "HAGGIS_CACHE": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        new = [
            HAGGIS,
            "new",
            "--variant",
            "two-player",
            "-p",
            "Noah",
            "-p",
            "Isla",
            "--rounds",
            "999",
            "--name",
            "friday",
        ]
        subprocess.run(new, env=environment, check=True, capture_output=True)
        match = Path(folder) / "matches/friday.toml"
        begun = match.read_bytes()
        taken = []
        for _ in range(rounds + WARM_UP):
            match.write_bytes(begun)
            taken.append({name: seconds_of(name, environment) for name in CASES})
    taken = taken[WARM_UP:]
    yield Row(BARE, median(each[BARE][0] for each in taken) * 1000, "ms")
    for name in CASES:
        if name != BARE:
            yield Row(name, median(each[name][0] / each[BARE][0] for each in taken), "x bare")
    yield Row("memory of haggis show", median(each["haggis show"][1] for each in taken) / 1024, "MiB")


if __name__ == "__main__":
    print_rows(rows(*map(int, sys.argv[1:2])))
