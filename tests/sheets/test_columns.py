"""A column is one row of a table: one that is added is in every format, and comes back through the import of tables."""

import csv
import io
import json
import re

import openpyxl
import pypdf
import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.three_player import THREE_PLAYER
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.exchange.formats import csv_file
from haggis_cli.exchange.parsed_match import ImportOptions, OutgoingMatch, ParsedMatch, resolve_match, to_typed_in_match
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.rules.variant import Variant
from haggis_cli.sheets import columns
from haggis_cli.sheets.columns import Column, blocks, score_rows
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Sheet, scoresheet
from haggis_cli.support.text import UNICODE
from tests.support import matches
from tests.support.matches import EXAMPLES, judged
from tests.support.matches import example as match_file
from tests.support.pages import Page
from tests.support.sheets import example

GAMES = [(matches.RULEBOOK, TWO_PLAYER), (matches.THREE, THREE_PLAYER), (matches.RULEBOOK_NEEPS, NEEPS)]


def tally(sheet: Sheet, at: int, side: int) -> int:
    """A figure that nothing keeps: it is worked out from the rounds so far, and never that of another column."""
    return sum(1000 + each.sides[side].total for each in sheet.rounds[: at + 1])


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> Column:
    column = Column(
        "tally",
        of_side=True,
        name="tally",
        short="tal",
        heading="Tally so far",
        figure=tally,
        is_on=lambda sheet: not sheet.blank,
    )
    monkeypatch.setattr(columns, "COLUMNS", (*columns.COLUMNS, column))
    return column


def wanted(sheet: Sheet) -> list[list[str]]:
    """The figures of each side, round by round."""
    return [[str(tally(sheet, at, side)) for at in range(len(sheet.rounds))] for side in range(len(sheet.sides))]


@pytest.mark.parametrize(("text", "variant"), GAMES)
def test_an_added_column_is_in_every_format(text: str, variant: Variant) -> None:
    sheet = scoresheet(judged(text, variant))
    per_side = wanted(sheet)
    every = sorted(figure for figures in per_side for figure in figures)
    rendered = {name: form.render_bytes(sheet, Style(width=200)) for name, form in FORMATS.items()}
    letters = {name: data.decode() for name, data in rendered.items() if not FORMATS[name].binary}
    assert letters["text"].count("tally") == len(sheet.sides)
    assert letters["markdown"].count("Tally so far") == len(sheet.sides)
    assert letters["html"].count('<th scope="col" class="tally"') == len(sheet.sides)
    for name in ("text", "markdown", "html"):
        assert (
            sorted(re.findall(r"\b[1-9]\d{3}\b", re.sub(r"(?s)<(head|svg|time)\b.*?</\1>|20\d\d-", "", letters[name])))
            == every
        )
    told = json.loads(letters["json"])["rounds"]
    assert [[str(each["sides"][side.name]["tally"]) for each in told] for side in sheet.sides] == per_side
    long, wide = (
        list(csv.DictReader(io.StringIO(FORMATS["csv"].render(sheet, Style(wide=wide))))) for wide in (False, True)
    )
    of_team = " (team)" * sheet.teams
    assert [[row[f"{side.name}{of_team} tally"] for row in wide] for side in sheet.sides] == per_side
    seats = [side.seats[0] + 1 for side in sheet.sides]
    assert [[row["tally"] for row in long if row["seat"] == str(seat)] for seat in seats] == per_side
    pages = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(rendered["pdf"])).pages)
    assert sorted(re.findall(r"(?<![\d-])(?<!November )[1-9]\d{3}(?![\d-])", pages)) == every
    book = openpyxl.load_workbook(io.BytesIO(rendered["xlsx"]), data_only=True)
    cells = [str(cell) for row in book["Scores"].iter_rows(values_only=True) for cell in row if isinstance(cell, int)]
    assert sorted(cell for cell in cells if len(cell) == 4) == every
    assert "tally" in next(book["Rounds"].values)


def test_it_is_in_the_lines_of_a_round_and_on_no_blank_sheet(added: Column) -> None:
    sheet = scoresheet(judged(matches.RULEBOOK))
    rows, align = score_rows(sheet, 2, UNICODE, 80)
    assert [row[-1] for row in rows] == ["tally", *(figures[1] for figures in wanted(sheet))]
    assert len(align) == len(rows[0])
    groups = [group for block in blocks(sheet._replace(blank=True)) for group in block]
    assert added not in [each.column for group in groups for each in group.columns]


def test_the_replay_has_it_with_the_result() -> None:
    sheet = next(sheet for sheet in map(example, EXAMPLES) if sheet.replays)
    tables = Page(FORMATS["html"].render(sheet, Style())).tables
    assert tables["Result of round 1"][-1] == ["Tally so far", *(figures[0] for figures in wanted(sheet))]


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("name", ["two-player-rulebook-sheet", "three-player-rulebook-bets", "neeps-rulebook-slam"])
def test_an_exported_table_with_it_comes_back_untouched(name: str, wide: bool) -> None:
    file = next(match_file(path) for path in EXAMPLES if path.stem == name)
    report = adjudicate(file, load(file.record.variant))
    table = csv_file.render([OutgoingMatch(name, file, report)], many=False, wide=wide)
    assert "tally" in table.partition("\n")[0]
    (told,) = csv_file.read(table.encode(), "a.csv")
    assert isinstance(told, ParsedMatch)
    assert told.remarks == ()
    assert resolve_match(told, ImportOptions()).whole.record == to_typed_in_match(report)
