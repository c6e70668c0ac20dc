"""A match as plain text, strictly: the form that is written, and read back with every value as it was.

    Haggis match, written as text 1
    id: friday
    variant: three-player
    created: 2026-11-21T20:30:00+01:00
    player: Noah
    …
    goal: 250 points
    lead: Noah

    Round 1
    1. Jamie: bet little
    2. Noah: 7r 8r 9r

    Round 2, typed in
    - Noah: out1, hand 9, cards 20, bet 30

    End of match

What would not come back as it is (line ends, blanks at an end) stands in "quotes", escaped as in JSON.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from haggis_cli.matches.model import Goal, MatchRecord, RoundRecord, TableRecord
from haggis_cli.matches.moments import render_moment
from haggis_cli.support.escaping import escape_text

HEADER = "Haggis match, written as text 1"
END = "End of match"
LIST_KEYS = {"players": "player", "teams": "team"}
MAPPING_KEYS = {"options": "option", "bots": "bot"}
_OWN_LINES = {*LIST_KEYS, *MAPPING_KEYS, "format", "goal", "notes", "final", "rounds"}


def render(record: MatchRecord) -> str:
    """The match as text."""
    return "\n".join([HEADER, *_head(record), *(line for each in _rounds(record) for line in each), "", END]) + "\n"


def _head(record: MatchRecord) -> Iterator[str]:
    for key in ("id", "variant", "created"):
        yield f"{key}: {render_scalar(getattr(record, key))}"
    for key, word in LIST_KEYS.items():
        yield from (f"{word}: {quote_if_needed(name)}" for name in getattr(record, key))
    yield f"goal: {goal_text(record.goal)}"
    for key, field in type(record).model_fields.items():
        value = getattr(record, key)
        if key not in _OWN_LINES and key not in ("id", "variant", "created") and value != field.default:
            yield f"{key}: {render_scalar(value)}"
    if record.final:
        yield f"final: {render_json(record.final.model_dump(exclude_defaults=True))}"
    yield from _notes(record.notes)
    for key, word in MAPPING_KEYS.items():
        yield from (
            f"{word}: {_quote_key(name)}: {render_scalar(value)}" for name, value in getattr(record, key).items()
        )


def _rounds(record: MatchRecord) -> Iterator[Iterator[str]]:
    for number, each in enumerate(record.rounds, 1):
        yield _round(number, each)


def _round(number: int, record: RoundRecord) -> Iterator[str]:
    yield ""
    yield f"Round {number}{', typed in' if record.table else ''}"
    yield from _notes(record.notes)
    if record.deal is not None:
        yield from (f"hand {_quote_key(name)}: {quote_if_needed(cards)}" for name, cards in record.deal.hands.items())
        yield f"haggis: {quote_if_needed(record.deal.haggis)}"
    if record.table is not None:
        yield from _table(record.table)
    for place, event in enumerate(record.events or [], 1):
        yield f"{place}. {quote_if_needed(event)}"


def _table(table: TableRecord) -> Iterator[str]:
    names = dict.fromkeys([*table.out, *table.hands, *table.captured, *table.bets])
    if table.shepherd is not None:
        names[table.shepherd] = None
    for name in names:
        items = [f"out{place}" for place, out in enumerate(table.out, 1) if out == name]
        for word, values in (("hand", table.hands), ("cards", table.captured), ("bet", table.bets)):
            items += [f"{word} {values[name]}"] if name in values else []
        items += ["shepherd"] if name == table.shepherd else []
        yield f"- {_quote_key(name)}: {', '.join(items)}"
    if table.bid is not None:
        yield f"bid: {table.bid}"


def _notes(notes: str) -> Iterator[str]:
    return (f"note: {quote_if_needed(line)}".rstrip() for line in notes.split("\n")) if notes else iter(())


def goal_text(goal: Goal) -> str:
    """The goal in two words."""
    if goal.round_wins:
        return f"{goal.round_wins} rounds won"
    return f"{goal.points} points" if goal.points else f"{goal.rounds} rounds"


def render_scalar(value: object) -> str:
    """A value on one line; a text that could be taken for something else stands in quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return render_moment(value)
    text = str(value)
    return json.dumps(text) if text in ("true", "false") else quote_if_needed(text)


def render_json(value: Mapping[str, Any]) -> str:
    """The JSON as people read it, or, where something in it must not be shown as it is, in ASCII: so it comes back."""
    text = json.dumps(value, ensure_ascii=False)
    return text if escape_text(text) == text else json.dumps(value)


def quote_if_needed(text: str) -> str:
    """The text as it is where it comes back from a line so; else in quotes."""
    plain = text == text.strip() and escape_text(text) == text and not text.startswith('"')
    return text if plain else json.dumps(text)


def _quote_key(text: str) -> str:
    """A name in front of a colon."""
    return quote_if_needed(text) if text and not re.search("[:\\s]\\s|:|^[ ]|[ ]$", text) else json.dumps(text)
