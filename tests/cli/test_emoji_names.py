"""Names with emoji of several characters: a flag of a part of a country, a family, a thumb, a heart."""

import json
from pathlib import Path

import pytest

from tests.support.haggis import Haggis

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
ISLA, NOAH = f"Isla {SCOTLAND}", f"{FAMILY} \U0001f44d\U0001f3fd \u2764\ufe0f"


@pytest.fixture
def friday(haggis: Haggis) -> Haggis:
    names = ("-p", ISLA, "-p", NOAH)
    assert haggis("new", "--variant", "two-player", *names, "--rounds", "3", "--name", "friday").code == 0
    assert haggis("score", "friday", f"{ISLA}: out 5, cards 20, bet little", f"{NOAH}: cards 16", "--yes").code == 0
    return haggis


def test_they_line_up(friday: Haggis) -> None:
    assert f"▸ {ISLA}   60 ███" in friday("show").out
    assert f"  {NOAH}  16 ███" in friday("show").out
    assert f"      │ {ISLA}                 │ {NOAH}\nRound │        bet  round  game │" in friday("show").out
    assert f"      │ {ISLA}                            │ {NOAH}\nRound │ hand" in friday("sheet").out
    assert f"{ISLA}   5×5 = 25" in friday("log").out
    assert f"{NOAH}         0     16" in friday("log").out


def test_the_match_file_holds_them_as_they_are(friday: Haggis) -> None:
    text = (friday.home / "matches/friday.toml").read_text(encoding="utf-8")
    assert f'players = ["{ISLA}", "{NOAH}"]' in text
    assert friday("check").code == 0
    assert json.loads(friday("show", "--json").out)["totals"] == {ISLA: 60, NOAH: 16}


@pytest.mark.parametrize("form", ["json", "text", "csv", "toml"])
def test_they_go_out_and_come_in_again(friday: Haggis, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"out.{form}"
    assert friday("export", "friday", "--format", form, "-o", str(file)).code == 0
    kept = (friday.home / "matches/friday.toml").read_bytes()
    assert friday("import", str(file), "--home", str(tmp_path / "other")).code == 0
    assert (tmp_path / "other/matches/friday.toml").read_bytes() == kept


def test_a_page_holds_them_as_they_are(friday: Haggis) -> None:
    page = friday("sheet", "--format", "html").out
    assert SCOTLAND in page
    assert FAMILY in page


def test_a_chart_holds_them_by_their_numbers(friday: Haggis) -> None:
    chart = friday("sheet", "--format", "svg", "--chart").out
    assert "".join(f"&#{ord(char)};" for char in SCOTLAND) in chart
    assert "".join(f"&#{ord(char)};" for char in FAMILY) in chart


def test_a_pdf_and_a_workbook_are_made(friday: Haggis, tmp_path: Path) -> None:
    for form in ("pdf", "xlsx"):
        assert friday("sheet", "--format", form, "-o", str(tmp_path / f"out.{form}")).code == 0


@pytest.mark.parametrize(
    "name", [f"Isla{SCOTLAND[1:]}", f"Isla {SCOTLAND[:-1]}", f"Isla {SCOTLAND}{SCOTLAND[1]}", "Isla \U000e0001"]
)
def test_a_tag_outside_a_flag_is_refused_and_shown_by_its_number(haggis: Haggis, name: str) -> None:
    ran = haggis("new", "--variant", "two-player", "-p", name, "-p", "Noah", "--rounds", "3", "--name", "friday")
    assert ran.code != 0
    assert "\\U000e00" in ran.err
    assert not any(0xE0000 <= ord(char) < 0xE0080 for char in ran.err.replace(SCOTLAND, ""))
