"""Changes to a match file, other names among them: every byte that has nothing to do with them stays."""

import json
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cli.matches.model import GoalRecord, RoundRecord, TableRecord
from haggis_cli.matches.toml.changes import (
    Renaming,
    RewrittenText,
    round_block,
    with_events,
    with_goal,
    with_key,
    with_players,
    with_revision,
    with_round,
    with_round_block,
    with_teams,
    with_typed_round,
    without_last_round,
)
from haggis_cli.matches.toml.match_file import MatchFile, render_match, render_round
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.matches.toml.text_edits import END, LAST, CannotSplice
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.referee.report_json import report_json
from haggis_cli.support.errors import RecordError
from tests.support.haggis import header
from tests.support.matches import DISPUTES, EXAMPLES, GAMES, NAMES, example, played_matches

HEAD = header(goal="points = 250", lead="")
PLAYED = 'events = ["Noah: 4r", "Isla: 5r", "Noah: 6r", "Isla: pass", "Noah: 7r"]'
DEAL = 'deal = { hands = { Noah = "4r 6r 7r", Isla = "5r" } }'
TABLE = 'table = { out = ["Noah"], hands = { Isla = 3 }, captured = {} }'
LAST_ROUND = 'events = ["Isla: 2r", "Noah: 3r", "Isla: 4g"]'
BLOCKS = f"""{HEAD}# the long one
[[rounds]]
{PLAYED} # with the seven
{DEAL}

[[rounds]]
{TABLE}

[[rounds]]
{LAST_ROUND}
"""
ONE_LIST = f"{HEAD}rounds = [\n  {{ {PLAYED}, {DEAL} }},\n  {{ {TABLE} }},\n  {{ {LAST_ROUND} }},\n]\n"
COMMENTED = ONE_LIST.replace("rounds = [", "rounds = [ # ours")
TYPED = RoundRecord(table=TableRecord(out=["Isla"], hands={"Noah": 2}, captured={"Isla": 5}), notes="quick")

Change = Callable[[MatchFile], str]

# What is changed, and which text of BLOCKS becomes which.
ROUNDS: list[tuple[Change, str, str]] = [
    (lambda file: with_round(file, TYPED), f"{LAST_ROUND}\n", f"{LAST_ROUND}\n\n{render_round(TYPED)}"),
    (without_last_round, f"\n[[rounds]]\n{LAST_ROUND}\n", ""),
]
EVENTS: list[tuple[Change, str, str]] = [
    (lambda file: with_events(file, END, ["Noah: a", "Isla: #"]), '"Isla: 4g"', '"Isla: 4g", "Noah: a", "Isla: #"'),
    (lambda file: with_events(file, LAST, []), ', "Isla: 4g"', ""),
    (lambda file: with_events(file, slice(1, 2), ["Isla: 9y"], 0), '"Isla: 5r"', '"Isla: 9y"'),
    (lambda file: with_events(file, slice(1, 1), ["Isla: 9y"], 0), '"Isla: 5r"', '"Isla: 9y", "Isla: 5r"'),
    (lambda file: with_events(file, slice(1, 2), [], 0), '"Isla: 5r", ', ""),
]


def opened(text: str) -> MatchFile:
    return MatchFile(text.encode(), "f\x1b.toml")


@pytest.fixture
def nothing_can_be_spliced(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every text said something else than it should, when it is read again after the change."""

    def refuse(text: str, expected: object) -> str:
        raise CannotSplice("no")

    monkeypatch.setattr("haggis_cli.matches.toml.text_edits._check_edit", refuse)


@pytest.mark.parametrize(("change", "before", "after"), ROUNDS + EVENTS)
def test_what_is_spliced_in_leaves_every_other_byte(change: Change, before: str, after: str) -> None:
    text = change(opened(BLOCKS))
    assert text == BLOCKS.replace(before, after)
    assert not isinstance(text, RewrittenText)


@pytest.mark.parametrize(("change", "before", "after"), EVENTS)
def test_events_are_spliced_into_rounds_that_are_one_list_as_well(change: Change, before: str, after: str) -> None:
    text = change(opened(COMMENTED))
    assert text == COMMENTED.replace(before, after)
    assert not isinstance(text, RewrittenText)


def anew_as_spliced(change: Change, before: str, after: str) -> None:
    assert opened(ONE_LIST).record == opened(BLOCKS).record
    expected = opened(BLOCKS.replace(before, after)).record
    anew = change(opened(ONE_LIST))
    assert isinstance(anew, RewrittenText)
    assert opened(anew).record == expected
    assert anew == render_match(expected)


@pytest.mark.parametrize(("change", "before", "after"), ROUNDS)
def test_rounds_that_are_one_list_are_written_anew_with_the_same_values(
    change: Change, before: str, after: str
) -> None:
    anew_as_spliced(change, before, after)


@pytest.mark.usefixtures("nothing_can_be_spliced")
@pytest.mark.parametrize(("change", "before", "after"), EVENTS)
def test_events_that_cannot_be_spliced_in_are_written_anew_with_the_same_values(
    change: Change, before: str, after: str
) -> None:
    anew_as_spliced(change, before, after)


@pytest.mark.usefixtures("nothing_can_be_spliced", "as_command")
@pytest.mark.parametrize("change", [change for change, _, _ in ROUNDS + EVENTS])
def test_a_file_with_a_comment_is_not_written_anew(change: Change) -> None:
    with pytest.raises(RecordError) as caught:
        change(opened(COMMENTED))
    assert str(caught.value) == (
        r"f\x1b.toml: line 7: the rounds are not written as [[rounds]] blocks, and rewriting them would lose the "
        "comments; nothing was saved: change that with 'haggis edit' first"
    )


@pytest.mark.parametrize(
    "notes",
    [
        '"#1"',
        r'"\"#1"',
        r'"\\"',
        "'#1'",
        r"'\'",
        "'\"'",
        '"\'"',
        '"""#1\n#2"""',
        r'"""\"""#1"""',
        '"""a ""#1"" \'"""',
        '"""#1"""""',
        "'''#1\n#2'''",
        "'''a ''#1'' \"'''",
        "'''#1'''''",
    ],
    ids=count(),
)
def test_only_a_sharp_outside_of_texts_begins_a_comment(notes: str) -> None:
    text = f"{HEAD}notes = {notes}\nrounds = []\n"
    before, after = opened(text).record, opened(with_round(opened(text), TYPED)).record
    assert after == before.model_copy(update={"rounds": [TYPED]})
    for commented in (text.replace("\nrounds", " # a\nrounds"), f"{text}# a"):
        with pytest.raises(RecordError, match="would lose the comments"):
            with_round(opened(commented), TYPED)


def test_a_round_is_opened_alone_and_put_back() -> None:
    block = f"[[rounds]]\n{TABLE}\n"
    assert round_block(opened(BLOCKS), 1) == block
    assert with_round_block(opened(BLOCKS), 1, render_round(TYPED)) == BLOCKS.replace(block, render_round(TYPED))


@pytest.mark.usefixtures("as_command")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda: round_block(opened(ONE_LIST), 1), "the round is not written as one [[rounds]] block"),
        (lambda: with_round_block(opened(BLOCKS), 1, ""), "this must be one [[rounds]] block and nothing else"),
    ],
)
def test_a_round_without_a_block_of_its_own_is_for_the_whole_file(change: Callable[[], str], complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        change()
    assert str(caught.value) == rf"f\x1b.toml: {complaint}: 'haggis edit' without --round opens the whole file"
    assert type(caught.value) is RecordError


@pytest.mark.parametrize("text", [BLOCKS, COMMENTED])
def test_whether_the_match_counts_is_spliced_in(text: str) -> None:
    unrated = text.replace('"Isla"]\n', '"Isla"]\nrated = false\n', 1)
    assert with_key(opened(text), "rated", False) == unrated
    assert with_key(opened(unrated), "rated", True) == unrated.replace("false", "true")


@pytest.mark.usefixtures("as_command")
@pytest.mark.usefixtures("nothing_can_be_spliced")
def test_whether_the_match_counts_is_for_the_editor_where_it_cannot_be_spliced_in() -> None:
    with pytest.raises(RecordError) as caught:
        with_key(opened(BLOCKS), "rated", False)
    assert str(caught.value) == r"f\x1b.toml: no: 'haggis edit' opens it"


TEAMS = 'teams = ["Reds", "Blues"]\n'
COUNTED = """[[rounds]]
notes = "x" # said so
[rounds.table] # ours
out = ["Noah"]
hands = { Noah = 9 } # twice
captured = {}
bets = { Noah = 15 }
"""
OTHER = RoundRecord(table=TableRecord(out=["Isla"], hands={"Isla": 2}, captured={"Isla": 5}, bid=30), notes="y")


@pytest.mark.parametrize("end", ["", f"\n[[rounds]]\n{LAST_ROUND}\n"])
def test_other_figures_leave_the_comments_of_a_typed_round(end: str) -> None:
    changed = COUNTED.replace("Noah", "Isla").replace('"x"', '"y"').replace("9", "2")
    changed = changed.replace("captured = {}\nbets = { Isla = 15 }", "captured = { Isla = 5 }\nbid = 30")
    assert with_typed_round(opened(HEAD + COUNTED + end), 0, OTHER) == HEAD + changed + end


def test_other_figures_for_which_there_is_no_line_are_a_block_of_their_own_or_a_file_written_anew() -> None:
    before = f"[[rounds]]\n{TABLE}\n"
    assert with_typed_round(opened(BLOCKS), 1, OTHER) == BLOCKS.replace(before, render_round(OTHER))
    anew = with_typed_round(opened(ONE_LIST), 1, OTHER)
    assert isinstance(anew, RewrittenText)
    assert opened(anew).record == opened(BLOCKS.replace(before, render_round(OTHER))).record


def test_the_revision_is_said_below_the_variant() -> None:
    variant = 'variant = "two-player"\n'
    assert with_revision(opened(BLOCKS), 2) == BLOCKS.replace(variant, f"{variant}revision = 2\n")


@pytest.mark.usefixtures("nothing_can_be_spliced")
def test_a_revision_that_cannot_be_spliced_in_is_written_anew() -> None:
    record = opened(with_revision(opened(ONE_LIST.replace("goal", f"{TEAMS}goal")), 2)).record
    assert (record.revision, record.teams) == (2, ["Reds", "Blues"])


def test_teams_are_named_below_the_players_renamed_and_forgotten() -> None:
    players = 'players = ["Noah", "Isla"]\n'
    named = with_teams(opened(BLOCKS), ["Reds", "Blues"])
    assert named == BLOCKS.replace(players, players + TEAMS)
    assert with_teams(opened(named), ["Reds", "Greens"]) == named.replace("Blues", "Greens")
    assert with_teams(opened(named), []) == with_key(opened(named), "teams", None) == BLOCKS


def test_another_goal_is_written_as_the_former_one() -> None:
    assert with_goal(opened(BLOCKS), GoalRecord(rounds=6)) == BLOCKS.replace("points = 250", "rounds = 6")


# Players under other names.

THREE = header('"Noah", "Jamie", "Isla"', "points = 250", lead="", variant="three-player")
OTHERS = ["Ann", "Zoë", "b = c", 'x"y']


def renamed(file: MatchFile, *names: str) -> MatchFile:
    """The file with other names, read again."""
    return MatchFile(encode_utf8(with_players(file, names), like=file.data), file.source)


def match(rest: str = "", head: str = THREE) -> MatchFile:
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
    names = {"others": OTHERS[: len(old)], "one place on": [*old[1:], old[0]], "swapped": [old[1], old[0], *old[2:]]}
    after = renamed(file, *names[change])
    assert after.record.players == names[change]
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
@pytest.mark.longest(8)
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
    head = THREE.replace("goal", "# Noah keeps score\nlead = 'Noah' # Noah\nnotes = \"Noah!\"\ngoal")
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
    assert after.text == THREE.replace("Noah", "Noel") + final.format("Noel")
    assert renamed(after, "Noah", "Jamie", "Isla").text == THREE + final.format("Noah")


@pytest.mark.parametrize(
    "form", [str, lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, lambda text: text.rstrip()]
)
def test_line_ends_and_byte_order_marks_stay(form: object) -> None:
    assert callable(form)
    text = THREE + '\n[[rounds]]\nevents = ["Noah: 7r", "Jamie: pass"]\n'
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


@pytest.mark.usefixtures("as_command")
def test_a_name_that_stands_twice_in_a_typed_round_is_no_key_twice() -> None:
    table = "[rounds.table]\nout = ['Noah']\nhands = {Noah = 9, noah = 8}\ncaptured = {}\n"
    with pytest.raises(RecordError, match=r"friday\.toml: a key would appear twice: 'haggis edit' opens it"):
        renamed(match(f"\n[[rounds]]\n{table}"), "Noel", "Jamie", "Isla")
