"""A match in plain text pasted from anywhere: a chat, a notebook, the output of `haggis log`.

A line is an event if it names a player and says what a player can do. Every other line stays as a note of its round,
and a remark names its number.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError

from haggis_cli.exchange.formats.text.loose_cards import parse_action, starts_with_verb
from haggis_cli.exchange.formats.text.loose_figures import RoundFigures, add_figures, looks_like_figures
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.matches.model import RoundRecord, validation_messages
from haggis_cli.matches.names import LONGEST_NAME
from haggis_cli.matches.notation import parse_name
from haggis_cli.support.errors import NotationError, RecordError
from haggis_cli.support.escaping import escape_text, normalize_unicode

_BULLET = re.compile(r"^(?:[>*•·▪‣#\s]|[-–—](?=\s))+|^\(?\d{1,4}[.)](?=\s)\s*")
# When a chat says a line was written, and by whom: [21.11.26, 19:30:12] Noah: …; 21/11/2026, 19:30 - Noah: …; <Noah> …
_DAY, _HOUR = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}", r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?"
_TIMESTAMP = re.compile(rf"(?:\[(?:{_DAY},?\s+)?{_HOUR}\]|(?:{_DAY},?\s+)?{_HOUR}(?:\s+-)?)\s+(?=\S)", re.IGNORECASE)
_WRITER = re.compile(rf"<([^<>]{{1,{LONGEST_NAME}}})>\s+")
_ROUND = re.compile(r"(?:[-=*_#\s]*)round\s+(\d{1,4})\b.*", re.IGNORECASE)
# What `haggis log` tells beside the events: it follows from them.
_DERIVED_LINE = re.compile(r"trick\s+\d+\b.*|→.*|[-=*_]{3,}|.+ goes out (?:first|second|third)\b.*", re.IGNORECASE)
_SUMMARY = "left over"
_HEADER_LINE = re.compile(
    r"(players?|teams?|variant|goal|date|lead(?:er)?|dealer|suits)\s*[:=]\s*(\S.*)", re.IGNORECASE
)
_PASSES = re.compile(r"(.+?)\s+and\s+(.+?)\s+pass(?:\s*→.*|\.)?", re.IGNORECASE)
LONGEST_TEXT = 500_000
MOST_REMARKS = 10
LONGEST_LINE = 500  # of an event
MOST_WORDS = 8  # of a name


@dataclass
class _TextReading:
    """What has been read so far.

    players: the names in the order of the seats, as far as they are known.
    players_known: whether somebody has said who they are, so that no other name is a player's.
    fields: values of the match file, by key.
    rounds: what has been read of each round.
    notes: lines before the first round that are kept as notes.
    remarks: sentences on lines that are no events.
    """

    players: list[str]
    players_known: bool
    fields: dict[str, Any] = field(default_factory=dict)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def read(text: str, source: str, players: Sequence[str] = ()) -> list[ParsedMatch | RecordError]:
    """The one match of a text; `players`, clockwise, if somebody says who they are."""
    if len(text) > LONGEST_TEXT:
        raise RecordError(
            f"{escape_text(source)}: no match is told in more than {LONGEST_TEXT:,} characters of free text"
        )
    reading = _TextReading(list(players), bool(players))
    for number, line in enumerate(text.split("\n"), 1):
        _read_line(reading, line.rstrip(), number)
    rounds = [each for each in reading.rounds if each.get("events") or each.get("table")]
    if not rounds:
        raise RecordError(
            f"{escape_text(source)}: no match is recognised in this text: a line is 'Noah: 4r 4g' or 'Noah passes'"
        )
    more = len(reading.remarks) - MOST_REMARKS
    remarks = (
        *reading.remarks[:MOST_REMARKS],
        *([f"and {more} more lines that are kept as notes"] if more > 0 else []),
    )
    try:
        records = [_round_record(each) for each in rounds]
    except ValidationError as error:
        raise RecordError(validation_messages(error, source)) from None
    fields = reading.fields | {"players": _whole_names(reading.players), "rounds": records}
    if reading.notes:
        fields["notes"] = "\n".join(reading.notes)
    named_bets = tuple(each["table"].named if "table" in each else {} for each in rounds)
    return [ParsedMatch(source, fields=fields, remarks=remarks, named_bets=named_bets)]


def _read_line(reading: _TextReading, line: str, number: int) -> None:
    if len(line) > LONGEST_LINE:
        _add_note(reading, line, number)
        return
    bare = _strip_line(line)
    if _ROUND.fullmatch(bare):
        reading.rounds.append({})
    elif not bare or _DERIVED_LINE.fullmatch(bare) or (reading.rounds and _SUMMARY in reading.rounds[-1]):
        return
    elif bare.casefold() == _SUMMARY and reading.rounds:
        reading.rounds[-1][_SUMMARY] = True
    elif (found := _HEADER_LINE.fullmatch(bare)) and not reading.rounds:
        _read_header(reading, found[1].casefold(), found[2].strip(), line)
    elif not _add_event(reading, bare):
        _add_note(reading, line, number)


def _add_note(reading: _TextReading, line: str, number: int) -> None:
    notes = reading.rounds[-1].setdefault("notes", []) if reading.rounds else reading.notes
    notes.append(escape_text(line.strip()))
    reading.remarks.append(f"line {number}: '{escape_text(line.strip()[:60])}' is no event: kept as a note")


def _strip_line(line: str) -> str:
    """A line without bullets and numbers, and without what a chat puts before it."""
    bare = _strip_chat_prefix(line.strip())
    while (shorter := _BULLET.sub("", bare, count=1)) != bare:
        bare = shorter
    return bare


def _strip_chat_prefix(line: str) -> str:
    """A line of a chat without its time, the writer as the one who acts."""
    stamp = _TIMESTAMP.match(line)
    line = line[stamp.end() :] if stamp else line
    writer = _WRITER.match(line)
    return f"{writer[1]}: {line[writer.end() :]}" if writer else line


def _add_event(reading: _TextReading, line: str) -> bool:
    """Add the event of a line, or say that it is none."""
    if found := _PASSES.fullmatch(line):
        names = [_find_or_add_player(reading, name) for name in (*re.split(r"\s*,\s*", found[1]), found[2])]
        if all(names):
            _current_round(reading).setdefault("events", []).extend(f"{name}: pass" for name in names)
            return True
    for name, rest, firm in _splits(line):
        what = parse_action(rest, str(reading.fields.get("suits", "")))
        if not what and not looks_like_figures(rest):
            continue
        player = _find_or_add_player(reading, name, new=firm or starts_with_verb(rest))
        if player and what:
            _current_round(reading).setdefault("events", []).append(f"{player}: {what}")
        elif player:
            add_figures(_current_round(reading).setdefault("table", RoundFigures()), player, rest)
        if player:
            return True
    return False


def _splits(line: str) -> list[tuple[str, str, bool]]:
    """The ways to take a line as a name and what its owner did; true where more than a blank is between them."""
    name, colon, rest = line.partition(":")
    if colon:
        return [(name.strip(), rest.strip(), True)]
    gaps = list(re.finditer(r"\s+(?:[-–—|]|->|→)\s+|\s+", line))[:MOST_WORDS]
    return [(line[: gap.start()], line[gap.end() :], len(gap.group()) > 1) for gap in gaps]


def _find_or_add_player(reading: _TextReading, name: str, *, new: bool = True) -> str | None:
    """The player of that name or beginning; a new one where nobody has said who plays."""
    if not 1 <= len(name) <= LONGEST_NAME or escape_text(name) != name:
        return None
    try:
        return reading.players[parse_name(name, reading.players)]
    except NotationError:
        if reading.players_known or not new or len(reading.players) >= 8:
            return None
    reading.players.append(name)
    return name


def _whole_names(players: list[str]) -> list[str]:
    """The players without those that are only the beginning of another's name."""
    folded = [normalize_unicode(name).casefold() for name in players]
    return [
        name
        for place, name in enumerate(players)
        if not any(other != folded[place] and other.startswith(folded[place]) for other in folded)
    ]


def _current_round(reading: _TextReading) -> dict[str, Any]:
    if not reading.rounds:
        reading.rounds.append({})
    return reading.rounds[-1]


def _read_header(reading: _TextReading, key: str, value: str, line: str) -> None:
    """A line before the first round that says who plays what."""
    names = [name.strip() for name in re.split(r"[,;]| and ", value) if name.strip()]
    numbers = re.findall(r"\d{1,6}", value)
    if key.startswith("player"):
        if not reading.players_known:
            reading.players[:] = names if key == "players" or len(names) > 1 else [*reading.players, *names]
        reading.players_known = reading.players_known or key == "players" or len(names) > 1
    elif key.startswith("team"):
        reading.fields.setdefault("teams", []).extend(names)
    elif key == "goal" and numbers:
        reading.fields["goal"] = {"rounds" if "round" in value.casefold() else "points": int(numbers[0])}
    elif key == "date" and (date := _parse_date(value)):
        reading.fields["created"] = date
    elif key in ("variant", "suits", "dealer"):
        reading.fields[key] = value
    elif key in ("lead", "leader"):
        reading.fields["lead"] = value
    else:
        reading.notes.append(escape_text(line.strip()))


def _parse_date(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _round_record(each: dict[str, Any]) -> RoundRecord:
    notes = "\n".join(each.get("notes", []))
    if "table" in each and not each.get("events"):
        return RoundRecord(table=each["table"].to_record(), notes=notes)
    return RoundRecord(events=each.get("events", []), notes=notes)
