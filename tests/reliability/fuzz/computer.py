"""A computer that nothing leaves: `haggis` in this process, in a folder of its own, which is as before every time.

Writing anywhere else, starting a program and the network are refused as a system would refuse them.
"""

import io
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support import errors
from haggis_cli.support import interrupts as signals
from haggis_cli.support.escaping import escape_text
from tests.support.haggis import ROOT

EXAMPLES = ROOT / "examples/matches"
MATCHES = ("two-player-known-hands", "tatties-rulebook-auction", "neeps-unknown-hands")
CODES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 130}
"""The exit codes that docs/reference.md explains; 70, a mistake of the program, is none of them."""

MOST_COMMANDS = 4
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {
    "os.mkdir": 1, "os.rename": 2, "os.remove": 1, "os.rmdir": 1, "os.link": 2, "os.symlink": 2,
    "os.truncate": 1, "os.chmod": 1, "os.chown": 1, "os.utime": 1, "os.mkfifo": 1,
}  # fmt: skip
_NEVER = ("subprocess.Popen", "os.system", "os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn")
_ENDLESS = ("--simulate", "--think")
_BINARY = (b"%PDF", b"PK\x03\x04", b"\x89PNG")


class Computer:
    """The folder and the guard before everything outside it."""

    def __init__(self) -> None:
        memory = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112
        self.folder = Path(os.path.realpath(tempfile.mkdtemp(prefix="haggis-fuzz-", dir=memory)))
        self.guarding = False
        self.changed = True
        for name in [name for name in os.environ if name.startswith(("HAGGIS", "XDG"))]:
            del os.environ[name]
        folders = {"HAGGIS_HOME": "home", "HAGGIS_LOCKS": "locks", "HAGGIS_CACHE": "cache", "HOME": "", "TMPDIR": ""}
        os.environ.update({name: str(self.folder / value) for name, value in folders.items()})
        os.environ.update({"NO_COLOR": "1", "COLUMNS": "80", "EDITOR": "true"})
        tempfile.tempdir = str(self.folder)
        sys.addaudithook(self._audit)

    def set_up(self) -> None:
        """The folder as it is before every input: three matches, whose moments are their order."""
        if not self.changed:
            return
        os.chdir("/")
        shutil.rmtree(self.folder, ignore_errors=True)
        matches = self.folder / "home/matches"
        matches.mkdir(parents=True)
        os.chdir(self.folder)
        for number, name in enumerate(MATCHES):
            (matches / f"{name}.toml").write_bytes(_example(name))
            os.utime(matches / f"{name}.toml", (10**9 + number, 10**9 + number))
        self.changed = False

    def run(self, arguments: list[str], typed: bytes) -> None:
        """Run one command, and look at how it ended, at what it said and at what it left."""
        from haggis_cli.cli.app import app

        streams = sys.stdin, sys.stdout, sys.stderr
        out, err = io.BytesIO(), io.BytesIO()
        sys.stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8", errors="surrogateescape")
        sys.stdout = io.TextIOWrapper(out, encoding="utf-8", errors="backslashreplace")
        sys.stderr = io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace")
        self.guarding = True
        errors._saved = False
        try:
            code = app(arguments, prog_name="haggis", standalone_mode=False)
        except OSError:  # which __main__ tells
            code = 3
        finally:
            self.guarding = False
            signals.restore_signal_handlers()
            sys.stdout.flush()
            sys.stderr.flush()
            said, told = out.getvalue(), err.getvalue()  # before the streams close them
            sys.stdin, sys.stdout, sys.stderr = streams
        assert code in CODES or code is None, (arguments, code)
        assert told or code in (0, 1, None), (arguments, code)
        for words in (told, b"" if said.startswith(_BINARY) else said):
            for line in words.decode().replace("\t", " ").split("\n"):
                assert escape_text(line) == line, (arguments, line)
        if self.changed:
            for path in Store(self.folder / "home").matches():
                MatchFile(path.read_bytes(), path.name)

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.guarding:
            return
        if event == "open":
            path, _, flags = arguments
            if flags & _WRITING and not isinstance(path, int):
                self._only_here(path)
        elif event in _CHANGES:
            for path in arguments[: _CHANGES[event]]:
                self._only_here(path)
        elif event in _NEVER or event.startswith("socket."):
            raise PermissionError(1, "refused by the tests", event)

    def _only_here(self, path: Any) -> None:
        if isinstance(path, int) or path == os.devnull:
            return
        real = os.path.realpath(os.fsdecode(path))
        if not real.startswith(f"{self.folder}/"):
            raise PermissionError(1, "refused by the tests", os.fsdecode(path))
        self.changed = True


@cache
def computer() -> Computer:
    """The one computer of this process."""
    return Computer()


@cache
def _example(name: str) -> bytes:
    return (EXAMPLES / f"{name}.toml").read_bytes()


def run_commands(data: bytes) -> None:
    """Run the commands, at most four, one after another on one computer."""
    here = computer()
    here.set_up()
    parts = data.split(b"\0")
    for number in range(0, min(len(parts), 2 * MOST_COMMANDS), 2):
        arguments = [os.fsdecode(word) for word in parts[number].split(b"\n")]
        if any(word.startswith(_ENDLESS) for word in arguments) or arguments[:2] == ["variants", "check"]:
            return  # goes on for as long as it is told to
        if "play" in arguments:
            arguments += ["--playouts", "1"]
        here.run(arguments, parts[number + 1] if number + 1 < len(parts) else b"")
