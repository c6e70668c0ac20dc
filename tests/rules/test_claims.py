"""Which reading a play counts as, and what its player may name (rules C8)."""

import pytest

from haggis_cli.matches.notation import parse_play as read_text
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.events import Claim, Play
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.round import legal_readings, read_play, unambiguous_play
from tests.support.tables import cards, in_words, table


def counts_as(text: str, over: str | None = None) -> str:
    """The reading that the play has as a lead, or over a combination; or the code of the refusal."""
    at = table("two-player")
    beaten = read_play(at, Play(0, *read_text(over, at.deck)), None) if over else None
    assert not isinstance(beaten, Breach)
    reading = read_play(at, Play(0, *read_text(text, at.deck)), beaten)
    return reading.code if isinstance(reading, Breach) else in_words(reading)


def test_c8_answering_the_trick_fixes_the_shape() -> None:
    assert counts_as("5r J Q", over="2b 2g 2r") == "set@5"
    assert counts_as("5r J Q", over="2b 3b 4b") == "sequence@7"


def test_c8_answering_the_highest_top_rank_is_taken_unless_a_lower_one_is_named() -> None:
    assert counts_as("10r 10g J Q", over="2b 2y 3b 3y") == "stair2@J"
    assert counts_as("10r 10g J Q as stair@10", over="2b 2y 3b 3y") == "stair2@10"
    assert counts_as("5r J Q as run@6", over="2b 3b 4b") == "sequence@6"


def test_c8_answering_a_named_reading_must_beat() -> None:
    assert counts_as("5r J Q as run@5", over="3b 4b 5b") == "not-higher"
    assert counts_as("5r J Q", over="4b 5b 6b") == "sequence@7"
    assert counts_as("5r J Q as set", over="4b 5b 6b") == "wrong-kind"


def test_c7_of_several_shapes_the_one_that_the_trick_wants_is_judged() -> None:
    assert counts_as("5r J Q", over="7b 8b 9b") == "not-higher"
    assert counts_as("5r J Q", over="6b 6g 6y") == "not-higher"
    assert counts_as("5r J Q", over="4b 5b 6b 7b") == "wrong-size"
    assert counts_as("5r J Q", over="4b 4g") == "wrong-size"


def test_c8_leading_several_shapes_must_be_named() -> None:
    assert counts_as("5r J Q") == "ambiguous"
    assert counts_as("2r J Q") == "ambiguous"
    assert counts_as("5r J Q as set") == "set@5"
    assert counts_as("5r J Q as run") == "sequence@7"
    assert counts_as("6r J Q K as stair") == "stair2@7"
    assert counts_as("4r 4g 5r 5g J Q") == "ambiguous"
    assert counts_as("4r 4g 5r 5g J Q as stair") == "ambiguous"
    assert counts_as("4r 4g 5r 5g J Q as stair3") == "stair3@5"
    assert counts_as("4r 4g 5r 5g J Q as stair2") == "stair2@6"


def test_c8_leading_one_shape_the_highest_top_rank_is_taken_unless_named() -> None:
    assert counts_as("4r 5r J") == "sequence@6"
    assert counts_as("4r 5r J as run@5") == "sequence@5"
    assert counts_as("9r 10r J") == "sequence@J"


def test_c8_a_reading_that_the_cards_have_not_is_refused() -> None:
    assert counts_as("4r 4g as run") == "not-a-combination"
    assert counts_as("4r 5r J as run@9") == "not-a-combination"
    assert counts_as("4r 4g 5r 5g as stair3") == "not-a-combination"
    assert counts_as("J Q as set") == "not-a-combination"


def test_c8_every_legal_reading_can_be_listed() -> None:
    at = table("two-player")
    play = Play(0, *read_text("5r J Q", at.deck))
    low_run = read_play(at, Play(1, *read_text("3b 4b 5b", at.deck)), None)
    assert not isinstance(low_run, Breach)
    assert [in_words(each) for each in legal_readings(at, play, None)] == [
        "set@5",
        "sequence@7",
        "sequence@6",
        "sequence@5",
    ]
    assert [in_words(each) for each in legal_readings(at, play, low_run)] == ["sequence@7", "sequence@6"]
    named = Play(0, *read_text("5r J Q as run@6", at.deck))
    assert [in_words(each) for each in legal_readings(at, named, low_run)] == ["sequence@6"]


LOW_RUN = Reading(Kind.SEQUENCE, 1, 3, 3)
PAIRS = Reading(Kind.STAIR, 2, 2, 3)


@pytest.mark.parametrize(
    ("text", "reading", "over", "claim"),
    [
        ("7r", Reading(Kind.SINGLE, 1, 1, 7), None, None),
        ("4r 5r J", Reading(Kind.SEQUENCE, 1, 3, 6), None, None),
        ("4r 5r J", Reading(Kind.SEQUENCE, 1, 3, 5), None, Claim(Kind.SEQUENCE, None, 5)),
        ("5r J Q", Reading(Kind.SET, 3, 1, 5), None, Claim(Kind.SET)),
        ("5r J Q", Reading(Kind.SEQUENCE, 1, 3, 7), None, Claim(Kind.SEQUENCE)),
        ("5r J Q", Reading(Kind.SEQUENCE, 1, 3, 7), LOW_RUN, None),
        ("5r J Q", Reading(Kind.SEQUENCE, 1, 3, 6), LOW_RUN, Claim(Kind.SEQUENCE, None, 6)),
        ("4r 4g 5r 5g J Q", Reading(Kind.STAIR, 3, 2, 5), None, Claim(Kind.STAIR, 3)),
        ("4r 4g 5r 5g J Q", Reading(Kind.STAIR, 2, 3, 6), None, Claim(Kind.STAIR, 2)),
        ("4r 4g 5r 5g J Q", Reading(Kind.STAIR, 2, 3, 5), None, Claim(Kind.STAIR, 2, 5)),
        ("6r J Q K", Reading(Kind.STAIR, 2, 2, 6), PAIRS, Claim(Kind.STAIR, 2, 6)),
    ],
)
def test_c8_a_play_names_its_reading_only_as_far_as_the_cards_do_not_say_it(
    text: str, reading: Reading, over: Reading | None, claim: Claim | None
) -> None:
    at = table("two-player")
    play = unambiguous_play(at, 1, cards(text, at), reading, over)
    assert play == Play(1, cards(text, at), claim)
    assert read_play(at, play, over) == reading
