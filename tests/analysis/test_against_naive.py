"""Every value of the solver is that of a plain search over the rules."""

from random import Random

import pytest

from haggis_cli.analysis.scoring import read_scoring
from haggis_cli.analysis.solver import Solver
from haggis_cli.rules.rounds.events import Lead
from tests.support.analysis.endings import GAMES, Game, random_ending, walk
from tests.support.analysis.naive import Naive


def check_ending(game: Game, chance: Random) -> int:
    """Compare all that may be done in an ending, and after each of some plays; how many positions that were."""
    root, alone = random_ending(game, chance)
    signs = read_scoring(root, alone).signs
    solver, naive, positions = Solver(root, alone), Naive(signs), 0
    for state in walk(root, chance, 5):
        solution, sign = solver.solve(state), signs[state.turn]
        assert all(each.exact for each in solution.plays)
        found = sorted(each.low for each in solution.plays if not isinstance(each.event, Lead))
        assert found == sorted(sign * naive.brings(state, after) for after in naive.plays(state)), repr(state)
        for each in solution.plays:
            assert each.low == sign * naive.brings(state, state.after(each.event)), f"{each} in {state!r}"
        end = state
        for event in solution.line:
            end = end.after(event)
        assert end.over
        assert sign * naive.brings(state, end) == solution.value == solution.plays[0].low
        positions += 1
    return positions


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_values_and_the_line_are_those_of_a_plain_search(game: Game) -> None:
    chance = Random(game.name)
    assert sum(check_ending(game, chance) for _ in range(2)) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_values_of_many_endings_are_those_of_a_plain_search(game: Game, rounds: int) -> None:
    chance = Random(f"many {game.name}")
    for _ in range(6 * rounds):
        check_ending(game, chance)
