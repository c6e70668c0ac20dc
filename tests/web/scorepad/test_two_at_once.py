"""Two people enter a round at once, or a match is changed meanwhile: the second sees it, and loses nothing."""

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad

MINE = {"out1": 1, "count1": 8, "captured1": 12, "bet1": "15"}
THEIRS = ("Isla: out 3, cards 9", "Noah: bet baby")


def test_the_second_to_save_sees_the_others_round_and_nothing_is_saved(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", *THEIRS)
    theirs = haggis.text()
    pad.press("save")
    assert pad.answer.status == 409
    assert "Somebody else entered different figures first. Those in bold differ." in pad.text
    for row in (
        "Theirs Yours Out first Isla Noah Opponent's hand 3 8",
        "Noah captured 27 12 Isla captured 9 24",
        "Noah's bet baby (5) little (15)",
        "Noah scored +27 +67 Isla scored +29 +24",
    ):
        assert row in pad.text
    for word in ("file", "toml", "byte", "command"):
        assert word not in pad.text
    assert haggis.text() == theirs
    assert "Yours are kept until you choose" in Pad(caller).text


def test_who_went_out_in_one_of_the_two_alone_stands_with_those_who_went_out(haggis: Haggis, caller: Caller) -> None:
    names = ("Noah", "Isla", "Jamie", "Rory")
    haggis.begin("neeps", names, name="four")
    pad = Pad(caller, "four").fill(out1=1, count1=4, out2=2, count2=3, out3=3, captured1=20, captured2=28, captured3=18)
    haggis.ok("score", "four", "-y", "Noah: out1 4, cards 30", "Jamie: out2 4, cards 24", "Isla: cards 10")
    words = pad.press("save").text
    assert words.index("Out second Jamie Isla") < words.index("Out third") < words.index("Noah captured")


def test_theirs_can_be_kept(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", *THEIRS)
    theirs = haggis.text()
    pad.press("save").press("drop")
    assert haggis.text() == theirs
    assert "out1" not in pad.fields
    assert "Round 2" in pad.text


def test_or_it_is_corrected_with_mine_as_any_round_is(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", *THEIRS)
    theirs = haggis.text()
    pad.press("save").press("correct")
    assert pad.address == "/m/friday/rounds/1"
    assert "Correct round 1" in pad.text
    assert "Totals: Noah 27 → 67" in pad.text
    assert haggis.text() == theirs
    assert "Round 1 is saved" in pad.press("save").text
    assert haggis.text().count("[rounds.table]") == 1
    assert "bets = { Noah = 15 }" in haggis.text()
    assert "Round 2" in Pad(caller).text  # nothing is left of it for the next round


def test_the_own_answers_can_be_used_for_the_round_that_is_due_now(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", *THEIRS)
    pad.press("save").press("use")
    assert {"out1": "Noah", "count1": "8", "captured1": "12", "bet1": "15"}.items() <= pad.fields.items()
    assert "Round 2 is saved" in pad.press("save").text
    assert haggis.text().count("[rounds.table]") == 2


@pytest.mark.parametrize("deed", ["save", "keep"])
def test_the_same_figures_for_the_same_round_are_saved_once(haggis: Haggis, caller: Caller, deed: str) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", "Noah: out 8, cards 12, bet 15")
    once = haggis.text()
    pad.press(deed)
    assert "Round 1 is already saved with the same figures" in pad.text
    assert "kept and not saved" not in pad.text
    assert haggis.text() == once
    assert "Round 2" in Pad(caller).text


def test_the_same_figures_with_another_note_are_not_dropped(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE, notes="Isla's dog barked.")
    haggis.ok("score", "friday", "Noah: out 8, cards 12, bet 15")
    pad.press("save")
    assert "Note – Isla's dog barked." in pad.text
    pad.press("correct").press("save")
    assert 'notes = "Isla\'s dog barked."' in haggis.text()


def test_a_form_in_which_nothing_is_answered_becomes_another_rounds_by_a_button_that_names_it(
    haggis: Haggis, caller: Caller
) -> None:
    pad = Pad(caller)
    haggis.ok("score", "friday", *THEIRS)
    pad.press("keep")
    assert pad.answer.status == 409
    assert "Round 1 is already saved It was entered here or on another phone." in pad.text
    assert "Score round 2" in pad.text
    assert "out1" not in pad.fields
    pad.press("drop")
    assert "Round 2 Noah 27 Isla 29 Goal" in pad.text
    assert "Round 2 is saved" in pad.fill(**MINE).press("save").text


def test_where_the_others_round_has_won_the_match_that_comes_first_unless_figures_are_disputed(
    haggis: Haggis, caller: Caller
) -> None:
    for count in (5, 6, 7):
        haggis.ok("score", "friday", f"Noah: out {count}, cards 30")
    empty, filled = Pad(caller), Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", "Noah: out 8, cards 30")
    words = empty.press("keep").text
    told = [words.index(each) for each in ("Noah has won", "Rematch", "Share", "Round 4 is already saved", "The match")]
    assert told == sorted(told)
    assert words.count("Noah has won") == 2  # and in the text to send
    words = filled.press("save").text
    assert words.index("Which are right?") < words.index("With theirs, Noah has won")
    assert "Share" not in words


def test_a_link_to_a_round_that_somebody_has_saved_meanwhile_leads_to_no_other(haggis: Haggis, caller: Caller) -> None:
    link = "/m/friday/score?round=1"
    assert link in caller.get("/m/friday").text
    haggis.ok("score", "friday", *THEIRS)
    told = caller.get(link).seen.words
    assert "Round 1 is already saved It was entered here or on another phone." in told
    assert "Score round 2" in told
    assert "saved since" not in told
    assert "Round 2 Noah 27 Isla 29 Goal" in caller.get("/m/friday/score?round=2").seen.words
    for odd in ("0", "-1", "x", "9" * 99):
        assert "Round 2 Noah 27" in caller.get(f"/m/friday/score?round={odd}").seen.words
    haggis.ok("score", "friday", "Noah: out 2, cards 10")
    assert "Isla +29 29 Round 2 has been saved since. " in caller.get(link).seen.words


def test_a_link_to_a_round_that_is_not_due_any_more_says_so(haggis: Haggis, caller: Caller) -> None:
    haggis.ok("score", "friday", *THEIRS)
    assert "taken back" not in caller.get("/m/friday/score?round=2").seen.words
    haggis.ok("undo", "friday")
    told = caller.get("/m/friday/score?round=2").seen.words
    assert "Round 1 is due now, not round 2: a round was taken back." in told


@pytest.mark.parametrize("deed", ["use", "drop", "correct"])
def test_a_button_that_names_a_round_does_nothing_once_the_match_has_changed(
    haggis: Haggis, caller: Caller, deed: str
) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", *THEIRS)
    pad.press("save")
    assert "save yours as round 2" in pad.text
    haggis.ok("score", "friday", "Noah: out 2, cards 10")
    pad.press(deed)
    assert "Nothing is done yet: the match has changed again. Choose once more." in pad.text
    assert "Yours are kept until you choose" in pad.text
    assert "save yours as round 3" in pad.text
    haggis.ok("undo", "friday")
    haggis.ok("undo", "friday")
    pad.press(deed)
    assert "Round 1 Noah 0" in pad.text
    assert pad.fields["captured1"] == "12"


def test_totals_that_have_changed_are_seen_before_the_round_is_saved(haggis: Haggis, caller: Caller) -> None:
    haggis.ok("score", "friday", *THEIRS)
    pad = Pad(caller).fill(**MINE)
    haggis.ok("score", "friday", "--round", "1", "Isla: out 4, cards 9", "Noah: bet baby")
    changed = haggis.text()
    pad.press("save")
    assert pad.answer.status == 409
    assert "Not saved yet: the match has changed." in pad.text
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
    assert "kept but not saved: the players have changed" in pad.text
    assert "Noah out first with 8 held, captured 12 and bet little (15)" in pad.text
    assert "use" not in pad.buttons
    assert "kept but not saved: the players have changed" in pad.press("use").text
    assert "[[rounds]]" not in haggis.path().read_text()


def test_a_round_is_taken_back_meanwhile(haggis: Haggis, caller: Caller) -> None:
    haggis.ok("score", "friday", *THEIRS)
    pad = Pad(caller).fill(**MINE)
    haggis.ok("undo", "friday")
    pad.press("save")
    assert "What you entered as round 2 is kept but not saved: round 1 now comes next." in pad.text
    assert "Round 1 is saved" in pad.press("use").press("save").text


def test_a_round_that_another_phone_records_is_not_told_as_saved(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**MINE)
    haggis.ok("record", "friday", "Noah: 4r")
    recorded = haggis.text()
    pad.press("save")
    assert pad.answer.status == 409
    assert "Round 1 is being recorded play by play, so what you entered is not saved." in pad.text
    for wrong in ("is already saved", "round 2", "for round 2", "Theirs"):
        assert wrong not in pad.text
    assert 'href="/m/friday/record"' in pad.answer.text
    assert haggis.text() == recorded
    haggis.ok("undo", "friday")
    assert MINE["captured1"] == int(Pad(caller).fields["captured1"])  # it is due again, and nothing is lost


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("Round 1 is being recorded", "Noah must beat a single 5 or pass; Isla holds 16 cards."),
        ("The match is over", "Noah has won"),
        ("Round 1 must be corrected first", "at that moment, from 1 to 17. The rule"),
    ],
)
def test_where_no_round_is_due_it_is_said_why_and_where_to_go_on(
    haggis: Haggis, caller: Caller, heading: str, sentence: str
) -> None:
    if sentence.startswith("Noah must"):
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
    assert [each.text for each in pad.answer.seen.named("h1")] == [heading]
    assert sentence in pad.text
    main = "" if "won" in sentence else 'class="button primary wide" '
    assert f'{main}href="{where}"' in pad.answer.text
    assert "save" not in pad.buttons
