"""The picture of the result: its size, that it is one whatever names there are, and that nothing of it is markup."""

import re
import struct
from base64 import b64decode

import pytest

from haggis_cli.sheets.renderers import png
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Side
from haggis_cli.sheets.standing import make_result
from haggis_cli.support.design import COLORS
from tests.support.sheets import SHEETS, rounds

pytest.importorskip("typst")

NAMES = ("A", "Bartholomew Featherstonehaugh", "Abcdefghijklmnopqrstuvwxyzabcdefghijklmn", "#[*b*] $x$ \\", "李雷")


def size_of(picture: bytes) -> tuple[int, int]:
    """The width and the height that the head of a PNG says."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.sample(3)
@pytest.mark.longest(6)
@pytest.mark.parametrize("name", sorted(SHEETS))
def test_every_match_has_a_picture_of_either_shape(name: str) -> None:
    shapes = [FORMATS["png"].render_bytes(SHEETS[name], Style(portrait=each)) for each in (False, True)]
    assert [size_of(each) for each in shapes] == [(1200, 630), (1080, 1920)]


def test_the_same_match_is_the_same_picture() -> None:
    first, second = (FORMATS["png"].render_bytes(SHEETS["neeps-known-hands"], Style()) for _ in range(2))
    assert first == second


@pytest.mark.sample(3)
@pytest.mark.longest(6)
@pytest.mark.parametrize(("number", "portrait"), [(number, each) for number in (2, 6, 8) for each in (False, True)])
@pytest.mark.parametrize("name", NAMES)
def test_the_longest_names_of_many_players_stay_on_one_picture(name: str, number: int, portrait: bool) -> None:
    sheet = rounds(3)
    names = tuple(f"{name[:39]}{place}" for place in range(number))
    sides = tuple(Side(each, (seat,)) for seat, each in enumerate(names))
    played = tuple(each._replace(sides=(each.sides * number)[:number], figures=()) for each in sheet.rounds)
    many = sheet._replace(players=names, sides=sides, rounds=played, totals=(1234,) * number, winner=number - 1)
    size_of(FORMATS["png"].render_bytes(many, Style(portrait=portrait)))


def test_a_winner_whose_name_is_one_long_word_stands_in_two_large_lines() -> None:
    sheet, name = SHEETS["two-player-unknown-hands"], "Alexandrinamariaclementinarose"
    sides = [side._replace(name=name) if place == sheet.winner else side for place, side in enumerate(sheet.sides)]
    drawn = FORMATS["svg"].render(
        sheet._replace(players=tuple(side.name for side in sides), sides=tuple(sides)), Style()
    )
    assert drawn.count(f'fill="{COLORS["gold"].light}" fill-rule') == len(name) + 1  # a hyphen, too


def test_a_long_name_in_one_line_leaves_the_cards_as_large_as_a_short_one() -> None:
    sheet = SHEETS["three-player-unknown-hands"]
    assert sheet.winner is not None
    shapes = []
    for name in ("Isla", "Alexandrinamariaclementinarose"):
        sides = [side._replace(name=name) if at == sheet.winner else side for at, side in enumerate(sheet.sides)]
        named = sheet._replace(players=tuple(side.name for side in sides), sides=tuple(sides))
        drawn = FORMATS["svg"].render(named, Style())
        shapes.append(re.findall(f'<path [^>]*fill="{COLORS["court"].light}"[^>]*>', drawn))
    assert shapes[0] == shapes[1] != []


@pytest.mark.parametrize(
    ("own", "title"),
    [
        ("", "friday, 21\u00a0November\u00a02026"),
        ("Haggis, neeps and tatties", "Haggis, neeps and tatties, 21\u00a0November\u00a02026"),
    ],
)
def test_a_picture_of_a_match_that_somebody_has_named_says_when_it_was(own: str, title: str) -> None:
    assert png._template_data(rounds(2)._replace(own_title=own), Style())["title"] == title


def test_the_words_of_the_chart_are_set_by_the_template_in_the_letters_of_the_picture() -> None:
    chart = png._template_data(SHEETS["two-player-unknown-hands"], Style())["chart"]
    assert "<text" not in chart["lines"]
    said = [(word["says"], word.get("text-anchor"), word.get("font-weight")) for word in chart["words"]]
    assert ("goal: 250 points", "middle", None) in said
    assert {("Noah", None, None), ("0", "end", None), ("0", "middle", None)} < set(said)


@pytest.mark.parametrize("style", [Style(), Style(portrait=True)])
def test_as_a_drawing_its_letters_are_paths_and_nothing_of_a_name_is_markup(style: Style) -> None:
    sheet = rounds(2)._replace(
        players=("</svg><script>", "Isla"), sides=(Side("</svg><script>", (0,)), Side("Isla", (1,)))
    )
    drawn = FORMATS["svg"].render(sheet, style)
    assert drawn.startswith("<svg")
    within = [b64decode(found).decode() for found in re.findall('(?<=data:image/svg[+]xml;base64,)[^"]*', drawn)]
    assert len(within) == 1
    assert not re.search(r"<text|<script|font-family=|href=.http", drawn)
    assert not re.search(r"<text|<script|href=.http", within[0])
    width, height = (1080, 1920) if style.portrait else (1200, 630)
    assert f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"' in drawn


def test_as_a_drawing_it_is_called_as_the_page_is() -> None:
    sheet = SHEETS["two-player-unknown-hands"]._replace(match_id="2026-11-20-noah-isla")
    drawn, page = (FORMATS[name].render(sheet, Style()) for name in ("svg", "html"))
    found = [re.findall("<title>(.*?)</title>", each)[0] for each in (drawn, page)]
    assert found[0] == "Isla has won: 272 to 250 &#183; Haggis (2-Player) &#183; Noah and Isla, 20 November 2026"
    assert found[0] == found[1].replace("\u00b7", "&#183;")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("neeps-known-hands", ("High Rollas", "have won", ["502*", "333"])),
        ("two-player-rulebook-sheet", ("Noah", "leads", ["95", "82"])),
        ("nothing-yet", ("", "No round has been scored yet", ["0", "0"])),
    ],
)
def test_the_result_says_who_and_what(name: str, told: tuple[str, str, list[str]]) -> None:
    result = make_result(SHEETS[name])
    scores = [f"{each.figure}{'*' if each.has_won else ''}" for each in result.scores]
    assert (result.who, result.says, scores) == told
