"""A match whose sides change: they follow from the standing, also when an earlier round is put right, or is wrong."""

from dataclasses import replace

import pytest
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.referee.adjudication import adjudicate, extend_report
from haggis_cli.referee.changes import find_changes
from haggis_cli.referee.report import Report
from haggis_cli.referee.report_json import report_json
from haggis_cli.referee.sentences import describe_sides, due, next_roles
from haggis_cli.rules.bets import SideBets
from haggis_cli.rules.events import Pass, Play
from haggis_cli.rules.round import begin_due
from haggis_cli.rules.scoring import (
    Standing,
    highest_alone,
    lead_player_alone,
    lowest_total_leads_else_same,
    other_team,
)
from haggis_cli.rules.variant import Variant
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.sheets.story import round_story
from haggis_cli.support.errors import VariantError
from tests.support.haggis import header

LONE = replace(
    THREE_PLAYER,
    id="lone",
    options=(),
    round_sides=lead_player_alone,
    betting=SideBets(),
    bomb_taker=other_team,
    next_leader=lowest_total_leads_else_same,
)
HEAD = header('"Ada", "Ben", "Cal"', "rounds = 9", lead="", variant="lone")
FIRST = """\
[[rounds]]
[rounds.table]
out = ["Ada"]
hands = { Ada = 9 }
captured = { Ada = 20, Ben = 18, Cal = 12 }
"""
SECOND = """\
[[rounds]]
[rounds.table]
out = ["Cal"]
hands = { Cal = 5 }
captured = { Ada = 10, Ben = 10, Cal = 30 }
bets = { Ben = 15 }
"""
BOMBED = """\
[[rounds]]
events = ["Cal: 5r", "Ada: J Q", "Ben: pass", "Cal: pass"]
"""


def judged(*rounds: str, rules: Variant = LONE) -> Report:
    return adjudicate(MatchFile((HEAD + "".join(rounds)).encode(), "friday.toml"), rules)


def messages(report: Report) -> list[str]:
    return [f"{each.round}: {each.message}" for each in report.violations]


def test_totals_are_each_players_and_bets_go_to_the_other_side() -> None:
    report = judged(FIRST, SECOND)
    assert report.ok
    assert [each.sides for each in report.rounds] == [((0,), (1, 2)), ((2,), (0, 1))]
    assert report.totals == (65 + 10, 18 + 10, 12 + 25 + 30 + 15)
    assert report.standing
    assert report.standing.sides == ((1,), (0, 2))


def test_a_bombed_trick_of_a_partner_goes_to_the_lone_player_without_a_question() -> None:
    report = judged(FIRST, BOMBED)
    assert report.ok
    assert report.current
    assert report.current.last
    assert report.current.last.tricks[-1].taker == 2
    assert report.pending
    assert report.pending.seat == 0


def test_a_lone_player_who_is_out_ends_the_round() -> None:
    late = FIRST.replace('out = ["Ada"]', 'out = ["Ada", "Ben"]').replace("Ada = 9", "Ada = 9, Ben = 3")
    assert messages(judged(late)) == ["1: The round ended when Ada went out: nobody goes out after that."]
    early = FIRST.replace('out = ["Ada"]', 'out = ["Ben"]').replace("Ada = 9", "Ben = 9")
    assert messages(judged(early)) == [
        "1: The round is not over with only Ben out: name every player but the last, or everybody of a side, to go out."
    ]


def test_a_round_put_right_changes_who_plays_alone_in_the_next_and_that_is_told() -> None:
    before, after = judged(FIRST), judged(FIRST.replace("Ben = 18, Cal = 12", "Ben = 12, Cal = 18"))
    assert [str(each) for each in find_changes(before, after, "→")][-2:] == [
        "Ben leads round 2, not Cal.",
        "Round 2: Ben plays alone against Ada and Cal.",
    ]


def test_later_rounds_are_judged_by_the_sides_that_they_have_then() -> None:
    after = judged(FIRST.replace("Ben = 18, Cal = 12", "Ben = 12, Cal = 18"), SECOND)
    assert [each.sides for each in after.rounds] == [((0,), (1, 2)), ((1,), (0, 2))]
    assert messages(after) == [
        "2: The round is not over with only Cal out: name every player but the last, or everybody of a side, to go out."
    ]
    told = [str(each) for each in find_changes(judged(FIRST, SECOND), after, "→")]
    assert "Round 2: Ben plays alone against Ada and Cal." in told


def test_a_round_after_a_violation_is_not_judged_for_nobody_knows_its_sides() -> None:
    report = judged(FIRST, FIRST.replace("Ada = 20", "Ada = -1"), SECOND, BOMBED)
    assert [each.round for each in report.violations] == [2, 2]
    assert [(each.complete, each.sides) for each in report.rounds[2:]] == [(False, ()), (False, ())]
    assert [report.is_unjudged(each) for each in report.rounds] == [False, False, True, True]
    assert [each.last and each.last == each.start for each in report.rounds[2:]] == [None, True]
    assert report.totals is None
    assert [each.unscored for each in scoresheet(report).rounds[2:]] == ["not judged", "not judged"]
    assert [text for _, text in round_story(report, report.rounds[3]).unjudged] == [
        "Cal: 5r", "Ada: J Q", "Ben: pass", "Cal: pass",
    ]  # fmt: skip
    assert round_story(report, report.rounds[3]).tricks == ()


def test_a_round_that_is_not_over_is_the_only_complaint_about_those_after_it() -> None:
    report = judged(FIRST, BOMBED, SECOND, SECOND)
    assert messages(report) == ["3: Round 2 is not over: it must be finished before round 3 begins."]


def test_events_added_give_the_report_of_the_whole_file() -> None:
    before = judged(FIRST)
    assert before.standing
    start = begin_due(before.table, before.standing)
    whole = judged(FIRST, '[[rounds]]\nevents = ["Cal: 5r", "Ada: pass"]\n')
    assert [type(event) for event in whole.rounds[1].events] == [Play, Pass]
    last = start
    for event in whole.rounds[1].events:
        last = last.after(event)
    assert extend_report(before, whole.match, whole.rounds[1].events, last) == whole


def test_whoever_plays_alone_is_named_with_who_leads() -> None:
    report = judged(FIRST, rules=replace(LONE, round_sides=highest_alone))
    assert due(report) == "Cal deals and leads round 2. Ada plays alone against Ben and Cal."
    assert next_roles(report) == {2: ("to deal", "to lead"), 0: ("alone",)}
    going_on = judged(FIRST, '[[rounds]]\nevents = ["Ben: bet 5"]\n')
    assert due(going_on) == (
        "Cal leads the first trick of round 2; Cal holds 17 cards, Ada 17, Ben 17. Cal plays alone against Ada and Ben."
    )
    assert next_roles(going_on) == {2: ("to lead", "alone")}


def test_scripts_are_told_the_sides_and_those_of_other_matches_nothing_new() -> None:
    told = report_json(judged(FIRST))
    assert told["rounds"][0]["sides"] == [["Ada"], ["Ben", "Cal"]]
    assert told["next"] == {"leader": "Cal", "dealer": "Cal", "sides": [["Cal"], ["Ada", "Ben"]]}
    assert told["totals"] == {"Ada": 65, "Ben": 18, "Cal": 12}
    plain = report_json(judged(rules=replace(THREE_PLAYER, id="lone")))
    assert plain["next"] == {"leader": "Ada", "dealer": "Ada"}


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        (((2,), (0, 1)), "Cal plays alone against Ada and Ben."),
        (((0, 1), (2,)), "Cal plays alone against Ada and Ben."),
        (((0,), (1,), (2,)), "Everybody plays alone."),
    ],
)
def test_who_plays_with_whom_is_a_sentence(sides: tuple[tuple[int, ...], ...], told: str) -> None:
    assert describe_sides(judged().table.with_sides(sides)) == told


def test_nothing_is_said_of_sides_that_stay() -> None:
    assert describe_sides(judged(rules=replace(THREE_PLAYER, id="lone")).table) == ""


def half_a_table(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """Two of three."""
    return (0,), (1,)


def test_sides_that_leave_somebody_out_are_the_variants_fault() -> None:
    with pytest.raises(VariantError, match="must be two sides or more that seat each of 3 players once"):
        judged(rules=replace(LONE, round_sides=half_a_table))
