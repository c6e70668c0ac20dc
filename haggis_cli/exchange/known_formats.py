"""The formats in which matches go in and out, by name, by the ending of a file, and by what a file looks like."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath

from haggis_cli.exchange.imported import ParsedMatch
from haggis_cli.exchange.untrusted import MAX_BYTES
from haggis_cli.support.errors import RecordError, UsageError
from haggis_cli.support.escaping import escape_text

_TOML = re.compile(r"^\s*(?:format|id|variant|players)\s*=", re.MULTILINE)
_JSON = re.compile(r"\{|\[\s*[{\]]")  # and not the time in a chat: [19:30] Noah: 4r
_XML = re.compile(r"<[?!]|<plays\b")  # and not its writer: <Noah> 4r
_HEAD_SIZE = 8192  # characters that tell the format


@dataclass(frozen=True, slots=True)
class ExchangeFormat:
    """A format. reader: the module that reads it, none for what only goes out. many: whether a file holds many matches.

    judged: whether writing it needs the match adjudicated, and so its variant installed.
    """

    name: str
    extensions: tuple[str, ...]
    description: str
    reader: str | None = None
    many: bool = False
    needs_report: bool = False

    def read(self, data: bytes, source: str, players: Sequence[str] = ()) -> list[ParsedMatch | RecordError]:
        """The matches of a file; `players`, clockwise, for a text that does not say who they are."""
        module = import_module(f"haggis_cli.exchange.formats.{self.reader}")
        found: list[ParsedMatch | RecordError] = (
            module.read(data, source, players) if self.name == "text" else module.read(data, source)
        )
        return found


FORMATS = {
    each.name: each
    for each in (
        ExchangeFormat("toml", (".toml",), "the match file as it is", "match_toml"),
        ExchangeFormat("json", (".json",), "whole matches", "match_json", many=True),
        ExchangeFormat("text", (".txt", ".text", ".log"), "whole matches as plain text", "text_file", many=True),
        ExchangeFormat("csv", (".csv", ".tsv"), "the figures of every round", "csv_file", many=True, needs_report=True),
        ExchangeFormat("bgstats", (".bgsplay",), "plays for BG Stats", "bgstats_reader", many=True, needs_report=True),
        ExchangeFormat("bgg", (".xml",), "plays as BoardGameGeek has them", "bgg", many=True, needs_report=True),
        ExchangeFormat("link", (".url",), "the link that puts a play into BG Stats", needs_report=True),
        ExchangeFormat("qr", (".svg",), "that link as a QR code", needs_report=True),
    )
}


def find_format(name: str, *, reading: bool) -> ExchangeFormat:
    """The format of that name; UsageError naming those there are."""
    found = FORMATS.get(name.strip().casefold())
    if found is None or (reading and found.reader is None):
        names = ", ".join(each.name for each in FORMATS.values() if each.reader or not reading)
        verb = "read" if reading else "written"
        raise UsageError(f"'{escape_text(name)}' is no format that can be {verb}: the formats are {names}")
    return found


def find_format_by_extension(file: str) -> ExchangeFormat | None:
    """The format that the ending of a file tells."""
    ending = PurePath(file).suffix.casefold()
    return next((each for each in FORMATS.values() if ending in each.extensions), None)


def detect_format(data: bytes, file: str) -> ExchangeFormat:
    """The format of a file to read: what it looks like, else its ending, else plain text."""
    if len(data) > MAX_BYTES:
        raise RecordError(f"{escape_text(file)}: larger than {MAX_BYTES >> 20} MiB, so it is not read")
    head = data[:_HEAD_SIZE].decode("utf-8-sig", "replace")
    begun, ending = head.lstrip(), find_format_by_extension(file)
    if ending and ending.name == "toml":
        return ending
    if _JSON.match(begun):
        return FORMATS["bgstats" if ending is FORMATS["bgstats"] or _has_plays(data) else "json"]
    if _XML.match(begun):
        return FORMATS["bgg"]
    if ending and ending.reader:
        return ending
    from haggis_cli.exchange.formats.csv_file import looks_like_csv

    if looks_like_csv(head):
        return FORMATS["csv"]
    return FORMATS["toml" if _TOML.search(head) else "text"]


def _has_plays(data: bytes) -> bool:
    return re.search(rb'"plays"\s*:\s*\[', data) is not None and b'"playerScores"' in data
