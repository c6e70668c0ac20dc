"""The scoresheet as JSON, for programs: the figures by player, and by team if teams score."""

import json
from collections.abc import Sequence
from typing import Any

from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.report_json import round_json
from haggis_cli.rules.events import Award, Bet, Bid, Exchange, Give, Lead, Play
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.columns import data_columns
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.sheets.story import Leftover, Step, TrickStory, round_story


def render(sheet: Sheet, style: Style) -> str:
    """The sheet as one indented object in ASCII: valid in every encoding and safe on every terminal."""
    return json.dumps(sheet_json(sheet), ensure_ascii=True, allow_nan=False, indent=2) + "\n"


def render_many(sheets: Sequence[Sheet], style: Style) -> str:
    """One object with a list of the sheets."""
    return json.dumps({"sheets": list(map(sheet_json, sheets))}, ensure_ascii=True, allow_nan=False, indent=2) + "\n"


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as a JSON object; unknown figures are null, and a round that is not scored has no players or sides."""
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
        "footnote": sheet.footnote,
        "players": list(sheet.players),
        "teams": {side.name: [sheet.players[seat] for seat in side.seats] for side in sheet.sides}
        if sheet.teams
        else {},
        "rounds": [_round(sheet, at, names) for at in range(len(sheet.rounds))],
        "totals": dict(zip(names, sheet.totals, strict=True)) if sheet.totals is not None else None,
        "winner": None if sheet.winner is None else names[sheet.winner],
        "notes": sheet.notes,
        "due": sheet.due,
        "violations": list(sheet.complaints),
    }


def _round(sheet: Sheet, at: int, names: list[str]) -> dict[str, Any]:
    each = sheet.rounds[at]
    return {
        "number": each.number,
        "kind": "recorded" if each.recorded else "typed",
        "note": each.unscored or None,
        "notes": each.notes,
        "players": _figures(sheet, at, sheet.players, of_side=False) if each.figures else {},
        "sides": _figures(sheet, at, names, of_side=True) if each.figures else {},
        **({"line_up": each.line_up} if each.line_up else {}),
    }


def _figures(sheet: Sheet, at: int, names: Sequence[str], *, of_side: bool) -> dict[str, dict[str, int | None]]:
    columns = data_columns(of_side=of_side)
    return {
        name: {column.key: column.value(sheet, at, owner) for column in columns} for owner, name in enumerate(names)
    }


# The rounds play by play as JSON: `log --json`.


def log_json(report: Report, rounds: Sequence[RoundReport]) -> dict[str, Any]:
    """These rounds as in `check --json`, each with its tricks, its leftover cards and the events not judged.

    A round that was typed in has no tricks. Unknown cards and points are null.
    """
    return {
        "id": report.match.record.id,
        "variant": report.match.record.variant,
        "players": list(report.table.names),
        "notes": report.match.record.notes,
        "rounds": [_told_round(report, each) for each in rounds],
        "violations": [each._asdict() for each in report.violations],
    }


def _told_round(report: Report, each: RoundReport) -> dict[str, Any]:
    table = report.table
    result = round_json(report, each) | {
        "totals": None if each.totals is None else dict(zip(table.side_names, each.totals, strict=True)),
    }
    if not each.recorded:
        return result
    story = round_story(report, each)
    return result | {
        "before": [_step(step, table) for step in story.before],
        "tricks": [_trick(trick, table) for trick in story.tricks],
        "left": [_leftover(rest, table) for rest in story.leftovers],
        "left_points": story.leftover_points,
        "not_judged": [{"event": number, "text": text} for number, text in story.unjudged],
    }


def _name(seat: int | None, table: Table) -> str | None:
    return None if seat is None else table.names[seat]


def _trick(trick: TrickStory, table: Table) -> dict[str, Any]:
    return {
        "number": trick.number,
        "events": [_step(step, table) for step in trick.steps],
        "winner": _name(trick.winner, table),
        "captured_by": _name(trick.taker, table),
        "cards": trick.cards,
        "points": trick.points,
    }


def _leftover(rest: Leftover, table: Table) -> dict[str, Any]:
    return {
        "player": _name(rest.holder, table),
        "count": rest.count,
        "cards": None if rest.cards is None else card_list(rest.cards, table.deck),
        "points": rest.points,
        "captured_by": _name(rest.taker, table),
    }


def _step(step: Step, table: Table) -> dict[str, Any]:
    event = step.event
    result: dict[str, Any] = {
        "event": step.number,
        "player": table.names[event.seat],
        "action": type(event).__name__.lower(),
    }
    match event:
        case Play() | Exchange() | Give():
            result["cards"] = card_list(event.cards, table.deck)
        case Bet() | Bid():
            result["amount"] = event.amount
        case Award() | Lead():
            result["to"] = table.names[event.to]
        case _:
            pass
    if step.reading:
        result |= step.reading._asdict()
    if step.hand_count is not None:
        result["out"] = step.hand_count
    return result
