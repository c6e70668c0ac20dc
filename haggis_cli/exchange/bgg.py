"""Plays as BoardGameGeek gives them (XML API 2, `plays`): written in that shape, and read from a saved page of it.

The site takes nothing in from files; the comment is what one can paste there, and it holds the whole match.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from haggis_cli.errors import RecordError
from haggis_cli.exchange import transcript
from haggis_cli.exchange.bgstats import moment, play_id, score_of
from haggis_cli.exchange.figures import typed_in
from haggis_cli.exchange.plays import GAME, Play, told
from haggis_cli.exchange.told import Told
from haggis_cli.exchange.untrusted import MAX_MATCHES, decoded
from haggis_cli.report import Report
from haggis_cli.visible import visible

MAX_DEPTH = 12


def write(reports: Sequence[Report]) -> str:
    """The matches as one page of plays."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f'<plays total="{len(reports)}" page="1">']
    for report in reports:
        lines += _play(report)
    return "\n".join([*lines, "</plays>"]) + "\n"


def _play(report: Report) -> list[str]:
    record, table = report.match.record, report.table
    attributes = {
        "id": str(play_id(record)),
        "date": moment(record)[:10],
        "quantity": "1",
        "length": "0",
        "incomplete": str(int(not report.over)),
        "nowinstats": str(int(not record.rated)),
        "location": "",
    }
    players = []
    for seat, name in enumerate(table.names):
        score = score_of(report, seat)
        one = {
            "username": "",
            "userid": "0",
            "name": name,
            "startposition": str(seat + 1),
            "color": table.side_names[table.side(seat)] if table.variant.teams else "",
            "score": "" if score is None else str(score),
            "new": "0",
            "rating": "0",
            "win": str(int(report.winner == table.side(seat))),
        }
        players.append(f"   <player{_attributes(one)}/>")
    return [
        f" <play{_attributes(attributes)}>",
        f'  <item name="{GAME}" objecttype="thing"><subtypes><subtype value="boardgame"/></subtypes></item>',
        f"  <comments>{escape(transcript.write(typed_in(report)))}</comments>",
        "  <players>",
        *players,
        "  </players>",
        " </play>",
    ]


def _attributes(values: dict[str, str]) -> str:
    return "".join(f" {key}={quoteattr(value)}" for key, value in values.items())


def read(data: bytes, source: str) -> list[Told | RecordError]:
    """Every play of a game that is called Haggis."""
    found = _parsed(decoded(data, source), source)
    plays = [play for play in found if GAME.casefold() in play.game.casefold()]
    if not plays:
        raise RecordError(f"{visible(source)}: it holds no play of {GAME}")
    if len(plays) > MAX_MATCHES:
        raise RecordError(f"{visible(source)}: it holds {len(plays)} plays, more than {MAX_MATCHES}")
    return [_told(play, source) for play in plays]


@dataclass
class _Found:
    """A play as the page says it."""

    about: dict[str, str]
    game: str = ""
    comment: str = ""
    players: list[dict[str, str]] = field(default_factory=list)


def _told(play: _Found, source: str) -> Told | RecordError:
    date = play.about.get("date", "")
    where = f"{source}, play of {date or 'an unknown day'}"
    try:
        when = datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return RecordError(f"{visible(where)}: its date cannot be read")
    names = [player.get("name") or player.get("username") or "" for player in play.players]
    return told(
        Play(
            where=where,
            identity=f"bgg {play.about.get('id', '')} {date} {names}",
            when=when,
            players=names,
            scores=[player.get("score", "") for player in play.players],
            winners=[name for name, player in zip(names, play.players, strict=True) if player.get("win") == "1"],
            comment=play.comment.strip(),
        )
    )


class _Refused(ValueError):
    """What a page of plays never holds."""


def _parsed(text: str, source: str) -> list[_Found]:
    """The plays of a page. No document type is let in, so that there is no entity to grow or to fetch anything."""
    plays: list[_Found] = []
    open_tags: list[str] = []

    def begin(tag: str, attributes: dict[str, str]) -> None:
        open_tags.append(tag)
        if len(open_tags) > MAX_DEPTH:
            raise _Refused("its elements are nested too deeply")
        if tag == "play":
            plays.append(_Found(attributes))
        elif tag == "item" and plays:
            plays[-1].game = attributes.get("name", "")
        elif tag == "player" and plays:
            plays[-1].players.append(attributes)

    def end(_tag: str) -> None:
        open_tags.pop()

    def characters(part: str) -> None:
        if plays and open_tags[-1:] == ["comments"]:
            plays[-1].comment += part

    def refuse(*_: Any) -> None:
        raise _Refused("it declares a document type, which no page of plays has")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = characters, refuse
    parser.buffer_text = True
    try:
        # As a text it is UTF-8, whatever its first line says: another encoding could hide what is to be refused.
        parser.Parse(text, True)
    except (expat.ExpatError, _Refused) as error:
        why = str(error) if isinstance(error, _Refused) else f"this is no XML: {expat.errors.messages[error.code]}"
        raise RecordError(f"{visible(source)}: line {parser.CurrentLineNumber}: {visible(why)}") from None
    return plays
