"""`haggis score --round N`: an older typed-in round is put right, by entries or in the dialogue."""

import pytest

from tests.support.haggis import Haggis, header, refused
from tests.support.terminal import Terminal, unwrapped

ROUND_1 = (
    '\n[[rounds]]\nnotes = "Late"\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\n'
    "captured = { Noah = 12, Isla = 24 }\nbets = { Isla = 5 }\n"
)
ROUND_2 = '\n[[rounds]]\n[rounds.table]\nout = ["Isla"]\nhands = { Isla = 3 }\ncaptured = { Noah = 16, Isla = 20 }\n'


@pytest.fixture
def friday(haggis: Haggis) -> Haggis:
    """A match of four rounds with two typed in."""
    haggis.keep(header() + ROUND_1 + ROUND_2)
    return haggis


def test_entries_take_the_place_of_the_round_and_its_note_stays(friday: Haggis) -> None:
    out = friday.ok("score", "--round", "1", "Noah: out 9, cards 12", "Isla: bet 5")
    assert "Totals: Noah 73 → 78, Isla 59 → 59.\n" in out
    assert friday.text() == header() + ROUND_1.replace("Noah = 8", "Noah = 9") + ROUND_2
    assert friday.ok("undo").startswith("Taken back in friday: the correction of round 1")
    assert friday.text() == header() + ROUND_1 + ROUND_2


def test_comments_in_the_round_stay(friday: Haggis) -> None:
    text = friday.path().read_text(encoding="utf-8")
    friday.path().write_text(text.replace("hands = { Noah = 8 }", "hands = { Noah = 8 }  # counted twice"))
    friday.ok("score", "--round", "1", "Isla: out 3, cards 24")
    assert (
        'out = ["Isla"]\nhands = { Isla = 3 }  # counted twice\ncaptured = { Noah = 12, Isla = 24 }\n\n'
        in friday.text()
    )


def test_a_round_written_in_a_way_of_its_own_is_written_anew(friday: Haggis) -> None:
    inline = (
        'table = { out = ["Isla"], hands = { Isla = 3 }, captured = { Noah = 16, Isla = 20 }, bets = { Noah = 5 } }'
    )
    friday.keep(header() + f"\n[[rounds]]\n{inline}\n")
    friday.ok("score", "--round", "1", "Isla: out 4, cards 20")
    assert friday.text() == header() + ROUND_2.replace("Isla = 3", "Isla = 4")


def test_new_figures_and_a_new_note_get_their_lines(friday: Haggis) -> None:
    friday.ok("score", "--round", "2", "--notes", "Windy", "Isla: out 3, cards 20, bet big")
    added = ROUND_2.replace("[[rounds]]\n", '[[rounds]]\nnotes = "Windy"\n') + "bets = { Isla = 30 }\n"
    assert friday.text() == header() + ROUND_1 + added


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("3", "Noah: out 8"), "there is no round 3: the match has rounds 1 to 2"),
        (("2", "Noah: out 18, cards 4"), "a hand has"),
        (("2", "Noah: out 8, cards 37"), "all cards together are worth 36"),
    ],
)
def test_what_cannot_be_is_refused(friday: Haggis, words: tuple[str, ...], message: str) -> None:
    before = friday.path().read_bytes()
    ran = friday("score", "--round", *words)
    assert ran.code in (1, 2)
    assert message in ran.err
    assert friday.path().read_bytes() == before


def test_what_looks_wrong_needs_a_yes(friday: Haggis) -> None:
    before = friday.path().read_bytes()
    entries = ("--round", "1", "Noah: out 8, cards 10", "Isla: cards 20, bet 5")
    ran = friday("score", *entries)
    assert (ran.code, friday.path().read_bytes()) == (1, before)
    assert "warning: round 1: the captured totals 10 + 20 make 30" in ran.err
    assert friday.json("score", *entries, "--yes")["saved"] == 1
    assert friday("score", *entries).err == "Nothing was changed.\n"


def test_a_script_is_told_of_a_bet_that_its_entries_leave_out(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("score", "Noah: out 8, cards 12, bet little")
    assert "is not among them" in haggis("score", "--round", "1", "Noah: out 7, cards 12").err
    assert "bets" not in haggis.text()


def test_a_recorded_round_is_left_to_record(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r")
    message = "round 1 is recorded play by play: 'haggis record --round 1' puts it right"
    assert haggis("score", "--round", "1") == refused(2, message)
    assert haggis("score", "--round", "1", "Noah: out 8") == refused(2, message)


def test_without_a_terminal_the_entries_are_missed(friday: Haggis) -> None:
    ran = friday("score", "--round", "1")
    assert (ran.code, ran.err.startswith("haggis: the entries of the round are missing")) == (2, True)


@pytest.mark.parametrize("columns", [80, 50])
def test_a_stored_figure_that_cannot_be_is_named_and_must_be_typed(haggis: Haggis, columns: int) -> None:
    """Captured totals above what the cards of the round are worth cannot have happened."""
    haggis.keep(header() + ROUND_1.replace("Noah = 12", "Noah = 20"))
    with Terminal(haggis, "score", "--round", "1", columns=columns) as screen:
        shown = unwrapped(screen.answer("first [Noah]: ", ""))
        assert "warning: round 1: the captured totals 20 + 24 make 44" in shown
        screen.answer("hold then [8]: ", "")
        screen.answer("Noah capture [20]: ", "")
        shown = unwrapped(screen.answer("Isla capture: ", ""))
        assert "The answer was 24. Isla cannot have captured 24: 16 are left, and" in shown
        assert "say how many points" in unwrapped(screen.answer("Isla capture: ", "<"))
        screen.answer("Noah capture [20]: ", "12")
        screen.answer("Isla capture [24]: ", "")
        screen.answer("Noah bet [none]: ", "")
        screen.answer("Isla bet [baby]: ", "")
        screen.answer("Save this correction? [Y/n]: ", "")
        assert screen.end()[0] == 0
    assert haggis.text() == header() + ROUND_1


@pytest.mark.slow
def test_an_edited_round_that_looks_wrong_is_asked_about(friday: Haggis, tmp_path: object) -> None:
    friday.variables["EDITOR"] = "sed -i s/Isla.=.24/Isla\\ =\\ 20/"
    before = friday.path().read_bytes()
    ran = friday.process("edit", "--round", "1")
    assert (ran.code, friday.path().read_bytes()) == (1, before)
    assert "warning: round 1: the captured totals 12 + 20 make 32" in ran.err
    assert friday.process("edit", "--round", "1", "--yes").code == 0
    assert "Isla = 20 }\nbets" in friday.text()
