"""How a trick goes, and how a round ends (rules P1-P6)."""

from haggis_cli.rules.events import Phase
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.round import Round
from tests.support.tables import after, cards, code, named, position, refused, started, table


def trio(known: bool = True) -> Round:
    """Noah leads, Jamie sits left of him, Isla left of Jamie."""
    hands = {"Noah": "2r 7r 8r 9b", "Jamie": "3g 9g 10g J", "Isla": "4b 7b 8b 2b"}
    return position(table("three-player"), hands, known=known)


def turn(state: Round) -> str:
    return state.table.names[state.turn]


def test_p1_the_leader_must_play() -> None:
    assert code(started(table("two-player")), "Noah: pass") == "leader-must-play"
    later = after(trio(), "Noah: 2r", "Jamie: 3g", "Isla: 4b", "Noah: pass", "Jamie: pass")
    assert (turn(later), code(later, "Isla: pass")) == ("Isla", "leader-must-play")


def test_p1_play_goes_clockwise() -> None:
    state = trio()
    for event, following in (("Noah: 2r", "Jamie"), ("Jamie: pass", "Isla"), ("Isla: 4b", "Noah")):
        state = after(state, event)
        assert turn(state) == following


def test_p1_each_player_plays_higher_or_bombs_or_passes() -> None:
    state = after(trio(), "Noah: 9b")
    assert code(state, "Jamie: 3g") == "not-higher"
    assert code(state, "Jamie: 10g") is None
    assert code(state, "Jamie: pass") is None
    bomber = position(table("two-player"), {"Noah": "9b 2b", "Isla": "J Q 2r"})
    assert code(after(bomber, "Noah: 9b"), "Isla: J Q") is None
    assert code(bomber, "Isla: J Q") == "out-of-turn"


def test_p1_passing_does_not_shut_a_player_out_of_the_trick() -> None:
    state = after(trio(), "Noah: 2r", "Jamie: pass", "Isla: 4b", "Noah: 7r", "Jamie: 9g")
    assert [play.seat for play in state.trick] == [0, 2, 0, 1]


def test_p2_the_trick_ends_when_all_others_have_passed_in_succession() -> None:
    state = after(trio(), "Noah: 2r", "Jamie: 3g", "Isla: pass", "Noah: 7r", "Jamie: pass")
    assert (len(state.tricks), state.passes) == (0, 1)
    state = after(state, "Isla: pass")
    assert (len(state.tricks), state.trick, state.passes) == (1, (), 0)
    assert (state.tricks[0].winner, state.tricks[0].taker) == (0, 0)


def test_p2_with_two_players_one_pass_ends_it() -> None:
    state = position(table("two-player"), {"Noah": "2r 3r", "Isla": "4r 5r"})
    assert len(after(state, "Noah: 2r", "Isla: pass").tricks) == 1


def test_p2_after_the_out_players_own_last_play_both_others_must_pass() -> None:
    state = position(table("three-player"), {"Noah": "9r", "Jamie": "3g 4g", "Isla": "4b 5b"})
    state = after(state, "Noah: 9r", "Jamie: pass")
    assert not state.tricks
    state = after(state, "Isla: pass")
    assert (len(state.tricks), state.tricks[0].winner) == (1, 0)


def test_p2_after_a_remaining_players_play_the_one_other_pass_ends_it() -> None:
    state = position(table("three-player"), {"Noah": "2r", "Jamie": "3g 4g", "Isla": "4b 5b"})
    state = after(state, "Noah: 2r", "Jamie: 3g", "Isla: pass")
    assert (len(state.tricks), state.tricks[0].winner, turn(state)) == (1, 1, "Jamie")


def test_p3_the_winner_leads_the_next_trick() -> None:
    assert turn(after(trio(), "Noah: 2r", "Jamie: 3g", "Isla: 4b", "Noah: pass", "Jamie: pass")) == "Isla"


def test_p3_if_the_winner_is_out_the_next_player_to_the_left_who_is_in_leads() -> None:
    state = position(table("three-player"), {"Noah": "2r 3r", "Jamie": "9g", "Isla": "4b 5b"})
    state = after(state, "Noah: 2r", "Jamie: 9g", "Isla: pass", "Noah: pass")
    assert (state.tricks[0].winner, turn(state)) == (1, "Isla")
    four = position(table("neeps"), {"Isla": "2r", "Jamie": "3r", "Rory": "5b 6b", "Noah": "4r 6y"})
    four = after(four, "Isla: 2r", "Jamie: 3r", "Rory: pass", "Noah: pass")
    assert (four.tricks[0].winner, turn(four)) == (1, "Rory")


def test_p4_going_out_records_the_fullest_hand_of_an_opponent_court_cards_included() -> None:
    state = position(table("three-player"), {"Noah": "9r", "Jamie": "3g J Q K", "Isla": "4b 5b"})
    state = after(state, "Noah: 9r")
    assert (state.out, state.counts) == ((0,), (4,))
    assert not state.tricks
    assert turn(state) == "Jamie"


def test_p4_never_a_partners_hand() -> None:
    state = position(table("neeps"), {"Isla": "9r", "Jamie": "3g 4g", "Rory": "2b 3b 4b 5b 6b", "Noah": "7b 8b 9b"})
    assert after(state, "Isla: 9r").counts == (3,)


def test_p4_is_the_same_with_hands_unknown() -> None:
    state = position(table("three-player"), {"Noah": "9r", "Jamie": "3g J Q K", "Isla": "4b 5b"}, known=False)
    assert after(state, "Noah: 9r").counts == (4,)


def test_p5_two_players_play_until_the_first_is_out() -> None:
    state = after(position(table("two-player"), {"Noah": "9r", "Isla": "4b 5b"}), "Noah: 9r")
    assert (state.over, state.out, state.counts) == (True, (0,), (2,))
    assert refused(state, "Isla: pass").code == "round-over"


def test_p5_three_players_play_until_the_second_is_out() -> None:
    state = position(table("three-player"), {"Noah": "2r", "Jamie": "3g", "Isla": "4b 5b"})
    state = after(state, "Noah: 2r")
    assert not state.over
    state = after(state, "Jamie: 3g")
    assert (state.over, state.out, state.counts) == (True, (0, 1), (2, 2))


def test_p5_four_players_play_until_the_third_is_out() -> None:
    hands = {"Isla": "2r", "Jamie": "3r", "Rory": "4r", "Noah": "5b 6b"}
    state = after(position(table("neeps"), hands), "Isla: 2r", "Jamie: 3r")
    assert not state.over
    state = after(state, "Rory: 4r")
    assert (state.over, state.out) == (True, (0, 1, 2))


def test_p5_both_players_of_a_team_out_end_the_round() -> None:
    for variant in ("neeps", "rogers-neeps"):
        state = position(table(variant), {"Isla": "2r", "Jamie": "5b 6b", "Rory": "4r", "Noah": "5r 6r"})
        state = after(state, "Isla: 2r", "Jamie: pass", "Rory: 4r")
        assert (state.over, state.out) == (True, (0, 2))


def test_p5_partners_out_first_and_third_end_the_round_too() -> None:
    state = position(table("neeps"), {"Isla": "2r", "Jamie": "3r", "Rory": "4r", "Noah": "5b 6b"})
    state = after(state, "Isla: 2r", "Jamie: 3r", "Rory: 4r")
    assert state.phase is Phase.OVER


def test_p5_the_last_player_to_go_out_wins_the_trick_in_progress() -> None:
    state = position(table("three-player"), {"Noah": "2r", "Jamie": "3g", "Isla": "4b 5b 10b"})
    state = after(state, "Noah: 2r", "Jamie: 3g")
    assert (state.tricks[-1].winner, state.tricks[-1].taker) == (1, 1)


def test_p6_a_player_who_is_out_is_skipped() -> None:
    state = position(table("three-player"), {"Noah": "2r", "Jamie": "3g 4g 10g", "Isla": "4b 5b 6b"})
    state = after(state, "Noah: 2r", "Jamie: 3g", "Isla: 4b")
    assert turn(state) == "Jamie"
    assert code(state, "Noah: pass") == "already-out"
    state = after(state, "Jamie: pass", "Isla: 5b")
    assert (turn(state), code(state, "Noah: 3r")) == ("Jamie", "already-out")


def test_cards_are_conserved_by_every_play() -> None:
    state = trio()
    before = cards("2r 7r 8r 9b 3g 9g 10g 4b 7b 8b 2b", state.table)
    for event in ("Noah: 2r", "Jamie: 3g", "Isla: 7b", "Noah: 9b", "Jamie: J", "Isla: pass", "Noah: pass"):
        state = after(state, event)
        assert state.hands is not None
        held = sum(hand & ~0b111 for hand in state.hands)
        assert held + state.seen == before
        assert state.sizes == tuple(hand.bit_count() for hand in state.hands)


def test_the_state_of_a_round_is_a_value() -> None:
    state = trio()
    after(state, "Noah: 2r", "Jamie: 3g")
    assert (state.trick, state.turn) == ((), 0)
    assert hash(after(state, "Noah: 2r").trick) == hash(after(state, "Noah: 2r").trick)
    assert named(state, state.sizes) == {"Noah": 4, "Jamie": 4, "Isla": 4}


def test_who_led_the_first_trick_is_known_all_through_the_round() -> None:
    at = table("two-player")
    state = started(at, lead="Isla")
    assert (state.first_lead, state.totals) == (1, (0, 0))
    state = after(state, "Isla: 7r", "Noah: 8g")
    assert state.first_lead == 1
    state = after(state, "Isla: pass", "Noah: 2b")
    assert state.first_lead == 1


def test_a_play_that_needs_no_reading_as_an_answer_is_followed_as_one() -> None:
    hands = {"Noah": "7r 8r 9r 2g", "Isla": "8g J Q 2b"}
    state = after(position(table("two-player"), hands), "Noah: 7r 8r 9r", "Isla: 8g J Q")
    assert state.trick[-1].reading == Reading(Kind.SEQUENCE, 1, 3, 10)


def test_p6_the_next_player_is_the_next_who_still_holds_cards() -> None:
    state = after(position(table("three-player"), {"Noah": "2r 3r", "Jamie": "4g", "Isla": "5b 6b"}), "Noah: 2r")
    assert [state.next_active_seat(seat) for seat in range(3)] == [1, 2, 0]
    state = after(state, "Jamie: 4g")
    assert [state.next_active_seat(seat) for seat in range(3)] == [2, 2, 0]
