"""`haggis moves`: every legal play of a hand."""

import json

import pytest

from haggis_cli import load_variant, variant_ids
from tests.support.haggis import USUAL_KEYS, USUAL_RULES, Haggis, Ran, refused
from tests.support.program import assert_answered, measured


def test_the_plays_stand_by_kind_the_fewest_court_cards_first(haggis: Haggis) -> None:
    ran = haggis("moves", "4-5r", "5g", "J")
    assert ran == Ran(
        0,
        "Singles (4)\n  4r  a single 4\n  5r  a single 5\n  5g  a single 5\n  J  a single J\n"
        "Sets (5)\n  5r 5g  a pair of 5s\n  4r J  a pair of 4s\n  5r J  a pair of 5s\n  5g J  a pair of 5s\n"
        "  5r 5g J  a set of three 5s\n"
        "Sequences (2)\n  4r 5r J  a sequence of 3 up to 5\n  4r 5r J  a sequence of 3 up to 6\n"
        "Stairs (1)\n  4r 5r 5g J  a stair of 2 pairs up to 5\n"
        "The leader of a trick must play: no pass.\n",
        f"{USUAL_RULES}12 legal plays\n",
    )


def test_passing_is_told_of_where_there_is_something_to_beat(haggis: Haggis) -> None:
    assert haggis("moves", "4r 6r", "--over", "5g").out == "Singles (1)\n  6r  a single 6\nOr 'pass'.\n"


def test_as_json_one_entry_for_each_pair_of_cards_and_reading(haggis: Haggis) -> None:
    found = haggis.json("moves", "J 6r 4-5r", "--over", "3b 4b 5b")
    assert found["hand"] == ["4r", "5r", "6r", "J"]
    assert found["count"] == 5
    assert [move.pop("cards") for move in found["moves"]] == [
        ["4r", "5r", "6r"], ["5r", "6r", "J"], ["4r", "6r", "J"], ["4r", "5r", "J"], ["5r", "6r", "J"],
    ]  # fmt: skip
    readings = [{"kind": "sequence", "width": 1, "length": 3, "rank": rank} for rank in (6, 6, 6, 6, 7)]
    assert found["moves"] == readings


def test_every_move_is_legal_for_judge_and_distinct(haggis: Haggis) -> None:
    found = haggis.json("moves", "3-7r 3g 5b 7y 9g JQK")
    assert found["count"] == len(found["moves"]) > 100
    keys = {json.dumps(move) for move in found["moves"]}
    assert len(keys) == found["count"]
    for move in found["moves"][:: len(found["moves"]) // 12]:
        readings = haggis.json("judge", " ".join(move.pop("cards")))["readings"]
        assert move in readings


def test_only_bombs_beat_a_bomb_and_sometimes_nothing_does(haggis: Haggis) -> None:
    assert haggis("moves", "2r J K", "--over", "J Q").out == "Bombs (1)\n  J K  a bomb (J-K)\nOr 'pass'.\n"
    assert haggis("moves", "2r", "--over", "3r") == Ran(
        0, "Only 'pass': nothing here beats a single 3.\n", f"{USUAL_RULES}0 legal plays\n"
    )
    assert haggis.json("moves", "2r", "--over", "3r") == {"hand": ["2r"], "count": 0, "moves": []} | USUAL_KEYS
    assert haggis("moves", "K").err == f"{USUAL_RULES}1 legal play\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "missing argument 'HAND' (see 'haggis moves --help')"),
        ([""], "no cards are named: write them like '4r 5r 6r' or 'J'"),
        (["4r as single"], "'as' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        (["4r", "--over", "foo"], "--over: 'foo' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        (["4r", "--players", "4"], "Haggis (2-Player) is for 2 players, not 4"),
    ],
)
def test_a_hand_that_cannot_be_read_is_a_wrong_usage(haggis: Haggis, words: list[str], message: str) -> None:
    assert haggis("moves", *words) == refused(2, message)


@pytest.mark.parametrize(
    ("words", "code", "hand", "message"),
    [
        (["2-10rgby JQK"], "too-many-cards", 39, "No hand has 36 suit cards."),
        (["3-5-7-9 rgby"], "too-many-cards", 16, "No hand has 16 suit cards."),
        (["4r 4r"], "no-such-card", 0, "4r is named 2 times, and the deck has 1."),
        (["4r", "--over", "4r"], "card-already-played", 1, "4r is in the combination to beat already."),
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


def test_help(haggis: Haggis) -> None:
    out = haggis.ok("moves", "--help")
    assert out.startswith("Usage: haggis moves [OPTIONS] HAND\n\n  List every legal play of a hand, by kind.\n")
