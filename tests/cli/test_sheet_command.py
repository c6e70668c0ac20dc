"""`haggis sheet`: formats, files, and what is not overwritten."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.sheets import matches
from tests.sheets.screen import Haggis


@pytest.fixture
def haggis(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Haggis:
    monkeypatch.chdir(tmp_path)
    return Haggis(tmp_path, capsys)


def test_the_sheet_is_text_on_the_screen_if_nothing_else_is_said(haggis: Haggis) -> None:
    haggis.keep(matches.RULEBOOK)
    ran = haggis("sheet")
    assert ran.code == 0
    assert ran.out.startswith("Haggis (2-Player)\nMatch    friday\n")
    assert "    1 │  8×5     12   15   20     72    72 │" in ran.out


@pytest.mark.parametrize("name", ["sheet.txt", "sheet.md", "sheet.csv", "sheet.json", "SHEET.MD"])
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
    assert ran.err == "haggis: sheet.md: there is such a file already; --force replaces it\n"
    assert Path("sheet.md").read_text() == "mine"
    assert haggis("sheet", "-o", "sheet.md", "--force").code == 0
    assert Path("sheet.md").read_text().startswith("# Haggis (2-Player)\n")
    assert sorted(path.name for path in Path().iterdir()) == ["matches", "sheet.md"]


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


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs a device")  # noqa: PTH110 - no file is meant
def test_a_device_is_written_to(haggis: Haggis) -> None:
    haggis.keep(matches.RULEBOOK)
    assert haggis("sheet", "-f", "text", "-o", "/dev/null").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("-o", "no/sheet.md"), 3, "no/sheet.md: there is no folder "),
        (("-f", "text", "-o", "matches"), 2, "matches is a folder: name a file in it"),
        (("-f", "pdf"), 2, "there is no format 'pdf': the formats are text (.txt), markdown (.md), csv (.csv)"),
        (("-o", "sheet.pdf"), 2, "sheet.pdf: no format has the ending '.pdf': add --format with one of text (.txt)"),
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
    assert ran.err == "haggis: Round 1, event 22 (line 32): Isla holds 1 card, not 4. [Rulebook 2.1, Setup]\n"
    assert haggis("sheet", "-o", "sheet.csv").code == 1
    assert Path("sheet.csv").read_text() == ran.out
