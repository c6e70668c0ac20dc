"""How a round goes: cards passed to the partner, tricks and their end, and what a play counts as (rules P1-P6, C8)."""

from dataclasses import replace

import pytest

from haggis_cli.matches.notation import parse_play as read_text
from haggis_cli.rules.events import Breach, Claim, Phase, Play
from haggis_cli.rules.judge import HandWork, find_hand_work, hand_work_text
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.round import Round, legal_readings, read_play, unambiguous_play
from tests.support.rows import read_rows
from tests.support.tables import after, cards, code, dealt, in_words, named, position, refused, started, table


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


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_p4_going_out_records_the_fullest_hand_of_an_opponent_court_cards_included(known: bool) -> None:
    state = position(table("three-player"), {"Noah": "9r", "Jamie": "3g J Q K", "Isla": "4b 5b"}, known=known)
    state = after(state, "Noah: 9r")
    assert (state.out, state.counts) == ((0,), (4,))
    assert not state.tricks
    assert turn(state) == "Jamie"


def test_p4_never_a_partners_hand() -> None:
    state = position(table("neeps"), {"Isla": "9r", "Jamie": "3g 4g", "Rory": "2b 3b 4b 5b 6b", "Noah": "7b 8b 9b"})
    assert after(state, "Isla: 9r").counts == (3,)


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
    assert (state.tricks[-1].winner, state.tricks[-1].taker, state.trick) == (1, 1, ())


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


def test_a_round_says_in_a_line_who_acts_next_and_what_everybody_holds() -> None:
    two = position(table("two-player"), {"Noah": "9r", "Isla": "4b 5b"})
    assert repr(two) == "<Round: two-player, Noah to play; Noah: 9r; Isla: 4b 5b>"
    assert repr(after(two, "Noah: 9r")) == "<Round: two-player, over; Noah: -; Isla: 4b 5b>"
    assert repr(trio(known=False)) == "<Round: three-player, Noah to play; Noah: 4; Jamie: 4; Isla: 4>"


def test_p2_who_has_passed_since_the_last_play_is_known() -> None:
    four = position(table("neeps"), {"Isla": "2r 9r", "Jamie": "3r 4r", "Rory": "5b 6b", "Noah": "4r 5r"})
    one = after(four, "Isla: 2r", "Jamie: pass")
    two = after(four, "Isla: 2r", "Jamie: 3r", "Rory: pass", "Noah: pass")
    assert [state.seats_passed() for state in (four, one, two)] == [[], [1], [2, 3]]


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


# Passing cards to the partner in Haggis and Neeps.

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
    said = "Everybody passes 2 cards to their partner now, one after the other; no entry is needed."
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
        "Everybody passes 1 card to their partner now; no entry is needed."
    )


# Which reading a play counts as, and what its player may name (rule C8).


def counts_as(text: str, over: str | None = None) -> str:
    """The reading that the play has as a lead, or over a combination; or the code of the refusal."""
    at = table("two-player")
    beaten = read_play(at, Play(0, *read_text(over, at.deck)), None) if over else None
    assert not isinstance(beaten, Breach)
    reading = read_play(at, Play(0, *read_text(text, at.deck)), beaten)
    return reading.code if isinstance(reading, Breach) else in_words(reading)


@pytest.mark.parametrize(("over", "text", "reading"), read_rows(__file__, "claims.txt"))
def test_c8_what_a_play_counts_as(over: str, text: str, reading: str) -> None:
    assert counts_as(text, None if over == "as a lead" else over) == reading


def test_c8_every_legal_reading_can_be_listed() -> None:
    at = table("two-player")
    play = Play(0, *read_text("5r J Q", at.deck))
    low_run = read_play(at, Play(1, *read_text("3b 4b 5b", at.deck)), None)
    assert not isinstance(low_run, Breach)
    assert [in_words(each) for each in legal_readings(at, play, None)] == [
        "set@5",
        "sequence@7",
        "sequence@6",
        "sequence@5",
    ]
    assert [in_words(each) for each in legal_readings(at, play, low_run)] == ["sequence@7", "sequence@6"]
    named = Play(0, *read_text("5r J Q as run@6", at.deck))
    assert [in_words(each) for each in legal_readings(at, named, low_run)] == ["sequence@6"]


LOW_RUN = Reading(Kind.SEQUENCE, 1, 3, 3)
PAIRS = Reading(Kind.STAIR, 2, 2, 3)


@pytest.mark.parametrize(
    ("text", "reading", "over", "claim"),
    [
        ("7r", Reading(Kind.SINGLE, 1, 1, 7), None, None),
        ("4r 5r J", Reading(Kind.SEQUENCE, 1, 3, 6), None, None),
        ("4r 5r J", Reading(Kind.SEQUENCE, 1, 3, 5), None, Claim(Kind.SEQUENCE, None, 5)),
        ("5r J Q", Reading(Kind.SET, 3, 1, 5), None, Claim(Kind.SET)),
        ("5r J Q", Reading(Kind.SEQUENCE, 1, 3, 7), None, Claim(Kind.SEQUENCE)),
        ("5r J Q", Reading(Kind.SEQUENCE, 1, 3, 7), LOW_RUN, None),
        ("5r J Q", Reading(Kind.SEQUENCE, 1, 3, 6), LOW_RUN, Claim(Kind.SEQUENCE, None, 6)),
        ("4r 4g 5r 5g J Q", Reading(Kind.STAIR, 3, 2, 5), None, Claim(Kind.STAIR, 3)),
        ("4r 4g 5r 5g J Q", Reading(Kind.STAIR, 2, 3, 6), None, Claim(Kind.STAIR, 2)),
        ("4r 4g 5r 5g J Q", Reading(Kind.STAIR, 2, 3, 5), None, Claim(Kind.STAIR, 2, 5)),
        ("6r J Q K", Reading(Kind.STAIR, 2, 2, 6), PAIRS, Claim(Kind.STAIR, 2, 6)),
    ],
)
def test_c8_a_play_names_its_reading_only_as_far_as_the_cards_do_not_say_it(
    text: str, reading: Reading, over: Reading | None, claim: Claim | None
) -> None:
    at = table("two-player")
    play = unambiguous_play(at, 1, cards(text, at), reading, over)
    assert play == Play(1, cards(text, at), claim)
    assert read_play(at, play, over) == reading
