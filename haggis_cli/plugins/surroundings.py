"""What third-party code may change of the process it runs in, and how it is put back afterwards.

Only a process that is a command of haggis is touched: a program that uses the library has its streams, its folder and
its environment to itself, in all of its threads.
"""

import io
import locale
import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import Any

from haggis_cli.support.errors import TimeLimitExceeded
from haggis_cli.support.exit_codes import INTERRUPTED, describe_failure, is_command

_DEEPEST = 10_000  # calls within calls, for which the stack of a process has room
_INTERRUPTS_THAT_END = 3
_GRACE = 5.0  # seconds beyond its limit that third-party code has for giving up
_TIMED_OUT = 3  # the exit code of a variant that fails


@contextmanager
def end_from_outside(limit: float, failure: str) -> Iterator[None]:
    """End a command with KILL where third-party code, some seconds after it should have given up, lets nothing run.

    Code in C that keeps the interpreter to itself stops threads and handlers; a process of its own waits for it.
    """
    if not is_command() or not hasattr(os, "fork"):
        yield
        return
    theirs, ours = os.pipe()
    guarded = os.getpid()
    guard = os.fork()
    if not guard:
        try:
            os.close(ours)
            _kill_when_late(guarded, theirs, limit, failure)
        finally:
            os._exit(0)
    os.close(theirs)
    try:
        yield
    finally:
        with suppress(OSError):  # who loads may have closed all files, and waited for all processes
            os.close(ours)
        with suppress(OSError):
            os.kill(guard, signal.SIGKILL)
            os.waitpid(guard, 0)


def _kill_when_late(guarded: int, line: int, limit: float, failure: str) -> None:
    """Kill a process that lets go of the line in time neither by itself nor by its end."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # they may reach all of a terminal's
        signal.signal(number, signal.SIG_IGN)
    if not select.select([line], [], [], limit + 2 * _GRACE)[0] and os.getppid() == guarded:
        _say(describe_failure(f"{failure}: {_no_answer(limit)}, and was killed", _TIMED_OUT)[0])
        os.kill(guarded, signal.SIGKILL)


@contextmanager
def kept_surroundings(limit: float | None, failure: str) -> Iterator[None]:
    """Run third-party code: what it writes to standard output goes to standard error, and what it changes is put back.

    limit: seconds after which it has failed, where the system has such a clock; a command whose plugin then neither
        answers nor gives up is ended some seconds later, on every system.
    failure: the beginning of the sentence that says so: `the variant 'tempest' fails`.
    """
    with ExitStack() as stack:
        if is_command():
            for keeper in _KEEPERS:
                stack.enter_context(keeper())
            stack.enter_context(_turn_output_to_stderr())
        if threading.current_thread() is threading.main_thread():
            stack.enter_context(_restore_signal_handlers())
            if is_command():
                stack.enter_context(_end_if_asked_again_and_again())
            if limit is not None:
                if is_command():
                    stack.enter_context(_end_if_it_does_not_give_up(limit, failure))
                if hasattr(signal, "setitimer"):
                    stack.enter_context(_time_limit(limit))
            stack.enter_context(_restore_blocked_signals())
        yield


class _StderrWriter(io.TextIOBase):
    """Standard error in the place of standard output; closing this leaves standard error open."""

    @property
    def buffer(self) -> Any:
        """What takes bytes."""
        return sys.stderr.buffer

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


@contextmanager
def _turn_output_to_stderr() -> Iterator[None]:
    """Descriptor 1 is standard error meanwhile: for `os.write`, for `os.system`, and for code in C.

    What the program itself prints while it asks the rules, the lines of a scoreboard, stays on standard output: the
    stream that it has had from the start follows the real one.
    """
    ours = sys.stdout
    with suppress(OSError, ValueError, AttributeError):
        ours.flush()
    sys.stdout = sys.__stdout__ = _StderrWriter()  # type: ignore[misc,assignment]
    try:
        real = os.dup(1)
    except OSError:  # closed
        yield
        return
    follows = _lead_to(ours, 1, real)
    try:
        with suppress(OSError):
            os.dup2(2, 1)
        yield
    finally:
        os.dup2(real, 1)
        if follows:
            _lead_to(ours, real, 1)
        os.close(real)


def _lead_to(stream: object, before: int, descriptor: int) -> bool:
    """Have a stream that writes to one descriptor write to another from now on; False if it does not write there."""
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # with PYTHONUNBUFFERED there is nothing between them
    try:
        if not isinstance(raw, io.FileIO) or raw.fileno() != before:
            return False
    except ValueError:  # closed
        return False
    name = raw.name
    io.FileIO.__init__(raw, descriptor, "wb", closefd=False)
    raw.name = name  # "<stdout>", not the number
    return True


@contextmanager
def _restore_streams() -> Iterator[None]:
    before = sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before[:3]
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = before[3:]  # type: ignore[misc]


@contextmanager
def _restore_folder() -> Iterator[None]:
    before = None
    with suppress(OSError):  # the folder one stands in can be gone
        before = os.getcwd()  # noqa: PTH109 - without loading pathlib
    try:
        yield
    finally:
        if before is not None:
            with suppress(OSError):
                os.chdir(before)


@contextmanager
def _restore_environment() -> Iterator[None]:
    before = dict(os.environ)
    try:
        yield
    finally:
        if dict(os.environ) != before:
            os.environ.clear()
            os.environ.update(before)


@contextmanager
def _restore_locale() -> Iterator[None]:
    """Numbers and dates go on being written in one way."""
    before = locale.setlocale(locale.LC_ALL)
    try:
        yield
    finally:
        if locale.setlocale(locale.LC_ALL) != before:
            locale.setlocale(locale.LC_ALL, before)


@contextmanager
def _restore_numbers() -> Iterator[None]:
    """The rights of new files, and how deep calls may go, stay what they were."""
    mask = os.umask(0o077)
    os.umask(mask)
    depth, set_depth = sys.getrecursionlimit(), sys.setrecursionlimit

    def set_bounded_depth(limit: int, /) -> None:
        set_depth(min(limit, max(_DEEPEST, depth)))

    # Millions of calls deep nothing ends a process but a kill: neither Ctrl-C nor the clock is heard on the way back.
    sys.setrecursionlimit = set_bounded_depth
    try:
        yield
    finally:
        sys.setrecursionlimit = set_depth
        os.umask(mask)
        if sys.getrecursionlimit() != depth:
            with suppress(RecursionError):  # one is deeper than that: whoever is, returns or fails
                sys.setrecursionlimit(depth)


@contextmanager
def _restore_modules() -> Iterator[None]:
    """What has been imported stays imported; imported a second time it would know nothing of the first."""
    modules, before = sys.modules, sys.modules.copy()
    try:
        yield
    finally:
        sys.modules = modules
        modules.update(before)


_KEEPERS = (
    *(_restore_modules, _restore_streams, _restore_folder, _restore_environment, _restore_locale),
    _restore_numbers,
)


@contextmanager
def _restore_signal_handlers() -> Iterator[None]:
    """Handlers of signals that third-party code has set do not stay."""
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None and signal.getsignal(number) is not handler:
                signal.signal(number, handler)


@contextmanager
def _restore_blocked_signals() -> Iterator[None]:
    """Signals that third-party code has kept from this process reach it again, and the clock among them is heard."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _end_if_asked_again_and_again() -> Iterator[None]:
    """Ctrl-C ends the process the third time it is pressed: third-party code may catch all that is raised in it.

    Nothing is being saved meanwhile, and what has been saved the exit code tells.
    """
    before = signal.getsignal(signal.SIGINT)
    if not callable(before):  # it is ignored, or not Python's
        yield
        return
    handler = before
    asked = 0

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked += 1
        if asked >= _INTERRUPTS_THAT_END:
            _end("interrupted while a plugin was at work", INTERRUPTED)
        handler(number, frame)

    signal.signal(signal.SIGINT, hear)
    yield  # who restores the handlers takes this one away as well


@contextmanager
def _time_limit(limit: float) -> Iterator[None]:
    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeLimitExceeded(_no_answer(limit))

    before: Any = signal.getsignal(signal.SIGALRM)
    if signal.getitimer(signal.ITIMER_REAL)[0] or before is None:  # someone waits already, and will be heard
        yield
        return
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit, 1.0)  # again and again: the code may catch it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _end_if_it_does_not_give_up(limit: float, failure: str) -> Iterator[None]:
    """End the process some seconds after the limit.

    The code may catch what is raised in it, and no longer hear the clock, Ctrl-C or TERM: no signal stops a thread.
    """
    back = threading.Event()

    def wait() -> None:
        if not back.wait(limit + _GRACE):
            _end(f"{failure}: {_no_answer(limit)}, and cannot be stopped", _TIMED_OUT)

    threading.Thread(target=wait, daemon=True).start()
    try:
        yield
    finally:
        back.set()


def _no_answer(limit: float) -> str:
    return f"it does not answer within {limit:g} seconds"


def _end(sentence: str, exit_code: int) -> None:
    """End the process at once, whatever its code does."""
    sentence, exit_code = describe_failure(sentence, exit_code)
    _say(sentence)
    os._exit(exit_code)


def _say(sentence: str) -> None:
    with suppress(OSError):
        os.write(2, f"\nhaggis: {sentence}\n".encode())
