"""Who may enter and who may only watch, by key and cookie; how much one address may ask."""

import os
import stat
from pathlib import Path
from threading import Barrier, Thread

import pytest

from haggis_cli.support.errors import StoreError
from haggis_cli.web.access import FILE, Access, Devices, Keys, Limits, RateLimit, make_keys


def load_keys(home: Path, *, renew: bool = False) -> Keys:
    return Devices(home, renew=renew).keys


def test_they_are_three_are_never_the_same_again_and_hold_128_bits() -> None:
    made = [key for _ in range(50) for key in make_keys()]
    assert len(set(made)) == 150
    assert {len(key) for key in made} == {22}


def test_each_lets_in_to_its_own_and_nothing_else_does() -> None:
    keys = make_keys()
    assert (keys.access_of(keys.write), keys.access_of(keys.watch)) == (Access.WRITE, Access.WATCH)
    for wrong in ("", " ", keys.write[:-1], keys.write + "x", keys.write.swapcase(), "\ud800", "ä", "\0"):
        assert keys.access_of(wrong) is None


def test_the_token_of_a_form_is_its_phones_own_and_changes_with_the_keys() -> None:
    keys = make_keys()
    tokens = {keys.form_token("a"), keys.form_token("b"), keys.form_token(""), make_keys().form_token("a")}
    assert len(tokens) == 4
    assert keys.form_token("a") == keys.form_token("a")


def test_they_stay_from_start_to_start_until_new_ones_are_wanted(tmp_path: Path) -> None:
    first = load_keys(tmp_path / "home")
    assert load_keys(tmp_path / "home") == first
    new = load_keys(tmp_path / "home", renew=True)
    assert not set(new) & set(first)
    assert load_keys(tmp_path / "home") == new
    assert [path.name for path in (tmp_path / "home").iterdir()] == [FILE]


@pytest.mark.skipif(os.name == "nt", reason="rights are POSIX's")
def test_nobody_else_on_the_computer_reads_them_whatever_a_copy_has_made_of_the_file(tmp_path: Path) -> None:
    load_keys(tmp_path)
    path = tmp_path / FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    load_keys(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_servers_that_start_for_the_first_time_at_once_have_the_same(tmp_path: Path) -> None:
    found: list[Keys] = []
    ready = Barrier(8)

    def start() -> None:
        ready.wait()
        found.append(load_keys(tmp_path))

    starting = [Thread(target=start) for _ in range(8)]
    for each in starting:
        each.start()
    for each in starting:
        each.join()
    assert len(found) == 8
    assert len(set(found)) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "it does not hold the two keys"),
        (b"write = 1\nwatch = 2\n", "it does not hold the two keys"),
        (b'write = "short"\nwatch = "shorter"\n', "its keys must be two different texts"),
        (b'write = "%b"\nwatch = "%b"\n' % (b"a" * 22, b"a" * 22), "its keys must be two different texts"),
        (b'write = "%b"\nwatch = "%b"\n' % (b"a;" * 22, b"b" * 22), "its keys must be two different texts"),
        (b"write = [", "'haggis serve --new-keys' makes new ones"),
        (b"\xff\xfe", "it is not text"),
    ],
)
def test_a_file_that_holds_none_is_refused_and_left_as_it_is(tmp_path: Path, text: bytes, why: str) -> None:
    (tmp_path / FILE).write_bytes(text)
    with pytest.raises(StoreError, match=why) as refusal:
        load_keys(tmp_path)
    assert "--new-keys" in str(refusal.value)
    assert (tmp_path / FILE).read_bytes() == text
    assert load_keys(tmp_path, renew=True) == load_keys(tmp_path)


def test_a_place_that_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreError, match="cannot be saved: it is a folder"):
        load_keys(tmp_path)


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
