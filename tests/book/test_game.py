"""A deal that stops for blind bets: which cards are seen, who is asked, and that nobody is asked twice."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.book.game import StoppedDeal
from haggis_cli.players.tournament import random_deal
from haggis_cli.rules.api import BlindBets
from haggis_cli.rules.cards import COURTS, count, holds, suit_cards
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import Variant, seat_players
from tests.support.tables import after

GRAND = replace(THREE_PLAYER, id="grand", betting=BlindBets(seen=6), options=())
GRAND_NEEPS = replace(NEEPS, id="grand-neeps", betting=BlindBets(), teams=(), gives=0, options=())
NAMES = ("Noah", "Jamie", "Isla", "Rory")


def dealt(variant: Variant, seed: int = 1) -> Round:
    table = seat_players(variant, NAMES[: variant.players[0]])
    return begin(table, 1, deal=random_deal(table, Random(seed)))


@pytest.mark.parametrize("variant", [GRAND, GRAND_NEEPS], ids=lambda variant: variant.id)
def test_so_many_cards_of_the_hand_are_seen_and_always_the_same(variant: Variant) -> None:
    state = dealt(variant)
    assert state.hands is not None
    for seat in state.table.seats:
        first = StoppedDeal(1).find_first_cards(state, seat)
        assert count(suit_cards(first)) == variant.betting.seen
        assert first & COURTS == COURTS
        assert holds(state.hands[seat], first)
        assert StoppedDeal(1).find_first_cards(state, seat) == first


def test_they_say_nothing_of_the_cards_that_are_to_come() -> None:
    """Low and high cards are seen first alike."""
    seen = Counter[int]()
    for seed in range(300):
        state = dealt(GRAND, seed)
        assert state.hands is not None
        first = StoppedDeal(1).find_first_cards(state, 0)
        places = [place for place in range(state.hands[0].bit_length()) if suit_cards(state.hands[0]) >> place & 1]
        seen.update(number for number, place in enumerate(places) if first >> place & 1)
    assert max(seen.values()) - min(seen.values()) < 60  # about 129 of 300 each


def test_people_are_asked_clockwise_from_the_leader_once() -> None:
    state, stopped = dealt(GRAND), StoppedDeal(1)
    people = [0, 2]
    assert {bet.seat for bet in stopped.find_next_bets(state, people)} == {2}
    stopped.note_answer(2)
    assert {bet.seat for bet in stopped.find_next_bets(state, people)} == {0}
    stopped.note_answer(0)
    assert stopped.find_next_bets(state, people) == []
    stopped.ask_again()
    assert {bet.seat for bet in stopped.find_next_bets(state, people)} == {2}


def test_who_has_bet_blind_is_not_asked_and_nobody_after_a_play() -> None:
    state = dealt(GRAND)
    bet = after(state, "Isla: bet blind")
    assert {each.seat for each in StoppedDeal(1).find_next_bets(bet, [0, 2])} == {0}
    assert StoppedDeal(1).find_next_bets(after(state, "Noah: bet baby"), [0, 2]) == []
