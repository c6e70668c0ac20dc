"""Code of third parties may fail, print, hang or change the process, and nothing else comes to harm.

Begin with `guard_rules`: whatever the rules of a variant raise becomes an error that names it. `isolate` is the net
beneath, which limits the time, keeps standard output clean and puts back what the code has changed.

This is no sandbox, for Python has none: whoever installs a package trusts it with everything. It keeps a mistake in one
variant from reaching anything else.
"""

import io
import locale
import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from types import FrameType, TracebackType
from typing import Any

from haggis_cli.support import errors
from haggis_cli.support.escaping import escape_text

IMPORT_SECONDS = 10.0
"""Seconds that a third-party module may take to load."""
JUDGE_SECONDS = 20.0
"""Seconds that third-party rules may take over one match."""

_third_party_modules: dict[str, str] = {}
"""The third-party variants whose code has run in this process, and their top-level modules."""
_last_met: str | None = None
"""The third-party variant that was asked for last: its values may be of no use, wherever that shows."""


def register_third_party(variant_id: str, place: str) -> None:
    """Remember that a variant is third-party, before any of its code runs; `place` is its `module:attribute`."""
    _third_party_modules[variant_id] = place.partition(":")[0].partition(".")[0].strip()
    meet_variant(variant_id)
    in_main = threading.current_thread() is threading.main_thread()
    if in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _raise_interrupt)


def meet_variant(variant_id: str) -> None:
    """Remember that a variant is asked for, if it is third-party."""
    global _last_met
    if is_third_party(variant_id):
        _last_met = variant_id


def _raise_interrupt(number: int, frame: FrameType | None) -> None:
    """Do what Ctrl-C does anyhow; raised here it can be told from third-party code that raises the same."""
    raise KeyboardInterrupt


@contextmanager
def guard_rules(variant_id: str, limit: float | None = None) -> Iterator[None]:
    """What the rules of a variant raise becomes a VariantError that names it; the process stays as it was.

    SystemExit is caught, too: the mistake stops this match, and neither the program nor any other match.
    limit: seconds after which third-party rules have failed, where the system has such a clock.
    """
    try:
        with isolate(limit, blame(variant_id)) if variant_id in _third_party_modules else nullcontext():
            yield
    except (errors.HaggisError, GeneratorExit):
        raise
    except BaseException as error:
        if is_not_plugin_fault(error):
            raise
        raise failure(variant_id, error) from error


@contextmanager
def guard_met_rules() -> Iterator[None]:
    """The same for whatever variants are met inside, where nobody can name them beforehand."""
    global _last_met
    _last_met = None
    try:
        with isolate(None, "a plugin fails"):
            yield
    except (errors.HaggisError, GeneratorExit):
        raise
    except BaseException as error:
        fault = find_third_party_failure(error)
        if fault is None:
            raise
        raise fault from error


def is_third_party(variant_id: str) -> bool:
    """Whether a variant is third-party."""
    return variant_id in _third_party_modules


def has_run() -> bool:
    """Whether third-party code has run in this process: what it has begun may still be at work."""
    return bool(_third_party_modules)


def failure(variant_id: str, error: BaseException) -> errors.VariantError:
    """The failure of a variant in one sentence."""
    return errors.VariantError(f"{blame(variant_id)}: {failure_text(error)}")


def blame(variant_id: str) -> str:
    """How the sentence on a failure of a variant begins."""
    return f"the variant '{escape_text(variant_id)}' fails"


def failure_text(error: BaseException) -> str:
    """What went wrong in third-party code, in one line."""
    return str(error) if isinstance(error, errors.TimeLimitExceeded) else errors.error_text(error)


def find_third_party_failure(error: BaseException) -> errors.VariantError | None:
    """The failure of a third-party variant behind an unexpected error; None if none has a part in it.

    It is the variant whose code raised it; else the last one met, whose values were of no use.
    """
    if is_not_plugin_fault(error):
        return None
    modules = _modules(error.__traceback__)
    for variant_id, module in reversed(_third_party_modules.items()):
        if module in modules:
            return failure(variant_id, error)
    is_met = isinstance(error, Exception) and _last_met in _third_party_modules
    return failure(_last_met, error) if _last_met and is_met else None


def is_not_plugin_fault(error: BaseException) -> bool:
    """Whether this is Ctrl-C, Ctrl-D, or trouble with a file or the output, and no third-party code has raised it."""
    modules = _modules(error.__traceback__)
    if isinstance(error, KeyboardInterrupt | EOFError):
        return not modules or modules[-1] not in _third_party_modules.values()
    return isinstance(error, OSError) and not set(modules) & set(_third_party_modules.values())


def _modules(trace: TracebackType | None) -> list[str]:
    """The top-level modules through which an error came, the one that raised it last."""
    found = []
    while trace:
        found.append(str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0])
        trace = trace.tb_next
    return found


# The net: what third-party code may change of the process it runs in is put back afterwards.
#
# Only a process that is a command of haggis is touched: a program that uses the library has its streams, its folder and
# its environment to itself, in all of its threads.


_DEEPEST = 10_000  # calls within calls, for which the stack of a process has room
_INTERRUPTS_THAT_END = 3
_GRACE = 5.0  # seconds beyond its limit that third-party code has for giving up
_TIMED_OUT = 3  # the exit code of a variant that fails


@contextmanager
def isolate(limit: float | None, failure: str) -> Iterator[None]:
    """Run third-party code: what it writes to standard output goes to standard error, and what it changes is put back.

    limit: seconds after which it has failed, where the system has such a clock; a command whose plugin then neither
        answers nor gives up is ended some seconds later, on every system.
    failure: the beginning of the sentence that says so: `the variant 'tempest' fails`.
    """
    with ExitStack() as stack:
        if errors.is_command():
            stack.callback(_Surroundings().restore)
            stack.enter_context(_turn_output_to_stderr())
        if threading.current_thread() is threading.main_thread():
            stack.enter_context(_restore_signal_handlers())
            if errors.is_command():
                stack.enter_context(_end_if_asked_again_and_again())
            if limit is not None:
                if errors.is_command():
                    stack.enter_context(_end_if_it_does_not_give_up(limit, failure))
                if hasattr(signal, "setitimer"):
                    stack.enter_context(_time_limit(limit))
            stack.enter_context(_restore_blocked_signals())
        yield


@contextmanager
def end_from_outside(limit: float, failure: str) -> Iterator[None]:
    """End a command with KILL where third-party code, some seconds after it should have given up, lets nothing run.

    Code in C that keeps the interpreter to itself stops threads and handlers; a process of its own waits for it.
    """
    if not errors.is_command() or not hasattr(os, "fork"):
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
        _say(errors.describe_failure(f"{failure}: {_no_answer(limit)}, and was killed", _TIMED_OUT)[0])
        os.kill(guarded, signal.SIGKILL)


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


class _Surroundings:
    """What third-party code may change of the process around it, as it was when this was made."""

    def __init__(self) -> None:
        self._modules, self._imported = sys.modules, sys.modules.copy()
        self._streams = sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__
        self._folder: str | None = None
        with suppress(OSError):  # the folder one stands in can be gone
            self._folder = os.getcwd()  # noqa: PTH109 - without loading pathlib
        self._environment = dict(os.environ)
        self._locale = locale.setlocale(locale.LC_ALL)
        self._mask = os.umask(0o077)
        os.umask(self._mask)
        self._depth, self._set_depth = sys.getrecursionlimit(), sys.setrecursionlimit
        sys.setrecursionlimit = self._set_bounded_depth

    def _set_bounded_depth(self, limit: int, /) -> None:
        """Millions of calls deep neither Ctrl-C nor the clock is heard on the way back: a kill alone ends that."""
        self._set_depth(min(limit, max(_DEEPEST, self._depth)))

    def restore(self) -> None:
        """Put all of it back."""
        sys.modules = self._modules
        sys.modules.update(self._imported)  # imported a second time, a module would know nothing of the first
        sys.stdin, sys.stdout, sys.stderr = self._streams[:3]
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = self._streams[3:]  # type: ignore[misc]
        os.umask(self._mask)
        sys.setrecursionlimit = self._set_depth
        if sys.getrecursionlimit() != self._depth:
            with suppress(RecursionError):  # one is deeper than that: whoever is, returns or fails
                sys.setrecursionlimit(self._depth)
        if self._folder is not None:
            with suppress(OSError):
                os.chdir(self._folder)
        if dict(os.environ) != self._environment:
            os.environ.clear()
            os.environ.update(self._environment)
        if locale.setlocale(locale.LC_ALL) != self._locale:  # numbers and dates go on being written in one way
            locale.setlocale(locale.LC_ALL, self._locale)


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
            _end("interrupted while a plugin was running", errors.INTERRUPTED)
        handler(number, frame)

    signal.signal(signal.SIGINT, hear)
    yield  # who restores the handlers takes this one away as well


@contextmanager
def _time_limit(limit: float) -> Iterator[None]:
    def ring(number: int, frame: FrameType | None) -> None:
        raise errors.TimeLimitExceeded(_no_answer(limit))

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
    sentence, exit_code = errors.describe_failure(sentence, exit_code)
    _say(sentence)
    os._exit(exit_code)


def _say(sentence: str) -> None:
    with suppress(OSError):
        os.write(2, f"\nhaggis: {sentence}\n".encode())
