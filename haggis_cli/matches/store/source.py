"""Files on their way to whoever reads them: this process, another one, or another machine."""

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.jobs.workers import Workers, parallel_map

Done = TypeVar("Done")

_PARALLEL_BYTES = (
    1 << 19
)  # bytes of match files from which on more processes save more time (0.3 s) than they take to start
_PIECE = 16  # files that a process is given at a time


class SourceFile(NamedTuple):
    """A file: what it is called, and its content, or what keeps it from being read; None: not read yet."""

    name: str
    data: bytes | HaggisError | None = None

    def read(self, store: Store) -> bytes:
        """The content; StoreError for what is not there, not a file or not readable."""
        if isinstance(self.data, HaggisError):
            raise self.data
        return store.read(Path(self.name)).data if self.data is None else self.data

    def load(self, store: Store) -> "SourceFile":
        """The file with its content, to be sent where there is no such file."""
        try:
            return self._replace(data=self.read(store))
        except HaggisError as error:
            return self._replace(data=error)


def map_files(
    work: Callable[[SourceFile], Done],
    store: Store,
    files: Iterable[SourceFile],
    sizes: Iterable[int],
    number: int,
    workers: Workers,
) -> Generator[Done, None, None]:
    """Do the work for each of so many files, in their order; where they are small, this process does it alone.

    sizes: their bytes, looked at until they are many.
    """
    if workers.is_remote:
        files = (source.load(store) for source in files)
    elif not _are_large(sizes):
        workers = workers.for_pieces(1)
    return parallel_map(work, files, workers.for_pieces(-(-number // _PIECE)), piece=_PIECE)


def _are_large(sizes: Iterable[int]) -> bool:
    together = 0
    return any((together := together + size) >= _PARALLEL_BYTES for size in sizes)
