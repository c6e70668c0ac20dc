"""An older round put right by touching it: the same form with its figures, and what that changes further on."""

import pytest

from tests.support.haggis import Haggis
from tests.support.matches import VIOLATION
from tests.support.pages import Caller, Pad

FIRST = ("Noah: out 8, cards 12, bet little", "Isla: bet baby")
SECOND = ("Isla: out 3, cards 20",)


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    haggis.new("--points", "100")
    haggis.ok("score", "friday", *FIRST)
    haggis.ok("score", "friday", *SECOND)
    return Caller(haggis)


def test_the_form_has_the_figures_of_the_round(caller: Caller) -> None:
    pad = Pad(caller, number=1)
    figures = {"out1": "Noah", "count1": "8", "captured1": "12", "captured2": "24", "bet1": "15", "bet2": "5"}
    assert figures.items() <= pad.fields.items()
    assert "Nothing has changed." in pad.text
    assert "save" not in pad.buttons


def test_what_it_changes_further_on_is_shown_before_it_is_saved_as_the_terminal_saves_it(
    haggis: Haggis, caller: Caller
) -> None:
    before = haggis.text()
    haggis.ok("score", "friday", "--round", "1", "Isla: out 2, cards 12, bet little", "Noah: bet baby")
    typed = haggis.text()
    haggis.ok("undo", "friday")
    assert haggis.text() == before
    pad = Pad(caller, number=1).fill(out1=2, count1=2, captured1=24, captured2=12, bet1="5", bet2="15").press("check")
    assert "Noah leads round 2, not Isla." in pad.text
    assert "Totals: Noah 88 → 40 , Isla 59 → 77 ." in pad.text
    assert haggis.text() == before
    saved = pad.press("save")
    assert "Round 1 is saved" in saved.text
    assert haggis.text() == typed
    assert caller.post("/m/friday/undo", {"version": saved.fields["version"]}).status == 303
    assert haggis.text() == before


def test_rounds_after_the_matchs_end_can_be_taken_out_with_it(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller, number=1).fill(count1=17).press("save")
    assert pad.answer.status == 409
    assert "Then Noah has won after round 1, before round 2." in pad.text
    assert haggis.text().count("[rounds.table]") == 2
    pad.press("save_shorter")
    assert haggis.text().count("[rounds.table]") == 1
    haggis.ok("undo", "friday")
    assert haggis.text().count("[rounds.table]") == 2


def test_or_they_stay_and_the_match_says_what_is_wrong(haggis: Haggis, caller: Caller) -> None:
    Pad(caller, number=1).fill(count1=17).press("save").press("save_anyway")
    assert haggis.text().count("[rounds.table]") == 2
    assert haggis("check", "friday").code == 1


def test_a_correction_is_kept_half_done_apart_from_the_next_round(haggis: Haggis, caller: Caller) -> None:
    Pad(caller, number=1).fill(count1=9).press("keep")
    Pad(caller).fill(out1=2).press("keep")
    assert Pad(caller, number=1).fields["count1"] == "9"
    assert Pad(caller).fields["out1"] == "Isla"
    dropped = Pad(caller, number=1).press("drop")
    assert dropped.fields["count1"] == "8"


def test_a_round_that_was_changed_meanwhile_is_not_overwritten(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller, number=1).fill(count1=9)
    haggis.ok("score", "friday", "--round", "1", "Noah: out 7, cards 12")
    changed = haggis.text()
    pad.press("save")
    assert pad.answer.status == 409
    assert "Round 1 has been corrected Somebody else entered different figures first." in pad.text
    assert "Opponent's hand 7 9" in pad.text
    assert haggis.text() == changed
    assert "Totals after round 2:" in pad.press("correct").text
    pad.press("save")
    assert "hands = { Noah = 9 }" in haggis.text()


def test_looking_at_a_round_that_somebody_else_puts_right_shows_it_anew(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller, number=1)
    haggis.ok("score", "friday", "--round", "1", "Noah: out 7, cards 12")
    pad.press("keep")
    assert pad.answer.status == 200
    assert pad.fields["count1"] == "7"


def test_after_an_older_round_is_put_right_its_totals_and_those_of_the_match_now_are_told(
    haggis: Haggis, caller: Caller
) -> None:
    saved = Pad(caller, number=1).fill(count1=9).press("save")
    totals = haggis.json("show", "friday")["totals"]
    assert f"After round 2: Noah {totals['Noah']}, Isla {totals['Isla']}." in saved.text
    assert "Noah +77 77 Isla +24 24" in saved.text
    assert totals["Noah"] > 77
    assert "After round 2: Noah" not in Pad(caller, number=2).fill(count1=4).press("save").text
    haggis.ok("record", "friday", "3r 3g")
    assert "After round" not in caller.get("/m/friday/rounds/2/result").seen.words, "the third is not over"


def test_a_recorded_round_is_put_right_where_its_plays_are(haggis: Haggis, caller: Caller) -> None:
    haggis.ok("record", "friday", "Isla: 4r")
    pad = Pad(caller, number=3)
    assert "recorded play by play" in pad.text
    assert pad.buttons == []
    assert 'href="/m/friday/record/3"' in pad.answer.text
    assert caller.get("/m/friday/record/3").status == 200
    assert caller.post("/m/friday/rounds/3", {"do": "save"}).status == 422


def test_there_is_no_form_for_a_round_that_is_not_there(caller: Caller) -> None:
    assert caller.get("/m/friday/rounds/9").status == 404
    assert caller.get("/m/friday/rounds/0").status == 404
    assert caller.get("/m/friday/rounds/x").status == 404


def test_a_figure_that_does_not_go_with_the_others_yet_is_not_taken_for_what_was_saved(
    haggis: Haggis, caller: Caller
) -> None:
    """Typing 20 for 12 while the other still has 24: what the others leave is 12, but 20 was typed."""
    before = haggis.text()
    pad = Pad(caller, number=1).fill(captured1=20).press("check")
    assert pad.address == "/m/friday/rounds/1"
    assert "is already saved" not in pad.text
    assert pad.fields["captured1"] == "20"
    assert haggis.text() == before


def test_where_the_plays_of_a_round_break_a_rule_its_page_says_which(haggis: Haggis) -> None:
    haggis.keep(VIOLATION, "broken")
    page = Caller(haggis).get("/m/broken/rounds/1").seen
    assert "Event 22 of round 1 breaks a rule: " in page.words
    assert page.links["Correct round 1"] == "/m/broken/record/1"
