"""What `haggis doctor` examines: the installation, the folders, the clock, the match files and the index.

Nothing is changed by looking. Where something can safely be put right, its finding brings a function along that does.

`findings` has what a finding is, and looks at the installation, the folders, the disks and the clock, then at the
matches, half-entered rounds, left-overs and the index of the history.
"""

from collections.abc import Iterator

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
    yield from check_software()
    yield from check_folders(store)
    yield from check_disk_space(store)
    yield from check_clock(store)
    variants = load_catalogue()
    yield from check_variants(variants)
    yield from check_files(store, progress, {each.id: each.revision for each in variants})
    yield from check_history_index(store)
    yield from check_reviews(store)
