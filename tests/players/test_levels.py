"""The levels play every variant by its rules, each better than the one below."""

from random import Random

import pytest

from haggis_cli.players.levels import LEVELS, Effort, load_player, view_of
from haggis_cli.rules.judge import judge
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import score
from tests.players.games import TABLES, every_plain_table, every_strange_table, started

SMALL = Effort(playouts=6)


def played(state: Round, levels: list[str], chance: Random, effort: Effort = SMALL) -> Round:
    """The round played to its end by computer players; every decision is judged."""
    while not state.over:
        event = load_player(levels[state.turn])(view_of(state, state.turn), chance, effort)
        breach = judge(state, event)
        assert breach is None, breach
        assert event.seat == state.turn
        state = state.after(event)
    return state


@pytest.mark.slow
@pytest.mark.longest(6)
@every_plain_table
def test_every_level_plays_legally_to_the_end(name: str) -> None:
    table, chance = TABLES[name], Random(11)
    for first in (0, 2):  # so that each level has a seat at the smallest table, too
        levels = [list(LEVELS)[(first + seat) % len(LEVELS)] for seat in table.seats]
        assert played(started(table, chance), levels, chance).over


@pytest.mark.slow
@pytest.mark.longest(8)
@every_strange_table
def test_a_variant_of_a_stranger_is_played_to_the_end(name: str) -> None:
    table, chance = TABLES[name], Random(name)
    levels = [list(LEVELS)[-1 - seat % len(LEVELS)] for seat in table.seats]
    assert played(started(table, chance), levels, chance, Effort(playouts=1)).over


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_plays_the_same_round(level: str) -> None:
    table = TABLES["two-player 2"]
    ends = {played(started(table, Random(3)), [level] * 2, Random(4)).outcome() for _ in range(2)}
    assert len(ends) == 1


@pytest.mark.sample("easy-random-0")
@pytest.mark.parametrize(
    ("better", "worse", "effort"), [("easy", "random", 0), ("normal", "random", 0), ("hard", "random", 30)]
)
def test_a_level_beats_a_lower_one(better: str, worse: str, effort: int) -> None:
    """Eight deals, each played from both seats: far from a measurement, but a level turned upside down fails."""
    table, lead = TABLES["two-player 2"], 0
    for number in range(8):
        for levels in ([better, worse], [worse, better]):
            chance = Random(number)
            end = played(started(table, chance), levels, chance, Effort(playouts=effort))
            totals = [each.total for each in score(table, end.outcome())]
            lead += totals[levels.index(better)] - totals[levels.index(worse)]
    assert lead > 0


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(KeyError):
        load_player("grandmaster")


def test_thinking_stops_when_its_time_is_over() -> None:
    from time import monotonic

    table, chance = TABLES["two-player 2"], Random(1)
    state = started(table, chance)
    before = monotonic()
    load_player("hard")(view_of(state, state.turn), chance, Effort(seconds=0.05))
    assert monotonic() - before < 5
