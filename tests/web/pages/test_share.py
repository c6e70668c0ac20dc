"""The page that lets more phones in: nobody gives away more than the own access."""

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller
from tests.support.served import Visitor, served


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    return Caller(haggis, lan=True)


def scanned(drawing: str) -> str:
    segno, zxing = pytest.importorskip("segno"), pytest.importorskip("zxingcpp", reason="scans the drawings")
    del segno
    return read_svg(zxing, drawing)


def read_svg(zxing: object, drawing: str) -> str:
    """What a phone reads of a drawing whose path has a horizontal line for each run of dark modules."""
    import re

    size = int(re.search(r'width="(\d+)"', drawing)[1]) // 3  # type: ignore[index]
    path = re.findall(r'<path[^>]* d="([^"]+)"', drawing)[-1]
    pixels = [[255] * size for _ in range(size)]
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        else:
            for column in range(int(x), int(x + values[0])):
                pixels[int(y)][column] = 0
            x += values[0]
    large = [[pixel for pixel in row for _ in range(3)] for row in pixels for _ in range(3)]
    flat = bytes(pixel for row in large for pixel in row)
    found = zxing.read_barcodes(memoryview(flat).cast("B", (len(large), len(large[0]))))  # type: ignore[attr-defined]
    assert found, "no code is found"
    return str(found[0].text)


def test_who_may_write_gets_both_codes_and_who_watches_one(caller: Caller) -> None:
    writes, watches = caller.get("/share"), caller.get("/share", caller.watcher)
    assert "/share/write.svg" in writes.text
    assert "/share/watch.svg" in writes.text
    assert "/share/write.svg" not in watches.text
    assert caller.settings.keys.write not in watches.text
    assert caller.settings.watch_link in watches.text


def test_the_codes_are_drawings_that_lead_where_they_say(caller: Caller) -> None:
    for access, link in (("watch", caller.settings.watch_link), ("write", caller.settings.write_link)):
        drawn = caller.get(f"/share/{access}.svg")
        assert drawn.header("content-type") == "image/svg+xml"
        assert scanned(drawn.text) == link


def test_a_watcher_gets_no_drawing_of_the_other(caller: Caller) -> None:
    assert caller.get("/share/write.svg", caller.watcher).status == 404
    assert caller.get("/share/watch.svg", caller.watcher).status == 200
    for other in ("x", "write.svg", "%2e%2e", ""):
        assert caller.get(f"/share/{other}.svg").status == 404


def test_where_nobody_may_write_there_is_only_the_one_to_watch(haggis: Haggis) -> None:
    caller = Caller(haggis, lan=True, read_only=True)
    assert caller.settings.keys.write not in caller.get("/share").text
    assert caller.get("/share/write.svg").status == 404


def test_where_phones_cannot_reach_the_server_there_is_no_code_to_lead_them_astray(haggis: Haggis) -> None:
    page = Caller(haggis).get("/share")
    assert "haggis serve --lan" in page.seen.words
    assert "<img" not in page.text


@pytest.mark.slow
def test_the_command_that_lets_phones_in_starts_the_same_server_with_no_more_rights(haggis: Haggis) -> None:
    haggis.new()
    with served(haggis, "friday", "--read-only", "--home", "home") as server:
        words = Visitor(server.port, server.key).get("/share").seen.words
        assert f"haggis serve friday --lan --port {server.port} --read-only --home home" in words
