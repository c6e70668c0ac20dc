"""What the log of another program knows of a match: when, who, the final scores, and what people have noted beside it.

Nothing in it tells the rounds, unless the comment holds the match in the strict text form, as this program writes it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import partial
from typing import Any, NamedTuple

from haggis_cli.exchange.formats import transcript
from haggis_cli.exchange.parsed_match import ParsedMatch, find_variant_id, to_typed_in_match
from haggis_cli.history.selection import People, seat_name
from haggis_cli.matches.heading import LONGEST_NAME, day_of, find_name_fault, find_repeated_name, noon_of, slug
from haggis_cli.matches.model import FinalRecord, MatchRecord
from haggis_cli.referee.report import Report
from haggis_cli.rules.variant import has_teams, name_sides
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import content_hash, cut_text, escape_text, fold_name

GAME = "Haggis"
GAME_ID = 37628
"""The number by which BoardGameGeek and BG Stats know the game."""
GAME_YEAR = 2010

ONLY_SCORES = "only the final scores are known: there are no rounds"
_SUM = re.compile(r"[+-]?\d{1,7}(?:[+-]\d{1,7}){0,50}")
_WHOLE = re.compile(r"([+-]?\d{1,7})[.,]0+")
_MOST_POINTS = 1_000_000


@dataclass(frozen=True)
class Play:
    """One play of a log.

    where: its place in words.
    identity: what tells it from every other one in the world.
    when: the moment, or in a log of days the day, on which it was played.
    players, scores: the names and the final scores as the log has them, in the order of the seats.
    first: the seat that led the first round; None where the log does not say.
    teams: the team of each player; empty where nobody has a partner.
    sheet: the lines of its score sheet, as sentences.
    unfinished: whether it was left before its end.
    known: what `FinalRecord` keeps of it beside the scores, by key.
    left_out: the kinds of things that it tells beside all that.
    """

    where: str
    identity: str
    when: datetime | date
    players: Sequence[str]
    scores: Sequence[str]
    winners: Sequence[int]
    first: int | None = None
    teams: Sequence[str] = ()
    comment: str = ""
    sheet: Sequence[str] = ()
    rated: bool = True
    unfinished: bool = False
    known: Mapping[str, Any] = field(default_factory=dict)
    left_out: Sequence[str] = ()

    @property
    def moment(self) -> datetime:
        """When it was played; noon for a day."""
        return self.when if isinstance(self.when, datetime) else noon_of(self.when)


def to_parsed_match(play: Play) -> ParsedMatch | RecordError:
    """The match in the comment if there is one; else a match of which the final scores alone are known."""
    if not transcript.is_strict(play.comment):
        return _final_match(play, ONLY_SCORES)
    match = transcript.read_text(play.comment, play.where)[0]
    if isinstance(match, RecordError):
        return _final_match(play, f"the match in its comment cannot be read: {match}", ONLY_SCORES)
    assert match.file
    additions = tuple(_find_additions(play, match.file.record))
    return replace(match, left_out=additions, find_changes=partial(_find_changes, play))


def _find_additions(play: Play, record: MatchRecord) -> Iterator[str]:
    """What a play tells that the match in its comment does not: somebody has added it, or changed it, in the log."""
    known = record.final or FinalRecord(scores={})
    for key, words in (("place", "the place"), ("minutes", "how long it took")):
        if play.known.get(key) and play.known[key] != getattr(known, key):
            yield words
    if transcript.has_more(play.comment):
        yield "the rest of the comment"
    # Earlier versions wrote the day in UTC.
    if day_of(play.moment) not in (day_of(record.created), record.created.astimezone(UTC).date().isoformat()):
        yield "the day, which differs in the log"
    if len(play.players) != len(record.players):
        yield "the players, who differ in the log"
    yield from play.left_out


def _find_changes(play: Play, report: Report) -> Iterator[str]:
    """What a play tells otherwise than the match in its comment: somebody has edited it in the log."""
    table, final = report.table, report.match.record.final
    if len(play.players) != len(table.names):
        return
    for seat, score in enumerate(map(_parse_score, play.scores)):
        known = score_of(report, seat)
        if score is not None and score != known:
            here = "not known" if known is None else known
            yield f"the score of {table.names[seat]}, which is {score} in the file and {here} here"
    if list(play.winners) != [seat for seat in table.seats if has_won(report, seat)]:
        yield "who won, which differs in the log"
    if _find_sides(play.teams) != [list(side) for side in table.sides if len(side) > 1]:
        yield "who played with whom, which differs in the log"
    if play.rated != is_counted(report):
        yield "whether it counts, which differs in the log"
    if (board := play.known.get("board")) and board not in (table.variant.name, final and final.board):
        yield "the board, which differs in the log"


def _final_match(play: Play, *remarks: str) -> ParsedMatch:
    names = list(_valid_names(play.players))
    renamed = [
        f"{escape_text(told)} is called {name} here"
        for told, name in zip(play.players, names, strict=True)
        if told != name
    ]
    scores = _scores_by_name(play, names)
    sides = _find_sides(play.teams)
    board = play.known.get("board")
    variant = find_variant_id(board) if board else None
    known = {key: value for key, value in play.known.items() if value and not (key == "board" and variant)}
    final = {"scores": scores, "won": [names[seat] for seat in play.winners]} | known
    notes = [*_find_odd_scores(play, scores, names), *play.sheet, *([play.comment] if play.comment else [])]
    fields: dict[str, Any] = {
        "id": _make_id(play),
        "created": play.when,
        "players": [names[seat] for seat in _seat_partners(sides, len(names))],
        "notes": "\n".join(notes),
        "rated": play.rated and not play.unfinished,
        "final": final,
    }
    if variant:
        fields["variant"] = variant
    if play.first is not None:
        fields["lead"] = names[play.first]
    if _are_alike(sides):
        fields["teams"] = _name_teams(sides, play.teams, names)
    left_out = [*play.left_out]
    if sides and not _are_alike(sides):
        left_out.append("who played with whom")
    if play.unfinished:
        left_out.append("that it was not finished: it does not count in statistics")
    return ParsedMatch(play.where, None, fields, remarks=(*remarks, *renamed), left_out=tuple(left_out))


def _find_sides(teams: Sequence[str]) -> list[list[int]]:
    """The seats of each team, in the order in which the teams are first named; empty where nobody has a partner."""
    sides = [[seat for seat, each in enumerate(teams) if each == team] for team in dict.fromkeys(teams) if team]
    return sides if len(sides) > 1 and any(len(side) > 1 for side in sides) else []


def _are_alike(sides: Sequence[Sequence[int]]) -> bool:
    """Whether everybody has as many partners: only then can they sit in turn."""
    return len({len(side) for side in sides}) == 1


def _seat_partners(sides: Sequence[Sequence[int]], players: int) -> list[int]:
    """The seats as teams take them, a player of each team in turn; as they are where there are none."""
    seats = [seat for turn in zip(*sides, strict=False) for seat in turn] if _are_alike(sides) else []
    return seats if len(seats) == players else list(range(players))


def _name_teams(sides: Sequence[Sequence[int]], teams: Sequence[str], names: Sequence[str]) -> list[str]:
    """What the teams are called: where the log has numbers alone, by their players."""
    called = [teams[side[0]] for side in sides]
    if any(find_name_fault(each) or each.isdigit() for each in called) or find_repeated_name([*called, *names]):
        return list(name_sides(sides, names))
    return called


def _scores_by_name(play: Play, names: Sequence[str]) -> dict[str, int]:
    """The scores that are whole numbers; partners who have different ones have none."""
    scores = list(map(_parse_score, play.scores))
    for side in _find_sides(play.teams):
        if len({scores[seat] for seat in side} - {None}) > 1:
            for seat in side:
                scores[seat] = None
    return {name: score for name, score in zip(names, scores, strict=True) if score is not None}


def _find_odd_scores(play: Play, scores: Mapping[str, int], names: Sequence[str]) -> Iterator[str]:
    """A line with the scores as they stand in the log, where some of them cannot be kept."""
    if any(text and name not in scores for name, text in zip(names, play.scores, strict=True)):
        told = ", ".join(f"{name} {score or '?'}" for name, score in zip(play.players, play.scores, strict=True))
        yield f"Final scores: {told}."


def _parse_score(text: str) -> int | None:
    """The points that a log tells: a whole number, or several of them added up (`16+3+16`); None for anything else."""
    plain = text.replace(" ", "").replace("\u2212", "-")
    if found := _WHOLE.fullmatch(plain):
        plain = found[1]
    if not plain.isascii() or not _SUM.fullmatch(plain):
        return None
    points = sum(map(int, re.findall(r"[+-]?\d+", plain)))
    return points if abs(points) <= _MOST_POINTS else None


def parse_whole(value: object) -> int:
    """A whole number of a log, which may be written as text; 0 where there is none that makes sense."""
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else 0


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
    return "-".join(filter(None, [day_of(play.moment), names, mark]))


# What logs are told of a match.


class LoggedPlayer(NamedTuple):
    """Somebody who sits in a match, as logs keep people: by one name through all their plays; and how it went.

    key: what tells the person from others.
    bot: the level of a computer player; empty for a person of flesh and blood.
    score: the game total; empty where it is not known.
    won: whether the player has won the match, alone, with partners, or together with others.
    leads: whether the player led the match's first trick; nobody does while that is open.
    rank: the place of the player's side by what decides the match, from 1; 0 if it is not known.
    team: the name of the team; empty where nobody has a partner.
    """

    key: str
    name: str
    bot: str
    score: str
    won: bool
    leads: bool
    rank: int
    team: str


def logged_players(report: Report, people: People) -> list[LoggedPlayer]:
    """Who sits at the table, aliases taken for whom they mean; a computer player is another one at every level."""
    record, table, found = report.match.record, report.table, []
    leader = report.rounds[0].first_leader(table) if report.rounds else None
    for seat, name in enumerate(table.names):
        bot, side, score = record.bots.get(name, ""), table.side(seat), score_of(report, seat)
        seated = seat_name(name, bot)
        key = fold_name(seated)
        found.append(
            LoggedPlayer(
                key=people.person(key),
                name=people.display_name(key, seated),
                bot=bot,
                score="" if score is None else str(score),
                won=has_won(report, seat),
                leads=seat == leader if report.rounds else name == record.lead,
                rank=1 + sum(each > report.decisive[side] for each in report.decisive) if report.decisive else 0,
                team=table.side_names[side] if has_teams(table) else "",
            )
        )
    return found


def has_won(report: Report, seat: int) -> bool:
    """Whether the player has won the match, alone, with partners, or together with others."""
    final = report.match.record.final
    if final and final.won:
        return report.table.names[seat] in final.won
    return report.winner == report.table.side(seat)


def score_of(report: Report, seat: int) -> int | None:
    """The player's or team's game total; None where it is not known, as after a violation."""
    if final := report.match.record.final:
        return final.scores.get(report.table.names[seat])
    return report.totals[report.table.side(seat)] if report.totals else None


def is_counted(report: Report) -> bool:
    """Whether logs are to count the match: it is over, with more than its end, and no friendly one."""
    record = report.match.record
    return record.rated and report.over and bool(report.complete_rounds or record.final)


def describe_match(report: Report) -> str:
    """The match as the comment on its play: in the strict text form, with the figures of its rounds."""
    return transcript.render(to_typed_in_match(report))
