"""Honest figures on noisy machines: medians, and a calibration loop that every table is a ratio to."""

from collections.abc import Callable
from statistics import median
from time import perf_counter


def seconds(action: Callable[[], object], times: int = 5) -> float:
    """The median time of an action."""
    taken = []
    for _ in range(times):
        started = perf_counter()
        action()
        taken.append(perf_counter() - started)
    return median(taken)


def calibration() -> None:
    """A loop that any interpreter knows how to run: a million additions."""
    total = 0
    for number in range(1_000_000):
        total += number
