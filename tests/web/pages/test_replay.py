"""The replay with the reviews that are kept, and the search for better plays, which makes nobody wait."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from haggis_cli.history.reviews import reviews_path
from haggis_cli.web.pages import replay
from tests.support.haggis import PATIENCE, ROOT, Haggis
from tests.support.pages import Answer, Caller, said
from tests.support.served import Served, Visitor, served

EXAMPLE = ROOT / "examples" / "matches" / "two-player-known-hands.toml"


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    """Somebody with a match of two players whose hands are known; nobody has looked for better plays."""
    haggis.keep(EXAMPLE.read_text())
    return Caller(haggis)


def search(caller: Caller, number: int, do: str = "", cookie: str | None = None) -> Answer:
    return caller.post("/m/friday/replay", {"round": str(number), "do": do}, cookie)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The review of the third round."""
    haggis = Haggis(tmp_path_factory.mktemp("kept"))
    haggis.keep(EXAMPLE.read_text())
    assert haggis.process("review", "friday", "--round", "3", "--seconds", "1").code == 0
    return next((haggis.folder / "cache").glob("reviews-*")).read_bytes()


@pytest.fixture
def reviewed(caller: Caller, haggis: Haggis, kept: bytes) -> Caller:
    """The same, and the third round is reviewed."""
    path = reviews_path(haggis.home)
    path.parent.mkdir(parents=True)
    path.write_bytes(kept)
    return caller


def test_who_may_write_is_offered_the_rounds_that_are_not_reviewed(reviewed: Caller) -> None:
    page = reviewed.get("/m/friday/replay?round=2").seen
    rounds = [(each["value"], "selected" in each.attributes) for each in page.named("option") if each["value"]]
    offered = rounds[-3:]
    assert "Look for better plays" in page.words
    assert ("2", True) in offered
    assert "Round 3" not in [each.words for each in page.named("option")][-len(offered) :]


@pytest.mark.parametrize("may_write", [True, False])
def test_everybody_sees_a_review_that_is_kept_with_course_and_marks(reviewed: Caller, may_write: bool) -> None:
    answer = reviewed.get("/m/friday/replay", reviewed.writer if may_write else reviewed.watcher)
    assert 'id="replay-course"' in answer.text
    assert f"/static/{'touch+' if may_write else ''}reviewed.js?v=" in answer.text
    assert "Points lost" in answer.seen.words
    assert ("Look for better plays" in answer.seen.words) is may_write
    assert b"reviewing = {" in reviewed.get("/static/reviewed.js").body
    assert b"#replay-course" in reviewed.get("/static/reviewed.css").body


def test_scripts_and_styles_of_a_replay_with_a_review_are_under_60_kilobytes(reviewed: Caller) -> None:
    assert reviewed.weight("/m/friday/replay") < 60_000


def test_one_round_is_searched_at_a_time_and_a_button_stops_it(caller: Caller) -> None:
    searches = caller.app.state.searches
    try:
        assert search(caller, 3).header("location") == "/m/friday/review/3"
        page = caller.get("/m/friday/review/3", caller.other_writer)
        assert (page.status, 'http-equiv="refresh" content="2"' in page.text) == (200, True)
        assert search(caller, 3).status == 303
        refused = search(caller, 2)
        assert (refused.status, said(refused).partition(":")[0]) == (422, "Only one round is searched at a time")
        assert caller.get("/m/friday/review/2").header("location") == "/m/friday/replay?round=2"
        process = searches.current.worker.process
        assert search(caller, 3, "stop").header("location") == "/m/friday/replay?round=3"
        assert not process.is_alive()
        assert caller.get("/m/friday/review/3").header("location") == "/m/friday/replay?round=3"
    finally:
        searches.stop()


def test_a_search_whose_page_was_left_gives_way_at_once_but_not_while_another_phone_watches_it(caller: Caller) -> None:
    searches = caller.app.state.searches
    try:
        search(caller, 3)
        left = searches.current.worker.process
        assert search(caller, 2).header("location") == "/m/friday/review/2"
        assert not left.is_alive()
        fields = caller.get("/m/friday/replay", caller.other_writer).seen.hidden
        refused = caller.post("/m/friday/replay", fields | {"round": "3"}, caller.other_writer)
        assert said(refused).startswith("Only one round is searched at a time: try again when round 2 of")
        assert searches.current.number == 2
    finally:
        searches.stop()


def test_a_page_that_is_left_tells_it_and_another_phone_need_not_wait(caller: Caller) -> None:
    searches = caller.app.state.searches
    try:
        search(caller, 3)
        first, second = (caller.get("/m/friday/review/3").seen.hidden | {"do": "leave"} for _ in range(2))
        assert caller.post("/m/friday/replay", first).status == 204  # it has been loaded again since
        assert searches.current.is_watched()
        other = caller.get("/m/friday/replay", caller.other_writer).seen.hidden | {"round": "2"}
        assert caller.post("/m/friday/replay", other, caller.other_writer).status == 422
        caller.post("/m/friday/replay", second)
        assert not searches.current.is_watched()
        other = caller.get("/m/friday/replay", caller.other_writer).seen.hidden | {"round": "2"}
        assert caller.post("/m/friday/replay", other, caller.other_writer).header("location") == "/m/friday/review/2"
    finally:
        searches.stop()


def test_only_who_may_write_starts_one_and_only_of_a_round_that_can_be_searched(caller: Caller, haggis: Haggis) -> None:
    assert search(caller, 3, cookie=caller.watcher).status == 403
    assert caller.post("/m/friday/replay", {"round": "3", "token": "x"}).status == 403
    assert caller.get("/m/friday/review/3", caller.watcher).status == 403
    assert search(caller, 99).status == 422
    haggis.new(name="typed")
    haggis.ok("score", "typed", "Noah: out 8, cards 20", "Isla: cards 16")
    refused = caller.post("/m/typed/replay", {"round": "1"})
    assert said(refused) == "Round 1 cannot be searched for better plays: typed in, without plays."
    assert caller.app.state.searches.current is None


def test_what_the_rules_cannot_tell_is_said_where_the_search_was_asked_for(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay.Search, "goes_on", lambda _self: False)
    search(caller, 3)
    caller.app.state.searches.current.refusal = "this variant cannot be searched"
    answer = caller.get("/m/friday/review/3")
    assert (answer.status, said(answer)) == (422, "This variant cannot be searched.")
    assert caller.app.state.searches.current is None


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes as Linux shows them")
class TestASearchOfAServer:
    def test_it_ends_soon_after_its_page_is_left_and_waits_for_one_that_is_slow(
        self, caller: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = 0.0
        monkeypatch.setattr(replay, "monotonic", lambda: now)
        searches = caller.app.state.searches
        search(caller, 3)
        process = searches.current.worker.process
        assert process.is_alive()

        async def wait_until_left() -> None:
            nonlocal now
            async with asyncio.timeout(PATIENCE):
                running = asyncio.create_task(searches.run())
                now = 7.0
                await asyncio.sleep(1.5)
                assert searches.current
                now = 9.0
                while searches.current:
                    await asyncio.sleep(0.05)
                running.cancel()

        asyncio.run(wait_until_left())
        assert not process.is_alive()

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
    def test_it_ends_with_the_server_at_once_whatever_ends_that(
        self, caller: Caller, haggis: Haggis, number: int
    ) -> None:
        with Served(haggis) as server:
            start(Visitor(server.port, server.key))
            wait_until(lambda: bool(searching(server.process.pid)))
            (pid,) = searching(server.process.pid)
            server.end(number)
            wait_until(lambda: not Path(f"/proc/{pid}").exists())
        match = caller.app.state.matches.open("friday")
        assert not caller.app.state.searches.reviews.find_all(match.report), "it was not ended, it was done"

    def test_others_are_answered_meanwhile_and_it_stands_behind_them(self, caller: Caller, haggis: Haggis) -> None:
        with served(haggis) as server:
            visitor = Visitor(server.port, server.key)
            start(visitor)
            behind = min(os.getpriority(os.PRIO_PROCESS, server.process.pid) + 15, 19)
            look = partial(visitor.get, "/m/friday/review/3")
            wait_until(
                lambda: (
                    look().status == 200
                    and [os.getpriority(os.PRIO_PROCESS, pid) for pid in searching(server.process.pid)] == [behind]
                )
            )
            (pid,) = searching(server.process.pid)
            os.kill(pid, signal.SIGSTOP)  # it cannot be done before the others are answered
            assert all(look().status == visitor.get("/m/friday").status == 200 for _ in range(10))
            assert searching(server.process.pid) == [pid]


def start(visitor: Visitor) -> None:
    """Look for better plays in round 3."""
    fields = visitor.get("/m/friday/replay").seen.hidden
    assert visitor.post("/m/friday/replay", fields | {"round": "3"}).status == 303


def searching(server: int) -> list[int]:
    """The processes that search for a server."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            words = (path / "cmdline").read_text()
        except (OSError, IndexError):
            continue
        if parent == server and "spawn_main" in words:
            found.append(int(path.name))
    return found


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)
