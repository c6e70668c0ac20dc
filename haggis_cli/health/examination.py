"""The whole examination, in the order in which it is told."""

from collections.abc import Callable, Iterator

from haggis_cli.health.figures import figures
from haggis_cli.health.files import Progress, files
from haggis_cli.health.finding import Finding
from haggis_cli.health.installed import software, variants
from haggis_cli.health.places import clock, places, room
from haggis_cli.records.store import Store


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
