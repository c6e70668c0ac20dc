"""Which match is played on this computer: one that is there already, or a new one with computer players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from haggis_cli.book.dealing import make_seed
from haggis_cli.book.match import OpenMatch, ReportCheck, name_match, read_match
from haggis_cli.book.match_settings import draws_lots
from haggis_cli.book.new_match import NewMatchRequest, make_record, start_match
from haggis_cli.book.playing.computer_players import parse_bots
from haggis_cli.matches.store.bookmarks import COMPUTER, TABLE
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


def find_match_to_play(
    match: str | None, request: PlayRequest, store: Store, check_report: ReportCheck | None = None
) -> Path | None:
    """The file of the match that goes on; None where a new one is to be started.

    UsageError where a match is named, and the request says what only a new one can have.

    check_report: what the caller does with a report; a match that fails there does not go on.
    """
    if match is not None:
        if request.starts_new_match:
            raise UsageError(
                "a match that is there already has its players and rules: leave out MATCH to start a new one"
            )
        return store.find(match)
    return None if request.starts_new_match else _find_last_playable(store, check_report)


def resuming_word(opened: OpenMatch) -> str:
    """What names the match behind `haggis play` to go on with it, a blank before it; empty if nothing has to."""
    if _find_last_playable(opened.store, opened.check_report) == opened.path:
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


def _find_last_playable(store: Store, check_report: ReportCheck | None) -> Path | None:
    """Of the match last played on this computer and the one at the table, the later that is not over and can go on."""
    marked = [found for kind in (COMPUTER, TABLE) if (found := store.bookmark(kind))]
    paths = [store.path_of(each.match) for each in sorted(marked, key=lambda each: -each.changed)]
    if not paths and (current := store.find_current()):
        paths = [current]
    return next((path for path in paths if _is_playable(store, path, check_report)), None)


def _is_playable(store: Store, path: Path, check_report: ReportCheck | None) -> bool:
    try:
        report = read_match(store, path, check_report).report
    except HaggisError:
        return False
    rounds = report.match.record.rounds
    playable = not rounds or bool(report.match.record.bots) or rounds[-1].deal is not None
    return playable and not report.over


def _check_player_count(variant: Variant, number: int) -> None:
    if number not in variant.setups:
        needed = join_words([str(each) for each in variant.players], "or")
        raise UsageError(
            f"{variant.name} is for {needed} players, not {number}: --player NAME seats a person, --bot LEVEL a "
            "computer player"
        )
