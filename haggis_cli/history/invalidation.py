"""What the figures of a match depend on besides its file: this program's code, and that of the variant.

Figures that were made by other code are made anew. The version alone would not tell: the author of a variant
changes its rules many times under one version.
"""

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from haggis_cli.plugins.entry_points import EntryPoint
from haggis_cli.plugins.registry import installed_claims, is_disabled
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.version import __version__

_ROOT = Path(__file__).parents[1]
ROOMS = ("support", "plugins", "rules", "matches", "referee", "history")
"""The rooms whose code takes part in making figures; a test holds that no other room does."""


class Stamps:
    """The stamps of the variants, worked out once each; `rooms` are those whose code takes part."""

    def __init__(self, rooms: Sequence[str] = ROOMS) -> None:
        self._rooms = rooms
        self._known: dict[str, str] = {}

    def of(self, variant_id: str) -> str:
        """The stamp of a variant, also of one that is not installed (so that it is tried again when it is)."""
        stamp = self._known.get(variant_id)
        if stamp is None:
            claims = installed_claims().get(variant_id, ())
            code = (f"{claim} {'off' if is_disabled(claim) else _sources(_folders(claim))}" for claim in claims)
            parts = [self._program, *code]
            stamp = self._known[variant_id] = content_hash("\n".join(parts).encode("utf-8", "replace"))
        return stamp

    @cached_property
    def _program(self) -> str:
        return f"{__version__} {_sources(_room_folders(self._rooms))}"


def _room_folders(rooms: Sequence[str]) -> list[str]:
    """Every folder of the rooms, with those inside them."""
    walks = (os.walk(_ROOT / room) for room in rooms)
    return [folder for walk in walks for folder, _, _ in walk if not folder.endswith("__pycache__")]


def _folders(claim: EntryPoint) -> list[str]:
    """The folders in which the code of a plugin lies, from the outermost package down, or its one file.

    None of it is run.
    """
    top, *inner = claim.value.partition(":")[0].strip().split(".")
    try:
        spec = find_spec(top)
    except Exception:  # a third party's import machinery may raise anything; the package's version is left
        return []
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [spec.origin] if spec.origin else []
    folders = places = list(spec.submodule_search_locations)
    for part in inner[:-1]:
        places = [str(Path(place, part)) for place in places]
        folders = folders + places
    return folders


def _sources(places: Iterable[str]) -> list[tuple[str, int, int]]:
    """Name, time and size of every source file that is named or lies in the folders."""
    files = []
    for place in places:
        try:
            if place.endswith(".py"):
                stats = [(place, Path(place).stat())]
            else:
                with os.scandir(place) as entries:
                    stats = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(".py")]
        except OSError:  # a zip file, a frozen program: their version tells
            continue
        files += [(name, found.st_mtime_ns, found.st_size) for name, found in stats]
    return sorted(files)
