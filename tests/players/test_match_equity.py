"""Bets look at the match: what counts between two is winning it."""

from random import Random

import pytest

from haggis_cli.players.candidate_plays import RolloutResult, table_context
from haggis_cli.players.levels import view_of
from haggis_cli.players.match_equity import win_chance
from haggis_cli.players.policies import choose_bet, offered_bets
from haggis_cli.rules.scoring import Goal
from tests.players.games import TABLES, started

GOALS = [Goal(points=250), Goal(points=1_000), Goal(rounds=1), Goal(rounds=6), Goal(rounds=20)]


@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_both_chances_together_are_certain_and_points_ahead_help(goal: Goal) -> None:
    assert win_chance(goal, 93, 93) == pytest.approx(0.5)
    chances = [win_chance(goal, own, 93) for own in range(0, 250, 7)]
    assert chances == sorted(chances)
    assert chances[0] < 0.5 < chances[-1]
    for own in range(0, 250, 7):
        assert win_chance(goal, own, 93) + win_chance(goal, 93, own) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("goal", "own", "other", "chance"),
    [(Goal(points=250), 251, 260, 0), (Goal(points=250), 255, 255, 0.5), (Goal(rounds=0), 9, 8, 1)],
)
def test_a_match_that_is_over_is_won_lost_or_played_on(goal: Goal, own: int, other: int, chance: float) -> None:
    assert win_chance(goal, own, other) == chance


@pytest.mark.parametrize(
    ("first", "totals", "goal", "amount"),
    [
        pytest.param(65, (0, 0), None, 30, id="points alone: as much as can be bet"),
        pytest.param(58, (0, 0), None, None, id="points alone: not on what is hardly more than an even chance"),
        pytest.param(60, (225, 100), Goal(points=250), None, id="going first wins the match without a bet"),
        pytest.param(40, (190, 240), Goal(points=250), 30, id="whoever loses the round loses the match anyway"),
        pytest.param(40, (60, 100), Goal(rounds=1), 30, id="the last round, behind"),
        pytest.param(60, (200, 100), Goal(rounds=1), None, id="the last round, far ahead"),
    ],
)
def test_a_bet_is_made_where_it_helps(
    first: int, totals: tuple[int, int], goal: Goal | None, amount: int | None
) -> None:
    state = started(TABLES["two-player 2"], Random(1))._replace(totals=totals)
    results = [RolloutResult((0, 1), (40, 15))] * first + [RolloutResult((1, 0), (15, 40))] * (100 - first)
    view = view_of(state, 0, goal)
    bet = choose_bet(view, table_context(state.table), offered_bets(view), results)
    assert (bet and bet.amount) == amount
