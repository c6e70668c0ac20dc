"""Reading BG Stats files: the plays of Haggis in an export or a shared play; plays of other games are left alone."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from haggis_cli.exchange.formats.bgstats.writer import parse_play_date
from haggis_cli.exchange.formats.plays import GAME, GAME_ID, Play, to_parsed_match
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.exchange.untrusted import MAX_MATCHES, decode_json
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text


def read(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """Every play of a game that is called Haggis, or is it by its number on BoardGameGeek."""
    file = decode_json(data, source)
    if not isinstance(file, dict) or not isinstance(file.get("plays"), list):
        raise RecordError(f"{escape_text(source)}: this is no BG Stats file: it has no list 'plays'")
    games = {_key(game.get("id")) for game in _objects(file, "games") if _is_haggis(game)}
    plays = [play for play in _objects(file, "plays") if _key(play.get("gameRefId")) in games]
    if not plays:
        raise RecordError(f"{escape_text(source)}: it holds no play of {GAME}")
    if len(plays) > MAX_MATCHES:
        raise RecordError(f"{escape_text(source)}: it holds {len(plays)} plays, more than {MAX_MATCHES}")
    people, places = _names(file, "players"), _names(file, "locations")
    return [_read_play(play, people, places, source) for play in plays]


def _is_haggis(game: dict[str, Any]) -> bool:
    names = f"{game.get('name')} {game.get('bggName')}"
    return GAME.casefold() in names.casefold() or _key(game.get("bggId")) == str(GAME_ID)


def _names(file: dict[str, Any], key: str) -> dict[str, str]:
    return {_key(each.get("id")): str(each.get("name") or "") for each in _objects(file, key)}


def _read_play(
    play: dict[str, Any], people: dict[str, str], places: dict[str, str], source: str
) -> ParsedMatch | RecordError:
    told = str(play.get("playDate") or play.get("playDateYmd") or play.get("entryDate") or "")
    where = f"{source}, play of {told[:16] or 'an unknown day'}"
    try:
        when = _parse_when(told)
    except ValueError:
        return RecordError(f"{escape_text(where)}: its date cannot be read")
    scores = sorted(_objects(play, "playerScores"), key=_seat)
    names = [people.get(_key(score.get("playerRefId")), "") for score in scores]
    sheet = _scoresheet_lines(play, scores, names)
    return to_parsed_match(
        Play(
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
                "place": places.get(_key(play.get("locationRefId"))),
                "minutes": _whole(play.get("durationMin")),
                "board": str(play.get("board") or "").strip(),
                "bgstats": str(play.get("uuid") or ""),
                "bgg": _whole(play.get("bggId")),
            },
            left_out=tuple(_find_left_out(play, scores)),
        )
    )


def _find_left_out(play: dict[str, Any], scores: list[dict[str, Any]]) -> Iterator[str]:
    """What the app knows of a play and a match here does not."""
    if _whole(play.get("rating")):
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
    if any(_whole(score.get("rank")) and not _text(score.get("score")) for score in scores):
        yield "the places of players without a score"
    if _is_true(_parse_inner_json(play.get("metaData")).get("isOnlinePlay")):
        yield "that it was played online"


def _parse_when(text: str) -> datetime | date:
    """The moment of a play, or the day where no more is told: `20250301`, `2025-03-01`; ValueError for others."""
    with suppress(ValueError):
        return date.fromisoformat(text.strip())
    return parse_play_date(text)


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


def _key(value: object) -> str:
    """What rows are known by inside a file: a number, which may be written as text."""
    return str(value)


def _text(value: object) -> str:
    """A value as text, whether it is one, a number, or left out."""
    return "" if value is None else str(value)


def _whole(value: object) -> int:
    """A number of the app, which other programs write as text; 0 where there is none that makes sense."""
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else 0


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
