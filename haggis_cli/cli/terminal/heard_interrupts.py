"""Ctrl-C while Python's readline waits for keys: heard whatever was typed a moment before.

readline asks for signals only where one breaks off its waiting. One that comes between a key and the next wait stays
unheard until another key; and Ctrl-C throws away the keys that are not read yet, so that readline then waits, deaf, for
a key that it was told of. So the keys stay, and a timer breaks off the waiting a few times a second.
"""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_EVERY = 0.2  # seconds
_LOCAL = 3  # the place of the local modes among what termios tells


@contextmanager
def heard_interrupts() -> Iterator[None]:
    """In here Ctrl-C ends `input()` at once, where the system has terminals and timers of POSIX."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGALRM)
    if before is None or signal.getitimer(signal.ITIMER_REAL)[0]:  # somebody else waits for it
        yield
        return
    with _kept_keys():
        signal.signal(signal.SIGALRM, _break_off)
        signal.setitimer(signal.ITIMER_REAL, _EVERY, _EVERY)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def _break_off(number: int, frame: FrameType | None) -> None:
    """That a signal was handled is all that is wanted."""


@contextmanager
def _kept_keys() -> Iterator[None]:
    """Ctrl-C throws no typed keys away meanwhile; nor does it leave them to the shell."""
    import termios

    try:
        terminal = sys.stdin.fileno()
        modes = termios.tcgetattr(terminal)
    except (OSError, ValueError, termios.error):
        yield
        return
    kept = [*modes]
    kept[_LOCAL] |= termios.NOFLSH
    with suppress(termios.error):
        termios.tcsetattr(terminal, termios.TCSANOW, kept)
    try:
        yield
    except KeyboardInterrupt:
        with suppress(termios.error):
            termios.tcflush(terminal, termios.TCIFLUSH)
        raise
    finally:
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, modes)
