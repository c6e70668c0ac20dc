"""Matches of every kind: small ones written by hand, the examples, random ones, and whatever a match file can hold."""

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from haggis_variants.two_player import TWO_PLAYER
from hypothesis import strategies as st

from haggis_cli.matches.model import GoalRecord, MatchRecord, RoundRecord, write_deal
from haggis_cli.matches.notation import render_event
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.players.levels import Effort
from haggis_cli.players.tournament import PlayedRound, play_match
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Outcome, Table, Variant, seat_players
from haggis_cli.support.escaping import forbidden_character
from tests.support.haggis import ROOT, Haggis, header


class Evening(NamedTuple):
    """A match as it was played: what is to be typed."""

    variant: str
    table: Table
    goal: list[str]
    """The goal, as words for `haggis new`."""
    rounds: list[Outcome]
    totals: dict[str, int]
    """The points of each side at the end."""

    def words(self, name: str) -> tuple[str, ...]:
        """The command that starts the match anew."""
        players = [word for each in self.table.names for word in ("-p", each)]
        return ("new", "--variant", self.variant, *players, *self.goal, "--name", name)


def play_evening(variant_id: str, seed: str, folder: Path, *goal: str) -> Evening:
    """One match by computer players that bet and bid as people might.

    goal: as words of `haggis play`; without any it is the variant's own.
    """
    haggis = Haggis(folder)
    variant = load(variant_id)
    names = ("Noah", "Isla", "Jamie", "Rory")[: max(variant.players)]
    bots = [word for name in names for word in ("--bot", f"{name}=easy")]
    words = ("play", "--simulate", "1", "--variant", variant_id, *bots, "--seed", seed, "--save", "--jobs", "1", *goal)
    ran = haggis.process(*words)
    assert ran.code == 0, ran
    (path,) = (haggis.home / "matches").glob("*.toml")
    match = MatchFile(path.read_bytes(), path.name)
    report = adjudicate(match, variant)
    outcomes = [each.outcome for each in report.rounds if each.outcome]
    assert len(outcomes) == len(report.rounds)
    totals = dict(zip(report.table.side_names, report.totals or (), strict=True))
    kept = match.record.goal
    words = ("--points", str(kept.points)) if kept.points else ("--rounds", str(kept.rounds))
    return Evening(variant_id, report.table, list(words), outcomes, totals)


def judged(text: str, variant: Variant = TWO_PLAYER, source: str = "friday.toml") -> Report:
    """The report of a match file's text."""
    return adjudicate(MatchFile(text.encode(), source), variant)


def typed(out: str, hands: str, captured: str, bets: str = "") -> str:
    """A typed-in round."""
    return f"\n[[rounds]]\n[rounds.table]\nout = [{out}]\nhands = {{ {hands} }}\ncaptured = {{ {captured} }}\n" + (
        f"{bets}\n" if bets.startswith("shepherd") else f"bets = {{ {bets} }}\n"
    )


def recorded(*events: str, more: str = "") -> str:
    """A round recorded play by play."""
    listed = "".join(f'  "{event}",\n' for event in events)
    return f"\n[[rounds]]\nevents = [\n{listed}]\n{more}"


def told(log: str) -> tuple[str, ...]:
    """The events of a round, told one after the other."""
    return tuple(log.split("; "))


EMPTY = header(goal="points = 250", lead="Isla")
# Rulebook 2.1, Scoresheet Example: Noah's sheet says 72 and 72, then 23 and 95.
RULEBOOK = (
    header(goal="rounds = 6", lead="Isla")
    + typed('"Noah"', "Noah = 8", "Noah = 12, Isla = 24", "Noah = 15, Isla = 5")
    + typed('"Isla"', "Isla = 4", "Noah = 23, Isla = 13", "Isla = 15")
)

# Rulebook 2.1, Haggis and Neeps Scoresheet Example, both teams' sheets; its captured cards make 72, not 84.
RULEBOOK_NEEPS = (
    header('"Isla", "Jamie", "Rory", "Noah"', "points = 550", more='teams = ["High Rollas", "Slam Jamma"]', lead="Isla")
    + typed(
        '"Isla", "Jamie", "Rory"',
        "Isla = 10, Jamie = 3, Rory = 4",
        "Isla = 11, Jamie = 28, Rory = 19, Noah = 14",
        "Isla = 15",
    )
    + typed('"Noah", "Jamie"', "Jamie = 12, Noah = 12", "Isla = 0, Jamie = 30, Rory = 0, Noah = 13", "Noah = 30")
)
# Three players, all with more than nine cards caught: the widest figures that three columns of players must hold.
THREE = (
    header('"Noah", "Jamie", "Isla"', "points = 250", lead="")
    + typed('"Noah", "Jamie"', "Noah = 15, Jamie = 12", "Noah = 20, Jamie = 10, Isla = 20", "Noah = 30, Jamie = 15")
    + typed('"Isla", "Noah"', "Isla = 17, Noah = 10", "Noah = 20, Jamie = 10, Isla = 20", "Noah = 30, Jamie = 15")
)

# A round of 26 events, in which Isla goes out when Noah holds one card; and the beginning of another.
ROUND = told(
    "Isla: 2r 2y 4y 5r 5y J Q K; Noah: pass; Isla: 10r 10b; Noah: bet big; Noah: pass; Isla: 3g 3b; Noah: 4r J; "
    "Isla: 6g 6b; Noah: 7g K; Isla: pass; Noah: 2b 4b 5b Q; Isla: pass; Noah: 8b 8y; Isla: pass; Noah: 4g; "
    "Isla: 7y; Noah: 9b; Isla: pass; Noah: 5g; Isla: 8g; Noah: 9r; Isla: pass; Noah: 10y; Isla: pass; Noah: 3r; "
    "Isla: 9y"
)
BEGUN = told(
    "Noah: 2r 2y 3y 4y 5r 6r 6y J Q K; Isla: 6b 7r 7b 8r 9r 9b 10r 10b J Q; Noah: pass; Isla: 4r K; Noah: pass; "
    "Isla: 5y; Noah: pass; Isla: 9y; Noah: pass; Isla: 2b; Noah: 8b; Isla: pass; Noah: 10g 10y; Isla: pass; "
    "Noah: 2g; Isla: 4g"
)

HANDS_UNKNOWN = EMPTY + recorded(*ROUND)
HANDS_KNOWN = EMPTY + recorded(
    *ROUND,
    more=(
        "[rounds.deal]\n"
        'haggis = "7r 3y 8r 9g 2g 10g 7b 6r"\n'
        "[rounds.deal.hands]\n"
        'Noah = "2b 3r 4r 4g 4b 5g 5b 6y 7g 8b 8y 9r 9b 10y"\n'
        'Isla = "2r 2y 3g 3b 4y 5r 5y 6g 6b 7y 8g 9y 10r 10b"\n'
    ),
)
IN_PROGRESS = EMPTY + recorded(*ROUND) + recorded(*BEGUN)
VIOLATION = (
    EMPTY + recorded(*ROUND[:21], "Isla: 3r 5g 7b 9r", *ROUND[21:]) + typed('"Noah"', "Noah = 3", "Noah = 30, Isla = 6")
)
LONG = "Bartholomew Featherstonehaugh-Cholmondeley"[:40]
WIDE = "\u5c0f\u660e\u3068\u592a\u90ce"
LONG_NAMES = (
    header(f'"{LONG}", "{WIDE}"', "points = 250", lead="")
    + typed(f'"{LONG}"', f'"{LONG}" = 12', f'"{LONG}" = 20, "{WIDE}" = 16', f'"{WIDE}" = 30')
    + typed(f'"{WIDE}"', f'"{WIDE}" = 7', f'"{LONG}" = 10, "{WIDE}" = 26')
)
# Notes as people write them: several lines, a long one, one from right to left, one that a spreadsheet would run.
LONG_NOTE = "We played by the fire at Rory's, and the dog ate the haggis. " * 8
NOTED = (
    EMPTY
    + "notes = \"At Rory's.\\n"
    + LONG_NOTE
    + '"\n'
    + typed('"Noah"', "Noah = 8", "Noah = 12, Isla = 24").replace(
        "[rounds.table]", 'notes = "=HYPERLINK(1)"\n[rounds.table]'
    )
    + recorded(*ROUND, more='notes = "\u05dc\u05d9\u05dc\u05d4 <b>\u05d8\u05d5\u05d1</b>"\n')
)
# What a hand-made file can hold: escape sequences, a line turned around, formulas, markup.
HOSTILE = header(
    '"=1+1", "<b>|*Is_la*"', "points = 250", more='notes = "bell \\u0007 and\\nclear \\u001b[2J"', lead=""
).replace("friday", "\\u001b[31mred \\u202eid") + recorded("=1+1: 2r \\u001b[2J3r", "<b>|*Is_la*: pass")
DRAWN = {
    "typed": RULEBOOK,
    "in-progress": IN_PROGRESS,
    "violation": VIOLATION,
    "empty": EMPTY,
    "long-names": LONG_NAMES,
    "hostile": HOSTILE,
}
"""What every view must be able to draw, by the names of the golden files."""


THREE_PLAYERS = '"Noah", "Jamie", "Isla"'

FOUR_PLAYERS = '"Isla", "Jamie", "Rory", "Noah"'

GIVEN = '[rounds.deal.hands]\nIsla = "2-10rg"\nJamie = "2-10rg"\nRory = "2-10by"\nNoah = "2-10by"\n'

DEALT = (
    '[rounds.deal]\nhaggis = "2r 3r 4r"\n[rounds.deal.hands]\n'
    'Noah = "5-10r 2-9g"\nJamie = "10g 2-10b 2-5y"\nIsla = "6-10y 2-10p"\n'
)


EXAMPLES = sorted((ROOT / "examples" / "matches").glob("*.toml"))
DISPUTES = sorted((ROOT / "examples" / "disputes").glob("*.toml"))


def example(path: Path) -> MatchFile:
    """A match file of the examples."""
    return MatchFile(path.read_bytes(), path.name)


NAMES = st.one_of(
    st.sampled_from(["Noah", "note", "hand", "haggis", "bid", "Round 1", "1. x", '"a"', "Zoë 🦊", "a, b", "<b>", "=1"]),
    st.text("abcXYZ .,-'\"é李🦊\u200d\u00a0", min_size=1, max_size=8)
    .map(str.strip)
    .filter(lambda name: bool(name) and not forbidden_character(name)),
)


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
    played = play_match(table, Goal(rounds=rounds), ["random"] * seats, seed, Effort())
    records = [_record(draw, each, table) for each in played.rounds]
    if draw(st.booleans()):
        records[-1] = records[-1].model_copy(update={"events": (records[-1].events or [])[:5]})
    record = MatchRecord(
        id="friday",
        variant=variant_id,
        created=draw(DAYS),
        players=names,
        teams=teams,
        goal=draw(st.sampled_from([GoalRecord(rounds=99), GoalRecord(points=9_999)])),
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
