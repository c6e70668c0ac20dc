"""Ctrl-C while the line editor begins and ends, when the terminal sends a signal and not yet, or no longer, a key."""

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self


class PromptInterrupts:
    """Within this block Ctrl-C raises nothing, because the event loop may be half made: it is raised behind it.

    heard: whether there was one.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        """`wake` is called when one comes, from a handler of signals."""
        self._wake = wake
        self._before: Any = None
        self.heard = False

    def __enter__(self) -> Self:
        before = signal.getsignal(signal.SIGINT)
        if callable(before) and threading.current_thread() is threading.main_thread():
            self._before = before
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is None:
            return
        signal.signal(signal.SIGINT, self._before)
        if self.heard and kind is None:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.heard = True
        self._wake()
