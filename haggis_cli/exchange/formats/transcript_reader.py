"""Reading the strict text of a match: what was written comes back, and what is not understood is named by its line."""

import json
import re
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from haggis_cli.exchange.formats.match_json import whole
from haggis_cli.exchange.formats.transcript import END, HEADER, LISTED, PAIRED
from haggis_cli.exchange.imported import Told
from haggis_cli.exchange.untrusted import MAX_MATCHES
from haggis_cli.matches.model import FORMAT, MatchRecord, complaints
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import visible

_HEADER = re.compile(rf"^[ \t]*{re.escape(HEADER)}[ \t]*$", re.MULTILINE)
_ROUND = re.compile(r"Round (\d{1,6})(, typed in)?")
_EVENT = re.compile(r"\d{1,6}\. ?(.*)")
_ITEM = re.compile(r"(out|hand|cards|bet|shepherd) ?(\d{1,9})?")
_PLAIN_KEYS = {word: key for key, word in LISTED.items()}
_PAIR_KEYS = {word: key for key, word in PAIRED.items()}
_MOST_OUT = 8
_TRUTHS = {"true": True, "false": False}


class _NotUnderstood(ValueError):
    """What is wrong with a line."""


def is_strict(text: str) -> bool:
    """Whether the text holds a match in the strict form, among whatever else."""
    return _HEADER.search(text) is not None


def read(text: str, source: str) -> list[Told | RecordError]:
    """Every match that stands in the text, each from its header on."""
    starts = [found.start() for found in _HEADER.finditer(text)]
    if len(starts) > MAX_MATCHES:
        raise RecordError(f"{visible(source)}: it holds {len(starts)} matches, more than {MAX_MATCHES}")
    parts = [text[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    line = text.count("\n", 0, starts[0]) + 1
    told = []
    for part in parts:
        told.append(_told(part, line, source))
        line += part.count("\n")
    return told


def _told(text: str, first_line: int, source: str) -> Told | RecordError:
    where = source if first_line == 1 else f"{source}, line {first_line}"
    reader = _Reader()
    for number, line in enumerate(text.split("\n")[1:], first_line + 1):
        if line.strip() == END:
            break
        try:
            reader.take(line.strip())
        except ValueError as error:
            why = f": {error}" if isinstance(error, _NotUnderstood) else ""
            shown = visible(line.strip()[:80])
            return RecordError(f"{visible(source)}: line {number}: '{shown}' is not understood{why}")
    else:
        return RecordError(f"{visible(where)}: the text of the match is cut off: its last line is '{END}'")
    try:
        return whole(MatchRecord.model_validate(reader.fields), where)
    except ValidationError as error:
        return RecordError(complaints(error, where))
    except RecordError as error:
        return RecordError(f"{visible(where)}: {error}")


class _Reader:
    """Takes line after line; `fields` are the match's keys."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {"format": FORMAT, "rounds": []}
        self._round: dict[str, Any] | None = None
        self._order: dict[int, str] = {}

    def take(self, line: str) -> None:
        if not line:
            return
        if found := _ROUND.fullmatch(line):
            self._begin(int(found[1]), typed=bool(found[2]))
        elif line.startswith("note:"):
            self._note(_text(line[5:].strip()))
        elif self._round is None:
            self._head(line)
        elif "table" in self._round:
            self._figures(line)
        else:
            self._recorded(line)

    def _begin(self, number: int, *, typed: bool) -> None:
        rounds = self.fields["rounds"]
        if number != len(rounds) + 1:
            raise _NotUnderstood(f"round {len(rounds) + 1} is what comes here")
        table: dict[str, Any] = {"out": [], "hands": {}, "captured": {}}
        self._round = {"table": table} if typed else {"events": []}
        self._order = {}
        rounds.append(self._round)

    def _note(self, text: str) -> None:
        place = self.fields if self._round is None else self._round
        place["notes"] = f"{place['notes']}\n{text}" if "notes" in place else text

    def _head(self, line: str) -> None:
        key, colon, value = line.partition(":")
        value = value.strip()
        if not colon:
            raise _NotUnderstood("a line is KEY: VALUE")
        if key in _PLAIN_KEYS:
            self.fields.setdefault(_PLAIN_KEYS[key], []).append(_text(value))
        elif key in _PAIR_KEYS:
            name, rest = _named(value)
            _put(self.fields.setdefault(_PAIR_KEYS[key], {}), name, _scalar(rest))
        elif key == "goal":
            _put(self.fields, "goal", read_goal(value))
        elif key == "created":
            _put(self.fields, "created", datetime.fromisoformat(value))
        elif key in MatchRecord.model_fields and key not in self.fields:
            truth = MatchRecord.model_fields[key].annotation is bool
            self.fields[key] = _scalar(value) if truth else _text(value)
        else:
            raise _NotUnderstood("this key stands twice" if key in self.fields else "there is no such key")

    def _recorded(self, line: str) -> None:
        assert self._round is not None
        if found := _EVENT.fullmatch(line):
            self._round["events"].append(_text(found[1]))
            return
        deal = self._round.setdefault("deal", {"hands": {}})
        if line.startswith("hand "):
            name, cards = _named(line[5:])
            _put(deal["hands"], name, _text(cards))
        elif line.startswith("haggis:"):
            _put(deal, "haggis", _text(line[7:].strip()))
        else:
            raise _NotUnderstood("an event begins with its number, like '1. Noah: pass'")

    def _figures(self, line: str) -> None:
        assert self._round is not None
        table = self._round["table"]
        if line.startswith("bid:"):
            _put(table, "bid", int(line[4:]))
            return
        if not line.startswith("- "):
            raise _NotUnderstood("a player's figures begin with a dash, like '- Noah: out1, hand 9, cards 20'")
        name, items = _named(line[2:])
        for item in filter(None, map(str.strip, items.split(","))):
            self._item(table, name, item)

    def _item(self, table: dict[str, Any], name: str, item: str) -> None:
        found = _ITEM.fullmatch(item)
        word, number = (found[1], -1 if found[2] is None else int(found[2])) if found else ("", -1)
        if not word or (number < 0) != (word == "shepherd"):
            raise _NotUnderstood(f"'{visible(item)}' is none of out1, hand 9, cards 20, bet 30, shepherd")
        if word == "shepherd":
            _put(table, "shepherd", name)
        elif word == "out" and len(self._order) == _MOST_OUT:
            raise _NotUnderstood(f"a round has no more than {_MOST_OUT} players")
        elif word == "out":
            _put(self._order, number, name)
            table["out"] = [self._order[place] for place in sorted(self._order)]
        else:
            key = {"hand": "hands", "cards": "captured", "bet": "bets"}[word]
            _put(table.setdefault(key, {}), name, number)


def _put(values: dict[Any, Any], key: Any, value: Any) -> None:
    if key in values:
        raise _NotUnderstood("this is said twice")
    values[key] = value


def _named(text: str) -> tuple[str, str]:
    """The name in front of a colon, which may stand in quotes, and what follows."""
    if text.startswith('"'):
        name, end = json.JSONDecoder().raw_decode(text)
        rest = text[end:]
    else:
        name, _, rest = text.partition(":")
        rest = f":{rest}" if ":" in text else ""
    if not rest.startswith(":"):
        raise _NotUnderstood("after the name a colon is missing")
    return name, rest[1:].strip()


def _text(text: str) -> str:
    if not text.startswith('"'):
        return text
    value = json.loads(text)
    if not isinstance(value, str):
        raise _NotUnderstood("after the quotes nothing more can stand")
    return value


def _scalar(text: str) -> bool | str:
    return _TRUTHS[text] if text in _TRUTHS else _text(text)


def read_goal(text: str) -> dict[str, int]:
    """The goal that two words say; ValueError for anything else."""
    number, _, unit = text.partition(" ")
    if unit not in ("points", "rounds") or not number.isdecimal():
        raise _NotUnderstood("a goal is '250 points' or '6 rounds'")
    return {unit: int(number)}
