"""A page is each phone's own where it must be, and shows every change at once."""

import os
import re
from pathlib import Path

import pytest

from haggis_cli.web.access import DEVICE_COOKIE
from tests.support.haggis import Haggis
from tests.support.pages import Caller

ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")
OTHER = "f" * 16


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    haggis.new()
    haggis.ok("score", "friday", *ROUND)
    return Caller(haggis)


def test_phones_that_may_do_the_same_get_the_same_page_each_with_its_own_token(caller: Caller) -> None:
    other = caller.writer.partition(";")[0] + f"; {DEVICE_COOKIE}={OTHER}"
    first, second = caller.get("/m/friday"), caller.get("/m/friday", other)
    token = caller.settings.keys.form_token(OTHER)
    assert (caller.token in first.text, token in first.text) == (True, False)
    assert (caller.token in second.text, token in second.text) == (False, True)
    one, other_one = (re.sub(r'name="once" value="[^"]+"', "", page.text) for page in (first, second))
    assert one == other_one.replace(token, caller.token)
    assert dict(first.headers) == dict(second.headers)
    version = re.findall(r'name="version" value="(\w+)"', second.text)[0]
    assert caller.post("/m/friday/undo", {"version": version, "token": token}, other).status == 303


def test_who_only_watches_never_gets_the_page_of_who_may_write(caller: Caller) -> None:
    for _ in range(2):
        assert caller.token in caller.get("/m/friday").text
        watched = caller.get("/m/friday", caller.watcher).text
        assert 'name="token"' not in watched
        assert 'href="/m/friday/score"' not in watched
        assert caller.get("/m/friday", "").status == 403


@pytest.mark.parametrize("page", ["/m/friday", "/m/friday/board", "/m/friday/record", "/m/friday/rounds/1/result"])
def test_colours_are_each_phones_own(caller: Caller, page: str) -> None:
    for look in ("dark", "light"):
        for _ in range(2):
            assert f'data-look="{look}"' in caller.get(page, f"{caller.writer}; haggis_look={look}").text
            assert "data-look" not in caller.get(page).text
    chosen = [caller.get("/m/friday/board?look=dark") for _ in range(2)]
    assert all(answer.header("set-cookie").startswith("haggis_look=dark") for answer in chosen)


def test_whatever_changes_the_match_is_seen_on_the_next_page(caller: Caller, haggis: Haggis) -> None:
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


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")
def test_a_match_in_the_place_of_another_of_the_same_size_is_another(caller: Caller, haggis: Haggis) -> None:
    path = haggis.path()
    assert "<bdi>Isla</bdi>" in caller.get("/m/friday").text
    beside = Path(f"{path}.new")
    beside.write_text(path.read_text(encoding="utf-8").replace("Isla", "Zara"), encoding="utf-8")
    os.utime(beside, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    beside.replace(path)
    assert "<bdi>Zara</bdi>" in caller.get("/m/friday").text
