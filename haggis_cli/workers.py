"""Long work shared out: among processes of this machine, or by Dask among many machines."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from time import sleep
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from haggis_cli.errors import HaggisError
from haggis_cli.visible import visible

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Item = TypeVar("Item")
Done = TypeVar("Done")

EXTRA = "haggis-cli[cluster]"
_PATIENCE = "10s"  # for a scheduler to answer
_AHEAD = 3  # pieces of work that wait for each process, so that none is ever idle and memory stays flat


class Crew(NamedTuple):
    """Who works: so many processes here, or the workers of the Dask scheduler at this address."""

    jobs: int
    scheduler: str | None = None

    @property
    def alone(self) -> bool:
        """Whether there is nobody to share with."""
        return self.jobs == 1 and self.scheduler is None

    @property
    def elsewhere(self) -> bool:
        """Whether those who work may not have the files of this machine."""
        return self.scheduler is not None

    def for_pieces(self, pieces: int) -> "Crew":
        """No more processes than there are pieces of work."""
        return self._replace(jobs=max(1, min(self.jobs, pieces)))


def cores() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def spread(
    work: Callable[[Item], Done], items: Iterable[Item], crew: Crew, *, piece: int = 1, in_order: bool = True
) -> Generator[Done, None, None]:
    """Do the work for every item, `piece` items at a time; the results are the same whoever works.

    They come in the order of the items, or with in_order=False as they are done. Items are taken as they are needed;
    closing the generator stops everybody. HaggisError where Dask is not installed, or no scheduler answers.
    """
    pieces = _pieces(items, piece)
    if crew.scheduler is not None:
        yield from _by_dask(work, pieces, crew.scheduler, in_order)
    elif crew.alone:
        yield from (work(item) for part in pieces for item in part)
    else:
        yield from _by_processes(work, pieces, crew.jobs, in_order)


def _pieces(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    source = iter(items)
    while piece := list(islice(source, size)):
        yield piece


def _all_of(work: Callable[[Item], Done], piece: list[Item]) -> list[Done]:
    return [work(item) for item in piece]


def _by_processes(
    work: Callable[[Item], Done], pieces: Iterator[list[Item]], jobs: int, in_order: bool
) -> Generator[Done, None, None]:
    from concurrent.futures import FIRST_COMPLETED, wait

    waiting: list[Future[list[Done]]] = []
    with ExitStack() as stack:
        try:
            pool = stack.enter_context(_processes(jobs))
        except (OSError, ImportError, NotImplementedError):  # a system without processes or shared memory
            yield from (work(item) for piece in pieces for item in piece)
            return
        while True:
            waiting += [pool.submit(_all_of, work, piece) for piece in islice(pieces, _AHEAD * jobs - len(waiting))]
            if not waiting:
                return
            ended = {waiting[0]} if in_order else wait(waiting, return_when=FIRST_COMPLETED).done
            waiting = [each for each in waiting if each not in ended]
            for each in ended:
                yield from each.result()


@contextmanager
def _processes(number: int) -> "Iterator[ProcessPoolExecutor]":
    """Processes that end with the block, whatever they are doing then."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    others = set(active_children())
    pool = ProcessPoolExecutor(number, initializer=_leave_it_to_the_first)
    try:
        yield pool
    finally:
        started = set(active_children()) - others
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in started:
            worker.terminate()
        for worker in started:
            worker.join()
        for _ in range(500):  # the pool's thread waits for them as well: of two who do, one is told a moment later
            if not started & set(active_children()):
                break
            sleep(0.01)


def _leave_it_to_the_first() -> None:
    """Ctrl-C reaches every process of a terminal: the first one reports and ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _by_dask(
    work: Callable[[Item], Done], pieces: Iterator[list[Item]], scheduler: str, in_order: bool
) -> Generator[Done, None, None]:
    try:
        from distributed import Client
        from joblib import Parallel, delayed, parallel_config
    except ImportError:
        raise HaggisError(f"--backend dask needs joblib and Dask: pip install '{EXTRA}'") from None
    try:
        client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise HaggisError(f"no Dask scheduler answers at {visible(scheduler)}: {visible(str(error))}") from None
    order = "generator" if in_order else "generator_unordered"
    with client, parallel_config(backend="dask", client=client):
        run = Parallel(return_as=order, pre_dispatch=f"{_AHEAD} * n_jobs", batch_size=1)
        for piece in run(delayed(_all_of)(work, piece) for piece in pieces):
            yield from piece
