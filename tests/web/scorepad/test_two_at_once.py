"""Two people enter a round at once, or a match is changed meanwhile: the second sees it, and loses nothing."""

import pytest

from tests.support.haggis import Haggis
from tests.support.web.caller import Caller
from tests.support.web.pad import Pad

MINE = {"out1": 1, "count1": 8, "captured1": 12, "bet1": "1-15"}
THEIRS = ("Isla: out 3, cards 9", "Noah: bet baby")


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    haggis.new()
    return Caller(haggis)


def test_the_second_to_save_sees_the_others_round_and_nothing_is_saved(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", *THEIRS)
    theirs = haggis.text()
    pad.press("save")
    assert pad.answer.status == 409
    assert "What you entered as round 1 is kept and not saved, for round 2 is due now." in pad.text
    assert "Round 1 as it was saved Noah +27 27 Isla +29 29" in pad.text
    assert "Noah out first with 8 held, captured 12 and bet little (15)" in pad.text
    assert haggis.text() == theirs
    assert "What you entered as round 1" in Pad(caller).text


def test_the_own_answers_can_be_used_for_the_round_that_is_due_now(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", *THEIRS)
    pad.press("save").press("use")
    assert {"out1": "1", "count1": "8", "captured1": "12", "bet1": "1-15"}.items() <= pad.fields.items()
    assert "Round 2 is saved" in pad.press("save").text
    assert haggis.text().count("[rounds.table]") == 2


def test_or_they_can_be_dropped(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", *THEIRS)
    pad.press("save").press("drop")
    assert "out1" not in pad.fields
    assert "Round 2" in pad.text


def test_both_typing_the_same_round_save_it_once(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", "Noah: out 8, cards 12, bet 15")
    once = haggis.text()
    pad.press("save")
    assert "Round 1" in pad.text
    assert haggis.text() == once


def test_a_form_in_which_nothing_is_answered_becomes_that_of_the_round_that_is_due(
    haggis: Haggis, caller: Caller
) -> None:
    pad = Pad(caller)
    haggis.ok("score", "friday", *THEIRS)
    pad.press("keep")
    assert pad.answer.status == 200
    assert "Round 2 Noah 27, Isla 29;" in pad.text
    assert "Round 2 is saved" in pad.fill(**MINE).press("save").text


def test_totals_that_have_changed_are_seen_before_the_round_is_saved(haggis: Haggis, caller: Caller) -> None:
    haggis.ok("score", "friday", *THEIRS)
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", "--round", "1", "Isla: out 4, cards 9", "Noah: bet baby")
    changed = haggis.text()
    pad.press("save")
    assert pad.answer.status == 409
    assert "Not saved yet: the match was changed meanwhile." in pad.text
    assert "Isla +24 58" in pad.text
    assert haggis.text() == changed
    assert "Round 2 is saved" in pad.press("save").text


def test_answers_of_other_players_are_never_saved_for_those_who_play_now(haggis: Haggis, caller: Caller) -> None:
    """Seats are numbers: with other players the figures would be somebody else's."""
    pad = Pad(caller).fill(**MINE)
    text = haggis.path().read_text()
    haggis.path().write_text(text.replace('["Noah", "Isla"]', '["Isla", "Noah"]'))
    pad.press("save")
    assert pad.answer.status == 409
    assert "for the players are others now" in pad.text
    assert "Noah out first with 8 held, captured 12 and bet little (15)" in pad.text
    assert "use" not in pad.buttons
    assert "for the players are others now" in pad.press("use").text
    assert "[[rounds]]" not in haggis.path().read_text()


def test_a_round_is_taken_back_meanwhile(haggis: Haggis, caller: Caller) -> None:
    haggis.ok("score", "friday", *THEIRS)
    pad = Pad(caller).fill(**MINE)
    haggis.ok("undo", "friday")
    pad.press("save")
    assert "What you entered as round 2 is kept and not saved, for round 1 is due now." in pad.text
    assert "Round 1 is saved" in pad.press("use").press("save").text


@pytest.mark.parametrize("sentence", ["Noah must", "Noah has won", "cannot go on until round 1"])
def test_where_no_round_is_due_it_is_said_why_and_where_to_go_on(haggis: Haggis, caller: Caller, sentence: str) -> None:
    if sentence == "Noah must":
        haggis.ok("record", "friday", "Noah: 4r", "Isla: 5r")
        where = "/m/friday/record"
    elif sentence == "Noah has won":
        for count in (5, 6, 7, 8):
            haggis.ok("score", "friday", f"Noah: out {count}, cards 30")
        where = "/m/friday/rounds/4/result"
    else:
        haggis.ok("score", "friday", *THEIRS)
        haggis.path().write_text(haggis.path().read_text().replace('out = ["Isla"]', 'out = ["Isla", "Noah"]'))
        where = "/m/friday/rounds/1"
    pad = Pad(caller)
    assert sentence in pad.text
    assert f'href="{where}"' in pad.answer.text
    assert "save" not in pad.buttons
