"""Following a match: who watches hears of every change within a second, whoever makes it, and is forgotten after."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from haggis_cli.web.access import DEVICE_COOKIE
from tests.support.haggis import PATIENCE, Haggis
from tests.support.pages import Page
from tests.support.served import Served, Visitor, Watching

ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")


@pytest.fixture
def server(haggis: Haggis) -> Iterator[Served]:
    haggis.new()
    with Served(haggis) as running:
        yield running


def by_an_editor(path: Path) -> None:
    """Save as editors do: a new file that is given the name of the old."""
    beside = path.with_suffix(".swp")
    beside.write_text(path.read_text(encoding="utf-8").replace("rounds = 4", "rounds = 5"), encoding="utf-8")
    beside.replace(path)


def in_place(path: Path) -> None:
    """Save as other editors do: into the very file."""
    path.write_text(path.read_text(encoding="utf-8").replace("rounds = 4", "rounds = 6"), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")
def test_every_way_to_change_a_match_is_heard_of(haggis: Haggis, server: Served) -> None:
    visitor = Visitor(server.port, server.key)
    path = haggis.path()
    changes: list[Callable[[], object]] = [
        lambda: haggis.ok("score", "friday", *ROUND),
        lambda: haggis.ok("undo", "friday"),
        lambda: by_an_editor(path),
        lambda: in_place(path),
        lambda: haggis.ok("remove", "friday", "--yes"),
    ]
    with Watching(visitor) as watching:
        told = []
        for change in changes:
            change()
            told.append(watching.hear())
        assert len(set(told)) == len(told)
        assert told[-1] == ""
    assert visitor.get("/m/friday").status == 404


def test_what_changed_between_a_page_and_its_events_is_heard_of_at_once(haggis: Haggis, server: Served) -> None:
    visitor = Visitor(server.port, server.key)
    page = visitor.get("/m/friday").text
    seen = page.partition('data-seen="')[2].partition('"')[0]
    assert seen
    with Watching(visitor, query=f"?seen={seen}") as watching:
        haggis.ok("score", "friday", *ROUND)
        assert watching.hear() != seen
    with Watching(visitor, query=f"?seen={seen}") as watching:
        watching.hear()


def test_a_device_that_is_locked_out_hears_of_it_at_once_and_all_others_follow_on(
    haggis: Haggis, server: Served
) -> None:
    host, locked_out = Visitor(server.port, server.key), Visitor(server.port, server.key)
    with Watching(host) as watching, Watching(locked_out) as ended:
        fields = Page(host.get("/share").text).fields
        host.post("/share", {**fields, "do": "take", "device": locked_out.cookies[DEVICE_COOKIE]})
        ended.until(b": ping")
        assert [ended.line() for _ in range(3)] == [b"", b"", b"0"]  # the last chunk
        assert locked_out.get("/m/friday").status == 403
        haggis.ok("score", "friday", *ROUND)
        assert watching.hear()


@pytest.mark.slow
def test_nobody_follows_a_match_that_is_not_there(server: Served) -> None:
    with Watching(Visitor(server.port, server.key), "sunday") as watching:
        assert watching.status == 404


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux's /proc")
def test_200_watchers_hear_every_change_and_are_forgotten_when_they_go(haggis: Haggis, server: Served) -> None:
    visitor = Visitor(server.port, server.key)

    def open_files() -> int:
        return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))

    before = open_files()
    for _ in range(2):
        with ExitStack() as pages:
            watching = [pages.enter_context(Watching(visitor)) for _ in range(200)]
            assert open_files() > before + 190  # what was open before may be closed meanwhile
            for words in (("score", "friday", *ROUND), ("undo", "friday")):
                haggis.ok(*words)
                for each in watching:
                    each.hear()
                assert visitor.get("/m/friday").status == 200
        until = time.monotonic() + PATIENCE
        while open_files() > before + 2:
            assert time.monotonic() < until, "whoever went is not forgotten"
            time.sleep(0.05)
