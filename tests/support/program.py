"""What the program is made of and what it costs: which files import which, and what a command takes of the machine."""

import ast
import json
import subprocess
import sys
import time
from collections.abc import Container, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.support.haggis import PATIENCE, ROOT, Haggis

PACKAGE = "haggis_cli"
_FOLDERS = {PACKAGE: ROOT, "haggis_variants": ROOT / "variants"}
"""Where each package lies."""


@cache
def modules(package: str = PACKAGE) -> Mapping[str, Path]:
    """The file of each module of a package, by the name of the module."""
    folder = _FOLDERS[package]
    return {_module_name(path.relative_to(folder)): path for path in sorted((folder / package).rglob("*.py"))}


@cache
def imports(package: str = PACKAGE) -> Mapping[str, frozenset[str]]:
    """The modules of the package that each one imports: anywhere in its file, also inside functions and for types."""
    known = modules(package)
    return {
        name: frozenset(imported_modules(path.read_text(encoding="utf-8"), known)) - {name}
        for name, path in known.items()
    }


def imported_modules(source: str, known: Container[str]) -> Iterable[str]:
    """The known modules that a source names in its imports, wherever they stand in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module in known:
            for each in node.names:
                inner = f"{node.module}.{each.name}"
                yield inner if inner in known else node.module


def reachable(starts: Iterable[str], graph: Mapping[str, Iterable[str]] | None = None) -> set[str]:
    """The modules that are imported by these, directly or by way of others, and these themselves."""
    graph = imports() if graph is None else graph
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += graph[name]
    return found


def room(module: str) -> str:
    """The room that a module is in: the folder right below the package."""
    return module.split(".")[1]


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


USUAL = 0.045
"""Seconds that the loop below took where the limits were set."""


def slowness() -> float:
    """How many times slower a second of the processor is here than where the limits were set; at least 1.

    A busy neighbour slows a core down as an old machine does, which is no fault of the program.
    """
    return max(1.0, min(_timed() for _ in range(3)) / USUAL)


def _timed() -> float:
    begun = time.process_time()
    counts: dict[int, str] = {}
    for number in range(300_000):
        counts[number % 1000] = str(number)
    return time.process_time() - begun


SECONDS, MIB = 2.0, 300.0
ADDRESSES = 2048 << 20
"""Bytes of addresses a measured command may ask for at all: a failing test must not bring the machine down."""
# A process of its own: Linux counts what the process that starts a command holds as memory of the command.
_MEASURE = f"""
import json, resource, subprocess, sys
told, *command = sys.argv[1:]
limit = lambda: resource.setrlimit(resource.RLIMIT_AS, ({ADDRESSES}, {ADDRESSES}))
code = subprocess.run(command, preexec_fn=limit, timeout={PATIENCE}).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
with open(told, "w") as file:
    json.dump({{"seconds": used.ru_utime + used.ru_stime, "mib": used.ru_maxrss / unit}}, file)
sys.exit(code)
"""


class Cost(NamedTuple):
    """How a command ended, what it said, and what it took of the processor and of the memory."""

    code: int
    out: str
    err: str
    seconds: float
    mib: float


def measured(haggis: Haggis, *arguments: str) -> Cost:
    """Run a command in a process of its own and measure it."""
    told = haggis.folder / "cost.json"
    done = subprocess.run(
        [sys.executable, "-I", "-c", _MEASURE, str(told), sys.executable, "-m", "haggis_cli", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=haggis.environment(),
        cwd=haggis.folder,
        check=False,
    )
    return Cost(done.returncode, done.stdout, done.stderr, **json.loads(told.read_text(encoding="utf-8")))


def assert_answered(cost: Cost) -> None:
    assert cost.code in (0, 1, 3), cost.err[-2000:]
    assert "Traceback" not in cost.err
    assert "an error in haggis" not in cost.err
    assert cost.seconds <= SECONDS or cost.seconds <= SECONDS * slowness()  # which is measured only where it matters
    assert cost.mib <= MIB


TYPES = """
[mypy]
strict = True
[mypy-distributed.*,gymnasium.*,joblib.*,numpy.*,pettingzoo.*]
follow_imports = skip
"""
"""As strict as mypy can be; but the libraries of `env` and `--backend dask` are not read, which takes longer than all
else and tells nothing of programs that use neither."""


def check_types(folder: Path, what: str) -> None:
    """Have mypy check a file of a folder, or all of it."""
    settings = folder / "mypy.ini"
    settings.write_text(TYPES, encoding="utf-8")
    options = ["--config-file", str(settings), "--cache-dir", str(ROOT / ".mypy_cache" / "strict")]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, what], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
