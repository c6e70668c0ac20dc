"""`haggis moves`: every legal play of a hand."""

import json

import pytest

from haggis_cli import load_variant, variant_ids
from tests.support.haggis import USUAL_RULES, Haggis, Ran
from tests.support.program import assert_answered, measured


def test_every_move_is_legal_for_judge_and_distinct(haggis: Haggis) -> None:
    found = haggis.json("moves", "3-7r 3g 5b 7y 9g JQK")
    assert found["count"] == len(found["moves"]) > 100
    keys = {json.dumps(move) for move in found["moves"]}
    assert len(keys) == found["count"]
    for move in found["moves"][:: len(found["moves"]) // 12]:
        readings = haggis.json("judge", " ".join(move.pop("cards")))["readings"]
        assert move in readings


@pytest.mark.parametrize(
    ("words", "code", "hand", "message"),
    [
        (["2-10rgby JQK"], "too-many-cards", 39, "No hand has 36 suit cards."),
        (["3-5-7-9 rgby"], "too-many-cards", 16, "No hand has 16 suit cards."),
        (["4r 4r"], "no-such-card", 0, "4r is named 2 times, but the deck has only 1."),
        (["4r", "--over", "4r"], "card-already-played", 1, "4r is already in the combination to beat."),
    ],
)
def test_a_hand_that_nobody_can_hold_is_refused_as_judge_does(
    haggis: Haggis, words: list[str], code: str, hand: int, message: str
) -> None:
    assert haggis("moves", *words) == Ran(1, f"illegal: {message}\n  rule: Rulebook 2.1, Setup\n", USUAL_RULES)
    assert haggis("moves", *words) == haggis("judge", *words)
    ran = haggis("moves", *words, "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["code"], told["message"], told["rule"]) == (1, code, message, "Rulebook 2.1, Setup")
    assert (len(told["hand"]), told["count"], told["moves"]) == (hand, 0, [])


@pytest.mark.sample(3)
@pytest.mark.longest(12)
@pytest.mark.parametrize("more", [(), ("--json",), ("--over", "2r")], ids=["lead", "json", "over"])
@pytest.mark.parametrize(
    ("variant", "players", "suits"),
    [(name, players, setup.suits) for name in variant_ids() for players, setup in load_variant(name).setups.items()],
)
def test_the_whole_deck_as_a_hand_is_refused_at_once(
    haggis: Haggis, variant: str, players: int, suits: int, more: tuple[str, ...]
) -> None:
    deck = f"2-10{'rgbyp'[:suits]}"
    copies = load_variant(variant).setups[players].copies
    cost = measured(haggis, "moves", *[deck] * copies, "JQK", "--variant", variant, "--players", str(players), *more)
    assert_answered(cost)
    assert (cost.code, f"No hand has {9 * suits * copies} suit cards." in cost.out) == (1, True)


def test_the_largest_hand_that_can_be_held_is_listed_at_once(haggis: Haggis) -> None:
    cost = measured(haggis, "moves", "2-10rg", "JQK", "--variant", "neeps", "--json")
    assert_answered(cost)
    assert (cost.code, json.loads(cost.out)["count"]) == (0, 15269)
