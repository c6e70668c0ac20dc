"""What a command costs as a whole process, beside a bare interpreter and a bare `import typer` of the same environment.

Usage: python benchmarks/startup.py [ROUNDS]

The processes run in turn (A B C A B C …), so that a busy machine is busy for all of them; the ratios are medians of the
ratios within each round. Targets: `--version` at most 2, `--help` at most 6.5 times the bare interpreter, `judge` at
most 1.5 times `import typer`.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path
from statistics import median
from time import perf_counter

HAGGIS = str(Path(sysconfig.get_path("scripts")) / "haggis")
CASES = {
    "python -I -c pass": [sys.executable, "-I", "-c", "pass"],
    "import typer": [sys.executable, "-c", "import typer"],
    "haggis --version": [HAGGIS, "--version"],
    "haggis --help": [HAGGIS, "--help"],
    "haggis judge": [HAGGIS, "judge", "10r 10g J Q", "--over", "9b 9y 10b 10y as stair2"],
    "haggis judge --json": [HAGGIS, "judge", "5r J Q", "--json"],
    "haggis moves": [HAGGIS, "moves", "2r 2g 3r 3g J Q K"],
}
WARM_UP = 2  # rounds that only bring files and bytecode into memory


def seconds_of(command: list[str]) -> float:
    """How long one process takes, from its start to its end."""
    started = perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    taken = perf_counter() - started
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed: {done.stderr}")
    return taken


def main(rounds: int = 25) -> None:
    """Measures every case and prints milliseconds and both ratios."""
    taken = [{name: seconds_of(command) for name, command in CASES.items()} for _ in range(rounds + WARM_UP)][WARM_UP:]
    bare, typer, *_ = CASES
    print(f"{'':24}{'ms':>8}{'x bare':>8}{'x typer':>9}")
    for name in CASES:
        milliseconds = median(each[name] for each in taken) * 1000
        over_bare = median(each[name] / each[bare] for each in taken)
        over_typer = median(each[name] / each[typer] for each in taken)
        print(f"{name:24}{milliseconds:8.1f}{over_bare:8.2f}{over_typer:9.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
