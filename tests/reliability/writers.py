"""Writers racing for one match: `python -m tests.reliability.writers`, and a short form in test_writers.py.

Each writer is a process that records events as people do, one command after another. Beside them an editor may save
the file again and again, in both manners of editors: into the same file, or a new file in its place.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from haggis_cli.matches.store.folder import Store
from tests.reliability.stage import NEW, Stage

TRY_AGAIN = 5
KEPT_BESIDE = 6
UNREADABLE = 3
"""What an editor that writes into the same file leaves for a moment is half a file."""
MANNERS = ("into the file", "a new file")


class Race(NamedTuple):
    """What became of a race: the rounds that were saved, told to be saved, and the editor's edits kept and made."""

    rounds: int
    told: int
    kept: int
    edits: int
    again: int


def race(folder: Path, writers: int, times: int, manner: str | None = None) -> Race:
    """So many writers score so many rounds each; an editor saves meanwhile, if its manner is given."""
    stage = Stage(folder)
    folder.mkdir(parents=True, exist_ok=True)
    goal = str(writers * times)
    words = [goal if word == "9" else word for word in NEW]
    assert stage.run((*words, "friday")).code == 0
    path = Store(stage.home).path_of("friday")
    stop = folder / "stop"
    with ProcessPoolExecutor(writers + 1, mp_context=get_context("spawn")) as pool:
        editor = pool.submit(edit, path, stop, manner) if manner else None
        done = [pool.submit(score, folder, times) for _ in range(writers)]
        try:
            told, again = map(sum, zip(*(each.result() for each in done), strict=True))
        finally:
            stop.touch()
        edits = editor.result() if editor else 0
    store = Store(stage.home)
    beside = "".join(each.read_text(encoding="utf-8") for each in store.conflicts())
    text = path.read_text(encoding="utf-8")
    kept = sum(f"# edit {number}\n" in text + beside for number in range(edits))
    return Race(text.count("[[rounds]]"), told, kept, edits, again)


def score(folder: Path, times: int) -> tuple[int, int]:
    """Score so many rounds, each as often as it must be tried; how many were said to be saved, and tried again."""
    stage, told, again = Stage(folder), 0, 0
    while told < times:
        ended = stage.run(("score", "friday", "Noah: out 8, cards 12", "--yes"))
        if ended.code in (0, KEPT_BESIDE):
            told += 1
        elif ended.code in (TRY_AGAIN, UNREADABLE):
            again += 1
        else:
            raise AssertionError(ended)
    return told, again


def edit(path: Path, stop: Path, manner: str) -> int:
    """Save the file with one more comment, again and again until told to stop; how many comments were saved."""
    number = 0
    while not stop.exists():
        text = path.read_text(encoding="utf-8")
        if "format = 1\n" in text:
            edited = text.replace("format = 1\n", f"# edit {number}\nformat = 1\n", 1)
            if manner == "into the file":
                path.write_text(edited, encoding="utf-8")
            else:
                other = path.with_name("editor.swp")
                other.write_text(edited, encoding="utf-8")
                other.replace(path)
            number += 1
            _let_others(path, edited, stop)
    return number


def _let_others(path: Path, edited: str, stop: Path) -> None:
    """Wait for somebody else's save, or two seconds: an editor that never rests would let nobody else finish one."""
    end = time.monotonic() + 2
    while path.read_text(encoding="utf-8") == edited and time.monotonic() < end and not stop.exists():
        time.sleep(0.005)


def main() -> int:
    """Run the races that the issue of reliability asks for, and print a table; 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.writers", description=__doc__)
    parser.parse_args()
    print("| race | rounds | tried again | edits kept | seconds |")
    print(f"|{'---|' * 5}")
    lost = False
    for writers, times, manner in ((4, 100, None), (8, 40, None), *((4, 25, each) for each in MANNERS)):
        begun = time.monotonic()
        with TemporaryDirectory(prefix="haggis-writers-") as folder:
            found = race(Path(folder), writers, times, manner)
        wanted = writers * times
        # An editor may well put its own older copy over a round that was saved meanwhile: edits are counted then.
        lost = lost or found.kept < found.edits or (manner is None and found.rounds < wanted)
        cells = [f"{writers} × {times}{f', an editor writes {manner}' if manner else ''}"]
        cells += [f"{found.rounds} of {wanted}" if manner is None else "-", str(found.again)]
        cells += [f"{found.kept} of {found.edits}" if manner else "-", f"{time.monotonic() - begun:.0f}"]
        print(f"| {' | '.join(cells)} |", flush=True)
    return int(lost)


if __name__ == "__main__":
    sys.exit(main())
