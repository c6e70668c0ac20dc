"""Plays as BoardGameGeek gives them (XML API 2, `plays`): written in that shape, and read from a saved page of it.

The site takes nothing in from files; the comment is what one can paste there, and it holds the whole match.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from haggis_cli.exchange.formats import plays
from haggis_cli.exchange.formats.bgstats import play_number
from haggis_cli.exchange.parsed_match import MAX_MATCHES, OutgoingMatch, ParsedMatch, decode_text
from haggis_cli.history.selection import People
from haggis_cli.matches.heading import day_of
from haggis_cli.matches.model import FinalRecord
from haggis_cli.referee.report import Report
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text

MAX_BYTES = 16 << 20
MAX_DEPTH = 12
MAX_ELEMENTS = 500_000
MAX_PLAYERS = 100


def render(matches: Sequence[OutgoingMatch], *, many: bool, wide: bool) -> str:
    """The matches as one page of plays, of a user without a name."""
    about = {"username": "", "userid": "0", "total": str(len(matches)), "page": "1"}
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<plays{_render_attributes(about)}>"]
    for each in matches:
        lines += _render_play(each.judged, each.people)
    return "\n".join([*lines, "</plays>"]) + "\n"


def _render_play(report: Report, people: People) -> list[str]:
    record = report.match.record
    final = record.final or FinalRecord(scores={})
    attributes = {
        "id": str(play_number(record)),
        "date": day_of(record.created),
        "quantity": "1",
        "length": str(final.minutes or 0),
        "incomplete": str(int(not report.over)),
        "nowinstats": str(int(not plays.is_counted(report))),
        "location": final.place or "",
    }
    players = []
    for seat, player in enumerate(plays.logged_players(report, people)):
        one = {
            "username": "",
            "userid": "0",
            "name": escape_text(player.name),
            "startposition": str(seat + 1),
            "color": player.team,
            "score": player.score,
            "new": "0",
            "rating": "0",
            "win": str(int(player.won)),
        }
        players.append(f"   <player{_render_attributes(one)}/>")
    return [
        f" <play{_render_attributes(attributes)}>",
        f'  <item name="{plays.GAME}" objecttype="thing" objectid="{plays.GAME_ID}">',
        '   <subtypes><subtype value="boardgame"/></subtypes>',
        "  </item>",
        f"  <comments>{escape(plays.describe_match(report))}</comments>",
        "  <players>",
        *players,
        "  </players>",
        " </play>",
    ]


def _render_attributes(values: dict[str, str]) -> str:
    return "".join(f" {key}={quoteattr(value)}" for key, value in values.items())


def read(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """Every play of a game that is called Haggis, those of a day in the order of their numbers."""
    found = _parse_plays(decode_text(data, source, MAX_BYTES), source)
    if not found:
        raise RecordError(f"{source}: it holds no play of {plays.GAME}")
    # The site tells the newest first, and no time.
    found.sort(key=lambda play: (play.attributes.get("date", ""), plays.parse_whole(play.attributes.get("id", ""))))
    return [_read_play(play, source) for play in found]


@dataclass
class _ParsedPlay:
    """A play as it stands on the page: the attributes of the elements, and the parts of the comment."""

    attributes: dict[str, str]
    is_haggis: bool = False
    comment: list[str] = field(default_factory=list)
    players: list[dict[str, str]] = field(default_factory=list)


def _read_play(play: _ParsedPlay, source: str) -> ParsedMatch | RecordError:
    told = play.attributes.get("date", "")
    where = f"{source}, play of {told or 'an unknown day'}"
    try:
        when = date.fromisoformat(told)
    except ValueError:
        return RecordError(f"{where}: its date cannot be read")
    players = sorted(play.players, key=lambda player: plays.parse_whole(player.get("startposition", "")))
    names = [player.get("name") or player.get("username") or "" for player in players]
    return plays.to_parsed_match(
        plays.Play(
            where=where,
            identity=f"bgg {play.attributes.get('id', '')} {told} {names}",
            when=when,
            players=names,
            scores=[player.get("score", "") for player in players],
            winners=[seat for seat, player in enumerate(players) if player.get("win") == "1"],
            first=None,
            teams=_find_teams(players),
            comment="".join(play.comment).strip(),
            rated=not _is_set(play, "nowinstats"),
            unfinished=_is_set(play, "incomplete"),
            known={
                "place": play.attributes.get("location", "").strip(),
                "minutes": plays.parse_whole(play.attributes.get("length", "")),
                "bgg": plays.parse_whole(play.attributes.get("id", "")),
            },
            left_out=tuple(_find_left_out(play, players)),
        )
    )


def _find_teams(players: Sequence[dict[str, str]]) -> list[str]:
    """The team of each player, which stands where a colour can: colours are teams where some have the same."""
    colors = [player.get("color", "").strip() for player in players]
    return colors if all(colors) and 1 < len(set(colors)) < len(colors) else []


def _find_left_out(play: _ParsedPlay, players: Sequence[dict[str, str]]) -> Iterator[str]:
    """What the site knows of a play and a match here does not."""
    if plays.parse_whole(play.attributes.get("quantity", "")) > 1:
        yield "the quantity: it is one match here"
    if any(plays.parse_whole(player.get("rating", "").partition(".")[0]) for player in players):
        yield "the players' ratings"
    if any(player.get("color") for player in players) and not _find_teams(players):
        yield "the players' colours"
    if any(player.get("username") and player.get("name") for player in players):
        yield "the players' user names"
    if any(player.get("new") == "1" for player in players):
        yield "who was new to the game"


def _is_set(play: _ParsedPlay, attribute: str) -> bool:
    return play.attributes.get(attribute) == "1"


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
                raise _InvalidPage(f"it holds more than {MAX_MATCHES} plays of {plays.GAME}")
            self.plays.append(_ParsedPlay(attributes))
        elif self.plays:
            self._add(tag, attributes, self.plays[-1])

    def _add(self, tag: str, attributes: dict[str, str], play: _ParsedPlay) -> None:
        if tag == "item":
            found = plays.GAME.casefold() in attributes.get("name", "").casefold()
            play.is_haggis = found or attributes.get("objectid") == str(plays.GAME_ID)
        elif tag == "player":
            if len(play.players) >= MAX_PLAYERS:
                raise _InvalidPage(f"a play has more than {MAX_PLAYERS} players")
            play.players.append(attributes)

    def end_element(self, tag: str) -> None:
        self._open_tags.pop()
        if tag == "play" and not self.plays[-1].is_haggis:
            self.plays.pop()  # of another game

    def character_data(self, part: str) -> None:
        if self.plays and self._open_tags[-1:] == ["comments"]:
            self.plays[-1].comment.append(part)

    def refuse_doctype(self, *_: Any) -> None:
        raise _InvalidPage("it declares a document type, which an export of plays never does")


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
        why = str(error) if isinstance(error, _InvalidPage) else f"this is not XML: {expat.errors.messages[error.code]}"
        raise RecordError(f"{source}: line {parser.CurrentLineNumber}: {why}") from None
    return page.plays
