"""The player aid: one page for every variant, in every format and on both papers, with nothing cut off."""

import html
import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from haggis_cli.library.judging import build_table
from haggis_cli.plugins.registry import load, own_ids
from haggis_cli.rules.bets import TeamBets
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.aid import aid_parts, draw_aid, render_aid
from haggis_cli.sheets.renderers.formats import PAPERS
from haggis_cli.support.text import curl_quotes
from tests.support.haggis import Haggis, Ran, refused
from tests.support.plugins import DARES, plugged

TABLES = [build_table(load(each), players) for each in own_ids() for players in load(each).players]
EVERY_TABLE = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.variant.id}-{len(table.names)}")
SVG = "{http://www.w3.org/2000/svg}"
SMALLEST = 2.6
"""Millimetres: letters of 7.4 points can be read at arm's length."""


class Wordy(TeamBets):
    """Bets that need many sentences, which are read with a glass."""

    def describe(self) -> list[str]:
        return [f"Bet number {number} is one of very many bets." for number in range(200)]


def looks_right(drawing: str, paper: str, *, large: bool) -> list[str]:
    """All texts of a drawing, none of which is too small or leaves the paper."""
    root = ElementTree.fromstring(drawing)
    width, height = PAPERS[paper][::-1] if large else PAPERS[paper]
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    texts = [each for each in root.iter(f"{SVG}text") if each.attrib.get("text-anchor") is None]
    lines = [each.text or "" for each in texts]
    assert not [each for each in lines if re.match(r"<|\(\d|\S{1,3}$", each)]
    assert not [each for each in pairwise(lines) if each[0].endswith((" J", " Q", " K")) and each[1][0].isdigit()]
    for each in texts:
        size, words = float(each.attrib["font-size"]), each.text or ""
        x, y = float(each.attrib["x"]), float(each.attrib["y"])
        assert size >= (1.4 * SMALLEST if large else SMALLEST)
        assert x > 0
        assert x + len(words) * size * 0.45 < width
        assert size < y < height - 3
    for face in root.iter(f"{SVG}svg"):
        if "y" in face.attrib:
            assert float(face.attrib["y"]) + float(face.attrib["height"]) < height - 3
            assert float(face.attrib["x"]) + float(face.attrib["width"]) < width - 3
    return lines


@EVERY_TABLE
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("large", [False, True])
def test_nothing_is_cut_off_or_too_small(table: Table, paper: str, large: bool) -> None:
    texts = looks_right(draw_aid(table, paper, large=large), paper, large=large)
    said = " ".join(texts)
    for part in aid_parts(table):
        assert texts.count(part.title) == (1 if large else 2)
        for line in part.lines:
            assert curl_quotes(line.says) in said


@EVERY_TABLE
@pytest.mark.parametrize("large", [False, True])
def test_columns_begin_on_one_line_and_pictures_below_one_another(table: Table, large: bool) -> None:
    root = ElementTree.fromstring(draw_aid(table, "a4", large=large))
    titles = {part.title for part in aid_parts(table)}
    headings = [each.attrib for each in root.iter(f"{SVG}text") if each.text in titles]
    columns = {each["x"] for each in headings}
    top = min(float(each["y"]) for each in headings)
    assert {each["x"] for each in headings if float(each["y"]) == top} == columns
    assert len(columns) == 3
    faces = [each.attrib for each in root.iter(f"{SVG}svg") if "y" in each.attrib]
    beginnings = [each for before, each in pairwise(faces) if each["y"] != before["y"]]
    assert {each["x"] for each in beginnings} <= columns


@EVERY_TABLE
def test_it_has_what_the_cards_of_the_box_have(table: Table) -> None:
    parts = {part.title: part.lines for part in aid_parts(table)}
    assert len(parts["Bombs, from low to high"]) == len(table.variant.combinations.bombs) + 1
    assert len(parts["Your turn"]) == 6
    assert {"Combinations", "Court cards", "Scoring"} <= parts.keys()
    assert ("Passing cards" in parts) is bool(table.variant.gives)
    assert "2 < 3 < 4 < 5 < 6 < 7 < 8 < 9 < 10 < J < Q < K" in parts["Combinations"][0].says
    assert ("The auction" if table.variant.betting.by_auction else "Bets") in parts


def test_pdf_and_html_are_one_page_of_the_paper() -> None:
    table = build_table("neeps", None)
    for (paper, (width, height)), large in zip(PAPERS.items(), (False, True), strict=True):
        reader = PdfReader(BytesIO(render_aid(table, ".pdf", paper, large=large)))
        (page,) = reader.pages
        size = [round(float(each) / 72 * 25.4, 1) for each in (page.mediabox.width, page.mediabox.height)]
        assert size == ([height, width] if large else [width, height])
        assert "Bombs, from low to high" in page.extract_text()
    page_text = render_aid(table, ".html", "letter", large=True).decode()
    assert "@page { size: letter landscape; margin: 0 }" in page_text
    assert str(draw_aid(table, "letter", large=True)) in page_text
    assert '<body class="large">' in page_text


@EVERY_TABLE
def test_on_a_screen_the_page_is_text_with_a_picture_of_the_cards_of_each_line(table: Table) -> None:
    """Which flows: a sheet of paper shrunk to a phone cannot be read."""
    text = render_aid(table, ".html", "a4", large=False).decode()
    told, drawing = text.replace("\N{NO-BREAK SPACE}", " ").split("<article>")[1].split("</article>")
    assert "@media print" in text
    assert drawing.startswith("<svg")
    assert told.count("<h2>") == len(aid_parts(table))
    for part in aid_parts(table):
        for line in part.lines:
            said = f"<span>{html.escape(curl_quotes(line.says))}</span></li>"
            assert (f"</svg></span>{said}" if line.cards else f"<li>{said}") in told
            assert not line.cards or f'<span class="unseen">{line.cards}</span><svg' in told
    assert ".unseen { position: absolute" in text


@pytest.mark.parametrize("large", [False, True])
def test_the_longest_name_and_the_most_rules_have_their_page(large: bool) -> None:
    table = build_table("neeps", None)
    named = table._replace(variant=replace(table.variant, name="The Long Name Of A House Variant " * 3))
    looks_right(draw_aid(named, "a4", large=large), "a4", large=large)
    wordy = replace(table.variant, betting=Wordy())
    drawing = draw_aid(table._replace(variant=wordy), "a4", large=large)
    assert drawing.count("Bet number ") == (200 if large else 400)
    heights = [
        float(each.attrib["y"]) for each in ElementTree.fromstring(drawing).iter(f"{SVG}text") if "y" in each.attrib
    ]
    assert max(heights) < PAPERS["a4"][0 if large else 1]


def test_the_same_rules_give_the_same_bytes() -> None:
    table = build_table("tatties", None)
    for ending in (".pdf", ".html", ".svg"):
        assert render_aid(table, ending, "a4", large=False) == render_aid(table, ending, "a4", large=False)


def test_a_plugin_has_its_aid_without_a_line_written_for_it(haggis: Haggis) -> None:
    with plugged(haggis, {"climb": DARES}):
        ran = haggis("rules", "climb", "-o", "aid.svg")
        assert ran == Ran(0, "", "Written to aid.svg.\n")
        drawn = (haggis.folder / "aid.svg").read_text("utf-8")
    said = " ".join(looks_right(drawn, "a4", large=False))
    assert "Every player may dare." in said
    assert "four 2s" in said


def test_the_command_says_what_it_cannot_do(haggis: Haggis) -> None:
    assert haggis("rules", "neeps", "-o", "aid.svg").code == 0
    taken = refused(3, "aid.svg: this file already exists; --force replaces it")
    assert haggis("rules", "neeps", "-o", "aid.svg") == taken
    assert haggis("rules", "neeps", "-o", "aid.svg", "--force").code == 0
    ending = "the player aid is written as .pdf, .html, .svg: give -o a name with one of these endings"
    assert haggis("rules", "neeps", "-o", "aid.docx") == refused(2, ending)
    assert haggis("rules", "neeps", "-o", "b.svg", "--paper", "a5") == refused(2, "--paper is a4 or letter, not 'a5'")
    assert not (haggis.folder / "b.svg").exists()


def test_suits_of_the_match_are_drawn(haggis: Haggis) -> None:
    haggis.ok("rules", "two-player", "--suits", "hdcs", "-o", "aid.svg")
    drawn = (haggis.folder / "aid.svg").read_text("utf-8")
    assert set(re.findall(r'href="#suit-(\w)"', drawn)) == set("hdcs")
