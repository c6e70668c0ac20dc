"""A process that has loaded the whole program and becomes one command after another: `forked.py` starts it and asks.

It reads jobs from the socket whose number it is given; with each come the streams of the command and a pipe on which
it tells the number of the process and, when that has ended, its exit code. A child goes on as the installed script
does, with nothing of the server's but what is loaded.
"""

import gc
import io
import json
import os
import select
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

HEADER = 4
"""Bytes that tell the length of a job."""
ROOT = str(Path(__file__).resolve().parents[2])


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
            header, streams, _, _ = socket.recv_fds(jobs, HEADER, 4, socket.MSG_WAITALL)
            if not header:
                return None
            job: dict[str, Any] = json.loads(jobs.recv(int.from_bytes(header), socket.MSG_WAITALL))
            child = os.fork()
            if not child:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                become(job, streams)
                return job
            *given, told[child] = streams
            for stream in given:
                os.close(stream)
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
    os.closerange(3, max(streams) + 1)
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


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    from tests.support.loaded import listen, load_program

    listen()
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # as the program sets it before it loads pydantic
    load_program("prompt_toolkit.shortcuts")
    sys.path[0] = sys.argv[2]
    gc.collect()
    gc.freeze()  # what is loaded is shared by all the commands, and no garbage
    from haggis_cli.__main__ import run

    if serve(socket.socket(fileno=int(sys.argv[1]))):
        run()
