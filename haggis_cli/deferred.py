"""Modules of the standard library that our libraries load at once and a command hardly ever needs.

Pydantic imports `secrets`, and with it OpenSSL, for fields that we do not have, and `importlib.metadata`, which reads
mail headers and archives, for plugins that are switched off. That they are loaded at their first use spares `check`,
`show` and `score` a twentieth (benchmarks/startup.py).
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

SELDOM = frozenset({"calendar", "csv", "secrets", "socket", "tempfile", "zipfile"})


class _AtFirstUse:
    """A finder that has the modules of SELDOM loaded when something is first asked of them."""

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in SELDOM:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            from importlib.util import LazyLoader

            spec.loader = LazyLoader(spec.loader)
        return spec


def defer() -> None:
    """From now on the modules of SELDOM are loaded at their first use, those that are not loaded yet."""
    if _AtFirstUse not in sys.meta_path:
        sys.meta_path.insert(0, _AtFirstUse)


def load() -> None:
    """Loads what has been deferred, and defers no more.

    To be called before there are threads: in Python 3.11.7 and 3.12.1 two that use such a module for the first time at
    the same moment would meet half of it.
    """
    if _AtFirstUse in sys.meta_path:
        sys.meta_path.remove(_AtFirstUse)
        for name in SELDOM & sys.modules.keys():
            vars(sys.modules[name])
