"""JSON and the strict text say everything that a match file says, and give it back, whatever the variant."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cli.exchange.files import detect_format
from haggis_cli.exchange.formats import transcript, whole_matches
from haggis_cli.exchange.known_formats import FORMATS
from haggis_cli.exchange.parsed_match import ImportOptions, OutgoingMatch, ParsedMatch, resolve_match, to_typed_in_match
from haggis_cli.matches.model import DealRecord, FinalRecord, GoalRecord, MatchRecord, RoundRecord, TableRecord
from haggis_cli.referee.report import Report
from haggis_cli.sheets.sheet import note_lines
from haggis_cli.support.errors import RecordError
from tests.support.matches import DISPUTES, EXAMPLES, GAMES, NAMES, example, played_matches

# Whatever TOML can hold: quotes, line ends, escapes, colons, what looks like another value or another line.
TEXTS = st.one_of(
    st.sampled_from(
        ["", " ", "true", "false", "12", '"', '"x"', "a: b", " x ", "- x", "1. Noah: pass", "note: x", "Round 2", "#"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)


NUMBERS = st.integers(0, 10_000)


MOMENTS = st.datetimes(
    datetime(1970, 1, 1),
    datetime(2100, 1, 1),
    timezones=st.sampled_from([None, UTC, timezone(timedelta(hours=5, minutes=30))]),
)


FIGURES = st.dictionaries(st.one_of(NAMES, TEXTS), NUMBERS, max_size=4)


TABLES = st.builds(
    TableRecord,
    out=st.lists(NAMES, min_size=1, max_size=4),
    hands=FIGURES,
    captured=FIGURES,
    bets=FIGURES,
    shepherd=st.none() | NAMES,
    bid=st.none() | NUMBERS,
)


DEALS = st.builds(DealRecord, haggis=TEXTS, hands=st.dictionaries(st.one_of(NAMES, TEXTS), TEXTS, max_size=3))


ROUNDS = st.one_of(
    st.builds(RoundRecord, events=st.lists(TEXTS, max_size=4), deal=st.none() | DEALS, notes=TEXTS),
    st.builds(RoundRecord, table=TABLES, notes=TEXTS),
)


def finals(players: list[str]) -> st.SearchStrategy[FinalRecord]:
    """Whatever can be known of how a match of these players ended."""
    return st.builds(
        FinalRecord,
        scores=st.dictionaries(st.sampled_from(players), st.integers(-1_000_000, 1_000_000)),
        won=st.lists(st.sampled_from(players), max_size=2),
        place=st.none() | TEXTS.filter(bool),
        minutes=st.none() | st.integers(1, 100_000),
        board=st.none() | TEXTS.filter(bool),
        bgstats=st.none() | TEXTS.filter(bool),
        bgg=st.none() | st.integers(1, 2**63 - 1),
    )


@st.composite
def matches(draw: st.DrawFn) -> MatchRecord:
    """Any match that a match file can say, legal or not."""
    players = draw(st.lists(NAMES, min_size=2, max_size=4, unique_by=str.casefold))
    final = draw(st.none() | finals(players))
    return MatchRecord(
        id=draw(TEXTS.filter(bool)),
        variant=draw(TEXTS.filter(bool)),
        created=draw(MOMENTS),
        players=players,
        teams=draw(st.lists(NAMES, max_size=2, unique_by=str.casefold)),
        goal=draw(st.builds(GoalRecord, points=st.integers(1, 99)) | st.builds(GoalRecord, rounds=st.integers(1, 99))),
        lead=draw(st.none() | NAMES),
        dealer=draw(st.none() | NAMES),
        suits=draw(st.none() | TEXTS.filter(bool)),  # an empty one is not written
        notes=draw(TEXTS),
        closed=draw(st.booleans()),
        rated=draw(st.booleans()),
        bots=draw(st.dictionaries(st.sampled_from(players), TEXTS.filter(bool), max_size=2)),
        options=draw(st.dictionaries(TEXTS, st.booleans() | TEXTS, max_size=3)),
        final=final,
        rounds=draw(st.lists(ROUNDS, max_size=0 if final else 3)),
    )


def record_of(told: ParsedMatch | RecordError) -> MatchRecord:
    assert isinstance(told, ParsedMatch), told
    assert told.file is not None
    return told.file.record


@pytest.mark.slow
@given(matches())
def test_any_match_comes_back_from_the_strict_text_as_it_was(match: MatchRecord) -> None:
    text = transcript.render(match)
    (told,) = transcript.read_text(text, "friday.txt")
    assert record_of(told) == match


@pytest.mark.slow
@given(matches())
def test_any_match_comes_back_from_json_as_it_was(match: MatchRecord) -> None:
    (told,) = whole_matches.read_json(json.dumps(whole_matches.match_object(match)).encode(), "friday.json")
    assert record_of(told) == match


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", [*EXAMPLES, *DISPUTES], ids=lambda path: path.stem)
def test_every_example_comes_back_from_both(path: Path) -> None:
    match = example(path).record
    (told,) = transcript.read_text(transcript.render(match), "a")
    assert record_of(told) == match
    (told,) = whole_matches.read_json(json.dumps(whole_matches.match_object(match)).encode(), "a")
    assert record_of(told) == match


@pytest.mark.parametrize("name", ["json", "text"])
def test_many_matches_in_one_file_come_back_in_their_order(name: str) -> None:
    files = [example(path) for path in EXAMPLES]
    data = FORMATS[name].render([OutgoingMatch("x", file, None) for file in files], many=True)
    form = detect_format(data, "-")
    assert form.name == name
    assert [record_of(told) for told in form.read(data, "-")] == [file.record for file in files]


def test_the_strict_text_survives_what_a_comment_field_does_to_it() -> None:
    match = example(EXAMPLES[0]).record
    worn = "Played at Isla's!\n\n" + "\n".join(f"  {line}  " for line in transcript.render(match).split("\n"))
    assert [record_of(told) for told in transcript.read_text(f"{worn}\nWhat a match!\n", "a")] == [match]


def test_a_mistake_in_a_later_match_is_told_with_its_line_in_the_file() -> None:
    whole = transcript.render(example(EXAMPLES[0]).record)
    text = f"hello\n{whole}\n{whole.replace('goal: ', 'gaol: ')}"
    good, bad = transcript.read_text(text, "a.txt")
    assert isinstance(good, ParsedMatch)
    line = 1 + next(n for n, each in enumerate(text.split("\n")) if each.startswith("gaol: "))
    assert str(bad).startswith(f"a.txt: line {line}: 'gaol: ")


def test_a_text_that_was_cut_off_is_no_shorter_match() -> None:
    text = transcript.render(example(EXAMPLES[0]).record)
    (told,) = transcript.read_text(text[: text.rindex("\nRound")], "a.txt")
    assert isinstance(told, RecordError)
    assert str(told) == "a.txt: the text of the match is cut off: it must end with the line 'End of match'"


@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        ("goal: 250 points", "goal: lots", "a goal is '250 points', '6 rounds'"),
        ("lead: Noah", "laed: Noah", "there is no such key"),
        ("lead: Noah", "lead", "a line must be KEY: VALUE"),
        ("lead: Noah", "lead: Noah\nlead: Isla", "this key appears twice"),
        ("Round 1, typed in", "Round 2, typed in", "round 1 is expected here"),
        ("- Noah: out1, hand 9, cards 20", "- Noah: out1, hand 9, card 20", "'card 20' is not one of out1"),
        ("- Noah: out1, hand 9, cards 20", "Noah: out1, hand 9", "begin with a dash"),
        ("- Isla: cards 16\n\nEnd of match", "- Isla: ca", "'ca' is not one of out1"),
        ("- Noah: out1, hand 9, cards 20", "- Noah: hand 9, hand 8", "this is given twice"),
        ("- Noah: out1, hand 9, cards 20", '- "Noah: out1', "is not understood"),
    ],
)
def test_a_line_that_is_not_understood_is_named_with_what_would_be_right(line: str, wrong: str, said: str) -> None:
    text = (
        f"{transcript.HEADER}\nid: friday\nvariant: two-player\ncreated: 2026-11-21T19:30:00Z\nplayer: Noah\n"
        "player: Isla\ngoal: 250 points\nlead: Noah\n\nRound 1, typed in\n- Noah: out1, hand 9, cards 20\n"
        f"- Isla: cards 16\n\n{transcript.END}\n"
    )
    assert isinstance(transcript.read_text(text, "a.txt")[0], ParsedMatch)
    (told,) = transcript.read_text(text.replace(line, wrong), "a.txt")
    assert isinstance(told, RecordError)
    assert str(told).startswith("a.txt: line ")
    assert said in str(told)


@pytest.mark.parametrize("numbers", [(1, 3), (1, 1, 2), (2, 1), (2, 3)])
def test_events_that_are_missing_or_stand_twice_are_refused(numbers: tuple[int, ...]) -> None:
    events = "".join(f"{number}. Noah: 4r\n" for number in numbers)
    (told,) = transcript.read_text(f"{transcript.HEADER}\nid: friday\nRound 1\n{events}{transcript.END}\n", "a.txt")
    assert isinstance(told, RecordError)
    assert str(told).endswith("is expected here")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"matches": 3}', "this JSON holds no match"),
        ('{"id": "a", "id": "b"}', "the key 'id' appears twice in one object"),
        ('{"id": NaN}', "NaN is not a number"),
        ('{"id": ' + "9" * 5000 + "}", "a number has thousands of digits"),
        ("[" * 100_000, "nested too deeply"),
        ('{"id": "a"', "line 1, column 11: this is not JSON"),
    ],
)
def test_json_that_is_no_match_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said) as caught:
        whole_matches.read_json(text.encode(), "a.json")
    assert str(caught.value).startswith("a.json: ")
    assert "\n" not in str(caught.value)


def test_one_wrong_match_keeps_no_other_of_the_file_out() -> None:
    good = whole_matches.match_object(example(EXAMPLES[0]).record)
    wrong = good | {"goal": {"points": 0}, "player": []}
    told = whole_matches.read_json(json.dumps({"matches": [wrong, 3, good]}).encode(), "a.json")
    assert "a.json, match 1: 'goal.points' must be 1 or more" in str(told[0])
    assert "a.json, match 1: unknown key 'player': did you mean 'players'?" in str(told[0])
    assert str(told[1]) == "a.json, match 2: this is not an object, so it is not a match"
    assert record_of(told[2]) == example(EXAMPLES[0]).record


games = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]}-{game[1]}")


def there_and_back(report: Report, name: str, *, many: bool = False, wide: bool = False) -> MatchRecord:
    outgoing = OutgoingMatch(report.match.record.id, report.match, report)
    data = FORMATS[name].render([outgoing], many=many, wide=wide)
    form = detect_format(data, "standard input")
    assert form.name == name
    (told,) = form.read(data, "standard input")
    assert isinstance(told, ParsedMatch), told
    return resolve_match(told, ImportOptions()).whole.record


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.longest(6)
@games
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_json_and_text_and_the_match_file_lose_nothing(data: st.DataObject, game: tuple[str, int]) -> None:
    report = data.draw(played_matches(game))
    for name, many in (("toml", False), ("json", False), ("json", True), ("text", True)):
        assert there_and_back(report, name, many=many) == report.match.record


@pytest.mark.sample(3)
@pytest.mark.longest(6)
@games
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_plays_keep_the_figures_and_all_that_the_match_is(data: st.DataObject, game: tuple[str, int]) -> None:
    report = data.draw(played_matches(game))
    for name in ("bgstats", "bgg"):
        assert there_and_back(report, name) == to_typed_in_match(report)


@pytest.mark.sample(3)
@pytest.mark.longest(6)
@games
@settings(max_examples=8, deadline=None)
@given(data=st.data(), wide=st.booleans())
def test_a_table_keeps_all_but_the_lines_of_notes(data: st.DataObject, game: tuple[str, int], wide: bool) -> None:
    report = data.draw(played_matches(game))
    want = to_typed_in_match(report)
    rounds = [each.model_copy(update={"notes": on_one_line(each.notes)}) for each in want.rounds]
    told = want.model_copy(update={"rounds": rounds, "notes": on_one_line(want.notes)})
    assert there_and_back(report, "csv", wide=wide) == told


def on_one_line(notes: str) -> str:
    """A note as a cell of a table has it."""
    return " / ".join(filter(None, note_lines(notes)))
