"""Changes to a match file: spliced in they leave every other byte, written anew every other value."""

from collections.abc import Callable
from itertools import count

import pytest

from haggis_cli.matches.model import RoundRecord, TableRecord
from haggis_cli.matches.toml.changes import (
    RewrittenText,
    round_block,
    with_event_changed,
    with_event_inserted,
    with_events,
    with_rated_flag,
    with_round,
    with_round_block,
    without_event,
    without_last_event,
    without_last_round,
)
from haggis_cli.matches.toml.match_file import MatchFile, render_match, render_round
from haggis_cli.matches.toml.text_edits import CannotSplice
from haggis_cli.support.errors import RecordError
from tests.support.haggis import header

HEAD = header(goal="points = 250", lead="")
PLAYED = 'events = ["Noah: 4r", "Isla: 5r", "Noah: 6r", "Isla: pass", "Noah: 7r"]'
DEAL = 'deal = { hands = { Noah = "4r 6r 7r", Isla = "5r" } }'
TABLE = 'table = { out = ["Noah"], hands = { Isla = 3 }, captured = {} }'
LAST = 'events = ["Isla: 2r", "Noah: 3r", "Isla: 4g"]'
BLOCKS = f"""{HEAD}# the long one
[[rounds]]
{PLAYED} # with the seven
{DEAL}

[[rounds]]
{TABLE}

[[rounds]]
{LAST}
"""
ONE_LIST = f"{HEAD}rounds = [\n  {{ {PLAYED}, {DEAL} }},\n  {{ {TABLE} }},\n  {{ {LAST} }},\n]\n"
COMMENTED = ONE_LIST.replace("rounds = [", "rounds = [ # ours")
TYPED = RoundRecord(table=TableRecord(out=["Isla"], hands={"Noah": 2}, captured={"Isla": 5}), notes="quick")

Change = Callable[[MatchFile], str]

# What is changed, and which text of BLOCKS becomes which.
ROUNDS: list[tuple[Change, str, str]] = [
    (lambda file: with_round(file, TYPED), f"{LAST}\n", f"{LAST}\n\n{render_round(TYPED)}"),
    (without_last_round, f"\n[[rounds]]\n{LAST}\n", ""),
]
EVENTS: list[tuple[Change, str, str]] = [
    (lambda file: with_events(file, ["Noah: a", "Isla: #"]), '"Isla: 4g"', '"Isla: 4g", "Noah: a", "Isla: #"'),
    (without_last_event, ', "Isla: 4g"', ""),
    (lambda file: with_event_changed(file, 0, 1, "Isla: 9y"), '"Isla: 5r"', '"Isla: 9y"'),
    (lambda file: with_event_inserted(file, 0, 1, "Isla: 9y"), '"Isla: 5r"', '"Isla: 9y", "Isla: 5r"'),
    (lambda file: without_event(file, 0, 1), '"Isla: 5r", ', ""),
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


@pytest.mark.usefixtures("nothing_can_be_spliced")
@pytest.mark.parametrize("change", [change for change, _, _ in ROUNDS + EVENTS])
def test_a_file_with_a_comment_is_not_written_anew(change: Change) -> None:
    with pytest.raises(RecordError) as caught:
        change(opened(COMMENTED))
    assert str(caught.value) == (
        r"f\x1b.toml: line 7: the rounds are not written as [[rounds]] blocks, and writing them so would lose the "
        "comments: change that with 'haggis edit' first; nothing was saved"
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
    assert with_rated_flag(opened(text), False) == unrated
    assert with_rated_flag(opened(unrated), True) == unrated.replace("false", "true")


@pytest.mark.usefixtures("nothing_can_be_spliced")
def test_whether_the_match_counts_is_for_the_editor_where_it_cannot_be_spliced_in() -> None:
    with pytest.raises(RecordError) as caught:
        with_rated_flag(opened(BLOCKS), False)
    assert str(caught.value) == r"f\x1b.toml: no: 'haggis edit' opens it"
