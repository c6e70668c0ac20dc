"""Reliable figures on noisy machines: medians, and their ratios to a calibration loop."""

from collections.abc import Callable, Iterable
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple


class Row(NamedTuple):
    """One figure; a unit that ends in /s is a rate, µs and ms are times, and other units do not measure speed."""

    what: str
    figure: float
    unit: str

    def by_loop(self, loop: float) -> str:
        """The number in the time of one calibration loop, or the number of loops it takes; empty for other units."""
        if self.unit.endswith("/s"):
            return f"{self.figure * loop:.4g}"
        times = {"µs": 1e-6, "ms": 1e-3}
        return f"{self.figure * times[self.unit] / loop:.4g}" if self.unit in times else ""


def print_rows(rows: Iterable[Row]) -> None:
    """Print a table row by row: the figure, the unit, and the ratio to a calibration loop run just before."""
    print(f"{'':52}{'figure':>12}  {'unit':12}{'by loop':>10}")
    for row in rows:
        figure = f"{row.figure:,.{0 if row.figure >= 100 else 1}f}"
        print(f"{row.what:52}{figure:>12}  {row.unit:12}{row.by_loop(busy(calibration, 3)):>10}", flush=True)
    print(f"{'calibration loop (a million additions)':52}{busy(calibration) * 1000:12.1f}  ms")


def seconds(action: Callable[[], object], times: int = 5, clock: Callable[[], float] = perf_counter) -> float:
    """The median time of an action."""
    taken = []
    for _ in range(times):
        started = clock()
        action()
        taken.append(clock() - started)
    return median(taken)


def busy(action: Callable[[], object], times: int = 5) -> float:
    """The median CPU time of an action in this process."""
    return seconds(action, times, process_time)


def calibration() -> None:
    """A loop for any interpreter: a million additions."""
    total = 0
    for number in range(1_000_000):
        total += number
