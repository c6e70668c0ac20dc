"""The whole examination, in the order in which it is told."""

from collections.abc import Callable, Iterator

from haggis_cli.doctor.files import Progress, check_files
from haggis_cli.doctor.finding import Finding
from haggis_cli.doctor.index import check_history_index
from haggis_cli.doctor.installation import check_software, check_variants
from haggis_cli.doctor.places import check_clock, check_disk_space, check_folders
from haggis_cli.matches.store.folder import Store


def examine(store: Store, progress: Progress) -> Iterator[Finding]:
    """Everything that is to be told of this computer; nothing is changed."""
    parts: tuple[Callable[[], Iterator[Finding]], ...] = (
        check_software,
        lambda: check_folders(store),
        lambda: check_disk_space(store),
        lambda: check_clock(store),
        check_variants,
        lambda: check_files(store, progress),
        lambda: check_history_index(store),
    )
    for part in parts:
        yield from part()
