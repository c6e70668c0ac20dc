"""The list of matches: what tells that it has changed, and how often it is worked out."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from haggis_cli.matches.store.folder import Store
from haggis_cli.web import matches
from haggis_cli.web.matches import MatchList
from tests.support.haggis import Haggis
from tests.support.pages import Caller
from tests.support.served import Served, Visitor, Watching

ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def listed(tmp_path: Path, clock: Clock) -> MatchList[int]:
    (tmp_path / "matches").mkdir()
    return MatchList(Store(tmp_path), clock)


def put(folder: Path, name: str, text: str = "a = 1") -> None:
    """Save as this program and most others do: a new file under the name of the old."""
    beside = folder / "matches" / f"~{name}.tmp"
    beside.write_text(text, encoding="utf-8")
    beside.replace(folder / "matches" / name)


def test_every_change_of_a_match_is_another_state_and_a_half_entered_round_is_none(
    listed: MatchList[int], clock: Clock, tmp_path: Path
) -> None:
    states = [listed.mark()]

    def look() -> None:
        clock.now += 2
        states.append(listed.mark())

    put(tmp_path, "friday.toml")
    look()
    put(tmp_path, "friday.toml", "a = 2")
    look()
    (tmp_path / "matches" / "friday.toml").write_text("a = 333", encoding="utf-8")
    look()
    (tmp_path / "matches" / "friday.toml").unlink()
    look()
    assert len(set(states[:4])) == 4
    assert states[4] == states[0]
    put(tmp_path, "sunday.toml.draft")
    look()
    assert states[5] == states[4]


def test_of_very_many_files_only_names_and_places_are_looked_at(
    listed: MatchList[int], clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "_FEW", 2)
    for name in ("a.toml", "b.toml", "c.toml"):
        put(tmp_path, name)
    before = listed.mark()
    stamp_of = matches.stamp_of

    def stamp_of_folder(path: Path) -> matches.Stamp:
        assert path == tmp_path / "matches", "asked for more"
        return stamp_of(path)

    monkeypatch.setattr(matches, "stamp_of", stamp_of_folder)
    clock.now += 2
    assert listed.mark() == before
    put(tmp_path, "b.toml", "a = 2")
    assert listed.mark() != before


def test_an_answer_is_kept_while_nothing_changes_and_the_longer_the_more_it_costs(
    listed: MatchList[int], clock: Clock, tmp_path: Path
) -> None:
    asked: list[float] = []

    def question() -> int:
        asked.append(clock.now)
        clock.now += 0.5
        return len(asked)

    assert [listed.ask(question) for _ in range(3)] == [1, 1, 1]
    clock.now += 9
    assert listed.ask(question) == 1
    clock.now += 2
    assert listed.ask(question) == 2
    put(tmp_path, "friday.toml")
    assert listed.ask(question) == 3
    (tmp_path / "players.toml").write_text("", encoding="utf-8")
    assert listed.ask(question) == 4


def test_the_page_shows_what_there_is_and_says_which_state_it_shows(haggis: Haggis) -> None:
    caller = Caller(haggis)
    states = [""]
    assert "No match yet." in caller.get("/").text
    changes: list[Callable[[], object]] = [
        haggis.new,
        lambda: haggis.ok("score", "friday", *ROUND),
        lambda: haggis.ok("undo", "friday"),
        lambda: haggis.new(name="sunday"),
        lambda: haggis.ok("remove", "sunday", "--yes"),
    ]
    for number, change in enumerate(changes):
        change()
        text = caller.get("/").text
        assert 'data-events="/events"' in text
        states.append(text.partition('data-seen="')[2].partition('"')[0])
        assert states[-1] != states[-2]
        assert ('href="/m/sunday"' in text) == (number == 3)
        assert ('numbers">52<' in text) == (number == 1)
    assert states[5] == states[3]
    assert "" not in states[1:]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")
def test_who_looks_at_the_list_hears_of_every_change(haggis: Haggis) -> None:
    haggis.new()
    with Served(haggis) as server:
        visitor = Visitor(server.port, server.key)
        seen = visitor.get("/").text.partition('data-seen="')[2].partition('"')[0]
        with Watching(visitor, address="/events", query=f"?seen={seen}") as watching:
            told = []
            for words in (("score", "friday", *ROUND), ("undo", "friday"), ("remove", "friday", "--yes")):
                haggis.ok(*words)
                told.append(watching.hear())
            haggis.new()
            told.append(watching.hear())
            assert len({seen, *told}) == 5
