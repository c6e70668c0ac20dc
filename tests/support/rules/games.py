"""Every game there is: each variant with each number of players and each choice of options."""

from collections.abc import Iterator
from itertools import product

from haggis_cli.rules.variant import OptionValue
from tests.support.rules.variants import VARIANTS


def games() -> Iterator[tuple[str, int, dict[str, OptionValue]]]:
    """Every variant with every number of players and every choice of the options that are for so many."""
    for name, variant in VARIANTS.items():
        for players in variant.players:
            options = [option for option in variant.options if players in (option.players or variant.players)]
            for values in product(*(option.choices for option in options)):
                yield name, players, dict(zip((option.name for option in options), values, strict=True))


GAMES = list(games())
