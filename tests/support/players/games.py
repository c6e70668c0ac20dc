"""Rounds to try the computer players on: every installed variant, with every number of players and every option, and
variants that a stranger might invent."""

from functools import cache
from random import Random

import pytest

from haggis_cli.players.matches import random_deal
from haggis_cli.players.policies.random import random_event
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.round import Round, begin
from haggis_cli.rules.table import Table, seat_players
from tests.support.players.strange_variants import strange_tables

NAMES = ("Ailsa", "Bruce", "Coira", "Duncan")


def tables() -> dict[str, Table]:
    """A table for every variant, number of players, and value of an option."""
    all_tables = {}
    for variant_id in installed_claims():
        variant = load(variant_id)
        for players in variant.players:
            choices: list[dict[str, bool | str]] = [{}]
            for option in variant.options:
                if not option.players or players in option.players:
                    choices += [{option.name: value} for value in option.choices if value != option.default]
            for chosen in choices:
                words = "".join(f" {name}={value}" for name, value in chosen.items())
                all_tables[f"{variant_id} {players}{words}"] = seat_players(variant, NAMES[:players], options=chosen)
    return all_tables


STRANGE = strange_tables()
TABLES = tables() | STRANGE


def started(table: Table, chance: Random) -> Round:
    """A round with its cards dealt, led by somebody."""
    return begin(table, chance.randrange(len(table.names)), deal=random_deal(table, chance))


@cache
def moments(name: str, seed: int = 1) -> tuple[Round, ...]:
    """Every moment of a round by chance at a table; worked out once, because listing all legal plays takes its time."""
    chance = Random(f"{name} {seed}")
    state, found_moments = started(TABLES[name], chance), []
    while not state.over:
        found_moments.append(state)
        state = state.after(random_event(state, chance))
    return tuple(found_moments)


def plays(name: str, seed: int = 1) -> list[Round]:
    """The moments at which a card may be played."""
    return [state for state in moments(name, seed) if state.phase is Phase.PLAY]


every_table = pytest.mark.parametrize("name", TABLES)
every_plain_table = pytest.mark.parametrize(
    "name", [name for name in TABLES if "=" not in name and name not in STRANGE]
)
every_strange_table = pytest.mark.parametrize("name", STRANGE)
