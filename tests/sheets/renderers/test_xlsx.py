"""The scoresheet as a workbook: another program reads it back, and LibreOffice, where there is one, reckons it anew."""

import csv
import io
import re
import shutil
import subprocess
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Sheet, SheetRound
from haggis_cli.support import players
from haggis_cli.support.players import look_of
from haggis_cli.support.text import width
from tests.sheets.renderers.shown import of_many_rounds
from tests.support.sheets import SHEETS, between, blank, figures, rounds
from tests.support.tables import VARIANTS

pytest.importorskip("xlsxwriter", reason="the extra 'xlsx' is not installed")
openpyxl = pytest.importorskip("openpyxl", reason="openpyxl, which reads the workbooks, is not installed")

OFFICE = shutil.which("soffice")
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode"><value>0</value></prop>
</item>
</oor:items>
"""
"""So that LibreOffice never believes the totals that stand in the file."""


UNUSUAL = ("other-points", "teams", "30-rounds", "violation", "in-progress", "hostile-names")


@cache
def written(sheet: Sheet) -> bytes:
    return FORMATS["xlsx"].render_bytes(sheet, Style())


def page(data: bytes, name: str = "Scores", *, values: bool = True) -> Any:
    """A worksheet: the values that stand in it, or its formulas."""
    return openpyxl.load_workbook(io.BytesIO(data), data_only=values)[name]


def table(sheet: Sheet, cells: list[list[Any]]) -> list[list[Any]]:
    """The rows of the rounds, without their headings and what stands below."""
    start = next(at for at, row in enumerate(cells) if row[0] == "Round") + 1
    return cells[start : start + len(sheet.rounds)]


def cells(worksheet: Any) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in worksheet.iter_rows()]


def expected(sheet: Sheet) -> list[list[Any]]:
    """What the rows of scored rounds say; an unknown total is a question mark."""
    found: list[list[Any]] = []
    for each in sheet.rounds:
        if each.figures:
            unknown = each.sides[0].game is None
            per_side = len(figures(sheet, each)) // len(sheet.sides)
            row: list[Any] = [each.number, *figures(sheet, multiplied_out(sheet, each))]
            if unknown:
                row[per_side::per_side] = ["?"] * len(sheet.sides)
            found.append(row)
    return found


def multiplied_out(sheet: Sheet, each: SheetRound) -> SheetRound:
    """The round with the points of the cards in hands in place of their number: 15 for 3 × 5."""
    return each._replace(figures=tuple(one._replace(hand=one.hand * sheet.hand_points) for one in each.figures))


def scored(sheet: Sheet, rows: list[list[Any]]) -> list[list[Any]]:
    return [row for row, each in zip(table(sheet, rows), sheet.rounds, strict=True) if each.figures]


def reckoned(worksheet: Any, text: Any) -> Any:
    """A cell's content with its formula worked out from the cells that hold figures."""
    if not isinstance(text, str) or not text.startswith("="):
        return text
    if product := re.fullmatch(r"=(\d+)\*(\d+)", text):
        return int(product[1]) * int(product[2])
    assert re.fullmatch(r"=[A-Z]+\d+(\+[A-Z]+\d+)*", text)
    return sum(reckoned(worksheet, worksheet[name].value) for name in re.findall(r"[A-Z]+\d+", text))


@pytest.mark.sample(10)
@pytest.mark.longest(25)
@pytest.mark.parametrize("name", SHEETS)
def test_the_figures_are_those_of_the_sheet(name: str) -> None:
    assert scored(SHEETS[name], cells(page(written(SHEETS[name])))) == expected(SHEETS[name])


@pytest.mark.sample(10)
@pytest.mark.longest(25)
@pytest.mark.parametrize("name", SHEETS)
def test_the_formulas_come_to_the_same_totals(name: str) -> None:
    worksheet = page(written(SHEETS[name]), values=False)
    rows = scored(SHEETS[name], cells(worksheet))
    assert [[reckoned(worksheet, cell) for cell in row] for row in rows] == expected(SHEETS[name])


def test_totals_and_the_points_of_hands_are_formulas_and_nothing_else_is() -> None:
    [first, second] = scored(SHEETS["teams"], cells(page(written(SHEETS["teams"]), values=False)))
    formulas = [cell for cell in first if isinstance(cell, str)]
    assert formulas[:6] == ["=10*5", "=B7+C7", "=4*5", "=E7+F7", "=D7+G7+I7", "=J7"]
    assert second[10] == "=K7+J8"
    assert len(formulas) == 11


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice (soffice) is not installed")
def test_libreoffice_reckons_the_same_totals(tmp_path: Path) -> None:
    """The totals in the files are spoiled first, so that only the formulas can bring them back."""
    settings = tmp_path / "profile" / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(SETTINGS, encoding="utf-8")
    sheets = {name: sheet for name, sheet in SHEETS.items() if name.endswith("unknown-hands") or name in UNUSUAL}
    for name, sheet in sheets.items():
        (tmp_path / f"{name}.xlsx").write_bytes(spoiled(written(sheet)))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    files = [f"{name}.xlsx" for name in sheets]
    subprocess.run(
        [str(OFFICE), profile, "--headless", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76", *files],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=120,
    )
    for name, sheet in sheets.items():
        rows = list(csv.reader(io.StringIO((tmp_path / f"{name}.csv").read_text(encoding="utf-8"))))
        read = [[number(cell) for cell in row] for row in scored(sheet, [*filter(None, rows)])]
        assert read == expected(sheet), name


def spoiled(data: bytes) -> bytes:
    """The workbook with a wrong figure where the result of a formula stood."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, re.sub(rb"</f><v>-?\d+</v>", b"</f><v>99999</v>", content))
    return result.getvalue()


def number(cell: str) -> int | str | None:
    """A cell as LibreOffice shows it."""
    if cell in ("", "?"):
        return cell or None
    return int(cell)


@pytest.mark.parametrize("name", ["hostile", "hostile-names", "foreign-names"])
def test_names_are_never_formulas(name: str) -> None:
    sheet = SHEETS[name]
    for title in ("Scores", "Rounds"):
        texts = [
            cell
            for row in page(written(sheet), title, values=False).iter_rows()
            for cell in row
            if cell.data_type == "s"
        ]
        assert set(sheet.players) <= {cell.value for cell in texts}
    parts = zipfile.ZipFile(io.BytesIO(written(sheet)))
    written_formulas = re.findall(rb"<f>(.*?)</f>", parts.read("xl/worksheets/sheet1.xml"))
    assert all(re.fullmatch(rb"\d+\*5|[A-Z]+\d+(\+[A-Z]+\d+)*", each) for each in written_formulas)
    assert b"<f>" not in parts.read("xl/worksheets/sheet2.xml")
    assert b"<hyperlink" not in parts.read("xl/worksheets/sheet1.xml")


def test_a_name_like_the_files_own_markup_stays_a_name() -> None:
    sheet = between("<r><t>a</t></r>", "<r>a<b</r>")
    names = [cell.value.rstrip() for cell in page(written(sheet))[4] if cell.value and cell.value != "Round"]
    assert names == list(sheet.players)


def test_a_round_that_is_not_scored_says_why() -> None:
    [first, _] = table(SHEETS["violation"], cells(page(written(SHEETS["violation"]))))
    assert first[0] == 1
    assert first[1].startswith("not scored, see line")
    below = [row[0] for row in cells(page(written(SHEETS["violation"])))]
    assert SHEETS["violation"].due in below
    assert set(SHEETS["violation"].complaints) <= set(below)


@pytest.mark.parametrize("name", ["three", "teams"])
def test_the_second_worksheet_is_the_long_csv(name: str) -> None:
    sheet = SHEETS[name]
    rows = csv.reader(io.StringIO(FORMATS["csv"].render(sheet, Style())))
    found = [["" if cell is None else str(cell) for cell in row] for row in cells(page(written(sheet), "Rounds"))]
    assert found == list(rows)


def test_a_player_of_a_team_has_one_total_in_the_whole_book() -> None:
    """And that leaves out the team's bet, which stands beside it."""
    sheet = SHEETS["teams"]
    headings, *lines = cells(page(written(sheet), "Rounds"))
    on_rounds = [line[headings.index("total")] for line in lines]
    scores = cells(page(written(sheet)))
    titles = next(row for row in scores if row[0] == "Round")
    assert (titles.count("Round total"), titles.count("Total")) == (2, 4)
    for each, row in zip(sheet.rounds, table(sheet, scores), strict=True):
        on_scores: dict[str, list[int]] = {title: [] for title in titles}
        for title, cell in zip(titles, row, strict=True):
            on_scores[title].append(cell)
        players = on_rounds[4 * each.number - 4 : 4 * each.number]
        assert on_scores["Total"] == [players[seat] for side in sheet.sides for seat in side.seats]
        bets = on_scores["Bet points*"]
        assert on_scores["Round total"] == [players[0] + players[2] + bets[0], players[1] + players[3] + bets[1]]


@pytest.mark.parametrize("name", ["teams", "foreign-names", "hostile-names", "long-names"])
def test_no_ordinary_name_is_cut_off_and_all_begin_at_the_left(name: str) -> None:
    rounds, scores = page(written(SHEETS[name]), "Rounds"), page(written(SHEETS[name]))
    for column in rounds.iter_cols():
        room = rounds.column_dimensions[column[0].column_letter].width
        texts = [cell for cell in column if isinstance(cell.value, str)]
        assert all(width(cell.value) <= min(room, 40) for cell in texts)
        named = column[0].value in ("match_id", "player", "team", "notes", "match_notes", "event")
        assert {cell.alignment.horizontal for cell in texts} == {"left" if named else "right"}
    names = {*SHEETS[name].players, *(side.name for side in SHEETS[name].sides)}
    heads = [cell for row in scores.iter_rows(min_row=4, max_row=5) for cell in row if cell.value in names]
    assert {cell.alignment.horizontal for cell in heads} == {"left"}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sides", "rounds"), [("teams", 2, 2), ("three", 3, 2), ("30-rounds", 2, 30)])
def test_the_chart_draws_every_game_total(name: str, sides: int, rounds: int) -> None:
    """From round 0, where everybody has nothing."""
    sheet = SHEETS[name]
    drawing = zipfile.ZipFile(io.BytesIO(written(sheet))).read("xl/charts/chart1.xml").decode()
    values = re.findall(r"<c:val>.*?<c:f>Totals!\$(\w+)\$(\d+):\$\1\$(\d+)</c:f>", drawing)
    assert values == [("BCD"[side], "2", str(rounds + 2)) for side in range(sides)]
    expected = [(0, *[0] * sides), *((n, *(s.game for s in sheet.rounds[n - 1].sides)) for n in range(1, rounds + 1))]
    totals = page(written(sheet), "Totals")
    assert list(totals.iter_rows(min_row=2, values_only=True)) == expected
    assert [cell.value for cell in totals[1]] == ["Round", *(side.name for side in sheet.sides)]
    scores = page(written(sheet))
    for column in page(written(sheet), "Totals", values=False).iter_cols(min_row=3, min_col=2):
        for number, cell in enumerate(column, 1):
            assert scores[cell.value.removeprefix("=Scores!")].value == expected[number][cell.column - 1]


@pytest.mark.parametrize("variant_id", ["classic", "neeps"])
def test_a_blank_workbook_reckons_what_is_filled_in(variant_id: str) -> None:
    variant = VARIANTS[variant_id]
    data = written(blank(variant, variant.players[-1]))
    assert openpyxl.load_workbook(io.BytesIO(data)).sheetnames == ["Scores"]
    rows = [row for row in cells(page(data, values=False)) if isinstance(row[0], int)]
    assert [row[0] for row in rows] == [*range(1, 13)]
    first, second = rows[0], rows[1]
    if variant_id == "classic":  # hand, out, captured, bonus, bet, bet points, round total, game total
        assert first[1:9] == [*[None] * 6, '=IF(COUNT(B6,D6,E6,G6)=0,"",B6*5+D6+E6+G6)', '=IF(H6="","",H6)']
        assert second[8] == '=IF(H7="","",N(I6)+H7)'
    else:
        assert first[1:5] == [None, None, None, '=IF(COUNT(B7,D7)=0,"",B7*5+D7)']
        assert first[9:13] == [None, None, '=IF(COUNT(B7,D7,F7,H7,K7)=0,"",B7*5+D7+F7*5+H7+K7)', '=IF(L7="","",L7)']


def test_the_chart_has_the_players_colours_and_the_table_is_no_grid() -> None:
    sheet = SHEETS["three"]
    parts = zipfile.ZipFile(io.BytesIO(written(sheet)))
    lines = re.findall(
        r'<a:ln w="25400"><a:solidFill><a:srgbClr val="(\w+)"', parts.read("xl/charts/chart1.xml").decode()
    )
    colors = [look_of(look).color.light for (look,) in sheet.side_looks()]
    assert [f"#{each}".lower() for each in lines] == colors
    borders = [cell.border for row in page(written(sheet)).iter_rows() for cell in row]
    assert not any(border.right.style or border.top.style for border in borders)
    assert sum(bool(cell.border.left.style) for cell in page(written(sheet))[6]) == len(sheet.sides)


def test_lines_of_players_of_a_large_book_differ_by_their_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_places", {"noah": 1, "isla": 8})  # of one shape, at other tables
    drawing = zipfile.ZipFile(io.BytesIO(FORMATS["xlsx"].render_bytes(rounds(2), Style()))).read("xl/charts/chart1.xml")
    assert len(set(re.findall(rb'<c:symbol val="(\w+)"', drawing))) == 2


def test_without_a_known_total_there_is_no_chart() -> None:
    for name in ("nothing-yet", "violation"):
        assert "xl/charts/chart1.xml" not in zipfile.ZipFile(io.BytesIO(written(SHEETS[name]))).namelist()


@pytest.mark.parametrize(("paper", "number"), [("a4", "9"), ("letter", "1")])
def test_it_prints_on_the_chosen_paper_with_its_headings_on_every_page(paper: str, number: str) -> None:
    worksheet = page(FORMATS["xlsx"].render_bytes(rounds(31), Style(paper=paper)))
    assert str(worksheet.page_setup.paperSize) == number
    assert worksheet.print_title_rows == "$1:$5"
    assert worksheet.freeze_panes == "B6"


@pytest.mark.parametrize(
    ("sheet", "shape", "pages_high", "breaks"),
    [
        (rounds(16), "landscape", 1, []),
        (rounds(7, 'notes = "By the fire."'), "landscape", 1, []),
        (rounds(7, f'notes = "{"By the fire. " * 70}"'), "landscape", 0, [17]),
        (rounds(30), "portrait", 1, []),
        (rounds(30, 'notes = "By the fire."'), "portrait", 0, [40]),
        (rounds(31), "portrait", 0, [40]),
        (of_many_rounds(SHEETS["three"], 30), "landscape", 0, [39]),
    ],
    ids=["sixteen", "few-notes", "many-notes", "thirty", "noted", "more", "three-players"],
)
def test_up_to_thirty_rounds_are_one_page_and_the_chart_is_never_cut(
    sheet: Sheet, shape: str, pages_high: int, breaks: list[int]
) -> None:
    worksheet = page(FORMATS["xlsx"].render_bytes(sheet, Style()))
    assert worksheet.page_setup.orientation == shape
    high = worksheet.page_setup.fitToHeight
    assert (1 if high is None else int(high)) == pages_high  # 1 is what no figure means
    assert [each.id for each in worksheet.row_breaks.brk] == breaks
    assert bool(worksheet.print_title_rows) == (len(sheet.rounds) > 30)


def test_the_same_sheet_gives_the_same_bytes_dated_by_the_match() -> None:
    assert FORMATS["xlsx"].render_bytes(SHEETS["teams"], Style()) == written(SHEETS["teams"])
    made = openpyxl.load_workbook(io.BytesIO(written(SHEETS["teams"]))).properties.created
    assert made.date().isoformat() == SHEETS["teams"].date
