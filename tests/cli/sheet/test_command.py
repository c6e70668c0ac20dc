"""`haggis sheet`: the scoresheet of a match, with a review, too."""

import errno
import json
import os
import re
import stat
import sys
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from haggis_cli.cli.app import app
from haggis_cli.cli.sheet import writing
from haggis_cli.history.reviews import reviews_path
from haggis_cli.sheets.renderers.formats import FORMATS, SheetFormat
from tests.support import matches
from tests.support.haggis import ROOT, Haggis, refused


@pytest.mark.parametrize("name", ["sheet.txt", "sheet.md", "sheet.csv", "sheet.json", "sheet.svg", "SHEET.MD"])
def test_the_ending_of_the_file_says_the_format(haggis: Haggis, name: str) -> None:
    haggis.keep(matches.RULEBOOK)
    ran = haggis("sheet", "-o", name)
    assert (ran.code, ran.out, ran.err) == (0, "", f"Written to {name}.\n")
    format_name = {"txt": "text", "md": "markdown"}.get(name.lower()[6:], name.lower()[6:])
    assert Path(name).read_text(encoding="utf-8") == haggis("sheet", "--format", format_name).out


def test_a_named_format_wins_over_the_ending(haggis: Haggis) -> None:
    haggis.keep(matches.RULEBOOK)
    haggis("sheet", "-o", "sheet.txt", "-f", "json")
    assert json.loads(Path("sheet.txt").read_text())["totals"] == {"Noah": 95, "Isla": 72}


def test_json_can_be_asked_for_as_everywhere(haggis: Haggis) -> None:
    haggis.keep(matches.RULEBOOK)
    assert haggis("sheet", "--json").out == haggis("sheet", "--format", "json").out


def test_a_file_is_replaced_only_by_force(haggis: Haggis) -> None:
    haggis.keep(matches.RULEBOOK)
    Path("sheet.md").write_text("mine")
    ran = haggis("sheet", "-o", "sheet.md")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "haggis: sheet.md: this file already exists; --force replaces it\n"
    assert Path("sheet.md").read_text() == "mine"
    assert haggis("sheet", "-o", "sheet.md", "--force").code == 0
    assert Path("sheet.md").read_text().startswith("# Haggis (2-Player)\n")
    assert sorted(path.name for path in Path().iterdir()) == ["home", "sheet.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs links and permissions as POSIX has them")
def test_by_force_a_link_stays_a_link_and_rights_stay(haggis: Haggis) -> None:
    haggis.keep(matches.RULEBOOK)
    real = Path("real.md")
    real.write_text("old")
    real.chmod(0o600)
    Path("sheet.md").symlink_to(real)
    haggis("sheet", "-o", "sheet.md", "--force")
    assert Path("sheet.md").is_symlink()
    assert real.read_text().startswith("# Haggis")
    assert stat.S_IMODE(real.stat().st_mode) == 0o600


def test_by_force_a_file_is_replaced_on_a_disk_that_has_no_rights(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    haggis.keep(matches.RULEBOOK)
    Path("sheet.md").write_text("old")
    monkeypatch.setattr(os, "chmod", refuse)
    assert haggis("sheet", "-o", "sheet.md", "--force").code == 0
    assert Path("sheet.md").read_text().startswith("# Haggis")


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs a device")  # noqa: PTH110 - no file is meant
def test_a_device_is_written_to(haggis: Haggis) -> None:
    haggis.keep(matches.RULEBOOK)
    assert haggis("sheet", "-f", "text", "-o", "/dev/null").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("-o", "no/sheet.md"), 3, "no/sheet.md: there is no folder "),
        (("-f", "text", "-o", "home"), 2, "home is a folder: name a file in it"),
        (("-f", "doc"), 2, "there is no format 'doc': the formats are text (.txt), markdown (.md), csv (.csv)"),
        (("-o", "sheet.doc"), 2, "sheet.doc: no format has the ending '.doc': add --format with one of text (.txt)"),
        (("--paper", "letter"), 2, "--paper is for pdf and xlsx: the other formats have no paper size"),
        (("--paper", "a3", "-f", "pdf"), 2, "--paper is a4 or letter, not 'a3'"),
        (("--blank", "-f", "csv"), 2, "a blank sheet cannot be csv: use text, markdown, html, pdf or xlsx"),
        (("--blank", "-o", "chart.svg"), 2, "a blank sheet cannot be svg: use text, markdown, html, pdf or xlsx"),
        (("--blank", "--variant", "neeps"), 2, "a match sets its own players and rules: omit MATCH, or the options"),
        (("--qr",), 2, "--qr is for the html and pdf sheets of a match: add --format html"),
        (("-p", "Noah"), 2, "--variant, --player, --players and --option describe a blank sheet: add --blank"),
        (("--wide",), 2, "--wide and --long are for csv: add --format csv"),
        (("--json", "-f", "csv"), 2, "--json and --format csv contradict each other: give one of them"),
    ],
)
def test_what_cannot_be_written_is_said_in_one_sentence(
    haggis: Haggis, arguments: tuple[str, ...], code: int, said: str
) -> None:
    haggis.keep(matches.RULEBOOK)
    ran = haggis("sheet", "friday", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(f"haggis: {said}")
    assert ran.err.count("\n") == 1


def test_a_violation_is_told_beside_the_sheet(haggis: Haggis) -> None:
    haggis.keep(matches.VIOLATION)
    ran = haggis("sheet", "--format", "csv")
    assert ran.code == 1
    assert ran.out.startswith("match_id,round,")
    assert ran.err == "haggis: Round 1, event 22: Isla holds 1 card, not 4. [Rulebook 2.1, Setup]\n"
    assert haggis("sheet", "-o", "sheet.csv").code == 1
    assert Path("sheet.csv").read_text() == ran.out


def test_the_page_has_the_recorded_rounds_and_every_match_can_be_a_page(haggis: Haggis) -> None:
    haggis.keep(matches.HANDS_KNOWN)
    assert haggis("sheet", "-o", "sheet.html").err == "Written to sheet.html.\n"
    page = Path("sheet.html").read_text(encoding="utf-8")
    assert page.startswith("\ufeff<!DOCTYPE html>\n")
    assert "Trick 9" in page
    assert haggis("sheet", "--format", "html").out == page


@pytest.mark.parametrize(("extra", "library"), [("pdf", "typst"), ("xlsx", "xlsxwriter")])
def test_a_format_whose_library_is_missing_says_how_to_get_it(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch, extra: str, library: str
) -> None:
    haggis.keep(matches.RULEBOOK)
    monkeypatch.setitem(sys.modules, library, None)
    ran = haggis("sheet", "-o", f"sheet.{extra}")
    said = f"haggis: {extra.upper()} sheets need {library}: pip install 'haggis-cli[{extra}]'\n"
    assert (ran.code, ran.out, ran.err) == (3, "", said)
    assert not Path(f"sheet.{extra}").exists()


def test_a_drawing_is_the_picture_of_the_result_or_by_request_the_chart(haggis: Haggis) -> None:
    pytest.importorskip("typst")
    haggis.keep(matches.RULEBOOK)
    picture, chart = haggis("sheet", "-o", "picture.svg"), haggis("sheet", "-o", "chart.svg", "--chart")
    assert [ran.err for ran in (picture, chart)] == ["Written to picture.svg.\n", "Written to chart.svg.\n"]
    drawn = {name: ET.fromstring(Path(f"{name}.svg").read_text("utf-8")) for name in ("picture", "chart")}
    assert drawn["picture"].attrib["viewBox"] == "0 0 1200 630"
    assert drawn["picture"].findtext("{*}title") == (
        "Noah leads 95 to 72 after round 2 of 6 · Haggis (2-Player) · friday, 21 November 2026"
    )
    assert drawn["chart"].findtext("{*}desc") == "Goal: 6 rounds. Noah: 72, 95. Isla: 24, 72."


def test_a_drawing_is_the_chart_where_pictures_cannot_be_drawn_and_says_so(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch
) -> None:
    haggis.keep(matches.RULEBOOK)
    chart = haggis("sheet", "--format", "svg", "--chart")
    assert (chart.code, chart.err) == (0, "")
    monkeypatch.setitem(sys.modules, "typst", None)
    less = haggis("sheet", "--format", "svg")
    said = (
        "warning: this is the score chart alone; a picture of the result needs typst: pip install 'haggis-cli[pdf]'\n"
    )
    assert (less.code, less.out, less.err) == (0, chart.out, said)
    assert haggis("sheet", "--format", "svg", "--chart").err == ""
    upright = haggis("sheet", "--format", "svg", "--portrait")
    needs = "haggis: Pictures of results need typst: pip install 'haggis-cli[pdf]'\n"
    assert (upright.code, upright.out, upright.err) == (3, "", needs)


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A binary format that needs nothing."""
    module = ModuleType("haggis_cli.sheets.renderers.drawing")
    module.__dict__["render"] = lambda sheet, style: b"\x00\r\nof " + sheet.match_id.encode()
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(FORMATS, "drawing", SheetFormat("drawing", (".drw",), "", "", binary=True))


@pytest.mark.usefixtures("drawing")
def test_bytes_go_to_a_file_or_a_pipe_and_never_to_a_terminal(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    haggis.keep(matches.RULEBOOK)
    assert haggis("sheet", "-o", "a.drw").code == 0
    assert Path("a.drw").read_bytes() == b"\x00\r\nof friday"
    assert CliRunner().invoke(app, ["sheet", "-f", "drawing", "-o", "-"]).stdout_bytes == b"\x00\r\nof friday"
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("haggis_cli.cli.terminal.printer._is_terminal", lambda stream: True)
    for arguments in (("-f", "drawing"), ("-f", "drawing", "-o", "-")):
        ran = haggis("sheet", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "haggis: drawing cannot be shown in a terminal: add -o FILE\n"


def test_a_blank_sheet_is_for_the_table_that_is_said(haggis: Haggis) -> None:
    out = haggis("sheet", "--blank", "--variant", "three-player", "-p", "Noah", "-p", "Jamie", "-p", "Isla").out
    line = "________________\n"
    assert out.startswith(f"Haggis (3-Player)\nDate        {line}Goal        {line}First lead  {line}")
    assert re.findall(r"│ (\w+)\nRound │ hand  out  cards", out) == ["Noah", "Jamie", "Isla"]
    assert out.count("__×5") == 36
    assert "1: _______" in haggis("sheet", "--blank", "--players", "2").out


def test_a_blank_sheet_can_be_for_the_players_of_a_match(haggis: Haggis) -> None:
    haggis.keep(matches.RULEBOOK)
    out = haggis("sheet", "--blank").out
    assert out.startswith("Haggis (2-Player)\nDate        ________________\nGoal        6 rounds\n")
    assert "72" not in out
    assert haggis("sheet", "friday", "--blank").out == out


def test_the_page_can_carry_a_link_and_a_code_for_bg_stats(haggis: Haggis) -> None:
    pytest.importorskip("segno", reason="the extra 'qr' is not installed")
    haggis.keep(matches.RULEBOOK)
    page = haggis("sheet", "-f", "html", "--qr").out
    assert page.count('<a href="https://app.bgstatsapp.com/createPlay.html?data=%7B') == 1
    assert page.count("<svg") == 2 + 2 + 1  # the chart in two widths, a key for each player, and the code
    assert "bgstats" not in haggis("sheet", "-f", "html").out


def test_without_its_library_there_is_no_code(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    haggis.keep(matches.RULEBOOK)
    monkeypatch.setitem(sys.modules, "segno", None)
    ran = haggis("sheet", "-o", "sheet.html", "--qr")
    assert (ran.code, ran.err) == (3, "haggis: QR codes need segno: pip install 'haggis-cli[qr]'\n")
    assert not Path("sheet.html").exists()


EXAMPLE = ROOT / "examples" / "matches" / "two-player-known-hands.toml"
REFUSAL = "--review is for the html and pdf sheet of one match: add --format html"


@pytest.fixture
def match(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> Haggis:
    """A computer with a match whose hands are known, and a program that has little time."""
    monkeypatch.setattr(writing, "REVIEW_SECONDS", 0.05)
    haggis.keep(EXAMPLE.read_text())
    return haggis


def test_tables_the_course_and_the_better_plays_stand_on_the_page(match: Haggis) -> None:
    page = unescape(match.ok("sheet", "friday", "--format", "html", "--review"))
    review = page[page.index('<h2 id="review-title">') :].replace("\u00a0", " ")
    found = match.json("review", "friday", "--seconds", "0.05")["rounds"]
    assert re.findall(r"<h3>(Round \d)</h3>", review) == ["Round 1", "Round 2", "Round 3"]
    rows = re.findall(r"<tr>(?!<td>)(.*?)</tr>", review)
    figures = [re.sub(r"<svg.*?</svg>|<[^>]*>", " ", row).split() for row in rows]
    said = re.sub("<[^>]*>", "", review)
    assert figures == [
        f"{name} {losses['plays']} {losses['exact']} {losses['best']} "
        f"{'about ' * bool(losses['about'])}{losses['lost'] + losses['about']}".split()
        for each in found
        for name, losses in each["players"].items()
    ]
    for each in found:
        costly = sorted((play for play in each["plays"] if play["lost"]), key=lambda play: -play["lost"])[:3]
        for play in costly:
            link = f'href="#r{each["number"]}e{play["event"]}"'
            assert review.count(link) == 1
            better = play["best_text"].partition(": ")[2].partition(" as ")[0]
            name, _, done = play["text"].partition(": ")
            did = "passed" if done == "pass" else f"played {done}"
            lost = f"{name} {did} and lost {'' if play['exact'] else 'at least '}{play['lost']} point"
            assert lost in said
            assert f"Better: {better}" in said


def test_a_sheet_has_none_unless_it_is_asked_for(match: Haggis) -> None:
    page = match.ok("sheet", "friday", "--format", "html")
    assert "review-title" not in page
    assert ".review article" not in page


def test_names_are_text_alone(match: Haggis) -> None:
    match.keep(EXAMPLE.read_text().replace("Ailsa =", '"<b>&" =').replace("Ailsa", "<b>&"))
    page = match.ok("sheet", "friday", "--format", "html", "--review")
    review = page[page.index('<h2 id="review-title">') :]
    assert "<b>" not in review
    assert "&lt;b&gt;&amp;" in review


@pytest.mark.slow
def test_it_stands_on_paper(match: Haggis) -> None:
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")
    match.ok("sheet", "friday", "-o", str(match.folder / "friday.pdf"), "--review")
    text = "\n".join(page.extract_text() for page in pypdf.PdfReader(match.folder / "friday.pdf").pages)
    rounds = match.json("review", "friday", "--seconds", "0.05")["rounds"]
    for losses in (each for found in rounds for each in found["players"].values()):  # one search for page and paper
        lost = f"{'about ' * bool(losses['about'])}{losses['lost'] + losses['about']}"
        assert f"{losses['plays']} {losses['exact']} {losses['best']} {lost}" in " ".join(text.split())
    assert "Round 3: review" in text
    worst = max(rounds[2]["plays"], key=lambda play: play["lost"])
    name, _, done = worst["text"].partition(": ")
    did = "passed" if done == "pass" else f"played {done}"
    assert re.search(rf"Trick \d: {name} {did} and lost {worst['lost']} points", " ".join(text.split()))


def test_refusals(match: Haggis) -> None:
    for words in (("friday",), ("friday", "--format", "csv"), ("--event", "x", "--format", "html", "-o", "out/")):
        assert match("sheet", *words, "--review") == refused(2, REFUSAL)
    match.keep((EXAMPLE.parent / "two-player-unknown-hands.toml").read_text(), "unknown")
    ran = match("sheet", "unknown", "--format", "html", "--review")
    assert (ran.code, ran.out) == (2, "")
    assert "no round can be reviewed: " in ran.err


def test_a_file_that_is_there_is_refused_before_anything_is_searched(match: Haggis) -> None:
    (match.folder / "friday.html").write_text("mine", encoding="utf-8")
    ran = match("sheet", "friday", "--review", "-o", "friday.html")
    assert (ran.code, ran.err) == (3, "haggis: friday.html: this file already exists; --force replaces it\n")
    assert not reviews_path(match.home).exists()
