"""What every page has: a language, a title, landmarks, a way past the ways, the current way marked; the manifest."""

import json
import struct

import pytest

from tests.support.haggis import Haggis
from tests.support.matches import ROUND
from tests.support.pages import Caller

PAGES = (
    *("/", "/?q=nobody", "/season", "/new", "/new?variant=two-player", "/nowhere", "/m/friday", "/m/friday/board"),
    *("/m/friday/replay", "/m/friday/rematch", "/m/friday/score"),
)


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_its_landmarks(caller: Caller, path: str) -> None:
    page = caller.get(path)
    tags = page.seen.elements
    names = [each.name for each in tags]
    assert [each.attributes for each in page.seen.named("html")] == [{"lang": "en"}]
    assert [names.count(name) for name in ("title", "h1", "main")] == [1, 1, 1]
    assert page.seen.named("a")[0]["href"] == "#main"
    assert [each["id"] for each in page.seen.named("main")] == ["main"]
    assert any(each["aria-label"] == "Pages" for each in page.seen.named("nav"))
    ids = [each["id"] for each in tags if "id" in each.attributes]
    assert len(ids) == len(set(ids))
    assert not [each for each in tags if "style" in each.attributes or "onclick" in each.attributes]
    assert not [name for name in names if name == "style"]


@pytest.mark.parametrize("path", PAGES)
def test_every_field_has_a_label(caller: Caller, path: str) -> None:
    seen = caller.get(path).seen
    labelled = {each["for"] for each in seen.named("label")}
    for each in seen.elements:
        if each.name in ("input", "select", "textarea") and each["type"] != "hidden":
            told = each.attributes
            assert told.get("id") in labelled or "aria-label" in told or "aria-labelledby" in told, told


IN_A_MATCH = {"/m/friday/board": "Board", "/m/friday/rounds/1": "Score"}


def test_the_way_to_this_page_is_marked(caller: Caller) -> None:
    for path, label in (("/", "Matches"), ("/season", "Season"), ("/new", "New"), *IN_A_MATCH.items()):
        seen = caller.get(path).seen
        current = [each["href"] for each in seen.elements if each["aria-current"] == "page"]
        assert current == [seen.links[label]], path


@pytest.mark.parametrize(("rounds", "labels"), [(1, ["Replay"]), (2, [])])
def test_a_replay_is_marked_only_where_a_link_leads_to_it(
    caller: Caller, haggis: Haggis, rounds: int, labels: list[str]
) -> None:
    haggis.new("--lead", "Isla", "--rounds", str(rounds), name="short")
    haggis.ok("record", "short", *ROUND)
    seen = caller.get("/m/short/replay").seen
    current = [each["href"] for each in seen.elements if each["aria-current"] == "page"]
    assert current == [seen.links[label] for label in labels]


def test_a_name_of_a_match_that_no_address_can_hold_as_it_is_leads_there_all_the_same(haggis: Haggis) -> None:
    haggis.new()
    haggis.path().rename(haggis.path("late é&?#%20 night"))
    caller = Caller(haggis)
    links = caller.get("/?all=1").seen.links
    address = next(link for link in links.values() if link.startswith("/m/"))
    page = caller.get(address)
    assert page.status == 200
    assert caller.get(page.seen.links["Board"]).status == 200


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
        from haggis_cli.web.rendering import ROOM

        files = [f"/static/{path.name}" for path in (ROOM / "static").iterdir()]
        sheets = (f"/static/sheet{look}.css" for look in ("", "-dark", "-light"))
        for path in (*files, *sheets, "/static/replay.js", "/favicon.ico"):
            answer = caller.get(path, "")
            assert answer.status == 200, path
            assert len(answer.body) <= 30_000, path

    def test_scripts_and_styles_of_a_page_are_under_60_kilobytes(self, haggis: Haggis, caller: Caller) -> None:
        assert caller.weight("/m/friday/score") < 60_000
        haggis.ok("record", "friday", "7r 8r 9r")  # a replay has its script
        for page in (*PAGES, "/rules", "/referee", "/m/friday/record", "/m/friday/referee"):
            assert caller.weight(page) < 60_000, page
