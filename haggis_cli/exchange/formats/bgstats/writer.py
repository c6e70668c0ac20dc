"""A BG Stats play file (`.bgsplay`): each match as a play with its score sheet, in the shape of the app's own exports.

Ids are made from the match, so that writing it again gives the same play. What the app keeps as text stays text there:
scores, and JSON inside JSON for the score sheet.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from haggis_cli.exchange.formats.plays import (
    GAME,
    GAME_ID,
    GAME_YEAR,
    Person,
    describe_match,
    find_persons,
    has_won,
    is_counted,
    score_of,
)
from haggis_cli.history.people import People
from haggis_cli.matches.model import FinalRecord, MatchRecord
from haggis_cli.matches.moments import at_own_clock, clock_at
from haggis_cli.referee.report import Report
from haggis_cli.support.version import __version__

_NAMESPACE = uuid5(NAMESPACE_URL, "https://pypi.org/project/haggis-cli/")
_SHEET_ROWS = (("Out", "hand_points"), ("Bonus", "bonus"), ("Captured", "captured"), ("Bets", "bet_points"))


def render(reports: Sequence[Report], people: People | None = None) -> str:
    """The matches as one play file, in ASCII."""
    persons = {each.key: each for report in reports for each in find_persons(report, people)}
    ids = _number(persons)
    places = _number(final.place for report in reports if (final := report.match.record.final) and final.place)
    newest = max(format_play_date(report.match.record) for report in reports)
    file = {
        "about": f"Written by haggis-cli {__version__}",
        "games": [_game(newest)],
        "players": [_player(each, ids[key], newest) for key, each in persons.items()],
        "locations": [
            {"uuid": str(uuid5(_NAMESPACE, f"place {name}")), "id": number, "name": name, "modificationDate": newest}
            for name, number in places.items()
        ],
        "plays": [
            _play(report, [ids[each.key] for each in find_persons(report, people)], places) for report in reports
        ],
        "userInfo": {"meRefId": 0, "exportDate": newest},
        "challenges": [],
        "groups": [],
        "tags": [],
        "deletedObjects": [],
    }
    return json.dumps(file, ensure_ascii=True, indent=1) + "\n"


def play_id(record: MatchRecord) -> str:
    """What BG Stats knows the play of a match by, for ever: where it does not come from there, its id and moment."""
    if record.final and record.final.bgstats:
        return record.final.bgstats
    return str(_own_id(record))


def _own_id(record: MatchRecord) -> UUID:
    return uuid5(_NAMESPACE, f"play {record.id} {record.created.isoformat()}")


def play_number(record: MatchRecord) -> int:
    """What BoardGameGeek knows the play by, or a number of its own in the place of it, for logs that want one."""
    if record.final and record.final.bgg:
        return record.final.bgg
    return 1 + _own_id(record).int % (2**31 - 2)  # other programs keep these numbers in 32 bits


def player_id(person: Person) -> UUID:
    """What BG Stats knows a person by."""
    return uuid5(_NAMESPACE, f"player {person.key}")


def format_play_date(record: MatchRecord) -> str:
    """When the match was made, as BG Stats writes it: what the clock at the table showed."""
    return render_clock(clock_at(record.created))


def render_clock(shown: datetime) -> str:
    """What a clock shows, as BG Stats writes it."""
    return shown.strftime("%Y-%m-%d %H:%M:%S")


def parse_play_date(text: str) -> datetime:
    """A moment as BG Stats writes it, in this computer's time zone; ValueError for anything else."""
    return at_own_clock(datetime.strptime(text.strip()[:19], "%Y-%m-%d %H:%M:%S"))


def is_start_player(report: Report, seat: int) -> bool:
    """Whether the player led the match's first trick; nobody is while that is open."""
    if report.rounds:
        return report.rounds[0].first_leader(report.table) == seat
    return report.table.names[seat] == report.match.record.lead


def rank_of(report: Report, seat: int) -> int:
    """The place of the player's side by what decides the match, from 1; 0 if it is not known."""
    if report.decisive is None:
        return 0
    mine = report.decisive[report.table.side(seat)]
    return 1 + sum(number > mine for number in report.decisive)


def _number(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}


def _player(person: Person, number: int, when: str) -> dict[str, Any]:
    return {
        "uuid": str(player_id(person)),
        "id": number,
        "name": person.name,
        "isAnonymous": False,
        "modificationDate": when,
        "bggUsername": "",
        "metaData": json.dumps({"isNpc": int(bool(person.bot))}),
    }


def _game(when: str) -> dict[str, Any]:
    return {
        "uuid": str(uuid5(_NAMESPACE, "game")),
        "id": 1,
        "name": GAME,
        "modificationDate": when,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "bggName": GAME,
        "bggYear": GAME_YEAR,
        "bggId": GAME_ID,
        "isBaseGame": 1,
        "isExpansion": 0,
        "rating": 0,
        "copies": [],
    }


def _play(report: Report, player_ids: Sequence[int], places: dict[str, int]) -> dict[str, Any]:
    record, table = report.match.record, report.table
    final = record.final or FinalRecord(scores={})
    when = format_play_date(record)
    teams = any(len(side) > 1 for side in table.sides)
    keys = [str(uuid5(_own_id(record), f"score {seat}")) for seat in table.seats]
    return {
        "uuid": play_id(record),
        "modificationDate": when,
        "entryDate": when,
        "playDate": when,
        "usesTeams": teams,
        "durationMin": final.minutes or 0,
        "ignored": not is_counted(report),
        "manualWinner": True,
        "rounds": len(report.complete_rounds),
        "bggId": final.bgg or 0,
        "importPlayId": 0,
        **({"locationRefId": places[final.place]} if final.place else {}),
        "gameRefId": 1,
        "board": final.board or table.variant.name,
        "comments": describe_match(report),
        "rating": 0,
        "nemestatsId": 0,
        "scoringSetting": 0,
        "playImages": "[]",
        "playerScores": [
            {
                "score": "" if (score := score_of(report, seat)) is None else str(score),
                "winner": has_won(report, seat),
                "newPlayer": False,
                "startPlayer": is_start_player(report, seat),
                "playerRefId": player_ids[seat],
                "role": "",
                "rank": rank_of(report, seat),
                "seatOrder": seat + 1,
                **({"team": table.side_names[table.side(seat)]} if teams else {}),
                "metaData": json.dumps({"scoreUuid": keys[seat]}),
            }
            for seat in table.seats
        ],
        "expansionPlays": [],
        **({"scoresheet": json.dumps({"rounds": _sheet(report, keys)})} if not record.final else {}),
    }


def _sheet(report: Report, keys: list[str]) -> list[dict[str, Any]]:
    """Each round with a row for what is scored in it; rows without points are left out."""
    rounds = []
    for each in report.complete_rounds:
        rows = [
            {
                "label": f"{each.number}. {label}",
                "scores": {key: str(getattr(score, field)) for key, score in zip(keys, each.scores or (), strict=True)},
            }
            for label, field in _SHEET_ROWS
            if any(getattr(score, field) for score in each.scores or ())
        ]
        rounds.append({"rows": rows})
    return rounds
