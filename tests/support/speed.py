"""How fast this machine is now, for limits in seconds of the processor."""

import time

USUAL = 0.045
"""Seconds that the loop below took where the limits were set."""


def slowness() -> float:
    """How many times slower a second of the processor is here than where the limits were set; at least 1.

    A busy neighbour slows a core down as an old machine does, which is no fault of the program.
    """
    return max(1.0, min(_timed() for _ in range(3)) / USUAL)


def _timed() -> float:
    begun = time.process_time()
    counts: dict[int, str] = {}
    for number in range(300_000):
        counts[number % 1000] = str(number)
    return time.process_time() - begun
