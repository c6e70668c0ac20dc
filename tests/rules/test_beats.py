"""Which combination beats which (rules C7)."""

from functools import partial

import pytest

from haggis_cli.rules.readings import Kind, Reading, beats, find_readings
from tests.support.tables import cards, table

BOMB_LADDER = ["3r 5g 7b 9y", "J Q", "J K", "Q K", "J Q K", "3r 5r 7r 9r"]


def better(text: str, over: str) -> bool:
    """Whether some reading of the cards beats the first reading of the others."""
    at = table("two-player")
    read = partial(find_readings, at.variant.combinations)
    return any(beats(reading, read(cards(over, at))[0]) for reading in read(cards(text, at)))


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("5g", "2b"),
        ("Q", "10r"),
        ("9b 9g", "4r 4g"),
        ("8b 9b 10b", "3r 4r 5r"),
        ("9g 9y 10g 10y", "4r 4g 5r 5g"),
        ("9r 10r J", "8b 9b 10b"),
        ("10r 10g J Q", "9b 9y 10b 10y"),
        ("4r 4g 5r 5g J Q", "2r 2g 2b 3r 3g 3b"),
    ],
)
def test_c7_the_same_shape_and_a_higher_top_rank(text: str, over: str) -> None:
    assert better(text, over)


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("2b", "5g"),
        ("5g", "5b"),
        ("9b 9g", "9r 9y"),
        ("9b 9g 9r", "4r 4g"),
        ("9b 9g", "8r"),
        ("4b 5b 6b 7b", "3r 4r 5r"),
        ("6r 6g", "3r 4r 5r"),
        ("8b 9b 10b", "8r 9r 10r"),
        ("6r 6g 6b 6y", "4r 4g 5r 5g"),
    ],
)
def test_c7_nothing_else_does(text: str, over: str) -> None:
    assert not better(text, over)


def test_c7_three_pairs_never_answer_two_triples() -> None:
    assert not better("4r 4g 5r 5g 6r 6g", "2r 2g 2b 3r 3g 3b")
    assert not better("2r 2g 2b 3r 3g 3b", "4r 4g 5r 5g 6r 6g")


@pytest.mark.parametrize("over", ["K", "10r 10g", "8r 9r 10r", "9r 9g 10r 10g", "2r 3r 4r 5r 6r 7r 8r 9r 10r"])
def test_c7_a_bomb_beats_every_other_kind(over: str) -> None:
    for bomb in BOMB_LADDER:
        assert better(bomb, over)
        assert not better(over, bomb)


def test_c7_over_a_bomb_only_a_higher_bomb() -> None:
    for place, bomb in enumerate(BOMB_LADDER):
        for other, lower in enumerate(BOMB_LADDER):
            assert better(bomb, lower) == (place > other)


def test_c7_two_equal_bombs_do_not_beat_each_other() -> None:
    assert not better("3g 5b 7y 9r", "3r 5g 7b 9y")
    assert not better("3g 5g 7g 9g", "3r 5r 7r 9r")


def test_c7_no_reading_beats_itself() -> None:
    for kind in Kind:
        reading = Reading(kind, 2, 3, 6)
        assert not beats(reading, reading)
