"""Notes of matches and rounds: in every format, told as they were written, and harmless."""

import csv
import io
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from haggis_cli.cli.views.scoreboard import print_scoreboard
from haggis_cli.cli.views.story import print_rounds
from haggis_cli.referee.report import Report
from haggis_cli.referee.report_json import report_json, show_json
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.renderers.json import log_json
from haggis_cli.sheets.sheet import scoresheet, sheet_notes
from haggis_cli.support.text import width
from tests.support import matches
from tests.support.matches import LONG_NOTE, judged
from tests.support.pages import Page
from tests.support.terminal import drawn

MATCH = f"At Rory's.\n{LONG_NOTE}"
FORMULA = "=HYPERLINK(1)"
HEBREW = "\u05dc\u05d9\u05dc\u05d4 <b>\u05d8\u05d5\u05d1</b>"
"""From right to left, and with what a page would take for its own."""


@cache
def noted() -> Report:
    return judged(matches.NOTED)


def rendered(name: str, style: Style = Style()) -> Any:  # noqa: B008 - a frozen value
    chosen = FORMATS[name]
    return (chosen.render_bytes if chosen.binary else chosen.render)(scoresheet(noted()), style)


def test_a_match_and_its_rounds_have_notes() -> None:
    match, first, second = sheet_notes(scoresheet(noted()))
    assert (match.about, match.lines) == ("Match", ("At Rory's.", LONG_NOTE.strip()))
    assert (first.about, first.lines) == ("Round 1", (FORMULA,))
    assert (second.about, second.lines) == ("Round 2", (HEBREW,))
    assert sheet_notes(scoresheet(judged(matches.RULEBOOK))) == []


@pytest.mark.parametrize("columns", [80, 50])
def test_on_a_sheet_of_text_they_are_wrapped(columns: int) -> None:
    shown = rendered("text", Style(width=columns))
    assert max(map(width, shown.splitlines())) <= columns
    told = " ".join(shown.replace("\u200e", "").split())
    for note in ("Match: At Rory's. We played by the fire", f"Round 1: {FORMULA}", f"Round 2: {HEBREW}"):
        assert note in told
    assert told.count("the dog ate the haggis.") == LONG_NOTE.count("the dog ate the haggis.")


def test_in_markdown_they_are_a_list() -> None:
    shown = rendered("markdown")
    assert f"## Notes\n\n- Match: At Rory's.\\\n  {LONG_NOTE.strip()}\n- Round 1: \\=HYPERLINK(1)\n- Round 2: " in shown
    assert "<b>" not in shown


@pytest.mark.parametrize("wide", [False, True], ids=["long", "wide"])
def test_in_a_table_each_line_has_its_rounds_note_and_the_matchs(wide: bool) -> None:
    first, *_, last = csv.DictReader(io.StringIO(rendered("csv", Style(wide=wide))))
    assert (first["notes"], last["notes"]) == (f"'{FORMULA}", HEBREW)
    assert first["match_notes"] == last["match_notes"] == f"At Rory's. / {LONG_NOTE.strip()}"


def test_json_has_them_as_they_were_typed() -> None:
    told = json.loads(rendered("json"))
    assert (told["notes"], [each["notes"] for each in told["rounds"]]) == (MATCH, [FORMULA, HEBREW])


@pytest.mark.parametrize(
    "shape", [report_json, show_json, lambda report: log_json(report, report.rounds)], ids=["check", "show", "log"]
)
def test_the_json_of_commands_has_them_too(shape: Callable[[Report], dict[str, Any]]) -> None:
    told = shape(noted())
    assert (told["notes"], [each["notes"] for each in told["rounds"]]) == (MATCH, [FORMULA, HEBREW])


def test_on_a_page_they_are_text_and_each_line_has_its_own_direction() -> None:
    text = rendered("html")
    assert "<b>\u05d8" not in text
    read = Page(text)
    lines = [f"At Rory's.{LONG_NOTE.strip()}", FORMULA, HEBREW]
    assert [each for each in read.texts["dd"] if each in lines] == lines
    assert text.count('<p dir="auto">') == 4


def test_on_paper_they_are_told_whole() -> None:
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
    pypdf = pytest.importorskip("pypdf", reason="pypdf, which reads the pages, is not installed")
    pages = pypdf.PdfReader(io.BytesIO(rendered("pdf"))).pages
    told = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert told.count("the dog ate the haggis.") == LONG_NOTE.count("the dog ate the haggis.")
    assert FORMULA in told


def test_in_a_workbook_they_are_text_on_both_worksheets() -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl, which reads the workbooks, is not installed")
    book = openpyxl.load_workbook(io.BytesIO(rendered("xlsx")))
    for page in book.worksheets[:2]:
        cells = [cell for row in page.iter_rows() for cell in row if isinstance(cell.value, str)]
        assert any(LONG_NOTE.strip() in cell.value for cell in cells), page.title
        (formula,) = {cell.data_type for cell in cells if FORMULA in cell.value}
        assert formula == "s"


@pytest.mark.parametrize("columns", [80, 50])
def test_show_and_log_tell_them(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    board = drawn(print_scoreboard, noted(), monkeypatch, columns=columns)
    log = drawn(
        lambda printer, report: print_rounds(printer, report, report.rounds), noted(), monkeypatch, columns=columns
    )
    for shown in (board, log):
        assert max(map(width, shown.splitlines())) <= columns
        told = " ".join(shown.replace("\u200e", "").split())
        assert told.count("the dog ate the haggis.") == LONG_NOTE.count("the dog ate the haggis.")
        assert told.count(FORMULA) == told.count(HEBREW) == 1
    assert f"Round 1: {FORMULA}" in board


def test_show_tells_house_rules_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    report = judged(matches.RULEBOOK.replace("\n[[rounds]]", '\n[options]\nscoring = "cards"\n\n[[rounds]]', 1))
    told = " ".join(drawn(print_scoreboard, report, monkeypatch, columns=50).split())
    assert "House rule: What captured cards are worth: every captured card is 1 point (the rulebook's Scoring" in told
