"""Who leads and deals the next round, and when the match is won."""

from dataclasses import replace

import pytest

from haggis_cli.rules.scores import Score, after_round
from haggis_cli.rules.scoring import Goal, Standing, winner
from tests.support.tables import table


def following(
    variant: str,
    totals: tuple[int, ...],
    out: tuple[int, ...],
    *,
    players: int | None = None,
    leader: int = 0,
    first_lead: int | None = None,
) -> tuple[int, int | None]:
    """Seats of the next leader and dealer after a round that left these totals."""
    at = table(variant, players)
    before = Standing(at, totals, leader, leader, at.left(leader, -1) if at.variant.has_dealer else None)
    nothing = tuple(Score(0, 0, 0, 0, 0, 0) for _ in at.seats)
    ended = after_round(at, before, out, leader if first_lead is None else first_lead, nothing)
    assert ended.totals == totals
    return ended.leader, ended.dealer


@pytest.mark.parametrize("variant", ["two-player", "three-player", "tatties"])
def test_the_lowest_total_leads(variant: str) -> None:
    players = table(variant).variant.players[0]
    for lowest in range(players):
        totals = tuple(10 if seat == lowest else 40 for seat in range(players))
        assert following(variant, totals, (0, 1)[: players - 1]) == (lowest, None)


def test_two_player_tie_the_player_who_did_not_go_out() -> None:
    assert following("two-player", (40, 40), (0,)) == (1, None)
    assert following("two-player", (40, 40), (1,), leader=1) == (0, None)


def test_three_player_tie_the_previous_lead_player_leads_again() -> None:
    assert following("three-player", (10, 40, 10), (1, 2), leader=1) == (1, None)
    assert following("three-player", (10, 10, 10), (1, 2), leader=2) == (2, None)
    assert following("three-player", (10, 10, 40), (1, 2), leader=2) == (2, None)


def test_tatties_tie_the_first_of_the_tied_left_of_who_led_the_first_trick() -> None:
    assert following("tatties", (10, 40, 10), (1, 2), leader=1, first_lead=0) == (2, None)
    assert following("tatties", (10, 40, 10), (1, 2), leader=1, first_lead=2) == (0, None)
    assert following("tatties", (10, 10, 10), (1, 2), leader=0, first_lead=1) == (2, None)
    assert following("tatties", (10, 10, 40), (1, 2), leader=0, first_lead=1) == (0, None)


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_neeps_the_next_player_of_the_trailing_team_clockwise(variant: str) -> None:
    assert following(variant, (100, 50), (0, 1, 2), leader=0) == (1, None)
    assert following(variant, (100, 50), (0, 1, 2), leader=1) == (3, None)
    assert following(variant, (50, 100), (0, 1, 2), leader=0) == (2, None)
    assert following(variant, (50, 100), (0, 1, 2), leader=3) == (0, None)


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_neeps_tie_the_player_left_of_the_previous_leader(variant: str) -> None:
    assert following(variant, (70, 70), (0, 1, 2), leader=0) == (1, None)
    assert following(variant, (70, 70), (0, 1, 2), leader=3) == (0, None)


@pytest.mark.parametrize("variant", ["classic", "revised", "taylor"])
def test_the_most_points_deal_and_the_fewest_lead(variant: str) -> None:
    assert following(variant, (10, 90, 40), (2, 0), players=3) == (0, 1)
    assert following(variant, (90, 10), (0,), players=2) == (1, 0)


@pytest.mark.parametrize("variant", ["classic", "revised", "taylor"])
def test_dealer_tie_the_first_out_of_the_round_before(variant: str) -> None:
    assert following(variant, (90, 10, 90), (2, 0), players=3) == (1, 2)
    assert following(variant, (90, 10, 90), (1, 0), players=3) == (1, 1)


@pytest.mark.parametrize("variant", ["classic", "revised", "taylor"])
def test_leader_tie_the_player_left_of_the_dealer_of_the_round_to_come(variant: str) -> None:
    assert following(variant, (10, 90, 10), (2, 0), players=3) == (2, 1)
    assert following(variant, (50, 50, 50), (2, 0), players=3) == (0, 2)
    assert following(variant, (50, 50), (1,), players=2) == (0, 1)


@pytest.mark.parametrize(
    ("totals", "won"),
    [((249, 100), None), ((250, 100), 0), ((100, 300), 1), ((260, 300), 1), ((300, 300), None)],
)
def test_the_goal_in_points(totals: tuple[int, ...], won: int | None) -> None:
    assert winner(Goal(points=250), totals, 99) == won


@pytest.mark.parametrize(
    ("totals", "rounds", "won"),
    [((500, 10), 5, None), ((50, 10), 6, 0), ((50, 50), 6, None), ((50, 51), 7, 1), ((-5, -6), 6, 0)],
)
def test_the_goal_in_rounds(totals: tuple[int, ...], rounds: int, won: int | None) -> None:
    assert winner(Goal(rounds=6), totals, rounds) == won


def test_a_tie_for_the_highest_total_is_played_on_until_somebody_is_ahead() -> None:
    assert winner(Goal(points=250), (260, 260, 10), 8) is None
    assert winner(Goal(points=250), (300, 290, 10), 9) == 0
    assert winner(Goal(points=250), (10, 260, 20), 9) == 1


def test_points_or_rounds_never_both() -> None:
    """250 points agreed on, six rounds do not end the match; six rounds agreed on, 250 points do not."""
    assert winner(Goal(points=250), (200, 100), 6) is None
    assert winner(Goal(rounds=6), (400, 100), 5) is None


def test_the_totals_add_up_by_side() -> None:
    at = table("neeps")
    lines = tuple(Score(hand=seat, hand_points=5 * seat, captured=1, bonus=0, bet=0, bet_points=0) for seat in at.seats)
    ended = after_round(at, Standing(at, (100, 10), 0, 0, None), (0, 1, 2), 0, lines)
    assert ended.totals == (100 + 0 + 10 + 2, 10 + 5 + 15 + 2)


def test_between_two_rounds_the_standing_says_who_leads_deals_and_went_out() -> None:
    at = table("classic", 3)
    lines = tuple(Score(0, 0, points, 0, 0, 0) for points in (10, 50, 40))
    ended = after_round(at, Standing(at, (0, 0, 0), 1, 1, 0), (2, 0), 1, lines)
    assert ended == Standing(at, (10, 50, 40), leader=0, first_lead=0, dealer=1, out=(2, 0))


def test_a_rule_of_a_house_who_deals_may_look_at_who_dealt_before() -> None:
    at = table("classic", 3)
    house = at._replace(variant=replace(at.variant, next_dealer=left_of_the_dealer))
    nothing = tuple(Score(0, 0, 0, 0, 0, 0) for _ in at.seats)
    assert after_round(house, Standing(house, (0, 0, 0), 0, 0, 1), (2, 0), 0, nothing).dealer == 2


def left_of_the_dealer(standing: Standing) -> int | None:
    """The player to the left of the last dealer deals."""
    return None if standing.dealer is None else standing.table.left(standing.dealer)
