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
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from haggis_cli.exchange.parsed_match import MAX_MATCHES, OutgoingMatch, ParsedMatch, decode_text, parse_whole_match
from haggis_cli.matches.heading import parse_moment, render_moment
from haggis_cli.matches.model import FORMAT, GoalRecord, MatchRecord, RoundRecord, TableRecord
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text

HEADER = "Haggis match, written as text 1"
END = "End of match"
LIST_KEYS = {"players": "player", "teams": "team"}
MAPPING_KEYS = {"options": "option", "bots": "bot"}
_OWN_LINES = {*LIST_KEYS, *MAPPING_KEYS, "format", "goal", "notes", "final", "rounds"}


def render_matches(matches: Sequence[OutgoingMatch], *, many: bool, wide: bool) -> str:
    """The matches one after another."""
    return "\n".join(render(each.file.record) for each in matches)


def render(record: MatchRecord) -> str:
    """The match as text."""
    rounds = [line for number, each in enumerate(record.rounds, 1) for line in _round(number, each)]
    return "\n".join([HEADER, *_head(record), *rounds, "", END]) + "\n"


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


def goal_text(goal: GoalRecord) -> str:
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


# Reading the strict text of a match: what was written comes back, and what is not understood is named by its line.

_HEADER = re.compile(rf"^[ \t]*{re.escape(HEADER)}[ \t]*$", re.MULTILINE)
_OTHER_HEADER = re.compile(rf"^[ \t]*{HEADER.rstrip('0123456789')}\d+[ \t]*$", re.MULTILINE)
_ROUND = re.compile(r"Round (\d{1,6})(, typed in)?")
_EVENT = re.compile(r"(\d{1,6})\. ?(.*)")
_ITEM = re.compile(r"(?:(out|hand|bet|shepherd) ?(\d{1,9})?|(cards) ?(-?\d{1,9}))")
_GOAL_UNITS = {"points": "points", "rounds": "rounds", "rounds won": "round_wins"}
_PLAIN_KEYS = {word: key for key, word in LIST_KEYS.items()}
_PAIR_KEYS = {word: key for key, word in MAPPING_KEYS.items()}
_MOST_OUT = 8
_BOOLEANS = {"true": True, "false": False}


class _InvalidLine(ValueError):
    """What is wrong with a line."""


def is_strict(text: str) -> bool:
    """Whether the text holds a match in the strict form, among whatever else."""
    return _HEADER.search(text) is not None


def has_more(text: str) -> bool:
    """Whether anything stands in the text beside the one match in the strict form."""
    before, found, rest = text.partition(HEADER)
    return bool(before.strip() or (found and rest.partition(f"\n{END}")[2].strip()))


def read(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """The matches of a file of text; RecordError for one that holds none."""
    text = decode_text(data, source)
    if is_strict(text):
        return read_text(text, source)
    if _OTHER_HEADER.search(text):
        raise RecordError(f"{source}: a newer version of haggis wrote this text: use that version to read it")
    raise RecordError(
        f"{source}: this text holds no match: 'haggis import' reads match files, JSON and text from "
        "'haggis export', CSV scoresheets, and plays from BG Stats and BoardGameGeek"
    )


def read_text(text: str, source: str) -> list[ParsedMatch | RecordError]:
    """Every match that stands in the text, each from its header on."""
    starts = [found.start() for found in _HEADER.finditer(text)]
    if len(starts) > MAX_MATCHES:
        raise RecordError(f"{source}: it holds {len(starts)} matches, more than {MAX_MATCHES}")
    parts = [text[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    line = text.count("\n", 0, starts[0]) + 1
    matches: list[ParsedMatch | RecordError] = []
    for part in parts:
        matches.append(_read_match(part, line, source))
        line += part.count("\n")
    return matches


def _read_match(text: str, first_line: int, source: str) -> ParsedMatch | RecordError:
    where = source if first_line == 1 else f"{source}, line {first_line}"
    reader = _LineReader()
    for number, line in enumerate(text.split("\n")[1:], first_line + 1):
        if line.strip() == END:
            break
        try:
            reader.read_line(line.strip())
        except ValueError as error:
            why = f": {error}" if isinstance(error, _InvalidLine) else ""
            shown = line.strip()[:80]
            return RecordError(f"{source}: line {number}: '{shown}' is not understood{why}")
    else:
        return RecordError(f"{where}: the text of the match is cut off: it must end with the line '{END}'")
    return parse_whole_match(lambda: MatchRecord.model_validate(reader.fields), where)


class _LineReader:
    """Takes line after line; `fields` are the match's keys."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {"format": FORMAT, "rounds": []}
        self._round: dict[str, Any] | None = None
        self._out_order: dict[int, str] = {}

    def read_line(self, line: str) -> None:
        if not line:
            return
        if found := _ROUND.fullmatch(line):
            self._begin_round(int(found[1]), typed=bool(found[2]))
        elif line.startswith("note:"):
            self._add_note(_parse_text(line[5:].strip()))
        elif self._round is None:
            self._read_header(line)
        elif "table" in self._round:
            self._read_figures(line)
        else:
            self._read_recorded_line(line)

    def _begin_round(self, number: int, *, typed: bool) -> None:
        rounds = self.fields["rounds"]
        if number != len(rounds) + 1:
            raise _InvalidLine(f"round {len(rounds) + 1} is expected here")
        table: dict[str, Any] = {"out": [], "hands": {}, "captured": {}}
        self._round = {"table": table} if typed else {"events": []}
        self._out_order = {}
        rounds.append(self._round)

    def _add_note(self, text: str) -> None:
        place = self.fields if self._round is None else self._round
        place["notes"] = f"{place['notes']}\n{text}" if "notes" in place else text

    def _read_header(self, line: str) -> None:
        key, colon, value = line.partition(":")
        value = value.strip()
        if not colon:
            raise _InvalidLine("a line must be KEY: VALUE")
        if key in _PLAIN_KEYS:
            self.fields.setdefault(_PLAIN_KEYS[key], []).append(_parse_text(value))
        elif key in _PAIR_KEYS:
            name, rest = _split_name(value)
            _set_once(self.fields.setdefault(_PAIR_KEYS[key], {}), name, _parse_scalar(rest))
        elif key in _PARSERS:
            _set_once(self.fields, key, _PARSERS[key](value))
        elif key in MatchRecord.model_fields and key not in self.fields:
            truth = MatchRecord.model_fields[key].annotation is bool
            self.fields[key] = _parse_scalar(value) if truth else _parse_text(value)
        else:
            raise _InvalidLine("this key appears twice" if key in self.fields else "there is no such key")

    def _read_recorded_line(self, line: str) -> None:
        assert self._round is not None
        if found := _EVENT.fullmatch(line):
            events = self._round["events"]
            if int(found[1]) != len(events) + 1:
                raise _InvalidLine(f"event {len(events) + 1} is expected here")
            events.append(_parse_text(found[2]))
            return
        deal = self._round.setdefault("deal", {"hands": {}})
        if line.startswith("hand "):
            name, cards = _split_name(line[5:])
            _set_once(deal["hands"], name, _parse_text(cards))
        elif line.startswith("haggis:"):
            _set_once(deal, "haggis", _parse_text(line[7:].strip()))
        else:
            raise _InvalidLine("an event begins with its number, like '1. Noah: pass'")

    def _read_figures(self, line: str) -> None:
        assert self._round is not None
        table = self._round["table"]
        if line.startswith("bid:"):
            _set_once(table, "bid", int(line[4:]))
            return
        if not line.startswith("- "):
            raise _InvalidLine("a player's figures begin with a dash, like '- Noah: out1, hand 9, cards 20'")
        name, items = _split_name(line[2:])
        for item in filter(None, map(str.strip, items.split(","))):
            self._read_item(table, name, item)

    def _read_item(self, table: dict[str, Any], name: str, item: str) -> None:
        found = _ITEM.fullmatch(item)
        word, digits = (found[1] or found[3], found[2] or found[4]) if found else ("", None)
        if not word or (digits is None) != (word == "shepherd"):
            raise _InvalidLine(f"'{item}' is not one of out1, hand 9, cards 20, bet 30, shepherd")
        number = int(digits or 0)
        if word == "shepherd":
            _set_once(table, "shepherd", name)
        elif word == "out" and len(self._out_order) == _MOST_OUT:
            raise _InvalidLine(f"a round has no more than {_MOST_OUT} players")
        elif word == "out":
            _set_once(self._out_order, number, name)
            table["out"] = [self._out_order[place] for place in sorted(self._out_order)]
        else:
            key = {"hand": "hands", "cards": "captured", "bet": "bets"}[word]
            _set_once(table.setdefault(key, {}), name, number)


def _set_once(values: dict[Any, Any], key: Any, value: Any) -> None:
    if key in values:
        raise _InvalidLine("this is given twice")
    values[key] = value


def _split_name(text: str) -> tuple[str, str]:
    """The name in front of a colon, which may stand in quotes, and what follows."""
    if text.startswith('"'):
        name, end = json.JSONDecoder().raw_decode(text)
        rest = text[end:]
    else:
        name, _, rest = text.partition(":")
        rest = f":{rest}" if ":" in text else ""
    if not rest.startswith(":"):
        raise _InvalidLine("a colon is missing after the name")
    return name, rest[1:].strip()


def _parse_text(text: str) -> str:
    if not text.startswith('"'):
        return text
    value = json.loads(text)
    if not isinstance(value, str):
        raise _InvalidLine("nothing can follow the closing quote")
    return value


def _parse_scalar(text: str) -> bool | str:
    return _BOOLEANS[text] if text in _BOOLEANS else _parse_text(text)


def _parse_whole(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        raise _InvalidLine("a revision is a whole number")
    return int(text)


def parse_goal(text: str) -> dict[str, int]:
    """The goal that two words say; ValueError for anything else."""
    number, _, unit = text.partition(" ")
    if unit not in _GOAL_UNITS or not number.isdecimal():
        raise _InvalidLine("a goal is '250 points', '6 rounds' or '3 rounds won'")
    return {_GOAL_UNITS[unit]: int(number)}


_PARSERS: dict[str, Callable[[str], Any]] = {
    "goal": parse_goal,
    "revision": _parse_whole,
    "created": parse_moment,
    "final": json.loads,
}
