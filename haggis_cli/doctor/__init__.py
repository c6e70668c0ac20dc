"""What `haggis doctor` examines: the installation, the folders, the clock, the match files and the index.

Nothing is changed by looking. Where something can safely be put right, its finding brings a function along that does.

`findings` has what a finding is, and looks at the installation, the folders, the disks and the clock, then at the
matches, half-entered rounds, left-overs and the index of the history.
"""

from collections.abc import Callable, Iterator
from functools import cache

from haggis_cli.doctor.findings import (
    Finding,
    Progress,
    check_clock,
    check_disk_space,
    check_files,
    check_folders,
    check_history_index,
    check_reviews,
    check_software,
    check_variants,
)
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.catalogue import load_catalogue


def examine(store: Store, progress: Progress) -> Iterator[Finding]:
    """All findings on this computer, in the order in which they are shown; nothing is changed."""
    variants = cache(load_catalogue)
    parts: tuple[Callable[[], Iterator[Finding]], ...] = (
        check_software,
        lambda: check_folders(store),
        lambda: check_disk_space(store),
        lambda: check_clock(store),
        lambda: check_variants(variants()),
        lambda: check_files(store, progress, {each.id: each.revision for each in variants()}),
        lambda: check_history_index(store),
        lambda: check_reviews(store),
    )
    for part in parts:
        yield from part()
