"""Interruptions held back while a match is saved, so that a report is never cut off from what was done."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
_held: "Held | None" = None
_before: dict[int, Any] = {}


class Held:
    """The interruptions that arrived while they were held back."""

    def __init__(self) -> None:
        self.arrived: list[int] = []

    def __bool__(self) -> bool:
        """Tell whether somebody asked to stop: a dialogue ends then, after its report."""
        return bool(self.arrived)


@contextmanager
def undisturbed(*, last: bool = False) -> Iterator[Held]:
    """Hold Ctrl-C, TERM and HUP back for the few milliseconds from a save to its report.

    They are not delivered afterwards: a command that said "saved" must not end with the code of an interrupted one.
    A loop that goes on looks at the value and stops. Blocks may be nested; the outermost counts. Outside the main
    thread nothing is held, because Python delivers signals to the main thread alone.

    last: the report is the last thing that the command does: nothing comes between it and the exit code either. It
    is for the process to end then; one that goes on calls `release`.
    """
    global _held
    if _held is not None or threading.current_thread() is not threading.main_thread():
        yield _held if _held is not None else Held()
        return
    held = Held()

    def keep(number: int, _frame: FrameType | None) -> None:
        held.arrived.append(number)

    try:
        _held = held
        for name in _NAMES:
            number = getattr(signal, name, None)
            # What is ignored stays ignored (nohup); a handler that is not Python's (None) cannot be put back.
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                with suppress(OSError, ValueError):
                    _before[number] = signal.signal(number, keep)
        yield held
    finally:
        if not last:
            release()


def release() -> None:
    """Let interruptions through again, if they are held back."""
    global _held
    while _before:
        number, handler = _before.popitem()
        signal.signal(number, handler)
    _held = None
