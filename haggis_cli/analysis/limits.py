"""How long a search may go on."""

from time import perf_counter

_CLOCK_EVERY = 1024  # nodes: about a hundredth of a second


class OutOfTime(Exception):
    """The limit is reached; what has been proven so far holds."""


class Limit:
    """A limit of seconds, of nodes, or none; it is set anew for each question.

    nodes: positions looked at since then; the searches count them.
    next_check: from how many nodes on they call `check`.
    """

    def __init__(self) -> None:
        self.set(None, None)

    def set(self, seconds: float | None, nodes: int | None) -> None:
        """Begin to count."""
        self.started = perf_counter()
        self.nodes = 0
        self._seconds, self._most = seconds, nodes
        self._set_next_check()

    @property
    def is_set(self) -> bool:
        """Whether there is a limit."""
        return self._seconds is not None or self._most is not None

    @property
    def elapsed(self) -> float:
        """The seconds since it was set."""
        return perf_counter() - self.started

    def check(self) -> None:
        """Raise OutOfTime once the limit is reached."""
        self.check_clock()
        if self._most is not None and self.nodes >= self._most:
            raise OutOfTime
        self._set_next_check()

    def check_clock(self) -> None:
        """Raise OutOfTime once the time is over."""
        if self._seconds is not None and self.elapsed >= self._seconds:
            raise OutOfTime

    def _set_next_check(self) -> None:
        self.next_check = self.nodes + _CLOCK_EVERY
        if self._most is not None:
            self.next_check = min(self.next_check, self._most)
