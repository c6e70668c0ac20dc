"""Work shared out among processes of this machine that end when they are told, whatever they are doing then.

Each has a line of its own to the first process and there is no thread, lock or queue between them, so that one may be
killed at any moment without anybody waiting for it. (The pool of concurrent.futures cannot be stopped at work before
Python 3.14: its thread then waits at times for ever for the rest of what a killed process was sending.)
"""

import pickle
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar, cast

from haggis_cli.errors import HaggisError, error_text

Item = TypeVar("Item")


@contextmanager
def started(work: Callable[[Any], Any], number: int) -> Iterator[list[Connection]]:
    """Lines to so many processes that do the work for what is sent to them; they end with the block.

    OSError, ImportError or NotImplementedError where the system has no processes, or no more of them.
    """
    processes: list[Process] = []
    lines: list[Connection] = []
    try:
        for _ in range(number):
            ours, theirs = Pipe()
            lines.append(ours)
            processes.append(Process(target=_serve, args=(work, theirs), daemon=True))
            with theirs, _deaf():  # the process alone keeps its end, so that the line tells when it has ended
                processes[-1].start()
        yield lines
    finally:
        begun = [process for process in processes if process.pid is not None]
        for process in begun:
            process.kill()
        for process in begun:
            process.join()
        for line in lines:
            line.close()


def share(lines: list[Connection], items: Iterable[Item], ahead: int, *, in_order: bool) -> Generator[Any, None, None]:
    """What the processes at these lines make of every item; what their work raises is raised here.

    Results come in the order of the items, or with in_order=False as they are done. No more than `ahead` items are
    taken before the result of the oldest is given. HaggisError where a process was ended from outside.
    """
    numbered = enumerate(items)
    idle, busy = list(lines), dict[Connection, int]()
    done = dict[int, Any]()
    given = 0
    while True:
        for place, item in islice(numbered, min(len(idle), ahead - len(busy) - len(done))):
            line = idle.pop()
            _send(line, item)
            busy[line] = place
        if done and (not in_order or given in done):
            yield done.pop(given if in_order else next(iter(done)))
            given += 1
        elif busy:
            for line in cast(list[Connection], wait(list(busy))):
                done[busy.pop(line)] = _received(line)
                idle.append(line)
        else:
            return


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C waits while a process begins: it reaches all of a terminal's, and the first one alone reports it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(work: Callable[[Any], Any], line: Connection) -> None:
    """Answer every item that comes, until nobody is there to send more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    first = parent_process()
    assert first is not None
    with suppress(EOFError, OSError):
        while line in wait([line, first.sentinel]):
            item = line.recv()
            line.send_bytes(_answer(work, item))


def _answer(work: Callable[[Any], Any], item: Any) -> bytes:
    try:
        return pickle.dumps((work(item), None))
    except Exception as error:
        with suppress(Exception):
            return pickle.dumps((None, error))
        return pickle.dumps((None, RuntimeError(error_text(error))))  # an error that cannot be sent


def _send(line: Connection, item: object) -> None:
    with _there():
        line.send(item)


def _received(line: Connection) -> Any:
    with _there():
        result, error = line.recv()
    if error is not None:
        raise error
    return result


@contextmanager
def _there() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        raise HaggisError(
            "one of the processes that shared the work was ended from outside, or for want of memory; "
            "with --jobs 1 this one does it alone"
        ) from None
