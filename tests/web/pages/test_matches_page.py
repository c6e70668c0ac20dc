"""The list of matches: those that go on first, a search without JavaScript, broken files named and left out."""

import pytest

from tests.support.haggis import Haggis, header
from tests.support.pages import Caller

ROUND = ("Noah: out 8, cards 20", "Isla: cards 16")


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    return Caller(haggis)


def matches(caller: Caller, query: str = "") -> list[str]:
    links = caller.get(f"/{query}").seen.links
    return [link.removeprefix("/m/") for link in links.values() if link.startswith("/m/")]


def test_without_any_match_it_says_so_and_offers_one(caller: Caller) -> None:
    seen = caller.get("/").seen
    assert "No match yet. Start one" in seen.words
    assert "/new" in seen.links.values()
    assert "Start one" not in caller.get("/", caller.watcher).seen.words


def test_those_that_go_on_come_first(caller: Caller, haggis: Haggis) -> None:
    haggis.new("--rounds", "1", name="over")
    haggis.ok("score", "over", *ROUND)
    haggis.keep(header(name="older"), "older")
    assert matches(caller) == ["older", "over"]
    words = caller.get("/").seen.words
    assert words.index("Going on") < words.index("older") < words.index("Over") < words.index("Noah has won")


def test_a_search_takes_players_events_variants_and_names(caller: Caller, haggis: Haggis) -> None:
    haggis.new("--event", "Burns Night", name="friday")
    haggis.ok("new", "--variant", "three-player", "-p", "Ailsa", "-p", "Hamish", "-p", "Zoë", "--name", "saturday")
    assert matches(caller, "?q=zo%C3%AB") == ["saturday"]
    assert matches(caller, "?q=burns+NOAH") == ["friday"]
    assert matches(caller, "?q=three") == ["saturday"]
    assert matches(caller, "?event=burns+night") == ["friday"]
    assert matches(caller, "?q=burns+hamish") == []
    assert "0 matches with" in caller.get("/?q=burns+hamish").seen.words


def test_broken_files_and_copies_are_named_and_left_out(caller: Caller, haggis: Haggis) -> None:
    haggis.new()
    haggis.keep("broken = [", "torn")
    haggis.keep(haggis.path().read_text(), "friday (1)")
    assert matches(caller) == ["friday"]
    words = caller.get("/").seen.words
    assert "2 files are left out" in words
    assert "torn : cannot be used" in words
    assert "friday (1).toml : a copy of a match" in words


def test_a_server_of_one_match_begins_with_it_and_lists_all_when_asked(haggis: Haggis) -> None:
    haggis.new()
    caller = Caller(haggis, match_id="friday")
    assert caller.get("/").header("location") == "/m/friday"
    assert matches(caller, "?all=1") == ["friday"]


@pytest.mark.parametrize("query", ["?page=0", "?page=-1", "?page=99999999999", "?page=x", "?q=%00", "?q=" + "a" * 500])
def test_whatever_is_asked_there_is_an_answer(caller: Caller, haggis: Haggis, query: str) -> None:
    haggis.new()
    assert caller.get(f"/{query}").status == 200


@pytest.mark.slow
def test_hundreds_are_shown_in_pages(caller: Caller, haggis: Haggis) -> None:
    for number in range(300):
        haggis.keep(header(name=f"m{number:03}"), f"m{number:03}")
    haggis.new("--rounds", "1", name="over")  # the newest, but nobody goes on with it
    haggis.ok("score", "over", *ROUND)
    assert len(matches(caller)) == 60
    assert "over" not in matches(caller)
    seen = caller.get("/?q=noah&page=6").seen
    assert matches(caller, "?q=noah&page=6") == ["over"]
    assert "6 of 6" in seen.words
    assert seen.links["Newer"] == "?q=noah&event=&page=5"
