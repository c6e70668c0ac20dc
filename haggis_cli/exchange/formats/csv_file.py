"""Scoresheets as CSV, out and in: the long and the wide table of `haggis sheet`, and beside it what the match is.

A spreadsheet may have saved them again: the columns may stand in another order, parted by semicolons or tabs.
"""

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from haggis_cli.exchange.formats.transcript import goal_text, parse_goal, render_json, render_scalar
from haggis_cli.exchange.parsed_match import MAX_MATCHES, OutgoingMatch, ParsedMatch, decode_text
from haggis_cli.matches.heading import parse_moment_or_day
from haggis_cli.matches.model import GoalRecord, MatchRecord, RoundRecord, TableRecord, validation_messages
from haggis_cli.referee.report import Report
from haggis_cli.sheets.renderers import csv as sheet_csv
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import csv_text, escape_cell, escape_text

RECORD_COLUMNS = (
    *("variant", "created", "goal", "lead", "dealer", "suits", "closed", "rated", "bots", "options", "event"),
    *("title", "revision"),
)
_REQUIRED_COLUMNS = ("hand", "captured", "went_out")
_ROUND_LIMIT = 1_000
_MOST_COLUMNS = 500
_MOST_LINES = 200_000
_MOST_PLAYERS = 100
_MOST_NAMED = 10  # columns in one remark

Row = dict[str, str]


class _InvalidRow(ValueError):
    """What is wrong with a row."""


def render(matches: Sequence[OutgoingMatch], *, many: bool, wide: bool) -> str:
    """The matches as one table; a wide one holds a single match, because its columns are the players."""
    tables = [_render_table(each.judged, wide=wide) for each in matches]
    return "".join([*tables[:1], *(table.partition("\n")[2] for table in tables[1:])])


def _render_table(report: Report, *, wide: bool) -> str:
    """The scoresheet of a match, each line with what the match is and the notes; no cell of it holds a line end."""
    sheet = scoresheet(report)
    headings, *rows = sheet_csv.figure_rows(sheet, wide=wide)
    about, notes = _render_cells(report.match.record), sheet_csv.notes_by_round(sheet)
    lines = [(*row, *about, *notes[row[1]]) for row in rows]
    return csv_text([(*headings, *RECORD_COLUMNS, *sheet_csv.NOTE_COLUMNS), *lines])


def looks_like_csv(text: str) -> bool:
    """Whether a text begins with the headings of such a table."""
    cells = re.split("[,;\t]", text.split("\n", 1)[0].lstrip("\ufeff"))
    return {"match_id", "round"} <= {cell.strip().strip('"') for cell in cells}


def read(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """The matches of a table, in its order."""
    text = decode_text(data, source)
    sign = _detect_delimiter(text)
    if text.partition("\n")[0].count(sign) > _MOST_COLUMNS:
        raise RecordError(f"{source}: line 1: too many columns for a scoresheet (more than {_MOST_COLUMNS})")
    if text.count("\n") > _MOST_LINES:
        raise RecordError(f"{source}: too many lines for a scoresheet (more than {_MOST_LINES})")
    try:
        return _read_rows(csv.reader(text.split("\n"), delimiter=sign, strict=True), source)
    except csv.Error as error:
        raise RecordError(f"{source}: this is not CSV: {error}") from None


def _read_rows(rows: Iterator[list[str]], source: str) -> list[ParsedMatch | RecordError]:
    headings = [_strip_apostrophe(cell) for cell in next(rows, [])]
    twice = next((name for name in headings if name and headings.count(name) > 1), None)
    if twice:
        raise RecordError(f"{source}: line 1: the column '{twice}' appears twice")
    if not {"match_id", "round"} <= set(headings):
        raise RecordError(f"{source}: line 1: a scoresheet needs the columns match_id and round")
    sheets: dict[str, _ParsedSheet] = {}
    for line, cells in enumerate(rows, 2):
        if not any(cells):
            continue
        row = dict(zip(headings, map(_strip_apostrophe, cells), strict=False))
        try:
            if any(cells[len(headings) :]):
                raise _InvalidRow("it has more cells than the heading line")
            _add_row(sheets, row, headings)
        except _InvalidRow as odd:
            raise RecordError(f"{source}: line {line}: {odd}") from None
    if len(sheets) > MAX_MATCHES:
        raise RecordError(f"{source}: it holds {len(sheets)} matches, more than {MAX_MATCHES}")
    if not sheets:
        raise RecordError(f"{source}: this table holds no match")
    next(iter(sheets.values())).remarks += _tell_other_columns(headings)
    return [_parse_match(name, sheet, source) for name, sheet in sheets.items()]


def _tell_other_columns(headings: Sequence[str]) -> list[str]:
    """A sentence on the columns that are none of a scoresheet: nothing of them is read."""
    sides = ["", *(f"{name} " for name in _player_names(headings))]
    sides += [f"{name}{sheet_csv.OF_TEAM} " for name in _team_names(headings)]
    figures = sheet_csv.figure_names()
    known = {f"{side}{column}" for side in sides for column in (*figures, *(f"team_{each}" for each in figures))}
    known |= {*sheet_csv.LINE_COLUMNS, *RECORD_COLUMNS, *sheet_csv.TEXT_COLUMNS}
    others = [escape_text(heading[:40]) for heading in headings if heading and heading not in known]
    return [f"these columns are skipped: {', '.join(others[:_MOST_NAMED])}"] if others else []


@dataclass
class _ParsedSheet:
    """What has been read of one match.

    players: what each player is sorted by, by name.
    rounds, totals, notes: by round, the cells of each player, the game totals of players or teams, and the note.
    about: the values of the match file that the last columns hold.
    remarks: sentences on what has not been read.
    """

    players: dict[str, str] = field(default_factory=dict)
    teams: dict[str, None] = field(default_factory=dict)
    rounds: dict[int, dict[str, Row]] = field(default_factory=dict)
    totals: dict[int, dict[str, int]] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def _add_row(sheets: dict[str, _ParsedSheet], row: Row, headings: list[str]) -> None:
    """Add a row, which is one player's or, of a wide table, everybody's."""
    sheet = sheets.setdefault(row.get("match_id", ""), _ParsedSheet())
    number = _parse_number(row, "round")
    if number is None or not 1 <= number <= _ROUND_LIMIT:
        raise _InvalidRow(f"'{row.get('round', '')}' is not the number of a round")
    _add_about(sheet, row, number)
    for name, figures, team, seat in _read_players(row, headings):
        sheet.players.setdefault(name, seat)
        if len(sheet.players) > _MOST_PLAYERS:
            raise _InvalidRow(f"the match has more than {_MOST_PLAYERS} players")
        if name in sheet.rounds.setdefault(number, {}):
            raise _InvalidRow(f"{name} has round {number} twice")
        if any(figures.values()):
            sheet.rounds[number][name] = figures
        if team:
            sheet.teams.setdefault(team, None)
        total = _parse_number(figures, "game_total")
        if total is not None:
            _set_alike(sheet.totals.setdefault(number, {}), team or name, total, "game_total")
    for team in _team_names(headings):
        sheet.teams.setdefault(team, None)
        total = _parse_number(row, f"{team}{sheet_csv.OF_TEAM} game_total")
        if total is not None:
            _set_alike(sheet.totals.setdefault(number, {}), team, total, "game_total")


def _add_about(sheet: _ParsedSheet, row: Row, number: int) -> None:
    """What the row says of the match and of the round."""
    for key, value in _read_cells(row).items():
        _set_alike(sheet.about, key, value, key)
    if row.get("match_notes"):
        _set_alike(sheet.about, "notes", row["match_notes"], "match_notes")
    if row.get("notes"):
        _set_alike(sheet.notes, number, row["notes"], "notes")


def _set_alike(values: dict[Any, Any], key: Any, value: Any, column: str) -> None:
    """Keep what several rows of a match, or of a round, say alike; none of them is taken for the right one."""
    if values.setdefault(key, value) != value:
        raise _InvalidRow(f"the column '{column}' differs from an earlier line")


def _read_players(row: Row, headings: list[str]) -> Iterator[tuple[str, Row, str, str]]:
    """Each player of the row: name, figures, team, and what the players are in the order of."""
    if "player" in headings:
        missing = [column for column in _REQUIRED_COLUMNS if column not in headings]
        if missing:
            raise _InvalidRow(f"the column {missing[0]} is missing")
        figures = {key: row.get(key, "") for key in sheet_csv.figure_names()}
        yield row.get("player", ""), figures, row.get("team", ""), row.get("seat", "")
        return
    names = _player_names(headings)
    if not names:
        raise _InvalidRow("it has no column 'player' and none like 'Noah hand'")
    for heading in headings:
        name = heading.removesuffix(" captured")
        if name != heading and name not in names and row.get(heading):
            raise _InvalidRow(f"there is a column '{heading}' but no '{name} hand'")
    for place, name in enumerate(names):
        yield name, {key: row.get(f"{name} {key}", "") for key in sheet_csv.figure_names()}, "", str(place)


def _player_names(headings: Sequence[str]) -> list[str]:
    """The players of a wide table."""
    return [heading.removesuffix(" hand") for heading in headings if heading.endswith(" hand")]


def _team_names(headings: Sequence[str]) -> list[str]:
    ending = f"{sheet_csv.OF_TEAM} game_total"
    names = [heading.removesuffix(ending) for heading in headings if heading.endswith(ending)]
    # One with a hand would be a player called so.
    return [name for name in names if f"{name}{sheet_csv.OF_TEAM} hand" not in headings]


def _parse_match(name: str, sheet: _ParsedSheet, source: str) -> ParsedMatch | RecordError:
    where = f"{source}, {name}" if name else source
    has_seats = all(re.fullmatch(r"[0-9]{1,2}", seat) for seat in sheet.players.values())
    players = sorted(sheet.players, key=lambda player: int(sheet.players[player]) if has_seats else 0)
    rounds: list[RoundRecord] = []
    remarks, shift = list(sheet.remarks), 0
    for number, rows in sorted(sheet.rounds.items()):
        if not rows:
            remarks.append(f"round {number} has no figures and is skipped")
            continue
        if number - len(rounds) - 1 != shift:
            shift = number - len(rounds) - 1
            remarks.append(f"round {number} of the table is read as round {len(rounds) + 1}")
        try:
            rounds.append(RoundRecord(table=_table_record(rows), notes=sheet.notes.get(number, "")))
        except ValidationError as error:
            return RecordError(*validation_messages(error, f"{where}, round {number}"))
        except _InvalidRow as odd:
            return RecordError(f"{where}: round {number}: {odd}")
    fields = sheet.about | {"players": players, "rounds": rounds}
    if name:
        fields["id"] = name
    if sheet.teams:
        fields["teams"] = list(sheet.teams)
    totals = tuple(totals for number, totals in sorted(sheet.totals.items()) if sheet.rounds.get(number))
    totals = totals if len(totals) == len(rounds) else ()
    return ParsedMatch(where, fields=fields, totals=totals, remarks=tuple(remarks))


def _table_record(rows: Mapping[str, Row]) -> TableRecord:
    places = {name: place for name, row in rows.items() if (place := _parse_number(row, "went_out"))}
    out = sorted(places, key=lambda name: places[name])
    if sorted(places.values()) != list(range(1, len(places) + 1)):
        given = ", ".join(f"{name} {places[name]}" for name in out)
        raise _InvalidRow(f"'went_out' is 1 for the first player out, 2 for the second, not {given}")
    lost = next((name for name, row in rows.items() if name not in places and _parse_number(row, "hand")), None)
    if lost is not None:
        raise _InvalidRow(f"{lost} has a 'hand' but no place in 'went_out'")
    return TableRecord(
        out=out,
        hands={name: hand for name in out if (hand := _parse_number(rows[name], "hand"))},
        captured={name: _parse_number(row, "captured") or 0 for name, row in rows.items()},
        bets={name: bet for name, row in rows.items() if (bet := _parse_number(row, "bet")) is not None},
    )


def _parse_number(row: Row, column: str) -> int | None:
    """The number in a column, None for an empty cell; a spreadsheet may have written it with decimals."""
    text = row.get(column, "").strip()
    if not text:
        return None
    if not re.fullmatch(r"-?[0-9]{1,6}(?:[.,]0+)?", text):
        raise _InvalidRow(f"'{text[:40]}' in the column {column} is not a whole number")
    return int(re.split("[.,]", text)[0])


def _detect_delimiter(text: str) -> str:
    heading = text.split("\n", 1)[0]
    return max(",;\t", key=heading.count)


def _strip_apostrophe(cell: str) -> str:
    """The text of a cell without the apostrophe that keeps a spreadsheet from running it."""
    return cell[1:] if cell.startswith("'") and escape_cell(cell[1:]) == cell else cell.strip()


# What a match is beside its figures, in the last columns of an exported CSV: variant, day, goal, options and the like.
#
# Each line of a match says them again, so that a table can be sorted, filtered and cut.


def _render_cells(record: MatchRecord) -> list[str]:
    """The text of each column, empty where the match file says nothing."""
    fields = MatchRecord.model_fields
    return [
        _render_cell(value) if (value := getattr(record, key)) != fields[key].get_default() else ""
        for key in RECORD_COLUMNS
    ]


def _read_cells(row: Mapping[str, str]) -> dict[str, Any]:
    """The keys of a match that a line says."""
    found: dict[str, Any] = {}
    for key in RECORD_COLUMNS:
        text = row.get(key, "").strip()
        if text:
            try:
                found[key] = _READERS.get(key, str)(text)
            except (ValueError, RecursionError):
                raise _InvalidRow(f"'{text[:40]}' in the column {key} cannot be read") from None
    return found


def _render_cell(value: object) -> str:
    if isinstance(value, GoalRecord):
        return goal_text(value)
    if isinstance(value, bool | datetime):
        return render_scalar(value)
    return render_json(value) if isinstance(value, dict) else str(value)


def _parse_bool(text: str) -> bool:
    if text.casefold() not in ("true", "false"):  # a spreadsheet writes them in capitals
        raise ValueError(text)
    return text.casefold() == "true"


def _parse_object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(text)
    return found


_READERS: dict[str, Callable[[str], Any]] = {
    "created": parse_moment_or_day,
    "goal": parse_goal,
    "closed": _parse_bool,
    "rated": _parse_bool,
    "bots": _parse_object,
    "options": _parse_object,
    "revision": int,
}
