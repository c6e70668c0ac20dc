"""A recorded round moment by moment."""

from itertools import pairwise
from operator import le
from pathlib import Path

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.taylor import TAYLOR

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report_json import report_json
from haggis_cli.sheets.replay import Replay
from haggis_cli.sheets.sheet import scoresheet
from tests.support.haggis import ROOT, header
from tests.support.matches import (
    EMPTY,
    EXAMPLES,
    HANDS_KNOWN,
    HANDS_UNKNOWN,
    IN_PROGRESS,
    RULEBOOK,
    THREE_PLAYERS,
    VIOLATION,
    judged,
    recorded,
)
from tests.support.sheets import FIRSTS


def replays(text: str) -> tuple[Replay, ...]:
    return scoresheet(judged(text), plays=True).replays


def test_rounds_typed_in_have_no_replay() -> None:
    assert replays(RULEBOOK) == ()  # nothing to step through
    assert scoresheet(judged(HANDS_KNOWN)).replays == ()  # nobody asked for it


def test_a_replay_begins_before_the_first_event_and_ends_with_the_round() -> None:
    (replay,) = replays(HANDS_KNOWN)
    first, last, result = replay.frames[0], replay.frames[-2], replay.frames[-1]
    assert replay.heading == "Round 1: Isla leads"
    assert (first.trick, first.action, first.held, first.captured, first.turn) == (0, None, (17, 17), (0, 0), 1)
    assert (last.trick, last.held, last.turn) == (9, (1, 0), None)
    assert last.captured == (21, 12)
    assert result.captured == (21, 12 + 1 + 8)  # with the card left in Noah's hand, and the haggis
    assert sum(result.captured) == 36 + 6
    assert (result.is_result, result.action, result.laid, result.points) == (True, None, (), (18, 18))


def test_every_moment_shows_who_holds_what() -> None:
    (replay,) = replays(HANDS_KNOWN)
    for moment in replay.frames:
        assert moment.hands is not None
        assert tuple(map(len, moment.hands)) == moment.held
    played = replay.frames[7]
    assert played.action is not None
    assert (played.action.seat, played.action.cards, played.action.words) == (0, ("4r", "J"), "a pair of 4s")
    assert played.courts == (("Q", "K"), ())


def test_where_hands_are_unknown_the_court_cards_are_known_all_the_same() -> None:
    (replay,) = replays(HANDS_UNKNOWN)
    assert {moment.hands for moment in replay.frames} == {None}
    assert replay.frames[0].courts == (("J", "Q", "K"), ("J", "Q", "K"))
    assert [left.cards for left in replay.leftovers] == [(), (), ()]


def test_hands_stay_secret_until_the_round_is_over() -> None:
    deal = HANDS_KNOWN[HANDS_KNOWN.index("[rounds.deal]") :]
    (replay,) = replays(EMPTY + recorded("Isla: 10r 10b", "Noah: pass", more=deal))
    assert {moment.hands for moment in replay.frames} == {None}


def test_what_comes_of_a_deed_is_told_with_it() -> None:
    (replay,) = replays(HANDS_KNOWN)
    last = replay.frames[-2].action
    assert last is not None
    assert last.then == ("Isla goes out first; opponent’s hand 1×5 = 5", "Isla captures 2 cards, 2 points")


def test_a_player_out_who_records_nothing_is_told_without_a_count() -> None:
    """Taylor, Scoring: only the first player out scores the cards of the fullest hand."""
    text = (ROOT / "examples" / "matches" / "taylor-unknown-hands.toml").read_text("utf-8")
    first = scoresheet(judged(text, TAYLOR), plays=True).replays[0]
    said = [each for frame in first.frames if frame.action for each in frame.action.then if "goes out" in each]
    assert said == ["Brenda goes out first; fullest hand 8×5 = 40", "Carol goes out second"]


def test_the_second_of_a_slam_repeats_the_count_of_the_first() -> None:
    """Neeps, Slam: the second player out scores the same for hands as the first."""
    text = (ROOT / "examples" / "matches" / "neeps-known-hands.toml").read_text("utf-8")
    first = scoresheet(judged(text, NEEPS), plays=True).replays[0]
    said = [each for frame in first.frames if frame.action for each in frame.action.then if "goes out" in each]
    assert said == ["Isla goes out first; fullest hand 3×5 = 15", "Rory goes out second, a slam: 3×5 = 15 again"]


def test_a_round_that_breaks_a_rule_is_told_up_to_there() -> None:
    replay, typed_in = replays(VIOLATION)
    assert [frame.points for frame in typed_in.frames] == [(30, 6)]
    assert typed_in.before is None
    assert len(replay.frames) == 22
    assert replay.problems[0].startswith("Round 1, event 22: Isla holds 1 card, not 4.")
    assert replay.problems[1] == "Event 23, not judged: Isla: pass"


def test_the_round_in_progress_waits_for_somebody() -> None:
    replay = replays(IN_PROGRESS)[1]
    assert replay.frames[-1].turn is not None
    assert replay.leftovers == ()


def test_a_trick_lies_there_until_the_next_begins() -> None:
    (replay,) = replays(HANDS_KNOWN)
    taken = [frame for frame in replay.frames if frame.trick == 3]
    assert [(len(frame.laid), frame.worth, frame.taker, frame.passed) for frame in taken] == [
        (1, 2, None, ()),
        (2, 4, None, ()),
        (3, 4, None, ()),
        (4, 10, None, ()),
        (4, 10, 0, (1,)),
    ]


def test_what_is_captured_grows_trick_by_trick() -> None:
    (replay,) = replays(HANDS_KNOWN)
    for before, after in pairwise(replay.frames):
        assert before.captured is not None
        assert after.captured is not None
        assert tuple(map(len, after.piles)) == after.captured
        assert all(map(le, before.captured, after.captured))


def test_a_round_typed_in_between_has_its_result() -> None:
    typed_in, recorded_one = replays(EMPTY + FIRSTS + recorded("Noah: 10r"))
    assert (typed_in.recorded, typed_in.before, len(typed_in.frames)) == (False, (0, 0), 1)
    frame = typed_in.frames[0]
    assert (frame.is_result, frame.captured, frame.points, frame.out) == (True, None, (12, 24), (0,))
    assert frame.bets == ("bet 15", "bet 5")
    assert recorded_one.before == (72, 24)


def test_bets_stand_and_the_shepherd_is_named_when_the_auction_is_over() -> None:
    bids = recorded("Noah: bid 15", "Jamie: bid 30", "Isla: pass", "Noah: pass")
    match = header(THREE_PLAYERS, "points = 250", lead="Isla", variant="tatties") + bids
    (replay,) = scoresheet(judged(match, TATTIES), plays=True).replays
    assert [frame.bets for frame in replay.frames] == [
        ("", "", ""),
        ("bid 15", "", ""),
        ("bid 15", "bid 30", ""),
        ("bid 15", "bid 30", ""),
        ("", "Shepherd 30", ""),
    ]
    assert replay.frames[3].passed == (2,)
    assert replay.due == ("bids or passes",) * 4


def test_who_captures_what_is_left_over_is_told_though_nobody_knows_the_cards() -> None:
    (replay,) = replays(HANDS_UNKNOWN)
    assert [(left.owner, left.text) for left in replay.leftovers] == [
        ("Noah", "1 card to Isla"),
        ("Haggis", "8 cards to Isla"),
        ("", "Isla captures what is left: 4 points"),
    ]


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_figure_is_what_check_says(path: Path) -> None:
    file = MatchFile(path.read_bytes(), path.name)
    report = adjudicate(file, load(file.record.variant))
    told, names = report_json(report), report.table.names
    before = [0] * len(report.table.sides)
    for replay, each in zip(scoresheet(report, plays=True).replays, told["rounds"], strict=False):
        result, scores = replay.frames[-1], each["scores"]
        assert result.is_result == each["complete"]
        if not scores:
            continue
        assert result.points == tuple(scores[name]["captured"] for name in names)
        assert [names[seat] for seat in result.out] == each["out"]
        assert list(replay.before or ()) == before
        bets = [scores[name]["bet"] for name in names]
        assert [int(words.split()[-1]) if words else 0 for words in result.bets] == bets
        for side, seats in enumerate(report.table.sides):
            before[side] += sum(scores[names[seat]]["total"] for seat in seats)
            if report.table.variant.teams:
                before[side] += sum(scores[names[seat]]["bet_points"] for seat in seats)
    if any(each["kind"] == "recorded" for each in told["rounds"]):
        assert before == list(told["totals"].values())
