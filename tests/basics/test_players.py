"""Whose colour, shape and monogram are whose."""

from colorsys import rgb_to_hls
from itertools import combinations, permutations
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.support.design import COLORS, LOOKS
from haggis_cli.support.escaping import fold_name
from haggis_cli.support.players import look_of, monogram, number_players, player_looks


@given(st.lists(st.text(), min_size=1, max_size=len(LOOKS), unique_by=fold_name), st.integers(0, 8))
def test_no_two_players_of_a_table_look_alike_and_seats_make_no_difference(names: list[str], known: int) -> None:
    number_players(names[:known])
    looks = player_looks(names)
    assert len({look_of(look).shape for look in looks}) == len({look_of(look).color for look in looks}) == len(names)
    assert dict(zip(reversed(names), player_looks(names[::-1]), strict=True)) == dict(zip(names, looks, strict=True))


def test_whom_no_book_knows_has_the_look_of_the_name_and_who_has_to_move_is_always_the_same() -> None:
    names = ("Noah", "Isla", "Jamie", "Rory")
    assert {player_looks((name,))[0] for name in names[:2]} == set(player_looks(names[:2]))
    assert len({tuple(sorted(zip(seats, player_looks(seats), strict=True))) for seats in permutations(names)}) == 1


def test_who_is_in_a_book_looks_the_same_at_every_table_and_nobody_else_looks_just_so() -> None:
    club = [f"Player {number}" for number in range(len(LOOKS) ** 2)]
    assert number_players(club[:5], [*club, "player 3"]) == club[5:]
    assert len({look_of(look) for look in player_looks(club)}) == len(club)
    number_players(club)
    assert player_looks(("PLAYER 9", "Rory", "Player 1"))[::2] == (9, 1)


def test_a_newcomer_has_another_colour_than_everybody_at_the_table() -> None:
    book = [f"Player {number}" for number in range(len(LOOKS))]
    book += number_players(book, ["Player 0", "Noah"])  # the next place has the colour of Player 0
    assert book[-1] == "Noah\t9"
    book += number_players(book, ["Noah", "Isla", "Rory", "Jamie"])
    assert book[-3:] == ["Isla\t8", "Rory", "Jamie"]
    looks = player_looks(("Player 0", "Noah", "Isla", "Rory", "Jamie"))
    assert looks == (0, 9, 8, 10, 11)
    assert len({look_of(look).color for look in looks[1:]}) == 4
    assert number_players(book, ["Zoe"]) == ["Zoe"]
    assert player_looks(("Zoe",)) == (12,)


def test_no_two_at_a_table_have_the_same_shape() -> None:
    """Grey paper tells them apart by it, and by the dashes of their lines."""
    book = [f"Player {number}" for number in range(len(LOOKS))]
    book += number_players(book, ["Player 1", "Noah"])  # the next place has the shape of Player 1
    assert book[-1] == "Noah\t10"
    book += number_players(book, ["Isla"])
    number_players(book)
    assert player_looks(("Isla",)) == (8,)
    for table in (("Isla", "Player 1"), ("Player 1", "Isla")):
        looks = dict(zip(table, map(look_of, player_looks(table)), strict=True))
        assert looks["Player 1"] == LOOKS[1]
        assert looks["Isla"].color == LOOKS[0].color
        assert looks["Isla"].shape != LOOKS[1].shape
    for seats in combinations(book, 3):
        names = [name.partition("\t")[0] for name in seats]
        assert len({look_of(look).shape for look in player_looks(names)}) == 3


def test_a_monogram_is_the_first_letter_or_sign_of_a_name() -> None:
    family = "\U0001f469\u200d\U0001f467"
    assert list(map(monogram, ["noah", f"{family} and Bo", "\u05e0\u05d5\u05e2\u05d4", "(B)", ""])) == [
        *("N", family, "\u05e0", "B", "")
    ]


def contrast(color: str, paper: str) -> float:
    """The contrast of two colours (WCAG 2.2, relative luminance)."""

    def luminance(text: str) -> float:
        parts = [int(text[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(color), luminance(paper)))
    return (high + 0.05) / (low + 0.05)


READ = ("ink", "soft", "accent", "bad", "red", "green", "blue", "yellow", "purple", "orange")
"""The colours of words, and of suits."""


def test_every_colour_is_read_on_light_and_dark_paper_and_every_shape_is_seen_on_the_table() -> None:
    for ground in ("paper", "raised", "tint"):
        for look in (0, 1):
            assert min(contrast(COLORS[name][look], COLORS[ground][look]) for name in READ) >= 4.5
            assert contrast(COLORS["edge"][look], COLORS[ground][look]) >= 3
    for light, dark in (each.color for each in LOOKS):
        assert min(contrast(light, COLORS["paper"].light), contrast(dark, COLORS["paper"].dark)) >= 4.5
        assert min(contrast(dark, COLORS[felt][look]) for felt in ("felt", "felt-deep") for look in (0, 1)) >= 3
    for look in (0, 1):
        assert min(contrast(COLORS[name].light, COLORS["face"][look]) for name in READ[4:]) >= 4.5
        for felt in ("felt", "felt-deep"):
            assert (
                min(contrast(COLORS[name][look], COLORS[felt][look]) for name in ("on-felt", "soft-on-felt", "gold"))
                >= 4.5
            )
    assert contrast(COLORS["print"].light, COLORS["gold"].light) >= 4.5


_EYES = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopes": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopes": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}
"""What people see of red, green and blue light (Machado, Oliveira and Fernandes 2009, severity 1)."""
_TO_XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8730))
"""Of the white of screens, which is one."""


def seen(color: str, eyes: str) -> tuple[float, float, float]:
    """The colour as these eyes see it: lightness, green to red, blue to yellow (CIELAB)."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    for matrix in (_EYES[eyes], _TO_XYZ):
        light = [max(0.0, sum(factor * part for factor, part in zip(row, light, strict=True))) for row in matrix]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in light)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize(("eyes", "apart"), [("all", 24), ("protanopes", 9.5), ("deuteranopes", 9.5)])
@pytest.mark.parametrize("shade", [0, 1], ids=["light", "dark"])
def test_no_two_colours_of_players_are_one_for_any_eyes(eyes: str, apart: float, shade: int) -> None:
    colors = [seen(look.color[shade], eyes) for look in LOOKS]
    assert min(dist(one, other) for one, other in combinations(colors, 2)) >= apart


def test_no_player_has_the_gold_of_the_winner_and_of_what_is_due() -> None:
    def hue(color: str) -> float:
        red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return 360 * rgb_to_hls(red, green, blue)[0]

    gold = hue(COLORS["gold"].dark)
    assert min(abs(hue(each.color.dark) - gold) for each in LOOKS) >= 15  # degrees
