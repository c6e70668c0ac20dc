"""Whole random rounds of every variant and every choice of options, against the slow reference."""

from collections.abc import Iterator
from itertools import product

import pytest

from haggis_cli.rules.variant import OptionValue
from tests.support.rules.duel import Duel
from tests.support.rules.variants import VARIANTS


def games() -> Iterator[tuple[str, int, dict[str, OptionValue]]]:
    """Every variant with every number of players and every choice of the options that are for so many."""
    for name, variant in VARIANTS.items():
        for players in variant.players:
            options = [option for option in variant.options if players in (option.players or variant.players)]
            for values in product(*(option.choices for option in options)):
                yield name, players, dict(zip((option.name for option in options), values, strict=True))


GAMES = list(games())
IDS = [" ".join([name, str(players), *map(str, options.values())]) for name, players, options in GAMES]


@pytest.mark.parametrize(("name", "players", "options"), GAMES, ids=IDS)
def test_random_rounds(name: str, players: int, options: dict[str, OptionValue], rounds: int) -> None:
    for number in range(rounds):
        duel = Duel(name, players, options, f"{name} {players} {options} {number}")
        duel.play_out()
        duel.compare_results()
