"""From match files to their figures, on several cores where there are many to read."""

import os
from collections.abc import Generator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from haggis_cli.errors import HaggisError, RecordError, StoreError, VariantError
from haggis_cli.history.figures import Figures, unreadable
from haggis_cli.records.store import Store
from haggis_cli.strangers import rules_of

_MANY = 1 << 20  # bytes of match files from which on a second process saves more time than it takes to start
_CHUNK = 16


def figures_of_files(store: Store, files: Mapping[str, os.stat_result]) -> Generator[tuple[str, Figures], None, None]:
    """The figures of each of these files of the store, as they are worked out."""
    paths = [store.matches_folder / name for name in files]
    cores = min(os.cpu_count() or 1, 4)
    if cores == 1 or sum(found.st_size for found in files.values()) < _MANY:
        yield from ((path.name, figures_of(store, path)) for path in paths)
        return
    from haggis_cli.workers import workers

    with ExitStack() as stack:
        try:
            found = stack.enter_context(workers(cores)).map(partial(figures_of, store), paths, chunksize=_CHUNK)
        except (OSError, ImportError, NotImplementedError):  # a system without shared memory or processes
            found = map(partial(figures_of, store), paths)
        yield from ((path.name, each) for path, each in zip(paths, found, strict=True))


def figures_of(store: Store, path: Path) -> Figures:
    """The figures of a match file, or what keeps it from having any."""
    from haggis_cli.history.adding import figures, unusable
    from haggis_cli.records.toml import MatchFile
    from haggis_cli.referee import adjudicate
    from haggis_cli.registry import found, load

    try:
        match = MatchFile(store.read(path).data, path.name)
    except StoreError as error:
        return unreadable(str(error))._replace(transient=True)
    except HaggisError as error:
        return unreadable(str(error))
    try:
        report = adjudicate(match, load(match.record.variant))
        with rules_of(match.record.variant):
            return figures(report)
    except RecordError as error:
        return unusable(match.record, str(error))
    except VariantError as error:
        # An installed plugin that fails may do so for reasons that no stamp tells.
        return unusable(match.record, str(error))._replace(transient=match.record.variant in found())
