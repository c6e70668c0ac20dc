"""Throw random inputs at the program: `python -m tests.reliability.fuzz TARGET FOLDER`, a target of targets.py.

What is interesting is laid into FOLDER, and found there when it is run again. It goes on until something breaks, or
until it is told: what follows FOLDER is libFuzzer's, like -runs=1000000. Needs atheris, which the project does not:
`pip install atheris`. Without it: `--replay` runs what is kept in corpus/, and `--keep` after FOLDER keeps there what
was found, as little of it as goes everywhere.
"""

import argparse
import importlib
import pkgutil
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import haggis_cli
from tests.reliability.fuzz.kept import FOLDER, read_corpus, unpack, write_corpus

LONGEST = {"notation": 96, "loader": 4096, "command_line": 512}
NAMES = tuple(LONGEST)
PROGRAM = str(Path(haggis_cli.__file__).parent)
Step = tuple[CodeType, int, int]


def main() -> int:
    """Fuzz, replay or keep."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.fuzz", description=__doc__)
    parser.add_argument("target", choices=NAMES)
    parser.add_argument("folder", type=Path, nargs="?", help="where the inputs are kept that cover something new")
    parser.add_argument("--replay", action="store_true", help="run what is kept in corpus/, without atheris")
    parser.add_argument("--keep", action="store_true", help="put the inputs of FOLDER there that go new ways")
    chosen, more = parser.parse_known_args()
    if chosen.replay:
        return replay(chosen.target)
    if chosen.folder is None:
        parser.error("FOLDER is missing")
    if chosen.keep:
        return keep(chosen.target, chosen.folder)
    unpack(chosen.target, chosen.folder)
    return fuzz(chosen.target, [str(chosen.folder), *more])


def replay(target: str) -> int:
    """Run every input that is kept."""
    from tests.reliability.fuzz.targets import TARGETS

    started = time.perf_counter()
    inputs = read_corpus(target)
    for each in inputs:
        TARGETS[target](each)
    sys.stdout.write(f"{target}: {len(inputs)} inputs replayed in {time.perf_counter() - started:.1f} s\n")
    return 0


def keep(target: str, folder: Path) -> int:
    """Put the inputs into corpus/ that take a step through the program which no shorter one takes."""
    from tests.reliability.fuzz.targets import TARGETS

    inputs = sorted((path.read_bytes() for path in folder.iterdir()), key=len)
    TARGETS[target](inputs[0])  # what happens once only is nobody's merit
    steps: set[Step] = set()
    write_corpus(target, [each for each in inputs if _adds(steps, partial(TARGETS[target], each))])
    return replay(target)


def _adds(steps: set[Step], act: Callable[[], None]) -> bool:
    """Whether it goes from a line to another line of this program for the first time."""
    before, last = len(steps), dict[FrameType, int]()

    def follow(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename.startswith(PROGRAM):
            steps.add((frame.f_code, last.get(frame, 0), frame.f_lineno))
            last[frame] = frame.f_lineno
            return follow
        return None

    sys.settrace(follow)
    try:
        act()
    finally:
        sys.settrace(None)
    return len(steps) > before


def fuzz(target: str, arguments: list[str]) -> int:
    """Have atheris try inputs; it ends the process."""
    import atheris

    with atheris.instrument_imports(include=["haggis_cli", "haggis_variants", "tomli"]):
        importlib.import_module("tomli")
        for module in pkgutil.walk_packages(haggis_cli.__path__, "haggis_cli."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        from tests.reliability.fuzz.targets import TARGETS
    words = FOLDER.with_name("words.dict")
    own = [sys.argv[0], f"-max_len={LONGEST[target]}", f"-dict={words}", "-timeout=20", "-rss_limit_mb=2048"]
    atheris.Setup([*own, *arguments], TARGETS[target])
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
