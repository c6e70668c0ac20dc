"""Calling the rules that a variant brings along: a stranger's code may fail, talk, hang, or move the furniture.

This is no sandbox, for Python has none: whoever installs a package trusts it with everything. It keeps a mistake in one
variant from reaching anything else.
"""

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from types import FrameType, TracebackType
from typing import Any

from haggis_cli.support.deferred import load_all
from haggis_cli.support.errors import HaggisError, VariantError, error_text
from haggis_cli.support.escaping import visible

IMPORTING = 10.0
"""Seconds that a stranger's module may take to load."""
JUDGING = 20.0
"""Seconds that a stranger's rules may take over one match."""

_met: dict[str, str] = {}  # the variants of strangers whose code has run in this process, and their top-level modules


class TakesTooLong(BaseException):
    """A stranger's code has not come back in time; no `except Exception` of its own holds this up."""


def meet(variant_id: str, place: str) -> None:
    """Remember before any of its code runs that a variant is a stranger's; `place` is its `module:attribute`."""
    load_all()
    _met[variant_id] = place.partition(":")[0].partition(".")[0].strip()
    in_main = threading.current_thread() is threading.main_thread()
    if in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """What Ctrl-C does anyhow; raised here it can be told from a stranger's code that raises the like."""
    raise KeyboardInterrupt


@contextmanager
def rules_of(variant_id: str, limit: float | None = None) -> Iterator[None]:
    """What the rules of a variant raise becomes a VariantError that names it; what they print goes to standard error.

    SystemExit is caught, too: a stranger's mistake stops this match, and neither the program nor any other match.
    limit: seconds after which a stranger's rules have failed, where the system has such a clock.
    """
    try:
        with contained(limit) if variant_id in _met else redirect_stdout(sys.stderr):
            yield
    except (HaggisError, GeneratorExit):
        raise
    except BaseException as error:
        if is_no_fault(error):
            raise
        raise failure(variant_id, error) from error


def is_met(variant_id: str) -> bool:
    """Whether a variant is a stranger's."""
    return variant_id in _met


def forget() -> None:
    """Nobody has been met."""
    _met.clear()


def failure(variant_id: str, error: BaseException) -> VariantError:
    """The failing of a variant in one sentence."""
    return VariantError(f"the variant '{visible(variant_id)}' fails: {visible(says(error))}")


def says(error: BaseException) -> str:
    """What went wrong in a stranger's code, in one line."""
    return str(error) if isinstance(error, TakesTooLong) else error_text(error)


def blamed(error: BaseException) -> VariantError | None:
    """The failing of a stranger's variant behind an error that nobody expected; None if no stranger has a part in it.

    It is the variant whose code raised it; else the last one met, whose values were of no use.
    """
    if is_no_fault(error):
        return None
    modules = _modules(error.__traceback__)
    for variant_id, module in reversed(_met.items()):
        if module in modules:
            return failure(variant_id, error)
    if isinstance(error, Exception) and _met:
        return failure(next(reversed(_met)), error)
    return None


def is_no_fault(error: BaseException) -> bool:
    """Whether this is Ctrl-C, Ctrl-D, or trouble with a file or the output, and no stranger's code has raised it."""
    modules = _modules(error.__traceback__)
    if isinstance(error, KeyboardInterrupt | EOFError):
        return not modules or modules[-1] not in _met.values()
    return isinstance(error, OSError) and not set(modules) & set(_met.values())


def _modules(trace: TracebackType | None) -> list[str]:
    """The top-level modules through which an error came, the one that raised it last."""
    found = []
    while trace:
        found.append(str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0])
        trace = trace.tb_next
    return found


@contextmanager
def contained(limit: float | None) -> Iterator[None]:
    """Let a stranger's code run: what it prints goes to standard error, and afterwards everything is where it was."""
    with ExitStack() as stack:
        for keeper in (_streams, _folder, _environment, _language):
            stack.enter_context(keeper())
        stack.enter_context(redirect_stdout(_Talk()))
        if threading.current_thread() is threading.main_thread():
            stack.enter_context(_handlers())
            if limit is not None and hasattr(signal, "setitimer"):
                stack.enter_context(_in_time(limit))
        yield


class _Talk(io.TextIOBase):
    """Standard error, which nobody closes by closing what he takes for standard output."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


@contextmanager
def _streams() -> Iterator[None]:
    before = sys.stdin, sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


@contextmanager
def _folder() -> Iterator[None]:
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
def _environment() -> Iterator[None]:
    before = dict(os.environ)
    try:
        yield
    finally:
        if dict(os.environ) != before:
            os.environ.clear()
            os.environ.update(before)


@contextmanager
def _language() -> Iterator[None]:
    """Numbers and dates go on being written in one way."""
    import locale

    before = locale.setlocale(locale.LC_ALL)
    try:
        yield
    finally:
        if locale.setlocale(locale.LC_ALL) != before:
            locale.setlocale(locale.LC_ALL, before)


@contextmanager
def _handlers() -> Iterator[None]:
    """A stranger's ways with interruptions do not stay."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None and signal.getsignal(number) is not handler:
                signal.signal(number, handler)


@contextmanager
def _in_time(limit: float) -> Iterator[None]:
    def ring(number: int, frame: FrameType | None) -> None:
        raise TakesTooLong(f"it does not answer within {limit:g} seconds")

    before: Any = signal.getsignal(signal.SIGALRM)
    if signal.getitimer(signal.ITIMER_REAL)[0] or before is None:  # someone waits already, and will be heard
        yield
        return
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit, 1.0)  # again and again: the stranger may catch it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
