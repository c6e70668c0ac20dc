"""The link that puts a match into BG Stats when it is opened on a phone.

Nothing is sent from here: the link carries the whole play. BG Stats knows the play again by its id.
"""

import json
from datetime import UTC
from typing import Any
from urllib.parse import quote

from haggis_cli.exchange.formats.bgstats.writer import (
    is_start_player,
    play_id,
    player_id,
    rank_of,
    render_clock,
)
from haggis_cli.exchange.formats.plays import GAME, GAME_ID, find_persons, has_won, score_of
from haggis_cli.history.people import People
from haggis_cli.matches.model import FinalRecord
from haggis_cli.referee.report import Report
from haggis_cli.support.qr_code import qr_svg

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "haggis-cli"


def play_link(report: Report, people: People | None = None) -> str:
    """The link for a match, as long as it is for one play."""
    return ADDRESS + quote(json.dumps(_play(report, people), ensure_ascii=False, separators=(",", ":")), safe=":,-")


def draw_link(link: str) -> str:
    """The link as a QR code, an SVG drawing; HaggisError where it is too long or the drawing's library is missing."""
    return qr_svg(link, "QR code: put this match into BG Stats")


def _play(report: Report, people: People | None) -> dict[str, Any]:
    record, table = report.match.record, report.table
    final = record.final or FinalRecord(scores={})
    teams = any(len(side) > 1 for side in table.sides)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play_id(record),
        "playDate": render_clock(record.created.astimezone(UTC)),  # the app shows it by the clock of the phone
        "board": final.board or table.variant.name,
        **({"durationMin": final.minutes} if final.minutes else {}),
        **({"location": final.place} if final.place else {}),
        "game": {"name": GAME, "sourceGameId": "haggis", "bggId": GAME_ID, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": person.name,
                "sourcePlayerId": player_id(person).hex[:12],  # short: every character makes the QR code finer
                "startPlayer": is_start_player(report, seat),
                "rank": rank_of(report, seat),
                **({"team": table.side_names[table.side(seat)]} if teams else {}),
                "score": "" if (score := score_of(report, seat)) is None else str(score),
                "winner": has_won(report, seat),
            }
            for seat, person in enumerate(find_persons(report, people))
        ],
    }
