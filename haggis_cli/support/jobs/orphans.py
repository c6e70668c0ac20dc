"""A process that ends with the one that began it, whatever it is doing."""

import os
import signal
import sys
from contextlib import suppress

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
