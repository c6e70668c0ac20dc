"""A match on its way out, and as some file tells it, as much as that can say; and how such files are decoded."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from haggis_cli.history.selection import People
from haggis_cli.matches.heading import day_of, match_title
from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.referee.adjudication import table_record
from haggis_cli.referee.report import Report
from haggis_cli.rules.variant import Outcome
from haggis_cli.support.errors import RecordError


@dataclass(frozen=True)
class ParsedMatch:
    """What a file tells of one match.

    where: the place of the match in words: the file, and where in it.
    file: the match itself, if the file tells all of it, or once the rest is found.
    fields: what a file that tells a part knows of a `MatchRecord`, by key; empty of one that tells all.
    totals: the game totals after each round by player or team; they tell which variant was played.
    remarks: sentences on what could not be kept as it was.
    left_out: the kinds of things that the file tells of the match and that are not kept here, such as `the place`.
    find_changes: gives the kinds of things that the file tells otherwise beside a whole match than the referee finds.
    """

    where: str
    file: MatchFile | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    totals: tuple[Mapping[str, int], ...] = ()
    remarks: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    find_changes: Callable[[Report], Iterable[str]] | None = None

    @property
    def whole(self) -> MatchFile:
        """The match itself, once it is found."""
        assert self.file
        return self.file


class OutgoingMatch(NamedTuple):
    """A match on its way out.

    id: the name of its file.
    file: the match file.
    report: the adjudicated match; None where the format does not need it.
    people: who is who, where the format names people as the history does.
    """

    id: str
    file: MatchFile
    report: Report | None
    people: People = People()

    @property
    def title(self) -> str:
        """What people call the match, with the year."""
        record = self.file.record
        return match_title(self.id, record.players, day_of(record.created))

    @property
    def judged(self) -> Report:
        """The adjudicated match, for a format that needs it."""
        assert self.report
        return self.report


def parsed_whole(record: MatchRecord, where: str) -> ParsedMatch:
    """A match of which the file tells everything, as the match file that it would be."""
    return ParsedMatch(where, MatchFile(encode_utf8(render_match(record)), f"{record.id}.toml"))


# Reading files that may hold anything: their bytes become text or JSON, or one sentence says why not.

MAX_BYTES = 32 << 20
"""No file to import is larger: ten years of BG Stats take about 5 MiB."""

MAX_JSON_BYTES = 16 << 20
"""Nor one of JSON: its values take fifteen times as much memory. Two thousand recorded matches have that size."""

MAX_MATCHES = 10_000

_MAX_VALUES = 1_000_000
"""Values in a JSON file: that many of the smallest take 100 MB, and real matches have fewer in a file of that size."""


def decode_json(data: bytes, source: str) -> Any:
    """What a file of JSON says; RecordError as of `decode_text` and `parse_json`, and beyond MAX_JSON_BYTES."""
    return parse_json(decode_text(data, source, MAX_JSON_BYTES), source)


def decode_text(data: bytes, source: str, limit: int = MAX_BYTES) -> str:
    """The text of a file in UTF-8, line ends as \\n; RecordError for anything else, and beyond so many bytes."""
    if len(data) > limit:
        raise RecordError(f"{source}: larger than {limit >> 20} MiB, so it is not read")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data:
        raise RecordError(f"{source}: this is no text in UTF-8; save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(f"{source}: line {line}: this is not UTF-8; save the file as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_json(text: str, source: str) -> Any:
    """What a JSON text says; RecordError for what is no JSON, for doubled keys, and for what no match needs."""
    if sum(map(text.count, "[{,")) > _MAX_VALUES:
        raise RecordError(f"{source}: it holds more than {_MAX_VALUES} values, so it is not read")
    try:
        return json.loads(text, object_pairs_hook=_reject_duplicate_keys, parse_constant=_reject_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"{source}: {place}: this is no JSON: {error.msg}") from None
    except RecursionError:
        raise RecordError(f"{source}: lists or objects are nested too deeply for a match") from None
    except ValueError as error:
        message = str(error)
        why = "a number has thousands of digits; no match needs one" if "digits" in message else message
        raise RecordError(f"{source}: {why}") from None


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(f"the key '{twice}' stands twice in one object: give each key once")
    return values


def _reject_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number that JSON or a match knows")


# A match as figures alone: its rounds as if they had been typed in from the table.


def to_typed_in_match(report: Report) -> MatchRecord:
    """The match with every round that is over as a typed-in one; a round in progress is left out."""
    rounds = [
        RoundRecord(table=table_record(each.outcome, report.table), notes=each.record.notes)
        for each in report.rounds
        if each.outcome
    ]
    return report.match.record.model_copy(update={"rounds": rounds})


def has_same_figures(one: Report, other: Report) -> bool:
    """Whether two matches have the same players and the same figures, however their rounds are told."""
    return one.table.names == other.table.names and _outcomes(one) == _outcomes(other)


def _outcomes(report: Report) -> list[Outcome]:
    return [each.outcome for each in report.rounds if each.outcome]
