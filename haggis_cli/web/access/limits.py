"""How much a browser may ask: the size of a request, and how many a second from one address."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

MAX_BODY = 64 * 1024
"""Bytes of a form; the largest of ours has a few hundred."""
BODY_SECONDS = 10.0
"""How long a form may take to come."""
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


class Limits:
    """What one address may ask of a server.

    Phones behind one router may share an address: 200 watchers all ask for the page again when a round is saved.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """clock: as of RateLimit."""
        self._pages = RateLimit(per_second=200, burst=2_000, clock=clock)
        self._forms = RateLimit(per_second=20, burst=200, clock=clock)
        self._strangers = RateLimit(per_second=20, burst=200, clock=clock)
        self._wrong_keys = RateLimit(per_second=0.2, burst=20, clock=clock)

    def allow(self, address: str, *, is_let_in: bool, changes: bool) -> bool:
        """Whether a request of this address is answered; what a stranger asks never counts against who is let in.

        is_let_in: whether it carries a key.
        changes: whether it is a form.
        """
        if not is_let_in:
            return self._strangers.allows(address)
        return (self._forms if changes else self._pages).allows(address)

    def allow_wrong_key(self, address: str) -> bool:
        """Whether one more wrong key of this address is looked at."""
        return self._wrong_keys.allows(address)
