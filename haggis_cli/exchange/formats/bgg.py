"""Plays as BoardGameGeek gives them (XML API 2, `plays`): written in that shape, and read from a saved page of it.

The site takes nothing in from files; the comment is what one can paste there, and it holds the whole match.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from haggis_cli.exchange.figures import to_typed_in_match
from haggis_cli.exchange.formats.bgstats.writer import play_id, score_of
from haggis_cli.exchange.formats.plays import GAME, Play, to_parsed_match
from haggis_cli.exchange.formats.text import transcript
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.exchange.untrusted import MAX_MATCHES, decode_text
from haggis_cli.matches.moments import GREENWICH, day_of
from haggis_cli.referee.report import Report
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text

MAX_BYTES = 16 << 20
MAX_DEPTH = 12
MAX_ELEMENTS = 500_000
MAX_PLAYERS = 100


def render(reports: Sequence[Report]) -> str:
    """The matches as one page of plays."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f'<plays total="{len(reports)}" page="1">']
    for report in reports:
        lines += _render_play(report)
    return "\n".join([*lines, "</plays>"]) + "\n"


def _render_play(report: Report) -> list[str]:
    record, table = report.match.record, report.table
    attributes = {
        "id": str(play_id(record)),
        "date": day_of(record.created),
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
        players.append(f"   <player{_render_attributes(one)}/>")
    return [
        f" <play{_render_attributes(attributes)}>",
        f'  <item name="{GAME}" objecttype="thing"><subtypes><subtype value="boardgame"/></subtypes></item>',
        f"  <comments>{escape(transcript.render(to_typed_in_match(report)))}</comments>",
        "  <players>",
        *players,
        "  </players>",
        " </play>",
    ]


def _render_attributes(values: dict[str, str]) -> str:
    return "".join(f" {key}={quoteattr(value)}" for key, value in values.items())


def read(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """Every play of a game that is called Haggis."""
    plays = _parse_plays(decode_text(data, source, MAX_BYTES), source)
    if not plays:
        raise RecordError(f"{escape_text(source)}: it holds no play of {GAME}")
    return [_read_play(play, source) for play in plays]


@dataclass
class _ParsedPlay:
    """A play as it stands on the page.

    attributes: the attributes of its element.
    game: the name of the game.
    comment: the parts of the comment.
    players: the attributes of each player's element.
    """

    attributes: dict[str, str]
    game: str = ""
    comment: list[str] = field(default_factory=list)
    players: list[dict[str, str]] = field(default_factory=list)


def _read_play(play: _ParsedPlay, source: str) -> ParsedMatch | RecordError:
    date = play.attributes.get("date", "")
    where = f"{source}, play of {date or 'an unknown day'}"
    try:
        when = datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=GREENWICH)
    except ValueError:
        return RecordError(f"{escape_text(where)}: its date cannot be read")
    names = [player.get("name") or player.get("username") or "" for player in play.players]
    return to_parsed_match(
        Play(
            where=where,
            identity=f"bgg {play.attributes.get('id', '')} {date} {names}",
            when=when,
            players=names,
            scores=[player.get("score", "") for player in play.players],
            winners=[name for name, player in zip(names, play.players, strict=True) if player.get("win") == "1"],
            comment="".join(play.comment).strip(),
        )
    )


class _InvalidPage(ValueError):
    """What a page of plays never holds."""


class _PageParser:
    """A page of plays while it is read: the plays of Haggis, and how deep and how far one is in it."""

    def __init__(self) -> None:
        self.plays: list[_ParsedPlay] = []
        self._open_tags: list[str] = []
        self._elements = 0

    def start_element(self, tag: str, attributes: dict[str, str]) -> None:
        self._open_tags.append(tag)
        self._elements += 1
        if len(self._open_tags) > MAX_DEPTH:
            raise _InvalidPage("its elements are nested too deeply")
        if self._elements > MAX_ELEMENTS:
            raise _InvalidPage(f"it has more than {MAX_ELEMENTS} elements")
        if tag == "play":
            if len(self.plays) >= MAX_MATCHES:
                raise _InvalidPage(f"it holds more than {MAX_MATCHES} plays of {GAME}")
            self.plays.append(_ParsedPlay(attributes))
        elif self.plays:
            self._add(tag, attributes, self.plays[-1])

    def _add(self, tag: str, attributes: dict[str, str], play: _ParsedPlay) -> None:
        if tag == "item":
            play.game = attributes.get("name", "")
        elif tag == "player":
            if len(play.players) >= MAX_PLAYERS:
                raise _InvalidPage(f"a play has more than {MAX_PLAYERS} players")
            play.players.append(attributes)

    def end_element(self, tag: str) -> None:
        self._open_tags.pop()
        if tag == "play" and GAME.casefold() not in self.plays[-1].game.casefold():
            self.plays.pop()  # of another game

    def character_data(self, part: str) -> None:
        if self.plays and self._open_tags[-1:] == ["comments"]:
            self.plays[-1].comment.append(part)

    def refuse_doctype(self, *_: Any) -> None:
        raise _InvalidPage("it declares a document type, which no page of plays has")


def _parse_plays(text: str, source: str) -> list[_ParsedPlay]:
    """The plays of Haggis on a page.

    No document type is let in, so that there is no entity to grow or to fetch anything.
    """
    page, parser = _PageParser(), expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = page.start_element, page.end_element
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = page.character_data, page.refuse_doctype
    parser.buffer_text = True
    try:
        # As a text it is UTF-8, whatever its first line says: another encoding could hide what is to be refused.
        parser.Parse(text, True)
    except (expat.ExpatError, _InvalidPage) as error:
        why = str(error) if isinstance(error, _InvalidPage) else f"this is no XML: {expat.errors.messages[error.code]}"
        raise RecordError(f"{escape_text(source)}: line {parser.CurrentLineNumber}: {escape_text(why)}") from None
    return page.plays
