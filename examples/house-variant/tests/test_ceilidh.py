"""The tests of the plugin itself: the conformance class, and its own rules in rounds that are played."""

import pytest
from haggis_ceilidh import CEILIDH

from haggis_cli import ComputerPlayer, IllegalEventError, State, VariantConformance, deal

PLAYERS = ["Ailsa", "Hamish", "Morag"]


class TestCeilidh(VariantConformance):
    variant = CEILIDH


def play_out(state: State) -> State:
    """The end of a round that computer players finish."""
    player = ComputerPlayer("easy")
    while not state.over:
        state = state.play(player(state))
    return state


def test_a_bet_can_be_raised_and_not_lowered() -> None:
    state = deal(CEILIDH, PLAYERS, seed=1).play("Ailsa: bet reel")
    with pytest.raises(IllegalEventError, match="Ailsa has 20 in the pool and can only raise it") as refused:
        state.play("Ailsa: bet jig")
    assert refused.value.code == "bet-not-higher"
    assert state.play("Ailsa: bet strathspey").bets == {"Ailsa": 40}


@pytest.mark.parametrize("seed", range(5))
def test_the_first_out_takes_the_pool_and_the_second_gets_the_own_bet_back(seed: int) -> None:
    state = deal(CEILIDH, PLAYERS, seed=seed)
    for event in ("Ailsa: bet jig", "Hamish: bet reel", "Morag: bet strathspey"):
        state = state.play(event)
    end = play_out(state)
    first, second = end.out
    points = {name: line.bet_points for name, line in end.score_lines.items()}
    assert points[second] == end.bets[second]
    assert points[first] == sum(end.bets.values()) - end.bets[second]
    assert sum(points.values()) == sum(end.bets.values())


def test_the_fullest_hand_captures_a_bombed_trick() -> None:
    hands = {
        "Ailsa": "2-8r 2-8g",
        "Hamish": "9-10r 9-10g 2-6b 2-6y",
        "Morag": "7-10b 7-10y 2-7p",
    }
    state = deal(CEILIDH, hands=hands, haggis="8p 9p 10p", lead="Ailsa")
    for event in ("Ailsa: 4r 4g", "Hamish: J Q", "Morag: pass", "Ailsa: pass"):
        state = state.play(event)
    assert state.captured["Morag"] == ("4r", "4g", "J", "Q")
