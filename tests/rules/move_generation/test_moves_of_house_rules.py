"""Decks and combinations that no rulebook has: what is offered is every reading of every handful of a hand."""

from itertools import combinations as choose
from random import Random

import pytest

from haggis_cli.rules.cards import COURTS, Cards, Deck, pack, unpack
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.parts import suit_selections
from haggis_cli.rules.readings import BOMBS, Bomb, Combinations, Reading, beats, find_readings, of_a_kind

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
