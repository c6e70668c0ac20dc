"""The files that pages load: kept as long as they are the same, small, and nothing of anybody in them."""

import re

import pytest

from haggis_cli.web.rendering import ROOM
from tests.support.pages import Caller


def test_what_a_page_names_with_its_version_is_kept_and_all_else_is_asked_for_again(caller: Caller) -> None:
    named = re.findall(r'(?:href|src)="(/static/[^"]+\?v=[^"]+)"', caller.get("/m/friday").text)
    assert len(named) >= 3
    for address in named:
        kept = caller.get(address, "")
        assert (kept.status, kept.header("cache-control")) == (200, "private, max-age=31536000, immutable")
        for other in (address.partition("?")[0], f"{address}x"):
            again = caller.get(other, "")
            assert again.header("cache-control") == "no-cache"
            mark = again.header("etag")
            for known in (mark, f'"x", W/{mark}', "*"):
                unchanged = caller.get(other, "", [("if-none-match", known)])
                assert (unchanged.status, unchanged.body) == (304, b"")
            assert caller.get(other, "", [("if-none-match", f'"x{mark[1:]}')]).status == 200


def test_all_pages_name_a_file_with_its_version_so_that_it_is_loaded_once() -> None:
    named = {
        each for path in (ROOM / "templates").iterdir() for each in re.findall(r'"/static/[^"]+"', path.read_text())
    }
    assert len(named) >= 5
    assert [each for each in named if not each.endswith('?v={{ built }}"')] == []


def test_a_page_asks_for_all_styles_at_once_and_for_all_scripts(caller: Caller) -> None:
    page = re.sub("<noscript>.*?</noscript>", "", caller.get("/m/friday/score").text)
    assert re.findall(r'"/static/([^"]+\.(?:css|js))\?', page) == [
        "sheet+phone+parts+scorepad.css",
        "live+touch+keys+figures+scorepad+more+share.js",
    ]
    styles, *parts = (caller.get(f"/static/{each}.css").text for each in ("phone+parts", "phone", "parts"))
    assert styles == "".join(parts)


@pytest.mark.parametrize(
    "name",
    ["phone+none.css", "phone+phone.css", "phone+.css", "+phone.css", "phone+live.css", "phone.css+parts.css", "."],
)
def test_what_is_no_file_or_one_twice_is_not_found(caller: Caller, name: str) -> None:
    assert caller.get(f"/static/{name}").status == 404


def test_no_file_is_larger_than_30_kilobytes() -> None:
    assert {
        path.name: path.stat().st_size for path in (ROOM / "static").iterdir() if path.stat().st_size > 30_000
    } == {}
