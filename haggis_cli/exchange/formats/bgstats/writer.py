"""A BG Stats play file (`.bgsplay`): each match as a play with its score sheet.

Ids are made from the match, so that writing it again gives the same play. What the app keeps as text stays text there:
scores, and JSON inside JSON for the score sheet.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from haggis_cli.exchange.figures import to_typed_in_match
from haggis_cli.exchange.formats.plays import GAME
from haggis_cli.exchange.formats.text import transcript
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.moments import day_of
from haggis_cli.referee.report import Report
from haggis_cli.support.escaping import normalize_unicode
from haggis_cli.support.version import __version__

_NAMESPACE = uuid5(NAMESPACE_URL, "https://pypi.org/project/haggis-cli/")
_SHEET_ROWS = (("Out", "hand_points"), ("Bonus", "bonus"), ("Captured", "captured"), ("Bets", "bet_points"))


def render(reports: Sequence[Report]) -> str:
    """The matches as one play file, in ASCII."""
    names = {player_id(name): name for report in reports for name in report.table.names}
    ids = {key: number for number, key in enumerate(names, 1)}
    newest = max(format_play_date(report.match.record) for report in reports)
    file = {
        "about": f"Written by haggis-cli {__version__}",
        "games": [_game(newest)],
        "players": [
            {"uuid": str(key), "id": ids[key], "name": name, "isAnonymous": False, "modificationDate": newest}
            for key, name in names.items()
        ],
        "locations": [],
        "plays": [_play(report, ids) for report in reports],
        "userInfo": {"meRefId": 0, "exportDate": newest},
        "challenges": [],
        "groups": [],
        "tags": [],
        "deletedObjects": [],
    }
    return json.dumps(file, ensure_ascii=True, indent=1) + "\n"


def play_id(record: MatchRecord) -> UUID:
    """What BG Stats knows the play of a match by, for ever: the match's id and the moment it was made."""
    return uuid5(_NAMESPACE, f"play {record.id} {record.created.isoformat()}")


def player_id(name: str) -> UUID:
    """What BG Stats knows a player by: the name, in whatever case."""
    return uuid5(_NAMESPACE, f"player {normalize_unicode(name).casefold()}")


def format_play_date(record: MatchRecord) -> str:
    """When the match was made, as BG Stats writes it, in UTC."""
    when = record.created
    return (when.astimezone(UTC) if when.tzinfo else when).strftime("%Y-%m-%d %H:%M:%S")


def is_start_player(report: Report, seat: int) -> bool:
    """Whether the player led the match's first round."""
    if report.rounds:
        return report.rounds[0].leader == seat
    return report.table.names[seat] == report.match.record.lead


def score_of(report: Report, seat: int) -> int | None:
    """The player's or team's game total; None after a violation."""
    return report.totals[report.table.side(seat)] if report.totals else None


def rank_of(report: Report, seat: int) -> int:
    """The place of the player's side by what decides the match, from 1; 0 if it is not known."""
    if report.decisive is None:
        return 0
    mine = report.decisive[report.table.side(seat)]
    return 1 + sum(number > mine for number in report.decisive)


def _game(when: str) -> dict[str, Any]:
    return {
        "uuid": str(uuid5(_NAMESPACE, "game")),
        "id": 1,
        "name": GAME,
        "bggName": GAME,
        "modificationDate": when,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "isBaseGame": True,
        "isExpansion": False,
        "copies": [],
    }


def _play(report: Report, ids: dict[UUID, int]) -> dict[str, Any]:
    record, table = report.match.record, report.table
    when = format_play_date(record)
    teams = any(len(side) > 1 for side in table.sides)
    keys = [str(uuid5(play_id(record), f"score {seat}")) for seat in table.seats]
    return {
        "uuid": str(play_id(record)),
        "modificationDate": when,
        "entryDate": when,
        "playDate": when,
        "playDateYmd": int(day_of(record.created).replace("-", "")),
        "usesTeams": teams,
        "durationMin": 0,
        "ignored": not record.rated or not report.over,
        "manualWinner": True,
        "rounds": len(report.complete_rounds),
        "locationRefId": 0,
        "gameRefId": 1,
        "board": table.variant.name,
        "rating": 0,
        "comments": transcript.render(to_typed_in_match(report)),
        "playImages": "[]",
        "expansionPlays": [],
        "playerScores": [
            {
                "score": "" if (score := score_of(report, seat)) is None else str(score),
                "winner": report.winner == table.side(seat),
                "newPlayer": False,
                "startPlayer": is_start_player(report, seat),
                "playerRefId": ids[player_id(name)],
                "role": "",
                "rank": rank_of(report, seat),
                "seatOrder": seat + 1,
                "team": table.side_names[table.side(seat)] if teams else "",
                "metaData": json.dumps({"scoreUuid": keys[seat]}),
            }
            for seat, name in enumerate(table.names)
        ],
        "scoresheet": json.dumps({"rounds": _sheet(report, keys)}),
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


def parse_play_date(text: str) -> datetime:
    """A moment as BG Stats writes it; ValueError for anything else."""
    return datetime.strptime(text.strip()[:19], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
