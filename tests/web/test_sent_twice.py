"""A form that is sent twice is done once, also by a server that was started anew between the two."""

from collections.abc import Callable

import pytest

from haggis_cli.book.new_match import BY_LOT
from haggis_cli.matches.store.files import KEPT_BOTH, NOT_CONFIRMED, Notice, Snapshot
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import Conflict
from tests.support.haggis import Haggis
from tests.support.pages import Answer, Caller, Pad, said

ROUND = {"out1": "1", "count1": "8", "captured1": "12", "do": "save"}
Send = Callable[[Caller], Answer]


def restarted(haggis: Haggis, caller: Caller) -> Caller:
    """The same server after its start, which remembers nothing."""
    return Caller(haggis)


def prepared(haggis: Haggis, caller: Caller, what: str) -> Send:
    """A form as a phone has it before itself, to be sent as often as one likes."""
    if what == "record":
        haggis.ok("record", "friday", "Noah: 7r")
        path, more = "/m/friday/record", {"deed": "pass.1"}
    elif what == "event":
        haggis.ok("record", "friday", "Noah: 7r", "Isla: 8b")
        path, more = "/m/friday/record/1", {"do": "remove", "event": "2"}
    elif what == "correction":
        haggis.ok("score", "friday", "Noah: out 5, cards 12")
        path, more = "/m/friday/rounds/1", {"count1": "7", "do": "save"}
    elif what == "undo":
        haggis.ok("score", "friday", "Noah: out 5, cards 12")
        haggis.ok("score", "friday", "Isla: out 5, cards 12")
        path, more = "/m/friday/undo", {}
    else:
        path, more = "/m/friday/score", ROUND
    page = {"event": path + "?event=2", "undo": "/m/friday"}.get(what, path)
    fields = caller.get(page).seen.fields | more
    return lambda phone: phone.post(path, fields)


WHAT = ("round", "correction", "record", "event", "undo")


@pytest.mark.parametrize("what", WHAT)
def test_the_same_form_gets_the_same_answer_and_is_done_once(haggis: Haggis, caller: Caller, what: str) -> None:
    send = prepared(haggis, caller, what)
    first = send(caller)
    assert first.status == 303, said(first)
    once = haggis.text()
    for _ in range(2):
        again = send(caller)
        assert (again.status, again.header("location")) == (303, first.header("location"))
    assert haggis.text() == once
    if what == "round":
        assert "Round 1 is saved Noah" in caller.get(first.header("location")).seen.words


@pytest.mark.parametrize("what", WHAT)
def test_and_it_is_not_done_again_by_a_server_that_was_started_anew(haggis: Haggis, caller: Caller, what: str) -> None:
    send = prepared(haggis, caller, what)
    assert send(caller).status == 303
    once, anew = haggis.text(), restarted(haggis, caller)
    again = send(anew)
    assert haggis.text() == once
    if what in ("round", "correction"):
        shown = anew.get(again.header("location")).seen.words
        assert "Round 1 is already saved with the same figures" in shown
    else:
        assert again.status == 409
    if what == "record":
        assert "Meanwhile: Isla passes Nothing was entered just now" in again.seen.words


def test_what_is_not_done_may_be_tried_again(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**ROUND | {"captured1": "37"}).press("save")
    assert pad.answer.status == 422
    assert "Round 1 is saved" in pad.fill(captured1="12").press("save").text


def test_the_same_thing_done_again_on_purpose_is_another_attempt(haggis: Haggis, caller: Caller) -> None:
    """The match is the same as before, to the byte."""
    haggis.ok("record", "friday", "Noah: 7r")
    for _ in range(2):
        fields = caller.get("/m/friday/record").seen.fields | {"deed": "pass.1"}
        assert caller.post("/m/friday/record", fields).status == 303
        assert '"Isla: pass"' in haggis.text()
        haggis.ok("undo", "friday")


def test_another_phone_with_the_same_page_is_another_attempt(haggis: Haggis, caller: Caller) -> None:
    haggis.ok("record", "friday", "Noah: 7r")
    pages = [caller.get("/m/friday/record", cookie).seen.fields for cookie in (caller.writer, caller.other_writer)]
    assert caller.post("/m/friday/record", pages[0] | {"deed": "pass.1"}).status == 303
    late = caller.post("/m/friday/record", pages[1] | {"deed": "pass.1"}, caller.other_writer)
    assert late.status == 409
    assert haggis.text().count("pass") == 1


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize("code", [Conflict.exit_code, KEPT_BOTH, NOT_CONFIRMED])
def test_what_came_of_a_save_is_told_without_a_word_of_files(
    haggis: Haggis, caller: Caller, monkeypatch: pytest.MonkeyPatch, what: str, code: int
) -> None:
    send = prepared(haggis, caller, what)
    really_save, before = Store.save, haggis.text()

    def save(store: Store, snapshot: Snapshot, data: bytes) -> Snapshot:
        if code == Conflict.exit_code:
            raise Conflict(
                "/home/isla/friday.toml has changed since it was read; nothing was saved: run the command again"
            )
        return really_save(store, snapshot, data)._replace(notice=Notice("/home/isla/friday.toml: saved, but", code))

    monkeypatch.setattr(Store, "save", save)
    answer = send(caller)
    told = answer.seen.words
    for word in ("toml", "/home", "file", "byte", "command"):
        assert word not in told, told
    if code == Conflict.exit_code:
        assert answer.status == 409
        assert "Somebody else changed this match" in told or "the match has changed" in told
    else:
        assert answer.status == 200
        assert "It is saved" in told
        assert ("their version is kept there, too" in told) is (code == KEPT_BOTH)
        assert haggis.text() != before


class TestANewMatch:
    def fields(self, caller: Caller, **more: str) -> dict[str, str]:
        page = caller.get("/new?variant=two-player").seen.fields
        return page | {"player-1": "Ailsa", "player-2": "Hamish", "beginner": "1", "goal": "250 points"} | more

    def count(self, haggis: Haggis) -> int:
        return len(haggis.json("list")["matches"])

    @pytest.mark.parametrize("more", [{}, {"name": "burns"}, {"name": "Burns Night!"}, {"beginner": BY_LOT}])
    def test_is_started_once_also_by_a_server_that_was_started_anew(
        self, haggis: Haggis, caller: Caller, more: dict[str, str]
    ) -> None:
        fields = self.fields(caller, **more)
        first = caller.post("/new", fields)
        assert first.status == 303, said(first)
        for phone in (caller, restarted(haggis, caller)):
            again = phone.post("/new", fields)
            assert (again.status, again.header("location")) == (303, first.header("location"))
        assert self.count(haggis) == 2

    def test_the_phone_that_named_it_was_faster(self, haggis: Haggis, caller: Caller) -> None:
        named, unnamed = self.fields(caller, name="Burns Night!"), self.fields(caller)
        assert caller.post("/new", named).header("location") == "/m/burns-night"
        assert restarted(haggis, caller).post("/new", unnamed).header("location") == "/m/burns-night"
        assert self.count(haggis) == 2

    def test_another_one_of_the_same_players_is_started_from_another_page(
        self, haggis: Haggis, caller: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert caller.post("/new", self.fields(caller)).status == 303
        monkeypatch.setattr("haggis_cli.web.forms.time", lambda: 9e9)
        assert caller.post("/new", self.fields(caller)).status == 303
        assert self.count(haggis) == 3

    def test_one_that_is_played_already_is_no_new_one(self, haggis: Haggis, caller: Caller) -> None:
        fields = self.fields(caller)
        first = caller.post("/new", fields)
        haggis.ok("score", first.header("location").rpartition("/")[2], "Ailsa: out 5, cards 12")
        for phone in (caller, restarted(haggis, caller)):
            assert phone.post("/new", fields).header("location") != first.header("location")

    def test_one_that_was_removed_is_started_anew(self, haggis: Haggis, caller: Caller) -> None:
        fields = self.fields(caller)
        first = caller.post("/new", fields)
        haggis.ok("remove", first.header("location").rpartition("/")[2], "--yes")
        again = caller.post("/new", fields)
        assert again.status == 303
        assert caller.get(again.header("location")).status == 200
