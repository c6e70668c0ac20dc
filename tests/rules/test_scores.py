"""Totals and who leads, deals and wins; and sides that change from round to round."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.devkit.conformance import check_variant
from haggis_cli.matches import model
from haggis_cli.matches.model import MatchRecord, RoundRecord, write_deal
from haggis_cli.matches.notation import render_event
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.players.policies import random_event
from haggis_cli.players.tournament import random_deal
from haggis_cli.referee.adjudication import adjudicate, table_record
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.rules import api
from haggis_cli.rules.bets import SideBets
from haggis_cli.rules.description import describe_variant
from haggis_cli.rules.events import Exchange, Give, Play
from haggis_cli.rules.round import begin_due
from haggis_cli.rules.scoring import (
    Goal,
    Standing,
    add_win,
    find_sides_fault,
    first_out_takes_from_opponents,
    highest_alone,
    largest_deficit,
    lead_player_alone,
    lowest_alone,
    lowest_total_leads_else_same,
    other_team,
    winner,
)
from haggis_cli.rules.variant import Score, Table, Variant, after_round, first_standing, seat_players
from tests.support.haggis import ROOT
from tests.support.rows import read_rows
from tests.support.tables import table


@pytest.mark.parametrize(("game", "totals", "out", "led", "follows"), read_rows(__file__, "next_leaders.txt"))
def test_who_leads_and_deals_the_next_round(game: str, totals: str, out: str, led: str, follows: str) -> None:
    variant, _, players = game.partition(": ")
    at = table(variant, players.split(", "))
    leader, _, of_first_trick = led.partition(", then ")
    seat, first_lead = at.names.index(leader), at.names.index(of_first_trick or leader)
    left = tuple(map(int, totals.split()))
    before = Standing(at, left, seat, seat, at.left(seat, -1) if at.variant.has_dealer else None)
    nothing = tuple(Score(0, 0, 0, 0, 0, 0) for _ in at.seats)
    ended = after_round(at, before, tuple(map(at.names.index, out.split(", "))), first_lead, nothing)
    assert ended.totals == left
    deals = "" if ended.dealer is None else f", {at.names[ended.dealer]} deals"
    assert f"{at.names[ended.leader]}{deals}" == follows


@pytest.mark.parametrize(
    ("totals", "won"), [((249, 100), None), ((250, 100), 0), ((100, 300), 1), ((260, 300), 1), ((300, 300), None)]
)
def test_the_goal_in_points(totals: tuple[int, ...], won: int | None) -> None:
    assert winner(Goal(points=250), totals, 99) == won


@pytest.mark.parametrize(
    ("totals", "rounds", "won"),
    [((500, 10), 5, None), ((50, 10), 6, 0), ((50, 50), 6, None), ((50, 51), 7, 1), ((-5, -6), 6, 0)],
)
def test_the_goal_in_rounds(totals: tuple[int, ...], rounds: int, won: int | None) -> None:
    assert winner(Goal(rounds=6), totals, rounds) == won


def test_a_tie_for_the_highest_total_is_played_on_until_somebody_is_ahead() -> None:
    assert winner(Goal(points=250), (260, 260, 10), 8) is None
    assert winner(Goal(points=250), (300, 290, 10), 9) == 0
    assert winner(Goal(points=250), (10, 260, 20), 9) == 1


def test_points_or_rounds_never_both() -> None:
    """250 points agreed on, six rounds do not end the match; six rounds agreed on, 250 points do not."""
    assert winner(Goal(points=250), (200, 100), 6) is None
    assert winner(Goal(rounds=6), (400, 100), 5) is None
    assert winner(Goal(rounds=1), (20, 10), 1) == 0


def test_the_goal_in_rounds_won() -> None:
    assert winner(Goal(round_wins=2), (90, 10), 3, (1, 2)) == 1
    assert winner(Goal(round_wins=2), (90, 10), 2, (1, 1)) is None
    assert winner(Goal(round_wins=1), (0, 0), 0) is None
    assert [add_win((1, 0), gained) for gained in ((12, 40), (20, 20))] == [(1, 1), (1, 0)]
    goals = Goal(points=1), Goal(points=250), Goal(rounds=6), Goal(round_wins=1)
    assert list(map(str, goals)) == ["1 point", "250 points", "6 rounds", "1 round won"]


def test_how_far_behind_a_side_was_at_most_and_when() -> None:
    totals = [(10, 20), (15, 40), (60, 45)]
    assert [largest_deficit(totals, side) for side in (0, 1)] == [(25, 1), (15, 2)]
    assert [largest_deficit(each, 0) for each in ([(5, 5)], [])] == [(0, 0), (0, 0)]


def test_the_totals_add_up_by_side() -> None:
    at = table("neeps")
    lines = tuple(Score(hand=seat, hand_points=5 * seat, captured=1, bonus=0, bet=0, bet_points=0) for seat in at.seats)
    ended = after_round(at, Standing(at, (100, 10), 0, 0, None), (0, 1, 2), 0, lines)
    assert ended.totals == (100 + 0 + 10 + 2, 10 + 5 + 15 + 2)


def test_between_two_rounds_the_standing_says_who_leads_deals_and_went_out() -> None:
    at = table("classic", 3)
    lines = tuple(Score(0, 0, points, 0, 0, 0) for points in (10, 50, 40))
    ended = after_round(at, Standing(at, (0, 0, 0), 1, 1, 0), (2, 0), 1, lines)
    assert ended == Standing(at, (10, 50, 40), leader=0, first_lead=0, dealer=1, out=(2, 0))


def test_a_rule_of_a_house_who_deals_may_look_at_who_dealt_before() -> None:
    at = table("classic", 3)
    house = at._replace(variant=replace(at.variant, next_dealer=left_of_the_dealer))
    nothing = tuple(Score(0, 0, 0, 0, 0, 0) for _ in at.seats)
    assert after_round(house, Standing(house, (0, 0, 0), 0, 0, 1), (2, 0), 0, nothing).dealer == 2


def left_of_the_dealer(standing: Standing) -> int | None:
    """The player to the left of the last dealer deals."""
    return None if standing.dealer is None else standing.table.left(standing.dealer)


# Sides that change: who plays alone, when the round is over, and that everybody scores alone.

NAMES = ("Ada", "Ben", "Cal", "Dot")
CHANGES: dict[str, Any] = {
    "teams": (),
    "options": (),
    "rulings": (),
    "round_sides": lead_player_alone,
    "betting": SideBets(),
    "bomb_taker": other_team,
    "hand_taker": first_out_takes_from_opponents,
    "next_leader": lowest_total_leads_else_same,
}
TRIO = replace(THREE_PLAYER, id="trio", **CHANGES)
QUARTET = replace(NEEPS, id="quartet", gives=0, **CHANGES)
NO_SIDES = [((0,), (1,)), ((0,), (1, 2, 2)), ((0, 1, 2),), ((0,), (1, 3)), [[0], [1, 2]], ((), (0, 1, 2)), None, 3]
RULES = [lead_player_alone, lowest_alone, highest_alone]


def standing(totals: tuple[int, ...], leader: int) -> Standing:
    return Standing(made_table(TRIO), totals, leader, leader, None)


def made_table(variant: Variant) -> Table:
    return seat_players(variant, NAMES[: variant.players[0]])


def lead_and_opposite(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The lead player and the player opposite play against the two others."""
    one, two, three, four = standing.table.clockwise_from(standing.leader)
    return (one, three), (two, four)


class TestWhoPlaysAlone:
    def test_the_lead_player_of_the_round_to_come(self) -> None:
        assert lead_player_alone(standing((10, 20, 30), 1)) == ((1,), (0, 2))

    def test_the_lowest_and_on_a_tie_the_first_clockwise_from_the_lead_player(self) -> None:
        assert lowest_alone(standing((10, 20, 30), 1)) == ((0,), (1, 2))
        assert lowest_alone(standing((10, 20, 10), 1)) == ((2,), (0, 1))
        assert lowest_alone(standing((0, 0, 0), 2)) == ((2,), (0, 1))

    def test_the_highest_and_on_a_tie_the_first_clockwise_from_the_lead_player(self) -> None:
        assert highest_alone(standing((10, 20, 30), 0)) == ((2,), (0, 1))
        assert highest_alone(standing((30, 20, 30), 1)) == ((2,), (0, 1))

    @pytest.mark.parametrize("sides", NO_SIDES)
    def test_sides_seat_everybody_once_or_are_none(self, sides: object) -> None:
        assert find_sides_fault(sides, 3) is not None

    def test_good_sides_have_no_fault(self) -> None:
        assert find_sides_fault(((2,), (0, 1)), 3) is None
        assert find_sides_fault(((2,), (0,), (1,)), 3) is None


class TestTheRound:
    def test_it_begins_with_the_sides_of_the_standing_and_the_match_keeps_its_own(self) -> None:
        at = made_table(TRIO)
        start = begin_due(at, first_standing(at, 1))
        assert (start.table.partners(0), start.table.opponents(0), start.table.opponents(1)) == ((2,), (1,), (2, 0))
        assert start.table.side_names == ("Ben", "Ada & Cal")
        assert at.sides == ((0,), (1,), (2,))

    def test_a_match_whose_sides_stay_keeps_one_table(self) -> None:
        at = seat_players(THREE_PLAYER, NAMES[:3])
        assert begin_due(at, first_standing(at, 1)).table is at

    def test_it_is_over_when_the_lone_player_is_out_or_all_of_the_others(self) -> None:
        at = made_table(QUARTET).with_sides(((1,), (0, 2, 3)))
        assert [at.ended_by(out) for out in ((1,), (0, 1), (0, 2, 3))] == [True, True, True]
        assert [at.ended_by(out) for out in ((0,), (0, 2))] == [False, False]

    def test_of_three_sides_a_player_alone_who_is_out_ends_nothing(self) -> None:
        at = made_table(QUARTET).with_sides(((0,), (1,), (2, 3)))
        assert [at.ended_by(out) for out in ((0,), (0, 1), (2, 3))] == [False, False, True]

    def test_a_bet_that_fails_goes_to_every_opponent_and_to_no_partner(self) -> None:
        at, bets = made_table(QUARTET).with_sides(((1,), (0, 2, 3))), SideBets()
        assert bets.settle(at, (15, None, None, None), (2, 0, 3)) == (0, 15, 0, 0)
        assert bets.settle(at, (None, 30, 5, None), (2, 0, 3)) == (30, 0, 35, 30)
        assert bets.settle(at, (None, 30, 5, None), (1,)) == (0, 35, 0, 0)


def played_match(variant: Variant, seed: str, rounds: int, *, known: bool = True) -> MatchRecord:
    """A match of random rounds, as a record."""
    at, chance = made_table(variant), Random(seed)
    record = MatchRecord(
        id="friday",
        variant=variant.id,
        revision=variant.kept_revision,
        created=datetime(2026, 1, 1, tzinfo=UTC),
        players=list(at.names),
        goal=model.GoalRecord(rounds=rounds + 1),
        lead="Ben",
    )
    for _ in range(rounds):
        before = judged(record, variant).standing
        assert before
        deal = random_deal(at, chance)
        state, texts = begin_due(at, before, deal), []
        while not state.over:
            event = random_event(state, chance)
            state = state.after(event)
            if known or not isinstance(event, Exchange | Give):
                texts.append(render_event(event, at))
        played = RoundRecord(events=texts, deal=write_deal(deal, at) if known else None)
        record = record.model_copy(update={"rounds": [*record.rounds, played]})
    return record


def judged(record: MatchRecord, variant: Variant) -> Report:
    return adjudicate(MatchFile(render_match(record).encode(), "friday.toml"), variant)


def by_fixed_teams(record: MatchRecord, variant: Variant, each: RoundReport) -> RoundReport:
    """The same round as the first of a match in which its sides are teams for good."""
    fixed = replace(variant, round_sides=None, teams=each.sides)
    assert each.leader is not None
    alone = record.model_copy(update={"rounds": [each.record], "lead": record.players[each.leader]})
    (found,) = judged(alone, fixed).rounds
    return found


WITH_RULES = [(variant, rule) for variant in (TRIO, QUARTET) for rule in RULES] + [(QUARTET, lead_and_opposite)]


@pytest.mark.parametrize(("variant", "rule"), WITH_RULES, ids=lambda each: getattr(each, "__name__", str(each)))
@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_each_round_is_adjudicated_as_with_teams_for_good(variant: Variant, rule: Any, known: bool) -> None:
    variant = replace(variant, round_sides=rule)
    for seed in range(4):
        record = played_match(variant, f"{rule.__name__} {seed}", 3, known=known)
        report = judged(record, variant)
        assert report.ok
        for each in report.rounds:
            fixed = by_fixed_teams(record, variant, each)
            assert (each.out, each.outcome, each.scores) == (fixed.out, fixed.outcome, fixed.scores)
            assert each.last
            assert fixed.last
            assert each.last._replace(table=fixed.last.table, totals=fixed.last.totals) == fixed.last
            assert each.outcome
            typed = RoundRecord(table=table_record(each.outcome, report.table))
            as_typed = record.model_copy(update={"rounds": [*record.rounds[: each.number - 1], typed]})
            assert judged(as_typed, variant).rounds[-1].scores == each.scores


def naive_course(each: RoundReport, players: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], bool]]:
    """Who is out, with which counts, and whether the round is over, after each play; from sizes and sides alone."""
    assert each.start
    held, out, counts = list(each.start.sizes), list[int](), list[int]()
    for event in each.events:
        if not isinstance(event, Play):
            continue
        held[event.seat] -= event.cards.bit_count()
        if not held[event.seat]:
            (own,) = [side for side in each.sides if event.seat in side]
            out.append(event.seat)
            counts.append(max(held[seat] for seat in range(players) if seat not in own))
        left = [side for side in each.sides if any(held[seat] for seat in side)]
        yield tuple(out), tuple(counts), len(left) < len(each.sides) or sum(map(bool, held)) == 1


@pytest.mark.parametrize("variant", [TRIO, replace(QUARTET, slam_repeats=False)], ids=["three", "four"])
def test_counts_and_the_end_are_those_of_a_naive_referee_and_everybody_scores_alone(variant: Variant) -> None:
    ends = set[int]()
    for seed in range(8):
        report = judged(played_match(variant, f"naive {seed}", 3), variant)
        totals = [0] * len(report.table.names)
        for each in report.rounds:
            *before, last = naive_course(each, len(totals))
            assert each.outcome
            assert each.scores
            assert last == (each.out, tuple(each.outcome.counts[seat] for seat in each.out), True)
            assert not any(over for _, _, over in before)
            lone = next(side[0] for side in each.sides if len(side) == 1)
            assert lone == each.leader
            ends.add(each.out.count(lone))
            stakes = each.outcome.stakes
            for seat, score in enumerate(each.scores):
                others = [other for other in range(len(totals)) if (other == lone) != (seat == lone)]
                bets = sum(stakes[other] or 0 for other in others if other != each.out[0])
                assert score.bet_points == bets + (stakes[seat] or 0) * (each.out[0] == seat)
                totals[seat] += score.total
            assert each.totals == tuple(totals)
    assert ends == {0, 1}  # both ends of a round have been met


def test_the_leader_of_the_next_round_is_alone_in_it() -> None:
    report = judged(played_match(QUARTET, "next", 2), QUARTET)
    assert report.standing
    assert (report.standing.leader,) in report.standing.sides
    assert report.round_table().partners(report.standing.leader) == ()
    assert report.round_table(1).sides == report.rounds[0].sides


def test_the_description_says_who_plays_with_whom_and_that_everybody_scores_alone() -> None:
    sections = dict(describe_variant(TRIO))
    assert (
        "Sides of each round: the lead player plays the round alone against all others together." in sections["Set-up"]
    )
    assert any("Everybody scores alone" in line for line in sections["Set-up"])
    assert any("or a whole side is out" in line for line in sections["Next round and end"])


def documented_rules() -> Sequence[str]:
    page = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    return [code for code in re.findall(r"(?s)```python\n(.*?)```", page) if "-> tuple[tuple[int, ...], ...]" in code]


def test_the_function_of_the_page_on_variants_can_be_played() -> None:
    (source,) = documented_rules()
    names: dict[str, Any] = {"Standing": api.Standing}
    exec(compile(source, "docs/variants.md", "exec", dont_inherit=True), names)
    variant = replace(QUARTET, round_sides=names["lead_and_opposite"])
    assert [str(fault) for fault in check_variant(variant, rounds=8)] == []
    assert first_standing(made_table(variant), 1).sides == ((1, 3), (2, 0))
