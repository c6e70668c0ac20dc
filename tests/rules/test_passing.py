"""Passing cards to the partner in Haggis and Neeps."""

from dataclasses import replace

import pytest

from haggis_cli.rules.events import Phase
from haggis_cli.rules.judge import HandWork, find_hand_work, hand_work_text
from haggis_cli.rules.round import Round
from tests.support.tables import after, cards, code, dealt, refused, started, table

HANDS = {"Isla": "2r 3r", "Jamie": "2g 3g", "Rory": "2b 3b", "Noah": "2y 3y"}
FIRST = ("Isla: give 2r", "Jamie: give 2g", "Rory: give 2b", "Noah: give 2y")


def passing(*events: str, variant: str = "neeps") -> Round:
    return after(dealt(table(variant), HANDS, "Isla"), *events)


def held(state: Round) -> list[str]:
    """Everybody's suit cards."""
    assert state.hands is not None
    return [state.table.deck.cards_text(hand & ~0b111) for hand in state.hands]


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_each_player_passes_one_card_and_then_one_more(variant: str) -> None:
    state = passing(*FIRST, variant=variant)
    assert state.phase is Phase.PASSING
    assert held(state) == ["2b 3r", "2y 3g", "2r 3b", "2g 3y"]
    state = after(state, "Isla: give 3r", "Jamie: give 3g", "Rory: give 3b", "Noah: give 3y")
    assert (state.phase, state.turn) == (Phase.PLAY, 0)
    assert held(state) == ["2b 3b", "2y 3y", "2r 3r", "2g 3g"]


def test_nobody_sees_a_card_before_everybody_has_passed_one() -> None:
    state = passing("Isla: give 2r", "Jamie: give 2g", "Rory: give 2b")
    assert held(state) == ["2r 3r", "2g 3g", "2b 3b", "2y 3y"]
    assert code(state, "Isla: give 2b") == "out-of-turn"
    assert code(state, "Noah: give 2g") == "card-not-in-hand"


def test_the_received_card_may_come_back() -> None:
    state = after(passing(*FIRST), "Isla: give 2b", "Jamie: give 2y", "Rory: give 2r", "Noah: give 2g")
    assert held(state) == ["2r 3r", "2g 3g", "2b 3b", "2y 3y"]


def test_passing_is_simultaneous_so_any_order_is_legal() -> None:
    state = passing("Noah: give 2y", "Rory: give 2b", "Isla: give 2r", "Jamie: give 2g")
    assert held(state) == held(passing(*FIRST))


def test_a_prompt_asks_clockwise_from_the_lead_player() -> None:
    state = after(dealt(table("neeps"), HANDS, "Rory"), "Isla: give 2r")
    assert state.table.names[state.turn] == "Rory"
    assert state.table.names[after(state, "Rory: give 2b").turn] == "Noah"


def test_no_court_cards_and_one_card_at_a_time() -> None:
    assert refused(passing(), "Isla: give J").message == "One suit card is passed at a time, never a court card."
    assert code(passing(), "Isla: give 2r 3r") == "not-expected"
    assert code(passing(), "Isla: give 9r") == "card-not-in-hand"


def test_nobody_plays_before_all_cards_are_passed() -> None:
    assert code(passing(), "Isla: 2r") == "passing-pending"
    assert code(passing(*FIRST), "Isla: pass") == "passing-pending"


def test_two_cards_and_no_more() -> None:
    state = after(passing(*FIRST), "Isla: give 3r", "Jamie: give 3g", "Rory: give 3b", "Noah: give 3y")
    assert code(state, "Isla: give 2b") == "not-expected"


def test_b4_bets_may_be_made_before_and_during_passing() -> None:
    state = passing("Rory: bet baby", "Isla: give 2r", "Isla: bet little", "Jamie: give 2g")
    assert state.phase is Phase.PASSING
    assert state.table.variant.betting.stakes(state.table, state.betting) == (15, None, None, None)


def test_with_hands_unknown_passing_is_not_entered() -> None:
    state = started(table("neeps"))
    assert state.phase is Phase.PLAY
    assert code(state, "Isla: give 2r") == "not-expected"


def test_no_other_variant_passes_cards() -> None:
    three = table("three-player", ("Isla", "Jamie", "Rory"))
    state = dealt(three, HANDS, "Isla")
    assert code(state, "Isla: give 2r") == "not-expected"


def test_a_card_of_which_both_partners_hold_a_copy_makes_two() -> None:
    hands = {"Isla": "2r 3r", "Jamie": "2g 3g", "Rory": "2r 3b", "Noah": "2y 3y"}
    state = after(dealt(table("neeps"), hands), "Isla: give 3r", "Jamie: give 2g", "Rory: give 2r", "Noah: give 2y")
    assert state.hands is not None
    assert state.hands[0] == cards("2r 2r J Q K", state.table)


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_with_hands_unknown_passing_is_done_and_said_so(variant: str) -> None:
    said = "Everybody passes 2 cards to the partner now, one after the other; nothing is entered for it."
    state = started(table(variant))
    work = find_hand_work(state)
    assert work == HandWork(Phase.PASSING, (0, 1, 2, 3), 2)
    assert hand_work_text(work, state.table.names) == said
    for at in (state, after(state, "Rory: bet big")):
        assert refused(at, "Jamie: give 2g").message == said
    played = after(state, "Isla: 2r")
    assert find_hand_work(played) is None
    assert refused(played, "Jamie: give 2g").message.startswith("Cards were passed before the first trick;")
    known = passing(*FIRST, "Isla: give 3r", "Jamie: give 3g", "Rory: give 3b", "Noah: give 3y")
    assert [(at.phase, find_hand_work(at)) for at in (passing(), known)] == [(Phase.PASSING, None), (Phase.PLAY, None)]


def test_one_card_is_passed_in_a_sentence_of_its_own() -> None:
    state = started(table("neeps"))
    house = state._replace(table=state.table._replace(variant=replace(state.table.variant, gives=1)))
    work = find_hand_work(house)
    assert work is not None
    assert hand_work_text(work, house.table.names) == (
        "Everybody passes 1 card to the partner now; nothing is entered for it."
    )
