"""A recorded match as values by name: the round in progress to play on, rounds with tricks and scores, reports."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from haggis_cli import (
    ComputerPlayer,
    IllegalEventError,
    Match,
    ScoreBook,
    State,
    UsageError,
    deal,
    load_variant,
    playout,
    variant_ids,
)
from tests.support.haggis import ROOT
from tests.support.plugins import VARIANTS, Site

NAMES = ["Ailsa", "Bruce", "Coira", "Duncan", "Eilidh", "Fergus"]
GAMES = [(variant, players) for variant in variant_ids() for players in load_variant(variant).players]
GAMES += [("team-six", 6), ("piper", 3)]


@pytest.fixture(autouse=True, scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Two teams of three, and sides that change from round to round."""
    site = Site(tmp_path_factory.mktemp("plugins"))
    site.put("team-six", VARIANTS["team-six"])
    piper = ROOT / "examples" / "lone-piper" / "haggis_piper.py"
    site.put("piper", f"{piper.read_text(encoding='utf-8')}\nV = PIPER\n")
    with site.seen():
        yield


def start(folder: Path, variant: str, players: int) -> Match:
    """A match whose first round is dealt."""
    match = ScoreBook(folder).new(variant, NAMES[:players], lead=NAMES[0], rounds=2)
    match.deal(seed=variant)
    return match


def in_progress(match: Match) -> State:
    """The recorded round in progress."""
    state = match.state
    assert state
    return state


def play_some(state: State, events: int, chance: Random) -> State:
    for _ in range(events):
        state = state if state.over else state.play(chance.choice(state.legal_events))
    return state


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_the_round_in_progress_is_a_state_of_its_names_and_hands(tmp_path: Path, variant: str, players: int) -> None:
    match = start(tmp_path, variant, players)
    dealt = in_progress(match)
    hands = {name: [card for card in cards if card not in "JQK"] for name, cards in dealt.hands.items()}
    table = deal(variant, NAMES[:players], hands=hands, haggis=dealt.haggis, seed=match.name)
    assert (dealt.number, dealt.phase, dealt.hands, dealt.totals) == (1, table.phase, table.hands, table.totals)
    table = play_some(table, 14, Random(variant))
    match.record(*map(str, table.events))
    state = in_progress(match)
    assert state == table
    assert [str(event) for event in state.legal_events] == [str(event) for event in table.legal_events]
    assert [event.reading for event in state.events] == [event.reading for event in table.events]
    assert (state.turn, state.trick, state.tricks, state.bets) == (table.turn, table.trick, table.tricks, table.bets)
    assert match.rounds[0].start == dealt
    table = playout(table, seed=1)
    match.record(*map(str, table.events[14:]))
    assert match.state is None
    first = match.rounds[0]
    assert first.state
    assert first.state.next_round().totals == first.totals == match.totals == table.totals
    assert (first.scores, first.score_lines, first.out) == (table.scores, table.score_lines, table.out)
    assert (first.events, first.tricks) == (table.events, table.tricks)
    captured = [card for trick in first.tricks for play in trick.plays for card in play.cards]
    assert sorted(captured) == sorted(card for cards in table.captured.values() for card in cards)
    match.record(f"{first.state.next_round().turn}: pass" if load_variant(variant).betting.by_auction else "4r")
    second = in_progress(match)
    assert (second.number, second.totals) == (2, table.totals)


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_where_nobody_knows_the_hands_a_state_says_what_the_table_knows(
    tmp_path: Path, variant: str, players: int
) -> None:
    table = deal(variant, NAMES[:players], seed=1)
    while len(table.tricks) < 2:
        table = play_some(table, 1, Random(len(table.events)))
    told = [str(event) for event in table.events if event.action not in ("exchange", "give")]  # that nobody sees
    match = ScoreBook(tmp_path).new(variant, NAMES[:players], lead=NAMES[0], rounds=2)
    match.record(*told)
    state = in_progress(match)
    assert not state.hands_known
    assert table.hands_known
    for what in ("turn", "bets", "trick", "tricks", "captured", "hand_sizes", "out", "phase"):
        assert getattr(state, what) == getattr(table, what)
    asked: list[Callable[[State], object]] = [
        lambda at: at.hands,
        lambda at: at.legal_events,
        ComputerPlayer(),
        playout,
    ]
    for ask in asked:
        with pytest.raises(UsageError, match="the cards dealt in round 1 were not recorded"):
            ask(state)
    assert f"{state.hand_sizes[NAMES[0]]} cards" in str(state)
    assert state.play(str(table.legal_events[0])).events[-1] == table.legal_events[0]
    with pytest.raises(IllegalEventError):
        state.play(f"{state.turn}: 4r 6g")


def test_a_typed_round_and_one_that_breaks_the_rules_are_told_by_name(tmp_path: Path) -> None:
    match = ScoreBook(tmp_path).new("rogers-neeps", NAMES[:4], name="friday", teams=["Thistles", "Roses"])
    match.score("Ailsa: out 9, cards 12", "Coira: out 4, cards 8", "Bruce: cards 30", notes="in the pub")
    typed = match.rounds[0]
    assert (typed.recorded, typed.complete, typed.notes, typed.out) == (False, True, "in the pub", ("Ailsa", "Coira"))
    assert (typed.state, typed.start, typed.events, typed.tricks) == (None, None, (), ())
    assert typed.scores
    assert list(typed.scores) == [*NAMES[:4], "Thistles", "Roses"]
    assert typed.totals == match.totals == {name: typed.scores[name] for name in ("Thistles", "Roses")}
    proposed = match.propose("Ailsa: out 9, cards 12", "Coira: out 40, cards 8", "Bruce: cards 30")
    assert (len(proposed.rounds), len(match.rounds), bool(proposed.violations)) == (2, 1, True)


def test_a_violation_hides_the_state_and_the_totals_after_it(tmp_path: Path) -> None:
    match = ScoreBook(tmp_path).new("two-player", NAMES[:2], name="friday")
    match.record("Ailsa: 4g", "Bruce: 5b", "Ailsa: 6g")
    report = match.amend(2, "Bruce: 3b")
    assert [(each.round, each.event, each.player, each.code) for each in report.violations] == [
        (1, 2, "Bruce", "not-higher")
    ]
    assert (match.state, report.totals, [str(event) for event in report.rounds[0].events]) == (
        None,
        None,
        ["Ailsa: 4g"],
    )
