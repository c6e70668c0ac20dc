"""Interruptions held back while a match is saved, so that a report is never cut off from what was done.

And the opposite: a process that ends with the one that began it, whatever it is doing (`die_with_parent`).
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
_deferred: "DeferredSignals | None" = None
_previous_handlers: dict[int, Any] = {}


class DeferredSignals:
    """The interruptions that arrived while they were held back."""

    def __init__(self) -> None:
        self.received: list[int] = []

    def __bool__(self) -> bool:
        """Tell whether somebody asked to stop: a dialogue ends then, after its report."""
        return bool(self.received)


@contextmanager
def defer_signals(*, last: bool = False, redeliver: bool = False) -> Iterator[DeferredSignals]:
    """Hold Ctrl-C, TERM and HUP back for the few milliseconds from a save to its report.

    They are not delivered afterwards: a command that said "saved" must not end with the code of an interrupted one.
    A loop that goes on looks at the value and stops. Blocks may be nested; the outermost counts. Outside the main
    thread nothing is held, because Python delivers signals to the main thread alone.

    last: the report is the last thing that the command does: nothing comes between it and the exit code either. It
    is for the process to end then; one that goes on calls `restore_signal_handlers`.

    redeliver: what was held back is delivered after the block, as a program that goes on expects of a library.
    """
    global _deferred
    if _deferred is not None or threading.current_thread() is not threading.main_thread():
        yield _deferred if _deferred is not None else DeferredSignals()
        return
    held = DeferredSignals()

    def keep(number: int, _frame: FrameType | None) -> None:
        held.received.append(number)

    try:
        _deferred = held
        for name in _NAMES:
            number = getattr(signal, name, None)
            # What is ignored stays ignored (nohup); a handler that is not Python's (None) cannot be put back.
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                with suppress(OSError, ValueError):
                    _previous_handlers[number] = signal.signal(number, keep)
        yield held
    finally:
        if not last:
            restore_signal_handlers()
        if redeliver:
            for number in held.received:
                signal.raise_signal(number)


def restore_signal_handlers() -> None:
    """Let interruptions through again, if they are held back."""
    global _deferred
    while _previous_handlers:
        number, handler = _previous_handlers.popitem()
        signal.signal(number, handler)
    _deferred = None


_PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int | None = None) -> None:
    """Have Linux kill this process when the thread that began it ends, also while code in C lets nothing else run.

    parent: the process that began it, which may be gone already; None if a line to it tells that.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if parent is not None and os.getppid() != parent:
            os._exit(1)
