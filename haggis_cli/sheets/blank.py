"""An empty scoresheet for pen and paper: the official layout, twelve rounds (Rulebook 2.1, Scoresheets).

It also has a place for what `haggis score` asks and the official sheet leaves to memory: the day, who began, the order
of going out, whose a team's bet is. Below stands what a table looks up: the values of cards and the order of bombs.
"""

from collections.abc import Iterator, Sequence
from shlex import quote

from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import due
from haggis_cli.rules.phrases import option_text
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.rules.table import Table
from haggis_cli.sheets.figures import SheetRound
from haggis_cli.sheets.sheet import Sheet, empty_sheet
from haggis_cli.support.escaping import escape_text

ROUNDS = 12
FILL_IN_NAME = "_" * 7
"""Where a name is to be written by hand."""


def with_names(table: Table, names: Sequence[str]) -> Table:
    """The same table with these players, or with room to write their names, and those of the teams."""
    players = tuple(names) or tuple(f"{seat + 1}: {FILL_IN_NAME}" for seat in table.seats)
    teams = tuple(f"Team {side + 1}: {FILL_IN_NAME}" for side in range(len(table.sides)))
    return table._replace(names=players, side_names=teams if table.variant.teams else players)


def blank_sheet(table: Table, goal: Goal | None = None) -> Sheet:
    """The sheet for a table that has no match yet."""
    options = "".join(f" --option {quote(f'{name}={option_text(value)}')}" for name, value in table.options.items())
    return _sheet(table, goal or Goal(), f"haggis new --variant {table.variant.id}{options} --date DAY")


def blank_sheet_of(report: Report, name: str) -> Sheet:
    """The sheet for a match of that name; if it has rounds already, for another one at the same table."""
    if report.rounds:
        return _sheet(report.table, report.goal, f"haggis new --like {quote(name)} --date DAY")
    sheet = _sheet(report.table, report.goal, "", f"haggis score {quote(name)}")
    return sheet._replace(begins="", due=f"{due(report)} {sheet.due}".strip())


def _sheet(table: Table, goal: Goal, new_command: str, score: str = "haggis score") -> Sheet:
    first = f"{new_command}, then " if new_command else ""
    return empty_sheet(table, goal)._replace(
        rounds=tuple(SheetRound(number, recorded=False, unscored="") for number in range(1, ROUNDS + 1)),
        due=" ".join(_how_to_fill_in(table)),
        reference=tuple(_reference(table)),
        typing=escape_text(f"To type it in later: {first}{score} for every round."),
        blank=True,
        begins="Dealer" if table.variant.has_dealer else "Lead",
    )


def _how_to_fill_in(table: Table) -> list[str]:
    betting = table.variant.betting
    sentences = []
    if len(table.names) > 2:
        sentences.append("Out: 1 for the first player to go out, 2 for the next.")
    if len(table.names) > 2 and table.variant.only_first_records:
        sentences.append("Hand: of the first player to go out alone.")
    if betting.amounts:
        amounts = f"the bid of the Shepherd, {betting.amounts_text()}" if betting.by_auction else betting.amounts_text()
        sentences.append(f"Bet: {amounts}{', and whose it is' if table.variant.teams else ''}.")
    return sentences


def _reference(table: Table) -> Iterator[tuple[str, str]]:
    """What is looked up while playing and counting."""
    variant = table.variant
    yield "Captured cards", variant.card_values.name
    bonus = variant.first_out_bonus.get(len(table.names))
    more = f"; {bonus} more for going out first" if bonus else ""
    yield "Going out", f"{variant.hand_points} for each card in the fullest hand of an opponent{more}"
    if bombs := variant.combinations.bombs:
        yield "Bombs, from low to high", ", ".join(bomb.name for bomb in bombs)
