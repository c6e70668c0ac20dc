"""The tests of the plugin itself: the conformance class, and matches in which the piper changes."""

from haggis_piper import PIPER

from haggis_cli import ComputerPlayer, State, VariantConformance, deal


class TestPiper(VariantConformance):
    variant = PIPER
    rounds = 20


def play_to_the_end(state: State) -> State:
    player = ComputerPlayer("easy")
    while not state.over:
        state = state.play(player(state))
    return state


def test_whoever_leads_plays_alone_against_the_others() -> None:
    state = deal(PIPER, ["Ada", "Ben", "Cal", "Dot"], seed=3)
    assert state.sides == (("Ada",), ("Ben", "Cal", "Dot"))
    after = play_to_the_end(state)
    assert after.totals == after.scores
    lowest = min(after.totals, key=lambda name: after.totals[name])
    assert (lowest,) in after.next_round().sides


def test_a_failed_bet_goes_to_the_other_side_alone() -> None:
    state = play_to_the_end(deal(PIPER, ["Ada", "Ben", "Cal"], seed=3).play("Ben: bet reel"))
    points = {name: line.bet_points for name, line in state.score_lines.items()}
    assert points == ({"Ada": 0, "Ben": 20, "Cal": 0} if state.out[0] == "Ben" else {"Ada": 20, "Ben": 0, "Cal": 0})
