"""The two tables of formats: every row has what its readers need, and the pages of the program say the same."""

import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import metadata

import pytest

from haggis_cli.exchange import known_formats
from haggis_cli.exchange.known_formats import ExchangeFormat, format_names
from haggis_cli.exchange.parsed_match import OutgoingMatch
from haggis_cli.sheets.renderers import formats
from haggis_cli.sheets.renderers.formats import SheetFormat, Style, formats_with
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.extras import MissingExtra, install_command
from tests.support.haggis import ROOT, Haggis
from tests.support.matches import RULEBOOK, judged

SHEETS, FILES = list(formats.FORMATS.values()), list(known_formats.FORMATS.values())
WITH_LIBRARIES = [*(each for each in SHEETS if each.library), *(each for each in FILES if each.library)]
ASKED = {"blank", "wide", "paper", "large", "qr", "review", "many", "plays", "browser", "chart", "portrait"}
SHEETS_GUIDE = (ROOT / "docs/guides/sheets.md").read_text("utf-8")
FILES_GUIDE = (ROOT / "docs/guides/moving.md").read_text("utf-8")


@pytest.mark.parametrize("row", [*SHEETS, *FILES], ids=lambda row: f"{type(row).__name__}-{row.name}")
def test_every_row_has_a_name_a_help_and_endings_of_its_own(row: SheetFormat | ExchangeFormat) -> None:
    assert row.name == row.name.casefold()
    assert row.help
    assert not row.help.endswith(".")
    assert row.extensions
    assert all(each.startswith(".") and each == each.casefold() for each in row.extensions)
    others = [each for each in (SHEETS if isinstance(row, SheetFormat) else FILES) if each is not row]
    assert not {row.name, *row.extensions} & {text for each in others for text in (each.name, *each.extensions)}


@pytest.mark.parametrize("row", SHEETS, ids=lambda row: row.name)
def test_a_sheet_is_rendered_as_its_row_says(row: SheetFormat) -> None:
    assert set(row.knows) <= ASKED
    assert "/" in row.media_type
    data = row.render_bytes(scoresheet(judged(RULEBOOK), plays="plays" in row.knows), Style())
    assert data
    assert row.binary == (b"\0" in data)
    if "many" in row.knows:
        assert row.render_many([scoresheet(judged(RULEBOOK))], Style())


@pytest.mark.parametrize("row", FILES, ids=lambda row: row.name)
def test_a_file_of_matches_is_written_and_read_as_its_row_says(row: ExchangeFormat) -> None:
    report = judged(RULEBOOK)
    match = OutgoingMatch("friday", report.match, report if "referee" in row.knows else None)
    data = row.render([match], many=False)
    assert data
    if row.reader:
        assert len(row.read(data, "a")) == 1
    if row.qr_text:
        assert row.draw_text([match])


@pytest.mark.parametrize("row", WITH_LIBRARIES, ids=lambda row: row.name)
def test_the_extra_of_a_row_is_told_where_its_library_is_missing(
    row: SheetFormat | ExchangeFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert row.extra in (metadata("haggis-cli").get_all("Provides-Extra") or ())
    monkeypatch.setitem(sys.modules, row.library, None)
    report = judged(RULEBOOK)
    render: Callable[[], bytes] = (
        partial(row.render_bytes, scoresheet(report), Style())
        if isinstance(row, SheetFormat)
        else partial(row.render, [OutgoingMatch("friday", report.match, report)], many=False)
    )
    with pytest.raises(MissingExtra) as told:
        render()
    assert str(told.value).endswith(f"need {row.library}: {install_command(row.extra)}")


def test_help_and_guides_name_the_formats_of_the_tables(haggis: Haggis) -> None:
    for command, names in (
        ("sheet", formats_with("", "or")),
        ("export", format_names(reading=False)),
        ("import", format_names(reading=True)),
    ):
        assert names in " ".join(haggis.ok(command, "--help").split())
    for rows, guide in ((SHEETS, SHEETS_GUIDE), (FILES, FILES_GUIDE)):
        assert f"`--format {'|'.join(each.name for each in rows)}`" in guide
    for sheet in SHEETS:
        endings = " ".join(f"`{each}`" for each in sheet.extensions)
        assert f"| `{sheet.name}` | {endings} |" in SHEETS_GUIDE
    for file in FILES:
        assert f"`{file.name}`" in FILES_GUIDE
        assert f"`{file.extensions[0]}`" in FILES_GUIDE
