"""What a table says of a match is read or told; what contradicts itself is refused."""

import pytest

from haggis_cli.exchange.formats import csv_file
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.support.errors import RecordError


def test_rounds_that_a_table_lacks_are_told() -> None:
    (parsed,) = csv_file.read((LONG + "m,4,Noah,9,20,1,,,\nm,5,Isla,5,16,1,,,\n").encode(), "sheet.csv")
    assert isinstance(parsed, ParsedMatch)
    assert parsed.remarks == ("round 4 of the table is read as round 1",)


def test_columns_that_are_none_of_a_scoresheet_are_told() -> None:
    table = "match_id,round,player,hand,captured,went_out,wager,mood\nm,1,Noah,9,20,1,30,good\nm,1,Isla,,16,,,\n"
    (parsed,) = csv_file.read(table.encode(), "sheet.csv")
    assert isinstance(parsed, ParsedMatch)
    assert parsed.remarks == ("these columns are not read: wager, mood",)
    wide = "match_id,round,Noah hand,Noah captured,Noah went_out,Noah wager\nm,1,9,20,1,30\n"
    (parsed,) = csv_file.read(wide.encode(), "sheet.csv")
    assert isinstance(parsed, ParsedMatch)
    assert parsed.remarks == ("these columns are not read: Noah wager",)


LONG = "match_id,round,player,hand,captured,went_out,game_total,variant,notes\n"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (LONG + "m,1,Noah,9,20,1,,,\nm,1,Isla,3,16,,,,\n", "round 1: Isla has a 'hand', and no place in 'went_out'"),
        (LONG + "m,1,Noah,9,20,1,,,\nm,1,Isla,,16,,,,,7\n", "line 3: it has more cells than the line of headings"),
        (
            LONG + "m,1,Noah,9,20,1,,neeps,\nm,1,Isla,,16,,,tatties,\n",
            "line 3: the column 'variant' says something else",
        ),
        (LONG + "m,1,Noah,9,20,1,,,one\nm,1,Isla,,16,,,,two\n", "line 3: the column 'notes' says something else"),
        (
            "match_id,round,Noah hand,Noah captured,Noah went_out,Isla captured\nm,1,9,20,1,16\n",
            "line 2: beside the column 'Isla captured' the column 'Isla hand' is missing",
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
