"""A command that is advised can be typed as it stands: it names the match where another one is the current one."""

from collections.abc import Sequence

import pytest

from tests.support.haggis import Haggis, start_table


@pytest.fixture
def other(haggis: Haggis) -> Haggis:
    """A match `friday` with an event, and another that is the current one."""
    start_table(haggis, "two-player", "Noah", "Isla", lead="Noah")
    haggis.ok("record", "Noah: 7r")
    haggis.ok("new", "--variant", "two-player", "-p", "Ann", "-p", "Bob", "--lead", "Ann", "--name", "saturday")
    return haggis


@pytest.mark.parametrize(
    ("words", "hint", "in_current"),
    [
        (["record", "friday", "--amend", "9", "pass"], "'haggis log friday --events' counts", "'haggis log --events'"),
        (["edit", "friday", "--lead", "random"], "'haggis undo friday' takes it back", "'haggis undo' takes it back"),
    ],
)
def test_a_refusal_names_it(other: Haggis, words: Sequence[str], hint: str, in_current: str) -> None:
    assert hint in other(*words).err
    other.ok("record", "friday", "Isla: pass")
    assert in_current in other(*words).err


def test_a_round_typed_in_is_put_right_by_a_command_that_names_it(other: Haggis) -> None:
    other.ok("undo", "friday", "--round")
    other.ok("score", "friday", "Noah: out 8, cards 12", "Isla: cards 24")
    other.ok("record", "saturday", "Ann: 7r")
    refused = other("record", "friday", "--round", "1", "--amend", "1", "pass").err
    assert "put it right with 'haggis score friday --round 1'" in refused


def test_the_goodbye_of_play_names_it(haggis: Haggis) -> None:
    for name in ("first", "second"):
        haggis.ok("play", "--variant", "two-player", "-p", "Noah", "-b", "easy", "--name", name, stdin="quit\n")
    assert "'haggis play first' goes on" in haggis("play", "first", stdin="quit\n").err
    assert "'haggis play' goes on" in haggis("play", "second", stdin="quit\n").err
