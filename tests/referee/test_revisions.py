"""Matches that were recorded under another revision of their variant: judged by their own rules, and told first."""

from dataclasses import replace

from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.rules.readings import Combinations
from haggis_cli.rules.variant import Variant
from tests.support.haggis import header

FIRST = replace(TWO_PLAYER, id="speed", hand_points=5)
SECOND = replace(FIRST, revision=2, hand_points=3, combinations=Combinations(sequence=4), former={1: FIRST})
FORGETFUL = replace(SECOND, former={})
TYPED = """\
[[rounds]]
[rounds.table]
out = ["Noah"]
hands = { Noah = 8 }
captured = { Noah = 12, Isla = 24 }
"""
SHORT_RUN = '[[rounds]]\nevents = ["Noah: 2r 3r 4r"]\n'
TOLD = "recorded under revision 1 of 'speed', but revision 2 is installed: "


def judged(rules: Variant, *rounds: str, revision: str = "") -> Report:
    text = header(goal="rounds = 9", lead="", variant="speed").replace("created", f"{revision}created") + "".join(
        rounds
    )
    return adjudicate(MatchFile(text.encode(), "friday.toml"), rules)


def test_a_former_revision_judges_what_was_recorded_under_it() -> None:
    report = judged(SECOND, TYPED, TYPED)
    assert report.totals == judged(FIRST, TYPED, TYPED).totals == (104, 48)
    assert report.revision
    assert report.revision.text == report.warnings[0].message == f"{TOLD}2 results differ (judged under revision 1)"
    assert report.revision.as_json() == {
        "recorded": 1, "installed": 2, "judged_by": 1, "differ": 2, "message": report.revision.text
    }  # fmt: skip


def test_what_does_not_differ_is_said_too() -> None:
    report = judged(replace(SECOND, hand_points=5), TYPED)
    assert report.warnings[0].message == f"{TOLD}no result differs (judged under revision 1)"
    (one,) = judged(SECOND, TYPED).warnings
    assert one.message == f"{TOLD}1 result differs (judged under revision 1)"


def test_where_the_former_rules_are_not_known_nobody_is_to_blame() -> None:
    assert judged(SECOND, SHORT_RUN).ok
    report = judged(FORGETFUL, SHORT_RUN)
    assert report.warnings[0].message == f"{TOLD}results may differ, because 'speed' does not include revision 1"
    (violation,) = report.violations
    assert (violation.player, violation.code, violation.round, violation.event) == (None, "other-revision", 1, 1)
    assert violation.message.startswith("Not legal under revision 2, though it may be under 1: 2r 3r 4r")
    (blamed,) = judged(FORGETFUL, SHORT_RUN, revision="revision = 2\n").violations
    assert (blamed.player, blamed.code) == ("Noah", "not-a-combination")


def test_a_match_of_the_installed_revision_or_without_rounds_is_judged_as_ever() -> None:
    for report in (judged(SECOND), judged(FIRST, TYPED), judged(SECOND, TYPED, revision="revision = 2\n")):
        assert report.revision is None
        assert report.warnings == ()
    assert judged(SECOND, TYPED, revision="revision = 2\n").totals == (36, 24)


def test_rules_that_do_not_allow_the_match_any_more_differ_in_everything() -> None:
    three_only = replace(SECOND, setups={3: TWO_PLAYER.setups[2]._replace(suits=5)})
    report = judged(three_only, TYPED)
    assert report.totals == (52, 24)
    assert report.revision
    assert report.revision.differ == 2


def test_a_copy_with_another_id_inherits_no_revision() -> None:
    child = replace(SECOND, id="sprint")
    assert child.at_revision(1) is None
    assert SECOND.at_revision(1) is FIRST
    assert SECOND.at_revision(2) is SECOND
