"""The scoresheet as JSON, for programs: the figures of the sheet by player, and by team where teams score."""

import json
from typing import Any

from haggis_cli.sheets.figures import SheetRound
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import Sheet


def render(sheet: Sheet, style: Style) -> str:
    """The sheet as one indented object, in ASCII: valid in every encoding and harmless to every terminal."""
    return json.dumps(sheet_json(sheet), ensure_ascii=True, allow_nan=False, indent=2) + "\n"


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as a JSON object; unknown figures are null, a round that is not scored has no players and sides."""
    names = [side.name for side in sheet.sides]
    return {
        "match_id": sheet.match_id,
        "date": sheet.date,
        "event": sheet.event or None,
        "variant": sheet.variant_id,
        "variant_name": sheet.variant,
        "options": dict(sheet.options),
        "house_rules": list(sheet.house_rules),
        "goal": {unit: number for unit, number in sheet.goal._asdict().items() if number is not None},
        "hand_points": sheet.hand_points,
        "players": list(sheet.players),
        "teams": {side.name: [sheet.players[seat] for seat in side.seats] for side in sheet.sides}
        if sheet.teams
        else {},
        "rounds": [_round(sheet, each, names) for each in sheet.rounds],
        "totals": dict(zip(names, sheet.totals, strict=True)) if sheet.totals is not None else None,
        "winner": None if sheet.winner is None else names[sheet.winner],
        "notes": sheet.notes,
        "due": sheet.due,
        "violations": list(sheet.complaints),
    }


def _round(sheet: Sheet, each: SheetRound, names: list[str]) -> dict[str, Any]:
    return {
        "number": each.number,
        "kind": "recorded" if each.recorded else "typed",
        "note": each.unscored or None,
        "notes": each.notes,
        "players": {sheet.players[seat]: figures._asdict() for seat, figures in enumerate(each.figures)},
        "sides": {name: figures._asdict() for name, figures in zip(names, each.sides, strict=False)},
        **({"line_up": each.line_up} if each.line_up else {}),
    }
