"""The formats in which matches go in and out, by name, by the ending of a file, and by what a file looks like.

A new format is a module in `formats/`, a function here that renders, and a line in FORMATS.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from haggis_cli.exchange.parsed_match import MAX_BYTES, ParsedMatch
from haggis_cli.history.people import People
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.support.errors import RecordError, UsageError

if TYPE_CHECKING:
    from haggis_cli.referee.report import Report

_TOML = re.compile(r"^\s*(?:format|id|variant|players)\s*=", re.MULTILINE)
_JSON = re.compile(r"\{|\[\s*[{\]]")  # and not any text in brackets
_XML = re.compile(r"<[?!]|<plays\b")  # and not any text in angle brackets
_HEAD_SIZE = 8192  # characters that tell the format


class OutgoingMatch(NamedTuple):
    """A match on its way out.

    id: the name of its file.
    file: the match file.
    report: the adjudicated match; None where the format does not need it.
    people: who is who, where the format names people as the history does.
    """

    id: str
    file: MatchFile
    report: "Report | None"
    people: People | None = None


class Shape(NamedTuple):
    """The shape of a file with matches.

    many: whether it has the shape for several matches, even if it holds one.
    wide: whether a table has a line for each round, instead of one for each round and player.
    """

    many: bool
    wide: bool = False


_Reader: TypeAlias = Callable[[bytes, str], list[ParsedMatch | RecordError]]
_Renderer: TypeAlias = Callable[[Sequence[OutgoingMatch], Shape], str | bytes]


@dataclass(frozen=True, slots=True)
class ExchangeFormat:
    """A format of files with matches.

    name: what people call it.
    extensions: the endings of its files, the usual one first.
    description: what it is for, in a few words.
    render: gives the text or the bytes of a file with these matches.
    reader: gives the matches of a file; None for a format that only goes out.
    many: whether a file holds several matches.
    needs_report: whether it tells what the referee finds, so that the variant must be installed to write it.
    names_people: whether it has people as the history has them, with their aliases.
    qr_text: gives the text that a terminal shows as a QR code; None for a format that is text itself.
    """

    name: str
    extensions: tuple[str, ...]
    description: str
    render: _Renderer
    reader: _Reader | None = None
    many: bool = False
    needs_report: bool = False
    names_people: bool = False
    qr_text: Callable[[Sequence[OutgoingMatch]], str] | None = None

    def read(self, data: bytes, source: str) -> list[ParsedMatch | RecordError]:
        """The matches of a file; an error in the place of each one that cannot be read.

        source: what the file is called in messages.
        RecordError for a file in which no match can be found at all.
        """
        assert self.reader is not None
        return self.reader(data, source)


def render_matches(form: ExchangeFormat, matches: Sequence[OutgoingMatch], *, many: bool, wide: bool = False) -> bytes:
    """The file that holds these matches; for `many` and `wide` see Shape."""
    rendered = form.render(matches, Shape(many, wide))
    return rendered if isinstance(rendered, bytes) else encode_utf8(rendered)


def _read_toml(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    return [ParsedMatch(source, MatchFile(data, source))]


def _reader_in(module: str) -> _Reader:
    """The function `read` of a module of `formats`, which is imported when a file is read."""

    def read(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
        found: list[ParsedMatch | RecordError] = import_module(f"haggis_cli.exchange.formats.{module}").read(
            data, source
        )
        return found

    return read


def _reports(matches: Sequence[OutgoingMatch]) -> "list[Report]":
    return [each.report for each in matches if each.report]


def _render_toml(matches: Sequence[OutgoingMatch], shape: Shape) -> bytes:
    return matches[0].file.data


def _render_json(matches: Sequence[OutgoingMatch], shape: Shape) -> str:
    from haggis_cli.exchange.formats import match_json

    return match_json.render([each.file.record for each in matches], many=shape.many)


def _render_text(matches: Sequence[OutgoingMatch], shape: Shape) -> str:
    from haggis_cli.exchange.formats import transcript

    return "\n".join(transcript.render(each.file.record) for each in matches)


def _render_csv(matches: Sequence[OutgoingMatch], shape: Shape) -> str:
    from haggis_cli.exchange.formats import csv_file

    return csv_file.render(_reports(matches), wide=shape.wide)


def _render_bgstats(matches: Sequence[OutgoingMatch], shape: Shape) -> str:
    from haggis_cli.exchange.formats import bgstats

    return bgstats.render(_reports(matches), matches[0].people)


def _render_bgg(matches: Sequence[OutgoingMatch], shape: Shape) -> str:
    from haggis_cli.exchange.formats import bgg

    return bgg.render(_reports(matches), matches[0].people)


def _render_link(matches: Sequence[OutgoingMatch], shape: Shape) -> str:
    return _play_link(matches) + "\n"


def _render_qr(matches: Sequence[OutgoingMatch], shape: Shape) -> str:
    from haggis_cli.exchange.formats import bgstats

    return bgstats.draw_link(_play_link(matches)) + "\n"


def _play_link(matches: Sequence[OutgoingMatch]) -> str:
    from haggis_cli.exchange.formats import bgstats

    return bgstats.play_link(_reports(matches)[0], matches[0].people)


FORMATS = {
    each.name: each
    for each in (
        ExchangeFormat("toml", (".toml",), "the match file as it is", _render_toml, _read_toml),
        ExchangeFormat("json", (".json",), "whole matches", _render_json, _reader_in("match_json"), many=True),
        ExchangeFormat(
            "text",
            (".txt", ".text", ".log"),
            "whole matches as plain text",
            _render_text,
            _reader_in("transcript"),
            many=True,
        ),
        ExchangeFormat(
            "csv",
            (".csv", ".tsv"),
            "the figures of every round",
            _render_csv,
            _reader_in("csv_file"),
            many=True,
            needs_report=True,
        ),
        ExchangeFormat(
            "bgstats",
            (".bgsplay",),
            "plays for BG Stats",
            _render_bgstats,
            _reader_in("bgstats"),
            many=True,
            needs_report=True,
            names_people=True,
        ),
        ExchangeFormat(
            "bgg",
            (".xml",),
            "plays as BoardGameGeek has them",
            _render_bgg,
            _reader_in("bgg"),
            many=True,
            needs_report=True,
            names_people=True,
        ),
        ExchangeFormat(
            "link",
            (".url",),
            "the link that puts a play into BG Stats",
            _render_link,
            needs_report=True,
            names_people=True,
        ),
        ExchangeFormat(
            "qr",
            (".svg",),
            "that link as a QR code",
            _render_qr,
            needs_report=True,
            names_people=True,
            qr_text=_play_link,
        ),
    )
}


def find_format(name: str, *, reading: bool) -> ExchangeFormat:
    """The format of that name; UsageError naming those there are."""
    found = FORMATS.get(name.strip().casefold())
    if found is None or (reading and found.reader is None):
        names = ", ".join(each.name for each in FORMATS.values() if each.reader or not reading)
        verb = "read" if reading else "written"
        raise UsageError(f"'{name}' is no format that can be {verb}: the formats are {names}")
    return found


def find_format_by_extension(file: str) -> ExchangeFormat | None:
    """The format that the ending of a file tells."""
    ending = PurePath(file).suffix.casefold()
    return next((each for each in FORMATS.values() if ending in each.extensions), None)


def detect_format(data: bytes, file: str) -> ExchangeFormat:
    """The format of a file to read: what it looks like, else its ending, else plain text."""
    if len(data) > MAX_BYTES:
        raise RecordError(f"{file}: larger than {MAX_BYTES >> 20} MiB, so it is not read")
    head = data[:_HEAD_SIZE].decode("utf-8-sig", "replace")
    start, ending = head.lstrip(), find_format_by_extension(file)
    if ending and ending.name == "toml":
        return ending
    if _JSON.match(start):
        return FORMATS["bgstats" if ending is FORMATS["bgstats"] or _has_plays(data) else "json"]
    if _XML.match(start):
        return FORMATS["bgg"]
    if ending and ending.reader:
        return ending
    from haggis_cli.exchange.formats.csv_file import looks_like_csv

    if looks_like_csv(head):
        return FORMATS["csv"]
    return FORMATS["toml" if _TOML.search(head) else "text"]


def _has_plays(data: bytes) -> bool:
    return re.search(rb'"plays"\s*:\s*\[', data) is not None and b'"playerScores"' in data
