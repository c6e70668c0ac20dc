"""Numbers as people count them at the table: piles by the card values of the variant, sums, beginnings of bets."""

from dataclasses import replace

import pytest

from haggis_cli.book.typed_round import count_pile, parse_amount, parse_captured, pile_help
from haggis_cli.plugins.registry import load
from haggis_cli.rules.api import BET_NAMES, EVERY_CARD, POINT_CARDS, CardValues, FreeBets
from haggis_cli.rules.variant import Table, seat_players
from haggis_cli.support.errors import AmbiguousError, NotationError

TWO = seat_players(load("two-player"), ("Noah", "Isla"))


def table_with(values: CardValues) -> Table:
    """Two players, with these card values and no house rule that changes them."""
    return TWO._replace(variant=replace(TWO.variant, card_values=values, options=()))


@pytest.mark.parametrize("text", ["j q k 7", "jqk+7", "JQK7", "7 jqk", "k, queen, j, 7", "qu j k 7"])
def test_a_pile_is_counted_however_it_is_typed(text: str) -> None:
    assert str(count_pile(text, table_with(POINT_CARDS))) == "17: J 2, Q 3, K 5, 7 cards = 7"
    assert str(count_pile(text, table_with(EVERY_CARD))) == "10: J 1, Q 1, K 1, 7 cards = 7"


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("3 5 7 J Q", "the cards 3, 5, 7, J and Q, 8 points, or J and Q with 15 point cards, 20 points: type 8 or 20"),
        ("j+3+5", "the cards 3, 5 and J, 4 points, or J with 8 point cards, 10 points: type 4 or 10"),
        ("3 5 7 9 j", "only be the cards 3, 5, 7, 9 and J, 6 points: type 6"),
        ("k 10 8", "only be the cards 10, 8 and K, 5 points: type 5"),
    ],
)
def test_several_numbers_that_may_be_ranks_are_refused_with_what_they_can_be(text: str, readings: str) -> None:
    """Whoever types 3 5 7 means these cards, or 15 cards: nobody else can know."""
    with pytest.raises(AmbiguousError) as refused:
        parse_captured(text, TWO)
    assert str(refused.value) == f"'{text}' can {'' if readings.startswith('only') else 'be '}{readings}"


def test_several_numbers_are_added_up_where_they_are_no_ranks() -> None:
    """Five 3s of four suits, or eleven, are no cards."""
    assert [parse_captured(text, TWO) for text in ("j 3 3 3 3 3", "j 11 3", "j 1 3")] == [17, 16, 6]


def test_several_of_a_court_card_are_counted() -> None:
    assert str(count_pile("jjk", TWO)) == "9: 2 J = 4, K 5"


def test_a_plain_number_or_sum_is_points_as_before() -> None:
    assert count_pile("10+15+8", TWO) is None
    assert [parse_captured(text, TWO) for text in ("10+15+8", "12", "jqk")] == [33, 12, 10]


def test_cards_of_one_value_are_multiplied_in_sums_and_piles() -> None:
    twos = table_with(CardValues("…", (2,) * 9, (1, 1, 1)))
    assert [parse_captured(text, twos) for text in ("3x2", "3 X 2+1×5", "j 3x2+1x4", "j 2 3x2")] == [6, 11, 11, 11]
    assert str(count_pile("j 2 3x2", twos)) == "11: J 1, 2 cards = 4, 3x2 = 6"
    for text in ("2x3x4", "3x", "j 3x", "99999x99999"):
        with pytest.raises(NotationError):
            parse_captured(text, twos)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("jjj", "3 J are too many: each of the 2 players has one"),
        ("j17", "17 cards besides J, Q and K are too many: at most 16 count"),
        ("2j", "'2j' can be read in two ways: write 'jj' for two J, 'j 2' for one J and 2 cards"),
        ("jqx", "'jqx' is not a pile: write one like 'j q k 7', a number like 12, or a sum like 10+15+8"),
        ("j k q 7 x", "'j k q 7 x' is not a pile: write one like 'j q k 7', a number like 12, or a sum like 10+15+8"),
        (
            "1o",
            "'1o' is not a number for captured cards: write one like 12, a sum like 10+15+8, or a pile like 'j q k 7'",
        ),
    ],
)
def test_a_pile_that_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=f"^{sentence.replace('+', '[+]')}$"):
        parse_captured(text, TWO)


def test_what_the_number_stands_for_follows_from_the_card_values() -> None:
    """Suit cards of one value are counted; of several values the number is points; help says so."""
    twos = CardValues("…", (2,) * 9, (1, 1, 1))
    uneven = CardValues("…", (1, 2, 1, 2, 1, 2, 1, 2, 1), (1, 1, 1))
    assert str(count_pile("j7", table_with(twos))) == "15: J 1, 7 cards = 14"
    assert str(count_pile("j7", table_with(uneven))) == "8: J 1, 7 points of suit cards"
    assert pile_help(table_with(uneven)).endswith(
        "'j q k 7' is J, Q, K and 7 points of suit cards; '3x2' is three cards of 2 points."
    )
    assert pile_help(TWO).endswith("'j q k 7' is J, Q, K and seven cards of 3, 5, 7 or 9.")
    assert pile_help(table_with(EVERY_CARD)).endswith("'j q k 7' is J, Q, K and seven suit cards.")


def test_the_number_of_a_pile_may_be_less_than_nothing_where_it_is_points() -> None:
    """Where suit cards of one value count, the number is of cards, which are never fewer than none."""
    uneven = table_with(CardValues("…", (0,) * 7 + (-1, -3), (1, 1, 4)))
    assert str(count_pile("k-7", uneven)) == "-3: K 4, -7 points of suit cards"
    assert str(count_pile("k 2 - 7", uneven)) == "-1: K 4, -5 points of suit cards"
    with pytest.raises(NotationError, match=r"^all suit cards with negative points add up to -16, not -17$"):
        count_pile("k-17", uneven)
    with pytest.raises(NotationError, match=r"^'k-' is not a pile"):
        parse_captured("k-", uneven)
    even = table_with(CardValues("…", (0,) * 8 + (-3,), (1, 1, 4)))
    assert str(count_pile("k 2", even)) == "-2: K 4, 2 cards = -6"
    assert count_pile("k-2", even) is None


def test_the_beginning_of_several_bets_is_refused_with_all_of_them() -> None:
    """`b` is a baby or a big bet where there are both, and the big one where there is no other."""
    assert [parse_amount(text, TWO) for text in ("ba", "bi", "l", "big", "-")] == [5, 30, 15, 30, None]
    with pytest.raises(AmbiguousError, match=r"^'b' can be baby or big: type more of the name$"):
        parse_amount("b", TWO)
    without_baby = FreeBets(amounts=(15, 30), names={"little": 15, "big": 30})
    assert parse_amount("b", TWO._replace(variant=replace(TWO.variant, betting=without_baby))) == 30
    assert set(BET_NAMES) == {"baby", "little", "big"}
