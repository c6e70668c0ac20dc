"""What a text or a table says of a match is read or told; what contradicts itself is refused."""

import pytest

from haggis_cli.exchange.formats import csv_file
from haggis_cli.exchange.formats.text import loose_text as loose
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.exchange.resolution import ImportOptions, resolve_match
from haggis_cli.matches.model import RoundRecord
from haggis_cli.support.errors import RecordError
from tests.support.paths import ROOT

HEAD = "Players: Noah, Isla\nVariant: two-player\n"
FIGURES = "Noah: out 9, cards 20\nIsla: cards 16\n"


def read(text: str) -> tuple[list[RoundRecord], tuple[str, ...]]:
    (parsed,) = loose.read(HEAD + text, "chat.txt")
    assert isinstance(parsed, ParsedMatch)
    return resolve_match(parsed, ImportOptions()).file.record.rounds, parsed.remarks


@pytest.mark.parametrize("bet", ["Noah: bet big", "Noah bets big", "Noah: bet 30"])
@pytest.mark.parametrize("before", [True, False])
def test_a_bet_on_a_line_of_its_own_is_a_figure_among_figures(bet: str, before: bool) -> None:
    (played,), remarks = read(f"{bet}\n{FIGURES}" if before else f"{FIGURES}{bet}\n")
    assert played.table is not None
    assert (played.table.bets, played.table.hands, played.table.captured) == (
        {"Noah": 30},
        {"Noah": 9},
        {"Noah": 20, "Isla": 16},
    )
    assert remarks == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Isla: cards 15", "line 5: 'Isla: cards 15': the cards of Isla stand there already, 16: keep one of the two"),
        ("Noah: captured 20", "line 5: 'Noah: captured 20': the cards of Noah stand there already, 20"),
        ("Noah: out 8", "Noah has gone out already: keep one of the two"),
        ("Isla: out1 8", "somebody has gone out as number 1 already: say out1, out2 in their order"),
        ("Noah: bet 15, bid big", "a bid stands there already: keep the one that counted"),
        ("Isla: bid 15\nNoah: bid big", "a bid stands there already: keep the one that counted"),
        (
            "Isla: 4r 4g",
            "line 5: 'Isla: 4r 4g' is a play, and line 3: 'Noah: out 9, cards 20' gives the figures of the same round",
        ),
        ("Isla passes", "line 5: 'Isla: pass' is a play"),
        ("Left over\nIsla: cards 15", "line 6: 'Isla: cards 15': the cards of Isla stand there already"),
    ],
)
def test_figures_that_contradict_each_other_are_refused_with_their_line(line: str, said: str) -> None:
    with pytest.raises(RecordError) as refused:
        read(FIGURES + line)
    assert said in str(refused.value)


def test_who_goes_out_without_a_number_has_the_first_place_that_is_free() -> None:
    (played,), _ = read("Noah: out2, cards 20\nIsla: out 3, cards 16\n")
    assert played.table is not None
    assert played.table.out == ["Isla", "Noah"]


def test_lines_after_what_was_left_over_are_read_or_told() -> None:
    (played,), remarks = read("Isla: 4r 4g\nLeft over\nNoah bets big\nNoah: 5r 6g\nand he was angry\n")
    assert played.events == ["Isla: 4r 4g", "Noah: bet big"]
    assert played.notes == "Noah: 5r 6g\nand he was angry"
    assert len(remarks) == 2
    (played,), remarks = read(f"{FIGURES}Left over:\nNoah: bet big\n")
    assert (played.table and played.table.bets, remarks) == ({"Noah": 30}, ())


def test_a_trick_and_its_first_play_may_share_a_line() -> None:
    (played,), remarks = read("Trick 1: Isla 4r 4g\nNoah: 5r  5g\nTrick 2\nNoah: 6r\n")
    assert (played.events, remarks) == (["Isla: 4r 4g", "Noah: 5r 5g", "Noah: 6r"], ())


def test_plays_behind_an_arrow_are_told() -> None:
    (played,), remarks = read("Isla: 4r 4g\nNoah: 5r → Isla: 6r\n→ Noah: 7r\nNoah passes → Isla captures 2 cards\n")
    assert played.events == ["Isla: 4r 4g", "Noah: pass"]
    assert played.notes == "Noah: 5r → Isla: 6r\n→ Noah: 7r"
    assert len(remarks) == 2


def test_a_round_of_which_nothing_is_known_is_told_and_its_notes_are_kept() -> None:
    text = f"Round 1\n{FIGURES}Round 2\nnobody wrote it down\nRound 3\n{FIGURES}"
    (parsed,) = loose.read(HEAD + text, "chat.txt")
    assert isinstance(parsed, ParsedMatch)
    assert len(parsed.fields["rounds"]) == 2
    assert parsed.fields["notes"] == "nobody wrote it down"
    assert parsed.remarks[0] == "round 2 has neither plays nor figures and is left out"


@pytest.mark.parametrize("line", ["Goal: 250 points or 6 rounds", "Date: soon"])
def test_a_word_on_the_match_that_cannot_be_read_is_told(line: str) -> None:
    (parsed,) = loose.read(f"{HEAD}{line}\n{FIGURES}", "chat.txt")
    assert isinstance(parsed, ParsedMatch)
    assert (parsed.fields["notes"], parsed.fields["variant"]) == (line, "two-player")
    assert parsed.remarks == (f"line 3: '{line}' is no event: kept as a note",)


@pytest.mark.parametrize(
    ("lines", "before"),
    [
        (("Variant: neeps",), 2),
        (("Players: Noah, Rory",), 1),
        (("Goal: 250", "Goal: 350"), 3),
        (("Date: 2026-01-01", "Date: 2026-02-02"), 3),
        (("Lead: Noah", "Leader: Isla"), 3),
    ],
)
def test_two_words_on_the_match_that_differ_are_refused(lines: tuple[str, ...], before: int) -> None:
    said = f"chat.txt: line {2 + len(lines)}: '{lines[-1]}': line {before} says something else: keep one of the two"
    with pytest.raises(RecordError) as refused:
        loose.read(HEAD + "\n".join(lines) + f"\n{FIGURES}", "chat.txt")
    assert str(refused.value) == said


def test_a_word_on_the_match_may_be_said_again() -> None:
    text = f"{HEAD}Goal: 250\nplayers: Noah and Isla\nGoal: 250 points\n{FIGURES}"
    (parsed,) = loose.read(text, "chat.txt")
    assert isinstance(parsed, ParsedMatch)
    assert parsed.remarks == ()


@pytest.mark.parametrize("end", [": Noah 50, Isla 30", " Noah: bet big", ", 20 points to Noah"])
def test_what_stands_behind_the_number_of_a_round_is_told(end: str) -> None:
    (played,), remarks = read(f"Round 1{end}\n{FIGURES}")
    assert played.notes == f"Round 1{end}"
    assert remarks == (f"line 3: 'Round 1{end}' is no event: kept as a note",)


@pytest.mark.parametrize("end", ["", ":", " ---", ", Noah to lead", ", typed in"])
def test_what_log_prints_behind_it_follows_from_the_round(end: str) -> None:
    assert read(f"Round 1{end}\n{FIGURES}")[1] == ()


@pytest.mark.parametrize(
    ("numbers", "told"),
    [((1, 2), []), ((1, 5, 6), [(5, 2)]), ((2, 1), [(2, 1), (1, 2)]), ((1, 1), [(1, 2)]), ((4,), [(4, 1)])],
)
def test_rounds_that_are_missing_or_stand_twice_are_told(numbers: tuple[int, ...], told: list[tuple[int, int]]) -> None:
    rounds, remarks = read("".join(f"Round {number}\n{FIGURES}" for number in numbers))
    assert len(rounds) == len(numbers)
    assert list(remarks) == [f"'Round {number}' of the text is read as round {place}" for number, place in told]


@pytest.mark.parametrize(
    "line", ["Noah goes out first with 8 cards", "→ Noah captures 9 cards", "Isla: 5 cards to Noah"]
)
def test_what_follows_from_plays_is_told_where_there_are_none(line: str) -> None:
    (played,), remarks = read(f"{FIGURES}{line}\n")
    assert (played.notes, len(remarks)) == (line, 1)
    assert read(f"Isla: 4r 4g\n{line}\n")[1] == ()


def test_what_log_prints_of_a_round_leaves_three_lines_to_tell() -> None:
    text = (ROOT / "tests" / "golden" / "log-known-80.txt").read_text()
    (parsed,) = loose.read(text, "log.txt")
    assert isinstance(parsed, ParsedMatch)
    assert len(parsed.fields["rounds"][0].events) == 26
    assert [remark.partition(":")[0] for remark in parsed.remarks] == ["line 1", "line 2", "line 50"]


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
