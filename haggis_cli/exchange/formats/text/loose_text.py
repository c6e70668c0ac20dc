"""A match in plain text pasted from anywhere: a chat, a notebook, the output of `haggis log`.

A line is an event if it names a player and says what a player can do. Every other line stays as a note of its round,
and a remark names its number; only what `haggis log` tells beside the events, and follows from them, is left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError

from haggis_cli.exchange.formats.text.loose_cards import parse_action, starts_with_verb
from haggis_cli.exchange.formats.text.loose_figures import looks_like_figures
from haggis_cli.exchange.formats.text.loose_rounds import LooseRound
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.matches.model import validation_messages
from haggis_cli.matches.names import LONGEST_NAME
from haggis_cli.matches.notation import parse_name
from haggis_cli.support.errors import NotationError, RecordError
from haggis_cli.support.escaping import escape_text, normalize_unicode

_BULLET = re.compile(r"^(?:[>*•·▪‣#\s]|[-–—](?=\s))+|^\(?\d{1,4}[.)](?=\s)\s*")
# When a chat says a line was written, and by whom: [21.11.26, 19:30:12] Noah: …; 21/11/2026, 19:30 - Noah: …; <Noah> …
_DAY, _HOUR = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}", r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?"
_TIMESTAMP = re.compile(rf"(?:\[(?:{_DAY},?\s+)?{_HOUR}\]|(?:{_DAY},?\s+)?{_HOUR}(?:\s+-)?)\s+(?=\S)", re.IGNORECASE)
_WRITER = re.compile(rf"<([^<>]{{1,{LONGEST_NAME}}})>\s+")
_LONG_GAP = re.compile(r"\s{4,}")  # as long as it is, it parts two columns
_ROUND = re.compile(r"(?:[-=*_#\s]*)round\s+(\d{1,4})\b.*", re.IGNORECASE)
_TRICK = re.compile(r"trick\s+\d+\b[\s.:,–—-]*", re.IGNORECASE)
# What `haggis log` tells beside the events: it follows from them.
_CAPTURE = r"(?:→|->)\s*\S.* captures .+"
_LEFT = r"\S.*[:\s]\d{1,3} cards?(?:, -?\d{1,4} points?)? to \S.*"
_DERIVED_LINE = re.compile(rf"{_CAPTURE}|[-=*_]{{3,}}|\S.* goes out (?:first|second|third)\b.*|{_LEFT}", re.IGNORECASE)
_SCORE_ROW = re.compile(r"\S.*?(?:\s{2,}(?:-?\d{1,5}|-|\?|\d{1,2}[×x*]\d{1,2} = \d{1,4})){2,}")
_SUMMARY = re.compile(r"left over:?|hand\s.+\s(?:game|sum)", re.IGNORECASE)
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
    rounds: list[LooseRound] = field(default_factory=list)
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
    _drop_empty_rounds(reading)
    if not reading.rounds:
        raise RecordError(
            f"{escape_text(source)}: no match is recognised in this text: a line is 'Noah: 4r 4g' or 'Noah passes'"
        )
    more = len(reading.remarks) - MOST_REMARKS
    remarks = (
        *reading.remarks[:MOST_REMARKS],
        *([f"and {more} more lines that are kept as notes"] if more > 0 else []),
    )
    try:
        records = [each.to_record() for each in reading.rounds]
    except RecordError as error:
        raise RecordError(f"{escape_text(source)}: {error}") from None
    except ValidationError as error:
        raise RecordError(validation_messages(error, source)) from None
    rounds = [record for record, _ in records]
    fields = reading.fields | {"players": _whole_names(reading.players), "rounds": rounds}
    if reading.notes:
        fields["notes"] = "\n".join(reading.notes)
    return [ParsedMatch(source, fields=fields, remarks=remarks, named_bets=tuple(named for _, named in records))]


def _drop_empty_rounds(reading: _TextReading) -> None:
    """Leave out the rounds of which nothing is known, and keep their notes; those before the last are told."""
    for number, each in enumerate(reading.rounds, 1):
        if each.empty:
            reading.notes += each.notes
            if number < len(reading.rounds) or each.notes:
                reading.remarks.insert(0, f"round {number} has neither plays nor figures and is left out")
    reading.rounds = [each for each in reading.rounds if not each.empty]


def _read_line(reading: _TextReading, line: str, number: int) -> None:
    if len(line) > LONGEST_LINE:
        _add_note(reading, line, number)
        return
    bare = _strip_line(line)
    over = bool(reading.rounds) and reading.rounds[-1].over and not reading.rounds[-1].empty
    if _ROUND.fullmatch(bare):
        reading.rounds.append(LooseRound())
    elif not bare or _DERIVED_LINE.fullmatch(bare) or (over and _SCORE_ROW.fullmatch(bare)):
        return
    elif _SUMMARY.fullmatch(bare) and reading.rounds:
        reading.rounds[-1].over = True
    elif (found := _HEADER_LINE.fullmatch(bare)) and not reading.rounds:
        _read_header(reading, found[1].casefold(), found[2].strip(), line, number)
    elif not _add_event(reading, bare, number):
        _add_note(reading, line, number)


def _add_note(reading: _TextReading, line: str, number: int) -> None:
    notes = reading.rounds[-1].notes if reading.rounds else reading.notes
    notes.append(escape_text(line.strip()))
    reading.remarks.append(f"line {number}: '{escape_text(line.strip()[:60])}' is no event: kept as a note")


def _strip_line(line: str) -> str:
    """A line without bullets, numbers and the trick's, and without what a chat puts before it."""
    bare = _strip_chat_prefix(_LONG_GAP.sub("   ", line.strip()))
    while (shorter := _BULLET.sub("", bare, count=1)) != bare:
        bare = shorter
    return _TRICK.sub("", bare, count=1) if _TRICK.match(bare) else bare


def _strip_chat_prefix(line: str) -> str:
    """A line of a chat without its time, the writer as the one who acts."""
    stamp = _TIMESTAMP.match(line)
    line = line[stamp.end() :] if stamp else line
    writer = _WRITER.match(line)
    return f"{writer[1]}: {line[writer.end() :]}" if writer else line


def _add_event(reading: _TextReading, line: str, number: int) -> bool:
    if found := _PASSES.fullmatch(line):
        names = [_find_or_add_player(reading, name) for name in (*re.split(r"\s*,\s*", found[1]), found[2])]
        if all(names):
            for name in names:
                _current_round(reading).add_event(number, str(name), "pass")
            return True
    over = bool(reading.rounds) and reading.rounds[-1].over
    for name, rest, firm in _splits(line):
        what = parse_action(rest, str(reading.fields.get("suits", "")))
        if over and what and not starts_with_verb(rest):  # the cards that were left
            what = None
        if not what and not looks_like_figures(rest):
            continue
        player = _find_or_add_player(reading, name, new=firm or starts_with_verb(rest))
        if player and what:
            _current_round(reading).add_event(number, player, what)
        elif player:
            _current_round(reading).add_figures(number, player, rest)
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


def _current_round(reading: _TextReading) -> LooseRound:
    if not reading.rounds:
        reading.rounds.append(LooseRound())
    return reading.rounds[-1]


def _read_header(reading: _TextReading, key: str, value: str, line: str, number: int) -> None:
    """A line before the first round that says who plays what; what cannot be read, or has been said, stays a note."""
    names = [name.strip() for name in re.split(r"[,;]| and ", value) if name.strip()]
    numbers = re.findall(r"\d{1,6}", value)
    if key.startswith("player") and not reading.players_known:
        reading.players[:] = names if key == "players" or len(names) > 1 else [*reading.players, *names]
        reading.players_known = key == "players" or len(names) > 1
    elif key.startswith("player") and names == reading.players:
        return
    elif key.startswith("team"):
        reading.fields.setdefault("teams", []).extend(names)
    elif {"date": "created", "leader": "lead"}.get(key, key) in reading.fields:
        _add_note(reading, line, number)
    elif key == "goal" and len(numbers) == 1:
        said = value.casefold()
        unit = "round_wins" if "won" in said else "rounds" if "round" in said else "points"
        reading.fields["goal"] = {unit: int(numbers[0])}
    elif key == "date" and (date := _parse_date(value)):
        reading.fields["created"] = date
    elif key in ("variant", "suits", "dealer"):
        reading.fields[key] = value
    elif key in ("lead", "leader"):
        reading.fields["lead"] = value
    else:
        _add_note(reading, line, number)


def _parse_date(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
