"""Work shared out among processes of this machine that end at once when they are stopped, whatever they are doing.

Each process has a line of its own to the first one. There is no thread, lock or queue between them, so any of them may
be killed at any moment without anybody waiting for it. When the first one is gone, however it ended, the others end at
once: what they have of its streams would keep its readers waiting.

Libraries do the same, and were tried (benchmarks/README.md has the figures). joblib with loky starts new interpreters,
which load the program again: `play --simulate` of a few matches takes twice as long, `check` of 300 files a third more,
and the processes together have two to three times the memory; a long index takes as long as here. Ctrl-C prints
tracebacks of its threads, and the workers live on when the first process is killed. The pool of concurrent.futures
cannot be stopped at work before Python 3.14: its thread then waits at times for ever for the rest of what a killed
process was sending.
"""

import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from multiprocessing import Pipe, Process, get_context, get_start_method, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from traceback import format_exc
from typing import Any, NamedTuple, TypeVar

from haggis_cli.support.errors import CommandProcess, HaggisError, error_text, is_command
from haggis_cli.support.interrupts import die_with_parent

Item = TypeVar("Item")

_MAX_PROCESSES = 30 if sys.platform == "win32" else 1000  # Windows waits for 63 things at once, and each process is two

_NICE = 15
"""How far a process that works apart stands behind all others, of 19 steps."""
_MAX_QUEUED_BYTES = 4096
"""Bytes of an item that any system keeps in the line until the worker takes it: sending it waits for nobody."""


class Worker(NamedTuple):
    """A process, and this end of its line."""

    process: BaseProcess
    connection: Connection


@contextmanager
def start_workers(work: Callable[[Any], Any], number: int) -> Iterator[list[Worker]]:
    """So many processes that do the work for what is sent to them, and end with the block.

    The work may begin no processes of its own. OSError, ImportError or NotImplementedError where the system has no
    processes, or no more of them.
    """
    workers: list[Worker] = []
    try:
        for _ in range(min(number, _MAX_PROCESSES)):
            ours, theirs = Pipe()
            # What a forked process has of the others' lines would keep them open when the first process is gone.
            inherited = [ours, *(worker.connection for worker in workers)] if get_start_method() == "fork" else []
            begun = Process(target=_serve, args=(theirs, inherited, work, is_command()), daemon=True)
            workers.append(Worker(begun, ours))
            with theirs, _import_nothing_from_here(), _block_interrupts():  # the process alone keeps its end
                workers[-1].process.start()
        yield workers
    finally:
        alive = [worker.process for worker in workers if worker.process.pid is not None]
        for process in alive:
            process.kill()
        for process in alive:
            process.join()
        for worker in workers:
            worker.connection.close()


def start_apart(work: Callable[[Callable[[Any], None]], None]) -> Worker:
    """A process that has nothing open of what this one has, such as connections, and lets all others go before.

    It lives until its work is done, or until somebody kills it.

    work: is given what sends a value to this end of the line, which is closed when the work is done.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work_apart, args=(theirs, work, is_command()), daemon=True)
    with theirs, _import_nothing_from_here(), _block_interrupts("spawn"):
        process.start()
    return Worker(process, ours)


def distribute(
    workers: list[Worker], items: Iterable[Item], ahead: int, *, in_order: bool
) -> Generator[Any, None, None]:
    """What the workers make of every item; what their work raises is raised here.

    Results come in the order of the items, or with in_order=False as they are done. No more than `ahead` items are
    taken before the result of the oldest is given. While there are many, a small one waits with each worker, so that a
    slow reader of the results leaves nobody idle. HaggisError where a process was ended from outside.
    """
    source = ((place, pickle.dumps(item)) for place, item in enumerate(items))
    parcels = deque[tuple[int, bytes]]()
    busy = {worker: deque[int]() for worker in workers}
    done = dict[int, tuple[Any, BaseException | None]]()
    given = 0
    while True:
        outside = sum(map(len, busy.values())) + len(done)
        parcels.extend(islice(source, ahead - outside - len(parcels)))
        while parcels:
            worker = min(workers, key=lambda each: len(busy[each]))
            if busy[worker] and not _may_queue(parcels, busy[worker], len(workers)):
                break
            place, data = parcels.popleft()
            _send(worker, data)
            busy[worker].append(place)
        if done and (not in_order or given in done):
            result, error = done.pop(given if in_order else next(iter(done)))
            if error is not None:
                raise error
            yield result
            given += 1
        elif any(busy.values()):
            for worker in _wait_for_ready([worker for worker in workers if busy[worker]]):
                done[busy[worker].popleft()] = _receive(worker)
        else:
            return


def _may_queue(parcels: Sequence[tuple[int, bytes]], waiting: Sequence[int], workers: int) -> bool:
    """Whether a busy worker gets the next item already: a second, small one, and only while enough are left for all."""
    return len(waiting) == 1 and len(parcels) > workers and len(parcels[0][1]) <= _MAX_QUEUED_BYTES


def _wait_for_ready(busy: list[Worker]) -> list[Worker]:
    """Those who have something to say, once there are any."""
    ready = wait([each for worker in busy for each in (worker.connection, worker.process.sentinel)])
    return [worker for worker in busy if worker.connection in ready or worker.process.sentinel in ready]


@contextmanager
def _import_nothing_from_here() -> Iterator[None]:
    """Interpreters that are started take no `json.py` of the folder one stands in for Python's own."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


@contextmanager
def _block_interrupts(method: str | None = None) -> Iterator[None]:
    """Ctrl-C waits while a process begins: it reaches all of a terminal's, and the first one alone reports it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    if (method or get_start_method()) != "fork":
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()  # which lets Ctrl-C through again when it begins
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(line: Connection, inherited: Sequence[Connection], work: Callable[[Any], Any], for_command: bool) -> None:
    """Answer every item that comes, until nobody is there to send more."""
    _end_with_first(for_command and get_start_method() != "forkserver")  # that lives as long as what it has begun
    for other in inherited:
        other.close()
    with suppress(EOFError, OSError), CommandProcess() if for_command else nullcontext():
        while True:
            line.send_bytes(_run_pickled(work, line.recv_bytes()))


def _work_apart(line: Connection, work: Callable[[Callable[[Any], None]], None], for_command: bool) -> None:
    """Do one thing, and tell of it."""
    _end_with_first(for_command)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_NICE)
    with line, suppress(OSError), CommandProcess() if for_command else nullcontext():
        work(line.send)


def _end_with_first(by_system: bool) -> None:
    """Have this process end with the one that began it, and leave Ctrl-C to that.

    by_system: whether Linux may see to it, which ends it even where nothing else can.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    first = parent_process()
    assert first is not None
    if by_system:
        die_with_parent(first.pid)
    Thread(target=_end_with_process, args=(first.sentinel,), daemon=True).start()


def _end_with_process(sentinel: int) -> None:
    """End this process when another is gone, whatever it is doing: what killed that reaches no other process."""
    wait([sentinel])
    os._exit(1)


def _run_pickled(work: Callable[[Any], Any], item: bytes) -> bytes:
    try:
        return pickle.dumps((work(pickle.loads(item)), None))
    except BaseException as error:
        error.add_note(format_exc())  # where it was raised, for HAGGIS_TRACEBACK
        with suppress(Exception):
            answer = pickle.dumps((None, error))
            pickle.loads(answer)
            return answer
        return pickle.dumps((None, RuntimeError(error_text(error))))  # an error that cannot be sent


def _send(worker: Worker, data: bytes) -> None:
    with _report_dead_worker():
        worker.connection.send_bytes(data)


def _receive(worker: Worker) -> tuple[Any, BaseException | None]:
    """A result, or what the work raised."""
    with _report_dead_worker():
        if not worker.connection.poll():  # it has ended, and Windows keeps its end of the line open
            raise EOFError
        data = worker.connection.recv_bytes()
    result, error = pickle.loads(data)
    return result, error


@contextmanager
def _report_dead_worker() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        raise HaggisError(
            "one of the worker processes was stopped from outside or ran out of memory; --jobs 1 works without them"
        ) from None
