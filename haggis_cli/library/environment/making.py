"""Making an environment; nothing of PettingZoo is loaded before."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from haggis_cli.library.tables import VariantName, build_table
from haggis_cli.rules.variant import OptionValue
from haggis_cli.support.extras import require_library

if TYPE_CHECKING:
    from haggis_cli.library.environment.aec import HaggisEnv


def env(
    variant: VariantName | None = None,
    players: int | None = None,
    *,
    options: Mapping[str, OptionValue] | None = None,
    render_mode: str | None = None,
) -> "HaggisEnv":
    """Make a PettingZoo AEC environment of a variant; an episode is one round, with cards dealt by chance.

    variant: the id of an installed variant, or a `Variant`; the default variant if left out.
    players: how many play; the variant's smallest number if left out.
    options: the variant's options that differ from its defaults, by name.
    render_mode: `ansi` to have `render` write the table as a person sees it who sees all cards; None for no picture.

    HaggisError: PettingZoo is not installed. VariantError, UsageError: as of `deal`.
    """
    require_library("the environment needs", "pettingzoo", "env")
    from haggis_cli.library.environment.aec import HaggisEnv

    table = build_table(variant, players, options=options)
    agents = tuple(f"player_{seat}" for seat in table.seats)
    return HaggisEnv(build_table(variant, agents, options=options), render_mode)
