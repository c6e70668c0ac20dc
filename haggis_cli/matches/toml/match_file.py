"""Match files as text: reading with places for every complaint, and the canonical way to write.

The canonical form puts one event on a line, so that a person finds a play and a difference shows one play.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from haggis_cli.matches.heading import render_moment
from haggis_cli.matches.model import MatchRecord, RoundRecord, parse_match, positions_of
from haggis_cli.matches.toml.parsing import add_markers, parse_toml
from haggis_cli.support.errors import RecordError

if TYPE_CHECKING:
    from haggis_cli.matches.toml.source_positions import SourcePositions


class MatchFile:
    """A match as read from text: what it says (`record`), and where it says it."""

    def __init__(self, data: bytes, source: str) -> None:
        self.source = source
        self.data = data
        if not data:
            why = "line 1: the file is empty (0 bytes): replace it with a copy of the match"
            raise RecordError(f"{source}: {why}")
        self.text, parsed = parse_toml(data, source)
        self.record: MatchRecord = parse_match(parsed, source, self.text)

    @cached_property
    def positions(self) -> "SourcePositions":
        """The places of all keys and values; worked out when a complaint first needs one."""
        return positions_of(self.text)

    def line(self, *path: str | int) -> int:
        """The line of a key or list element, or of the nearest thing above it that the file has."""
        return self.positions.line(path)


def render_match(record: MatchRecord) -> str:
    """The whole file in canonical form."""
    lines = [
        _pair("format", record.format),
        _pair("id", record.id),
        *([] if record.title is None else [_pair("title", record.title)]),
        _pair("variant", record.variant),
        *([] if record.revision is None else [_pair("revision", record.revision)]),
        _pair("created", record.created),
        _pair("players", record.players),
    ]
    if record.teams:
        lines.append(_pair("teams", record.teams))
    lines.append(_pair("goal", {unit: number for unit, number in record.goal if number is not None}))
    for key in ("lead", "dealer", "suits", "event", "notes", "closed", "bots"):
        value = getattr(record, key)
        if value:
            lines.append(_pair(key, value))
    if not record.rated:
        lines.append(_pair("rated", record.rated))
    if record.options:
        lines += ["", "[options]", *(_pair(key, value) for key, value in record.options.items())]
    if record.final:
        known = record.final.model_dump(exclude_defaults=True)
        lines += ["", "[final]", *(_pair(key, value) for key, value in known.items())]
    text = "\n".join(lines) + "\n"
    return add_markers(text + "".join("\n" + render_round(each) for each in record.rounds))


def render_round(record: RoundRecord) -> str:
    """One `[[rounds]]` block in canonical form."""
    return "\n".join(_round_lines(record)) + "\n"


def _round_lines(record: RoundRecord) -> Iterator[str]:
    yield "[[rounds]]"
    if record.notes:
        yield _pair("notes", record.notes)
    if record.events is not None:
        yield "events = ["
        yield from (f"  {_value(event)}," for event in record.events)
        yield "]"
    if record.deal is not None:
        yield "[rounds.deal]"
        if record.deal.haggis:
            yield _pair("haggis", record.deal.haggis)
        yield "[rounds.deal.hands]"
        yield from (_pair(name, hand) for name, hand in record.deal.hands.items())
    if record.table is not None:
        yield "[rounds.table]"
        for key, value in record.table:
            if value not in (None, {}) or key in ("hands", "captured"):
                yield _pair(key, value)


def _pair(key: str, value: object) -> str:
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return _line({key: 0}).rpartition(" = ")[0]


def _value(value: Any) -> str:
    """A value on one line; tomli-w does the writing of texts, numbers and dates."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_pair(key, each) for key, each in value.items()) + " }" if value else "{}"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, datetime):
        return render_moment(value)
    return _line({"_": value}).removeprefix("_ = ").rstrip("\n")


def _line(pair: Mapping[str, Any]) -> str:
    import tomli_w  # most commands only read

    return tomli_w.dumps(pair)
