"""Which variants there are, and the table at which one of them is played."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from haggis_cli.matches.names import find_name_fault, find_repeated_name
from haggis_cli.plugins import registry
from haggis_cli.referee.seating import check_players, check_suits, read_options
from haggis_cli.rules.variant import OptionValue, Table, Variant, seat_players
from haggis_cli.support.errors import UsageError

VariantName: TypeAlias = str | Variant
"""A variant: its id, or the value itself, which need not be installed."""
Players: TypeAlias = int | Sequence[str]
"""The players: their names clockwise, or only how many there are."""


def variant_ids() -> tuple[str, ...]:
    """List the variants that are installed, by id.

    None of their code runs. Plugins that are switched off with `HAGGIS_NO_PLUGINS` are left out.
    """
    return tuple(registry.enabled_claims())


def load_variant(variant_id: str | None = None) -> Variant:
    """Load an installed variant; without an id the one that `haggis judge` takes by default.

    VariantError: it is not installed, is claimed by two packages, or cannot be loaded.
    """
    return registry.load(registry.default_id() if variant_id is None else variant_id)


def build_table(
    variant: VariantName | None,
    players: Players | None,
    *,
    teams: Sequence[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    suits: str | None = None,
) -> Table:
    """The table for these players; without players the smallest number that the variant is for.

    UsageError: the variant is not for so many players, has no such option or teams, or a name cannot be one.
    """
    found = variant if isinstance(variant, Variant) else load_variant(variant)
    names = _player_names(found.players[0] if players is None else players)
    check_players(found, len(names))
    team_names = tuple(name.strip() for name in teams)
    if team_names and len(team_names) != len(found.teams):
        raise UsageError(f"{found.name} has {len(found.teams) or 'no'} teams, and {len(team_names)} are named")
    _check_names((*names, *team_names))
    return seat_players(
        found,
        names,
        options=read_options(found, options or {}, len(names)),
        letters=check_suits(found, suits, len(names)),
        team_names=team_names,
    )


def _player_names(players: Players) -> tuple[str, ...]:
    if isinstance(players, int):
        return tuple(f"Player {seat + 1}" for seat in range(players))
    if isinstance(players, str):
        raise UsageError(f"players are a number or a list of names, not '{players}'")
    return tuple(name.strip() for name in players)


def _check_names(names: tuple[str, ...]) -> None:
    for name in names:
        fault = find_name_fault(name)
        if fault:
            raise UsageError(f"'{name}': {fault}")
    repeated = find_repeated_name(names)
    if repeated is not None:
        raise UsageError(f"{repeated} stands twice: every name must be different")
