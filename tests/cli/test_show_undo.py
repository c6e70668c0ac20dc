"""`haggis undo` and `haggis redo`: nothing is lost, byte for byte, whatever a person wrote into the file."""

from pathlib import Path

import pytest

from tests.support.haggis import Haggis, header

MINE = (
    header().replace("rounds = 4", "rounds=4")
    + "\n# the first round\n[[rounds]]\nnotes = '''\nloud\n'''\nevents = [ # three\n\t'n: 7R', # bold\n\n"
    '  "Isla: 8r",\n  "Noah: pass", # hm\n]\n\n# the end\n'
)


def test_a_chain_can_be_walked_up_and_down_again(haggis: Haggis) -> None:
    haggis.keep(MINE)
    for _ in range(3):
        for _ in range(3):
            haggis.ok("undo")
        for _ in range(3):
            haggis.ok("redo")
    assert haggis.path().read_bytes().decode() == MINE


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
        "warning: friday.toml seems to have been edited since its last round was saved: the edits stay, and undo takes "
        "back round 2\n"
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
    said, _, place = ran.err.removesuffix("\n").partition("; the version before an undo is in ")
    assert said == "haggis: nothing to restore: the last change of the match was not an undo"
    assert Path(place).read_bytes() == before
