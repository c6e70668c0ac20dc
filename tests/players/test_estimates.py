"""About what plays bring: an estimate for the sides of an analysis, near what is exact, and never called proven."""

from math import inf
from random import Random
from statistics import fmean

import pytest

from haggis_cli.analysis.review import Estimate, PlayReview, RoundStep, Solvers, review_round
from haggis_cli.players.hard import LEAST_LOSS, estimate_play
from haggis_cli.players.levels import Effort, load_player
from haggis_cli.players.tournament import choose_event, deal_of
from haggis_cli.plugins.registry import load
from haggis_cli.rules.events import Event, Pass
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players
from tests.support.tables import GAMES, Game, random_ending

NAMES = ("Noah", "Isla", "Jamie", "Rory")


def play_round(variant: str, players: int, level: str, seed: str) -> list[RoundStep]:
    table = seat_players(load(variant), NAMES[:players])
    state, steps, decide = begin(table, 0, deal=deal_of(table, seed, 1)), list[RoundStep](), load_player(level)
    while not state.over:
        event = choose_event(state, decide, Effort(), seed, 1, len(steps))
        steps.append((state, event, state.after(event)))
        state = steps[-1][2]
    return steps


@pytest.mark.slow
def test_estimates_are_near_what_is_exact_and_see_great_losses() -> None:
    errors, doubted = [], []
    for seed in "ab":
        steps = [step for step in play_round("two-player", 2, "easy", seed) if sum(step[0].sizes) <= 16]
        solvers = Solvers(steps[0][0])
        for each in review_round(steps, inf).plays:
            before, event, _ = steps[each.event - 1]
            found = estimate_play(before, event, solvers.scoring(each.seat), 0.03)
            if found:
                errors.append(abs(found.value - each.low))
                assert found.lost == 0 or found.lost >= LEAST_LOSS
                assert (found.lost == 0) is (found.best == event)
                doubted += [each.lost] if found.lost else []
    assert len(errors) > 8
    assert fmean(errors) < 15
    assert doubted
    assert fmean(doubted) > LEAST_LOSS / 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_can_be_estimated(game: Game) -> None:
    chance = Random(f"estimate {game.name}")
    for _ in range(3):
        state, alone = random_ending(game, chance)
        solvers = Solvers(state)
        if state.trick:
            found = estimate_play(state, Pass(state.turn), solvers.scoring(state.turn), 0.001)
            assert found is None or found.best_value >= found.value
        assert alone is None or solvers.scoring(state.turn).signs


def test_a_review_asks_for_what_is_not_known_alone_and_keeps_to_what_is_proven() -> None:
    steps = play_round("two-player", 2, "easy", "a")
    asked: list[Event] = []

    def wild(before: Round, event: Event, _scoring: object, _seconds: float) -> Estimate:
        asked.append(event)
        return Estimate(-1000, 1000, Pass(before.turn))

    review = review_round(steps, 0, None, wild)
    unknown = [each for each in review.plays if not each.exact]
    assert unknown
    assert asked == [steps[each.event - 1][1] for each in unknown]
    for each in review.plays:
        assert (each.about is not None) is (not each.exact)
        if each.about:
            assert (each.about.value, each.about.best_value) == (each.low, each.best_high)
            assert each.about_lost == each.about.lost - each.lost
    proven = review_round(steps, 0)
    assert [each._replace(about=None) for each in review.plays] == list(proven.plays)


def test_a_proven_best_stands_above_an_estimate() -> None:
    better, other = Pass(0), Pass(1)
    assert Estimate(3, 3, other).within((2, 5), (9, 20), better) == Estimate(3, 9, better)
    assert Estimate(3, 12, other).within((2, 5), (9, 20), better) == Estimate(3, 12, other)
    assert Estimate(16, 16, other).within((-66, -17), (-51, 116), better) == Estimate(-17, -17, other)
    assert Estimate(16, 30, other).within((-66, -17), (-51, 116), better) == Estimate(-17, -3, other)
    assert Estimate(-9, 30, other).within((2, 5), (2, 20), better) == Estimate(2, 20, other)


def test_doubtful_plays_are_those_of_which_nothing_is_proven() -> None:
    review = review_round(play_round("two-player", 2, "easy", "a"), 0)
    first = PlayReview(1, 0, -50, 50, -50, 50, Pass(0), 0)
    worse = first._replace(event=2, about=Estimate(0, 30, Pass(0)))
    bad = first._replace(event=3, about=Estimate(0, 12, Pass(0)))
    proven = first._replace(event=4, high=10, best_low=20, about=Estimate(0, 30, Pass(0)))
    found = review._replace(plays=(first, bad, worse, proven))
    assert [each.event for each in found.doubtful(5)] == [2, 3]
    assert [each.event for each in found.doubtful(1)] == [2]
    assert [each.event for each in found.costliest(5)] == [4]
    assert proven.about_lost == 20
    assert found.estimated_course()[1] == 0
    assert found.course() == [None] * 4
