"""A handful of cards in one integer behaves as a multiset does."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.rules.cards import (
    SECOND_COPY,
    SUIT_MASK,
    Card,
    Deck,
    Setup,
    add,
    cards_of_suit,
    count,
    court_cards,
    holds,
    pack,
    rank_name,
    remove,
    shift_of,
    suit_cards,
    unpack,
)
from tests.support.tables import cards, table

SUITED = st.builds(Card, st.integers(2, 10), st.integers(0, 3))
COURT = st.builds(Card, st.integers(11, 13), st.none())
HANDFULS = st.tuples(
    st.dictionaries(SUITED, st.integers(1, 2), max_size=12), st.dictionaries(COURT, st.just(1), max_size=3)
).map(lambda parts: Counter({**parts[0], **parts[1]}))


@given(HANDFULS)
def test_packed_cards_come_out_in_order(handful: Counter[Card]) -> None:
    packed = pack(handful.elements())
    assert Counter(unpack(packed)) == handful
    assert unpack(packed) == sorted(handful.elements(), key=lambda card: (card.rank, card.suit or 0))
    assert count(packed) == handful.total()
    assert suit_cards(packed) | court_cards(packed) == packed


@given(HANDFULS, HANDFULS)
def test_a_part_is_held_and_can_be_removed(hand: Counter[Card], other: Counter[Card]) -> None:
    held, asked = pack(hand.elements()), pack(other.elements())
    assert holds(held, asked) == (other <= hand)
    common = pack((hand & other).elements())
    assert Counter(unpack(remove(held, common))) == hand - (hand & other)
    assert add(remove(held, common), common) == held


@given(HANDFULS, HANDFULS)
def test_two_handfuls_add_up_to_two_copies_at_most(hand: Counter[Card], other: Counter[Card]) -> None:
    hand, other = (Counter({card: n for card, n in each.items() if card.suit is not None}) for each in (hand, other))
    together = add(pack(hand.elements()), pack(other.elements()))
    assert Counter(unpack(together)) == Counter({card: min(2, n) for card, n in (hand + other).items()})


def test_nobody_packs_three_of_a_card() -> None:
    with pytest.raises(ValueError, match=r"^more than two of Card\("):
        pack([Card(4, 0)] * 3)


def test_the_ranks_of_one_suit() -> None:
    at = table("neeps")
    held = cards("2r 2r 5r 10r 3g J", at)
    assert [held >> shift_of(suit) & SUIT_MASK for suit in (0, 1)] == [0b100001001, 0b000000010]
    assert [held >> SECOND_COPY >> shift_of(suit) & SUIT_MASK for suit in (0, 1)] == [0b000000001, 0]
    assert cards_of_suit(0b11, 1) == cards("2g 3g", at)


def test_cards_are_written_in_canonical_order() -> None:
    at = table("three-player")
    assert at.deck.cards_text(cards("K J 10p 10r 2y Q 3b", at)) == "2y 3b 10r 10p J Q K"
    assert [rank_name(rank) for rank in (2, 10, 11, 12, 13)] == ["2", "10", "J", "Q", "K"]


def test_decks_have_the_rulebooks_sizes() -> None:
    assert [
        count(Deck(letters, copies).suit_cards) for letters, copies in (("rgby", 1), ("rgbyp", 1), ("rgby", 2))
    ] == [36, 45, 72]
    assert (Setup(4, 1, 14).haggis(2), Setup(5, 1, 14).haggis(3), Setup(4, 2, 18).haggis(4)) == (8, 3, 0)


def test_suits_have_names_where_the_box_gives_them_one() -> None:
    deck = Deck("oygbm")
    assert [deck.suit_name(suit) for suit in range(5)] == ["orange", "yellow", "green", "blue", "'m'"]


def test_the_suits_of_ordinary_cards_have_names() -> None:
    deck = Deck("hdcsx")
    assert [deck.suit_name(suit) for suit in range(5)] == ["hearts", "diamonds", "clubs", "spades", "stars"]
