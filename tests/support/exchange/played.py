"""Matches of every installed variant as they are really played: random rounds, with any of its options and goals."""

from datetime import UTC, datetime

from hypothesis import strategies as st

from haggis_cli.matches.deal import write_deal
from haggis_cli.matches.model import Goal, MatchRecord, RoundRecord
from haggis_cli.matches.notation import render_event
from haggis_cli.matches.toml.guard import encode_utf8
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.players.levels import Effort
from haggis_cli.players.matches import PlayedRound, play_match
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.rules.scoring.goal import Goal as VariantGoal
from haggis_cli.rules.table import Table, seat_players
from tests.support.exchange.records import NAMES

GAMES = [(variant_id, players) for variant_id in installed_claims() for players in load(variant_id).players]
DAYS = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))


@st.composite
def played_matches(draw: st.DrawFn, game: tuple[str, int]) -> Report:
    """A match that keeps every rule; its last round may be in progress."""
    variant_id, seats = game
    variant = load(variant_id)
    names = draw(st.lists(NAMES, min_size=seats, max_size=seats, unique_by=str.casefold))
    teams = draw(st.just([]) | st.just(["High Rollas", "=Slam (team)"])) if variant.teams else []
    options = {
        option.name: draw(st.sampled_from(list(option.choices)))
        for option in variant.options
        if (not option.players or seats in option.players) and draw(st.booleans())
    }
    table = seat_players(variant, tuple(names), options=options, team_names=tuple(teams))
    rounds = draw(st.integers(1, 2))
    seed = str(draw(st.integers(0, 10_000)))
    played = play_match(table, VariantGoal(rounds=rounds), ["random"] * seats, seed, Effort())
    records = [_record(draw, each, table) for each in played.rounds]
    if draw(st.booleans()):
        records[-1] = records[-1].model_copy(update={"events": (records[-1].events or [])[:5]})
    record = MatchRecord(
        id="friday",
        variant=variant_id,
        created=draw(DAYS),
        players=names,
        teams=teams,
        goal=draw(st.sampled_from([Goal(rounds=99), Goal(points=9_999)])),
        lead=names[0] if not variant.has_dealer else None,
        dealer=names[-1] if variant.has_dealer else None,
        closed=draw(st.booleans()),
        rated=draw(st.booleans()),
        bots={names[-1]: "hard"} if draw(st.booleans()) else {},
        options=options,
        rounds=records,
    )
    return adjudicate(MatchFile(encode_utf8(render_match(record)), "friday.toml"), variant)


def _record(draw: st.DrawFn, played: PlayedRound, table: Table) -> RoundRecord:
    events = [render_event(event, table) for event in played.events]
    return RoundRecord(events=events, deal=write_deal(played.deal, table), notes=draw(st.just("") | st.just("what!")))
