"""Every fault at every system call of every command that changes matches: `python -m tests.reliability.faults FILE`.

SQLite's method: fail the first call to the system, then the second, and so on to the last; once with a single failure
and once with everything of that name failing from there on. So are SIGKILL, INT, TERM and HUP sent. With `--two` a
second call fails while the first failure is handled: each one that comes after it, in turn. Each outcome is judged
(strace.py), then the next command must work. What is done is kept in FILE, a line each: run again, it goes on.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.reliability import strace
from tests.reliability.stage import SCENARIOS, Scenario, Stage, State
from tests.reliability.strace import Point, Spoil, Tracer


def tally(rows: list[Mapping[str, object]]) -> dict[str, int]:
    """How many faults of each kind there were, and what they led to."""
    counts = dict.fromkeys(("errno", "kill", "signal", "torn", "false", "stuck"), 0)
    for row in rows:
        how = str(row["how"])
        counts["errno" if how.startswith("error") else "kill" if "KILL" in how else "signal"] += 1
        for kind in ("torn", "false", "stuck"):
            counts[kind] += bool(row[kind])
    return counts


# In the order in which they are made: what a table can meet most often comes first. A plus is "from then on". EINTR
# comes once only: Python takes up again what it breaks off (PEP 475), so from then on would be for ever.
HOW = (
    *("signal=SIGKILL", "signal=SIGINT", "error=ENOSPC+", "error=EIO", "error=EACCES", "error=EIO+", "error=EINTR"),
    *("error=ENOSPC", "signal=SIGTERM", "signal=SIGHUP", "error=EPERM", "error=EACCES+", "error=EPERM+"),
)

TWICE = "error=EIO"
"""What the two calls of a double fault say."""

INTERRUPTIONS = ("signal=SIGINT", "signal=SIGTERM", "signal=SIGHUP")

Row = dict[str, Any]


class Fault(NamedTuple):
    """A fault in a command, or two at once."""

    scenario: str
    spoil: Spoil

    @property
    def key(self) -> str:
        """What tells it from every other."""
        point, how, second = self.spoil
        also = f"|{second.call}|{second.at}" if second else ""
        return f"{self.scenario}|{point.call}|{point.at}|{how}{also}"


class Rehearsed(NamedTuple):
    """A scenario on its stage, and how it goes when nothing is spoiled."""

    stage: Stage
    old: State
    new: State
    points: list[Point]


def scenario_named(name: str) -> Scenario:
    """The scenario of that name."""
    return next(each for each in SCENARIOS if each.name == name)


@cache
def _tracer(root: Path, process: int) -> Tracer:
    """The tracer of this process, which ends with it: its server reads no more jobs then."""
    return Tracer(root / f"{process:07}/notes")


@cache
def rehearsed(name: str, root: Path) -> Rehearsed:
    """Play a scenario through, in a folder that each process has for itself."""
    scenario = scenario_named(name)
    own = root / f"{os.getpid():07}"
    stage = Stage(own / f"set-{SCENARIOS.index(scenario):02}")
    stage.set(scenario)
    old = stage.state()
    trial = stage.copy_to(own / "run-00")
    found, ended = _tracer(root, os.getpid()).points(trial, scenario)
    assert ended.code == 0, (name, ended)
    new = trial.state()
    assert new != old, name
    for text, said in scenario.told.items():
        assert said in ended.out, (text, said, ended)
    return Rehearsed(stage, old, new, found)


def faults(name: str, root: Path) -> Iterator[Fault]:
    """Every fault that a scenario can meet: interruptions at all calls, the others at those on files."""
    for point in rehearsed(name, root).points:
        for how in HOW:
            if point.on_files or how in INTERRUPTIONS:
                yield Fault(name, Spoil(point, how))


def double_faults(name: str, root: Path, share: int = 1) -> Iterator[Fault]:
    """Every two faults: any call on files that fails, and any one after it, on the way that is taken then.

    share: of the first calls, and of those after each of them, every so-manieth only.
    """
    points = [each for each in rehearsed(name, root).points if each.on_files]
    for number, point in enumerate(points[::share]):
        yield from _double_faults_at(point, name, root)[number % share :: share]


def _double_faults_at(point: Point, name: str, root: Path) -> list[Fault]:
    """A call that fails, with each one after it, but for the sentence on standard error, which is asked for."""
    first = Spoil(point, TWICE)
    trial = rehearsed(name, root).stage.copy_to(root / f"{os.getpid():07}" / "run-00")
    later, _ = _tracer(root, os.getpid()).points(trial, scenario_named(name), first)
    seconds = [each for each in later if each.on_files and not each.to_stderr]
    return [Fault(name, first._replace(second=each)) for each in seconds]


def play(fault: Fault, root: Path) -> Row:
    """Run a command with a fault, judge what came of it, and go on."""
    scenario = scenario_named(fault.scenario)
    stage, old, new, _ = rehearsed(fault.scenario, root)
    own = root / f"{os.getpid():07}"
    trial = stage.copy_to(own / "run-00")
    point, how, _ = fault.spoil
    traced = _tracer(root, os.getpid()).spoiled(trial, scenario, fault.spoil)
    ended = traced.ended
    found = trial.state()
    torn = [*strace.torn(scenario, old, new, found), *(f"{name} is strange" for name in trial.strange())]
    mute = point.to_stderr or (point.call == "write" and how.endswith("+"))
    false = [*strace.false(scenario, old, new, found, ended, mute=mute)]
    return {
        "key": fault.key,
        "scenario": scenario.name,
        "how": how,
        "line": point.line[:160],
        "injected": traced.has_met(fault.spoil),
        "code": ended.code,
        "outcome": "old" if found == old else "new" if found == new else "between",
        "err": ended.err.strip()[-300:],
        "torn": torn,
        "false": false,
        "stuck": _stuck_known(scenario, trial, old, new, found),
    }


def play_some(name: str, root: Path, most: int) -> list[Row]:
    """Some of the faults of a scenario, the same ones each time: of every kind, spread over its calls."""
    every = sorted(faults(name, root), key=lambda fault: HOW.index(fault.spoil.how))
    return [play(each, root) for each in every[:: max(1, len(every) // most)]]


def play_some_twice(name: str, root: Path, most: int) -> list[Row]:
    """Some of the double faults of a scenario: with each of a few calls one that comes after it, near or far."""
    points = [each for each in rehearsed(name, root).points if each.on_files]
    rows = []
    for number, point in enumerate(points[:: max(1, len(points) // most)]):
        found = _double_faults_at(point, name, root)
        rows += [play(each, root) for each in found[number % max(1, len(found)) :][:1]]
    return rows


_TRIED: dict[tuple[str, frozenset[tuple[str, bytes]]], list[str]] = {}


def _stuck_known(scenario: Scenario, trial: Stage, old: State, new: State, found: State) -> list[str]:
    """What does not work any more, tried once for all faults that leave the very same files."""
    left = scenario.name, frozenset(trial.files())
    if left not in _TRIED:
        _TRIED[left] = [*_stuck(scenario, trial, old, new, found)]
    return _TRIED[left]


def _stuck(scenario: Scenario, trial: Stage, old: State, new: State, found: State) -> Iterator[str]:
    """What does not work any more. The index is used once and done without once, as the names of matches fall."""
    checked = trial.run(("check",))
    if (checked.code, checked.out) != (0, ""):
        yield f"check: {checked}"
    for cache_folder in (str(trial.folder / "cache"), "/dev/null/none"):
        listed = trial.run(("list",), HAGGIS_CACHE=cache_folder)
        if listed.code:
            yield f"list: {listed}"
    if found == old:
        again = trial.run(scenario.words, scenario)
        if again.code or trial.state() != new:
            yield f"again: {again}"
    elif found == new:
        after = trial.run(scenario.after)
        if after.code:
            yield f"after: {after}"


def _found(name: str, root: Path, two: bool, share: int) -> list[Fault]:
    return [*double_faults(name, root, share)] if two else [*faults(name, root)][::share]


def main() -> int:
    """Go through all faults, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.faults", description=__doc__)
    parser.add_argument("file", type=Path, help="where the results are kept; run again, it goes on")
    parser.add_argument("--only", action="append", metavar="SCENARIO", help="this scenario only")
    parser.add_argument("--two", action="store_true", help="two faults at once")
    parser.add_argument(
        "--share", type=int, default=1, metavar="N", help="every N-th fault only; of two every N-th first"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    names = chosen.only or [each.name for each in SCENARIOS]
    with TemporaryDirectory(prefix="haggis-faults-") as folder, chosen.file.open("a+", encoding="utf-8") as results:
        root = Path(folder)
        results.seek(0)
        done = {json.loads(line)["key"] for line in results}
        with ProcessPoolExecutor(chosen.jobs) as pool:
            found = pool.map(_found, names, *([each] * len(names) for each in (root, chosen.two, chosen.share)))
            waiting = [each for some in found for each in some if each.key not in done]
            waiting.sort(key=lambda fault: HOW.index(fault.spoil.how))
            print(f"{len(done)} faults are done, {len(waiting)} are to come", file=sys.stderr)
            for row in pool.map(play, waiting, [root] * len(waiting), chunksize=4):
                results.write(json.dumps(row) + "\n")
                results.flush()
    return report(chosen.file, names)


def report(file: Path, names: list[str]) -> int:
    """Print a line for each scenario, and whatever is wrong; 1 if anything is."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    print(f"| {'command':22} | errno | kill | signal | missed | saved | torn | false | stuck |")
    print(f"|{'---|' * 9}")
    wrong = []
    for name in names:
        mine = [row for row in rows if row["scenario"] == name]
        hit = [row for row in mine if row["injected"]]
        counts = tally(hit)
        saved = sum(row["outcome"] == "new" for row in hit)
        cells = [counts["errno"], counts["kill"], counts["signal"], len(mine) - len(hit), saved]
        cells += [counts["torn"], counts["false"], counts["stuck"]]
        print(f"| {name:22} | {' | '.join(map(str, cells))} |")
        wrong += [row for row in mine if row["torn"] or row["false"] or row["stuck"]]
    for row in wrong:
        print(json.dumps(row, indent=1), file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
