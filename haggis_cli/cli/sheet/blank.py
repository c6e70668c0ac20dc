"""Whose blank scoresheet is asked for: the players of a match, or a table of its own."""

from haggis_cli.cli.new.questions import parse_player_name
from haggis_cli.cli.opening import open_match
from haggis_cli.cli.referee.question import make_anonymous_table
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.sheets.blank import blank_sheet, blank_sheet_of, with_names
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.errors import UsageError


def blank_sheet_for(
    match: str | None,
    home: str | None,
    variant: str | None,
    names: list[str] | None,
    number: int | None,
    options: list[str] | None,
) -> Sheet:
    """A sheet for the players of a match and its goal, or for a table that everything else describes."""
    if all(value is None for value in (variant, names, number, options)):
        opened = open_match(match, home)
        with guard_rules(opened.variant.id):
            return blank_sheet_of(opened.report, opened.path.stem)
    if match is not None:
        raise UsageError("a match has its own table: leave out MATCH, or --variant and what else sets one")
    if names and number is not None and len(names) != number:
        raise UsageError(f"--players says {number}, and {len(names)} are named")
    table = make_anonymous_table(variant, options, None, len(names) if names else number)
    with guard_rules(table.variant.id):
        return blank_sheet(with_names(table, [parse_player_name(name) for name in names or ()]))
