"""A match recorded by a house rule that its file does not name: the violation names the option that reads it."""

from collections.abc import Mapping

import pytest

from haggis_cli.book.playing import played_record
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.players.levels import Effort
from haggis_cli.players.tournament import TournamentSettings, play_one
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.rules.scoring import Goal
from tests.support.haggis import Haggis, header

HEAD = header('"Noah", "Jamie", "Isla"', "rounds = 9", lead="", variant="taylor")
TABLE = """
[[rounds]]
[rounds.table]
out = ["Noah", "Isla"]
hands = { Noah = 9, Isla = 5 }
captured = { Noah = 20, Jamie = 25, Isla = 5 }
"""
HINT = " With 'second_out = \"scores\"' under [options] it would be legal as recorded."


def judged(*rounds: str, variant: str = "taylor", options: str = "") -> Report:
    text = HEAD.replace("taylor", variant) + options + "".join(rounds)
    return adjudicate(MatchFile(text.encode(), "friday.toml"), load(variant))


def recorded(*events: str) -> str:
    return "\n[[rounds]]\nevents = [\n" + "".join(f'  "{event}",\n' for event in events) + "]\n"


def test_a_taylor_match_from_when_the_second_out_scored_names_the_option() -> None:
    """Jamie had the lowest total while Isla's count was scored."""
    (violation,) = judged(TABLE, recorded("Isla: bet big", "Jamie: 7r", "Isla: pass")).violations
    assert violation.message == "It is Isla's turn, not Jamie's." + HINT
    assert (violation.code, violation.round, violation.event) == ("out-of-turn", 2, 2)
    assert judged(TABLE, recorded("Jamie: 7r", "Isla: pass"), options='[options]\nsecond_out = "scores"\n').ok


def test_a_whole_match_played_so_is_read_by_the_option() -> None:
    names = (("Noah", "random"), ("Jamie", "random"), ("Isla", "random"))
    rule: Mapping[str, str] = {"second_out": "scores"}
    settings = TournamentSettings("taylor", names, Goal(rounds=2), rule, None, "2", Effort())
    record = played_record("friday", settings, play_one(settings, 0))
    assert adjudicate(MatchFile(render_match(record).encode(), "friday.toml"), load("taylor")).ok
    old = render_match(record.model_copy(update={"options": {}}))
    (violation,) = adjudicate(MatchFile(old.encode(), "friday.toml"), load("taylor")).violations
    assert violation.message == "It is Jamie's turn, not Noah's." + HINT


def test_an_option_that_is_in_force_is_named_with_what_it_should_be() -> None:
    events = recorded("Isla: 7r", "Noah: pass", "Jamie: pass")
    (violation,) = judged(TABLE, events, options='[options]\nsecond_out = "scores"\n').violations
    assert violation.message == "It is Jamie's turn, not Isla's." + HINT.replace("scores", "nothing")


@pytest.mark.parametrize(
    "rounds",
    [
        (TABLE, recorded("Noah: 7r")),  # no option makes Noah lead
        (TABLE, recorded("Isla: 7r", "Jamie: 8r")),  # not the first lead
        (recorded("Jamie: 7r"),),  # nothing is scored before round 1
    ],
)
def test_what_no_option_explains_is_told_without_one(rounds: tuple[str, ...]) -> None:
    (violation,) = judged(*rounds).violations
    assert "[options]" not in violation.message


def test_a_violation_that_stays_later_in_the_match_is_not_hidden() -> None:
    first, *_ = judged(TABLE, recorded("Jamie: 7r", "Isla: 6r")).violations
    assert first.message.endswith(HINT)


def test_the_terminal_tells_it(haggis: Haggis) -> None:
    haggis.keep(HEAD + TABLE + recorded("Jamie: 7r", "Isla: pass"))
    ran = haggis("check")
    assert ran.code == 1
    assert "With 'second_out = \"scores\"' under [options]" in " ".join(ran.out.split())
