"""What every page has: a language, a title, landmarks, a way past the ways, the current way marked; the manifest."""

import json
import struct

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, Seen

PAGES = (
    *("/", "/?q=nobody", "/season", "/new", "/new?variant=two-player", "/nowhere", "/m/friday", "/m/friday/board"),
    *("/m/friday/replay", "/m/friday/rematch", "/m/friday/score"),
)


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    haggis.new()
    return Caller(haggis)


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_its_landmarks(caller: Caller, path: str) -> None:
    page = caller.get(path)
    tags = Seen(page.text).tags
    names = [name for name, _ in tags]
    assert ("html", {"lang": "en"}) in tags
    assert [names.count(name) for name in ("title", "h1", "main")] == [1, 1, 1]
    assert next(given for name, given in tags if name == "a")["href"] == "#main"
    assert [given["id"] for name, given in tags if name == "main"] == ["main"]
    assert any(name == "nav" and given.get("aria-label") == "Pages" for name, given in tags)
    ids = [given["id"] for _, given in tags if "id" in given]
    assert len(ids) == len(set(ids))
    assert not [given for _, given in tags if "style" in given or "onclick" in given]
    assert not [name for name in names if name == "style"]


@pytest.mark.parametrize("path", PAGES)
def test_every_field_has_a_label(caller: Caller, path: str) -> None:
    tags = Seen(caller.get(path).text).tags
    labelled = {given.get("for") for name, given in tags if name == "label"}
    for name, given in tags:
        if name in ("input", "select", "textarea") and given.get("type") != "hidden":
            assert given.get("id") in labelled or "aria-label" in given or "aria-labelledby" in given, given


def test_the_way_to_this_page_is_marked(caller: Caller) -> None:
    for path, label in (("/", "Matches"), ("/season", "Season"), ("/new", "New"), ("/m/friday/board", "Board")):
        page = caller.get(path).text
        current = [given["href"] for name, given in Seen(page).tags if given.get("aria-current") == "page"]
        assert current == [Seen(page).links[label]], path


def test_a_name_of_a_match_that_no_address_can_hold_as_it_is_leads_there_all_the_same(haggis: Haggis) -> None:
    haggis.new()
    haggis.path().rename(haggis.path("late é&?#%20 night"))
    caller = Caller(haggis)
    links = Seen(caller.get("/?all=1").text).links
    address = next(link for link in links.values() if link.startswith("/m/"))
    page = caller.get(address)
    assert page.status == 200
    assert caller.get(Seen(page.text).links["Board"]).status == 200


class TestTheHomeScreen:
    def test_the_manifest_names_icons_that_are_there_in_the_size_it_says(self, caller: Caller) -> None:
        answer = caller.get("/manifest.webmanifest", "")
        manifest = json.loads(answer.text)
        assert answer.header("content-type") == "application/manifest+json"
        assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
        sizes = set()
        for icon in manifest["icons"]:
            drawn = caller.get(icon["src"], "")
            assert (drawn.status, drawn.header("content-type")) == (200, icon["type"])
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", drawn.body[16:24])
                assert icon["sizes"] == f"{width}x{height}"
                sizes.add(width)
        assert sizes == {192, 512}

    def test_no_file_is_over_30_kilobytes(self, caller: Caller) -> None:
        from haggis_cli.web.pages.assets import STYLESHEETS
        from haggis_cli.web.rendering import ROOM

        files = [f"/static/{path.name}" for path in (ROOM / "static").iterdir()]
        for path in {*files, *STYLESHEETS, "/static/replay.js", "/favicon.ico"}:
            answer = caller.get(path, "")
            assert answer.status == 200, path
            assert len(answer.body) <= 30_000, path
