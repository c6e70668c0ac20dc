"""What a round is worth: the columns of the scoresheet, and totals that must come out."""

import pytest

from haggis_cli.rules.scores import Outcome, score
from haggis_cli.rules.scoring import EVERY_CARD, POINT_CARDS
from haggis_cli.rules.variant import OptionValue
from tests.support.tables import after, cards, position, table

TRIO = ("Adam", "Brenda", "Carol")


def test_point_cards_are_1_and_court_cards_2_3_and_5() -> None:
    at = table("two-player")
    values = {
        text: POINT_CARDS.of(cards(text, at))
        for text in ["2r", "3r", "4r", "5r", "6r", "7r", "8r", "9r", "10r", "J", "Q", "K"]
    }
    assert {text: value for text, value in values.items() if value} == {
        "3r": 1,
        "5r": 1,
        "7r": 1,
        "9r": 1,
        "J": 2,
        "Q": 3,
        "K": 5,
    }


def test_second_copies_count_as_much() -> None:
    at = table("neeps")
    assert POINT_CARDS.of(cards("3r 3r 9y 9y 2b 2b", at)) == 4
    assert EVERY_CARD.of(cards("3r 3r 9y 2b J", at)) == 5


@pytest.mark.parametrize(
    ("variant", "players", "options", "total"),
    [
        ("two-player", 2, {}, 36),
        ("two-player", 2, {"scoring": "cards"}, 42),
        ("three-player", 3, {}, 50),
        ("three-player", 3, {"scoring": "cards"}, 54),
        ("tatties", 3, {}, 54),  # 51 are captured: the haggis is nobody's
        ("neeps", 4, {}, 84),
        ("rogers-neeps", 4, {}, 84),
        *((variant, 2, {}, 36) for variant in ("classic", "revised", "taylor")),
        *((variant, 3, {}, 50) for variant in ("classic", "revised", "taylor")),
    ],
)
def test_all_cards_together(variant: str, players: int, options: dict[str, OptionValue], total: int) -> None:
    at = table(variant, players, **options)
    assert at.variant.card_values.in_play(at) == total


def test_each_player_who_went_out_scores_five_for_each_card_recorded() -> None:
    at = table("three-player", TRIO)
    lines = score(at, Outcome((0, 2), (9, 0, 5), (20, 11, 19), (30, 15, None)))
    assert [(line.hand, line.hand_points, line.captured, line.bonus, line.bet, line.bet_points) for line in lines] == [
        (9, 45, 20, 0, 30, 45),
        (0, 0, 11, 0, 15, 0),
        (5, 25, 19, 0, 0, 15),
    ]
    assert [line.total for line in lines] == [110, 11, 59]


@pytest.mark.parametrize(
    ("variant", "players", "bonus"),
    [
        ("classic", 3, 5),
        ("taylor", 3, 5),
        ("classic", 2, 0),
        ("taylor", 2, 0),
        ("revised", 3, 0),
        ("three-player", 3, 0),
        ("two-player", 2, 0),
    ],
)
def test_the_first_out_of_three_scores_five_more_in_the_first_edition(variant: str, players: int, bonus: int) -> None:
    at = table(variant, TRIO[:players])
    out = (1, 0)[: players - 1]
    lines = score(at, Outcome(out, (0,) * players, (0,) * players, (None,) * players))
    assert [line.bonus for line in lines] == [bonus if seat == 1 else 0 for seat in range(players)]


@pytest.mark.parametrize(
    ("variant", "options", "counts"),
    [
        ("taylor", {}, (4, 0)),
        ("taylor", {"second_out": "scores"}, (4, 1)),
        ("classic", {}, (4, 1)),
        ("revised", {}, (4, 1)),
    ],
)
def test_taylor_scoring_only_the_first_player_out_records_the_fullest_hand(
    variant: str, options: dict[str, OptionValue], counts: tuple[int, ...]
) -> None:
    hands = {"Adam": "2r", "Brenda": "5b 7b", "Carol": "4y 8b 9y 10p"}
    events = ("Adam: 2r", "Brenda: pass", "Carol: 4y", "Brenda: 5b", "Carol: 8b", "Brenda: pass")
    state = after(position(table(variant, TRIO, **options), hands), *events, "Carol: 9y", "Brenda: pass", "Carol: 10p")
    assert (state.out, state.counts) == ((0, 2), counts)


def test_neeps_the_second_out_of_a_slam_records_the_same_count() -> None:
    hands = {"Isla": "2r", "Jamie": "5b 6b", "Rory": "4r 9r", "Noah": "7y 5r 6r 7r"}
    events = ("Isla: 2r", "Jamie: pass", "Rory: 4r", "Noah: 7y", "Jamie: pass", "Rory: 9r")
    assert after(position(table("neeps"), hands), *events).counts == (4, 4)
    assert after(position(table("rogers-neeps"), hands), *events).counts == (4, 3)


def test_neeps_the_third_out_records_as_usual() -> None:
    hands = {"Isla": "2r", "Jamie": "3b", "Rory": "9r", "Noah": "7y 5r 6r 7r"}
    events = ("Isla: 2r", "Jamie: 3b", "Rory: pass", "Noah: 7y", "Rory: 9r")
    assert after(position(table("neeps"), hands), *events).counts == (4, 1, 3)


def test_cards_option_changes_nothing_but_the_captured_cards() -> None:
    points, all_cards = table("two-player").variant, table("two-player", scoring="cards").variant
    assert (points.card_values, all_cards.card_values) == (POINT_CARDS, EVERY_CARD)
    assert points.betting == all_cards.betting


def test_neeps_what_a_team_wins_by_a_failed_bet_stands_with_its_first_seat() -> None:
    at = table("neeps")
    lines = score(at, Outcome((0, 1, 2), (5, 4, 3, 0), (20, 20, 20, 24), (None, None, None, 15)))
    assert [line.bet for line in lines] == [0, 0, 0, 15]
    assert [line.bet_points for line in lines] == [15, 0, 0, 0]
