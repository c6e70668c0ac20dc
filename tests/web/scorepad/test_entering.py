"""The score pad without a script: a form that is checked, refused at the figure, asked about, and saved."""

import pytest

from tests.support.haggis import Haggis, start_table
from tests.support.pages import Caller, Pad

ROUND = {"out1": "Noah", "count1": 8, "captured1": 12, "captured2": 24, "bet1": "15", "bet2": "5"}


def test_checking_shows_who_would_have_what_and_who_leads_next_and_saves_nothing(
    haggis: Haggis, caller: Caller
) -> None:
    before = haggis.text()
    pad = Pad(caller).fill(**ROUND).press("check")
    assert (
        "Noah +72 72 Isla +24 24 Noah's bet: little (15), Isla's bet: baby (5) Isla deals and leads round 2."
        in pad.text
    )
    assert "8×5 = 40" in pad.text
    assert "save" in pad.buttons
    assert haggis.text() == before


def test_a_saved_round_is_shown_with_undo_and_the_next_round_beside_it(haggis: Haggis, caller: Caller) -> None:
    before = haggis.text()
    saved = Pad(caller).fill(**ROUND).press("save")
    assert "Round 1 is saved Noah +72 72 Isla +24 24 Opp" in saved.text
    assert "Isla deals and leads round 2. When round 2 is over, tap who went out first:" in saved.text
    assert 'href="/m/friday/score?round=2">Score round 2' in saved.answer.text
    taken = caller.post("/m/friday/undo", {"version": saved.fields["version"]})
    assert taken.status == 303
    assert haggis.text() == before


def test_undo_is_only_offered_while_the_match_is_as_it_was_saved(haggis: Haggis, caller: Caller) -> None:
    saved = Pad(caller).fill(**ROUND).press("save")
    haggis.ok("score", "friday", "Isla: out 3, cards 9")
    after = haggis.text()
    assert caller.post("/m/friday/undo", {"version": saved.fields["version"]}).status == 409
    assert haggis.text() == after
    again = caller.get("/m/friday/rounds/1/result?saved=" + saved.fields["version"])
    assert ">Take back<" not in again.text
    assert 'href="/m/friday/rounds/1">Correct it' in again.text


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"captured1": 37}, "Noah cannot have captured 37: all cards together are worth 36. The rule"),
        (
            {"captured2": "xyz"},
            "'xyz' is not a number for captured cards: write one like 12, a sum like 10+15+8, or a pile like 'j q k 7'",
        ),
        ({"captured2": "jjj"}, "3 J are too many: each of the 2 players has one"),
        (
            {"captured2": 25},
            "Isla cannot have captured 25: 24 are left, because all cards together are worth 36. The rule",
        ),
        ({"count1": 18}, "a hand has 1 to 17 cards"),
        ({"count1": 0}, "a hand has 1 to 17 cards"),
        ({"bet1": "16"}, "a bet is baby (5), little (15) or big (30), or none"),
        ({"bet1": "Isla"}, "'Isla' is not a bet: bets are baby (5), little (15) or big (30), or none"),
        ({"out1": 7}, "nobody called '7' plays here: the players are Noah, Isla"),
    ],
)
def test_a_wrong_figure_is_refused_at_the_figure_and_everything_typed_is_kept(
    haggis: Haggis, caller: Caller, wrong: dict[str, object], sentence: str
) -> None:
    before = haggis.text()
    pad = Pad(caller).fill(**ROUND).fill(**wrong)
    filled = dict(pad.fields)
    pad.press("save")
    assert pad.answer.status == 422
    name = next(iter(wrong))
    assert pad.faults[name] == sentence
    kept = {key: value for key, value in filled.items() if key.startswith(("captured", "out")) and key not in wrong}
    assert kept.items() <= pad.fields.items()
    if name.startswith("captured"):
        assert pad.fields[name] == str(wrong[name])
    assert haggis.text() == before


def test_a_count_that_grew_is_refused_for_hands_only_shrink(haggis: Haggis) -> None:
    start_table(haggis, "three-player", "Noah", "Jamie", "Isla", lead="Noah")
    pad = Pad(Caller(haggis)).fill(out1=1, count1=5, out2=2, count2=6, captured1=20, captured2=10).press("save")
    assert "Jamie went out after Noah and cannot have recorded more cards (6 after 5)" in pad.faults["count2"]


def test_bets_are_told_in_sentences_with_short_names(haggis: Haggis) -> None:
    start_table(haggis, "neeps", "Isla", "Bartholomew Featherstonehaugh", "Rory", "Noah", lead="Isla")
    bets = {"team1": "Rory 15", "team2": "Bartholomew Featherstonehaugh 5"}
    piles = {"captured1": 28, "captured2": 0, "captured3": 20, "captured4": 36}
    pad = (
        Pad(Caller(haggis)).fill(out1=1, count1=15, out2=4, count2=14, out3=3, count3=1, **piles, **bets).press("check")
    )
    assert "Rory's bet: little (15), Bartholomew's bet: baby (5)" in pad.text


def test_what_is_missing_is_said_where_it_is_missing(haggis: Haggis, caller: Caller) -> None:
    before = haggis.text()
    pad = Pad(caller).fill(out1=2).press("save")
    assert pad.answer.status == 422
    assert pad.faults == dict.fromkeys(["count1", "captured1", "captured2"], "Not answered yet.")
    assert haggis.text() == before


def test_one_pile_need_not_be_counted_where_what_is_left_is_certain(haggis: Haggis, caller: Caller) -> None:
    players = (word for name in ("Noah", "Isla", "Jo") for word in ("-p", name))
    haggis.ok("new", "--variant", "three-player", *players, "--name", "three")
    assert "19 of 50 points, 31 left" in Pad(caller, "three").fill(out1=1, count1=8, captured1=19).press("keep").text
    pad = Pad(caller).fill(out1=1, count1=8, captured2="j q k 7").press("keep")
    assert "= 17: J 2, Q 3, K 5, 7 cards = 7" in pad.text
    assert "36 of 36 points" in pad.text
    pad.press("save")
    assert "captured = { Noah = 19, Isla = 17 }" in haggis.text()


def test_points_that_are_missing_are_asked_about_and_nothing_is_saved_before(haggis: Haggis, caller: Caller) -> None:
    before = haggis.text()
    pad = Pad(caller).fill(**{**ROUND, "captured2": 20}).press("save")
    assert pad.answer.status == 409
    assert "That makes 32 of 36: 4 are missing." in pad.text
    assert "the captured points 12 + 20 add up to 32, but all cards together are worth 36" in pad.text
    assert "save_anyway" in pad.buttons
    assert haggis.text() == before
    pad.press("save_anyway")
    assert "Isla = 20" in haggis.text()


def test_who_agreed_to_one_doubt_has_not_agreed_to_another(haggis: Haggis, caller: Caller) -> None:
    before = haggis.text()
    pad = Pad(caller).fill(**{**ROUND, "captured2": 20}).press("save")
    pad.fill(captured2=19).press("save_anyway")
    assert pad.answer.status == 409
    assert haggis.text() == before


def test_the_same_round_twice_in_a_row_is_asked_about(haggis: Haggis, caller: Caller) -> None:
    Pad(caller).fill(**ROUND).press("save")
    once = haggis.text()
    pad = Pad(caller).fill(**ROUND).press("save")
    assert "Round 2: it is identical to round 1; was it typed in twice?" in pad.text
    assert haggis.text() == once
    pad.press("save_anyway")
    assert haggis.text().count("[rounds.table]") == 2


def test_save_touched_twice_saves_once(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**ROUND)
    sent = {**pad.fields, "do": "save"}
    first, second = caller.post(pad.address, sent), caller.post(pad.address, sent)
    assert (first.status, second.status) == (303, 303)
    assert first.header("location") == second.header("location")
    assert haggis.text().count("[rounds.table]") == 1


def test_a_note_is_kept_with_the_round(haggis: Haggis, caller: Caller) -> None:
    Pad(caller).fill(**ROUND, notes="  by   the fire ").press("save")
    assert 'notes = "by the fire"' in haggis.text()


def test_a_phone_that_may_only_watch_gets_no_form(haggis: Haggis, caller: Caller) -> None:
    assert caller.get("/m/friday/score", caller.watcher).status == 403
    assert caller.get("/m/friday/rounds/1/result", caller.watcher).status == 404
    Pad(caller).fill(**ROUND).press("save")
    assert "Take back" not in caller.get("/m/friday/rounds/1/result", caller.watcher).text


@pytest.mark.slow
def test_names_are_never_markup(haggis: Haggis) -> None:
    start_table(haggis, "two-player", '<img src=x onerror="a()">', "'&amp;", lead="'&amp;")
    caller = Caller(haggis)
    pad = Pad(caller).fill(out1=1, count1=8, captured1=12).press("check")
    for text in (pad.answer.text, pad.press("save").answer.text):
        assert "<img" not in text
        assert "&lt;img src=x" in text
        assert "&amp;amp;" in text


@pytest.mark.parametrize("basis", ["", "x", "!!", "Zm9ybWF0ID0gOQ==", "ä"])
def test_a_form_that_does_not_say_what_it_is_for_is_refused(caller: Caller, basis: str) -> None:
    pad = Pad(caller).fill(**ROUND, basis=basis).press("save")
    assert pad.answer.status == 422
    assert "load the page again" in pad.text


def test_a_round_ends_when_a_team_is_out_and_its_second_count_is_the_first_again(haggis: Haggis) -> None:
    """Rulebook 2.1, Haggis and Neeps, slam."""
    names = [word for name in ("Noah", "Isla", "Rory", "Jamie") for word in ("-p", name)]
    haggis.ok("new", "--variant", "neeps", *names, "--points", "350", "--name", "friday")
    pad = Pad(Caller(haggis)).fill(out1=1, count1=14, out2=3, out3=2, captured1=20, captured2=20, captured3=20)
    pad.press("check")
    assert "A slam: the first count again." in pad.text
    assert 'name="out3"' not in pad.answer.text
    pad.press("save")
    assert "hands = { Noah = 14, Rory = 14 }" in haggis.text()
