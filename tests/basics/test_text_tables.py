"""How wide a text is in a terminal, where it is cut, and how names with emoji line up."""

import pytest
from wcwidth import wcswidth

from haggis_cli.support.text import render_table, shorten, shorten_apart, width, wrap_text

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
THUMB = "\U0001f44d\U0001f3fd"
HEART = "\u2764\ufe0f"
EMOJI = [SCOTLAND, FAMILY, THUMB, HEART, "\U0001f1e9\U0001f1ea", "\U0001f98a"]


@pytest.mark.parametrize("emoji", EMOJI)
def test_an_emoji_takes_two_columns_whatever_it_is_made_of(emoji: str) -> None:
    assert width(emoji) == 2
    assert width(f"Isla {emoji}\x1b[0m") == 7


def test_letters_of_all_scripts_take_what_a_terminal_gives_them() -> None:
    assert width("Zoe\u0308") == 3
    assert width("\u5c0f\u660e") == 4
    assert width("\u05e0\u05d5\u05e2\u05d4") == 4
    assert width("\u1112\u1161\u11ab") == 2, "a syllable of Hangul in its parts"


def test_the_signs_that_tables_are_drawn_with_take_one_column_each() -> None:
    drawn = "×─│┼█▒·▸·→✗▁▂▃▄▅▆▇…–−’“”"
    assert [width(sign) for sign in drawn] == [1] * len(drawn) == [wcswidth(sign) for sign in drawn]


def test_a_control_character_takes_no_column() -> None:
    assert width("\u5c0f\x07") == 2


@pytest.mark.parametrize("emoji", EMOJI)
def test_a_text_is_cut_between_signs_and_never_within_one(emoji: str) -> None:
    assert shorten(f"Isla{emoji}{emoji}{emoji}", 8) == f"Isla{emoji}…"
    assert shorten(f"Isla{emoji}", 5) == "Isla…"
    assert shorten(f"Isla{emoji}", 6) == f"Isla{emoji}"


def test_names_of_emoji_line_up() -> None:
    rows = [[f"Isla {SCOTLAND}", "1"], ["Noah", "2"], [FAMILY, "3"], [HEART, "4"]]
    assert render_table(rows, "<>").splitlines() == [
        f"Isla {SCOTLAND}  1",
        "Noah     2",
        f"{FAMILY}       3",
        f"{HEART}       4",
    ]


def test_lines_break_at_the_columns_that_are_seen() -> None:
    assert wrap_text(f"{FAMILY} {THUMB} {HEART}", 5) == [f"{FAMILY} {THUMB}", HEART]


def test_names_that_begin_alike_stay_apart_in_a_narrow_table() -> None:
    rows = [["", "hand"], ["Alexandra", "8×5 = 40"], ["Alexander", "0"], ["Noah", "0"]]
    assert render_table(rows, "<>", limit=14).splitlines() == [
        "          hand",
        "A…ra  8×5 = 40",
        "A…er         0",
        "Noah         0",
    ]


@pytest.mark.parametrize(
    ("names", "columns", "shown"),
    [
        (["Ann Buchanan", "Ann Buchanan 2"], 8, ["Ann Buc…", "A…2"]),
        (["Alexandra", "Alexandra", "Noah"], 5, ["Alex…", "Alex…", "Noah"]),
        ([f"{FAMILY}{FAMILY}{THUMB}", f"{FAMILY}{FAMILY}{HEART}"], 5, [f"{FAMILY}…{THUMB}", f"{FAMILY}…{HEART}"]),
        (["Alexandra", "Alexander"], 9, ["Alexandra", "Alexander"]),
    ],
)
def test_cut_names_show_where_they_differ(names: list[str], columns: int, shown: list[str]) -> None:
    assert shorten_apart(names, columns) == shown
