"""Faults put into system calls by strace: which calls a command makes, the command run with one of them spoiled, and
whether what came of it can stand."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.toml.match_file import MatchFile
from tests.reliability.stage import CODE, Scenario, Stage, State
from tests.support.forked import Forked, Server
from tests.support.haggis import SCRIPT, Ran

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

    ended: Ran
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
        self._server = Server(Stage(notes).variables(), SCRIPT.parent, "readline")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.end(os.getpid())

    def points(self, stage: Stage, scenario: Scenario, spoil: Spoil | None = None) -> tuple[list[Point], Ran]:
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
        words, variables = [str(SCRIPT), *stage.words(scenario)], stage.variables(scenario)
        with ExitStack() as opened:
            handles = [opened.enter_context(path.open("r" if name == "in" else "w")) for name, path in streams.items()]
            numbers = [handle.fileno() for handle in handles]
            command = Forked(words, variables, Path("/"), streams=numbers, server=self._server)
        notes = self._notes / "trace"
        with subprocess.Popen(
            ["strace", "-o", str(notes), *_lacking(scenario), *options, "-p", str(command.pid)],
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as strace:
            assert strace.stderr
            said = strace.stderr.readline()
            assert "attached" in said, said
            command.let_go()
            try:
                code = command.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                command.kill()
                command.wait(PATIENCE)
                code = HUNG
        out, err = (streams[name].read_text(encoding="utf-8", errors="replace") for name in ("out", "err"))
        return Traced(Ran(code, out, err), notes.read_text(encoding="utf-8", errors="replace"))


REFUSED = (1, 2, 3, 4, 5)
"""Exit codes that say that nothing was saved."""
SAVED = (0, 6, 7, 8)
"""Exit codes that say that all was."""
STOPPED = (130, -1, -2, -15)
KILLED = -9

_SAYS_NOT = re.compile(r"not saved|not moved|not written|nothing was (?:saved|changed|done)")
_SAYS_SAVED = re.compile(r"haggis: (?:[^\n]*: )?(?:saved|moved),? but")
_TRACES = ("Traceback", "Exception ignored", "Fatal Python error")


def torn(scenario: Scenario, old: State, new: State, found: State) -> Iterator[str]:
    """What is neither as it was nor as it was to be."""
    for name in sorted(old.keys() | new.keys() | found.keys()):
        allowed = [old.get(name), new.get(name)]
        content = found.get(name)
        if content not in allowed and not (scenario.steps and content and _between(name, old, new, content)):
            yield f"{name} is torn"
    for name in old:  # a match may move, but is never away
        if name not in found and name in new:
            yield f"{name} is gone"
        if name not in found and name not in new and old[name] not in found.values():
            yield f"{name} is nowhere"


def false(scenario: Scenario, old: State, new: State, found: State, ended: Ran, *, mute: bool) -> Iterator[str]:
    """What was said that is not so. mute: nothing could be said on standard error."""
    code = ended.code
    if code == HUNG:
        yield "it hangs"
        return
    if any(trace in ended.err for trace in _TRACES):
        yield "a traceback"
    if code in SAVED and found != new and (code == 0 or not scenario.steps or found == old):
        yield f"code {code}, but not all is saved"
    if code in (*REFUSED, *STOPPED) and found != old and not scenario.steps:
        yield f"code {code}, but it is saved"
    if code not in (*SAVED, *REFUSED, *STOPPED, KILLED):
        yield f"code {code} is not documented for this"
    if not scenario.steps and found == new != old and _SAYS_NOT.search(ended.err):
        yield "'not saved', but it is"
    if not scenario.steps and found == old != new and _SAYS_SAVED.search(ended.err):
        yield "'saved', but it is not"
    if code in (*REFUSED, 6, 7, 8) and not mute and "haggis: " not in ended.err:
        yield f"code {code} without a sentence"
    yield from _untold(scenario, old, found, ended)


def _untold(scenario: Scenario, old: State, found: State, ended: Ran) -> Iterator[str]:
    """Steps that were said to be done and are not, or are done and were not told by a command that told its end."""
    for kept, said in scenario.told.items():
        done = _holds(found, kept) and not _holds(old, kept)
        if said in ended.out and not done:
            yield f"{said!r} is said, but not done"
        if done and said not in ended.out and ended.code in (0, *REFUSED):
            yield f"{kept!r} is done, but not said"


def _holds(state: State, text: str) -> bool:
    return any(text in name or text.encode() in content for name, content in state.items())


def _between(name: str, old: State, new: State, content: bytes) -> bool:
    """Whether a match is on its way from the old to the new one: all rounds and events up to somewhere."""
    try:
        last, now = _record(name, new[name]), _record(name, content)
        first = _record(name, old[name]) if name in old else now.model_copy(update={"rounds": []})
    except (KeyError, ValueError):
        return False
    same = [record.model_copy(update={"rounds": []}) for record in (first, now, last)]
    return same[0] == same[1] == same[2] and _begins(first, now) and _begins(now, last)


def _begins(one: MatchRecord, other: MatchRecord) -> bool:
    if not one.rounds:
        return True
    *before, last = one.rounds
    count = len(before)
    if other.rounds[:count] != before or len(other.rounds) <= count:
        return False
    there = other.rounds[count]
    events = there.events[: len(last.events)] if there.events is not None and last.events is not None else there.events
    return last == there.model_copy(update={"events": events})


def _record(name: str, content: bytes) -> MatchRecord:
    dated = content.replace(b"created = NOW", b"created = 2026-11-21T19:30:00Z")
    return MatchFile(dated, name).record
