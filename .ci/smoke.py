"""Tries a wheel with the lowest versions that it declares, and with the newest ones on the newest Python that is here.

Usage: python .ci/smoke.py WHEEL          in the project's folder; needs uv.

With the newest ones on the Python that runs this the tests have been run.

Each environment is new and knows nothing of the sources; in each, an evening is played from its start to its sheets.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

OLDEST, NEWEST = 11, 14  # minor versions of Python 3
EXTRAS = "env,pdf,qr,ratings,serve,xlsx"  # not `cluster`: Dask alone would take longer than all of this
UV = (sys.executable, "-m", "uv", "--no-python-downloads", "--quiet")
PLAY_A_ROUND = """
from haggis_cli import env

table = env("tatties")
table.reset(seed=1)
for agent in table.agent_iter():
    seen, reward, ended, _, _ = table.last()
    table.step(None if ended else table.action_space(agent).sample(seen["action_mask"]))
"""
YEAR_ZERO = {
    "format": 1,
    "id": "old",
    "variant": "two-player",
    "created": "0000-01-01T00:00:00Z",
    "players": ["Noah", "Isla"],
    "goal": {"rounds": 6},
    "lead": "Noah",
    "rounds": [],
}


def find_pythons() -> Iterator[str]:
    """An interpreter for each minor version: one on the path that runs, or else one that pyenv keeps."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in range(OLDEST, NEWEST + 1):
        candidates = [shutil.which(f"python3.{minor}"), *map(str, sorted(kept.glob(f"3.{minor}.*/bin/python")))]
        if sys.version_info[:2] == (3, minor):
            candidates.insert(0, sys.executable)
        for candidate in filter(None, candidates):
            if subprocess.run([candidate, "-c", ""], capture_output=True, check=False).returncode == 0:
                yield candidate
                break


def run(command: Sequence[str | Path], *, code: int = 0, **settings: str) -> str:
    """What a command writes to standard output; the end of it all where its exit code is another."""
    done = subprocess.run(
        command, env=os.environ | settings, text=True, capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    if done.returncode != code or "Traceback" in done.stderr:
        raise SystemExit(f"{' '.join(map(str, command))}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def play_an_evening(haggis: Path, folder: Path) -> None:
    """What most people do with the program, each command once, with everything that a library of others does for it."""

    def ok(*words: str, code: int = 0) -> str:
        return run([haggis, *words], code=code, HAGGIS_HOME=str(folder), HAGGIS_CACHE=str(folder / "cache"))

    assert ok("--version").startswith("haggis ")
    assert "judge" in ok("--help")
    assert "--over, --on CARDS" in ok("judge", "--help")
    ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "2", "--name", "friday")
    ok("score", "Noah: out 8, cards 12, bet little", "Isla: bet baby", "--yes")
    ok("score", "Isla: out 6, bet 15", "Noah: cards 10+13", "--yes")
    assert json.loads(ok("show", "--json"))["totals"] == {"Noah": 95, "Isla": 82}
    assert json.loads(ok("judge", "10r 10g J Q", "--over", "9b 9y 10b 10y as stair2", "--json"))["legal"]
    ok("judge", "4r 4g 5r 5b", code=1)
    ok("moves", "4r", "--players", "x", code=2)
    assert len(json.loads(ok("variants", "--json"))) == 8
    assert "Noah" in ok("stats", "--ratings")
    for ending in ("html", "pdf", "xlsx", "svg", "md", "csv"):
        ok("sheet", "friday", "-o", str(folder / f"friday.{ending}"))
    ok("export", "friday", "--format", "qr", "-o", str(folder / "friday.svg.qr"))
    (folder / "old.json").write_text(json.dumps({"matches": [YEAR_ZERO]}), encoding="utf-8")
    ok("import", str(folder / "old.json"), code=3)
    ok("check")
    assert "friday" in run(
        [haggis], HAGGIS_HOME=str(folder), _HAGGIS_COMPLETE="complete_fish", _HAGGIS_LINE="haggis show fr"
    )
    python = haggis.with_name(f"python{haggis.suffix}")
    run([python, "-c", "import haggis_cli.cli.terminal.line_editor, haggis_cli.web.app"])
    run([python, "-c", PLAY_A_ROUND])


def try_out(wheel: str, python: str, constraints: Path | None, folder: Path) -> str:
    """Install the wheel, play an evening; what was tried, and how long it took."""
    started = perf_counter()
    folder.mkdir()
    run([*UV, "venv", "--python", python, str(folder / "venv")])
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    inside = programs / ("python.exe" if os.name == "nt" else "python")
    limits = ["-c", str(constraints)] if constraints else []
    run([*UV, "pip", "install", "--python", str(inside), f"{wheel}[{EXTRAS}]", *limits])
    play_an_evening(programs / ("haggis.exe" if os.name == "nt" else "haggis"), folder / "home")
    version = run([inside, "-c", "import platform; print(platform.python_version())"]).strip()
    return f"{perf_counter() - started:4.0f}s  Python {version}, {'lowest' if constraints else 'newest'} versions"


def main(wheel: str) -> None:
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        pythons = list(find_pythons())
        if not pythons:
            sys.exit(f"no Python 3.{OLDEST} to 3.{NEWEST} is here")
        lowest = folder / "lowest.txt"
        extras = [word for extra in EXTRAS.split(",") for word in ("--extra", extra)]
        compiling = [*UV, "pip", "compile", "--resolution", "lowest-direct", "--python", pythons[0], *extras]
        run([*compiling, "--output-file", str(lowest), "pyproject.toml"])
        runs = [(pythons[0], lowest), *((python, None) for python in pythons[-1:] if python != sys.executable)]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            tried = [
                pool.submit(try_out, wheel, python, limits, folder / str(number))
                for number, (python, limits) in enumerate(runs)
            ]
            for each in tried:
                print(each.result(), flush=True)


if __name__ == "__main__":
    main(str(Path(sys.argv[1]).resolve()))
