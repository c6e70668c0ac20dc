"""A terminal with `haggis` in it, and a person who waits for a prompt and types."""

import errno
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.support.forked import Forked, can_fork
from tests.support.haggis import PATIENCE, SCRIPT, Haggis

# The terminal must belong to the process for Ctrl-C to reach it: the process that takes it turns into `haggis`.
_TAKE = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
_QUIET = 20
"""Seconds after which a program is taken for hung that shows nothing and wants no processor: it waits for keys."""
_STEERING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def unwrapped(text: str) -> str:
    """What a screen shows, in one line.

    Where a sentence is broken depends on the width of the terminal and on the length of what stands in it: a test that
    looks for a sentence looks here, so that the folder it runs in makes no difference.
    """
    return " ".join(text.split())


class Terminal:
    """Runs the installed script in a pseudo-terminal; used as a context, which ends the process whatever happens.

    program: another one, or the script itself, whose start belongs to the test then; else it is forked if it can be.
    """

    def __init__(
        self,
        haggis: Haggis,
        *arguments: str,
        columns: int = 100,
        rows: int = 40,
        program: str = "",
        **variables: str,
    ) -> None:
        import fcntl
        import pty
        import termios

        self._main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = haggis.environment(**({"TERM": "dumb"} | variables))
        environment.pop("COLUMNS")
        self._process: subprocess.Popen[bytes] | Forked
        if not program and can_fork(environment):
            self._process = Forked([str(SCRIPT), *arguments], environment, haggis.folder, terminal=other)
        else:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _TAKE, program or str(SCRIPT), *arguments],
                stdin=other,
                stdout=other,
                stderr=other,
                cwd=haggis.folder,
                env=environment,
                start_new_session=True,
            )
        os.close(other)
        self._decoder = getincrementaldecoder("utf-8")("replace")  # a read may end within a character
        self._hung_up = False
        self._asleep_since: float | None = None
        self._unread = ""
        self.shown = ""
        self.raw = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        if not self._hung_up:
            os.close(self._main)

    def expect(self, text: str) -> str:
        """Wait until the text is shown; what was shown before it since the last wait."""
        end = self._begin_to_wait()
        while text not in self._unread:
            assert self._is_patient(end), f"{text!r} was not shown, but {self._unread!r}"
            assert self._read(end - time.monotonic()), f"ended without {text!r}: {self._unread!r}"
        before, _, self._unread = self._unread.partition(text)
        return before

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        self.press(f"{line}\n")

    def press(self, keys: str) -> None:
        """Press keys: `\\x04` is Ctrl-D."""
        os.write(self._main, keys.encode())

    def settle(self, quiet: float = 0.4) -> None:
        """Wait until nothing more is shown for a while: for programs whose next prompt cannot be told apart."""
        while select.select([self._main], [], [], quiet)[0] and self._read(0):
            pass

    def interrupt(self) -> None:
        """Press Ctrl-C until it is heard, now and then a blank.

        Ctrl-C throws away what is typed and not read yet: Python's readline may then wait for a key that it was told
        of, and hears no Ctrl-C until one comes. Elsewhere a line with a blank is only emptied by the first Ctrl-C.
        """
        end = time.monotonic() + PATIENCE
        for key in cycle(("\x03", "\x03", " ")):
            self.press(key)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(0.5)
            if self._process.poll() is not None:
                return
            assert time.monotonic() < end, f"Ctrl-C did not end it: {self._unread!r}"

    def answer(self, prompt: str, line: str) -> str:
        """Wait for a prompt and type an answer; what was shown before the prompt."""
        before = self.expect(prompt)
        self.type(line)
        return before

    def answer_all(self, *answers: tuple[str, str]) -> None:
        """Wait for each prompt in turn and type what is beside it."""
        for prompt, line in answers:
            self.answer(prompt, line)

    def prompt(self) -> str:
        """Wait for a question, a last line that ends with a sign and a blank; it, or nothing if the process ends."""
        end = self._begin_to_wait()
        while not (line := self._unread.rpartition("\n")[2]).endswith((": ", "> ")):
            assert self._is_patient(end), f"nothing was asked, but {self._unread!r} was shown"
            if not self._read(end - time.monotonic()):
                return ""
        self._unread = ""
        return line

    def end(self) -> tuple[int, str]:
        """Wait for the process to end by itself; its exit code, and what it has shown since the last wait."""
        end = self._begin_to_wait()
        while self._read(end - time.monotonic()):
            assert self._is_patient(end), f"it did not end: {self._unread!r}"
        rest, self._unread = self._unread, ""
        return self._process.wait(PATIENCE), rest

    def ended_within(self, seconds: float) -> int | None:
        """Read on until the process has ended; its exit code, None if it has not by then."""
        end = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < end:
            self.settle(0.02)
        if self._process.poll() is None:
            return None
        self.settle(0)
        return self._process.wait(PATIENCE)

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        self._process.send_signal(number)

    def hang_up(self) -> int:
        """Close the window of the terminal; the exit code of what ran in it."""
        os.close(self._main)
        self._hung_up = True
        return self._process.wait(PATIENCE)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """End the process as a crash would."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)

    def _begin_to_wait(self) -> float:
        self._asleep_since = None
        return time.monotonic() + PATIENCE

    def _is_patient(self, end: float) -> bool:
        now = time.monotonic()
        return now < end and (self._asleep_since is None or now - self._asleep_since < _QUIET)

    def _read(self, patience: float) -> bool:
        if not select.select([self._main], [], [], min(max(patience, 0), 1))[0]:
            if self._is_at_work():
                self._asleep_since = None
            elif self._asleep_since is None:
                self._asleep_since = time.monotonic()
            return True
        self._asleep_since = None
        try:
            data = os.read(self._main, 65536)
        except OSError as error:  # Linux tells the end so
            if error.errno != errno.EIO:
                raise
            return False
        decoded = self._decoder.decode(data)
        self.raw += decoded
        text = _STEERING.sub("", decoded).replace("\r\n", "\n").replace("\x07", "")
        self._unread += text
        self.shown += text
        return bool(data)

    def _is_at_work(self) -> bool:
        """Whether a process in the terminal runs or waits for its turn, as on a busy machine; if unknown, it does."""
        processes = Path("/proc")
        if not (processes / "self" / "stat").exists():
            return True
        for process in processes.glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                state, _, _, session = (process / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:4]
                if int(session) == self.pid and state in "RD":
                    return True
        return False
