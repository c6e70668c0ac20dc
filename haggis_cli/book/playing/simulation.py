"""Matches between computer players: what they are played for, and how they become match files."""

from collections.abc import Mapping, Sequence
from typing import Any

from haggis_cli.book.match_settings import check_one_goal, parse_player_name
from haggis_cli.book.new_match import save_new_match
from haggis_cli.book.playing.computer_players import parse_bots
from haggis_cli.matches.deal import write_deal
from haggis_cli.matches.ids import safe_id
from haggis_cli.matches.model import Goal, MatchRecord, RoundRecord
from haggis_cli.matches.moments import now_here
from haggis_cli.matches.notation import render_event
from haggis_cli.matches.store.folder import Store
from haggis_cli.players.levels import Effort
from haggis_cli.players.matches import PlayedRound
from haggis_cli.players.tournament import MatchResult, Tallies, Tally, TournamentSettings, wilson_interval
from haggis_cli.plugins.registry import default_id, load
from haggis_cli.referee.seating import check_suits, read_options
from haggis_cli.rules.scoring.goal import Goal as RulesGoal
from haggis_cli.rules.table import Table
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import StoreError, UsageError


def make_tournament_settings(
    variant_id: str | None,
    bots: Sequence[str],
    goal: RulesGoal,
    options: Mapping[str, str],
    suits: str | None,
    seed: str,
    effort: Effort,
) -> TournamentSettings:
    """What all matches have in common; UsageError for what cannot be played.

    variant_id: the variant; None for the default one.
    bots: the players, clockwise, each as `parse_bots` reads it.
    goal: when a match ends; one that says nothing is the variant's first one.
    options: the options by name, as they are typed.
    suits: the letters of the suits in play; None for the usual ones.
    """
    check_one_goal(*goal)
    variant = load(variant_id or default_id())
    players = {parse_player_name(name): level for name, level in parse_bots(bots, []).items()}
    if len(players) not in variant.setups:
        needed = join_words([str(number) for number in variant.players], "or")
        raise UsageError(f"{variant.name} is for {needed} players: give --bot {needed} times, not {len(bots)}")
    return TournamentSettings(
        variant.id,
        tuple(players.items()),
        goal if any(goal) else variant.goals[0],
        read_options(variant, options, len(players)),
        check_suits(variant, suits, len(players)),
        seed,
        effort,
    )


class SimulationSaver:
    """Saves simulated matches, each under the seed and its number; StoreError if there are such matches already."""

    def __init__(self, settings: TournamentSettings, store: Store) -> None:
        self._settings = settings
        self._store = store
        if store.path_of(self._id_of(0)).exists():
            raise StoreError(f"there is a match called {self._id_of(0)} already: choose another --seed")

    def save(self, result: MatchResult) -> None:
        """Save a match."""
        save_new_match(played_record(self._id_of(result.number), self._settings, result), self._store)

    def _id_of(self, number: int) -> str:
        return safe_id(f"simulated-{self._settings.seed}-{number + 1:04}")


def played_record(match_id: str, settings: TournamentSettings, result: MatchResult) -> MatchRecord:
    """A match that computer players have played, as a match file keeps it, with its deals and every event."""
    table = settings.table(result.number)
    return MatchRecord(
        id=match_id,
        variant=settings.variant,
        revision=table.variant.kept_revision,
        created=now_here(),
        players=list(table.names),
        goal=Goal(**settings.goal._asdict()),
        lead=table.names[0],
        suits=settings.letters,
        bots=dict(settings.seating(result.number)),
        options=dict(settings.options),
        rounds=[_round_record(each, table) for each in result.match.rounds],
    )


def _round_record(played: PlayedRound, table: Table) -> RoundRecord:
    return RoundRecord(
        events=[render_event(event, table) for event in played.events], deal=write_deal(played.deal, table)
    )


def tallies_json(settings: TournamentSettings, tallies: Tallies, seconds: float) -> dict[str, Any]:
    """The results of simulated matches as JSON, and how long they took."""
    return {
        "variant": settings.variant,
        "matches": tallies.matches,
        "players": {name: _player_json(tally) for name, tally in tallies.players.items()},
        "decisions": tallies.decisions,
        "seconds": round(seconds, 3),
        "goal": str(settings.goal),
        "seed": settings.seed,
    }


def _player_json(tally: Tally) -> dict[str, Any]:
    low, high = wilson_interval(tally.wins, tally.matches)
    return {
        "level": tally.level,
        "wins": tally.wins,
        "win_rate": round(tally.win_rate, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_points": round(tally.mean_points, 2),
        "mean_round_points": round(tally.mean_round_points, 2),
    }
