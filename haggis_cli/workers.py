"""Processes that share out long work, and end with it."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def workers(number: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with the block, whatever they are doing then."""
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


def _leave_it_to_the_first() -> None:
    """Ctrl-C reaches every process of a terminal: the first one reports and ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
