"""How much one address may ask: a table full of phones meets no limit, whoever asks without end does."""

from haggis_cli.web.access import Limits, RateLimit


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_then_so_many_a_second() -> None:
    clock = Clock()
    limit = RateLimit(per_second=2, burst=5, clock=clock)
    assert [limit.allows("a") for _ in range(7)] == [True] * 5 + [False] * 2
    clock.now = 1
    assert [limit.allows("a") for _ in range(3)] == [True, True, False]
    clock.now = 1_000
    assert sum(limit.allows("a") for _ in range(100)) == 5


def test_each_address_has_its_own_and_only_so_many_are_remembered() -> None:
    limit = RateLimit(per_second=0, burst=1, clock=Clock())
    assert limit.allows("a")
    assert not limit.allows("a")
    assert all(limit.allows(f"{number}") for number in range(5_000))
    assert len(limit._buckets) == 1_000


def test_eight_phones_and_200_watchers_behind_one_router_meet_no_limit_all_evening() -> None:
    clock = Clock()
    limits = Limits(clock)
    for _ in range(500):  # a play recorded every three seconds: everybody asks for the page and two of its parts
        clock.now += 3
        assert limits.allow("router", is_let_in=True, changes=True)
        assert all(limits.allow("router", is_let_in=True, changes=False) for _ in range(208))
    clock.now += 60
    assert all(limits.allow("router", is_let_in=True, changes=False) for _ in range(208 * 8)), "all open a page at once"
    assert all(limits.allow("router", is_let_in=True, changes=True) for _ in range(8 * 10)), "all save at once"


def test_whoever_has_no_key_is_answered_less_and_takes_nothing_from_those_who_have() -> None:
    limits = Limits(Clock())
    assert sum(limits.allow("router", is_let_in=False, changes=False) for _ in range(10_000)) == 200
    assert limits.allow("router", is_let_in=True, changes=True)
