"""Empty scoresheets for pen and paper."""

from haggis_cli.book.match_settings import parse_player_name
from haggis_cli.cli.game_options import parse_option_pairs
from haggis_cli.cli.opening import open_match
from haggis_cli.library.tables import build_table
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.seating import count_players
from haggis_cli.sheets.blank import blank_sheet, blank_sheet_of, with_names
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.errors import UsageError


def make_blank_sheet(
    match: str | None,
    home: str | None,
    variant: str | None,
    names: list[str] | None,
    number: int | None,
    option: list[str] | None,
) -> Sheet:
    """A sheet for the players of a match and its goal, or for a table that everything else describes."""
    if all(value is None for value in (variant, names, number, option)):
        opened = open_match(match, home)
        with guard_rules(opened.variant.id):
            return blank_sheet_of(opened.report, opened.path.stem)
    if match is not None:
        raise UsageError("a match has its own table: leave out MATCH, or --variant and what else sets one")
    table = build_table(variant, count_players(names, number), options=parse_option_pairs(option))
    with guard_rules(table.variant.id):
        return blank_sheet(with_names(table, [parse_player_name(name) for name in names or ()]))
