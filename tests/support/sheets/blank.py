"""Blank sheets for the tests."""

from haggis_cli.rules.table import seat_players
from haggis_cli.rules.variant import Variant
from haggis_cli.sheets.blank import blank_sheet, with_names
from haggis_cli.sheets.sheet import Sheet


def blank(variant: Variant, players: int, *names: str) -> Sheet:
    somebody = tuple(f"Player {seat}" for seat in range(players))
    return blank_sheet(with_names(seat_players(variant, somebody), names))
