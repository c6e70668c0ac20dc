"""What `haggis doctor` examines: the installation, the folders, the clock, the match files and the index.

Nothing is changed by looking. Where something can safely be put right, its finding brings a function along that does.

`findings` has what a finding is, and looks at the installation, the folders, the disks and the clock, then at the
matches, half-entered rounds, left-overs and the index of the history.
"""

from collections.abc import Iterator

from haggis_cli.doctor import findings
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.catalogue import load_catalogue


def examine(store: Store, progress: findings.Progress) -> Iterator[findings.Finding]:
    """All findings on this computer, in the order in which they are shown; nothing is changed."""
    yield from findings.check_software()
    yield from findings.check_folders(store)
    yield from findings.check_disk_space(store)
    yield from findings.check_clock(store)
    variants = load_catalogue()
    yield from findings.check_variants(variants)
    yield from findings.check_files(store, progress, {each.id: each.revision for each in variants})
    yield from findings.check_history_index(store)
    yield from findings.check_reviews(store)
