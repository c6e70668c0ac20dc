"""The matches as the server holds them: every change is on the next page, and each phone has its own."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from haggis_cli.matches.store.folder import Store
from haggis_cli.web import matches
from haggis_cli.web.matches import AllMatches
from tests.support.haggis import Haggis
from tests.support.pages import OTHER, Caller
from tests.support.served import Served, Visitor, Watching

SCORED = ("Noah: out 8, cards 12", "Isla: cards 24")


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def listed(tmp_path: Path, clock: Clock) -> AllMatches:
    (tmp_path / "matches").mkdir()
    return AllMatches(Store(tmp_path), clock)


def put(folder: Path, name: str, text: str = "a = 1") -> None:
    """Save as this program and most others do: a new file under the name of the old."""
    beside = folder / "matches" / f"~{name}.tmp"
    beside.write_text(text, encoding="utf-8")
    beside.replace(folder / "matches" / name)


def test_every_change_of_a_match_is_another_state_and_a_half_entered_round_is_none(
    listed: AllMatches, clock: Clock, tmp_path: Path
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
    listed: AllMatches, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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


def test_an_answer_is_kept_while_nothing_changes(listed: AllMatches, clock: Clock, tmp_path: Path) -> None:
    answers = iter(range(1, 100))

    def ask(about: str = "list") -> int:
        return listed.ask(about, lambda: next(answers))

    assert [ask(), ask(), ask("season"), ask(), ask("season")] == [1, 1, 2, 1, 2]
    clock.now += 10_000
    assert ask() == 1
    put(tmp_path, "friday.toml")
    assert [ask(), ask("season")] == [3, 4]
    (tmp_path / "players.toml").write_text("", encoding="utf-8")
    assert [ask(), ask()] == [5, 5]
    for number in range(50):
        ask(str(number))
    assert ask() == 56, "everything that was ever asked is kept"


def test_an_answer_about_very_many_files_is_kept_the_longer_the_more_it_costs(
    listed: AllMatches, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "_FEW", 0)
    put(tmp_path, "friday.toml")
    asked: list[float] = []

    def question() -> int:
        asked.append(clock.now)
        clock.now += 0.5
        return len(asked)

    assert [listed.ask("list", question) for _ in range(3)] == [1, 1, 1]
    clock.now += 9
    assert listed.ask("list", question) == 1
    clock.now += 2
    assert listed.ask("list", question) == 2


def test_what_a_page_makes_of_a_match_is_kept_with_this_state_of_it(haggis: Haggis) -> None:
    haggis.new()
    opened_matches = matches.OpenMatches(Store(haggis.home))
    made = iter(range(1, 100))

    def make(about: object) -> int:
        return opened_matches.make_once(opened_matches.open("friday"), about, lambda: next(made))

    assert [make("replay"), make("replay"), make("other"), make("replay")] == [1, 1, 2, 1]
    before = opened_matches.open("friday")
    haggis.ok("score", "friday", *SCORED)
    assert [make("replay"), make("replay")] == [3, 3]
    assert opened_matches.make_once(before, "replay", lambda: next(made)) == 4, "made of another state"
    for number in range(50):
        make(number)
    assert make("replay") == 55, "everything that was ever made is kept"


def test_the_page_shows_what_there_is_and_says_which_state_it_shows(haggis: Haggis) -> None:
    caller = Caller(haggis)
    states = [""]
    assert "No matches yet." in caller.get("/").text
    changes: list[Callable[[], object]] = [
        haggis.new,
        lambda: haggis.ok("score", "friday", *SCORED),
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
            for words in (("score", "friday", *SCORED), ("undo", "friday"), ("remove", "friday", "--yes")):
                haggis.ok(*words)
                told.append(watching.hear())
            haggis.new()
            told.append(watching.hear())
            assert len({seen, *told}) == 5


ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")


@pytest.fixture
def scored(haggis: Haggis) -> Caller:
    haggis.new()
    haggis.ok("score", "friday", *ROUND)
    return Caller(haggis)


def test_phones_that_may_do_the_same_get_the_same_page_each_with_its_own_token(scored: Caller) -> None:
    other = scored.other_writer
    first, second = scored.get("/m/friday"), scored.get("/m/friday", other)
    token = scored.settings.keys.form_token(OTHER)
    assert (scored.token in first.text, token in first.text) == (True, False)
    assert (scored.token in second.text, token in second.text) == (False, True)
    one, other_one = (re.sub(r'name="once" value="[^"]+"', "", page.text) for page in (first, second))
    assert one == other_one.replace(token, scored.token)
    assert dict(first.headers) == dict(second.headers)
    version = re.findall(r'name="version" value="(\w+)"', second.text)[0]
    assert scored.post("/m/friday/undo", {"version": version, "token": token}, other).status == 303


def test_who_only_watches_never_gets_the_page_of_who_may_write(scored: Caller) -> None:
    for _ in range(2):
        assert scored.token in scored.get("/m/friday").text
        watched = scored.get("/m/friday", scored.watcher).text
        assert 'name="token"' not in watched
        assert 'href="/m/friday/score"' not in watched
        assert scored.get("/m/friday", "").status == 403


@pytest.mark.parametrize("page", ["/m/friday", "/m/friday/board", "/m/friday/record", "/m/friday/rounds/1/result"])
def test_colours_are_each_phones_own(scored: Caller, page: str) -> None:
    for look in ("dark", "light"):
        for _ in range(2):
            assert f'data-look="{look}"' in scored.get(page, f"{scored.writer}; haggis_look={look}").text
            assert "data-look" not in scored.get(page).text
    chosen = [scored.get("/m/friday/board?look=dark") for _ in range(2)]
    assert all(answer.header("set-cookie").startswith("haggis_look=dark") for answer in chosen)


def test_whatever_changes_the_match_is_seen_on_the_next_page(scored: Caller, haggis: Haggis) -> None:
    def totals() -> list[str]:
        return re.findall(r'<strong class="[^"]*">(\d+)</strong>', scored.get("/m/friday/board").text)

    def heading(page: str = "/m/friday") -> str:
        return " ".join(re.findall(r"(?:Take|Bring) back [^<]*", scored.get(page).text)).replace("\u00a0", " ")

    assert heading() == heading() == "Take back round 1"
    one = totals()
    haggis.ok("score", "friday", "Isla: out 3, cards 20")
    assert totals() != one
    assert heading() == "Take back round 2"
    haggis.ok("undo", "friday")
    assert totals() == one
    assert heading() == "Take back round 1 Bring back round 2"
    for kept in (haggis.home / "undone").iterdir():
        kept.unlink()
    assert heading() == "Take back round 1"
    path = haggis.path()
    path.write_text(path.read_text(encoding="utf-8").replace("Isla", "Zara"), encoding="utf-8")
    assert "<bdi>Zara</bdi>" in scored.get("/m/friday").text
    haggis.ok("remove", "friday", "--yes")
    assert scored.get("/m/friday").status == 404


def test_what_was_not_found_is_looked_for_again(scored: Caller, haggis: Haggis) -> None:
    assert scored.get("/m/sunday").status == 404
    haggis.new(name="sunday")
    assert scored.get("/m/sunday").status == 200
    assert scored.get("/m/friday/rounds/2/result").status == 404
    haggis.ok("score", "friday", "Isla: out 3, cards 20")
    assert scored.get("/m/friday/rounds/2/result").status == 200


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")
def test_a_match_in_the_place_of_another_of_the_same_size_is_another(scored: Caller, haggis: Haggis) -> None:
    path = haggis.path()
    assert "<bdi>Isla</bdi>" in scored.get("/m/friday").text
    beside = Path(f"{path}.new")
    beside.write_text(path.read_text(encoding="utf-8").replace("Isla", "Zara"), encoding="utf-8")
    os.utime(beside, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    beside.replace(path)
    assert "<bdi>Zara</bdi>" in scored.get("/m/friday").text
