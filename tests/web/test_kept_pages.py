"""A page is made once for all who are to see the same, and shows every change at once."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.web.access.device import DEVICE_COOKIE
from haggis_cli.web.kept_pages import KeptPages
from tests.support.haggis import Haggis
from tests.support.web.caller import Caller

ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")
OTHER = "f" * 16


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    haggis.new()
    haggis.ok("score", "friday", *ROUND)
    return Caller(haggis)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The sheets that were made for the page of a match."""
    found: list[Any] = []

    def count(*arguments: Any, **more: Any) -> Any:
        found.append(arguments)
        return original(*arguments, **more)

    original = scoresheet
    monkeypatch.setattr("haggis_cli.web.pages.match.scoresheet", count)
    return found


def test_phones_that_may_do_the_same_get_the_same_page_each_with_its_own_token(caller: Caller, made: list[Any]) -> None:
    other = caller.writer.partition(";")[0] + f"; {DEVICE_COOKIE}={OTHER}"
    first, second = caller.get("/m/friday"), caller.get("/m/friday", other)
    assert len(made) == 1
    token = caller.settings.keys.form_token(OTHER)
    assert (caller.token in first.text, token in first.text) == (True, False)
    assert (caller.token in second.text, token in second.text) == (False, True)
    assert first.text == second.text.replace(token, caller.token)
    assert dict(first.headers) == dict(second.headers)
    version = re.findall(r'name="version" value="(\w+)"', second.text)[0]
    assert caller.post("/m/friday/undo", {"version": version, "token": token}, other).status == 303


def test_who_only_watches_never_gets_the_page_of_who_may_write(caller: Caller, made: list[Any]) -> None:
    for _ in range(2):
        assert caller.token in caller.get("/m/friday").text
        watched = caller.get("/m/friday", caller.watcher).text
        assert 'name="token"' not in watched
        assert 'href="/m/friday/score"' not in watched
        assert caller.get("/m/friday", "").status == 403
    assert len(made) == 2


@pytest.mark.parametrize("page", ["/m/friday", "/m/friday/board", "/m/friday/record", "/m/friday/rounds/1/result"])
def test_colours_are_each_phones_own(caller: Caller, page: str) -> None:
    for look in ("dark", "light"):
        for _ in range(2):
            assert f'data-look="{look}"' in caller.get(page, f"{caller.writer}; haggis_look={look}").text
            assert "data-look" not in caller.get(page).text
    chosen = [caller.get("/m/friday/board?look=dark") for _ in range(2)]
    assert all(answer.header("set-cookie").startswith("haggis_look=dark") for answer in chosen)


def test_whatever_changes_the_match_is_seen_on_the_next_page(caller: Caller, haggis: Haggis, made: list[Any]) -> None:
    def totals() -> list[str]:
        return re.findall(r'<strong class="[^"]*">(\d+)</strong>', caller.get("/m/friday/board").text)

    def heading(page: str = "/m/friday") -> str:
        return " ".join(re.findall(r"(?:Take|Bring) back [^<]*", caller.get(page).text))

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
    assert "<bdi>Zara</bdi>" in caller.get("/m/friday").text
    haggis.ok("remove", "friday", "--yes")
    assert caller.get("/m/friday").status == 404


def test_what_was_not_found_is_looked_for_again(caller: Caller, haggis: Haggis) -> None:
    assert caller.get("/m/sunday").status == 404
    haggis.new(name="sunday")
    assert caller.get("/m/sunday").status == 200
    assert caller.get("/m/friday/rounds/2/result").status == 422
    haggis.ok("score", "friday", "Isla: out 3, cards 20")
    assert caller.get("/m/friday/rounds/2/result").status == 200


def test_no_more_is_kept_than_there_is_room_for() -> None:
    pages, state, later = KeptPages(most=20_000), ("", None, None, None), ("later", None, None, None)
    keys = [(f"/m/{number}", "", None, "") for number in range(50)]
    for key in keys:
        pages.keep(key, state, [b"x" * 1_000])
    kept = [key for key in keys if pages.find(key, state)]
    assert kept == keys[-len(kept) :]
    assert 5 <= len(kept) <= 10
    for _ in range(20):
        pages.keep(keys[-1], later, [b"x" * 1_000])
    assert [key for key in keys if pages.find(key, state)] == kept[:-1]
    assert pages.find(keys[-1], later)
    pages.keep(keys[-1], state, [b"x" * 1_000_000])
    assert pages.find(keys[-1], state) is None
    assert pages.find(keys[-2], state)


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")
def test_a_match_in_the_place_of_another_of_the_same_size_is_another(caller: Caller, haggis: Haggis) -> None:
    path = haggis.path()
    assert "<bdi>Isla</bdi>" in caller.get("/m/friday").text
    beside = Path(f"{path}.new")
    beside.write_text(path.read_text(encoding="utf-8").replace("Isla", "Zara"), encoding="utf-8")
    os.utime(beside, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    beside.replace(path)
    assert "<bdi>Zara</bdi>" in caller.get("/m/friday").text
