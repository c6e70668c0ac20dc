"""The files that pages load: kept as long as they are the same, small, and nothing of anybody in them."""

import re

from haggis_cli.web.rendering import ROOM
from tests.support.pages import Caller


def test_what_a_page_names_with_its_version_is_kept_and_all_else_is_asked_for_again(caller: Caller) -> None:
    named = re.findall(r'(?:href|src)="(/static/[^"]+\?v=[^"]+)"', caller.get("/m/friday").text)
    assert len(named) >= 4
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
    assert len(named) > 10
    assert [each for each in named if not each.endswith('?v={{ built }}"')] == []


def test_no_file_is_larger_than_30_kilobytes() -> None:
    assert {
        path.name: path.stat().st_size for path in (ROOM / "static").iterdir() if path.stat().st_size > 30_000
    } == {}
