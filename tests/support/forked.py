"""The installed program as a process that need not load it: forked by a server that has, one for each tester.

It is a process as any other, with a number, streams, signals and an exit code; but what happens while a program loads
does not happen. Where that matters, and where the system cannot fork, a test starts the script itself.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import IO

ENCODING = "PYTHONIOENCODING"
OF_THE_SERVER = {"LANG": "C.UTF-8", ENCODING: "utf-8"}
"""What the interpreter looks at when it starts, as the server has it."""
READ = ("PYTHON", "LANG", "LC_", "LD_PRELOAD", "DYLD_")
"""How the names of variables begin that it looks at."""
FRESH = "HAGGIS_FRESH_STARTS"
"""Set to anything, this has the tests start the script itself every time."""
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
    ) -> None:
        """words: the script and what follows it.

        terminal: a handle of the one to take; streams: those of the command, None for one that is closed. Without
        either they are pipes to this process.
        """
        self.returncode: int | None = None
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        self._status, told = os.pipe()
        job = {"words": words, "environment": environment, "folder": str(folder), "terminal": terminal is not None}
        closed = [number for number, stream in enumerate(streams) if stream is None]
        with self._streams(terminal, streams) as given:
            _server(os.getpid()).start(json.dumps(job | {"closed": closed}).encode(), [*given, told])
        os.close(told)
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


class _Server:
    """The process that forks; it ends when nobody can ask it any more."""

    def __init__(self) -> None:
        from tests.support.haggis import OF_THE_SYSTEM, SCRIPT

        self._lock = Lock()
        self._jobs, theirs = socket.socketpair()
        kept = {name: os.environ[name] for name in OF_THE_SYSTEM if name in os.environ}
        with theirs:
            program = str(Path(__file__).with_name("fork_server.py"))
            self._process = subprocess.Popen(
                [sys.executable, "-P", program, str(theirs.fileno()), str(SCRIPT.parent)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                cwd="/",
                env=kept | OF_THE_SERVER,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        atexit.register(self.end, os.getpid())

    def start(self, job: bytes, streams: list[int]) -> None:
        """Have a command started."""
        with self._lock:
            socket.send_fds(self._jobs, [len(job).to_bytes(4)], streams)
            self._jobs.sendall(job)

    def end(self, asker: int) -> None:
        """Let it go."""
        if os.getpid() == asker:
            self._jobs.close()
            self._process.wait()


@cache
def _server(_asker: int) -> _Server:
    """The server of this process: one that a fork of it has inherited is not shared."""
    return _Server()
