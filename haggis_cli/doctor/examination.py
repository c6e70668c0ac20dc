"""The whole examination, in the order in which it is told."""

from collections.abc import Callable, Iterator

from haggis_cli.doctor.files import Progress, files
from haggis_cli.doctor.finding import Finding
from haggis_cli.doctor.index import figures
from haggis_cli.doctor.installation import software, variants
from haggis_cli.doctor.places import clock, places, room
from haggis_cli.matches.store.folder import Store


def examine(store: Store, progress: Progress) -> Iterator[Finding]:
    """Everything that is to be told of this computer; nothing is changed."""
    parts: tuple[Callable[[], Iterator[Finding]], ...] = (
        software,
        lambda: places(store),
        lambda: room(store),
        lambda: clock(store),
        variants,
        lambda: files(store, progress),
        lambda: figures(store),
    )
    for part in parts:
        yield from part()
