"""What a match file may say, and how every complaint names file, line and key (contract, Match file)."""

import pytest
from pydantic import ValidationError

from haggis_cli.matches.heading import render_moment
from haggis_cli.matches.model import MatchRecord, check_name
from haggis_cli.matches.model import validation_messages as all_complaints
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import add_markers
from haggis_cli.support.errors import RecordError
from tests.support.haggis import header
from tests.support.rows import read_rows

HEAD = {
    "format": "1",
    "id": '"friday"',
    "variant": '"two-player"',
    "created": "2026-11-21T19:30:00Z",
    "players": '["Noah", "Isla"]',
    "goal": "{ points = 250 }",
}
YEARS = "'created': a match is from the years 1900 to 2999"
NEWER = "but this version of haggis reads format 1: use a newer version"
LONG = "a value too long to show"
GOAL = (
    "'goal': a goal is exactly one of points, rounds and rounds won: { points = 250 }, { rounds = 6 } or "
    "{ round_wins = 3 }"
)
WHEN = "a date and time like 2026-11-21T19:30:00Z"


def text_of(more: str = "", /, **changed: str | None) -> str:
    """A match file with some of its first six lines changed or left out (None), and more at its end."""
    lines = {**HEAD, **changed}
    return "".join(f"{key} = {value}\n" for key, value in lines.items() if value is not None) + more


def complaints(text: str) -> list[str]:
    with pytest.raises(RecordError) as caught:
        MatchFile(text.encode(), "f.toml")
    lines = str(caught.value).split("\n")
    assert all(line.startswith("f.toml: line ") for line in lines)
    return [line.removeprefix("f.toml: line ") for line in lines]


def test_the_smallest_match() -> None:
    record = MatchFile(text_of().encode(), "f.toml").record
    assert (record.format, record.players, record.goal.points, record.rounds) == (1, ["Noah", "Isla"], 250, [])
    assert (record.teams, record.lead, record.dealer, record.suits, record.notes, record.closed) == (
        [], None, None, None, "", False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        *read_rows(__file__, "refused_keys.txt"),
        ("id", f'"{"x" * 201}"', "2: 'id' has 200 characters at most"),
        ("created", '"today"', f"4: 'created' must be {WHEN}, not 'today'"),
        ("created", "2026-11-21", f"4: 'created' must be {WHEN}, not 2026-11-21"),
        ("created", "1899-12-31T23:59:59Z", f"4: {YEARS}"),
        ("created", "3000-01-01T00:00:00Z", f"4: {YEARS}"),
        ("players", str(list("abcdefghi")).replace("'", '"'), "5: 'players' holds 8 at most"),
        ("players", f'["Noah", "{"x" * 41}"]', "5: 'players.2': a name has 1 to 40 characters"),
        ("goal", "{}", f"6: {GOAL}"),
        ("goal", "{ points = 1, rounds = 1 }", f"6: {GOAL}"),
        ("format", f"0x1{'0' * 5000}", f"1: this file has format {LONG}, {NEWER}"),
        ("closed", f"0x1{'0' * 5000}", f"7: 'closed' must be true or false, not {LONG}"),
        ("closed", f"[[0x1{'0' * 5000}]]", f"7: 'closed' must be true or false, not {LONG}"),
        ("closed", f"{'[' * 200}{']' * 200}", f"7: 'closed' must be true or false, not {'[' * 57}..."),
        ("x" * 100, "5", f"7: unknown key '{'x' * 57}...'"),
        ("x" * 61, "5", f"7: unknown key '{'x' * 57}...'"),
        ("x" * 60, "5", f"7: unknown key '{'x' * 60}'"),
        ("suits", f'"{"x" * 501}"', "7: 'suits' has 500 characters at most"),
        ("options", f"{{ {'x' * 501} = true }}", f"7: 'options.{'x' * 49}...' has 500 characters at most"),
    ],
)  # fmt: skip
def test_a_complaint_names_line_and_key_and_what_would_be_right(key: str, value: str, complaint: str) -> None:
    assert complaints(text_of(**{key: value})) == [complaint]


def test_a_newer_format_is_told_with_the_line_where_it_stands() -> None:
    assert complaints(text_of("format = 2\n", format=None)) == [f"6: this file has format 2, {NEWER}"]


@pytest.mark.parametrize("moment", ["2026-11-21T19:30:00Z", "2026-11-21T19:30:00+00:00", "2026-11-21T19:30:00+01:00"])
def test_a_moment_stays_as_it_was_written(moment: str) -> None:
    assert render_moment(MatchFile(text_of(created=moment).encode(), "f.toml").record.created) == moment


def test_an_empty_file_is_told_as_one() -> None:
    assert complaints("") == ["1: the file is empty (0 bytes): replace it with a copy of the match"]


@pytest.mark.parametrize("key", list(HEAD))
def test_what_is_missing_is_named(key: str) -> None:
    begin = ": begin with 'format = 1'" if key == "format" else ""
    assert complaints(text_of(**{key: None})) == [f"1: the key '{key}' is missing{begin}"]


@pytest.mark.parametrize(
    ("players", "name"),
    [
        ('["Noah", "nOAH"]', "nOAH"),
        ('["Stra\u00dfe", "STRASSE"]', "STRASSE"),
        ('["Zo\u00eb", "Zoe\u0308"]', "Zoe\u0308"),
    ],
)
def test_names_that_look_alike_are_one_name_twice(players: str, name: str) -> None:
    assert complaints(text_of(players=players)) == [f"5: 'players': {name} appears twice: all names must be different"]


def test_names_differ_where_only_capitals_look_alike() -> None:
    """Capital letters of `i` and of the `\u0131` without a dot are the same; players type neither of them so."""
    assert MatchFile(text_of(players='["Ida", "\u0131da"]').encode(), "f.toml").record.players == ["Ida", "\u0131da"]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        *(
            (text.split(" ; ") if text else [], complaint)
            for text, complaint in read_rows(__file__, "refused_rounds.txt")
        ),
        (["event = []"], "9: unknown key 'rounds.1.event': did you mean 'events'?"),
        (
            ["events = [", '  "Noah: 7r",', f'  "{"x" * 501}",', "]"],
            "11: 'rounds.1.events.2' has 500 characters at most",
        ),
        (
            ["events = []", "[rounds.deal]", f"haggis = '{'x' * 501}'", "[rounds.deal.hands]"],
            "11: 'rounds.1.deal.haggis' has 500 characters at most",
        ),
        (
            ["events = []", "[rounds.deal.hands]", *(f"{name} = ''" for name in "abcdefghi")],
            "10: 'rounds.1.deal.hands' holds 8 at most",
        ),
        (
            ["[rounds.table]", "out = ['a']", "captured = {}", "[rounds.table.hands]", *(f"{n} = 1" for n in range(9))],
            "12: 'rounds.1.table.hands' holds 8 at most",
        ),
    ],
)
def test_a_complaint_about_a_round(lines: list[str], complaint: str) -> None:
    more = "\n[[rounds]]\n" + "".join(f"{line}\n" for line in lines if line)
    found = complaints(text_of(more))
    if lines == ["event = []"]:  # the misspelt key, and with it what is then missing
        assert complaint in found
    else:
        assert found == [complaint]


def test_every_complaint_is_told_at_once_in_the_order_of_the_file_but_not_hundreds() -> None:
    assert complaints(text_of(id="5", variant="6", goal="7")) == [
        "2: 'id' must be text in quotation marks, not 5",
        "3: 'variant' must be text in quotation marks, not 6",
        "6: 'goal' must be a table of keys, not 7",
    ]
    with pytest.raises(RecordError) as caught:
        MatchFile(text_of("\n[[rounds]]\n" * 50).encode(), "f.toml")
    lines = str(caught.value).split("\n")
    assert len(lines) == 21
    assert lines[-1] == "f.toml: and 30 more"
    assert len(complaints(text_of("\n[[rounds]]\n" * 20))) == 20
    assert complaints(text_of("bots = { Noah = 'easy' }\n", players="5")) == [
        "5: 'players' must be a list in [ ], not 5"
    ]


def test_where_lines_are_not_known_the_key_alone_is_named() -> None:
    with pytest.raises(ValidationError) as caught:
        MatchRecord.model_validate({**MatchFile(text_of().encode(), "f.toml").record.model_dump(), "id": 5})
    (said,) = all_complaints(caught.value, "f\x1b.json")
    assert str(RecordError(said)) == r"f\x1b.json: 'id' must be text in quotation marks, not 5"


def test_what_is_wrong_with_the_whole_is_said_without_a_key() -> None:
    with pytest.raises(ValidationError) as caught:
        MatchRecord.model_validate_json("{")
    (said,) = all_complaints(caught.value, "f.json")
    assert said.startswith("f.json: Invalid JSON: EOF while parsing")


def test_nothing_from_the_file_steers_the_terminal() -> None:
    with pytest.raises(RecordError) as caught:
        MatchFile(text_of(suits='["\\u001b[2J\\u202e"]').encode(), "f\x1b[1m.toml")
    assert "\x1b" not in str(caught.value)
    assert "\u202e" not in str(caught.value)


@pytest.mark.parametrize("name", ["x" * 40, "李雷", "Zoë", "O'Brien", "🦊", "a#b", '"', "\\", "1", "عمر"])
def test_names_of_all_kinds(name: str) -> None:
    assert check_name(f"  {name}\t") == name


HEADER = header('"Noah", "Mary Ann"', "points = 250")


def read(bots: str) -> MatchFile:
    return MatchFile(f"{HEADER}bots = {bots}\n".encode(), "friday.toml")


def test_it_is_read_and_written_as_it_was() -> None:
    file = read('{ Noah = "easy", "Mary Ann" = "hard" }')
    assert file.record.bots == {"Noah": "easy", "Mary Ann": "hard"}
    assert render_match(file.record) == add_markers(file.text)


def test_without_it_nobody_is_played_by_the_computer_and_nothing_is_written() -> None:
    file = MatchFile(HEADER.encode(), "friday.toml")
    assert file.record.bots == {}
    assert render_match(file.record) == add_markers(HEADER)


def test_a_level_of_another_haggis_is_kept() -> None:
    assert read('{ Noah = "superb" }').record.bots == {"Noah": "superb"}


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ('{ Rory = "easy" }', "line 8: 'bots': Rory is not one of the players"),
        ("{ Noah = 3 }", "line 8: 'bots.Noah' must be text in quotation marks, not 3"),
        ('{ Noah = "" }', "line 8: 'bots.Noah' must not be empty"),
        ('["Noah"]', "line 8: 'bots' must be a table of keys, not ['Noah']"),
    ],
)
def test_what_cannot_be_is_told_with_its_line(bots: str, message: str) -> None:
    with pytest.raises(RecordError) as refusal:
        read(bots)
    assert str(refusal.value) == f"friday.toml: {message}"
