"""Modules of the standard library that our libraries load at once and a command hardly ever needs.

Pydantic imports `secrets`, and with it OpenSSL, for fields that we do not have, and `importlib.metadata` for plugins
that are switched off; that imports what it takes to read mail headers and archives. Put off until something is asked of
them (or, which Python takes for the same, until they are imported a second time), they cost `check`, `show` and `score`
a tenth less (benchmarks/startup.py). None is one that a Python can have been built without, as `bz2` is: that would be
noticed at its first use, where nobody expects it.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

LAZY_MODULES = frozenset(
    {
        "base64",
        "calendar",
        "csv",
        "email",
        "importlib.metadata._adapters",  # which brings all of email with it
        "ipaddress",
        "locale",
        "secrets",
        "socket",
        "struct",
        "tempfile",
        "zipfile",
    }
)


class _LazyFinder:
    """A finder that has the modules of SELDOM loaded when something is first asked of them."""

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in LAZY_MODULES:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            from importlib.util import LazyLoader

            spec.loader = LazyLoader(spec.loader)
        return spec


def install_lazy_imports() -> None:
    """From now on the modules of SELDOM are loaded at their first use, those that are not loaded yet."""
    if _LazyFinder not in sys.meta_path:
        sys.meta_path.insert(0, _LazyFinder)


def load_lazy_modules() -> None:
    """Loads what has been deferred, and defers no more: to be called before strangers' code, and before threads begin
    that may use it.

    In Python 3.11.7 and 3.12.1, at the least, two threads that use such a module for the first time at the same moment
    meet half of it; and in every Python half of it is left when the first use is broken off.
    """
    if _LazyFinder in sys.meta_path:
        sys.meta_path.remove(_LazyFinder)
        for name in LAZY_MODULES:
            getattr(sys.modules.get(name), "__doc__", None)
