"""Every play there is in a handful of cards."""

from itertools import combinations as choose
from random import Random

import pytest

from haggis_cli.rules.cards import COURTS, Cards, Deck, pack, unpack
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.parts import suit_selections
from haggis_cli.rules.readings import BOMBS, Bomb, Combinations, Kind, Reading, beats, find_readings, of_a_kind
from tests.support.rows import read_rows
from tests.support.tables import cards, in_words, table


def plays(hand: str, over: str = "", variant: str = "two-player") -> list[str]:
    """The legal plays, written as people do, over the first reading of some cards."""
    at = table(variant)
    rules = at.variant.combinations
    beaten = find_readings(rules, cards(over, at))[0] if over else None
    found = legal_plays(rules, at.deck, cards(hand, at), beaten)
    return [f"{at.deck.cards_text(each)} as {in_words(reading)}" for each, reading in found]


def test_the_order_of_leads_is_singles_sets_sequences_stairs_bombs() -> None:
    assert plays("4r 4g 5r J Q") == [f"{cards} as {reading}" for cards, reading in read_rows(__file__, "leads.txt")]


@pytest.mark.parametrize("hand", ["4r 4g 5r J Q", "4r 4g 5r 5g"])
def test_plays_are_a_sequence_whether_they_are_joined_or_not(hand: str) -> None:
    at = table("two-player")
    found = legal_plays(at.variant.combinations, at.deck, cards(hand, at))
    every = list(found)
    assert [found[place] for place in range(len(found))] == every
    assert (found[-1], found[1:3], found[::-1]) == (every[-1], every[1:3], every[::-1])
    with pytest.raises(IndexError):
        found[len(found)]


def test_a_stair_is_offered_with_court_cards_beside_the_cards_it_could_be_made_of() -> None:
    found = plays("4r 4g 5r 5g J Q")
    assert "4r 4g 5r 5g as stair2@5" in found
    assert "4r 4g 5r J as stair2@5" in found
    assert "4r 4g 5r 5g J Q as stair3@5" in found
    assert "4r 4g 5r 5g J Q as stair2@6" in found
    assert "4r 4g 5r 5g J Q as stair2@5" in found


def test_c7_answers_are_higher_plays_of_the_same_shape_and_bombs() -> None:
    assert plays("3r 5g 7b 9y 6r 6g J Q", over="5b 5y") == [
        "6r J as set@6",
        "6r Q as set@6",
        "6g J as set@6",
        "6g Q as set@6",
        "6r 6g as set@6",
        "7b J as set@7",
        "7b Q as set@7",
        "9y J as set@9",
        "9y Q as set@9",
        "3r 5g 7b 9y as bomb@1",
        "J Q as bomb@2",
    ]


def test_c7_over_a_bomb_only_higher_bombs() -> None:
    hand = "3r 5r 7r 9r 3g 5g 7b 9y J Q K"
    assert plays(hand, over="J Q") == ["J K as bomb@3", "Q K as bomb@4", "J Q K as bomb@5", "3r 5r 7r 9r as bomb@6"]
    assert plays("J K", over="Q K") == []


def test_c5_bombs_of_suit_cards_need_no_court_cards() -> None:
    found = plays("3r 5g 7b 9y 3b 5b 9b")
    assert [play for play in found if "bomb" in play] == ["3r 5g 7b 9y as bomb@1", "3b 5b 7b 9b as bomb@6"]
    assert plays("3r 5g 7b 9y 2b", over="10r") == ["3r 5g 7b 9y as bomb@1"]


def test_every_bomb_of_a_kind_in_a_hand_is_offered() -> None:
    at = table("two-player")
    found = legal_plays(Combinations(bombs=of_a_kind(3)), at.deck, cards("4r 4g 4b 4y 5r 5g 5b", at))
    bombs = [at.deck.cards_text(each) for each, reading in found if reading.kind is Kind.BOMB]
    assert bombs == ["4r 4g 4b", "4r 4g 4y", "4r 4b 4y", "4g 4b 4y", "5r 5g 5b"]


def test_c6_no_sets_in_rogers_rules() -> None:
    assert plays("4r 4g J", variant="rogers-neeps") == ["4r as single@4", "4g as single@4", "J as single@J"]


def test_two_copies_of_a_card_are_one_choice() -> None:
    assert plays("4r 4r", variant="neeps") == ["4r as single@4", "4r 4r as set@4"]
    found = plays("4r 4r 5r 5r 6r", variant="neeps")
    assert found.count("4r 5r 6r as sequence@6") == 1
    assert "4r 4r 5r 5r as stair2@5" in found


def test_a_hand_of_nothing_offers_nothing() -> None:
    assert plays("") == []


HOUSE_RULES = {
    "plain": Combinations(),
    "no sets": Combinations(sets=False),
    "sequences of two": Combinations(sequence=2),
    "sequences of four, stairs of three": Combinations(sequence=4, stair=3),
    "court cards for anything": Combinations(sequence=5, any_card=True),
    "long stairs up to ten": Combinations(stair=4, courts_climb=False),
    "no bombs": Combinations(bombs=()),
    "other bombs": Combinations(bombs=(Bomb((2, 4)), Bomb((2, 4, 6)), Bomb((2, 4, 6), one_suit=True), Bomb((11, 13)))),
    "sets of two or four": Combinations(set_sizes=(2, 4)),
    "bombs of a kind": Combinations(bombs=(*of_a_kind(3), *BOMBS[1:5], *of_a_kind(4, range(2, 6)), Bomb((5, 6, 7)))),
    "bombs of a kind and no sets": Combinations(sets=False, bombs=(Bomb((5, 5)), *of_a_kind(4), Bomb((5,) * 5))),
    "bombs of two neighbours": Combinations(bombs=tuple(Bomb((rank, rank + 1)) for rank in (*range(2, 10), 11, 12))),
}


def few_cards(deck: Deck, chance: Random) -> Cards:
    """Some cards of few suits and ranks, so that combinations abound, and often court cards."""
    low = chance.randint(2, 8)
    suits = chance.sample(range(len(deck.letters)), min(3, len(deck.letters)))
    likely = [card for card in unpack(deck.suit_cards) if card.suit in suits and low <= card.rank <= low + 4]
    courts = chance.choice((0, chance.randint(0, COURTS)))
    return pack(chance.sample(likely, min(len(likely), chance.randint(1, 6)))) | courts


def every_play(combinations: Combinations, hand: Cards) -> set[tuple[Cards, Reading]]:
    cards = unpack(hand)
    handfuls = {pack(chosen) for size in range(1, len(cards) + 1) for chosen in choose(cards, size)}
    return {(handful, reading) for handful in handfuls for reading in find_readings(combinations, handful)}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", HOUSE_RULES)
@pytest.mark.parametrize("deck", [Deck("r", 2), Deck("rgb"), Deck("rgbyp", 2), Deck("rgbypowv")], ids=str)
def test_every_play_once_and_no_other(name: str, deck: Deck, rounds: int) -> None:
    combinations, chance = HOUSE_RULES[name], Random(f"{name} {deck}")
    for _ in range(rounds):
        hand = few_cards(deck, chance)
        expected = every_play(combinations, hand)
        leads = legal_plays(combinations, deck, hand)
        assert len(leads) == len(set(leads))
        assert set(leads) == expected
        for over in chance.sample(sorted({reading for _, reading in expected}), 1):
            lower = over._replace(rank=over.rank - 1)
            answers = legal_plays(combinations, deck, hand, lower)
            assert len(answers) == len(set(answers))
            assert set(answers) == {play for play in expected if beats(play[1], lower)}


@pytest.mark.slow
def test_the_largest_deck_is_ready_soon() -> None:
    """Three choices for each of eight suits, listed without going through all ways to take up to sixteen suits."""
    found = suit_selections(8, 2)
    assert len(found) == len(set(found)) == 3**8
    assert [each.size for each in found] == sorted(each.size for each in found)
    hand = pack(card for card in unpack(Deck("rgbypowv", 2).suit_cards) if card.rank in (4, 5))
    stairs = [play for play in legal_plays(Combinations(), Deck("rgbypowv", 2), hand) if play[0] == hand]
    assert [reading.width for _, reading in stairs] == [16]
