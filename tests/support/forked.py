"""The installed program as a process that need not load it: forked by a server that has, one for each tester.

It is a process as any other, with a number, streams, signals and an exit code; but what happens while a program loads
does not happen. Where that matters, and where the system cannot fork, a test starts the script itself.

The server is this file as a program. It reads jobs from the socket whose number it is given; with each come the streams
of the command and a pipe on which it tells the number of the process and, when that has ended, its exit code. A child
goes on as the installed script does, with nothing of the server's but what is loaded.
"""

import atexit
import gc
import io
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import IO, Any

ENCODING = "PYTHONIOENCODING"
OF_THE_SERVER = {"LANG": "C.UTF-8", ENCODING: "utf-8"}
"""What the interpreter looks at when it starts, as the server has it."""
READ = ("PYTHON", "LANG", "LC_", "LD_PRELOAD", "DYLD_")
"""How the names of variables begin that it looks at."""
FRESH = "HAGGIS_FRESH_STARTS"
"""Set to anything, this has the tests start the script itself every time."""
HEADER = 4
"""Bytes that tell the length of a job."""
IS_FRESH = bool(os.environ.get(FRESH)) or not hasattr(os, "fork") or not hasattr(socket, "send_fds")


def can_fork(environment: Mapping[str, str]) -> bool:
    """Whether the server has what the interpreter reads of this environment: forked, a command is the same then."""
    read = {name: value for name, value in environment.items() if name.startswith(READ)}
    encoding = read.get(ENCODING, "")  # which the server minds, if it is nothing but an encoding
    if encoding and ":" not in encoding:
        read[ENCODING] = OF_THE_SERVER[ENCODING]
    return not IS_FRESH and read == OF_THE_SERVER


class Forked:
    """A command that runs, with the face of a `subprocess.Popen` whose streams are text."""

    def __init__(
        self,
        words: list[str],
        environment: Mapping[str, str],
        folder: Path,
        *,
        terminal: int | None = None,
        streams: Sequence[int | None] = (),
        server: "Server | None" = None,
    ) -> None:
        """words: the script and what follows it.

        terminal: a handle of the one to take; streams: those of the command, None for one that is closed. Without
        either they are pipes to this process. server: another than the tester's own; its commands wait for `let_go`.
        """
        self.returncode: int | None = None
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        self._status, told = os.pipe()
        job = {"words": words, "environment": environment, "folder": str(folder), "terminal": terminal is not None}
        closed = [number for number, stream in enumerate(streams) if stream is None]
        waits, self._let_go = [], -1
        if server:
            go, self._let_go = os.pipe()
            waits.append(go)
        with self._streams(terminal, streams) as given:
            chosen = server or _server(os.getpid())
            chosen.start(json.dumps(job | {"closed": closed}).encode(), [*given, told, *waits])
        for end in (told, *waits):
            os.close(end)
        self._heard = os.fdopen(self._status, encoding="ascii")
        self.pid = int(self._heard.readline())

    @contextmanager
    def _streams(self, terminal: int | None, streams: Sequence[int | None]) -> Iterator[list[int]]:
        """The streams of the command; the other ends of pipes are kept here."""
        if terminal is not None:
            yield [terminal] * 3
            return
        if streams:
            yield [self._status if stream is None else stream for stream in streams]
            return
        (read, given), (out, written), (err, said) = os.pipe(), os.pipe(), os.pipe()
        self.stdin = os.fdopen(given, "w", encoding="utf-8")
        self.stdout, self.stderr = os.fdopen(out, encoding="utf-8"), os.fdopen(err, encoding="utf-8")
        yield [read, written, said]
        for stream in (read, written, said):
            os.close(stream)

    def let_go(self) -> None:
        """Have a command begin that waits for it."""
        os.close(self._let_go)

    def poll(self) -> int | None:
        """The exit code, if it has ended."""
        if self.returncode is None and select.select([self._status], [], [], 0)[0]:
            self._hear()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once it has ended."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("haggis", timeout or 0)
            self._hear()
        assert self.returncode is not None
        return self.returncode

    def _hear(self) -> None:
        self.returncode = int(self._heard.readline())
        self._heard.close()

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it has not ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it has ended meanwhile, and the server is about to say so
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a crash would."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, text: str = "", timeout: float | None = None) -> tuple[str, str]:
        """Give it this to read, wait for its end, and take what it wrote."""
        assert self.stdin
        assert self.stdout
        assert self.stderr
        with ThreadPoolExecutor(3) as streams, self.stdout, self.stderr:
            written = streams.submit(self._give, text)
            out, err = streams.submit(self.stdout.read), streams.submit(self.stderr.read)
            try:
                self.wait(timeout)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
            written.result()
            return out.result(), err.result()

    def _give(self, text: str) -> None:
        assert self.stdin
        with suppress(BrokenPipeError):
            self.stdin.write(text)
        with suppress(BrokenPipeError):
            self.stdin.close()


class Server:
    """The process that forks; it ends when nobody can ask it any more."""

    def __init__(self, environment: Mapping[str, str], scripts: Path, loads: str) -> None:
        """scripts: the folder of the script; loads: a module that is loaded beside the program."""
        self._lock = Lock()
        self._jobs, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", __file__, str(theirs.fileno()), str(scripts), loads],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                cwd="/",
                env=environment,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        atexit.register(self.end, os.getpid())

    def start(self, job: bytes, streams: list[int]) -> None:
        """Have a command started."""
        with self._lock:
            socket.send_fds(self._jobs, [len(job).to_bytes(HEADER)], streams)
            self._jobs.sendall(job)

    def end(self, asker: int) -> None:
        """Let it go."""
        if os.getpid() == asker:
            self._jobs.close()
            self._process.wait()


@cache
def _server(_asker: int) -> Server:
    """The server of this process: one that a fork of it has inherited is not shared."""
    from tests.support.haggis import OF_THE_SYSTEM, SCRIPT

    kept = {name: os.environ[name] for name in OF_THE_SYSTEM if name in os.environ}
    return Server(kept | OF_THE_SERVER, SCRIPT.parent, "prompt_toolkit.shortcuts")


def serve(jobs: socket.socket) -> dict[str, Any] | None:
    """Fork for each job until there are no more; in a child, its job."""
    heard, hear = os.pipe()
    for end in (heard, hear):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(hear, warn_on_full_buffer=False)
    told: dict[int, int] = {}
    while True:
        ready = select.select([jobs.fileno(), heard], [], [])[0]
        if heard in ready:
            os.read(heard, 4096)
            tell_ends(told)
        if jobs.fileno() in ready:
            header, streams, _, _ = socket.recv_fds(jobs, HEADER, 5, socket.MSG_WAITALL)
            if not header:
                return None
            job: dict[str, Any] = json.loads(jobs.recv(int.from_bytes(header), socket.MSG_WAITALL))
            if "serve" in job["words"]:
                compile_templates()
            child = os.fork()
            if not child:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                become(job, streams)
                return job
            told[child] = streams.pop(3)
            for stream in streams:
                os.close(stream)
            if not streams[3:]:  # else it says itself when it is ready
                os.write(told[child], b"%d\n" % child)


def tell_ends(told: dict[int, int]) -> None:
    """Tell of every child that has ended how it did."""
    while told:
        child, status = os.waitpid(-1, os.WNOHANG)
        if not child:
            return
        answer = told.pop(child)
        os.write(answer, b"%d\n" % os.waitstatus_to_exitcode(status))
        os.close(answer)


def become(job: dict[str, Any], streams: list[int]) -> None:
    """Take the terminal, the streams, the folder, the environment and the words of a command."""
    for number, stream in enumerate(streams[:3]):
        os.dup2(stream, number)
    told, *waits = [os.dup2(stream, number, inheritable=False) for number, stream in enumerate(streams[3:], 3)]
    os.closerange(4 + len(waits), max(streams) + 1)
    if job["terminal"]:
        import fcntl
        import termios

        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(job["folder"])
    os.environ.clear()
    os.environ.update(job["environment"])
    time.tzset()
    sys.argv = job["words"]
    sys.modules["__main__"].__file__ = job["words"][0]
    open_streams(job["closed"])
    if waits:  # strace takes hold of it before it does anything
        os.write(told, b"%d\n" % os.getpid())
    os.close(told)
    if waits:
        select.select(waits, [], [])  # a call that is counted nowhere, for strace sees half of it


def open_streams(closed: list[int]) -> None:
    """Open the standard streams as the interpreter does at its start: one that is closed is None."""
    for number in closed:
        os.close(number)
    sys.stdin = sys.__stdin__ = None if 0 in closed else _opened(0, "r", "strict")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = None if 1 in closed else _opened(1, "w", "strict")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = None if 2 in closed else _opened(2, "w", "backslashreplace")  # type: ignore[misc]


def _opened(number: int, mode: str, errors: str) -> io.TextIOWrapper:
    binary: Any = open(number, f"{mode}b", closefd=False)  # noqa: SIM115
    by_line = number == 2 or os.isatty(number)
    return io.TextIOWrapper(binary, os.environ["PYTHONIOENCODING"], errors, newline="\n", line_buffering=by_line)


def load_program(*more: str) -> None:
    """Load every module of the program, what they load when it is needed, and these."""
    import haggis_variants

    import haggis_cli

    for package in (haggis_cli, haggis_variants):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                import_module(found.name)
    when_needed = ("ctypes", "platformdirs", "shlex", "shutil", "sqlite3", "subprocess", "tempfile", "tomli", "tomli_w")
    for name in (*when_needed, *more):
        import_module(name)


@cache
def compile_templates() -> None:
    """Have the templates of all pages ready: every server would compile them anew for its first page."""
    from haggis_cli.web.rendering import templates

    for name in templates().list_templates():
        templates().get_template(name)


def listen() -> None:
    """Hear what a person's shell lets a command hear: in the background of a script Ctrl-C and HUP are ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


if __name__ == "__main__":
    listen()
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # as the program sets it before it loads pydantic
    load_program(sys.argv[3])
    sys.path.insert(0, sys.argv[2])
    gc.collect()
    gc.freeze()  # what is loaded is shared by all the commands, and no garbage
    from haggis_cli.__main__ import run

    if serve(socket.socket(fileno=int(sys.argv[1]))):
        run()
