"""What a match is beside its figures, in the last columns of an exported CSV: variant, day, goal, options and the like.

Each line of a match says them again, so that a table can be sorted, filtered and cut.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from haggis_cli.exchange.formats.text.transcript import goal_text, render_json, render_scalar
from haggis_cli.exchange.formats.text.transcript_reader import parse_goal
from haggis_cli.matches.model import Goal, MatchRecord
from haggis_cli.matches.moments import parse_moment_or_day

COLUMNS = (
    *("variant", "created", "goal", "lead", "dealer", "suits", "closed", "rated", "bots", "options", "event"),
    "revision",
)


def render_cells(record: MatchRecord) -> list[str]:
    """The text of each column, empty where the match file says nothing."""
    fields = MatchRecord.model_fields
    return [
        _render_cell(value) if (value := getattr(record, key)) != fields[key].get_default() else "" for key in COLUMNS
    ]


def read_cells(row: Mapping[str, str]) -> dict[str, Any]:
    """The keys of a match that a line says; ValueError, with the column, for a cell that cannot be read."""
    found: dict[str, Any] = {}
    for key in COLUMNS:
        text = row.get(key, "").strip()
        if text:
            try:
                found[key] = _READERS.get(key, str)(text)
            except (ValueError, RecursionError):
                raise ValueError(key) from None
    return found


def _render_cell(value: object) -> str:
    if isinstance(value, Goal):
        return goal_text(value)
    if isinstance(value, bool | datetime):
        return render_scalar(value)
    return render_json(value) if isinstance(value, dict) else str(value)


def _parse_bool(text: str) -> bool:
    if text.casefold() not in ("true", "false"):  # a spreadsheet writes them in capitals
        raise ValueError(text)
    return text.casefold() == "true"


def _parse_object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(text)
    return found


_READERS: dict[str, Callable[[str], Any]] = {
    "created": parse_moment_or_day,
    "goal": parse_goal,
    "closed": _parse_bool,
    "rated": _parse_bool,
    "bots": _parse_object,
    "options": _parse_object,
    "revision": int,
}
