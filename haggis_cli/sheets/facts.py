"""What stands above the columns of a scoresheet: the day, the players, the goal, the house rules."""

from collections.abc import Iterable

from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.text_tables import with_direction_marks

FILL_IN_LINE = "_" * 16
"""Where something is to be written by hand."""


def sheet_facts(sheet: Sheet) -> list[tuple[str, str]]:
    """Pairs of a label and a text; a blank sheet has names at its columns only."""
    house_rules = [("House rule", text) for text in sheet.house_rules]
    if sheet.blank:
        return [
            ("Date", FILL_IN_LINE),
            ("Goal", str(sheet.goal) if any(sheet.goal) else FILL_IN_LINE),
            *([(sheet.begins, FILL_IN_LINE)] if sheet.begins else []),
            *house_rules,
        ]
    return [
        ("Match", sheet.match_id),
        ("Date", sheet.date),
        *([("Event", sheet.event)] if sheet.event else []),
        ("Teams", _teams(sheet)) if sheet.teams else ("Players", _names(sheet, range(len(sheet.players)))),
        ("Goal", str(sheet.goal)),
        *([("Final scores", _final_scores(sheet))] if sheet.totals and any(sheet.totals) and not sheet.rounds else []),
        *house_rules,
    ]


def _final_scores(sheet: Sheet) -> str:
    """What a match ended with whose rounds are not known."""
    scores = zip(sheet.sides, sheet.totals or (), strict=True)
    return ", ".join(f"{with_direction_marks(side.name)} {total}" for side, total in scores)


def _teams(sheet: Sheet) -> str:
    return ", ".join(f"{with_direction_marks(side.name)} ({_names(sheet, side.seats)})" for side in sheet.sides)


def _names(sheet: Sheet, seats: Iterable[int]) -> str:
    return ", ".join(with_direction_marks(sheet.players[seat]) for seat in seats)
