"""Players under other names: every place of the file has the new one, and every other byte stays."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cli.matches.toml.changes import Renaming, with_players
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.referee.report_json import report_json
from haggis_cli.support.errors import RecordError
from tests.support.haggis import header
from tests.support.matches import DISPUTES, EXAMPLES, GAMES, NAMES, example, played_matches

HEAD = header('"Noah", "Jamie", "Isla"', "points = 250", lead="", variant="three-player")
OTHERS = ["Ann", "Zoë", "b = c", 'x"y']


def renamed(file: MatchFile, *names: str) -> MatchFile:
    """The file with other names, read again."""
    return MatchFile(encode_utf8(with_players(file, names), like=file.data), file.source)


def match(rest: str = "", head: str = HEAD) -> MatchFile:
    return MatchFile((head + rest).encode(), "friday.toml")


def judged(file: MatchFile) -> Report:
    return adjudicate(file, load(file.record.variant))


def by_seat(report: Report) -> object:
    """What a report says of seats, whatever they are called."""
    rounds = [
        (each.leader, each.complete, each.events, each.outcome, each.scores, each.totals, each.sides, each.out)
        for each in report.rounds
    ]
    faults = [(each.round, each.event, each.line, each.code) for each in report.violations]
    return (
        rounds,
        faults,
        [each[:2] for each in report.warnings],
        report.standing and report.standing[1:],
        report.winner,
        report.over,
    )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("change", ["others", "one place on", "swapped"])
def test_an_example_under_other_names_says_the_same_and_comes_back_byte_for_byte(path: Path, change: str) -> None:
    file = example(path)
    old = file.record.players
    names = {
        "others": OTHERS[: len(old)],
        "one place on": [*old[1:], old[0]],
        "swapped": [old[1], old[0], *old[2:]],
    }[change]
    after = renamed(file, *names)
    assert after.record.players == names
    assert by_seat(judged(after)) == by_seat(judged(file))
    assert renamed(after, *old).data == file.data


@pytest.mark.parametrize("path", DISPUTES, ids=lambda path: path.stem)
def test_what_breaks_the_rules_breaks_them_under_other_names(path: Path) -> None:
    file = example(path)
    old = file.record.players
    after = renamed(file, *old[1:], old[0])
    assert by_seat(judged(after)) == by_seat(judged(file))
    assert renamed(after, *old).data == file.data


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_report_is_the_one_before_with_the_other_names(path: Path) -> None:
    file = example(path)
    old = file.record.players
    new = [f"Xq{name}Xq" for name in old]
    wanted = json.dumps(report_json(judged(file)))
    for name, other in zip(old, new, strict=True):
        wanted = re.sub(rf"\b{name}\b", other, wanted)
    found, want = json.loads(json.dumps(report_json(judged(renamed(file, *new))))), json.loads(wanted)
    for each in (found, want):
        for played in each["rounds"]:
            played.pop("notes", None)  # a person's own words
        each.pop("notes", None)
    assert found == want


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_any_match_of_any_variant_under_any_names_comes_back_byte_for_byte(
    data: st.DataObject, game: tuple[str, int]
) -> None:
    report = data.draw(played_matches(game))
    file = report.match
    assert isinstance(file, MatchFile)
    old = file.record.players
    fresh = st.lists(NAMES, min_size=len(old), max_size=len(old), unique_by=str.casefold)
    names = data.draw(st.permutations(old) | fresh)
    after = renamed(file, *names)
    assert by_seat(judged(after)) == by_seat(report)
    assert renamed(after, *old).data == file.data


def test_every_place_of_a_name_has_the_other_one_and_all_else_stays() -> None:
    head = HEAD.replace("goal", "# Noah keeps score\nlead = 'Noah' # Noah\nnotes = \"Noah!\"\ngoal")
    file = match(
        'bots = { Noah = "easy" }\n\n[[rounds]]\nevents = [\n  "Jamie: bet little",  # for Noah\n'
        "  'noah : award isla',"
        '\n  "no:lead Jamie ", "Noah: 7r"\n]\n[rounds.deal]\nhands.Noah = "2g"\nhands."Isla" = "3g"\n\n'
        "[[rounds]]\nnotes = 'Noah counted'\n[rounds.table]\nout = [\"Noah\", 'Isla']\nshepherd = \"Noah\"\nbid = 30\n"
        'captured = {Noah=20, "Jamie"=11,Isla = 19}\n[rounds.table.hands]\n"Noah" = 9 # Noah\n',
        head,
    )
    text = renamed(file, "Noel", "Jamie", "Zoë").text
    assert text == (
        head.replace('["Noah", "Jamie", "Isla"]', '["Noel", "Jamie", "Zoë"]').replace("lead = 'Noah'", "lead = 'Noel'")
        + 'bots = { Noel = "easy" }\n\n[[rounds]]\nevents = [\n  "Jamie: bet little",  # for Noah\n'
        "  'Noel : award Zoë',"
        '\n  "Noel:lead Jamie ", "Noel: 7r"\n]\n[rounds.deal]\nhands.Noel = "2g"\nhands."Zoë" = "3g"\n\n'
        "[[rounds]]\nnotes = 'Noah counted'\n[rounds.table]\nout = [\"Noel\", 'Zoë']\nshepherd = \"Noel\"\nbid = 30\n"
        'captured = {Noel=20, "Jamie"=11,"Zoë" = 19}\n[rounds.table.hands]\n"Noel" = 9 # Noah\n'
    )


def test_final_scores_and_winners_have_the_other_name() -> None:
    final = '\n[final]\nscores = {{ {0} = 251, "Isla" = 272 }}\nwon = ["{0}", \'Isla\'] # Noah\nplace = "Noah"\n'
    after = renamed(match(final.format("Noah")), "Noel", "Jamie", "Isla")
    assert after.text == HEAD.replace("Noah", "Noel") + final.format("Noel")
    assert renamed(after, "Noah", "Jamie", "Isla").text == HEAD + final.format("Noah")


@pytest.mark.parametrize(
    "form", [str, lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, lambda text: text.rstrip()]
)
def test_line_ends_and_byte_order_marks_stay(form: object) -> None:
    assert callable(form)
    text = HEAD + '\n[[rounds]]\nevents = ["Noah: 7r", "Jamie: pass"]\n'
    after = renamed(MatchFile(form(text).encode(), "friday.toml"), "Noel", "Jamie", "Isla")
    assert after.data == form(text.replace("Noah", "Noel")).encode()


def test_a_beginning_that_would_mean_another_is_written_in_full() -> None:
    file = match('\n[[rounds]]\nevents = ["N: 7r", "J: pass", "I: pass"]\n')
    assert renamed(file, "Noah", "Jamie", "Jill").record.rounds[0].events == ["N: 7r", "Jamie: pass", "Jill: pass"]


def test_an_event_of_nobody_stays_as_it_is() -> None:
    renaming = Renaming(("Noah", "Norma"), ("Noel", "Norma"))
    for text in ("", ":", "No: 7r", "Isla: 7r", "7r", "Norma: award", "Norma: award Isla", "Norma: lead 4r"):
        assert renaming.in_event(text) == text
    assert renaming.in_event("Norma: award Noah") == "Norma: award Noel"


def test_a_name_that_stands_twice_in_a_typed_round_is_no_key_twice() -> None:
    table = "[rounds.table]\nout = ['Noah']\nhands = {Noah = 9, noah = 8}\ncaptured = {}\n"
    with pytest.raises(RecordError, match=r"friday\.toml: a key would stand twice: 'haggis edit' opens it"):
        renamed(match(f"\n[[rounds]]\n{table}"), "Noel", "Jamie", "Isla")
