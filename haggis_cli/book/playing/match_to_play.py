"""Which match is played on this computer: one that is there already, or a new one with computer players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from haggis_cli.book.dealing import make_seed
from haggis_cli.book.match import OpenMatch, ReportCheck, name_match, read_match
from haggis_cli.book.match_settings import draws_lots
from haggis_cli.book.new_match import NewMatchRequest, make_record, start_match
from haggis_cli.book.playing.computer_players import parse_bots
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.registry import enabled_claims, load
from haggis_cli.rules.variant import Variant
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.escaping import escape_text


@dataclass(frozen=True)
class PlayRequest:
    """What is known of the match that is to be played; without anything but a seed it is one that is there."""

    variant: str | None = None
    """The variant's id."""
    players: Sequence[str] = ()
    """The people, clockwise, and computer players that sit among them."""
    bots: Sequence[str] = ()
    """The computer players, each as `parse_bots` reads it; those that are no player yet sit after the people."""
    teams: Sequence[str] = ()
    """The names of the teams."""
    points: int | None = None
    """The goal in points; a goal is points, rounds or rounds won."""
    rounds: int | None = None
    """The goal in rounds."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the variant by name, as they are typed."""
    suits: str | None = None
    """The letters of the suits in play."""
    name: str | None = None
    """The id of the match."""
    seed: str | None = None
    """What decides who begins, where lots are drawn; None for chance."""
    lead: str | None = None
    """Who leads round 1; the beginning of a name will do. None, or `random`, draws lots."""
    round_wins: int | None = None
    """The goal in rounds won."""

    @property
    def starts_new_match(self) -> bool:
        """Whether it says anything that only a new match can have."""
        return any(value for key, value in vars(self).items() if key != "seed")


class MatchToPlay(NamedTuple):
    """A match that is there already and can go on.

    path: its file.
    at_table: what going on means for a match that people keep at a table, and have not named: `deal round 3 of friday
        here`; they are asked first. Empty where nobody has to be asked.
    """

    path: Path
    at_table: str = ""


def find_match_to_play(
    match: str | None, request: PlayRequest, store: Store, check_report: ReportCheck | None = None
) -> MatchToPlay | None:
    """The match that goes on; None where a new one is to be started.

    It is the one that is named, else the one last played on this computer, else the one at the table.

    UsageError where a match is named, and the request says what only a new one can have.

    check_report: what the caller does with a report; a match that fails there does not go on.
    """
    if match is not None:
        if request.starts_new_match:
            raise UsageError(
                "a match that is there already has its players and rules: leave out MATCH to start a new one"
            )
        return MatchToPlay(store.find(match))
    return None if request.starts_new_match else _find_last_playable(store, check_report)


def resuming_word(opened: OpenMatch) -> str:
    """What names the match behind `haggis play` to go on with it, a blank before it; empty if nothing has to."""
    if _find_last_playable(opened.store, opened.check_report) == MatchToPlay(opened.path):
        return ""
    return name_match(opened)


def start_match_to_play(request: PlayRequest, store: Store) -> Path:
    """Start the match that is requested and save it; its file. UsageError for a request that cannot be met."""
    if not request.variant:
        raise UsageError(f"name the variant with --variant, one of: {', '.join(map(escape_text, enabled_claims()))}")
    variant = load(request.variant)
    bots = parse_bots(request.bots, request.players)
    players = [*request.players, *(name for name in bots if name not in request.players)]
    _check_player_count(variant, len(players))
    lead, first = request.lead, None
    if lead is None or draws_lots(lead, players):
        lead, first = None, Random(f"{make_seed() if request.seed is None else request.seed}, first").choice(players)
    new_match = NewMatchRequest(
        variant=variant.id,
        players=players,
        teams=request.teams,
        points=request.points,
        rounds=request.rounds,
        options=request.options,
        suits=request.suits,
        lead=lead if variant.has_dealer else lead or first,
        dealer=first if variant.has_dealer else None,
        name=request.name,
        more={"bots": bots},
        round_wins=request.round_wins,
    )
    return start_match(make_record(new_match, store), store)


def _find_last_playable(store: Store, check_report: ReportCheck | None) -> MatchToPlay | None:
    """The match last played on this computer, else the one at the table; None if neither can go on here."""
    played = store.find_played()
    if played and _read_playable(store, store.path_of(played.match), check_report):
        return MatchToPlay(store.path_of(played.match))
    current = store.find_current()
    opened = _read_playable(store, current, check_report) if current else None
    if opened is None:
        return None
    return MatchToPlay(opened.path, "" if opened.file.record.bots else _describe_going_on(opened))


def _read_playable(store: Store, path: Path, check_report: ReportCheck | None) -> OpenMatch | None:
    """A match that is not over, and has no round in progress whose hands nobody knows here; None for another."""
    try:
        opened = read_match(store, path, check_report)
    except HaggisError:
        return None
    current = opened.report.current
    from_table = current is not None and current.record.deal is None and not opened.file.record.bots
    return None if opened.report.over or from_table else opened


def _describe_going_on(opened: OpenMatch) -> str:
    """What going on with a match on this computer does to it."""
    name, current = escape_text(opened.path.stem), opened.report.current
    if current:
        return f"go on with round {current.number} of {name} here"
    return f"deal round {len(opened.report.rounds) + 1} of {name} here"


def _check_player_count(variant: Variant, number: int) -> None:
    if number not in variant.setups:
        needed = join_words([str(each) for each in variant.players], "or")
        raise UsageError(
            f"{variant.name} is for {needed} players, not {number}: --player NAME seats a person, --bot LEVEL a "
            "computer player"
        )
