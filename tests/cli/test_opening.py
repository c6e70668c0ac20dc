"""The match that commands mean without a name; their hints name it where another one is the current one."""

import os

import pytest

from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import StoreError
from tests.support.haggis import Haggis, refused

ROUND = ("Noah: out 8, cards 12", "Isla: bet 5")
NEXT_ROUND = ("Noah: out 7, cards 12", "Isla: bet 5")
TWO = ("--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "6")
BOTS = ("--variant", "two-player", "-p", "Noah", "-b", "Robbie=random", "--rounds", "2", "--seed", "7")


@pytest.fixture
def evening(haggis: Haggis) -> Haggis:
    """Two matches with a round each; friday is the current one."""
    for name in ("monday", "friday"):
        haggis.ok("new", *TWO, "--name", name)
        haggis.ok("score", *ROUND)
    return haggis


def current(haggis: Haggis) -> str:
    found: str = haggis.json("show", "--json")["id"]
    return found


def test_a_match_against_the_computer_is_never_the_current_one(evening: Haggis) -> None:
    evening.ok("play", *BOTS, "--name", "train", stdin="quit\n")
    assert current(evening) == "friday"
    evening.ok("score", *NEXT_ROUND)
    assert len(evening.json("show", "friday", "--json")["rounds"]) == 2
    evening.ok("record", "train", "Noah: bet 5")
    assert current(evening) == "friday"


UNKNOWN = "the current match is unknown: name a match ('haggis list' shows the matches)"


def test_a_clock_that_was_put_back_picks_no_other_match(evening: Haggis) -> None:
    evening.ok("play", *BOTS, "--name", "robots", stdin="quit\n")
    for path in evening.home.rglob("*"):
        if path.name in ("table", "computer", "monday.toml"):
            os.utime(path, ns=(2 * 10**18, 2 * 10**18))  # the year 2033
    assert current(evening) == "friday"
    evening.ok("score", *NEXT_ROUND)
    bookmarks = [(evening.home / "bookmarks" / kind).stat().st_mtime_ns for kind in ("computer", "table")]
    assert bookmarks == sorted(bookmarks)  # so `play` goes on with what was done last
    assert len(set(bookmarks)) == 2


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\n\n\n", b"../friday\nx\nover\n", b"gone\nx\nover\n", b"monday\nx\nup\n"]
)
def test_a_bookmark_that_is_no_use_is_done_without(evening: Haggis, content: bytes) -> None:
    path = evening.home / "bookmarks" / "table"
    assert path.read_text().startswith("friday\n")
    path.write_bytes(content)
    assert evening("show") == refused(3, UNKNOWN)
    assert "none of them is the current match" in evening.ok()
    evening.ok("score", "monday", *NEXT_ROUND)
    assert current(evening) == "monday"


def test_what_is_saved_is_told_where_nobody_can_say_which_match_is_the_current_one(
    evening: Haggis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_store: Store) -> None:
        raise StoreError("matches: cannot be read: Operation not permitted")

    monkeypatch.setattr(Store, "find_current", fail)
    assert evening.ok("undo", "friday").startswith("Taken back in friday: round 1")
    assert evening.ok("redo", "friday").startswith("Restored in friday: round 1")


def test_the_goodbye_of_play_names_it(haggis: Haggis) -> None:
    for name in ("first", "second"):
        haggis.ok("play", "--variant", "two-player", "-p", "Noah", "-b", "easy", "--name", name, stdin="quit\n")
    assert "'haggis play first' continues" in haggis("play", "first", stdin="quit\n").err
    assert "'haggis play' continues" in haggis("play", "second", stdin="quit\n").err
