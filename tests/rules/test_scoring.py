"""What a round is worth: the columns of the scoresheet, and who captures which cards (rules K1-K3)."""

from dataclasses import replace

import pytest

from haggis_cli.rules.cards import unpack
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Lead, Phase, Trick
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import EVERY_CARD, POINT_CARDS, CardValues, opponent_of_winners_choice
from haggis_cli.rules.variant import OptionValue, Outcome, score, seat_players
from tests.rules.duel import Duel
from tests.support.tables import PLAYERS, VARIANTS, after, cards, code, named, position, refused, started, table

TRIO = ("Adam", "Brenda", "Carol")


def test_point_cards_are_1_and_court_cards_2_3_and_5() -> None:
    at = table("two-player")
    values = {
        text: POINT_CARDS.of(cards(text, at))
        for text in ["2r", "3r", "4r", "5r", "6r", "7r", "8r", "9r", "10r", "J", "Q", "K"]
    }
    assert {text: value for text, value in values.items() if value} == {
        "3r": 1,
        "5r": 1,
        "7r": 1,
        "9r": 1,
        "J": 2,
        "Q": 3,
        "K": 5,
    }


def test_second_copies_count_as_much() -> None:
    at = table("neeps")
    assert POINT_CARDS.of(cards("3r 3r 9y 9y 2b 2b", at)) == 4
    assert EVERY_CARD.of(cards("3r 3r 9y 2b J", at)) == 5


@pytest.mark.parametrize(
    ("variant", "players", "options", "total"),
    [
        ("two-player", 2, {}, 36),
        ("two-player", 2, {"scoring": "cards"}, 42),
        ("three-player", 3, {}, 50),
        ("three-player", 3, {"scoring": "cards"}, 54),
        ("tatties", 3, {}, 54),  # 51 are captured: the haggis is nobody's
        ("neeps", 4, {}, 84),
        ("rogers-neeps", 4, {}, 84),
        *((variant, 2, {}, 36) for variant in ("classic", "revised", "taylor")),
        *((variant, 3, {}, 50) for variant in ("classic", "revised", "taylor")),
    ],
)
def test_all_cards_together(variant: str, players: int, options: dict[str, OptionValue], total: int) -> None:
    at = table(variant, players, **options)
    assert at.variant.card_values.in_play(at) == total


def test_the_fewest_points_are_those_of_all_negative_cards() -> None:
    values = CardValues("2s and jacks cost points", (-2, *(1,) * 8), (-3, 3, 5))
    assert [values.lowest(at) for at in (table("two-player"), table("neeps"))] == [-8 - 2 * 3, -16 - 4 * 3]
    assert POINT_CARDS.lowest(table("neeps")) == 0


def test_each_player_who_went_out_scores_five_for_each_card_recorded() -> None:
    at = table("three-player", TRIO)
    lines = score(at, Outcome((0, 2), (9, 0, 5), (20, 11, 19), (30, 15, None)))
    assert [(line.hand, line.hand_points, line.captured, line.bonus, line.bet, line.bet_points) for line in lines] == [
        (9, 45, 20, 0, 30, 45),
        (0, 0, 11, 0, 15, 0),
        (5, 25, 19, 0, 0, 15),
    ]
    assert [line.total for line in lines] == [110, 11, 59]


@pytest.mark.parametrize(
    ("variant", "players", "bonus"),
    [
        ("classic", 3, 5),
        ("taylor", 3, 5),
        ("classic", 2, 0),
        ("taylor", 2, 0),
        ("revised", 3, 0),
        ("three-player", 3, 0),
        ("two-player", 2, 0),
    ],
)
def test_the_first_out_of_three_scores_five_more_in_the_first_edition(variant: str, players: int, bonus: int) -> None:
    at = table(variant, TRIO[:players])
    out = (1, 0)[: players - 1]
    lines = score(at, Outcome(out, (0,) * players, (0,) * players, (None,) * players))
    assert [line.bonus for line in lines] == [bonus if seat == 1 else 0 for seat in range(players)]


@pytest.mark.parametrize(
    ("variant", "options", "counts"),
    [
        ("taylor", {}, (4, 0)),
        ("taylor", {"second_out": "scores"}, (4, 1)),
        ("classic", {}, (4, 1)),
        ("revised", {}, (4, 1)),
    ],
)
def test_taylor_scoring_only_the_first_player_out_records_the_fullest_hand(
    variant: str, options: dict[str, OptionValue], counts: tuple[int, ...]
) -> None:
    hands = {"Adam": "2r", "Brenda": "5b 7b", "Carol": "4y 8b 9y 10p"}
    events = ("Adam: 2r", "Brenda: pass", "Carol: 4y", "Brenda: 5b", "Carol: 8b", "Brenda: pass")
    state = after(position(table(variant, TRIO, **options), hands), *events, "Carol: 9y", "Brenda: pass", "Carol: 10p")
    assert (state.out, state.counts) == ((0, 2), counts)


def test_neeps_the_second_out_of_a_slam_records_the_same_count() -> None:
    hands = {"Isla": "2r", "Jamie": "5b 6b", "Rory": "4r 9r", "Noah": "7y 5r 6r 7r"}
    events = ("Isla: 2r", "Jamie: pass", "Rory: 4r", "Noah: 7y", "Jamie: pass", "Rory: 9r")
    assert after(position(table("neeps"), hands), *events).counts == (4, 4)
    assert after(position(table("rogers-neeps"), hands), *events).counts == (4, 3)


def test_neeps_the_third_out_records_as_usual() -> None:
    hands = {"Isla": "2r", "Jamie": "3b", "Rory": "9r", "Noah": "7y 5r 6r 7r"}
    events = ("Isla: 2r", "Jamie: 3b", "Rory: pass", "Noah: 7y", "Rory: 9r")
    assert after(position(table("neeps"), hands), *events).counts == (4, 1, 3)


def test_cards_option_changes_nothing_but_the_captured_cards() -> None:
    points, all_cards = table("two-player").variant, table("two-player", scoring="cards").variant
    assert (points.card_values, all_cards.card_values) == (POINT_CARDS, EVERY_CARD)
    assert points.betting == all_cards.betting


def test_neeps_what_a_team_wins_by_a_failed_bet_stands_with_its_first_seat() -> None:
    at = table("neeps")
    lines = score(at, Outcome((0, 1, 2), (5, 4, 3, 0), (20, 20, 20, 24), (None, None, None, 15)))
    assert [line.bet for line in lines] == [0, 0, 0, 15]
    assert [line.bet_points for line in lines] == [15, 0, 0, 0]


# Who captures a trick, the cards left in hands and the haggis (rules K1-K3 and the table above them).
HANDS = {"Adam": "J Q 2r 4r", "Brenda": "Q K 3r 4g", "Carol": "2g 3g 4b"}
LED = ("Adam: J Q", "Brenda: pass", "Carol: pass")
BEATEN = ("Adam: J Q", "Brenda: Q K", "Carol: pass", "Adam: pass")
THIRD = ("Brenda: 3r", "Carol: 4b", "Adam: J Q", "Brenda: pass", "Carol: pass")
ANSWER = ("Carol: 2g", "Adam: J Q", "Brenda: pass", "Carol: pass")


def bombed(variant: str, *events: str, **options: OptionValue) -> Round:
    """Three players, a trick won by a bomb."""
    lead = events[0].partition(":")[0]
    return after(position(table(variant, TRIO, **options), HANDS, lead=lead), *events)


def captures(state: Round) -> dict[str, int]:
    """How many cards of ended tricks each player has captured."""
    taken = [0] * len(state.table.names)
    for trick in state.tricks:
        taken[trick.taker] += sum(len(unpack(play.cards)) for play in trick.plays)
    return named(state, taken)


def scored(state: Round) -> dict[str, int]:
    """The captured points of a round that is over."""
    return named(state, state.outcome().captured)


@pytest.mark.parametrize("variant", ["three-player", "tatties", "classic", "revised", "taylor"])
def test_a_trick_won_without_a_bomb_goes_to_its_winner(variant: str) -> None:
    state = bombed(variant, "Adam: 2r", "Brenda: 3r", "Carol: pass", "Adam: pass")
    assert captures(state) == {"Brenda": 2}


def test_a_bombed_trick_of_two_goes_to_the_opponent() -> None:
    for variant in ("two-player", "classic", "revised", "taylor"):
        at = table(variant, ("Noah", "Isla"))
        state = after(position(at, {"Noah": "3r 5r", "Isla": "J Q 2r"}), "Noah: 3r", "Isla: J Q", "Noah: pass")
        assert captures(state) == {"Noah": 3}
        assert state.turn == 1


@pytest.mark.parametrize("variant", ["three-player", "classic", "revised", "taylor"])
def test_a_bombed_trick_of_three_goes_to_an_opponent_whom_the_winner_chooses(variant: str) -> None:
    state = bombed(variant, *BEATEN)
    assert (state.phase, state.turn, state.passes) == (Phase.AWARD, 1, 0)
    assert state.bombed_trick == Trick(state.trick, winner=1, taker=1)
    assert [code(state, f"Brenda: award {name}") for name in TRIO] == [None, "not-expected", None]
    assert code(state, "Adam: award Carol") == "out-of-turn"
    assert code(state, "Brenda: 3r") == "award-pending"
    state = after(state, "Brenda: award Carol")
    assert (captures(state), state.turn, state.phase) == ({"Carol": 4}, 1, Phase.PLAY)


def test_who_goes_out_with_a_bomb_still_names_who_captures_and_the_next_on_the_left_leads() -> None:
    at = table("three-player", TRIO)
    hands = {"Adam": "2r 4r", "Brenda": "J Q", "Carol": "3r 4y"}
    state = after(position(at, hands), "Adam: 2r", "Brenda: J Q", "Carol: pass", "Adam: pass")
    assert (state.phase, state.turn, state.out) == (Phase.AWARD, 1, (1,))
    assert code(state, "Carol: 3r") == "award-pending"
    state = after(state, "Brenda: award Adam")
    assert (captures(state), state.turn, state.phase) == ({"Adam": 3}, 2, Phase.PLAY)


def test_the_choice_is_made_once() -> None:
    state = after(bombed("three-player", *LED), "Adam: award Carol")
    assert refused(state, "Adam: award Brenda").message == "The trick has already been awarded: Carol captures it."


@pytest.mark.parametrize(
    ("variant", "events", "taker"),
    [
        ("classic", LED, "Carol"),
        ("revised", LED, "Carol"),
        ("taylor", LED, "Brenda"),
        ("classic", BEATEN, "Adam"),
        ("taylor", BEATEN, "Adam"),
        ("revised", ANSWER, "Carol"),
        ("classic", THIRD, "Carol"),
        ("taylor", THIRD, "Carol"),
        ("taylor", ANSWER, "Carol"),
    ],
)
def test_in_a_tournament_the_next_highest_combination_captures(
    variant: str, events: tuple[str, ...], taker: str
) -> None:
    """A bomb that was led and not beaten goes to the leader's right, in Taylor's write-up to the left."""
    state = bombed(variant, *events, tournament=True)
    assert list(captures(state)) == [taker]
    winner = TRIO[state.tricks[0].winner]
    assert refused(state, f"{winner}: award {taker}").message == f"There is no choice: {taker} captures the trick."


def test_tatties_without_a_shepherd_too_the_winner_of_a_bombed_trick_captures_it() -> None:
    """ "Very similar to Haggis (3-Player)", but bombs stay as in Tatties: nobody awards anything."""
    passed = after(started(table("tatties", TRIO), "Adam"), "Brenda: pass", "Carol: pass", "Adam: pass")
    state = after(passed, "Adam: 2r", "Brenda: J Q", "Carol: pass", "Adam: pass")
    assert (state.phase, state.turn, captures(state)) == (Phase.PLAY, 1, {"Brenda": 3})
    assert refused(state, "Brenda: award Adam").message == "There is no choice: Brenda captures the trick."


def test_tatties_the_winner_of_a_bombed_trick_captures_it() -> None:
    state = bombed("tatties", *BEATEN)
    assert captures(state) == {"Brenda": 4}
    assert code(state, "Brenda: award Carol") == "not-expected"


def test_k1_the_chosen_opponent_may_be_out() -> None:
    hands = {"Adam": "2r", "Brenda": "J Q 3r", "Carol": "4b 5b"}
    state = position(table("three-player", TRIO), hands)
    state = after(state, "Adam: 2r", "Brenda: J Q", "Carol: pass", "Brenda: award Adam")
    assert captures(state) == {"Adam": 3}


def test_k1_a_bomb_that_ends_the_round_is_awarded_before_it_is_over() -> None:
    hands = {"Adam": "2r", "Brenda": "J Q", "Carol": "3b 5b"}
    state = after(position(table("three-player", TRIO), hands, haggis="9y"), "Adam: 2r", "Brenda: J Q")
    assert (state.phase, state.over) == (Phase.AWARD, False)
    state = after(state, "Brenda: award Carol")
    assert state.over
    assert scored(state) == {"Adam": 3, "Carol": 5}


FOUR = {"Isla": "2r 9r", "Jamie": "J Q 3r", "Rory": "5b 6b", "Noah": "4r 5r"}
FOUR_BOMBED = ("Isla: 2r", "Jamie: J Q", "Rory: pass", "Noah: pass", "Isla: pass")


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_neeps_a_bombed_trick_goes_to_the_other_team(variant: str) -> None:
    state = after(position(table(variant), FOUR), *FOUR_BOMBED)
    assert captures(state) == {"Rory": 3}  # the opponent on the winner's left, unless told
    assert captures(after(state, "Jamie: award Isla")) == {"Isla": 3}
    assert code(state, "Jamie: award Noah") == "not-expected"
    assert code(after(state, "Jamie: 3r"), "Jamie: award Isla") == "not-expected"


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_k1_neeps_the_last_trick_can_be_awarded_when_the_round_is_over(variant: str) -> None:
    hands = {"Isla": "2r", "Jamie": "3r 4r", "Rory": "J Q", "Noah": "5b 6b"}
    state = after(position(table(variant), hands), "Isla: 2r", "Jamie: 3r", "Rory: J Q")
    assert (state.over, captures(state)) == (True, {"Noah": 4})
    state = after(state, "Rory: award Jamie")
    assert (state.over, captures(state)) == (True, {"Jamie": 4})
    assert code(state, "Rory: award Noah") == "not-expected"
    assert code(state, "Rory: lead Isla") == "round-over"


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_k2_the_winner_of_a_bombed_trick_leads_or_gives_the_lead_to_the_partner(variant: str) -> None:
    state = after(position(table(variant), FOUR), *FOUR_BOMBED)
    assert state.turn == 1
    assert [code(state, f"Jamie: lead {name}") for name in FOUR] == [
        "not-expected",
        "not-expected",
        "not-expected",
        None,
    ]
    assert code(state, "Noah: lead Noah") == "out-of-turn"
    state = after(state, "Jamie: lead Noah")
    assert state.turn == 3
    assert refused(state, "Jamie: lead Noah").message == "The lead has already been given to Noah."
    assert code(state, "Noah: 4r") is None


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
@pytest.mark.parametrize(("jamie", "turn"), [("J Q 3r", 1), ("J Q", 2)])
def test_k2_whoever_won_with_the_bomb_has_the_lead_to_give_also_when_out(variant: str, jamie: str, turn: int) -> None:
    state = after(position(table(variant), {**FOUR, "Jamie": jamie}), *FOUR_BOMBED)
    assert (state.turn, choices(state).lead_offer()) == (turn, Lead(1, 3))
    given = after(state, "Jamie: lead Noah")
    assert (given.turn, choices(given).lead_offer()) == (3, None)
    assert choices(after(state, f"{state.table.names[turn]}: {'3r' if turn == 1 else '5b'}")).lead_offer() is None


def test_k2_no_lead_is_offered_that_cannot_be_given() -> None:
    no_bomb = after(position(table("neeps"), FOUR), "Isla: 9r", "Jamie: pass", "Rory: pass", "Noah: pass")
    assert choices(no_bomb).lead_offer() is None
    hands = {"Isla": "2r 9r", "Jamie": "J Q 3r", "Rory": "5b 6b", "Noah": "4r"}
    partner_out = after(position(table("neeps"), hands, lead="Noah"), "Noah: 4r", "Isla: pass", "Jamie: J Q")
    assert choices(after(partner_out, "Rory: pass", "Isla: pass")).lead_offer() is None
    assert choices(after(bombed("three-player", *LED), "Adam: award Carol")).lead_offer() is None


def test_k2_a_partner_who_leads_anyway_need_not_be_given_the_lead() -> None:
    hands = {"Isla": "J Q", "Jamie": "2r", "Rory": "5b 6b", "Noah": "4r 5r"}
    state = after(position(table("neeps"), hands, lead="Jamie"), "Jamie: 2r", "Rory: pass", "Noah: pass", "Isla: J Q")
    state = after(state, "Rory: pass", "Noah: pass")
    assert (state.turn, choices(state).lead_offer()) == (2, None)


def test_k2_a_partner_who_is_out_cannot_lead() -> None:
    hands = {"Isla": "2r 9r", "Jamie": "J Q 3r", "Rory": "5b 6b", "Noah": "4r"}
    state = after(position(table("neeps"), hands, lead="Noah"), "Noah: 4r", "Isla: pass", "Jamie: J Q")
    state = after(state, "Rory: pass", "Isla: pass")
    assert code(state, "Jamie: lead Noah") == "already-out"


def test_k2_no_lead_is_given_without_a_bomb_or_without_a_team() -> None:
    state = after(position(table("neeps"), FOUR), "Isla: 9r", "Jamie: pass", "Rory: pass", "Noah: pass")
    assert code(state, "Isla: lead Rory") == "not-expected"
    state = after(bombed("three-player", *LED), "Adam: award Carol")
    assert code(state, "Adam: lead Carol") == "not-expected"


def test_k2_the_lead_given_later_in_the_round_leaves_the_tricks_before_as_they_were() -> None:
    hands = {"Isla": "2r 4r 6r 9r", "Jamie": "J Q 3r", "Rory": "5b 6b", "Noah": "4r 5r"}
    passes = ("Jamie: pass", "Rory: pass", "Noah: pass")
    state = after(position(table("neeps"), hands), "Isla: 2r", *passes, "Isla: 4r", *passes)
    state = after(state, "Isla: 6r", "Jamie: J Q", "Rory: pass", "Noah: pass", "Isla: pass")
    given = after(state, "Jamie: lead Noah")
    assert given.tricks[:2] == state.tricks[:2]
    assert given.tricks[2] == state.tricks[2]._replace(lead_given=True)


def test_k2_where_the_winner_chooses_who_captures_that_is_said_before_the_lead_is_given() -> None:
    house = replace(VARIANTS["neeps"], id="house", bomb_taker=opponent_of_winners_choice)
    state = after(position(seat_players(house, PLAYERS[4]), FOUR), *FOUR_BOMBED)
    assert state.phase is Phase.AWARD
    assert code(state, "Jamie: lead Noah") == "not-expected"
    assert after(state, "Jamie: award Isla", "Jamie: lead Noah").turn == 3


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_k3_captures_are_the_same_with_hands_unknown(variant: str) -> None:
    duel = Duel(variant, VARIANTS[variant].players[-1], {}, f"k3 {variant}")
    duel.play_out()
    assert (duel.open.hands is None, duel.hidden.hands is None) == (False, True)
    assert duel.hidden.outcome() == duel.open.outcome()


def test_k3_without_a_taker_points_in_unknown_hands_cannot_be_told() -> None:
    """A house rule of Neeps with point cards: a remaining partner's cards are nobody's, and nobody has seen them."""
    at = table("neeps")
    house = at._replace(variant=replace(at.variant, card_values=POINT_CARDS))
    hands = {"Isla": "2r", "Jamie": "3r", "Rory": "5b 6b", "Noah": "4r"}
    events = ("Isla: 2r", "Jamie: 3r", "Rory: pass", "Noah: 4r")
    assert after(position(house, hands), *events).captures_known
    assert not after(position(house, hands, known=False), *events).captures_known
    assert after(position(at, hands, known=False), *events).captures_known


def test_k3_after_a_slam_nothing_stays_with_a_partner_and_all_can_be_told() -> None:
    at = table("neeps")
    house = at._replace(variant=replace(at.variant, card_values=POINT_CARDS))
    hands = {"Isla": "2r", "Jamie": "3b", "Rory": "9r", "Noah": "7y 5r"}
    state = after(position(house, hands, known=False), "Isla: 2r", "Jamie: pass", "Rory: 9r")
    assert state.over
    assert state.captures_known


def test_k3_where_nobody_takes_the_haggis_its_points_cannot_be_told_but_from_the_deal() -> None:
    """A house rule of the three-player game, scored by point cards."""
    at = table("three-player", TRIO)
    house = at._replace(variant=replace(at.variant, haggis_taken=False))
    hands, events = {"Adam": "2r", "Brenda": "4r", "Carol": "3b 5b K"}, ("Adam: 2r", "Brenda: 4r")
    unknown = after(position(house, hands, known=False), *events)
    assert not unknown.captures_known
    assert scored(unknown) == {"Adam": 5}  # what Carol holds is unknown, but for the K
    known = after(position(house, hands, haggis="7y 9y 2y"), *events)
    assert known.captures_known
    assert scored(known) == {"Adam": 1 + 1 + 5}


def test_k3_what_cannot_be_told_is_left_out_of_the_captured_points() -> None:
    at = table("neeps")
    house = at._replace(variant=replace(at.variant, card_values=POINT_CARDS, haggis_taken=True))
    hands = {"Isla": "2r", "Jamie": "3r", "Rory": "5b K", "Noah": "4r"}
    state = after(position(house, hands, known=False), "Isla: 2r", "Jamie: 3r", "Rory: pass", "Noah: 4r")
    assert scored(state) == {"Noah": 1}


def test_the_first_out_captures_the_cards_left_and_the_haggis() -> None:
    hands = {"Adam": "2r", "Brenda": "4r", "Carol": "3b 5b K"}
    state = after(position(table("three-player", TRIO), hands, haggis="7y 9y 2y"), "Adam: 2r", "Brenda: 4r")
    assert scored(state) == {"Adam": 1 + 1 + 5 + 2}
    two = position(table("two-player"), {"Noah": "2r", "Isla": "3b J"}, haggis="9y")
    assert scored(after(two, "Noah: 2r")) == {"Noah": 4}


def test_tatties_the_haggis_is_captured_by_nobody() -> None:
    hands = {"Adam": "2r", "Brenda": "4r", "Carol": "3b 5b K"}
    state = after(position(table("tatties", TRIO), hands, haggis="7y 9y 2y"), "Adam: 2r", "Brenda: 4r")
    assert scored(state) == {"Adam": 3, "Brenda": 2}


@pytest.mark.parametrize(
    ("variant", "options", "captured"),
    [
        ("neeps", {}, {"Noah": 3}),
        ("neeps", {"partner_cards": "first-out"}, {"Noah": 3, "Isla": 2}),
        ("rogers-neeps", {}, {"Noah": 3, "Isla": 2}),
    ],
)
def test_neeps_a_remaining_partners_cards_go_to_nobody_unless_chosen(
    variant: str, options: dict[str, OptionValue], captured: dict[str, int]
) -> None:
    hands = {"Isla": "2r", "Jamie": "3r", "Rory": "5b 6b", "Noah": "4r"}
    state = after(position(table(variant, **options), hands), "Isla: 2r", "Jamie: 3r", "Rory: pass", "Noah: 4r")
    assert scored(state) == captured


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_neeps_after_a_slam_the_slamming_team_takes_both_hands(variant: str) -> None:
    hands = {"Isla": "2r", "Jamie": "5b 6b", "Rory": "4r", "Noah": "5r 6r 7r"}
    state = after(position(table(variant), hands), "Isla: 2r", "Jamie: pass", "Rory: 4r")
    assert scored(state) == {"Isla": 5, "Rory": 2}
