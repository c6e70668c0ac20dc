"""What is told after saving has one home: a sentence added there is shown by the terminal, phones and `--json`."""

import sys
from collections.abc import Iterator
from shlex import split

import pytest

from haggis_cli.book.match import Said, standing
from haggis_cli.cli import app
from haggis_cli.cli.views import scoreboard
from haggis_cli.referee.report import Report
from haggis_cli.web.pages import record
from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad

SHOWING = (app, record, scoreboard)
"""What is loaded before the sentence is added: these, and what they load."""


def behind(report: Report, **told: bool) -> Iterator[Said]:
    """One more sentence: how far the last is behind the first."""
    sides = sorted(zip(report.totals or (), report.table.side_names, strict=False))
    (low, last), (high, first) = sides
    yield Said(f"{last} is {high - low} behind {first}.", {"behind": {last: high - low}})
    yield from standing(report, **told)


@pytest.fixture
def match(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> Haggis:
    """Two matches that have begun alike, and a program that says one more sentence."""
    for module in list(sys.modules.values()):
        if module.__name__ != __name__ and getattr(module, "standing", None) is standing:
            monkeypatch.setattr(module, "standing", behind)
    for name in ("friday", "saturday"):
        haggis.new(name=name)
        haggis.ok("score", name, "Noah: out 8, cards 12")
    return haggis


SCORED, RECORDED, UNDONE = "score {} 'Noah: out 5, cards 9'", "record {} Isla:2r", "undo {}"


@pytest.mark.parametrize(
    "commands",
    [
        [SCORED],
        ["score {} --round 1 --yes 'Noah: out 3, cards 12'"],
        [RECORDED],
        [RECORDED, "record {} --amend 1 Isla:3r"],
        [UNDONE],
        [UNDONE, "redo {}"],
        ["edit {} --points 300 --yes"],
    ],
    ids=lambda commands: commands[-1].split()[0],
)
def test_a_sentence_and_its_key_are_told_after_every_change(match: Haggis, commands: list[str]) -> None:
    *before, last = commands
    for name in ("friday", "saturday"):
        for command in before:
            match.ok(*split(command.format(name)))
    told, found = match.ok(*split(last.format("friday"))), match.json(*split(last.format("saturday")))
    ((name, number),) = found["behind"].items()
    assert told.count(f"{name} is {number} behind ") == 1
    assert "behind" not in match.json("show", "friday")


def test_phones_show_it_with_a_round_that_is_saved_and_while_one_is_recorded(match: Haggis) -> None:
    caller = Caller(match)
    assert "Isla is 35 behind Noah." in Pad(caller).fill(out1="1", count1="5", captured1="9").press("save").text
    match.ok("record", "friday", "Isla: 2r")
    assert "Isla is 35 behind Noah." in caller.get("/m/friday/record").seen.words
