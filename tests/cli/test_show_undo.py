"""`haggis undo` and `haggis redo`: nothing is lost, byte for byte, whatever a person wrote into the file."""

import json
from pathlib import Path

import pytest

from tests.support.haggis import Haggis, Ran, header, refused

MINE = (
    header().replace("rounds = 4", "rounds=4")
    + "\n# the first round\n[[rounds]]\nnotes = '''\nloud\n'''\nevents = [ # three\n\t'n: 7R', # bold\n\n"
    '  "Isla: 8r",\n  "Noah: pass", # hm\n]\n\n# the end\n'
)


def test_an_event_is_taken_back_and_brought_back(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r 4g", "Isla: pass")
    before = haggis.path().read_bytes()
    assert haggis("undo") == Ran(
        0, "Taken back in friday: round 1, Isla: pass\nIsla must beat a pair of 4s or pass; Noah holds 15 cards.\n", ""
    )
    assert haggis.text() == header() + '\n[[rounds]]\nevents = [\n  "Noah: 4r 4g",\n]\n'
    assert haggis("redo") == Ran(
        0,
        "Brought back in friday: round 1, Isla: pass\n"
        "Noah leads the next trick of round 1 with 15 cards; Isla holds 17 cards.\n",
        "",
    )
    assert haggis.path().read_bytes() == before


def test_three_times_back_and_forth_gives_the_identical_bytes_with_the_comments(haggis: Haggis) -> None:
    path = haggis.keep(MINE)
    steps = [path.read_bytes()]
    for _ in range(3):
        haggis.ok("undo")
        steps.append(path.read_bytes())
    assert len(set(steps)) == 4
    assert b"[[rounds]]" not in steps[-1]
    assert b"# the end" in steps[-1]
    for earlier in reversed(steps[:3]):
        haggis.ok("redo")
        assert path.read_bytes() == earlier
    ran = haggis("redo")
    assert ran == refused(3, "nothing to bring back: no undo led to the match as it is now")


def test_a_chain_can_be_walked_up_and_down_again(haggis: Haggis) -> None:
    haggis.keep(MINE)
    for _ in range(3):
        for _ in range(3):
            haggis.ok("undo")
        for _ in range(3):
            haggis.ok("redo")
    assert haggis.path().read_bytes().decode() == MINE


def test_a_typed_round_goes_as_a_whole(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("score", "Noah: out 8, cards 12")
    before = haggis.path().read_bytes()
    out = haggis.ok("undo", "friday")
    assert out == "Taken back in friday: round 1\nNoah deals and leads round 1.\n"
    assert haggis.text() == header()
    out = haggis.ok("redo", "friday")
    assert out == "Brought back in friday: round 1\nIsla deals and leads round 2.\n"
    assert haggis.path().read_bytes() == before


def test_a_recorded_round_goes_as_a_whole_if_asked(haggis: Haggis) -> None:
    path = haggis.keep(MINE)
    out = haggis.ok("undo", "--round")
    assert out.startswith("Taken back in friday: round 1, 3 events\n")
    assert "[[rounds]]" not in haggis.text()
    haggis.ok("redo")
    assert path.read_bytes().decode() == MINE


def test_a_round_that_was_over_is_in_progress_again(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 2-8r", "Isla: pass", "Noah: 2-8g", "Isla: pass", "Noah: JQK")
    assert haggis.ok("undo").splitlines()[0] == "Taken back in friday: round 1, Noah: J Q K"
    assert haggis.json("show")["pending"]["kind"] == "play"


def test_the_deal_stays_when_the_last_event_goes(haggis: Haggis) -> None:
    deal = (
        '[rounds.deal]\nhaggis = "6b 7b 8b 9b 10b 2y 3y 4y"\n[rounds.deal.hands]\n'
        'Noah = "2-10r 2-5b 9y"\nIsla = "2-10g 5-8y 10y"\n'
    )
    haggis.keep(header() + '\n[[rounds]]\nevents = [\n  "Noah: 7r",\n]\n' + deal)
    haggis.ok("undo")
    assert haggis.text().endswith("\n[[rounds]]\nevents = [\n]\n" + deal)
    assert haggis.ok("undo").startswith("Taken back in friday: round 1, of which nothing had been played\n")
    assert haggis.text() == header()


def test_after_another_change_there_is_nothing_to_bring_back(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r", "Isla: 5r")
    haggis.ok("undo")
    haggis.ok("record", "Isla: 6r")
    after = haggis.path().read_bytes()
    assert haggis("redo").code == 3
    assert haggis.path().read_bytes() == after
    haggis.ok("undo")
    haggis.ok("redo")
    assert haggis.path().read_bytes() == after


def test_what_was_taken_back_twice_differently_comes_back_as_the_later(haggis: Haggis) -> None:
    haggis.new()
    for card in ("5r", "6r"):
        haggis.ok("record", "Noah: 4r", f"Isla: {card}")
        haggis.ok("undo")
        haggis.ok("undo")
    haggis.ok("redo")
    haggis.ok("redo")
    assert '"Isla: 6r"' in haggis.text()


def test_a_match_that_breaks_the_rules_can_be_put_right_by_undo(haggis: Haggis) -> None:
    haggis.keep(header() + '\n[[rounds]]\nevents = ["Noah: 7r", "Noah: 8r"]\n')
    assert haggis.ok("undo").startswith("Taken back in friday: round 1, Noah: 8r\nIsla must beat a single 7")
    assert haggis.ok("check") == ""


def test_a_match_that_still_breaks_the_rules_says_so(haggis: Haggis) -> None:
    haggis.keep(header() + '\n[[rounds]]\nevents = ["Noah: 7r", "Noah: 8r", "Isla: 9r"]\n')
    out = haggis.ok("undo")
    assert out == (
        "Taken back in friday: round 1, Isla: 9r\n"
        "The match cannot go on until round 1, event 2 is put right. 'haggis check' tells what is wrong.\n"
    )


SCORED = ("Noah: out 8, cards 12", "Isla: cards 24")
CORRECTED = ("score", "--round", "1", "Noah: out 7, cards 12", "Isla: cards 24")


def edit_by_hand(haggis: Haggis) -> None:
    haggis.path().write_bytes(haggis.path().read_bytes().replace(b"\nlead", b"\n# mine\nlead"))


@pytest.mark.parametrize("steps", [[], [CORRECTED], [CORRECTED, ("undo",)], [("undo",), ("redo",)]])
def test_undo_says_first_what_it_takes_back_where_the_file_was_edited_by_hand(
    haggis: Haggis, steps: list[tuple[str, ...]]
) -> None:
    haggis.new()
    for words in (("score", *SCORED), ("score", *SCORED, "--yes"), *steps):
        haggis.ok(*words)
    edit_by_hand(haggis)
    ran = haggis("undo")
    assert ran.err == (
        "warning: friday.toml seems to have been edited since its last round was saved: that stays, and what is taken "
        "back is round 2\n"
    )
    assert ran.out.startswith("Taken back in friday: round 2\n")
    assert "\n# mine\nlead" in haggis.text()


@pytest.mark.parametrize("steps", [[], [CORRECTED], [CORRECTED, ("undo",)], [("undo",), ("redo",)], [("undo",)]])
def test_undo_after_haggis_alone_has_no_warning(haggis: Haggis, steps: list[tuple[str, ...]]) -> None:
    haggis.new()
    for words in (("score", *SCORED), ("score", *SCORED, "--yes"), *steps):
        haggis.ok(*words)
    assert haggis("undo").err == ""


def test_redo_that_refuses_names_the_file_with_what_was_taken_back(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r", "Isla: 5r")
    before = haggis.path().read_bytes()
    haggis.ok("undo")
    edit_by_hand(haggis)
    ran = haggis("redo")
    assert ran.code == 3
    said, _, place = ran.err.removesuffix("\n").partition("; as it was before an undo it lies in ")
    assert said == "haggis: nothing to bring back: no undo led to the match as it is now"
    assert Path(place).read_bytes() == before


def test_as_json(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r", "Isla: 5r")
    assert haggis.json("undo")["undone"] == "round 1, Isla: 5r"
    report = haggis.json("redo")
    assert report["redone"] == "round 1, Isla: 5r"
    assert report["rounds"][0]["kind"] == "recorded"


@pytest.mark.parametrize("command", ["undo", "redo"])
def test_nothing_there(haggis: Haggis, command: str) -> None:
    assert haggis(command) == refused(3, "no match yet: start one with 'haggis new'")
    before = haggis.new().read_bytes()
    nothing = {
        "undo": "friday has no round yet: there is nothing to take back",
        "redo": "nothing to bring back: no undo led to the match as it is now",
    }
    assert haggis(command) == refused(3, nothing[command])
    assert haggis(command, "nope") == refused(3, "no match fits 'nope': 'haggis list' shows the matches")
    assert haggis.path().read_bytes() == before


@pytest.mark.parametrize("command", ["undo", "redo"])
def test_a_file_that_cannot_be_read_stays_as_it_is(haggis: Haggis, command: str) -> None:
    path = haggis.keep(MINE.replace("format = 1", "format = one"))
    before = path.read_bytes()
    assert haggis(command).code == 3
    assert path.read_bytes() == before


def test_rounds_in_one_list_are_shortened_where_they_stand(haggis: Haggis) -> None:
    rounds = 'rounds = [{ events = ["Noah: 7r", "Isla: 8r"] }] # mine\n'
    haggis.keep(header() + rounds)
    haggis.ok("undo")
    assert haggis.text() == header() + 'rounds = [{ events = ["Noah: 7r"] }] # mine\n'
    haggis.ok("redo")
    assert haggis.text() == header() + rounds


def test_rounds_in_one_list_are_written_anew_where_they_cannot_be_cut(haggis: Haggis) -> None:
    rounds = 'rounds = [{ events = ["Noah: 7r", "Isla: 8r"] }]\n'
    haggis.keep(header() + rounds)
    haggis.ok("undo", "--round")
    assert haggis.text() == header()
    haggis.ok("redo")
    assert haggis.text() == header() + rounds


def test_a_comment_is_never_lost_that_way(haggis: Haggis) -> None:
    path = haggis.keep(header() + 'rounds = [{ events = ["Noah: 7r", "Isla: 8r"] }] # mine\n')
    before = path.read_bytes()
    ran = haggis("undo", "--round")
    assert ran.code == 3
    assert "writing them so would lose the comments" in ran.err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("command", "purpose"), [("undo", "Take back the last play or round."), ("redo", "Bring back what undo took away.")]
)
def test_help(haggis: Haggis, command: str, purpose: str) -> None:
    assert haggis.ok(command, "--help").startswith(f"Usage: haggis {command} [OPTIONS] [MATCH]\n\n  {purpose}\n")


def test_a_home_without_a_place_for_what_is_undone_changes_nothing(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r", "Isla: 5r")
    (haggis.home / "undone").write_text("in the way", encoding="utf-8")
    before = haggis.path().read_bytes()
    ran = haggis("undo", "--json")
    assert ran.code == 3
    assert ran.out == ""
    assert haggis.path().read_bytes() == before
    assert json.loads(haggis("show", "--json").out)["ok"]


def test_a_match_that_is_not_the_current_one_is_named(haggis: Haggis) -> None:
    haggis.new(name="monday")
    haggis.ok("record", "Noah: 4r")
    haggis.new(name="friday")
    assert haggis.ok("undo", "monday").startswith("Taken back in monday: round 1, Noah: 4r\n")
    assert haggis.ok("redo", "monday").startswith("Brought back in monday: round 1, Noah: 4r\n")
