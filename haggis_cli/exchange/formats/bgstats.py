"""BG Stats: its play file (`.bgsplay`), out and in, and the link that puts a match into the app.

Each match is a play with its score sheet, in the shape of the app's own exports.

Ids are made from the match, so that writing it again gives the same play. What the app keeps as text stays text there:
scores, and JSON inside JSON for the score sheet.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, UUID, uuid5

from haggis_cli.exchange.formats import plays
from haggis_cli.exchange.parsed_match import MAX_MATCHES, OutgoingMatch, ParsedMatch, decode_json
from haggis_cli.history.selection import People
from haggis_cli.matches.heading import at_own_clock, clock_at
from haggis_cli.matches.model import FinalRecord, MatchRecord
from haggis_cli.referee.report import Report
from haggis_cli.rules.variant import has_teams
from haggis_cli.support import __version__
from haggis_cli.support.errors import RecordError
from haggis_cli.support.extras import qr_svg

_NAMESPACE = uuid5(NAMESPACE_URL, "https://pypi.org/project/haggis-cli/")
_CLOCK = "%Y-%m-%d %H:%M:%S"
_SHEET_ROWS = (("Out", "hand_points"), ("Bonus", "bonus"), ("Captured", "captured"), ("Bets", "bet_points"))


def render(matches: Sequence[OutgoingMatch], *, many: bool, wide: bool) -> str:
    """The matches as one play file, in ASCII."""
    reports = [each.judged for each in matches]
    seated = [plays.logged_players(each.judged, each.people) for each in matches]
    persons = {each.key: each for players in seated for each in players}
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
        "plays": [_play(report, players, ids, places) for report, players in zip(reports, seated, strict=True)],
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


def player_id(person: plays.LoggedPlayer) -> UUID:
    """What BG Stats knows a person by."""
    return uuid5(_NAMESPACE, f"player {person.key}")


def format_play_date(record: MatchRecord) -> str:
    """When the match was made, as BG Stats writes it: what the clock at the table showed."""
    return clock_at(record.created).strftime(_CLOCK)


def _number(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}


def _player(person: plays.LoggedPlayer, number: int, when: str) -> dict[str, Any]:
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
        "name": plays.GAME,
        "modificationDate": when,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "bggName": plays.GAME,
        "bggYear": plays.GAME_YEAR,
        "bggId": plays.GAME_ID,
        "isBaseGame": 1,
        "isExpansion": 0,
        "rating": 0,
        "copies": [],
    }


def _play(
    report: Report, players: Sequence[plays.LoggedPlayer], ids: dict[str, int], places: dict[str, int]
) -> dict[str, Any]:
    record, table = report.match.record, report.table
    final = record.final or FinalRecord(scores={})
    when = format_play_date(record)
    keys = [str(uuid5(_own_id(record), f"score {seat}")) for seat in table.seats]
    return {
        "uuid": play_id(record),
        "modificationDate": when,
        "entryDate": when,
        "playDate": when,
        "usesTeams": has_teams(table),
        "durationMin": final.minutes or 0,
        "ignored": not plays.is_counted(report),
        "manualWinner": True,
        "rounds": len(report.complete_rounds),
        "bggId": final.bgg or 0,
        "importPlayId": 0,
        **({"locationRefId": places[final.place]} if final.place else {}),
        "gameRefId": 1,
        "board": final.board or table.variant.name,
        "comments": plays.describe_match(report),
        "rating": 0,
        "nemestatsId": 0,
        "scoringSetting": 0,
        "playImages": "[]",
        "playerScores": [
            {
                "score": each.score,
                "winner": each.won,
                "newPlayer": False,
                "startPlayer": each.leads,
                "playerRefId": ids[each.key],
                "role": "",
                "rank": each.rank,
                "seatOrder": seat,
                **({"team": each.team} if each.team else {}),
                "metaData": json.dumps({"scoreUuid": key}),
            }
            for seat, (each, key) in enumerate(zip(players, keys, strict=True), 1)
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


# Reading BG Stats files: the plays of Haggis in an export or a shared play; plays of other games are left alone.


def read(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """Every play of a game that is called Haggis, or is it by its number on BoardGameGeek."""
    file = decode_json(data, source)
    if not isinstance(file, dict) or not isinstance(file.get("plays"), list):
        raise RecordError(f"{source}: this is not a BG Stats file: it has no list 'plays'")
    games = {str(game.get("id")) for game in _objects(file, "games") if _is_haggis(game)}
    found = [play for play in _objects(file, "plays") if str(play.get("gameRefId")) in games]
    if not found:
        raise RecordError(f"{source}: it holds no play of {plays.GAME}")
    if len(found) > MAX_MATCHES:
        raise RecordError(f"{source}: it holds {len(found)} plays, more than {MAX_MATCHES}")
    people, places = _names(file, "players"), _names(file, "locations")
    return [_read_play(play, people, places, source) for play in found]


def _is_haggis(game: dict[str, Any]) -> bool:
    names = f"{game.get('name')} {game.get('bggName')}"
    return plays.GAME.casefold() in names.casefold() or str(game.get("bggId")) == str(plays.GAME_ID)


def _names(file: dict[str, Any], key: str) -> dict[str, str]:
    return {str(each.get("id")): str(each.get("name") or "") for each in _objects(file, key)}


def _read_play(
    play: dict[str, Any], people: dict[str, str], places: dict[str, str], source: str
) -> ParsedMatch | RecordError:
    told = str(play.get("playDate") or play.get("playDateYmd") or play.get("entryDate") or "")
    where = f"{source}, play of {told[:16] or 'an unknown day'}"
    try:
        when = _parse_when(told)
    except ValueError:
        return RecordError(f"{where}: its date cannot be read")
    scores = sorted(_objects(play, "playerScores"), key=_seat)
    names = [people.get(str(score.get("playerRefId")), "") for score in scores]
    sheet = _scoresheet_lines(play, scores, names)
    return plays.to_parsed_match(
        plays.Play(
            where=where,
            identity=str(play.get("uuid") or f"{told} {names}"),
            when=when,
            players=names,
            scores=[_text(score.get("score")) for score in scores],
            winners=[seat for seat, score in enumerate(scores) if _is_true(score.get("winner"))],
            first=next((seat for seat, score in enumerate(scores) if _is_true(score.get("startPlayer"))), None),
            teams=[_text(score.get("team")) for score in scores],
            comment=str(play.get("comments") or ""),
            sheet=sheet,
            rated=not _is_true(play.get("ignored")),
            known={
                "place": places.get(str(play.get("locationRefId"))),
                "minutes": plays.parse_whole(play.get("durationMin")),
                "board": str(play.get("board") or "").strip(),
                "bgstats": str(play.get("uuid") or ""),
                "bgg": plays.parse_whole(play.get("bggId")),
            },
            left_out=tuple(_find_left_out(play, scores)),
        )
    )


def _find_left_out(play: dict[str, Any], scores: list[dict[str, Any]]) -> Iterator[str]:
    """What the app knows of a play and a match here does not."""
    if plays.parse_whole(play.get("rating")):
        yield "the rating of the play"
    if play.get("expansionPlays"):
        yield "the expansions"
    if play.get("playImages") not in (None, "", "[]", []):
        yield "the photos"
    if play.get("tags"):
        yield "the tags"
    if any(score.get("role") or score.get("teamRole") for score in scores):
        yield "the players' roles"
    if any(_is_true(score.get("newPlayer")) for score in scores):
        yield "who was new to the game"
    if any(plays.parse_whole(score.get("rank")) and not _text(score.get("score")) for score in scores):
        yield "the places of players without a score"
    if _is_true(_parse_inner_json(play.get("metaData")).get("isOnlinePlay")):
        yield "that it was played online"


def _parse_when(text: str) -> datetime | date:
    """The moment of a play by this computer's clock, or the day where no more is told; ValueError for anything else."""
    with suppress(ValueError):
        return date.fromisoformat(text.strip())
    return at_own_clock(datetime.strptime(text.strip()[:19], _CLOCK))


def _scoresheet_lines(play: dict[str, Any], scores: list[dict[str, Any]], names: list[str]) -> list[str]:
    """The lines of its score sheet, as sentences: what they mean, only those who wrote them know."""
    keys = [str(_parse_inner_json(score.get("metaData")).get("scoreUuid", place)) for place, score in enumerate(scores)]
    sheet = _parse_inner_json(play.get("scoresheet"))
    lines = []
    for number, part in enumerate([*_objects(sheet, "rounds"), *_objects(sheet, "groups")], 1):
        for row in _objects(part, "rows"):
            found = row.get("scores")
            values = found if isinstance(found, dict) else {}
            cells = [f"{name} {values[key]}" for name, key in zip(names, keys, strict=True) if values.get(key)]
            if cells:
                lines.append(f"{_row_label(row, number)}: {', '.join(cells)}")
    return lines


def _row_label(row: dict[str, Any], number: int) -> str:
    """What a row is called: the app numbers those of a plain sheet, `{row}.`."""
    label = str(row.get("label") or "").replace("{row}", str(row.get("repetition") or number)).rstrip(".")
    return f"Round {label}" if label.isdecimal() else label or f"Round {number}"


def _text(value: object) -> str:
    """A value as text, whether it is one, a number, or left out."""
    return "" if value is None else str(value)


def _is_true(value: object) -> bool:
    """A truth as the app writes it, a number, or as other programs do: true or false, as a word, too."""
    return str(value).casefold() in ("1", "true")


def _objects(owner: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = owner.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _parse_inner_json(value: object) -> dict[str, Any]:
    """The object in a text of JSON, or the object itself; empty for anything else."""
    if isinstance(value, dict):
        return value
    with suppress(ValueError, RecursionError):
        found = json.loads(value) if isinstance(value, str) else None
        return found if isinstance(found, dict) else {}
    return {}


def _seat(score: dict[str, Any]) -> int:
    seat = score.get("seatOrder")
    return seat if isinstance(seat, int) else 0


# The link that puts a match into BG Stats when it is opened on a phone.
#
# Nothing is sent from here: the link carries the whole play. BG Stats knows the play again by its id.

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def play_link(report: Report, people: People) -> str:
    """The link for a match, as long as it is for one play."""
    return ADDRESS + quote(
        json.dumps(_link_play(report, people), ensure_ascii=False, separators=(",", ":")), safe=":,-"
    )


def link_of(matches: Sequence[OutgoingMatch]) -> str:
    """The link for the one match."""
    return play_link(matches[0].judged, matches[0].people)


def render_link(matches: Sequence[OutgoingMatch], *, many: bool, wide: bool) -> str:
    """The link on a line."""
    return link_of(matches) + "\n"


def render_qr(matches: Sequence[OutgoingMatch], *, many: bool, wide: bool) -> str:
    """The link as a drawing."""
    return draw_link(link_of(matches)) + "\n"


def draw_link(link: str) -> str:
    """The link as a QR code, an SVG drawing; HaggisError where it is too long or the drawing's library is missing."""
    return qr_svg(link, "QR code: add this match to BG Stats")


def _link_play(report: Report, people: People) -> dict[str, Any]:
    record, table = report.match.record, report.table
    final = record.final or FinalRecord(scores={})
    return {
        "sourceName": "haggis-cli",
        "sourcePlayId": play_id(record),
        "playDate": record.created.astimezone(UTC).strftime(_CLOCK),  # the app shows it by the clock of the phone
        "board": final.board or table.variant.name,
        **({"durationMin": final.minutes} if final.minutes else {}),
        **({"location": final.place} if final.place else {}),
        "game": {
            "name": plays.GAME,
            "sourceGameId": "haggis",
            "bggId": plays.GAME_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": each.name,
                "sourcePlayerId": player_id(each).hex[:12],  # short: every character makes the QR code finer
                "startPlayer": each.leads,
                "rank": each.rank,
                **({"team": each.team} if each.team else {}),
                "score": each.score,
                "winner": each.won,
            }
            for each in plays.logged_players(report, people)
        ],
    }
