"""Matches of every kind for the tests: the examples, and whatever a match file can hold at all."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from hypothesis import strategies as st

from haggis_cli.matches.model import DealRecord, FinalRecord, Goal, MatchRecord, RoundRecord, TableRecord
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support.escaping import forbidden_character
from tests.support.paths import ROOT

EXAMPLES = sorted((ROOT / "examples" / "matches").glob("*.toml"))
DISPUTES = sorted((ROOT / "examples" / "disputes").glob("*.toml"))


def example(path: Path) -> MatchFile:
    """A match file of the examples."""
    return MatchFile(path.read_bytes(), path.name)


# Whatever TOML can hold: quotes, line ends, escapes, colons, what looks like another value or another line.
TEXTS = st.one_of(
    st.sampled_from(
        ["", " ", "true", "false", "12", '"', '"x"', "a: b", " x ", "- x", "1. Noah: pass", "note: x", "Round 2", "#"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)
NAMES = st.one_of(
    st.sampled_from(["Noah", "note", "hand", "haggis", "bid", "Round 1", "1. x", '"a"', "Zoë 🦊", "a, b", "<b>", "=1"]),
    st.text("abcXYZ .,-'\"é李🦊\u200d\u00a0", min_size=1, max_size=8)
    .map(str.strip)
    .filter(lambda name: bool(name) and not forbidden_character(name)),
)
NUMBERS = st.integers(0, 10_000)
MOMENTS = st.datetimes(
    datetime(1970, 1, 1),
    datetime(2100, 1, 1),
    timezones=st.sampled_from([None, UTC, timezone(timedelta(hours=5, minutes=30))]),
)
FIGURES = st.dictionaries(st.one_of(NAMES, TEXTS), NUMBERS, max_size=4)
TABLES = st.builds(
    TableRecord,
    out=st.lists(NAMES, min_size=1, max_size=4),
    hands=FIGURES,
    captured=FIGURES,
    bets=FIGURES,
    shepherd=st.none() | NAMES,
    bid=st.none() | NUMBERS,
)
DEALS = st.builds(DealRecord, haggis=TEXTS, hands=st.dictionaries(st.one_of(NAMES, TEXTS), TEXTS, max_size=3))
ROUNDS = st.one_of(
    st.builds(RoundRecord, events=st.lists(TEXTS, max_size=4), deal=st.none() | DEALS, notes=TEXTS),
    st.builds(RoundRecord, table=TABLES, notes=TEXTS),
)


def finals(players: list[str]) -> st.SearchStrategy[FinalRecord]:
    """Whatever can be known of how a match of these players ended."""
    return st.builds(
        FinalRecord,
        scores=st.dictionaries(st.sampled_from(players), st.integers(-1_000_000, 1_000_000)),
        won=st.lists(st.sampled_from(players), max_size=2),
        place=st.none() | TEXTS.filter(bool),
        minutes=st.none() | st.integers(1, 100_000),
        board=st.none() | TEXTS.filter(bool),
        bgstats=st.none() | TEXTS.filter(bool),
        bgg=st.none() | st.integers(1, 2**63 - 1),
    )


@st.composite
def matches(draw: st.DrawFn) -> MatchRecord:
    """Any match that a match file can say, legal or not."""
    players = draw(st.lists(NAMES, min_size=2, max_size=4, unique_by=str.casefold))
    final = draw(st.none() | finals(players))
    return MatchRecord(
        id=draw(TEXTS.filter(bool)),
        variant=draw(TEXTS.filter(bool)),
        created=draw(MOMENTS),
        players=players,
        teams=draw(st.lists(NAMES, max_size=2, unique_by=str.casefold)),
        goal=draw(st.builds(Goal, points=st.integers(1, 99)) | st.builds(Goal, rounds=st.integers(1, 99))),
        lead=draw(st.none() | NAMES),
        dealer=draw(st.none() | NAMES),
        suits=draw(st.none() | TEXTS.filter(bool)),  # an empty one is not written
        notes=draw(TEXTS),
        closed=draw(st.booleans()),
        rated=draw(st.booleans()),
        bots=draw(st.dictionaries(st.sampled_from(players), TEXTS.filter(bool), max_size=2)),
        options=draw(st.dictionaries(TEXTS, st.booleans() | TEXTS, max_size=3)),
        final=final,
        rounds=draw(st.lists(ROUNDS, max_size=0 if final else 3)),
    )
