"""The scoresheet on paper: its figures are read back from the pages."""

import operator
import re
import shutil
import subprocess
from functools import cache, reduce
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest

from haggis_cli.exchange.formats.bgstats import ADDRESS, draw_link
from haggis_cli.library.judging import build_table
from haggis_cli.rules.variant import Table, Variant, seat_players
from haggis_cli.sheets.aid import render_aid
from haggis_cli.sheets.renderers import pdf
from haggis_cli.sheets.renderers.formats import FORMATS, PAPERS, Style
from haggis_cli.sheets.sheet import Link, Sheet, blank_sheet
from haggis_cli.sheets.standing import highlights
from haggis_cli.support.design import COLORS
from tests.sheets.renderers.shown import of_many_rounds
from tests.support import matches
from tests.support.haggis import Haggis, refused
from tests.support.sheets import PLAYED, SHEETS, alone, between, example, figures, rounds
from tests.support.tables import VARIANTS

pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
pypdf = pytest.importorskip("pypdf", reason="pypdf, which reads the pages, is not installed")

ROW = re.compile(r"[1-9]\d*(?: (?:\d+×\d+ = \d+|−?\d+|[–?]))+")


@cache
def drawn(sheet: Sheet, paper: str = "a4", *, large: bool = False) -> bytes:
    return FORMATS["pdf"].render_bytes(sheet, Style(paper=paper, large=large))


def pages(data: bytes) -> list[str]:
    """The text of every page."""
    return [page.extract_text().replace("\N{NO-BREAK SPACE}", " ") for page in pypdf.PdfReader(BytesIO(data)).pages]


def rows(texts: list[str]) -> list[str]:
    """The lines of rounds with figures."""
    return [line for text in texts for line in text.splitlines() if ROW.fullmatch(line)]


def linked(sheet: Sheet) -> Sheet:
    """The sheet with a link about as long as four players need."""
    pytest.importorskip("segno", reason="the extra 'qr' is not installed")
    address = ADDRESS + "%7B:-," * 160
    return sheet._replace(link=Link(address, draw_link(address)))


def tables_with_a_long_name(variant: Variant) -> list[Table]:
    """A table for each number of players."""
    names = ("Bartholomew Featherstonehaugh-Cholmondel", "Bo", "Cy", "Di")
    return [seat_players(variant, names[:players]) for players in variant.players]


def links(data: bytes) -> list[str]:
    """The addresses that the pages link to, page by page."""
    marks = (mark.get_object() for page in pypdf.PdfReader(BytesIO(data)).pages for mark in page.get("/Annots", ()))
    return [mark["/A"]["/URI"] for mark in marks if mark["/Subtype"] == "/Link"]


@pytest.mark.slow
@pytest.mark.longest(10)
@pytest.mark.sample(5)
@pytest.mark.parametrize("name", SHEETS)
def test_the_pages_have_the_figures_of_every_round(name: str) -> None:
    sheet = SHEETS[name]
    expected = [[each.number, *figures(sheet, each)] for each in sheet.rounds if each.figures]
    read = [
        [None if cell in "–?" else int(cell.replace("−", "-")) for cell in re.sub(r"×\d+ = \d+", "", row).split()]
        for row in rows(pages(drawn(sheet)))
    ]
    assert read == expected


@pytest.mark.slow
@pytest.mark.sample("teams", "30-rounds")
@pytest.mark.parametrize("name", ["nothing-yet", "1-rounds", "13-rounds", "30-rounds", "three", "teams"])
def test_every_page_says_which_match_it_is_of(name: str) -> None:
    sheet = SHEETS[name]
    texts = pages(drawn(sheet))
    for number, text in enumerate(texts, 1):
        assert sheet.variant in text
        assert sheet.day in text
        assert f"Page {number} of {len(texts)}" in text


@pytest.mark.longest(10)
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [name for name in SHEETS if not name.endswith("-rounds")])
def test_a_match_is_one_page_with_its_chart(name: str) -> None:
    sheet = SHEETS[name]
    [text] = pages(drawn(sheet))
    axis = re.search(r"^(?:round|goal: .*)\s*$", text, re.MULTILINE)  # beside a goal that is near, rounds are not named
    assert bool(axis) == bool(sheet.totals_by_round(0))


@pytest.mark.sample("24")
@pytest.mark.parametrize("number", [1, 12, 24, 30])
def test_a_match_of_twenty_four_rounds_and_more_is_one_page_too(number: int) -> None:
    texts = pages(drawn(rounds(number, "closed = true")))
    assert [len(rows([text])) for text in texts] == [number]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic-known-hands", "neeps-known-hands", "three-player-known-hands"])
def test_many_rounds_of_many_columns_are_one_upright_page(name: str) -> None:
    (path,) = (path for path in PLAYED if path.stem == name)
    [page] = pypdf.PdfReader(BytesIO(drawn(of_many_rounds(example(path), 30)))).pages
    assert page.mediabox.height > page.mediabox.width
    assert "Captured" in page.extract_text()


def test_rounds_that_would_be_too_small_to_read_go_on_overleaf_under_their_titles() -> None:
    texts = pages(drawn(rounds(60, "closed = true")))
    assert len(texts) > 1
    assert sum(len(rows([text])) for text in texts) == 60
    assert all("Captured" in text for text in texts if rows([text]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("goal", "played", "more", "free"),
    [
        ("rounds = 6", 2, "", 4),
        ("rounds = 6", 6, "", 0),
        ("rounds = 6", 2, "closed = true", 0),
        ("points = 900", 2, "", 10),
    ],
)
def test_only_a_match_that_goes_on_has_free_rows_and_none_beyond_its_goal(
    goal: str, played: int, more: str, free: int
) -> None:
    text = "\n".join(pages(drawn(rounds(played, more, goal=goal))))
    assert len(re.findall(r"^\d+(?: ×5)+$", text, re.MULTILINE)) == free


def test_the_winner_is_marked_at_the_top_and_in_the_table() -> None:
    [text] = pages(drawn(SHEETS["neeps-known-hands"]))
    assert text.startswith("High Rollas have won: 502 to 333")
    assert re.search(r"High Rollas\s+winner\s+Slam Jamma", text)
    assert "winner" not in pages(drawn(SHEETS["teams"]))[0]


def test_what_the_match_will_be_remembered_for_stands_beside_the_chart() -> None:
    [text] = pages(drawn(SHEETS["neeps-known-hands"]))
    for label, words in highlights(SHEETS["neeps-known-hands"]):
        assert label in text
        assert words in " ".join(text.split()).replace("\u2011", "-")


LONG = (
    "Alexandrinamariaclementinarose", "Christopher Featherstonehaugh1",
    "Bartholomewmaximilianfrederick", "Dorothea Wilhelmina Marguerite",
)  # fmt: skip


@cache
def words_of(data: bytes) -> list[tuple[str, float, float, float]]:
    """What is set on the first page, piece by piece: the words, their left edge, their line, the size of letters."""
    found: list[tuple[str, float, float, float]] = []

    def see(text: str, page: list[float], line: list[float], _font: object, size: float) -> None:
        if text.strip():
            found.append((text.strip(), page[4] + page[0] * line[4], page[5], size * abs(page[0] * line[0])))

    pypdf.PdfReader(BytesIO(data)).pages[0].extract_text(visitor_text=see)
    return found


def with_long_names(sheet: Sheet) -> Sheet:
    """The sheet of other people."""
    sides = tuple(side._replace(name=" & ".join(LONG[seat] for seat in side.seats)) for side in sheet.sides)
    return sheet._replace(players=LONG[: len(sheet.players)], sides=sides)


def test_rows_beside_the_title_are_no_closer_than_the_lines_of_long_names_in_them() -> None:
    sheet = with_long_names(SHEETS["neeps-known-hands"])
    words = words_of(drawn(sheet))
    label = next(left for text, left, _, _ in words if text == "Date")
    lines = sorted({line for text, left, line, _ in words if left >= label and line > 480}, reverse=True)
    steps = [round(one - two, 1) for one, two in pairwise(lines)]
    assert len(steps) >= 4
    assert set(steps) == {steps[0]}


def test_the_sentences_of_the_program_have_curly_quotes_on_paper_and_names_are_as_they_were_typed() -> None:
    named = SHEETS["neeps-known-hands"]._replace(footnote="The team's own.", notes="Noah's Night")
    blank = blank_sheet(seat_players(VARIANTS["neeps"], ("Al", "Bo", "Cy", "Di")))
    text = pages(drawn(named))[0]
    assert "The team\u2019s own." in text
    assert "Noah's Night" in text
    reference = (("Out", "your opponent's hand"),)
    assert "opponent\u2019s hand" in pages(drawn(blank._replace(reference=reference)))[0]


@pytest.mark.parametrize("name", ["three", "neeps-known-hands"])
def test_with_long_names_the_chart_and_the_names_of_partners_can_be_read_as_well(name: str) -> None:
    words = words_of(drawn(with_long_names(SHEETS[name])))
    smallest = min((size, text) for text, _, _, size in words if len(text) > 1 or text.isdigit())
    assert smallest[0] >= 7.5, smallest


def test_every_line_of_what_the_match_will_be_remembered_for_begins_below_its_label() -> None:
    sheet = SHEETS["taylor-unknown-hands"]
    labels = [label for label, _ in highlights(sheet)]
    words = words_of(drawn(sheet))
    places = [place for place, (text, *_) in enumerate(words) if text in labels]
    assert len(places) == len(labels) > 4
    for place, after in pairwise(places):
        lines: dict[float, float] = {}
        for _, left, line, _ in words[place:after]:
            lines.setdefault(line, left)
        assert set(lines.values()) == {words[place][1]}


@pytest.mark.sample("5-shares1")
@pytest.mark.parametrize(("players", "shares"), [(4, [4]), (5, [3, 2]), (8, [4, 4])])
def test_players_who_have_no_room_on_a_page_stand_on_the_next(players: int, shares: list[int]) -> None:
    texts = [text for text in pages(drawn(alone(players))) if "Captured" in text]
    assert [(text.count("Captured"), len(rows([text]))) for text in texts] == [(share, 2) for share in shares]
    for seat in range(players):
        assert f"Player {seat + 1}" in "".join(texts)


def test_the_end_and_what_is_wrong_stand_on_the_sheet() -> None:
    [text] = pages(drawn(SHEETS["violation"]))
    assert "1 not scored, see line" in text
    flowing = " ".join(text.split())
    assert SHEETS["violation"].due.removesuffix(".") in flowing
    assert all(complaint in flowing for complaint in SHEETS["violation"].complaints)
    assert "has won" in pages(drawn(SHEETS["closed"]))[0]


def test_names_are_never_markup() -> None:
    text = "\n".join(pages(drawn(between('#read(\\"/etc/passwd\\")', "*Is_la* $x$ @y <b>"))))
    assert '#read("/etc/passwd")' in text
    assert "*Is_la* $x$ @y <b>" in text
    assert "root" not in text


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs pdftotext (poppler-utils) to see where words stand")
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", ["1-rounds", "three", "teams", "nothing-yet"])
def test_the_widest_name_stays_in_its_place(name: str, large: bool, tmp_path: Path) -> None:
    """No word stands on another, or in the margin."""
    sheet = linked(SHEETS[name])
    wide = tuple(letter + "W" * 39 for letter in "WMXY")
    sides = tuple(side._replace(name=wide[number]) for number, side in enumerate(sheet.sides))
    named = sheet._replace(players=wide[: len(sheet.players)], sides=sides, due=f"{wide[0]} deals and leads.")
    (tmp_path / "sheet.pdf").write_bytes(drawn(named, large=large))
    command = ["pdftotext", "-bbox", "sheet.pdf", "-"]
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    for page in shown.split("<page ")[1:]:
        assert (size := re.search(r'width="([\d.]+)"', page))
        boxes = re.findall(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)"', page)
        words = [tuple(map(float, box)) for box in boxes]
        assert words
        for left, top, right, bottom in words:
            assert right < float(size[1]) - 30
            middle = (top + bottom) / 2
            beside = [each for each in words if each[1] < middle < each[3] and left < each[0] < right - 1]
            assert beside == []


@pytest.mark.slow
@pytest.mark.longest(10)
@pytest.mark.sample(4)
@pytest.mark.parametrize("large", [False, True], ids=["small", "large"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("variant_id", VARIANTS)
def test_a_blank_sheet_has_twelve_rounds_on_a_page_in_large_print_for_each_player_or_team(
    variant_id: str, paper: str, large: bool
) -> None:
    variant = VARIANTS[variant_id]
    for table in tables_with_a_long_name(variant):
        texts = pages(drawn(blank_sheet(table), paper, large=large))
        sheets = texts[: len(table.sides)] if large else texts
        assert [len(re.findall(r"^\d+(?: ×5)+$", text, re.MULTILINE)) for text in sheets] == [12] * len(sheets)
        assert len(sheets) == (len(table.sides) if large else 1)
        rules = " ".join(texts[-1].split()).replace("\u2011", "-")
        assert variant.card_values.name in rules
        assert large or ("________" in rules and variant.combinations.bombs[-1].name in rules)


@pytest.mark.parametrize("name", ["12-rounds", "teams"])
def test_in_large_print_each_page_has_the_figures_of_one_side(name: str) -> None:
    sheet = SHEETS[name]
    texts = pages(drawn(sheet, large=True))
    figures_of = [[row.split()[1:] for row in rows([text])] for text in texts if rows([text])]
    assert [reduce(operator.iadd, sides, []) for sides in zip(*figures_of, strict=True)] == [
        row.split()[1:] for row in rows(pages(drawn(sheet)))
    ]
    assert len(figures_of) == len(sheet.sides)


def test_large_print_is_asked_of_the_command(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("sheet", "--large", "-o", "large.pdf")
    haggis.ok("sheet", "--blank", "--variant", "neeps", "--large", "-o", "blank.pdf")
    assert [len(pages((haggis.folder / name).read_bytes())) for name in ("large.pdf", "blank.pdf")] == [2, 2]
    haggis.ok("sheet", "--large", "-o", "large.html")
    assert '<body class="large">' in (haggis.folder / "large.html").read_text("utf-8")
    refusal = refused(2, "--large is for html and pdf: add --format pdf, or -o FILE.pdf")
    for ending in ("txt", "md", "csv", "json", "svg", "xlsx"):
        assert haggis("sheet", "--large", "-o", f"large.{ending}") == refusal


@pytest.mark.parametrize(("paper", "width"), [("a4", 210), ("letter", 216)])
def test_the_paper_is_the_chosen_one_and_lies_across_for_many_columns(paper: str, width: int) -> None:
    for name, short in (("1-rounds", "width"), ("three", "height"), ("teams", "height")):
        page = pypdf.PdfReader(BytesIO(drawn(SHEETS[name], paper))).pages[0]
        assert round(float(getattr(page.mediabox, short)) / 72 * 25.4) == width


def test_the_fonts_of_the_pictures_are_in_the_file() -> None:
    aid = render_aid(build_table("neeps", None), ".pdf", "a4", large=False)
    for page in (page for file in (drawn(SHEETS["teams"]), aid) for page in pypdf.PdfReader(BytesIO(file)).pages):
        for font in page["/Resources"]["/Font"].values():
            assert "SourceSansPro" in font["/BaseFont"]
            [descendant] = font.get_object()["/DescendantFonts"]
            assert any(key.startswith("/FontFile") for key in descendant.get_object()["/FontDescriptor"])


def test_without_the_fonts_of_the_package_the_page_has_those_of_typst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "font_folders", list)
    [page, *_] = pypdf.PdfReader(BytesIO(FORMATS["pdf"].render_bytes(SHEETS["13-rounds"], Style()))).pages
    assert all("LibertinusSerif" in font["/BaseFont"] for font in page["/Resources"]["/Font"].values())
    assert "Captured" in page.extract_text()


def colors_of(data: bytes) -> set[str]:
    """The colours of what is drawn on the first page."""
    content = pypdf.PdfReader(BytesIO(data)).pages[0].get_contents().get_data().decode("latin-1")
    found = re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) scn", content)
    return {"#" + "".join(f"{round(float(part) * 255):02x}" for part in color) for color in found}


def test_titles_are_green_as_the_table_and_names_stand_on_cream() -> None:
    table = {COLORS["felt"].light, COLORS["tint"].light}
    assert table <= colors_of(drawn(SHEETS["teams"]))
    assert COLORS["felt"].light in colors_of(render_aid(build_table("neeps", None), ".pdf", "a4", large=False))
    blank = colors_of(drawn(blank_sheet(seat_players(VARIANTS["neeps"], ("Al", "Bo", "Cy", "Di")))))
    assert blank & table == {COLORS["felt"].light}  # ink is spared where people write


def test_a_line_ends_neither_in_a_name_nor_between_a_number_and_what_it_counts() -> None:
    noah, isla = rounds(33).sides
    lines = pages(drawn(rounds(33)._replace(sides=(noah, isla._replace(name="Islander")))))[0].splitlines()
    assert "round 33 of 40" in lines
    three = SHEETS["three"]
    names = ("Konstantin Featherstonehaugh", "Maximiliana-Alexandra-Theodora", "Wilhelmina Josephine van Berg")
    sides = tuple(side._replace(name=name) for side, name in zip(three.sides, names, strict=True))
    title = pages(drawn(three._replace(sides=sides)))[0].splitlines()[:4]
    assert any("Maximiliana-Alexandra-Theodora" in line for line in title)
    for sheet in (SHEETS["neeps-known-hands"], of_many_rounds(SHEETS["neeps-known-hands"], 30)):
        lines = pages(drawn(sheet))[0].splitlines()
        won = dict(highlights(sheet))["Bets won"].split(", ")
        assert all(any(part in line for line in lines) for part in won)


def test_the_same_sheet_gives_the_same_bytes_dated_by_the_match() -> None:
    again = FORMATS["pdf"].render_bytes(SHEETS["teams"], Style())
    assert again == drawn(SHEETS["teams"])
    assert pypdf.PdfReader(BytesIO(again)).metadata["/CreationDate"] == "D:20261121000000Z"


@pytest.mark.slow
def test_the_command_puts_the_link_into_bg_stats_on_the_sheet(haggis: Haggis, tmp_path: Path) -> None:
    pytest.importorskip("segno", reason="the extra 'qr' is not installed")
    haggis.keep(matches.RULEBOOK)
    assert haggis("sheet", "-o", "linked.pdf", "--qr").err == "Written to linked.pdf.\n"
    assert haggis("sheet", "-o", "plain.pdf").err == "Written to plain.pdf.\n"
    address = haggis.ok("export", "--format", "link").strip()
    assert set(links((tmp_path / "linked.pdf").read_bytes())) == {address}
    assert links((tmp_path / "plain.pdf").read_bytes()) == []


@pytest.mark.slow
@pytest.mark.sample("teams")
@pytest.mark.longest("13-rounds", "teams", "violation")
@pytest.mark.parametrize("name", ["1-rounds", "13-rounds", "three", "teams", "nothing-yet", "violation"])
def test_the_code_takes_no_page_of_its_own(name: str) -> None:
    plain, texts = pages(drawn(SHEETS[name])), pages(drawn(linked(SHEETS[name])))
    assert [len(rows([text])) for text in texts] == [len(rows([text])) for text in plain]
    assert [text.count("BG Stats") for text in texts] == [0] * (len(texts) - 1) + [1]


@pytest.mark.slow
@pytest.mark.longest(4)
@pytest.mark.sample(1)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("variant_id", VARIANTS)
def test_before_the_first_score_everything_stands_on_one_page_with_the_code(variant_id: str, paper: str) -> None:
    variant = VARIANTS[variant_id]
    names = ("Bartholomew Featherstonehaugh-Cholmondel", "Wilhelmina Featherstonehaugh-Cholmondeley"[:40], "Cy", "Di")
    for players in variant.players:
        sheet = blank_sheet(seat_players(variant, names[:players]))
        begun = sheet._replace(blank=False, rounds=(), due="Bo deals and leads round 1.", complaints=("A line.",) * 2)
        [text] = pages(drawn(linked(begun), paper))
        assert text.count("BG Stats") == 1
        assert "Bo deals and leads round 1" in text
        assert text.count("A line.") == 2
        assert len(re.findall(r"^\d+(?: ×5)+$", text, re.MULTILINE)) == 12


@pytest.mark.slow
@pytest.mark.parametrize("name", ["1-rounds", "teams", "nothing-yet"])
def test_the_code_on_paper_says_the_link(name: str, tmp_path: Path) -> None:
    if not (shutil.which("pdftoppm") and shutil.which("zbarimg")):
        pytest.skip("needs pdftoppm (poppler-utils) and zbarimg (zbar-tools) to see the page and read the code")
    sheet = linked(SHEETS[name])
    (tmp_path / "sheet.pdf").write_bytes(drawn(sheet))
    subprocess.run(["pdftoppm", "-r", "200", "-png", "sheet.pdf", "page"], cwd=tmp_path, check=True)
    seen = sorted(page.name for page in tmp_path.glob("page*.png"))
    command = ["zbarimg", "--nodbus", "--quiet", "--raw", *seen]
    read = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    assert sheet.link is not None
    assert read.split() == [sheet.link.address]


def test_a_linked_sheet_gives_the_same_bytes_as_well() -> None:
    sheet = linked(SHEETS["teams"])
    assert FORMATS["pdf"].render_bytes(sheet, Style()) == drawn(sheet)
