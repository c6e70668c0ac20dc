"""Whole matches: the match file as it is, and JSON with every value of it, so that nothing but comments is lost.

In JSON one match is an object with the keys of the match file; several are {"matches": […]}.
"""

import json
from collections.abc import Sequence
from typing import Any

from haggis_cli.exchange.parsed_match import MAX_MATCHES, OutgoingMatch, ParsedMatch, decode_json, parse_whole_match
from haggis_cli.matches.model import FORMAT, MatchRecord
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support.errors import RecordError


def render_toml(matches: Sequence[OutgoingMatch], *, many: bool, wide: bool) -> bytes:
    """The one match file."""
    return matches[0].file.data


def read_toml(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """The one match."""
    return [ParsedMatch(source, MatchFile(data, source))]


def render_json(matches: Sequence[OutgoingMatch], *, many: bool, wide: bool) -> str:
    """The matches as JSON, in ASCII."""
    found = [match_object(each.file.record) for each in matches]
    return json.dumps({"matches": found} if many else found[0], ensure_ascii=True, indent=2) + "\n"


def match_object(record: MatchRecord) -> dict[str, Any]:
    """A match as an object; what a match file leaves out is left out here, too."""
    values = record.model_dump(mode="json", exclude_defaults=True)
    return {"format": FORMAT} | {key: value for key, value in values.items() if value not in ([], {})}


def read_json(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """The matches of a JSON file; one that cannot be read keeps no other from being read."""
    found = decode_json(data, source)
    if found in ([], {"matches": []}):
        raise RecordError(f"{source}: it holds no match")
    matches = found.get("matches") if isinstance(found, dict) and "matches" in found else found
    if isinstance(matches, dict):
        return [_parse_match(matches, source)]
    if not isinstance(matches, list):
        raise RecordError(f"{source}: this JSON holds no match: it must be an object, or a list of objects")
    if len(matches) > MAX_MATCHES:
        raise RecordError(f"{source}: it holds {len(matches)} matches, more than {MAX_MATCHES}")
    return [_parse_match(each, f"{source}, match {number}") for number, each in enumerate(matches, 1)]


def _parse_match(value: Any, where: str) -> ParsedMatch | RecordError:
    if not isinstance(value, dict):
        return RecordError(f"{where}: this is not an object, so it is not a match")
    form = value.get("format")
    if type(form) is int and form > FORMAT:
        newer = f"this match has format {form}, but this version of haggis reads format {FORMAT}: use a newer version"
        return RecordError(f"{where}: {newer}")
    try:
        data = json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        return RecordError(f"{where}: {half} is half a character and cannot be saved: remove it")
    return parse_whole_match(lambda: MatchRecord.model_validate_json(data), where)
