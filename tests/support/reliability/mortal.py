"""A process that can die at every step of a save, on a disk that can fail or lose power there.

Only the calls that change something are counted. What is dead does nothing any more: no clearing up runs, as after a
kill; the system closes its files, which gives the locks back.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from haggis_cli.matches.store import atomic_write as durable
from haggis_cli.matches.store import file_swap as swap

CALLS = ("open", "write", "fsync", "close", "fchmod", "link", "rename", "replace", "unlink", "mkdir", "utime")
NAMING = ("link", "rename", "replace", "mkdir", "exchange")
_NEW = os.O_CREAT


class Dead(BaseException):
    """The process is no more."""


class Trouble(NamedTuple):
    """What happens at a call, counted from 1; none at all with call 0.

    how: "before" or "after" the process dies there, "half" it dies with half of a text written, "power" the same and
    what was not flushed to the disk is lost; or an error number, once or from then on.
    """

    call: int = 0
    how: str | int = "before"
    lasting: bool = False


class Mortal:
    """Runs something below a folder, troubled."""

    def __init__(self, folder: Path, trouble: Trouble) -> None:
        self.folder = folder
        self.trouble = trouble
        self.calls = 0
        self.dead = False
        self.written: dict[int, int] = {}  # handles open for writing -> the inode
        self.unflushed: set[int] = set()
        self.unnamed: set[str] = set()  # folders whose names are not on the disk yet
        self.read: dict[int, str] = {}

    def run(self, act: Callable[[], object]) -> None:
        """Do it; Dead if the process died of it."""
        with pytest.MonkeyPatch.context() as patch:
            for name in CALLS:
                patch.setattr(os, name, self._mortal(name, getattr(os, name)))
            patch.setattr(durable, "swap_files", self._mortal("exchange", swap.swap_files))
            act()

    def lose_power(self) -> None:
        """What was not flushed is gone from every file there is."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path.stat().st_ino in self.unflushed:
                path.write_bytes(b"\0" * path.stat().st_size)

    def _mortal(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def mortal(*arguments: Any, **more: Any) -> Any:
            if name == "open" and not arguments[1] & _NEW:
                return self._reading(call, *arguments, **more)
            if name == "close" and arguments[0] not in self.written:
                return call(*arguments)
            if self.dead:
                if name == "close":
                    call(*arguments)
                raise Dead
            self.calls += 1
            here = self.trouble.call and (
                self.calls == self.trouble.call or (self.trouble.lasting and self.calls > self.trouble.call)
            )
            if not here:
                return self._done(name, call, *arguments, **more)
            return self._troubled(name, call, *arguments, **more)

        return mortal

    def _troubled(self, name: str, call: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        how = self.trouble.how
        if isinstance(how, int):
            if name == "close":
                call(*arguments)  # Linux gives a handle back whatever it says
            raise OSError(how, os.strerror(how))
        if name == "write" and how == "half":
            arguments = (arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
        if how != "before" or name == "close":
            self._done(name, call, *arguments, **more)
        self.dead = True
        raise Dead

    def _reading(self, call: Callable[..., Any], *arguments: Any, **more: Any) -> int:
        if self.dead:
            raise Dead
        handle: int = call(*arguments, **more)
        self.read[handle] = os.path.realpath(arguments[0])
        return handle

    def _done(self, name: str, call: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        result = call(*arguments, **more)
        if name == "open":
            self.written[result] = os.fstat(result).st_ino
        elif name == "write":
            self.unflushed.add(self.written[arguments[0]])
        elif name == "fsync" and arguments[0] in self.written:
            self.unflushed.discard(self.written[arguments[0]])
        elif name == "fsync":
            self.unnamed.discard(self.read[arguments[0]])
        elif name == "close":
            del self.written[arguments[0]]
        elif name in NAMING and result is not False:
            paths = arguments[:1] if name == "mkdir" else arguments[:2] if name != "link" else arguments[1:2]
            self.unnamed |= {os.path.realpath(Path(os.fsdecode(path)).parent) for path in paths}
        return result
