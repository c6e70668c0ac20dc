"""The entry points of installed packages, read from their metadata files alone.

`importlib.metadata` says the same and costs more to import than the whole rules engine; so it is asked only where
packages lie in something else than folders (zip files, frozen programs). A test holds both answers equal.

Source: PyPA specifications, "Recording installed projects" and "Entry points".
"""

import os
import stat
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

_MAX_CHARACTERS = 1 << 20  # characters of a metadata file


class EntryPoint(NamedTuple):
    """An entry point: its name, what it points at (`module:attribute`), and the package it comes from."""

    name: str
    value: str
    package: str
    version: str

    def load(self) -> Any:
        """Import the module and give the attribute; whatever its code raises comes through."""
        module, _, attributes = self.value.partition("[")[0].strip().partition(":")
        found: Any = import_module(module.strip())
        for attribute in filter(None, attributes.strip().split(".")):
            found = getattr(found, attribute)
        return found


def find_entry_points(group: str) -> list[EntryPoint]:
    """Every entry point of the group, in the order in which Python would import the packages."""
    if _has_only_folders():
        return list(_find_in_folders(group))
    from importlib.metadata import distributions

    found: dict[str, list[EntryPoint]] = {}
    for dist in distributions():
        name = str(dist.metadata["Name"])
        try:
            points = [EntryPoint(e.name, e.value, name, dist.version) for e in dist.entry_points if e.group == group]
        except (OSError, ValueError):  # a package whose files are damaged
            continue
        found.setdefault(_normalize_name(name), points)
    return [point for points in found.values() for point in points]


def _has_only_folders() -> bool:
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    return len(finders) == 1 and not any(os.path.isfile(folder) for folder in sys.path)


def _find_in_folders(group: str) -> Iterator[EntryPoint]:
    seen = set()
    for folder in sys.path:
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for name in names:
            if not name.endswith((".dist-info", ".egg-info")):
                continue
            package, _, version = name.rpartition(".")[0].partition("-")
            if _normalize_name(package) in seen:
                continue
            seen.add(_normalize_name(package))
            path = os.path.join(folder, name)
            points = _read_section(os.path.join(path, "entry_points.txt"), group)
            if points:  # who it is stands in a file with the whole description: it is read once
                package, version = _read_identity(path, package, version)
            for entry, value in points:
                yield EntryPoint(entry, value, package, version)


def _normalize_name(name: str) -> str:
    return name.lower().replace("-", "_").replace(".", "_")


def _read_lines(path: str, errors: str = "strict") -> list[str]:
    """The lines of a metadata file; none of what is not there, no file (a pipe would be waited for) or no text."""
    try:
        with open(path, encoding="utf-8", errors=errors, opener=_open_nonblocking) as file:
            return file.read(_MAX_CHARACTERS).splitlines() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else []
    except (OSError, UnicodeDecodeError):
        return []


def _open_nonblocking(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _read_section(path: str, group: str) -> list[tuple[str, str]]:
    """The `name = value` lines of one section."""
    found, inside = [], False
    for line in map(str.strip, _read_lines(path)):
        if line.startswith("["):
            inside = line == f"[{group}]"
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            found.append((name.strip(), value.strip()))
    return found


def _read_identity(path: str, package: str, version: str) -> tuple[str, str]:
    """The package's name and version as its metadata writes them, else as its folder does."""
    for file_name in ("METADATA", "PKG-INFO"):
        lines = _read_lines(os.path.join(path, file_name), "replace")
        for line in map(str.rstrip, lines):
            if not line:
                break
            key, _, value = line.partition(": ")
            if key == "Name":
                package = value
            elif key == "Version":
                version = value
        if lines:
            break
    return package, version
