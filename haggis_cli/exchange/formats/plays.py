"""What the log of another program knows of a match: day, players, final scores, and a comment.

Nothing in it tells the rounds, unless the comment holds the match in the strict text form, as this program writes it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from haggis_cli.exchange.formats.text import transcript_reader
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.matches.ids import slug
from haggis_cli.matches.moments import day_of
from haggis_cli.matches.names import LONGEST_NAME
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import cut_text, escape_text

GAME = "Haggis"


@dataclass(frozen=True)
class Play:
    """One play of a log.

    where: its place in words.
    identity: what tells it from every other one in the world.
    when: the moment it was played.
    players: the names.
    scores: the final scores as the log has them, in the order of the players.
    winners: the names of those who won.
    first: the seat that led the first round; None where the log does not say.
    comment: the comment.
    more: further sentences on it.
    """

    where: str
    identity: str
    when: datetime
    players: Sequence[str]
    scores: Sequence[str]
    winners: Sequence[str]
    first: int | None = None
    comment: str = ""
    more: Sequence[str] = ()


def to_parsed_match(play: Play) -> ParsedMatch | RecordError:
    """The match in the comment if there is one; else the final scores, kept in the notes of a match without rounds."""
    remarks = []
    if transcript_reader.is_strict(play.comment):
        match = transcript_reader.read(play.comment, play.where)[0]
        if isinstance(match, ParsedMatch):
            return match
        remarks = [f"the match in its comment cannot be read: {match}"]
    scores = ", ".join(f"{name} {score or '?'}" for name, score in zip(play.players, play.scores, strict=True))
    players = list(_valid_names(play.players))
    won = f"Won by {' and '.join(play.winners)}." if play.winners else ""
    notes = [f"Final scores: {scores}. {won}".strip(), *play.more, *([play.comment] if play.comment else [])]
    fields = {
        "id": _make_id(play),
        "created": play.when,
        "players": players,
        "notes": "\n".join(notes),
        "closed": True,
        "rated": False,
    }
    if play.first is not None:
        fields["lead"] = players[play.first]
    remarks.append("only the final scores are known: kept in the notes, without rounds, and not counted in statistics")
    return ParsedMatch(play.where, fields=fields, remarks=tuple(remarks))


def _valid_names(names: Sequence[str]) -> Iterator[str]:
    """The players by names that a match can have: without colons, not too long, and each only once."""
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        plain = cut_text(escape_text(name.replace(":", ".")), LONGEST_NAME - 4).strip() or f"Player {number}"
        free = plain if plain.casefold() not in seen else f"{plain} {number}"
        seen.add(free.casefold())
        yield free


def _make_id(play: Play) -> str:
    names = "-".join(filter(None, map(slug, play.players)))[:50].strip("-")
    mark = content_hash(play.identity.encode("utf-8", "replace"))[:8]
    return "-".join(filter(None, [day_of(play.when), names, mark]))
