"""The cards dealt: what is written is read as the same, and what cannot have been dealt is said."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.model import DealFault, DealRecord, parse_deal, write_deal
from haggis_cli.rules.cards import count, pack, unpack
from haggis_cli.rules.round import Deal
from haggis_cli.rules.variant import Table
from tests.support.tables import table

NOAH = "2r 3r 4r 5r 6r 7r 8r 9r 10r 2b 3b 4b 5b 9y"
ISLA = "2g 3g 4g 5g 6g 7g 8g 9g 10g 5y 6y 7y 8y 10y"
HAGGIS = "6b 7b 8b 9b 10b 2y 3y 4y"


def read(haggis: str = HAGGIS, **hands: str) -> Deal:
    return parse_deal(DealRecord(haggis=haggis, hands={"Noah": NOAH, "Isla": ISLA} | hands), table("two-player"))


def dealt(at: Table, seed: int) -> Deal:
    """A shuffled deck, dealt."""
    deck = list(unpack(at.deck.suit_cards))
    random.Random(seed).shuffle(deck)
    size = at.setup.dealt
    hands = [pack(deck[seat * size : (seat + 1) * size]) for seat in at.seats]
    return Deal(tuple(hands), tuple(deck[len(hands) * size :]))


@given(st.sampled_from(["two-player", "three-player", "neeps", "rogers-neeps"]), st.integers(0, 1 << 32))
def test_a_deal_that_is_written_is_read_as_the_same(variant: str, seed: int) -> None:
    at = table(variant)
    deal = dealt(at, seed)
    assert parse_deal(write_deal(deal, at), at) == deal


def test_shorthand_and_any_order_are_read() -> None:
    deal = read(Noah="9y 2-5b 2-10r", Isla="10y 5-8y 2-10g")
    assert deal == read()
    assert [count(hand) for hand in deal.hands] == [14, 14]


def test_the_haggis_keeps_its_order_because_the_shepherd_draws_from_the_top() -> None:
    at = table("two-player")
    deal = read(haggis="4y 10b,6b 3y 7b, 2y 8b 9b")
    assert [at.deck.card_text(card) for card in deal.haggis] == ["4y", "10b", "6b", "3y", "7b", "2y", "8b", "9b"]
    assert write_deal(deal, at).haggis == "4y 10b 6b 3y 7b 2y 8b 9b"


@pytest.mark.parametrize(
    ("haggis", "hands", "key", "part"),
    [
        (HAGGIS, {"Rory": "2r"}, ("hands", "Rory"), "Rory is not one of the players"),
        (HAGGIS, {"Noah": NOAH[3:]}, ("hands", "Noah"), "Noah has 13 suit cards, not 14"),
        (HAGGIS, {"Noah": f"{NOAH} 10y"}, ("hands", "Noah"), "Noah has 15 suit cards, not 14"),
        (HAGGIS, {"Noah": NOAH.replace("9y", "J")}, ("hands", "Noah"), "court cards are not dealt"),
        (HAGGIS, {"Noah": NOAH.replace("9y", "10y")}, ("hands",), "10y is dealt more than once"),
        (HAGGIS, {"Noah": NOAH.replace("9y", "2r")}, ("hands", "Noah"), "2r is named 2 times"),
        (HAGGIS, {"Noah": NOAH.replace("9y", "9p")}, ("hands", "Noah"), "there is no suit 'p' in this deck"),
        (HAGGIS, {"Noah": ""}, ("hands", "Noah"), ""),
        (HAGGIS.replace("4y", "9y"), {}, ("hands",), "9y is dealt more than once"),
        (HAGGIS[3:], {}, ("haggis",), "the haggis has 7 cards, not 8"),
        ("", {}, ("haggis",), "the haggis has 0 cards, not 8"),
        ("foo", {}, ("haggis",), "'foo' is not a card"),
        (HAGGIS.replace("4y", "Q"), {}, ("haggis",), "court cards are not dealt"),
    ],
)
def test_what_cannot_have_been_dealt_is_said_with_its_place(
    haggis: str, hands: dict[str, str], key: tuple[str, ...], part: str
) -> None:
    with pytest.raises(DealFault) as caught:
        read(haggis, **hands)
    assert caught.value.key == key
    assert part in str(caught.value)


def test_what_is_said_of_court_cards() -> None:
    with pytest.raises(DealFault) as caught:
        read(Noah=NOAH.replace("9y", "J"))
    assert str(caught.value) == "court cards are not dealt: everybody has J, Q and K"


def test_a_hand_that_is_missing() -> None:
    with pytest.raises(DealFault, match="the hand of Isla is missing") as caught:
        parse_deal(DealRecord(haggis=HAGGIS, hands={"Noah": NOAH}), table("two-player"))
    assert caught.value.key == ("hands",)


def test_in_a_deck_of_two_copies_a_card_can_be_dealt_twice_and_not_three_times() -> None:
    at = table("neeps")
    deal = dealt(at, 1)
    names = dict(zip(at.names, (at.deck.cards_text(hand) for hand in deal.hands), strict=True))
    first = names[at.names[0]].split()
    twice = next(card for card in first if sum(hand.split().count(card) for hand in names.values()) == 2)
    other = next(name for name in at.names[1:] if names[name].split().count(twice) < 2)
    words = names[other].split()
    words[next(place for place, word in enumerate(words) if word != twice)] = twice
    with pytest.raises(DealFault, match=rf"{twice} is dealt more than twice|{twice} is named 3 times"):
        parse_deal(DealRecord(hands=names | {other: " ".join(words)}), at)
