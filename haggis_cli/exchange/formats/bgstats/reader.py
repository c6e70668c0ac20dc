"""Reading BG Stats files: the plays of Haggis in an export or a shared play; plays of other games are left alone."""

import json
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from typing import Any

from haggis_cli.exchange.formats.bgstats.writer import parse_play_date
from haggis_cli.exchange.formats.plays import GAME, Play, to_parsed_match
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.exchange.untrusted import MAX_MATCHES, decode_json
from haggis_cli.matches.moments import GREENWICH
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text


def read(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """Every play of a game that is called Haggis."""
    file = decode_json(data, source)
    if not isinstance(file, dict) or not isinstance(file.get("plays"), list):
        raise RecordError(f"{escape_text(source)}: this is no BG Stats file: it has no list 'plays'")
    games = {
        _key(game.get("id")) for game in _objects(file, "games") if GAME.casefold() in str(game.get("name")).casefold()
    }
    people = {_key(person.get("id")): str(person.get("name", "")) for person in _objects(file, "players")}
    plays = [play for play in _objects(file, "plays") if _key(play.get("gameRefId")) in games]
    if not plays:
        raise RecordError(f"{escape_text(source)}: it holds no play of {GAME}")
    if len(plays) > MAX_MATCHES:
        raise RecordError(f"{escape_text(source)}: it holds {len(plays)} plays, more than {MAX_MATCHES}")
    return [_read_play(play, people, source) for play in plays]


def _read_play(play: dict[str, Any], people: dict[Any, str], source: str) -> ParsedMatch | RecordError:
    date = str(play.get("playDate") or play.get("entryDate") or "")
    where = f"{source}, play of {date[:16] or 'an unknown day'}"
    try:
        when = _with_day(parse_play_date(date), str(play.get("playDateYmd")))
    except ValueError:
        return RecordError(f"{escape_text(where)}: its date cannot be read")
    scores = sorted(_objects(play, "playerScores"), key=_seat)
    names = [people.get(_key(score.get("playerRefId")), "") for score in scores]
    return to_parsed_match(
        Play(
            where=where,
            identity=str(play.get("uuid") or f"{date} {names}"),
            when=when,
            players=names,
            scores=[str(score.get("score") or "") for score in scores],
            winners=[name for name, score in zip(names, scores, strict=True) if _is_true(score.get("winner"))],
            first=next((seat for seat, score in enumerate(scores) if _is_true(score.get("startPlayer"))), None),
            comment=str(play.get("comments") or ""),
            more=_scoresheet_lines(play, scores, names),
        )
    )


def _with_day(when: datetime, day: str) -> datetime:
    """The moment, which is told in UTC, on a clock that shows the day that is told beside it, such as `20261124`."""
    for hours in sorted(range(-12, 15), key=abs):
        there = when.astimezone(timezone(timedelta(hours=hours)) if hours else GREENWICH)
        if f"{there:%Y%m%d}" == day:
            return there
    return when


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
                lines.append(f"{row.get('label') or f'Round {number}'}: {', '.join(cells)}")
    return lines


def _key(value: object) -> str:
    """What rows are known by inside a file: a number, which may be written as text."""
    return str(value)


def _is_true(value: object) -> bool:
    """A truth as the app writes it, a number, or as other programs do: true or false, as a word, too."""
    return str(value).casefold() in ("1", "true")


def _objects(owner: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = owner.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _parse_inner_json(text: object) -> dict[str, Any]:
    """The object in a text of JSON; empty for anything else."""
    with suppress(ValueError, RecursionError):
        found = json.loads(text) if isinstance(text, str) else None
        return found if isinstance(found, dict) else {}
    return {}


def _seat(score: dict[str, Any]) -> int:
    seat = score.get("seatOrder")
    return seat if isinstance(seat, int) else 0
