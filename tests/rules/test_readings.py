"""What a handful of cards can be read as, and which combination beats which (rules C1-C7)."""

from functools import partial

import pytest

from haggis_cli.rules.readings import BOMBS, Bomb, Combinations, Kind, Reading, beats, find_readings
from tests.support.rows import read_rows
from tests.support.tables import cards, in_words, table


def read(text: str, variant: str = "two-player", **options: bool) -> list[str]:
    """Every reading of the cards, as people write them, in the engine's order."""
    at = table(variant, **options)
    return [in_words(reading) for reading in find_readings(at.variant.combinations, cards(text, at))]


@pytest.mark.parametrize(("game", "text", "readings"), read_rows(__file__, "readings.txt"))
def test_what_cards_can_be_read_as(game: str, text: str, readings: str) -> None:
    variant, _, option = game.partition(" with ")
    found = read(text, variant, **({option: True} if option else {}))
    assert ", ".join(found) == readings.replace("nothing", "")


@pytest.mark.parametrize("text", ["7r", "J", "4r 4g 4b", "3r 4r 5r", "4r 4g 5r 5g J Q", "3r 5g 7b 9y", "J Q K"])
def test_every_reading_has_as_many_cards_as_are_read(text: str) -> None:
    handful = cards(text, table("two-player"))
    assert {each.size for each in find_readings(Combinations(), handful)} == {handful.bit_count()}


@pytest.mark.parametrize("text", ["J Q", "J K", "Q K", "J Q K"])
def test_c1_court_cards_alone_are_a_bomb_and_nothing_else(text: str) -> None:
    assert [reading.partition("@")[0] for reading in read(text)] == ["bomb"]


@pytest.mark.parametrize("text", ["9r 10r J", "10r J Q K", "10r 10g J Q", "2r J", "3r 5g 7b 9y", "J Q"])
def test_c3_any_card_and_own_rank_or_lower_read_the_same(text: str) -> None:
    assert read(text, "revised") == read(text, "classic")


def test_c5_a_bomb_has_width_one_and_its_number_of_cards_as_length() -> None:
    at = table("two-player")
    read = partial(find_readings, at.variant.combinations)
    assert read(cards("3r 5g 7b 9y", at)) == (Reading(Kind.BOMB, 1, 4, 1),)
    assert read(cards("J Q K", at)) == (Reading(Kind.BOMB, 1, 3, 5),)


@pytest.mark.parametrize("text", ["3r 5g 7b J", "3r 5r 7r K", "J Q 3r 5g"])
def test_c5_no_wild_card_in_a_bomb_of_suit_cards(text: str) -> None:
    assert not [reading for reading in read(text) if reading.startswith("bomb")]


def test_a_house_variant_may_have_bombs_of_two_suit_cards() -> None:
    at = table("two-player")
    rules = Combinations(bombs=(Bomb((2, 4)), Bomb((2, 4), one_suit=True)))
    assert find_readings(rules, cards("2r 4g", at)) == (Reading(Kind.BOMB, 1, 2, 1),)
    assert find_readings(rules, cards("2g 4g", at)) == (Reading(Kind.BOMB, 1, 2, 2),)
    assert find_readings(rules, cards("2r 5g", at)) == ()


def test_a_house_variant_declares_other_lengths_and_bombs() -> None:
    at = table("two-player")
    house = Combinations(sequence=4, stair=3, bombs=(Bomb((2, 4, 6)), *BOMBS))
    assert find_readings(house, cards("3r 4r 5r", at)) == ()
    assert find_readings(house, cards("4r 4g 5r 5g", at)) == ()
    assert find_readings(house, cards("2r 4g 6b", at)) == (Reading(Kind.BOMB, 1, 3, 1),)
    assert find_readings(house, cards("J Q", at)) == (Reading(Kind.BOMB, 1, 2, 3),)


BOMB_LADDER = ["3r 5g 7b 9y", "J Q", "J K", "Q K", "J Q K", "3r 5r 7r 9r"]


def better(text: str, over: str) -> bool:
    """Whether some reading of the cards beats the first reading of the others."""
    at = table("two-player")
    read = partial(find_readings, at.variant.combinations)
    return any(beats(reading, read(cards(over, at))[0]) for reading in read(cards(text, at)))


@pytest.mark.parametrize(("does", "text", "over"), read_rows(__file__, "beats.txt"))
def test_c7_the_same_shape_and_a_higher_top_rank_or_a_bomb_and_nothing_else(does: str, text: str, over: str) -> None:
    assert better(text, over) == (does == "beats")


@pytest.mark.parametrize("over", ["K", "10r 10g", "8r 9r 10r", "9r 9g 10r 10g", "2r 3r 4r 5r 6r 7r 8r 9r 10r"])
def test_c7_a_bomb_beats_every_other_kind(over: str) -> None:
    for bomb in BOMB_LADDER:
        assert better(bomb, over)
        assert not better(over, bomb)


def test_c7_over_a_bomb_only_a_higher_bomb() -> None:
    for place, bomb in enumerate(BOMB_LADDER):
        for other, lower in enumerate(BOMB_LADDER):
            assert better(bomb, lower) == (place > other)


def test_c7_no_reading_beats_itself() -> None:
    for kind in Kind:
        reading = Reading(kind, 2, 3, 6)
        assert not beats(reading, reading)
