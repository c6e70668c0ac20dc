"""What undo and redo would do is told beforehand in the very words that they tell afterwards."""

import pytest

from haggis_cli.book.corrections.amending import describe_redo, describe_undo, redo, undo
from haggis_cli.book.match import OpenMatch, open_match
from tests.support.haggis import Haggis

ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")
OTHER = ("Noah: out 9, cards 12", "Isla: cards 24")
HISTORIES: dict[str, list[tuple[str, ...]]] = {
    "a round": [("score", *ROUND)],
    "an event": [("record", "Noah: 4r 5r 6r", "Isla: pass")],
    "the only event": [("record", "Noah: 4r 5r 6r")],
    "a correction": [("score", *ROUND), ("score", "--round", "1", *OTHER)],
    "a round after a correction": [("score", *ROUND), ("score", "--round", "1", *OTHER), ("score", *ROUND)],
}


def opened(haggis: Haggis) -> OpenMatch:
    return open_match("friday", str(haggis.home))


@pytest.mark.parametrize("history", HISTORIES)
def test_it_is_told_as_it_is_done(haggis: Haggis, history: str) -> None:
    haggis.new()
    for words in HISTORIES[history]:
        haggis.ok(*words)
    foretold = describe_undo(opened(haggis))
    assert foretold == undo(opened(haggis))[1]
    foretold = describe_redo(opened(haggis))
    assert foretold == redo(opened(haggis))[1]


def test_where_there_is_nothing_nothing_is_told(haggis: Haggis) -> None:
    haggis.new()
    assert describe_undo(opened(haggis)) is None
    assert describe_redo(opened(haggis)) is None
