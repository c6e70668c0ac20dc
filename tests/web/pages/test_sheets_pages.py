"""Sheets in every format with the right type, name and policy; the replay with and without its script."""

import re
import sys

import pytest

from haggis_cli.sheets.renderers.formats import FORMATS
from tests.support.haggis import Haggis
from tests.support.pages import Caller, Page, said

TYPES = {
    "text": "text/plain; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
STARTS = {
    "html": b"\xef\xbb\xbf<!DOCTYPE html>",
    "svg": b"<svg",
    "pdf": b"%PDF",
    "xlsx": b"PK",
    "json": b"{",
    "csv": b"match",
}


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    haggis.new()
    haggis.ok("score", "Noah: out 8, cards 20", "Isla: cards 16")
    haggis.ok("record", "Isla: 4r 5r 6r", "Noah: pass", "Isla: 7g")
    return Caller(haggis)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_its_type_and_is_no_page_of_ours(caller: Caller, name: str) -> None:
    if (library := FORMATS[name].required_library) is not None:
        pytest.importorskip(library.module)
    answer = caller.get(f"/m/friday/sheet.{name}", caller.watcher)
    assert (answer.status, answer.header("content-type")) == (200, TYPES[name])
    assert answer.body.startswith(STARTS.get(name, b""))
    assert answer.header("content-disposition").endswith(
        f"filename=\"friday{FORMATS[name].extension}\"; filename*=UTF-8''friday{FORMATS[name].extension}"
    )
    assert "frame-ancestors 'none'" in answer.header("content-security-policy")


def test_the_text_is_what_the_command_writes(caller: Caller, haggis: Haggis) -> None:
    assert caller.get("/m/friday/sheet.text").text == haggis.ok("sheet", "--format", "text")


def test_the_page_may_do_what_it_says_itself_and_is_shut_off(caller: Caller) -> None:
    answer = caller.get("/m/friday/sheet.html")
    policy = answer.header("content-security-policy")
    own = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', answer.text)
    assert own
    assert policy.startswith(own[1].replace("&#x27;", "'"))
    assert policy.endswith("; frame-ancestors 'none'; sandbox allow-scripts")
    assert "unsafe" not in policy


def test_a_format_that_is_none_is_answered_with_those_there_are(caller: Caller) -> None:
    answer = caller.get("/m/friday/sheet.docx")
    assert answer.status == 404
    assert "the formats are text (.txt)" in said(answer)


def test_a_library_that_is_missing_is_named_in_one_sentence(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    answer = caller.get("/m/friday/sheet.xlsx")
    assert answer.status == 422
    assert "XLSX sheets need xlsxwriter" in said(answer)


def test_a_file_is_called_so_that_every_browser_can_keep_it(haggis: Haggis) -> None:
    haggis.new()
    haggis.path().rename(haggis.path('burns "night" é'))
    name = Caller(haggis).get("/m/burns%20%22night%22%20%C3%A9/sheet.csv").header("content-disposition")
    assert name == ("attachment; filename=\"burns _night_ _.csv\"; filename*=UTF-8''burns%20%22night%22%20%C3%A9.csv")


class TestTheReplay:
    def test_rounds_are_read_without_a_script(self, caller: Caller) -> None:
        page = caller.get("/m/friday/replay", caller.watcher)
        words = page.seen.words
        assert "Round 2, Isla to lead" in words
        assert "Isla 4r 5r 6r a sequence of 3 up to 6" in words
        assert 'src="/static/replay.js?' in page.text

    def test_the_round_that_is_asked_for_is_open(self, caller: Caller, haggis: Haggis) -> None:
        text = caller.get("/m/friday/replay?round=2").text
        assert re.findall("<details open id=.(r[0-9])", text) == ["r2"]
        assert "selected>Round 2" in text
        assert re.findall("<details open id=.(r[0-9])", caller.get("/m/friday/replay?round=1").text) == ["r1"]

    def test_where_nothing_is_recorded_it_says_so(self, haggis: Haggis) -> None:
        haggis.new()
        page = Caller(haggis).get("/m/friday/replay").text
        assert "there is nothing to step through" in Page(page).words
        assert "replay.js" not in page
