"""How much a browser may ask: the size of a request, and how many a second from one address."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

MAX_BODY = 64 * 1024
"""Bytes of a form; the largest of ours has a few hundred."""
MAX_TARGET = 4 * 1024
"""Characters of an address with its query."""
_ADDRESSES = 1_000


class RateLimit:
    """So many requests a second from each address, and a burst of more; a bucket of tokens each."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        """clock: tells the time in seconds."""
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether one more request of this address may be answered; it is counted."""
        now = self._clock()
        tokens, then = self._buckets.pop(address, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - then) * self._per_second)
        allowed = tokens >= 1
        self._buckets[address] = (tokens - allowed, now)
        while len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)
        return allowed
