"""How a match stands, in the words of a list: from what the index keeps of each match (`selection.list_matches`)."""

from collections.abc import Callable
from typing import Any

from haggis_cli.support.english import pluralize
from haggis_cli.support.escaping import escape_text

ORDERS: dict[str, Callable[[dict[str, Any]], Any] | None] = {
    "newest": None,  # as the index gives them
    "oldest": None,
    "id": lambda row: row["id"].casefold(),
    "variant": lambda row: row.get("variant", ""),
    "rounds": lambda row: -row.get("rounds", 0),
    "event": lambda row: (not row.get("event"), (row.get("event") or "").casefold()),
}
"""The orders of a list, by name."""


def sort_rows(rows: list[dict[str, Any]], order: str) -> list[dict[str, Any]]:
    """The rows, which come newest first, in one of ORDERS."""
    if order == "oldest":
        return rows[::-1]
    key = ORDERS[order]
    return sorted(rows, key=key) if key else rows


def is_going_on(row: dict[str, Any]) -> bool:
    """Whether a round can be added to the match."""
    return not row["error"] and row["ok"] and not row["over"]


def render_totals(row: dict[str, Any], spelled: Callable[[str], str] = escape_text) -> str:
    """The totals in a row, such as `Noah 250, Isla 272`; empty where they are not known."""
    return ", ".join(f"{spelled(name)} {total}" for name, total in (row.get("totals") or {}).items())


def render_state(row: dict[str, Any]) -> str:
    """Where the match stands, or why it does not count."""
    if row["error"]:
        return f"cannot be used: {row['error'].splitlines()[0]}"
    told = f"{row['revision']['message']}; " if row.get("revision") else ""
    return told + _render_own_state(row)


def _render_own_state(row: dict[str, Any]) -> str:
    if not row["ok"]:
        return "breaks the rules: 'haggis check' tells where"
    if "not_counted" in row:
        return f"{_render_standing(row)} (not counted: {row['not_counted']})"
    counts = row.get("rated", True) and not (row["over"] and _is_without_rounds(row))
    return _render_standing(row) + ("" if counts else " (not counted)")


def _is_without_rounds(row: dict[str, Any]) -> bool:
    return bool(row["rounds"] == row["in_progress"] and not row.get("final"))


def _render_standing(row: dict[str, Any]) -> str:
    wins = row.get("round_wins", {})
    if row["winner"]:
        won = f"{row['winner']} {'has' if row['winner'] in row['players'] else 'have'} won"
        others = ", ".join(f"{name} {number}" for name, number in wins.items() if name != row["winner"])
        return f"{won} {pluralize(wins[row['winner']], 'round')}, {others}" if wins else won
    each = f" ({', '.join(f'{name} {number}' for name, number in wins.items())})" if wins else ""
    if row.get("final"):
        return "no single winner" if row["totals"] else "not all final scores are known"
    if row["over"]:
        return "closed without a round" if _is_without_rounds(row) else f"closed{each}"
    rounds = row["rounds"]
    if row["in_progress"]:
        return f"in round {rounds}, to {row['goal']}{each}"
    return f"{pluralize(rounds, 'round')}, to {row['goal']}{each}"
