"""Faults put into system calls by strace: which calls a command makes, and the command run with one of them spoiled."""

import json
import os
import re
import select
import shutil
import signal
import subprocess
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from tests.support.paths import ROOT
from tests.support.reliability.scenarios import Scenario
from tests.support.reliability.stage import CODE, INTERPRETER, Ended, Stage

LOADING = 120.0
"""Seconds in which the server must have loaded the program, on however busy a machine."""
PATIENCE = 60.0
"""Seconds in which a command must end."""
HUNG = 999
"""The exit code of what did not end."""

FILES = """
open openat creat close read pread64 readv write pwrite64 writev fsync fdatasync rename renameat renameat2 link linkat
symlink unlink unlinkat mkdir mkdirat rmdir stat fstat lstat newfstatat statx access faccessat faccessat2 readlink
readlinkat getdents64 flock fcntl ftruncate fallocate lseek fchmod fchmodat chmod fchown fchownat sendfile
copy_file_range utimensat getcwd chdir getrandom
"""
_CALL = re.compile(r"(\w+)\(")
_OF_CODE = re.compile(f"""["<](?:{"|".join(map(re.escape, CODE))})["/>]""")


class Point(NamedTuple):
    """A system call of a command: its name, the how-manieth of that name it is, and what strace writes of it."""

    call: str
    at: int
    line: str

    @property
    def to_stderr(self) -> bool:
        """Whether it carries what is said on standard error, which then cannot be asked for."""
        return self.call.startswith("write") and self.line.startswith(f"{self.call}(2<")

    @property
    def on_files(self) -> bool:
        """Whether it has to do with files."""
        return self.call in FILES.split()


class Spoil(NamedTuple):
    """A fault in a system call; `how` as strace spells it: `signal=SIGKILL`, `error=EIO`, `error=EIO+` from then on.

    second: a later call that fails, once, while the first failure is being handled.
    """

    point: Point
    how: str
    second: Point | None = None

    @property
    def options(self) -> list[str]:
        """The options of strace."""
        call, at, how = self.point.call, self.point.at, self.how.rstrip("+")
        lasting = "+" if self.how.endswith("+") else ""
        if self.second is None:
            return ["-e", f"inject={call}:{how}:when={at}{lasting}"]
        if self.second.call == call:  # strace takes one fault for each call
            return ["-e", f"inject={call}:{how}:when={at}..{self.second.at}+{self.second.at - at}"]
        return ["-e", f"inject={call}:{how}:when={at}", "-e", f"inject={self.second.call}:{how}:when={self.second.at}"]

    @property
    def calls(self) -> set[str]:
        """The names of the calls that fail."""
        return {self.point.call} | ({self.second.call} if self.second else set())


class Traced(NamedTuple):
    """How a command ended, and what strace wrote of it."""

    ended: Ended
    notes: str

    def has_met(self, spoil: Spoil) -> bool:
        """Whether the fault came to pass, or both did."""
        if "signal" in spoil.how:
            return "--- SIG" in self.notes or "+++ killed" in self.notes
        met = [line.partition("(")[0] for line in self.notes.splitlines() if "(INJECTED)" in line]
        return sum(call in spoil.calls for call in met) >= (2 if spoil.second else 1)


def available() -> bool:
    """Whether strace is installed, and may look at processes here."""
    tried = ["strace", "-o", os.devnull, "true"]
    return bool(shutil.which("strace")) and not subprocess.run(tried, capture_output=True, check=False).returncode


def _lacking(scenario: Scenario) -> list[str]:
    """The options of strace that take calls away, as on other systems."""
    return [word for call in scenario.lacking for word in ("-e", f"inject={call}:error=ENOSYS")]


class Tracer:
    """Runs commands under strace; used as a context. notes: a folder for what is written meanwhile."""

    def __init__(self, notes: Path) -> None:
        self._notes = notes
        notes.mkdir(parents=True, exist_ok=True)
        self._server = subprocess.Popen(
            [INTERPRETER, "-P", str(ROOT / "tests/support/reliability/server.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd="/",
            env=Stage(notes).variables(),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.kill()
        self._server.wait()
        for stream in (self._server.stdin, self._server.stdout):
            if stream:
                stream.close()

    def points(self, stage: Stage, scenario: Scenario, spoil: Spoil | None = None) -> tuple[list[Point], Ended]:
        """The calls from the first that touches the stage to the end, but those that load programs; how it ended.

        spoil: a fault, after which the calls begin.
        """
        traced = self._run(["-y", "-s", "256", *(spoil.options if spoil else [])], stage, scenario)
        found, counts, begun = [], dict[str, int](), False
        above = [f'"{folder}"' for folder in stage.folder.parents]  # each part of a path is looked at for links
        for line in traced.notes.splitlines():
            match = _CALL.match(line)
            if not match:
                continue
            call = match[1]
            counts[call] = counts.get(call, 0) + 1
            aside = _OF_CODE.search(line) or (call == "newfstatat" and any(folder in line for folder in above))
            if begun and spoil and call != "exit_group" and not aside:
                found.append(Point(call, counts[call], line))
            begun = begun or ((call, counts[call]) == spoil.point[:2] if spoil else str(stage.folder) in line)
            if begun and not spoil and call != "exit_group" and not aside:
                found.append(Point(call, counts[call], line))
        return found, traced.ended

    def spoiled(self, stage: Stage, scenario: Scenario, spoil: Spoil) -> Traced:
        """Run the command with a fault."""
        calls = ",".join(sorted(spoil.calls | set(scenario.lacking)))
        return self._run(["-e", f"trace={calls}", *spoil.options], stage, scenario)

    def _run(self, options: list[str], stage: Stage, scenario: Scenario) -> Traced:
        streams = {name: self._notes / name for name in ("in", "out", "err")}
        streams["in"].write_text(scenario.stdin, encoding="utf-8")
        told = {name: str(path) for name, path in streams.items()}
        self._say(json.dumps(told | {"words": stage.words(scenario), "variables": stage.variables(scenario)}))
        child = self._answer(LOADING)
        assert child is not None
        notes = self._notes / "trace"
        with subprocess.Popen(
            ["strace", "-o", str(notes), *_lacking(scenario), *options, "-p", str(child)],
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as strace:
            assert strace.stderr
            said = strace.stderr.readline()
            assert "attached" in said, said
            self._say("go")
            code = self._answer(PATIENCE)
            if code is None:
                os.kill(child, signal.SIGKILL)
                self._answer(PATIENCE)
                code = HUNG
        out, err = (streams[name].read_text(encoding="utf-8", errors="replace") for name in ("out", "err"))
        return Traced(Ended(code, out, err), notes.read_text(encoding="utf-8", errors="replace"))

    def _say(self, line: str) -> None:
        assert self._server.stdin
        self._server.stdin.write(f"{line}\n".encode())
        self._server.stdin.flush()

    def _answer(self, patience: float) -> int | None:
        """The number that the server says next; None if it says none in time."""
        stream = self._server.stdout
        assert stream
        heard, _, _ = select.select([stream], [], [], patience)
        return int(stream.readline()) if heard else None
