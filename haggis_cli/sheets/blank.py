"""An empty scoresheet for pen and paper: the official layout, twelve rounds (Rulebook 2.1, Scoresheets)."""

from collections.abc import Sequence

from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import Goal
from haggis_cli.sheets.sheet import Sheet, SheetRound, Side

ROUNDS = 12
NAME = "_" * 8
"""Where a name is to be written by hand."""


def named(table: Table, names: Sequence[str]) -> Table:
    """The same table with these players, or with room to write their names, and those of the teams."""
    players = tuple(names) or tuple(f"{seat + 1}: {NAME}" for seat in table.seats)
    teams = tuple(f"Team {side + 1}: {NAME}" for side in range(len(table.sides)))
    return table._replace(names=players, side_names=teams if table.variant.teams else players)


def blank_sheet(table: Table, goal: Goal | None = None) -> Sheet:
    """The sheet for this table."""
    variant = table.variant
    return Sheet(
        match_id="",
        date="",
        variant_id=variant.id,
        variant=variant.name,
        options=tuple(table.options.items()),
        goal=goal or Goal(),
        players=table.names,
        sides=tuple(Side(name, seats) for name, seats in zip(table.side_names, table.sides, strict=True)),
        teams=any(len(seats) > 1 for seats in table.sides),
        hand_points=variant.hand_points,
        bonus=bool(variant.first_out_bonus.get(len(table.names))),
        rounds=tuple(SheetRound(number, recorded=False, note="") for number in range(1, ROUNDS + 1)),
        totals=None,
        winner=None,
        due=_how_to_fill_in(table),
        complaints=(),
        blank=True,
    )


def _how_to_fill_in(table: Table) -> str:
    betting = table.variant.betting
    word = "Bid" if betting.by_auction else "Bet"
    bets = f"{word}: {betting.amounts_text()}. " if betting.amounts else ""
    return f"{bets}To type it in later: haggis new --variant {table.variant.id}, then haggis score for every round."
