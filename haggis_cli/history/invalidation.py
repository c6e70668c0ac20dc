"""What the figures of a match depend on besides its file: this program's code, and that of the variant.

Figures that were made by other code are made anew. The version alone would not tell: the author of a variant
changes its rules many times under one version.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from haggis_cli.plugins.entry_points import EntryPoint
from haggis_cli.plugins.registry import installed_claims, is_disabled, is_own
from haggis_cli.support.files import content_hash
from haggis_cli.support.version import __version__

_ROOT = Path(__file__).parents[1]
_INSTALLED = ("site-packages", "dist-packages")
_NO_CODE = ("__pycache__", "node_modules", "build", "dist", *_INSTALLED)
_MOST_FOLDERS = 500
_CODE = (".py", ".so", ".pyd", ".dist-info", ".egg-link", ".pth")
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
    """The folders in which the code of a plugin lies: those of its outermost package, and what lies beside it.

    None of it is run, so nobody can know what it will load. Where packages are installed only the folder itself is
    looked at, which changes with every package that comes, goes or is replaced; a project that is installed where it
    lies (`pip install -e`) is looked through.
    """
    top = claim.value.partition(":")[0].strip().split(".")[0]
    try:
        spec = find_spec(top)
    except Exception:  # a third party's import machinery may raise anything; the package's version is left
        return []
    if spec is None:
        return []
    own = list(spec.submodule_search_locations or ())
    if is_own(claim):  # whose modules all lie in one folder
        return own
    beside = {str(Path(place).parent) for place in own or filter(None, [spec.origin])}
    roots = [*own, *(place for place in beside if Path(place).name not in _INSTALLED)]
    return sorted({*beside, *islice((folder for root in roots for folder in _walk(root)), _MOST_FOLDERS)})


def _walk(root: str) -> Iterator[str]:
    """A folder and those inside it that can hold modules of a project."""
    for folder, inner, _ in os.walk(root):
        inner[:] = sorted(name for name in inner if name.isidentifier() and name not in _NO_CODE)
        yield folder


def _sources(places: Iterable[str]) -> list[tuple[str, int, int]]:
    """Name, time and size of every module that lies in the folders, and of every package that is installed there."""
    files = []
    for place in places:
        try:
            with os.scandir(place) as entries:
                stats = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(_CODE)]
        except OSError:  # a zip file, a frozen program: their version tells
            continue
        files += [(name, found.st_mtime_ns, found.st_size) for name, found in stats]
    return sorted(files)
