"""The tests of the plugin itself: the conformance class, and three pairs whose bets are settled."""

from haggis_strathspey import STRATHSPEY

from haggis_cli import ComputerPlayer, VariantConformance, deal

PLAYERS = ["Ada", "Ben", "Cal", "Dot", "Eve", "Fay"]


class TestStrathspey(VariantConformance):
    variant = STRATHSPEY
    rounds = 20


def test_a_failed_bet_goes_to_both_other_pairs() -> None:
    state, player = deal(STRATHSPEY, PLAYERS, seed=3).play("Ada: bet reel"), ComputerPlayer("easy")
    while not state.over:
        state = state.play(player(state))
    points = {name: line.bet_points for name, line in state.score_lines.items()}
    won = {"Ada": 40} if state.out[0] == "Ada" else {"Ben": 20, "Cal": 20}
    assert {name: brought for name, brought in points.items() if brought} == won
