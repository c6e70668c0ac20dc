"""A match in plain text pasted from anywhere: a chat, a notebook, the output of `haggis log`.

A line is an event if it names a player and says what a player can do. Every other line stays as a note of its round,
and a remark names its number; only what `haggis log` tells beside the events, and follows from them, is left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from haggis_cli.exchange.formats.text.loose_cards import parse_action, starts_with_verb
from haggis_cli.exchange.formats.text.loose_figures import looks_like_figures
from haggis_cli.exchange.formats.text.loose_rounds import LooseRound
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.matches.model import validation_messages
from haggis_cli.matches.moments import at_own_clock, parse_moment
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
_ROUND = re.compile(r"(?:[-=*_#\s]*)round\s+(\d{1,4})\b(.*)", re.IGNORECASE)
# What stands behind the number of a round and says nothing of its own: `, Noah to lead`, which the plays tell.
_OPENING = r"\S.* to (?:lead|bid first)"
_HEADING_END = re.compile(rf"(?:[-=*_#:.,;\s]*)(?:(?:{_OPENING}|typed in|not judged)[-=*_#:.\s]*)?", re.IGNORECASE)
_TRICK = re.compile(r"trick\s+\d+\b[\s.:,–—-]*", re.IGNORECASE)
# What `haggis log` tells beside the events: it follows from them.
_CAPTURE = r"(?:→|->)\s*\S.* captures .+"
_LEFT = r"\S.*[:\s]\d{1,3} cards?(?:, -?\d{1,4} points?)? to \S.*"
_DERIVED_LINE = re.compile(rf"{_CAPTURE}|\S.* goes out (?:first|second|third)\b.*|{_LEFT}", re.IGNORECASE)
_LINE_DRAWN = re.compile(r"[-=*_]{3,}")
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
    said_in: the line that has said a value, or who plays.
    notes: lines before the first round that are kept as notes.
    remarks: sentences on lines that are no events.
    """

    players: list[str]
    players_known: bool
    fields: dict[str, Any] = field(default_factory=dict)
    rounds: list[LooseRound] = field(default_factory=list)
    said_in: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def read(text: str, source: str, players: Sequence[str] = ()) -> list[ParsedMatch | RecordError]:
    """The one match of a text; `players`, clockwise, if somebody says who they are."""
    if len(text) > LONGEST_TEXT:
        raise RecordError(
            f"{escape_text(source)}: no match is told in more than {LONGEST_TEXT:,} characters of free text"
        )
    reading = _TextReading(list(players), bool(players))
    try:
        for number, line in enumerate(text.split("\n"), 1):
            _read_line(reading, line.rstrip(), number)
    except RecordError as error:
        raise RecordError(f"{escape_text(source)}: {error}") from None
    _keep_what_does_not_follow(reading)
    _tell_other_numbers(reading)
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


def _keep_what_does_not_follow(reading: _TextReading) -> None:
    """Keep as notes what would follow from plays, in rounds that have none, or figures beside them."""
    for each in reading.rounds:
        if not each.follows_from_plays:
            for number, line in each.derived:
                _add_note_to(reading, each.notes, line, number)


def _tell_other_numbers(reading: _TextReading) -> None:
    """Say which rounds are counted otherwise than the text does: some are missing, or stand twice."""
    shift, told = 0, []
    for place, each in enumerate(reading.rounds, 1):
        if each.said is not None and each.said - place != shift:
            shift = each.said - place
            told.append(f"'Round {each.said}' of the text is read as round {place}")
    reading.remarks[:0] = told


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
    if found := _ROUND.fullmatch(bare):
        reading.rounds.append(LooseRound(int(found[1])))
        if not _HEADING_END.fullmatch(found[2]):
            _add_note(reading, line, number)
    elif not bare or _LINE_DRAWN.fullmatch(bare):
        return
    elif reading.rounds and (_DERIVED_LINE.fullmatch(bare) or (over and _SCORE_ROW.fullmatch(bare))):
        reading.rounds[-1].derived.append((number, line))
    elif _SUMMARY.fullmatch(bare) and reading.rounds:
        reading.rounds[-1].over = True
    elif (found := _HEADER_LINE.fullmatch(bare)) and not reading.rounds:
        _read_header(reading, found[1].casefold(), found[2].strip(), line, number)
    elif not _add_event(reading, bare, number):
        _add_note(reading, line, number)


def _add_note(reading: _TextReading, line: str, number: int) -> None:
    _add_note_to(reading, reading.rounds[-1].notes if reading.rounds else reading.notes, line, number)


def _add_note_to(reading: _TextReading, notes: list[str], line: str, number: int) -> None:
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
    """A line before the first round that says who plays what; what cannot be read stays a note.

    RecordError where two of them say something else: nobody knows which one counts.
    """
    names = [name.strip() for name in re.split(r"[,;]| and ", value) if name.strip()]
    if key.startswith("player"):
        _read_players(reading, names, line, number, all_of_them=key == "players" or len(names) > 1)
    elif key.startswith("team"):
        reading.fields.setdefault("teams", []).extend(names)
    elif found := _parse_header(key, value):
        field_name, read = found
        if reading.fields.setdefault(field_name, read) != read:
            raise _contradiction(line, number, reading.said_in[field_name])
        reading.said_in.setdefault(field_name, number)
    else:
        _add_note(reading, line, number)


def _read_players(reading: _TextReading, names: list[str], line: str, number: int, *, all_of_them: bool) -> None:
    if not reading.players_known:
        reading.players[:] = names if all_of_them else [*reading.players, *names]
        reading.players_known = all_of_them
        reading.said_in["players"] = number
    elif names != reading.players and "players" in reading.said_in:
        raise _contradiction(line, number, reading.said_in["players"])
    elif names != reading.players:
        _add_note(reading, line, number)


def _contradiction(line: str, number: int, before: int) -> RecordError:
    return RecordError(
        f"line {number}: '{escape_text(line.strip()[:60])}': line {before} says something else: keep one of the two"
    )


def _parse_header(key: str, value: str) -> tuple[str, Any] | None:
    """The key of the match file that such a line means, and the value; None for what cannot be read."""
    if key == "goal":
        numbers, said = re.findall(r"\d{1,6}", value), value.casefold()
        unit = "round_wins" if "won" in said else "rounds" if "round" in said else "points"
        return ("goal", {unit: int(numbers[0])}) if len(numbers) == 1 else None
    if key == "date":
        when = _parse_date(value)
        return ("created", when) if when else None
    return "lead" if key == "leader" else key, value


def _parse_date(text: str) -> datetime | None:
    try:
        found = parse_moment(text)
    except ValueError:
        return None
    return found if found.tzinfo else at_own_clock(found)
