"""Scoresheets as CSV come back as the typed-in rounds they were made of: what they say is read or told."""

import csv
import io
import re
from pathlib import Path

import pytest

from haggis_cli.exchange.formats import csv_file
from haggis_cli.exchange.parsed_match import ImportOptions, OutgoingMatch, ParsedMatch, resolve_match, to_typed_in_match
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.rules.events import option_text
from haggis_cli.rules.scoring import Goal
from haggis_cli.sheets.renderers.csv import render
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.errors import RecordError, UsageError
from tests.support.haggis import ROOT
from tests.support.matches import EXAMPLES, example

TWO = ROOT / "examples" / "matches" / "two-player-rulebook-sheet.toml"


def report_of(file: MatchFile) -> Report:
    return adjudicate(file, load(file.record.variant))


def table_of(*files: MatchFile, wide: bool = False) -> str:
    return csv_file.render([OutgoingMatch("a", file, report_of(file)) for file in files], many=True, wide=wide)


def sheet_of(*files: MatchFile, wide: bool = False) -> str:
    """What `haggis sheet` writes: the figures alone."""
    tables = [render(scoresheet(report_of(file)), Style(wide=wide)) for file in files]
    return "".join([*tables[:1], *(table.partition("\n")[2] for table in tables[1:])])


def back(text: str, terms: ImportOptions) -> ParsedMatch:
    (told,) = csv_file.read(text.encode(), "sheet.csv")
    assert isinstance(told, ParsedMatch), told
    return resolve_match(told, terms)


@pytest.mark.sample(3)
@pytest.mark.parametrize("wide", [False, True], ids=["long", "wide"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_figures_alone_give_back_the_typed_rounds(path: Path, wide: bool) -> None:
    file = example(path)
    options = {name: option_text(value) for name, value in file.record.options.items()}
    text = sheet_of(file, wide=wide)
    if len(text.splitlines()) == 1:
        pytest.skip("no round is begun")
    got = back(text, ImportOptions([file.record.variant], options=options)).whole.record
    want = to_typed_in_match(report_of(file))
    assert [each.table for each in got.rounds] == [each.table for each in want.rounds]
    assert (got.id, got.players) == (file.record.id, file.record.players)
    assert got.teams == file.record.teams


@pytest.mark.parametrize("wide", [False, True], ids=["long", "wide"])
def test_tables_from_before_teams_had_columns_of_their_own_give_the_same_match(wide: bool) -> None:
    """In those a player's total and bet points hold the team's bet, in today's they do not: neither is added up."""
    older = (ROOT / "tests" / "golden" / f"import-older-csv{'-wide' if wide else ''}.csv").read_text("utf-8")
    older = older.replace("T19:30:00Z", "T19:30:00+00:00")  # the example tells the clock of its place by now
    newer = table_of(example(ROOT / "examples" / "matches" / "neeps-known-hands.toml"), wide=wide)
    assert older.splitlines()[0] != newer.splitlines()[0]
    got = [back(text, ImportOptions()) for text in (older, newer)]
    assert got[0].whole.data == got[1].whole.data
    assert got[0].remarks == got[1].remarks == ()
    assert [each.table.bets for each in got[1].whole.record.rounds if each.table] == [
        {"Rory": 5, "Noah": 30},
        {"Isla": 30, "Jamie": 30},
        {"Isla": 30, "Noah": 30},
        {"Isla": 15, "Jamie": 30},
    ]


@pytest.mark.parametrize("name", ["two-player-rulebook-sheet", "three-player-unknown-hands", "tatties-unknown-hands"])
def test_of_all_variants_the_one_whose_scoring_gives_the_totals_is_found(name: str) -> None:
    file = example(ROOT / "examples" / "matches" / f"{name}.toml")
    found = back(sheet_of(file), ImportOptions())
    assert found.whole.record.variant == file.record.variant
    assert f"read as a match of {file.record.variant}" in found.remarks[-1]


def test_where_several_variants_fit_a_person_has_to_say() -> None:
    path = ROOT / "examples" / "matches" / "neeps-rulebook-sheet.toml"
    with pytest.raises(UsageError, match="several fit: neeps, rogers-neeps: choose one with --variant"):
        back(sheet_of(example(path)), ImportOptions())


def test_an_exported_table_says_what_the_match_is() -> None:
    file = example(ROOT / "examples" / "matches" / "revised-known-hands.toml")
    heading, first, *_ = table_of(file).splitlines()
    assert heading.endswith(
        ",went_out,variant,created,goal,lead,dealer,suits,closed,rated,bots,options,event,title,revision,notes,match_notes"
    )
    about = ',revised,2026-10-28T19:30:00+00:00,250 points,,Adam,,,,,"{""bet_scoring"": ""split""}",,,,,'
    assert about + '"The revised rules, failed bets split between' in first
    assert back(table_of(file), ImportOptions()).remarks == ()


@pytest.mark.parametrize("wide", [False, True], ids=["long", "wide"])
def test_a_sheet_ends_each_line_with_the_event_and_it_comes_back(wide: bool) -> None:
    text = TWO.read_text(encoding="utf-8").replace("goal =", 'event = "=Burns Night"\ngoal =', 1)
    file = MatchFile(text.encode(), TWO.name)
    heading, *lines = sheet_of(file, wide=wide).splitlines()
    assert heading.endswith(",event")
    assert all(line.endswith(",'=Burns Night") for line in lines)
    assert back(sheet_of(file, wide=wide), ImportOptions(["two-player"])).whole.record.event == "=Burns Night"
    assert table_of(file, wide=wide).splitlines()[0].count("event") == 1
    without = sheet_of(example(TWO), wide=wide).splitlines()
    assert all(line.endswith(",") for line in without[1:])


@pytest.mark.parametrize("wide", [False, True], ids=["long", "wide"])
def test_the_notes_of_a_sheet_come_back_on_one_line(wide: bool) -> None:
    text = re.sub("(?m)^notes = .*", r'notes = "=one\\ntwo"', TWO.read_text(encoding="utf-8"))
    text = text.replace("[rounds.table]", 'notes = "a good one"\n[rounds.table]', 1)
    found = back(sheet_of(MatchFile(text.encode(), TWO.name), wide=wide), ImportOptions(["two-player"])).whole.record
    assert found.notes == "=one / two"
    assert [each.notes for each in found.rounds][:2] == ["a good one", ""]


def test_what_a_person_says_of_a_match_goes_before_what_the_table_says() -> None:
    found = back(table_of(example(TWO)), ImportOptions(["classic"], Goal(rounds=9))).whole.record
    assert (found.variant, found.goal.rounds) == ("classic", 9)


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("rated", "perhaps"),
        ("goal", "lots"),
        ("created", "yesterday"),
        ("options", "["),
        ("options", "3"),
        ("bots", "[" * 9_999),
    ],
)
def test_a_cell_that_cannot_be_read_is_named_with_line_and_column(column: str, cell: str) -> None:
    text = f"match_id,round,player,hand,captured,went_out,{column}\nx,1,Noah,1,1,1,\nx,1,Isla,0,1,,{cell}\n"
    with pytest.raises(RecordError, match=rf"^sheet.csv: line 3: '.+' in the column {column} cannot be read$"):
        csv_file.read(text.encode(), "sheet.csv")


def test_truths_may_stand_in_capitals_as_spreadsheets_write_them() -> None:
    text = re.sub(r"00:00,(\d+) (points|rounds),(\w*),,,,,", r"00:00,\1 \2,\3,,,TRUE,FALSE,", table_of(example(TWO)))
    found = back(text, ImportOptions()).whole.record
    assert (found.closed, found.rated) == (True, False)


def test_a_table_whose_totals_are_not_those_of_the_rules_is_kept_and_told() -> None:
    text = table_of(example(TWO)).replace(",82,", ",83,")
    assert (
        "the totals in the file differ from those that the rules give"
        in back(text, ImportOptions(["two-player"])).remarks
    )


@pytest.mark.parametrize("sign", [";", "\t"])
def test_what_a_spreadsheet_saves_again_is_read(sign: str) -> None:
    text = table_of(example(TWO))
    saved = io.StringIO()
    csv.writer(saved, delimiter=sign).writerows(csv.reader(text.splitlines()))
    worn = "\ufeff" + saved.getvalue()
    got, want = back(worn, ImportOptions()).whole.record, back(text, ImportOptions()).whole.record
    assert got == want


@pytest.mark.parametrize("wide", [False, True])
def test_a_name_that_looks_like_a_formula_is_harmless_on_the_way_and_comes_back(wide: bool) -> None:
    record = example(TWO).record
    players = ["=1+1", "'-hand bet, (team)"]
    swap = dict(zip(record.players, players, strict=True))
    text = render_match(record)
    for name, other in swap.items():
        text = text.replace(f'"{name}"', f'"{other}"').replace(f"{name} =", f'"{other}" =')
    table = table_of(MatchFile(encode_utf8(text), "a"), wide=wide)
    assert "\n=" not in table
    assert ",=" not in table
    assert back(table, ImportOptions(["two-player"])).whole.record.players == players


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2\n", "line 1: a scoresheet needs the columns match_id and round"),
        ("match_id,round,round\n", "line 1: the column 'round' appears twice"),
        ("match_id,round\nx,1\n", "line 2: it has no column 'player'"),
        ("match_id,round,player\nx,1,Noah\n", "line 2: the column hand is missing"),
        ("match_id,round,player,hand,captured,went_out\nx,0,Noah,1,1,1\n", "line 2: '0' is not the number of a round"),
        ("match_id,round,player,hand,captured,went_out\nx,1,Noah,1,1,1\nx,1,Noah,1,1,1\n", "Noah has round 1 twice"),
        ("match_id,round,player,hand,captured,went_out\n", "this table holds no match"),
        ('match_id,round\n"x', "this is not CSV"),
    ],
)
def test_a_table_that_is_no_scoresheet_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        csv_file.read(text.encode(), "sheet.csv")


@pytest.mark.parametrize(("cell", "said"), [("9" * 30, "is not a whole number"), ("-3", "must be 0 or more")])
def test_figures_that_cannot_be_are_told_with_their_round(cell: str, said: str) -> None:
    text = f"match_id,round,player,hand,captured,went_out\nx,1,Noah,{cell},9,1\nx,1,Isla,0,3,\n"
    (told,) = csv_file.read(text.encode(), "sheet.csv")
    assert isinstance(told, RecordError)
    assert "round 1" in str(told)
    assert said in str(told)


def test_rounds_that_a_table_lacks_are_told() -> None:
    (parsed,) = csv_file.read((LONG + "m,4,Noah,9,20,1,,,\nm,5,Isla,5,16,1,,,\n").encode(), "sheet.csv")
    assert isinstance(parsed, ParsedMatch)
    assert parsed.remarks == ("round 4 of the table is read as round 1",)


def test_columns_that_are_none_of_a_scoresheet_are_told() -> None:
    table = "match_id,round,player,hand,captured,went_out,wager,mood\nm,1,Noah,9,20,1,30,good\nm,1,Isla,,16,,,\n"
    (parsed,) = csv_file.read(table.encode(), "sheet.csv")
    assert isinstance(parsed, ParsedMatch)
    assert parsed.remarks == ("these columns are skipped: wager, mood",)
    wide = "match_id,round,Noah hand,Noah captured,Noah went_out,Noah wager\nm,1,9,20,1,30\n"
    (parsed,) = csv_file.read(wide.encode(), "sheet.csv")
    assert isinstance(parsed, ParsedMatch)
    assert parsed.remarks == ("these columns are skipped: Noah wager",)


LONG = "match_id,round,player,hand,captured,went_out,game_total,variant,notes\n"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (LONG + "m,1,Noah,9,20,1,,,\nm,1,Isla,3,16,,,,\n", "round 1: Isla has a 'hand' but no place in 'went_out'"),
        (LONG + "m,1,Noah,9,20,1,,,\nm,1,Isla,,16,,,,,7\n", "line 3: it has more cells than the heading line"),
        (
            LONG + "m,1,Noah,9,20,1,,neeps,\nm,1,Isla,,16,,,tatties,\n",
            "line 3: the column 'variant' differs from an earlier line",
        ),
        (
            LONG + "m,1,Noah,9,20,1,,,one\nm,1,Isla,,16,,,,two\n",
            "line 3: the column 'notes' differs from an earlier line",
        ),
        (
            "match_id,round,Noah hand,Noah captured,Noah went_out,Isla captured\nm,1,9,20,1,16\n",
            "line 2: there is a column 'Isla captured' but no 'Isla hand'",
        ),
    ],
)
def test_a_table_that_contradicts_itself_is_refused_with_its_line(table: str, said: str) -> None:
    try:
        (found,) = csv_file.read(table.encode(), "sheet.csv")
    except RecordError as refused:
        found = refused
    assert isinstance(found, RecordError)
    assert said in str(found)


def test_a_note_on_the_first_row_of_a_round_alone_is_kept() -> None:
    (found,) = csv_file.read((LONG + "m,1,Noah,9,20,1,,,windy\nm,1,Isla,,16,,,,\n").encode(), "sheet.csv")
    assert isinstance(found, ParsedMatch)
    assert found.fields["rounds"][0].notes == "windy"
