"""From match files to their figures, by this process or by the workers of a Dask scheduler."""

import os
from collections.abc import Generator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

from haggis_cli.history.figures import MatchFigures, unreadable_figures
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.source import SourceFile, map_files
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.support.errors import HaggisError, RecordError, StoreError, VariantError
from haggis_cli.support.jobs.workers import Workers


def figures_of_files(
    store: Store, files: Mapping[str, os.stat_result], workers: Workers
) -> Generator[tuple[str, MatchFigures], None, None]:
    """The figures of each of these files of the store, as they are worked out."""
    sources = (SourceFile(str(store.matches_folder / name)) for name in files)
    sizes = (found.st_size for found in files.values())
    with closing(map_files(partial(figures_of, store), store, sources, sizes, len(files), workers)) as done:
        yield from zip(files, done, strict=True)


def figures_of(store: Store, source: SourceFile) -> MatchFigures:
    """The figures of a match file, or what keeps it from having any."""
    from haggis_cli.history.match_figures import compute_figures, unusable_figures
    from haggis_cli.matches.toml.match_file import MatchFile
    from haggis_cli.plugins.registry import installed_claims, load
    from haggis_cli.referee.adjudication import adjudicate

    try:
        match = MatchFile(source.read(store), Path(source.name).name)
    except StoreError as error:
        return unreadable_figures(str(error))._replace(transient=True)
    except HaggisError as error:
        return unreadable_figures(str(error))
    try:
        report = adjudicate(match, load(match.record.variant))
        with guard_rules(match.record.variant):
            return compute_figures(report)
    except RecordError as error:
        return unusable_figures(match.record, str(error))
    except VariantError as error:
        # An installed plugin that fails may do so for reasons that no stamp tells.
        return unusable_figures(match.record, str(error))._replace(transient=match.record.variant in installed_claims())
