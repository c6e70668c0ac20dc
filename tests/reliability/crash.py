"""Power cuts on real file systems: `python -m tests.reliability.crash` (as root, on Linux; needs loop devices).

The store lies on a file system in a file. A command is killed after each of its system calls that changes something,
or has just said "saved"; then the file is copied as it is at that moment, which is what a disk holds when the power
goes, and the copy is mounted. The match must be the old or the new one; after "saved" it must be the new one. Each cut
is made twice: at once, and when the file system has written its journal (names) but not what the files hold.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.reliability import strace
from tests.reliability.faults import scenario_named
from tests.reliability.stage import Scenario, Stage, State
from tests.reliability.strace import Point, Spoil, Tracer

SCENARIOS = ("new", "score", "record", "undo", "remove")
"""One for each way of saving: a new file, a file in the place of another, a copy kept before that, a file moved."""


class Disk(NamedTuple):
    """A file system: how it is made and mounted, its size in MiB, and how long it takes to write names by itself.

    seconds: 0 where flushing any other file takes all names along.
    """

    name: str
    make: tuple[str, ...]
    options: str
    size: int
    seconds: float


# ext4 is mounted without the care that it takes of programs that forget to flush: names may reach the disk long before
# what is in the files.
DISKS = {
    "ext4": Disk("ext4", ("mkfs.ext4", "-q", "-F"), "noauto_da_alloc,data=writeback", 32, 0),
    "xfs": Disk("xfs", ("mkfs.xfs", "-q", "-f"), "defaults", 320, 0),
    "btrfs": Disk("btrfs", ("mkfs.btrfs", "-q", "-f"), "commit=1", 160, 2),
}
CHANGING = re.compile(r"(?:p?write|f\w*sync|f?ch|rename|link|unlink|mkdir)\w*\(|.*O_CREAT")


def main() -> int:
    """Make all the cuts, and print a table; 1 if a match was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.crash", description=__doc__)
    parser.add_argument("--disk", action="append", choices=DISKS, help="this file system only")
    parser.add_argument("--only", action="append", choices=SCENARIOS, help="this command only")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th system call")
    chosen = parser.parse_args()
    print("| disk | command | cuts | old | new | bad | after 'saved' | kept |")
    print(f"|{'---|' * 8}")
    bad = 0
    for name in chosen.disk or DISKS:
        for command in chosen.only or SCENARIOS:
            with TemporaryDirectory(prefix="haggis-crash-") as folder:
                bad += cuts(DISKS[name], scenario_named(command), Path(folder), chosen.every)
    return bool(bad)


def cuts(disk: Disk, scenario: Scenario, folder: Path, every: int) -> int:
    """Cut the power everywhere in one command on one file system; how many were bad."""
    blank, mounted = folder / "blank.img", folder / "disk"
    _made(disk, blank)
    with Tracer(folder / "notes") as tracer:
        with _mounted(disk, blank, mounted):
            stage = Stage(mounted / "stage")
            stage.set(scenario)
            os.sync()
            old = stage.state()
        new, points = _rehearsed(disk, blank, folder, tracer, scenario)
        tally: Counter[str] = Counter()
        for point in (*points[::every], None):
            for late in (False, True):
                found = _cut(disk, blank, folder, tracer, scenario, point, late=late)
                wrong = [*strace.torn(scenario, old, new, found)]
                if point is None:
                    tally["said"] += 1
                    tally["kept"] += found == new
                    wrong += ["what was said to be saved is not there"] if found != new else []
                else:
                    tally["old" if found == old else "new" if found == new else "between"] += 1
                tally["bad"] += bool(wrong)
                if wrong:
                    print(disk.name, scenario.name, point, late, wrong, file=sys.stderr)
    cut = tally["old"] + tally["new"] + tally["between"]
    cells = [disk.name, scenario.name, cut, tally["old"], tally["new"], tally["bad"], tally["said"], tally["kept"]]
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
    return tally["bad"]


def _rehearsed(disk: Disk, blank: Path, folder: Path, tracer: Tracer, scenario: Scenario) -> tuple[State, list[Point]]:
    """How it ends when nothing happens, and the calls on files of this disk."""
    image, mounted = folder / "run.img", folder / "disk"
    _copy(blank, image)
    with _mounted(disk, image, mounted):
        stage = Stage(mounted / "stage")
        points, ended = tracer.points(stage, scenario)
        assert ended.code == 0, ended
        new = stage.state()
    mine = [point for point in points if point.on_files and str(mounted) in point.line]
    return new, [mine[0], *(after for before, after in pairwise(mine) if CHANGING.match(before.line)), mine[-1]]


def _cut(
    disk: Disk, blank: Path, folder: Path, tracer: Tracer, scenario: Scenario, point: Point | None, *, late: bool
) -> State:
    """Run the command, killed at a call or to its end; cut the power, and see what is there afterwards."""
    image, crashed, mounted = folder / "run.img", folder / "crash.img", folder / "disk"
    _copy(blank, image)
    with _mounted(disk, image, mounted):
        stage = Stage(mounted / "stage")
        if point:
            tracer.spoiled(stage, scenario, Spoil(point, "signal=SIGKILL"))
        else:
            assert tracer.points(stage, scenario)[1].code == 0
        if late:
            _write_names(disk, mounted / "another")
        _copy(image, crashed)
    with _mounted(disk, crashed, mounted):
        return Stage(mounted / "stage").state()


def _write_names(disk: Disk, another: Path) -> None:
    """Have the file system write its journal by flushing a file that has nothing to do with the match."""
    with another.open("wb") as file:
        file.write(b"another\n")
        file.flush()
        os.fsync(file.fileno())
    time.sleep(disk.seconds)


def _made(disk: Disk, image: Path) -> None:
    with image.open("wb") as file:
        file.truncate(disk.size << 20)
    subprocess.run([*disk.make, str(image)], check=True, capture_output=True)


def _copy(image: Path, to: Path) -> None:
    subprocess.run(["cp", "--sparse=always", str(image), str(to)], check=True)


@contextmanager
def _mounted(disk: Disk, image: Path, folder: Path) -> Iterator[None]:
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", disk.name, "-o", f"loop,{disk.options}", str(image), str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


if __name__ == "__main__":
    if os.geteuid() or not shutil.which("mount"):
        sys.exit("the power is cut by mounting file systems: only root can do that, on Linux")
    sys.exit(main())
