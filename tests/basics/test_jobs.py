"""Work shared out: the same results whoever works, and nobody left working."""

import copyreg
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import Process, active_children, get_all_start_methods
from pathlib import Path

import pytest

from haggis_cli.support.errors import HaggisError, NotationError
from haggis_cli.support.jobs import Workers, parallel_map
from tests.support.haggis import PATIENCE, ROOT


def halved(number: int) -> int:
    return number // 2


@pytest.mark.sample(3)
@pytest.mark.parametrize("workers", [Workers(1), Workers(2), Workers(5)])
@pytest.mark.parametrize("piece", [1, 3, 50])
def test_results_come_in_the_order_of_the_items_whoever_works(workers: Workers, piece: int) -> None:
    assert list(parallel_map(halved, iter(range(20)), workers, piece=piece)) == [number // 2 for number in range(20)]
    assert sorted(parallel_map(halved, range(20), workers, piece=piece, in_order=False)) == sorted(
        map(halved, range(20))
    )


def test_nothing_is_taken_before_it_is_needed() -> None:
    """What waits is bounded, so that the work may be endless and memory flat."""
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        while True:
            yield taken
            taken += 1

    results = parallel_map(halved, items(), Workers(2), piece=5)
    assert [next(results) for _ in range(10)] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert taken < 60
    results.close()
    assert not active_children()


def marked(path: str) -> str:
    with Path(path).open("ab") as file:
        file.write(b"1")
    return path


def test_nobody_is_idle_while_a_result_is_looked_at(tmp_path: Path) -> None:
    """One item is in work with each process, and one waits there."""
    path = tmp_path / "done"
    results = parallel_map(marked, [str(path)] * 20, Workers(2), in_order=False)
    next(results)
    ends = time.monotonic() + PATIENCE
    while path.stat().st_size < 5:
        assert time.monotonic() < ends
        time.sleep(0.01)
    results.close()


def test_a_system_without_processes_works_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*arguments: object, **named: object) -> None:
        raise NotImplementedError("no semaphores here")

    monkeypatch.setattr("haggis_cli.support.worker_processes.Pipe", missing)
    assert list(parallel_map(halved, range(7), Workers(3))) == [0, 0, 1, 1, 2, 2, 3]


def test_a_system_with_too_many_processes_works_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    begin, number = Process.start, 0

    def start(process: Process) -> None:
        nonlocal number
        number += 1
        if number == 3:
            raise BlockingIOError("no more processes")
        begin(process)

    monkeypatch.setattr(Process, "start", start)
    assert list(parallel_map(halved, range(7), Workers(4))) == [0, 0, 1, 1, 2, 2, 3]
    assert number == 3
    assert not active_children()


class Unsendable(Exception):
    def __reduce__(self) -> str:
        raise TypeError("not across a pipe")


class MadeOfTwo(Exception):
    """Can be taken apart and not be put together again."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def refused(number: int) -> int:
    if number == 5:
        raise NotationError("five is no card", "no-card")
    if number == 6:
        raise Unsendable("six")
    if number == 7:
        raise MadeOfTwo("seven", "eight")
    if number == 8:
        sys.exit("eight")
    return number


def test_what_the_work_raises_is_raised_here_and_ends_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    # Dask, where an earlier test has imported it, teaches pickle to put every exception together.
    monkeypatch.delitem(copyreg.dispatch_table, MadeOfTwo, raising=False)
    with pytest.raises(NotationError, match="five is no card") as caught:
        list(parallel_map(refused, range(20), Workers(2)))
    assert caught.value.code == "no-card"
    assert ", in refused" in caught.value.__notes__[0]
    assert not active_children()
    for number, kind, says in ((6, RuntimeError, "Unsendable: six"), (7, RuntimeError, "MadeOfTwo: seven and eight")):
        with pytest.raises(kind, match=says):
            list(parallel_map(refused, [number] * 3, Workers(2)))
        assert not active_children()
    with pytest.raises(SystemExit, match="eight"):
        list(parallel_map(refused, [8], Workers(2)))


def ended(number: int) -> int:
    if number == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_a_process_ended_from_outside_is_one_sentence() -> None:
    with pytest.raises(HaggisError, match="stopped from outside or ran out of memory; --jobs 1"):
        list(parallel_map(ended, range(20), Workers(2)))
    assert not active_children()


HUGE = bytes(5_000_000)


def size(data: bytes) -> int:
    return len(data)


def long(number: int) -> bytes:
    """More than a pipe holds, so that most are stopped while they send."""
    return bytes(1_000_000)


@pytest.mark.slow
def test_stopped_at_any_moment_nobody_is_left_and_nobody_is_waited_for() -> None:
    for number in range(20):
        results = parallel_map(long, range(100), Workers(3), in_order=number % 2 == 0)
        assert len(next(results)) == 1_000_000
        results.close()
        assert not active_children()


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.longest(4)
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize(
    ("work", "items"), [("halved", "range(10**9)"), ("long", "range(100)"), ("size", "repeat(HUGE, 100)")]
)
@pytest.mark.parametrize("method", get_all_start_methods())
def test_processes_end_with_the_one_that_began_them(work: str, items: str, method: str) -> None:
    """Even where it is killed and can tell nobody, while they send results or read items longer than a pipe is."""
    code = (
        "from itertools import repeat\n"
        "from multiprocessing import active_children, set_start_method\n"
        "from haggis_cli.support.jobs import Workers, parallel_map\n"
        f"from tests.basics.test_jobs import HUGE, {work}\n"
        f"set_start_method('{method}')\n"
        f"results = parallel_map({work}, iter({items}), Workers(3))\n"
        "next(results)\n"
        "print(len(active_children()), flush=True)\n"
        "input()\n"
    )
    # A forkserver listens at a socket in the temporary folder, whose path must not be longer than some 100 letters.
    short = os.environ | {"TMPDIR": "/tmp"}
    first = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, env=short, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert first.stdout
    assert first.stdout.readline() == b"3\n"
    first.kill()
    first.communicate(timeout=PATIENCE)  # the end of the output comes when the last that holds it has ended


def busy(number: int) -> int:
    """At work for ever, but for the first item."""
    while number:
        pass
    return number


def greedy(number: int) -> int:
    """The same in C, which lets no other thread run."""
    return sum(range(number * 10**12))


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("method", "work"),
    [
        *((method, "busy") for method in get_all_start_methods()),
        # Linux alone ends what lets no thread run, and a server that forks lives as long as those that it has begun.
        *((method, "greedy") for method in ("fork", "spawn") if sys.platform == "linux"),
    ],
)
def test_processes_at_work_end_with_the_one_that_began_them_and_let_go_of_its_output(method: str, work: str) -> None:
    code = (
        "from multiprocessing import set_start_method\n"
        "from haggis_cli.support.errors import CommandProcess\n"
        "from haggis_cli.support.jobs import Workers, parallel_map\n"
        f"from tests.basics.test_jobs import {work}\n"
        f"set_start_method('{method}')\n"
        f"results = parallel_map({work}, iter(range(100)), Workers(3))\n"
        "with CommandProcess():\n"
        "    print(next(results), flush=True)\n"
        "    input()\n"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": "/tmp"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert first.stdout
    try:
        assert first.stdout.readline() == b"0\n"
        first.kill()
        first.communicate(timeout=PATIENCE)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(first.pid, signal.SIGKILL)


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs haggis-cli[cluster]")
    monkeypatch.setattr("haggis_cli.support.jobs._SCHEDULER_TIMEOUT", "0.3s")
    with pytest.raises(HaggisError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        list(parallel_map(halved, [1], Workers(1, "tcp://127.0.0.1:1")))
