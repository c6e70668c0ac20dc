"""Whole random rounds of every variant and every choice of options, against the slow reference."""

import pytest

from haggis_cli.rules.variant import OptionValue
from tests.rules.duel import GAMES, Duel

IDS = [" ".join([name, str(players), *map(str, options.values())]) for name, players, options in GAMES]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("name", "players", "options"), GAMES, ids=IDS)
def test_random_rounds(name: str, players: int, options: dict[str, OptionValue], rounds: int) -> None:
    for number in range(rounds):
        duel = Duel(name, players, options, f"{name} {players} {options} {number}")
        duel.play_out()
        duel.compare_results()
