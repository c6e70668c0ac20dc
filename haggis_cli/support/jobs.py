"""Long work shared out: among processes of this machine, or by Dask among many machines."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeVar

from haggis_cli.support.errors import HaggisError
from haggis_cli.support.extras import install_command

Item = TypeVar("Item")
Done = TypeVar("Done")

_SCHEDULER_TIMEOUT = "10s"  # for a scheduler to answer
_AHEAD = 4  # pieces of work for each process that are taken before the oldest is given back: memory stays flat


class Workers(NamedTuple):
    """Who works: so many processes here, or the workers of the Dask scheduler at this address."""

    jobs: int
    scheduler: str | None = None

    def for_pieces(self, pieces: int) -> "Workers":
        """No more processes than there are pieces of work."""
        return self._replace(jobs=max(1, min(self.jobs, pieces)))


ALONE = Workers(1)


def cores() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def parallel_map(
    work: Callable[[Item], Done], items: Iterable[Item], workers: Workers, *, piece: int = 1, in_order: bool = True
) -> Generator[Done, None, None]:
    """Do the work for every item, `piece` items at a time; the results are the same whoever works.

    They come in the order of the items, or with in_order=False as they are done. Items are taken as they are needed;
    closing the generator stops everybody. HaggisError where Dask is not installed, or no scheduler answers.
    """
    pieces = _pieces(items, piece)
    if workers.scheduler is not None:
        yield from _by_dask(work, pieces, workers.scheduler, in_order)
    elif workers.jobs == 1:
        yield from (work(item) for part in pieces for item in part)
    else:
        yield from _by_processes(work, pieces, workers.jobs, in_order)


def _pieces(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    source = iter(items)
    while piece := list(islice(source, size)):
        yield piece


def _run_piece(work: Callable[[Item], Done], piece: list[Item]) -> list[Done]:
    return [work(item) for item in piece]


def _by_processes(
    work: Callable[[Item], Done], pieces: Iterator[list[Item]], jobs: int, in_order: bool
) -> Generator[Done, None, None]:
    with ExitStack() as stack:
        try:
            from haggis_cli.support.worker_processes import distribute, start_workers

            workers = stack.enter_context(start_workers(partial(_run_piece, work), jobs))
        except (OSError, ImportError, NotImplementedError):  # a system without processes, or with too many of them
            yield from (work(item) for piece in pieces for item in piece)
            return
        for results in distribute(workers, pieces, _AHEAD * jobs, in_order=in_order):
            yield from results


def _by_dask(
    work: Callable[[Item], Done], pieces: Iterator[list[Item]], scheduler: str, in_order: bool
) -> Generator[Done, None, None]:
    try:
        from distributed import Client
        from joblib import Parallel, delayed, parallel_config
    except ImportError:
        raise HaggisError(f"--backend dask needs joblib and Dask: {install_command('cluster')}") from None
    try:
        client = Client(scheduler, timeout=_SCHEDULER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise HaggisError(f"no Dask scheduler answers at {scheduler}: {error}") from None
    order = "generator" if in_order else "generator_unordered"
    with client, parallel_config(backend="dask", client=client):
        run = Parallel(return_as=order, pre_dispatch=f"{_AHEAD} * n_jobs", batch_size=1)
        for piece in run(delayed(_run_piece)(work, piece) for piece in pieces):
            yield from piece
