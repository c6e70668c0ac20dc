"""The words for combinations, and why a handful of cards is none."""

import pytest

from haggis_cli.matches.notation import parse_claim
from haggis_cli.rules.events import rule_text
from haggis_cli.rules.explanations import claim_text, describe, why_no_combination
from haggis_cli.rules.readings import Combinations, find_readings
from haggis_cli.support.text import join_words, number_word
from tests.support.rows import read_rows
from tests.support.tables import cards, table


def said(text: str, variant: str = "two-player") -> list[str]:
    """Every reading of the cards in words."""
    at = table(variant)
    rules = at.variant.combinations
    return [describe(reading, rules.bombs) for reading in find_readings(rules, cards(text, at))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7r", ["a single 7"]),
        ("Q", ["a single Q"]),
        ("4r 4g", ["a pair of 4s"]),
        ("4r 4g 4b", ["a set of three 4s"]),
        ("10r 10g 10b 10y J Q K", ["a set of seven 10s"]),
        ("3r 4r 5r", ["a sequence of 3 cards up to 5"]),
        (
            "9r 10r J Q",
            ["a sequence of 4 cards up to Q", "a sequence of 4 cards up to J", "a sequence of 4 cards up to 10"],
        ),
        ("4r 4g 5r 5g 6r 6g", ["a stair of 3 pairs up to 6"]),
        ("4r 4g 4b 5r 5g 5b", ["a stair of 2 triples up to 5"]),
        ("4r 4g 4b 4y 5r 5g 5b 5y", ["a stair of 2 sets of 4 up to 5"]),
        ("3r 5g 7b 9y", ["a bomb (3-5-7-9 in four different suits)"]),
        ("3r 5r 7r 9r", ["a bomb (3-5-7-9 in one suit)"]),
        ("J Q K", ["a bomb (J-Q-K)"]),
    ],
)
def test_combinations_in_words(text: str, words: list[str]) -> None:
    found = said(text)
    assert found[: len(words)] == words


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("set", "a set"),
        ("run@6", "a sequence up to 6"),
        ("sequence@J", "a sequence up to J"),
        ("stair", "a stair"),
        ("stair2@10", "a stair of pairs up to 10"),
        ("stair4", "a stair of sets of 4"),
        ("set@8", "a set of 8s"),
        ("single@J", "a single J"),
        ("bomb", "a bomb"),
        ("bomb@3", "a bomb of rank 3"),
    ],
)
def test_claims_in_words(claim: str, words: str) -> None:
    assert claim_text(parse_claim(claim)) == words


@pytest.mark.parametrize(("text", "reason"), read_rows(__file__, "no_combinations.txt"))
def test_why_it_is_no_combination(text: str, reason: str) -> None:
    at = table("two-player")
    breach = why_no_combination(at.variant.combinations, at.deck, cards(text, at))
    assert breach.message == f"{text} is not a combination: {reason}."


def test_why_in_two_copies_and_in_rogers_rules() -> None:
    neeps = table("neeps")
    breach = why_no_combination(neeps.variant.combinations, neeps.deck, cards("4r 4r 5r 5g", neeps))
    assert breach.message == (
        "4r 4r 5r 5g is not a combination: every rank of a stair must have the same suits, but these are 4 red twice; "
        "5 red and green."
    )
    rogers = table("rogers-neeps")
    breach = why_no_combination(rogers.variant.combinations, rogers.deck, cards("4r J", rogers))
    assert breach.message == "4r J is not a combination: sets are not played in this variant."


def test_why_where_a_house_wants_longer_combinations() -> None:
    at = table("two-player")
    house = Combinations(sequence=4, stair=3)
    assert why_no_combination(house, at.deck, cards("4r 5r 6r", at)).message.endswith(
        "a sequence has at least 4 cards."
    )
    assert why_no_combination(house, at.deck, cards("4r 4g 5r 5g", at)).message.endswith(
        "a stair has at least 3 ranks."
    )


def test_court_cards_alone_where_a_house_has_no_bombs() -> None:
    at = table("two-player")
    breach = why_no_combination(Combinations(bombs=()), at.deck, cards("J Q", at))
    assert breach.message == "J Q is not a combination: court cards can only be played together with a suit card."


def test_lists_numbers_and_rules_in_words() -> None:
    assert join_words(["a", "b", "c"], "or") == "a, b or c"
    assert (number_word(2), number_word(12), number_word(13)) == ("two", "twelve", "13")
    assert rule_text(table("tatties").variant.next_leader) == (
        "The player with the lowest total is the lead player; on a tie, the first tied player clockwise after whoever "
        "led the first trick of the round before (that player, if tied, comes last)."
    )
